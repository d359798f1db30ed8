package epibdd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epibdd/epibdd/internal/batch"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// counter goes up to n, in two models where the sweep is in its place.
const counter = `doc: A counter.
params: {n: 1}
vars: {x: 0..n}
init: x = 0
agents: {ann: {sees: [x]}, bob: {}}
actions: {up: {when: x < n, then: {x: x + 1}}}
check:
  - {id: states, count: true, expect: n + 1}
  - {id: low, formula: AG x = 0, expect: holds}
`

const swept = counter + "sweep: {n: [1, 2]}\n"

func parse(t *testing.T, text string, settings ...Setting) *Document {
	t.Helper()
	d, err := Parse("t.yaml", text, settings...)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// answers are the results as lines.
func answers(t *testing.T, d *Document, o Options) []string {
	t.Helper()
	var lines []string
	for r, err := range d.Check(t.Context(), o) {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, r.String())
	}
	return lines
}

func TestSettings(t *testing.T) {
	for _, c := range []struct {
		settings []Setting
		want     []string
	}{
		{nil, []string{"states[n=1]: is 2", "low[n=1]: fails, expected holds", "states[n=2]: is 3", "low[n=2]: fails, expected holds"}},
		{[]Setting{Param("n", "0")}, []string{"states: is 1", "low: holds"}},
		{[]Setting{Param("n", "7"), Param("n", "4")}, []string{"states: is 5", "low: fails, expected holds"}},
		{[]Setting{Ask("EF x = 1", "K{bob} x = 0", "EF K{bob} x = 1")}, []string{"EF x = 1[n=1]: holds", "K{bob} x = 0[n=1]: fails", "EF K{bob} x = 1[n=1]: fails"}},
		{[]Setting{Ask("EF K{bob} x = 1"), Recall("clock"), Depth(3)}, []string{"EF K{bob} x = 1[n=1]: holds"}},
		{[]Setting{Ask()}, nil},
	} {
		if d := cmp.Diff(c.want, answers(t, parse(t, swept, c.settings...), Options{})); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
	}
}

func TestSettingsThatAreWrong(t *testing.T) {
	for _, c := range []struct {
		s    Setting
		want string
	}{
		{Param("n", "q"), `unknown name "q"`},
		{Param("n", ""), "a parameter and its value are expected"},
		{Param("m", "1"), `there is no parameter "m"`},
		{Param("n", "[1"), "a list ends with ]"},
		{Recall("prefect"), `there is no recall "prefect"; did you mean "perfect"?; there are none, clock, perfect`},
		{Depth(-1), "a depth is a number of steps from 1 to 1048576, not -1"},
		{Depth(1<<63 - 1), "a depth is a number of steps from 1 to 1048576, not 9223372036854775807"},
		{Ask("x ="), "question:1:4: error: an expression is expected"},
		{Ask("K{zoe} x = 0"), `unknown agent "zoe"`},
	} {
		d, err := Parse("t.yaml", counter, c.s)
		if err == nil || !strings.Contains(err.Error(), c.want) || d.Err() == nil || d.File() != "t.yaml" || len(d.Checks()) > 0 {
			t.Errorf("%v, want %q; document %+v", err, c.want, d)
		}
		if c.s.Err() != nil && !strings.Contains(c.s.Err().Error(), c.want) {
			t.Errorf("by itself: %v, want %q", c.s.Err(), c.want)
		}
	}
}

func TestErrorsHavePlaces(t *testing.T) {
	_, err := Parse("t.yaml", "vars: {x: bool}\ninit: y | z\n")
	var errs Errors
	if !errors.As(err, &errs) || len(errs) != 2 || errs[1].Span.String() != "t.yaml:2:11" || errs[1].Span.Text() != "z" {
		t.Errorf("%#v", err)
	}
	d, err := Load(filepath.Join(t.TempDir(), "none.yaml"))
	if !errors.Is(err, fs.ErrNotExist) || !strings.HasSuffix(err.Error(), "none.yaml: there is no such file") || d.Err() == nil {
		t.Errorf("%v, %v", err, d.Err())
	}
	if _, err := Model("elusis"); err == nil || err.Error() != `there is no model "elusis"; did you mean "eleusis"?` {
		t.Errorf("%v", err)
	}
}

