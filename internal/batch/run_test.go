package batch

import (
	"context"
	"errors"
	"math/big"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/epibdd/epibdd/decide"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
	"github.com/epibdd/epibdd/witness"
)

var inOrder = []string{"a[n=1]", "b[n=1]", "a[n=2]", "b[n=2]"}

// The answer of an engine becomes the result, with the route on which it was found.
func TestAnAnswerBecomesAResult(t *testing.T) {
	f := &fake{decide: func(context.Context, *spec.Check) (*verdict.Answer, error) {
		return &verdict.Answer{Verdict: verdict.Fails, Value: big.NewInt(3), Depth: 2, Exact: "few", Route: "short", States: big.NewInt(5), Nodes: 7}, nil
	}}
	got, _ := run(t, []*Input{load(t, "t.yaml", two)}, Options{Engine: f})
	r := got.results[0]
	r.Check, r.Time = nil, 0
	want := &report.Result{Verdict: verdict.Fails, Value: big.NewInt(3), Depth: 2, Exact: "few", Route: "short", States: big.NewInt(5), Nodes: 7}
	if !reflect.DeepEqual(r, want) {
		t.Errorf("got %#v, want %#v", r, want)
	}
}

// The second model is decided first; results come in the order of the file all
// the same.
func TestResultsComeInOrder(t *testing.T) {
	second := make(chan struct{})
	var once sync.Once
	f := &fake{decide: func(_ context.Context, c *spec.Check) (*verdict.Answer, error) {
		if strings.HasSuffix(c.Label, "[n=1]") {
			<-second
		} else if c.ID == "b" {
			once.Do(func() { close(second) })
		}
		return holds(), nil
	}}
	got, summary := run(t, []*Input{load(t, "t.yaml", two)}, Options{Engine: f, Jobs: 2})
	if d := cmp.Diff(inOrder, got.labels()); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if summary.Checks != 4 || summary.Met != 4 || summary.Specs != 1 {
		t.Errorf("%+v", summary)
	}
}

// A result is handed out before the next check of its model is decided.
func TestResultsComeAtOnce(t *testing.T) {
	handed := make(chan struct{})
	f := &fake{decide: func(_ context.Context, c *spec.Check) (*verdict.Answer, error) {
		if c.Label == "b[n=1]" {
			<-handed
		}
		return holds(), nil
	}}
	sink := &signalling{first: handed}
	if _, err := Run(t.Context(), []*Input{load(t, "t.yaml", two)}, Options{Engine: f, Jobs: 1}, sink); err != nil {
		t.Fatal(err)
	}
	if n := len(sink.results); n != 4 {
		t.Errorf("%d results", n)
	}
}

// So it is on one processor, where nobody else runs meanwhile.
func TestResultsComeAtOnceOnOneProcessor(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	handed := make(chan struct{})
	f := &fake{decide: func(_ context.Context, c *spec.Check) (*verdict.Answer, error) {
		if c.Label == "b[n=1]" {
			select {
			case <-handed:
			default:
				t.Error("the result of the first check is not there when the second is decided")
			}
		}
		return holds(), nil
	}}
	if _, err := Run(t.Context(), []*Input{load(t, "t.yaml", two)}, Options{Engine: f, Jobs: 1}, &signalling{first: handed}); err != nil {
		t.Fatal(err)
	}
}

type signalling struct {
	record
	first chan struct{}
}

func (s *signalling) Result(r *report.Result) error {
	if len(s.results) == 0 {
		close(s.first)
	}
	return s.record.Result(r)
}

func TestJobsBoundTheWorkers(t *testing.T) {
	var mu sync.Mutex
	now, most := 0, 0
	f := &fake{decide: func(context.Context, *spec.Check) (*verdict.Answer, error) {
		mu.Lock()
		now++
		most = max(most, now)
		mu.Unlock()
		defer func() { mu.Lock(); now--; mu.Unlock() }()
		return holds(), nil
	}}
	inputs := []*Input{load(t, "s.yaml", two), load(t, "t.yaml", two), load(t, "u.yaml", two)}
	run(t, inputs, Options{Engine: f, Jobs: 1})
	if most != 1 {
		t.Errorf("%d checks at once", most)
	}
}

func TestChecksOfAModelShareASystem(t *testing.T) {
	opened := 0
	f := &fake{open: func(*spec.Model, OpenOptions) error { opened++; return nil }}
	run(t, []*Input{load(t, "t.yaml", two)}, Options{Engine: f, Jobs: 1})
	if opened != 2 {
		t.Errorf("%d systems for two models", opened)
	}
}

