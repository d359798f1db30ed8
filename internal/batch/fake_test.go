package batch

import (
	"context"
	"math/big"
	"testing"

	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
	"github.com/epibdd/epibdd/witness"
)

// fake is an engine whose answers are functions.
type fake struct {
	open   func(*spec.Model, OpenOptions) error
	decide func(context.Context, *spec.Check) (*verdict.Answer, error)
	replay func(*spec.Check) ([]report.Doubt, error)
	usable func() error
}

func (f *fake) Open(_ context.Context, m *spec.Model, _ []*spec.Check, o OpenOptions) (Decider, error) {
	if f.open != nil {
		if err := f.open(m, o); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func (f *fake) Decide(ctx context.Context, c *spec.Check) (*verdict.Answer, error) {
	if f.decide != nil {
		return f.decide(ctx, c)
	}
	return holds(), nil
}

func (f *fake) Replay(_ context.Context, c *spec.Check, _ *witness.Node) ([]report.Doubt, error) {
	if f.replay != nil {
		return f.replay(c)
	}
	return nil, nil
}

func (f *fake) Usable() error {
	if f.usable != nil {
		return f.usable()
	}
	return nil
}

func holds() *verdict.Answer { return &verdict.Answer{Verdict: verdict.Holds, States: big.NewInt(1)} }

func dead(kind symbolic.LimitKind) error { return &symbolic.LimitError{Kind: kind, Dead: true} }

// record is a sink that keeps everything.
type record struct {
	specs   []*report.Spec
	results []*report.Result
}

func (r *record) Spec(s *report.Spec) error     { r.specs = append(r.specs, s); return nil }
func (r *record) Result(x *report.Result) error { r.results = append(r.results, x); return nil }

func (r *record) labels() []string {
	var all []string
	for _, x := range r.results {
		all = append(all, x.Check.Label)
	}
	return all
}

func load(t testing.TB, name, text string) *Input {
	t.Helper()
	in := Load(source.NewFile(name, text), Settings{})
	if in.Suite == nil {
		t.Fatal(source.Errors(in.Errors))
	}
	return in
}

// two has two models with two checks each.
const two = `params: {n: 1}
vars: {x: 0..n}
check:
  - {id: a, formula: AG x = 0, expect: holds}
  - {id: b, formula: EF x = n, expect: holds}
sweep: {n: [1, 2]}
`

func run(t testing.TB, inputs []*Input, o Options) (*record, *report.Summary) {
	t.Helper()
	if o.BugDir == "" {
		o.BugDir = t.TempDir()
	}
	sink := &record{}
	summary, err := Run(t.Context(), inputs, o, sink)
	if err != nil {
		t.Fatal(err)
	}
	return sink, summary
}