// What a document uses is read beside it, and named.
func TestUses(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"base.yaml": counter,
		"own.yaml":  "use: base.yaml\nwith: {n: 3}\ncheck: [{id: top, formula: EF x = n}]\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	d, err := Load(filepath.Join(dir, "own.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if got := d.Uses(); len(got) != 1 || got[0] != filepath.Join(dir, "base.yaml") {
		t.Errorf("uses %q", got)
	}
	if got := answers(t, d, Options{}); !slices.Equal(got, []string{"top: holds"}) {
		t.Errorf("%q", got)
	}
}

// Options of one call leave no trace in the document.
func TestOptionsLeaveTheDocument(t *testing.T) {
	d := parse(t, swept)
	all := answers(t, d, Options{})
	if got := answers(t, d, Options{Only: []string{"low[n=2]"}, Limits: Limits{Nodes: 1}, Without: []string{"small-worlds"}}); len(got) != 1 || !strings.Contains(got[0], "unknown (nodes: 1)") {
		t.Errorf("%q", got)
	}
	if d := cmp.Diff(all, answers(t, d, Options{Jobs: 1, Engine: "rudd", Reach: "bfs"})); d != "" {
		t.Errorf("-before +after:\n%s", d)
	}
}

// A document may be asked by several goroutines.
func TestAskedAtTheSameTime(t *testing.T) {
	d := parse(t, swept)
	want := answers(t, d, Options{})
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if d := cmp.Diff(want, answers(t, d, Options{})); d != "" {
				t.Errorf("-alone +beside others:\n%s", d)
			}
			if _, err := d.Worlds(t.Context(), Query{}, Options{}); err != nil {
				t.Error(err)
			}
			if _, err := d.Explain(t.Context(), "", Options{}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

func TestOptionsThatAreWrong(t *testing.T) {
	names := strings.Join(Routes(), ", ")
	for _, c := range []struct {
		o            Options
		option, want string
	}{
		{Options{Engine: "nutcase"}, "Engine", `is one of kernel, rudd, not "nutcase"`},
		{Options{Reach: "deep"}, "Reach", `is one of auto, bfs, chain, saturate, not "deep"`},
		{Options{Route: "history"}, "Route", `is one of ` + names + `, not "history"; did you mean "histories"?`},
		{Options{Route: "lasso", Without: []string{"histories", "lassos"}}, "Without", `is one of ` + names + `, not "lassos"; did you mean "lasso"?`},
		{Options{Only: []string{"lwo"}}, "Only", `names no check "lwo"; did you mean "low"?`},
		{Options{SaveOrder: &bytes.Buffer{}}, "SaveOrder", "is for the checks of one model, not of 2"},
	} {
		d := parse(t, swept)
		n := 0
		for r, err := range d.Check(t.Context(), c.o) {
			var option *OptionError
			if n++; r != nil || !errors.As(err, &option) || option.Option != c.option || option.Problem != c.want {
				t.Errorf("%v, %v, want %s", r, err, c.want)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d results", c.option, n)
		}
		if c.option == "Only" || c.option == "SaveOrder" {
			continue
		}
		if _, err := d.Explain(t.Context(), "", c.o); err == nil {
			t.Errorf("%s is explained", c.option)
		}
		if _, err := d.Worlds(t.Context(), Query{}, c.o); err == nil {
			t.Errorf("%s has worlds", c.option)
		}
	}
}

// spy is an engine that tells what it is asked.
type spy struct {
	opened func(batch.OpenOptions)
	decide func(context.Context, *spec.Check) (*verdict.Answer, error)
}

func (s *spy) Open(_ context.Context, _ *spec.Model, _ []*spec.Check, o batch.OpenOptions) (batch.Decider, error) {
	if s.opened != nil {
		s.opened(o)
	}
	return &spied{s: s}, nil
}

type spied struct {
	batch.Decider
	s *spy
}

func (d *spied) Usable() error { return nil }

func (d *spied) Decide(ctx context.Context, c *spec.Check) (*verdict.Answer, error) {
	return d.s.decide(ctx, c)
}

func holds(context.Context, *spec.Check) (*verdict.Answer, error) {
	return &verdict.Answer{Verdict: Holds, Route: "lasso"}, nil
}

// The choice of routes gets to whoever decides, and the route of an answer back.
func TestRouteChoice(t *testing.T) {
	var chosen []verdict.RouteChoice
	engine := &spy{decide: holds, opened: func(o batch.OpenOptions) { chosen = append(chosen, o.Routes) }}
	d := parse(t, counter)
	for r, err := range d.Check(batch.WithEngine(t.Context(), engine), Options{Route: "lasso", Without: []string{"histories"}}) {
		if err != nil || r.Route != "lasso" {
			t.Errorf("%+v, %v", r, err)
		}
	}
	if d := cmp.Diff([]verdict.RouteChoice{{Only: "lasso", Without: []string{"histories"}}}, chosen); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	x, err := d.Explain(t.Context(), "", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(x.Checks) != 2 || x.Checks[1].ID != "low" || x.Checks[1].Routes[3].Name != "reachable-states" {
		t.Errorf("%+v", x.Checks)
	}
}

// Answers come on one of the routes that explain names, or not at all where these are
// left out.
func TestRoutes(t *testing.T) {
	for _, c := range []struct {
		text  string
		among []string
	}{
		{counter, []string{"small-worlds", "reachable-states", "bounded-refutation"}},
		{counter + "recall: clock\n", []string{"small-worlds", "lasso"}},
		{counter + "recall: perfect\n", []string{"small-worlds", "histories", "information-graph", "public-steps"}},
	} {
		d := parse(t, c.text, Ask("AG K{bob} x >= 0", "EF x = 1"))
		x, err := d.Explain(t.Context(), "", Options{})
		if err != nil {
			t.Fatal(err)
		}
		i, without := 0, []string{}
		for r, err := range d.Check(t.Context(), Options{}) {
			if err != nil || r.Verdict != Holds || !slices.Contains(c.among, r.Route) {
				t.Errorf("%+v, %v", r, err)
			}
			if !slices.ContainsFunc(x.Checks[i].Routes, func(info RouteInfo) bool { return info.Name == r.Route }) {
				t.Errorf("%s is answered on %s, which is not among %+v", r.Check.Label, r.Route, x.Checks[i].Routes)
			}
			for _, info := range x.Checks[i].Routes {
				without = append(without, info.Name)
			}
			i++
		}
		for r, err := range d.Check(t.Context(), Options{Without: without}) {
			if err != nil || r.Verdict != Unknown || r.Limit != verdict.NoRoute {
				t.Errorf("without %q: %+v, %v", without, r, err)
			}
		}
		if x, err = d.Explain(t.Context(), "", Options{Without: without}); err != nil || len(x.Checks[0].Routes)+len(x.Checks[1].Routes) > 0 {
			t.Errorf("without %q: %+v, %v", without, x.Checks, err)
		}
	}
}

// Whoever leaves the loop ends the work: what is decided meanwhile sees its context end.
func TestLeavingTheLoop(t *testing.T) {
	ended, begun := false, make(chan struct{})
	engine := &spy{decide: func(ctx context.Context, c *spec.Check) (*verdict.Answer, error) {
		if c.Label == "states[n=1]" {
			return holds(ctx, c)
		}
		close(begun)
		<-ctx.Done()
		ended = true
		return nil, ctx.Err()
	}}
	n := 0
	for r, err := range parse(t, swept).Check(batch.WithEngine(t.Context(), engine), Options{Jobs: 1}) {
		if n++; err != nil || r.Verdict != Holds {
			t.Errorf("%v, %v", r, err)
		}
		<-begun
		break
	}
	if n != 1 || !ended {
		t.Errorf("%d results, ended: %t", n, ended)
	}
}

func TestAnInterruptLeavesUnknown(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d := parse(t, counter)
	for r, err := range d.Check(ctx, Options{}) {
		if err != nil || r.Verdict != Unknown || r.Reason != "interrupted" {
			t.Errorf("%v, %v", r, err)
		}
	}
	if _, err := d.Explain(ctx, "", Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("explain: %v", err)
	}
	if _, err := d.Worlds(ctx, Query{At: "x = 0"}, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("worlds: %v", err)
	}
}

// A bug of this package is a result with a file, and no panic.
func TestABugIsAResult(t *testing.T) {
	dir := t.TempDir()
	engine := &spy{decide: func(context.Context, *spec.Check) (*verdict.Answer, error) { panic("a node was lost") }}
	for r, err := range parse(t, counter).Check(batch.WithEngine(t.Context(), engine), Options{BugDir: dir}) {
		if err != nil || r.Verdict != Error || r.Status() != report.Broken || filepath.Dir(r.SavedTo) != dir {
			t.Errorf("%+v, %v", r, err)
		}
		text, err := os.ReadFile(r.SavedTo)
		if err != nil || !strings.HasPrefix(string(text), About()) {
			t.Errorf("%v: %s", err, text)
		}
	}
}

// An order that was saved is one to be read.
func TestOrders(t *testing.T) {
	d := parse(t, "vars: {a, b, c: bool}\ncheck: [{id: one, formula: a | b | !c | c}]\n")
	order, err := ParseOrder("mine.txt", "c\na\nb\n")
	if err != nil {
		t.Fatal(err)
	}
	var saved, explained bytes.Buffer
	answers(t, d, Options{Order: order, SaveOrder: &saved})
	if _, err := d.Explain(t.Context(), "", Options{Order: order, SaveOrder: &explained}); err != nil {
		t.Fatal(err)
	}
	if saved.String() != "c\na\nb\n" || explained.String() != saved.String() {
		t.Errorf("saved %q, explained %q", saved.String(), explained.String())
	}
	if _, err := ParseOrder("twice.txt", "a\na\n"); err == nil || !strings.HasPrefix(err.Error(), "twice.txt:2:1: error: ") {
		t.Errorf("%v", err)
	}
	order, err = ParseOrder("mine.txt", "d\n")
	if err != nil {
		t.Fatal(err)
	}
	var errs Errors
	if _, err := d.Explain(t.Context(), "", Options{Order: order}); !errors.As(err, &errs) || errs[0].Span.String() != "mine.txt:1:1" {
		t.Errorf("%v", err)
	}
}

// failing fails at the n-th thing that it is given.
type failing struct{ n int }

var errFull = errors.New("no space left")

func (f *failing) write() error {
	if f.n--; f.n < 0 {
		return errFull
	}
	return nil
}
func (f *failing) Spec(*report.Spec) error     { return f.write() }
func (f *failing) Result(*Result) error        { return f.write() }
func (f *failing) Close(*report.Summary) error { return f.write() }

// A report has documents in their order, bad ones too, and the writer's errors.
func TestReport(t *testing.T) {
	bad, _ := Parse("bad.yaml", "init: (\n")
	docs := []*Document{bad, parse(t, counter), Unreadable("gone.yaml", errors.New("there is no such file"))}
	var page bytes.Buffer
	w, err := report.New("github", &page, report.Options{})
	if err != nil {
		t.Fatal(err)
	}
	summary, err := Report(t.Context(), docs, Options{}, w)
	if err != nil || summary.BadSpecs != 2 || summary.Met != 1 || summary.Unmet != 1 {
		t.Errorf("%v, %+v", err, summary)
	}
	lines := strings.Split(page.String(), "\n")
	for i, want := range []string{"::error file=bad.yaml,line=1", "::error file=t.yaml,line=9", "::error::there is no such file", "2 checks: 1 ok, 1 failed; 2 files have errors"} {
		if i >= len(lines) || !strings.HasPrefix(lines[i], want) {
			t.Errorf("line %d of\n%s\nis not %q", i+1, page.String(), want)
		}
	}
	for n := range 6 {
		if _, err := Report(t.Context(), docs, Options{}, &failing{n}); !errors.Is(err, errFull) {
			t.Errorf("after %d: %v", n, err)
		}
	}
	if _, err := Report(t.Context(), docs, Options{}, &failing{6}); err != nil {
		t.Error(err)
	}
}

// Worlds of the hexa game (van Ditmarsch, van der Hoek and Kooi 2007, section 4.3): six deals
// at first, four when player one does not have white, of which two tells three apart.
func TestWorlds(t *testing.T) {
	d, err := Model("hexa")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		q       Query
		worlds  int
		actual  int
		classes map[string]int
	}{
		{Query{}, 6, 0, map[string]int{"one": 3, "two": 3, "three": 3}},
		{Query{At: "holds[one] = red"}, 2, 0, map[string]int{"one": 1, "two": 2, "three": 2}},
		{Query{After: "nocard(one, white)", Actual: "holds[two] = white"}, 4, 2, map[string]int{"one": 2, "two": 3, "three": 3}},
	} {
		ws, err := d.Worlds(t.Context(), c.q, Options{})
		if err != nil {
			t.Fatal(err)
		}
		actual := 0
		for _, w := range ws.List {
			if w.Actual {
				actual++
			}
		}
		if ws.Count.Int64() != int64(c.worlds) || len(ws.List) != c.worlds || actual != c.actual {
			t.Errorf("%+v: %s worlds, %d listed, %d actual", c.q, ws.Count, len(ws.List), actual)
		}
		for agent, want := range c.classes {
			classes, err := ws.Classes(agent)
			different := map[int]bool{}
			for _, k := range classes {
				different[k] = true
			}
			if err != nil || len(different) != want {
				t.Errorf("%+v: %v, %d classes of %s, want %d", c.q, err, len(different), agent, want)
			}
		}
	}
	for _, q := range []Query{{At: "holds[one] ="}, {After: "L{"}, {Actual: "holds[nobody] = red"}} {
		var errs Errors
		if _, err := d.Worlds(t.Context(), q, Options{}); !errors.As(err, &errs) || !strings.HasPrefix(errs[0].Span.String(), "--") {
			t.Errorf("%+v: %v", q, err)
		}
	}
}

// Worlds that are too many are counted, within limits.
func TestWorldsAreCounted(t *testing.T) {
	d := parse(t, "vars: {p: array 1..100 of bool}\ninit: true\n")
	ws, err := d.Worlds(t.Context(), Query{At: "p[1]"}, Options{})
	if err != nil || ws.List != nil || ws.Count.BitLen() != 100 || ws.Count.TrailingZeroBits() != 99 {
		t.Errorf("%+v, %v", ws, err)
	}
	for _, c := range []struct {
		limits Limits
		want   verdict.Reason
	}{{Limits{Nodes: 1}, verdict.Nodes}, {Limits{Time: 1}, verdict.Time}, {Limits{Memory: 1}, verdict.Memory}} {
		if ws, err := d.Worlds(t.Context(), Query{At: "sum(i in 1..100: if p[i] then 1 else 0) = 50"}, Options{Limits: c.limits}); err != nil || ws.Count != nil || ws.Reason != c.want {
			t.Errorf("%+v: %+v, %v", c.limits, ws, err)
		}
	}
}

func TestExplain(t *testing.T) {
	d := parse(t, swept, Param("n", "2"))
	x, err := d.Explain(t.Context(), "", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if x.Models != 1 || x.Vars[0].Bits != 2 || fmt.Sprint((*x.States).MarshalText()) != fmt.Sprint([]byte("3"), nil) || len(x.Agents) != 2 || len(x.Checks[0].Routes) != 3 || len(x.Checks[1].Routes) != 5 {
		t.Errorf("%+v", x)
	}
	if _, err := d.Explain(t.Context(), "y", Options{}); err == nil || err.Error() != `there is no variable "y"` {
		t.Errorf("%v", err)
	}
	if _, err := d.Explain(t.Context(), "", Options{Limits: Limits{Nodes: 1}}); !errors.As(err, new(*LimitError)) {
		t.Errorf("%v", err)
	}
}

func TestTexts(t *testing.T) {
	if got, err := Format("t.yaml", "vars:   {x: bool}\n# kept\n"); err != nil || !strings.Contains(got, "vars: {x: bool}") || !strings.Contains(got, "# kept") {
		t.Errorf("%v: %s", err, got)
	}
	if _, err := Format("t.yaml", "vars: [\n"); !errors.As(err, new(Errors)) {
		t.Errorf("%v", err)
	}
	text, err := ReadFile("ispl/testdata/fair.ispl")
	if err != nil {
		t.Fatal(err)
	}
	converted, _, err := Convert("fair.ispl", text)
	if err != nil {
		t.Fatal(err)
	}
	ispl, err := Parse("fair.ispl", text)
	if err != nil {
		t.Fatal(err)
	}
	yaml, err := Parse("fair.yaml", converted)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(answers(t, ispl, Options{}), answers(t, yaml, Options{})); d != "" {
		t.Errorf("-ispl +yaml:\n%s", d)
	}
	if _, _, err := Convert("bad.ispl", "Agent"); !errors.As(err, new(Errors)) {
		t.Errorf("%v", err)
	}
}
