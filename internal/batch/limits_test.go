package batch

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/epibdd/epibdd/decide"
	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
	"github.com/epibdd/epibdd/witness"
)

// A process that takes more memory than a check may ends it, whatever it does.
func TestMemoryOfTheProcess(t *testing.T) {
	f := &fake{decide: func(ctx context.Context, _ *spec.Check) (*verdict.Answer, error) {
		<-ctx.Done()
		return nil, symbolic.Interrupted(ctx)
	}}
	got, summary := run(t, []*Input{load(t, "t.yaml", two+"limits: {memory: 1MiB}\n")}, Options{Engine: f, Jobs: 2})
	if summary.Limited != 4 || got.results[0].Reason != "memory: 1 MiB" {
		t.Errorf("%+v, reason %q", summary, got.results[0].Reason)
	}
}

// Who meets a limit on memory beside others is asked once more when nobody else works.
func TestAskedAgainAlone(t *testing.T) {
	var mu sync.Mutex
	now := 0
	both := make(chan struct{})
	f := &fake{decide: func(_ context.Context, c *spec.Check) (*verdict.Answer, error) {
		mu.Lock()
		now++
		alone := now == 1
		mu.Unlock()
		defer func() { mu.Lock(); now--; mu.Unlock() }()
		switch c.Label {
		case "a[n=1]":
			<-both
		case "a[n=2]":
			select {
			case <-both:
				if !alone {
					t.Error("asked again beside another check")
				}
			default:
				close(both)
				return &verdict.Answer{Verdict: verdict.Unknown, Reason: "memory"}, nil
			}
		}
		return holds(), nil
	}}
	if _, summary := run(t, []*Input{load(t, "t.yaml", two)}, Options{Engine: f, Jobs: 2}); summary.Met != 4 {
		t.Errorf("%+v", summary)
	}
}

// What takes long may have nothing new to tell; what it told last is told again, but
// for what only the one who works may ask.
func TestProgressIsRepeated(t *testing.T) {
	told := make(chan verdict.Progress, 100)
	f := &fake{decide: func(context.Context, *spec.Check) (*verdict.Answer, error) {
		for range 4 {
			<-told
		}
		return holds(), nil
	}}
	o := Options{Engine: f, Jobs: 1, Progress: func(p verdict.Progress) {
		if p.Phase != "deciding" && p.Phase != "encoding" || p.Check == "" || p.Reached != nil {
			t.Errorf("%+v", p)
		}
		select {
		case told <- p:
		default:
		}
	}}
	if _, summary := run(t, []*Input{load(t, "t.yaml", two)}, o); summary.Met != 4 {
		t.Errorf("%+v", summary)
	}
}

// A verdict stands, but no run is shown that there was no time to replay.
func TestNoTimeToReplay(t *testing.T) {
	f := &fake{
		decide: func(_ context.Context, c *spec.Check) (*verdict.Answer, error) {
			return &verdict.Answer{Verdict: verdict.Holds, Run: &witness.Node{Formula: c.Formula, Claim: "always"}}, nil
		},
		replay: func(*spec.Check) ([]report.Doubt, error) { return nil, dead(symbolic.Deadline) },
	}
	got, summary := run(t, []*Input{load(t, "t.yaml", two)}, Options{Engine: f})
	if r := got.results[0]; summary.Met != 4 || r.Verdict != verdict.Holds || r.Run != nil || r.SavedTo != "" {
		t.Errorf("%+v, %+v", summary, r)
	}
}

// countdown is a context that is late when it has been asked so many times.
type countdown struct {
	context.Context
	mu   sync.Mutex
	left int // negative: for ever
	done chan struct{}
}

func (c *countdown) Done() <-chan struct{} { return c.done }

func (c *countdown) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.left > 0 {
		if c.left--; c.left == 0 {
			close(c.done)
		}
	}
	if c.left == 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// impatient is the engine of the program, of which each check that limits names is over
// when the context was asked so many times in all: while encoding, deciding, and replaying.
type impatient struct {
	System
	limits  map[string]int // by labels
	current string         // label
	now     *countdown
}

// follow learns which check is next. What is repeated from another goroutine changes nothing.
func (i *impatient) follow(p verdict.Progress) {
	if i.current != p.Check {
		i.current = p.Check
	}
}

func (i *impatient) begin(ctx context.Context) context.Context {
	if i.now == nil {
		left, ok := i.limits[i.current]
		if !ok {
			left = -1
		}
		i.now = &countdown{Context: ctx, left: left, done: make(chan struct{})}
	}
	return i.now
}

func (i *impatient) Open(ctx context.Context, m *spec.Model, checks []*spec.Check, o OpenOptions) (Decider, error) {
	d, err := i.System.Open(ctx, m, checks, o)
	return &impatientDecider{d, i}, err
}

type impatientDecider struct {
	Decider
	*impatient
}