// For each model there is a system, one that looks for better orders, and one for the
// check after that.
func TestALostSystemIsRebuilt(t *testing.T) {
	opened, lost := 0, false
	f := &fake{
		open: func(*spec.Model, OpenOptions) error { opened++; lost = false; return nil },
		decide: func(_ context.Context, c *spec.Check) (*verdict.Answer, error) {
			if c.ID == "a" {
				lost = true
				return &verdict.Answer{Verdict: verdict.Unknown, Reason: "nodes"}, nil
			}
			return holds(), nil
		},
		usable: func() error {
			if lost {
				return dead(symbolic.Nodes)
			}
			return nil
		},
	}
	got, summary := run(t, []*Input{load(t, "t.yaml", two+"limits: {nodes: 500}\n")}, Options{Engine: f, Jobs: 1})
	if opened != 6 || summary.Limited != 2 || summary.Met != 2 {
		t.Errorf("%d systems, %+v", opened, summary)
	}
	if r := got.results[0]; r.Reason != "nodes: 500" || r.Limit != verdict.Nodes {
		t.Errorf("reason %q, limit %q", r.Reason, r.Limit)
	}
}

// A model that cannot be built within the limits is not tried again for checks with the
// same limits.
func TestAModelThatIsTooLarge(t *testing.T) {
	suite := load(t, "t.yaml", `
vars: {x: 0..9, y: 0..9}
init: x = 0 & y = 0
actions: {go: {when: x < 9 & x != y, then: {x: x + 1, y: x}}}
limits: {nodes: 20}
check:
  - {id: up, formula: EF x = 9}
  - {id: never, formula: AG x < 9}
  - {id: more, formula: AG x < 9, limits: {nodes: 30}}
`).Suite
	built := 0
	progress := func(p verdict.Progress) {
		if p.Phase == "encoding" {
			built++
		}
	}
	d, err := System{}.Open(t.Context(), suite.Models[0], suite.Checks, OpenOptions{Progress: progress, Routes: verdict.RouteChoice{Without: []string{decide.SmallWorlds}}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{1, 1, 2} {
		a, err := d.Decide(t.Context(), suite.Checks[i])
		if err != nil || a.Reason != verdict.Nodes || built != want {
			t.Errorf("%s: %+v, %v, built %d times", suite.Checks[i].Label, a, err, built)
		}
	}
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	f := &fake{decide: func(ctx context.Context, c *spec.Check) (*verdict.Answer, error) {
		if c.Label == "b[n=1]" {
			cancel()
			<-ctx.Done()
			return &verdict.Answer{Verdict: verdict.Unknown, Reason: "interrupted"}, nil
		}
		return holds(), nil
	}}
	sink := &record{}
	summary, err := Run(ctx, []*Input{load(t, "t.yaml", two)}, Options{Engine: f, Jobs: 1}, sink)
	if err != nil || summary.Met != 1 || summary.Interrupted != 3 {
		t.Errorf("%v, %+v", err, summary)
	}
	for i, want := range []verdict.Reason{"", verdict.Interrupted, verdict.Interrupted, verdict.Interrupted} {
		if r := sink.results[i]; r.Limit != want {
			t.Errorf("%s: limit %q, want %q", r.Check.Label, r.Limit, want)
		}
	}
}

// The time of a check counts from its beginning, whatever it is spent on.
func TestTimeIsADeadline(t *testing.T) {
	f := &fake{decide: func(ctx context.Context, _ *spec.Check) (*verdict.Answer, error) {
		if d, ok := ctx.Deadline(); !ok || time.Until(d) > time.Hour {
			t.Errorf("the deadline is %v, %t", d, ok)
		}
		return nil, context.DeadlineExceeded
	}}
	got, _ := run(t, []*Input{load(t, "t.yaml", two+"limits: {time: 1h}\n")}, Options{Engine: f})
	if r := got.results[0]; r.Cause != report.Limit || r.Reason != "time: 1h0m0s" {
		t.Errorf("%+v", r)
	}
}

// placedFault is a mistake in a model.
type placedFault struct{ at source.Span }

func (placedFault) Error() string { return "out of range" }

func (p placedFault) Diagnostic() source.Diagnostic {
	return source.Diagnostic{Span: p.at, Message: "out of range"}
}

func TestFaultsHavePlaces(t *testing.T) {
	in := load(t, "t.yaml", two)
	place := in.Suite.Models[0].Vars[0].Place
	for _, c := range []struct {
		err  error
		want source.Span
	}{
		{placedFault{place}, place},
		{errors.New("out of range"), in.Suite.Checks[0].Place},
		{placedFault{}, in.Suite.Checks[0].Place},
	} {
		f := &fake{decide: func(context.Context, *spec.Check) (*verdict.Answer, error) { return nil, c.err }}
		got, summary := run(t, []*Input{in}, Options{Engine: f})
		r := got.results[0]
		if summary.Faulty != 4 || r.Verdict != verdict.Error || r.Problem == nil || r.Problem.Span != c.want || r.Reason != "out of range" {
			t.Errorf("%v: %+v", c.err, r)
		}
	}
}

func TestAPanicIsAResult(t *testing.T) {
	f := &fake{decide: func(_ context.Context, c *spec.Check) (*verdict.Answer, error) {
		if c.Label == "b[n=1]" {
			panic("lost a node")
		}
		return holds(), nil
	}}
	dir := t.TempDir()
	got, summary := run(t, []*Input{load(t, "t.yaml", two)}, Options{Engine: f, BugDir: dir, About: "epibdd test"})
	if summary.Broken != 1 || summary.Met != 3 {
		t.Errorf("%+v", summary)
	}
	text, err := os.ReadFile(got.results[1].SavedTo)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"epibdd test", "check: b[n=1]", "-p 'n=1'", "sweep: {n: [1, 2]}", "panic: lost a node", "group.go", "-- t.yaml --"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%q is not in the file:\n%s", want, text)
		}
	}
	if again, _ := run(t, []*Input{load(t, "t.yaml", two)}, Options{Engine: f, BugDir: dir, About: "epibdd test"}); again.results[1].SavedTo != got.results[1].SavedTo {
		t.Error("the same bug has two files")
	}
}

func TestARunThatCannotBeReplayedIsABug(t *testing.T) {
	f := &fake{
		decide: func(_ context.Context, c *spec.Check) (*verdict.Answer, error) {
			run := &witness.Node{Formula: c.Formula, State: spec.State{spec.Int(0)}, Claim: "always"}
			return &verdict.Answer{Verdict: verdict.Holds, Run: run}, nil
		},
		replay: func(c *spec.Check) ([]report.Doubt, error) {
			if c.ID == "a" {
				return nil, errors.New("step 1 is not enabled")
			}
			return nil, nil
		},
	}
	got, summary := run(t, []*Input{load(t, "t.yaml", two)}, Options{Engine: f})
	if summary.Broken != 2 || summary.Met != 2 {
		t.Errorf("%+v", summary)
	}
	bad, good := got.results[0], got.results[1]
	if bad.Run != nil || bad.Details != "step 1 is not enabled" || good.Run == nil {
		t.Errorf("bad: %+v\ngood: %+v", bad, good)
	}
}

// What is not replayed within its limits is not shown, and that is said; who interrupts knows why.
func TestARunThatIsNotReplayedInTime(t *testing.T) {
	for kind, warnings := range map[symbolic.LimitKind]int{symbolic.Deadline: 1, symbolic.Memory: 1, symbolic.Cancelled: 0} {
		f := &fake{
			decide: func(_ context.Context, c *spec.Check) (*verdict.Answer, error) {
				return &verdict.Answer{Verdict: verdict.Holds, Run: &witness.Node{Formula: c.Formula, State: spec.State{spec.Int(0)}}}, nil
			},
			replay: func(*spec.Check) ([]report.Doubt, error) { return nil, dead(kind) },
		}
		got, _ := run(t, []*Input{load(t, "t.yaml", two)}, Options{Engine: f})
		r := got.results[0]
		if r.Verdict != verdict.Holds || r.Run != nil || len(r.Warnings) != warnings {
			t.Errorf("%s: %+v", kind, r)
		}
		if warnings > 0 && !strings.Contains(r.Warnings[0].Message, "the limit on "+kind.String()) {
			t.Errorf("%s: %s", kind, r.Warnings[0].Message)
		}
	}
}

func TestNoPlaceForABug(t *testing.T) {
	t.Setenv("TMPDIR", "/nowhere/at/all")
	f := &fake{decide: func(context.Context, *spec.Check) (*verdict.Answer, error) { panic("lost") }}
	got, _ := run(t, []*Input{load(t, "t.yaml", two)}, Options{Engine: f, BugDir: "/nowhere/at/all"})
	if r := got.results[0]; r.SavedTo != "" || r.Details != "panic: lost" {
		t.Errorf("%+v", r)
	}
}