func (d *impatientDecider) Decide(ctx context.Context, c *spec.Check) (*verdict.Answer, error) {
	patient := *c
	patient.Limits.Time = 0 // or the context would be hidden behind another one
	a, err := d.Decider.Decide(d.begin(ctx), &patient)
	if err != nil || a.Run == nil {
		d.now = nil
	}
	return a, err
}

func (d *impatientDecider) Replay(ctx context.Context, c *spec.Check, run *witness.Node) ([]report.Doubt, error) {
	defer func() { d.now = nil }()
	return d.Decider.Replay(d.begin(ctx), c, run)
}

// verdicts are all answers of a run, by the names of checks.
func verdicts(r *record) map[string]string {
	all := map[string]string{}
	for _, x := range r.results {
		all[x.Check.Label] = fmt.Sprint(x.Verdict, " ", x.Value)
	}
	return all
}

// TestVerdictsBesideLimits stops some checks anywhere, while they are encoded, decided or
// replayed, or lets them have few nodes: what is answered, then or next, is what is
// answered without limits.
func TestVerdictsBesideLimits(t *testing.T) {
	const seed = 20
	rng := rand.New(rand.NewPCG(seed, 0))
	met, answered := map[string]int{}, 0
	for _, name := range limited {
		path := filepath.Join("..", "..", "testdata", "specs", name+".yaml")
		text, err := document.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		fresh := func() *Input {
			in := Load(source.NewFile(path, string(text)), Settings{Library: models.Get, Names: models.Names})
			if in.Suite == nil {
				t.Fatal(source.Errors(in.Errors))
			}
			return in
		}
		got, _ := run(t, []*Input{fresh()}, Options{Engine: System{}, Jobs: 1})
		want := verdicts(got)
		for round := range 2 {
			in := fresh()
			engine := &impatient{limits: map[string]int{}}
			for i, c := range in.Suite.Checks {
				switch rng.IntN(4) {
				case 0:
					engine.limits[c.Label] = 1 << rng.IntN(16)
					c.Limits.Time = time.Hour + time.Duration(i)
				case 1:
					c.Limits.Nodes = 1 << rng.IntN(14)
				}
			}
			routes := verdict.RouteChoice{Without: []string{decide.SmallWorlds}} // or few nodes are needed
			got, summary := run(t, []*Input{in}, Options{Engine: engine, Jobs: 1, Progress: engine.follow, Routes: routes})
			if summary.Broken > 0 {
				t.Errorf("seed %d, %s, round %d: %+v", seed, name, round, summary)
			}
			for _, r := range got.results {
				_, late := engine.limits[r.Check.Label]
				switch label := r.Check.Label; {
				case r.Verdict != verdict.Unknown && verdicts(got)[label] != want[label]:
					t.Errorf("seed %d, round %d: %s of %s is %s, without limits %s", seed, round, label, name, verdicts(got)[label], want[label])
				case r.Verdict == verdict.Unknown && !late && r.Check.Limits.Nodes == 0 && want[label] != "unknown <nil>":
					t.Errorf("seed %d, round %d: %s of %s has no limit and is unknown: %s", seed, round, label, name, r.Reason)
				case r.Verdict == verdict.Unknown:
					met[r.Reason[:4]]++
				default:
					answered++
				}
			}
		}
	}
	if met["time"] < 10 || met["node"] < 10 || answered < 100 {
		t.Errorf("seed %d: limits were met %v times, %d checks were answered: the test tests little", seed, met, answered)
	}
}

// limited are specs of each kind: with a sweep, a library, memory of each kind, joint steps,
// knowledge actions, enumeration.
var limited = []string{"card-game", "cluedo-interpretations", "gossip", "joint-memory", "knowledge", "lamp", "memory", "programs", "runs", "fairness", "two-doors"}

// Who meets the limit on memory beside others is asked again alone, in what is left of its
// time.
func TestTimeIsThatOfBothAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var left []time.Duration
		f := &fake{decide: func(ctx context.Context, c *spec.Check) (*verdict.Answer, error) {
			if c.ID == "other" {
				return holds(), nil
			}
			deadline, _ := ctx.Deadline()
			left = append(left, time.Until(deadline))
			time.Sleep(6 * time.Second)
			if len(left) == 1 {
				return nil, dead(symbolic.Memory)
			}
			<-ctx.Done()
			return &verdict.Answer{Verdict: verdict.Unknown, Reason: verdict.Time}, nil
		}}
		in := load(t, "t.yaml", "vars: {x: 0..1}\ncheck: [{id: large, formula: x <= 1}]\n")
		other := load(t, "u.yaml", "vars: {x: 0..1}\ncheck: [{id: other, formula: x <= 1}]\n")
		got, _ := run(t, []*Input{in, other}, Options{Engine: f, Jobs: 2, Limits: spec.Limits{Time: 20 * time.Second}})
		if want := []time.Duration{20 * time.Second, 14 * time.Second}; !slices.Equal(left, want) {
			t.Errorf("there was left %v, want %v", left, want)
		}
		if r := got.results[0]; r.Time != 20*time.Second {
			t.Errorf("it took %s", r.Time)
		}
	})
}