func TestASinkThatFailsEndsTheRun(t *testing.T) {
	errFull := errors.New("no space left")
	sink := &failing{err: errFull}
	_, err := Run(t.Context(), []*Input{load(t, "t.yaml", two)}, Options{Engine: &fake{}}, sink)
	if !errors.Is(err, errFull) {
		t.Errorf("err = %v", err)
	}
}

type failing struct {
	record
	err error
}

func (f *failing) Result(*report.Result) error { return f.err }

func TestLimitsOfTheCaller(t *testing.T) {
	in := load(t, "t.yaml", two+"limits: {time: 1h, nodes: 500}\n")
	want := spec.Limits{Time: time.Hour, Nodes: 7, Memory: 9 << 40}
	f := &fake{decide: func(_ context.Context, c *spec.Check) (*verdict.Answer, error) {
		if c.Limits != want {
			t.Errorf("%+v, want %+v", c.Limits, want)
		}
		return holds(), nil
	}}
	run(t, []*Input{in}, Options{Engine: f, Limits: spec.Limits{Nodes: 7, Memory: 9 << 40}})
	if got := in.Suite.Checks[0].Limits; got != (spec.Limits{Time: time.Hour, Nodes: 500}) {
		t.Errorf("the limits of the document have become %+v", got)
	}
}

// Routes are chosen by the caller, and by nobody on the way to whoever decides.
func TestRoutesOfTheCaller(t *testing.T) {
	want := verdict.RouteChoice{Only: "layers", Without: []string{"short", "closed"}}
	f := &fake{open: func(_ *spec.Model, o OpenOptions) error {
		if !reflect.DeepEqual(o.Routes, want) {
			t.Errorf("%+v, want %+v", o.Routes, want)
		}
		return nil
	}}
	run(t, []*Input{load(t, "t.yaml", two)}, Options{Engine: f, Routes: want})
}

// An engine can come with the context.
func TestEngineOfTheContext(t *testing.T) {
	f := &fake{decide: func(context.Context, *spec.Check) (*verdict.Answer, error) {
		return &verdict.Answer{Verdict: verdict.Fails, Route: "none at all"}, nil
	}}
	sink := &record{}
	if _, err := Run(WithEngine(t.Context(), f), []*Input{load(t, "t.yaml", two)}, Options{}, sink); err != nil {
		t.Fatal(err)
	}
	if r := sink.results[1]; r.Route != "none at all" {
		t.Errorf("%+v", r)
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{0: "0 B", 1: "1 B", 1024: "1 KiB", 1536: "1536 B", 512 << 20: "512 MiB", 8 << 40: "8 TiB", 2048 << 40: "2048 TiB"} {
		if got := bytes(n); got != want {
			t.Errorf("bytes(%d) = %q, want %q", n, got, want)
		}
	}
}

// TestReorderWhenTooLarge lets the static order fail for one check: it is asked once
// more of a system that looks for better ones, and so are those behind it.
func TestReorderWhenTooLarge(t *testing.T) {
	for _, given := range []Options{{}, {Encode: encode.Options{Symbolic: symbolic.Options{Engine: "rudd"}}}} {
		var opened []bool
		asked := 0
		given.Engine = &fake{
			open: func(_ *spec.Model, o OpenOptions) error {
				opened = append(opened, o.Encode.Symbolic.Reorder)
				return nil
			},
			decide: func(context.Context, *spec.Check) (*verdict.Answer, error) {
				if asked++; opened[len(opened)-1] {
					return holds(), nil
				}
				return &verdict.Answer{Verdict: verdict.Unknown, Reason: "memory"}, nil
			},
		}
		sink, _ := run(t, []*Input{load(t, "large.yaml", "vars: {x: 0..1}\ncheck: [{id: a, formula: AG x = 0}, {id: b, formula: EF x = 1}]\n")}, given)
		want, found := []bool{false, true}, verdict.Holds
		if given.Encode.Symbolic.Engine == "rudd" { // which keeps its order
			want, found = []bool{false, false}, verdict.Unknown // the second check once more without what the first left
		}
		if !slices.Equal(opened, want) || asked != len(want)+1 {
			t.Errorf("%d questions to systems %v, want %v", asked, opened, want)
		}
		for _, r := range sink.results {
			if r.Verdict != found {
				t.Errorf("%s: %s", r.Check.Label, r.Verdict)
			}
		}
	}
}
