package report

import (
	"math/big"
	"testing"
	"time"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
	"github.com/epibdd/epibdd/witness"
)

// sampleText has a variable of every kind of type, and a check for every kind
// of result.
const sampleText = `name: sample
doc: All that a report can say.
types:
  Value: {range: 1..3, names: {1: A}}
  Suit: [H, S]
  Card: {record: {val: Value, suit: Suit}, names: "{val}{suit}"}
  Law: [odd, match]
vars:
  law: Law
  top: Card?
  hand: array [alice, bob] of set Card
  n: 0..9
agents:
  alice: {sees: [top]}
  bob: {sees: [n]}
actions:
  turn(c in Card): {then: {top: c}}
  rest: {}
check:
  - {id: met, formula: AG n = 0, expect: holds}
  - id: unmet
    formula: |
      AG    # over all steps,
        K{alice} law = odd
    expect: holds
  - {id: lasso, formula: AF n > 0, expect: holds}
  - {id: open, some: "exists c in Card: EF{turn(c); rest} top = c"}
  - {id: number, count: n = 0, expect: "> pow(2, 70)"}
  - {id: first, least: m in 1..3, formula: "AF{_; <= m} n > 0", expect: none}
  - {id: slow, formula: AG n < 9, at: n = 0, expect: holds}
  - {id: faulty, formula: AG top.val > 0, expect: holds}
  - {id: broken, formula: AG n < 8, expect: fails}
  - {id: cut, formula: AG n < 7, expect: fails}
`

// oddName has what the formats must escape.
const oddName = "a,b:c%d|e<f>&\"g\".yaml"

// sample is a document with a result for each of its checks.
func sample(t testing.TB) (*Spec, []*Result) {
	t.Helper()
	suite, err := spec.Parse(oddName, sampleText)
	if err != nil {
		t.Fatal(err)
	}
	s := &Spec{File: oddName, Name: suite.Name, Doc: suite.Doc, Checks: suite.Checks}
	s.Warnings = []source.Diagnostic{{Severity: source.Warning, Span: suite.Checks[0].Place, Message: "100% odd,\nin two lines", Hint: "none"}}
	m := suite.Models[0]
	told := func(run *witness.Node) *Run { return RunOf(m, run, doubtsOf(run)) }
	var rs []*Result
	for i, c := range suite.Checks {
		rs = append(rs, &Result{
			Check: c, Verdict: verdict.Holds, Nodes: 100 + i, Work: 1000 + int64(i), States: big.NewInt(24), Time: time.Duration(i) * 10 * time.Millisecond,
		})
	}
	unmet, lasso, open, number, first, slow, faulty, broken, cut := rs[1], rs[2], rs[3], rs[4], rs[5], rs[6], rs[7], rs[8], rs[9]
	unmet.Verdict, unmet.Run = verdict.Fails, told(unmetRun(m, unmet.Check))
	lasso.Verdict, lasso.Run = verdict.Fails, told(lassoRun(m, lasso.Check))
	lasso.Route = "reachable states"
	open.Run = told(openRun(m, open.Check))
	number.Value, _ = new(big.Int).SetString("590295810358705651712", 10)
	first.Value = big.NewInt(2)
	slow.Verdict, slow.Cause, slow.Reason, slow.States = verdict.Unknown, Limit, "time: 10s", nil
	faulty.Verdict, faulty.Cause, faulty.Reason = verdict.Error, Fault, "none has no field val"
	faulty.Problem = &source.Diagnostic{Span: faulty.Check.Formula.Span(), Message: "none has no field val; this happens in law = odd", Hint: "protect it"}
	broken.Verdict, broken.Cause, broken.Reason = verdict.Error, Bug, "the program panicked"
	broken.Details, broken.SavedTo = "panic: ]]> and \x1b[31m ``` \x00", "epibdd-bug-0123456789.txt"
	cut.Verdict, cut.Cause, cut.Reason = verdict.Unknown, Interrupted, "interrupted"
	return s, rs
}

func card(value int64, suit string) spec.Value {
	return spec.Record{spec.Int(value), spec.Symbol(suit)}
}

func state(law string, top spec.Value, alice ...spec.Value) spec.State {
	return spec.State{spec.Symbol(law), top, spec.Array{spec.NewSet(alice...), spec.NewSet()}, spec.Int(0)}
}

// step is one move.
func step(to spec.State, a *spec.Action, args ...spec.Value) witness.Step {
	return witness.Step{Moves: []spec.Move{{Action: a, Args: args}}, To: to}
}

// unmetRun goes two steps and epistemic steps.
func unmetRun(m *spec.Model, c *spec.Check) *witness.Node {
	turn := m.Actions[0]
	knows := c.Formula.(*spec.Temporal).X.(*spec.Knows)
	there := state("match", card(1, "S"))
	epistemic := &witness.Node{
		Formula: knows, State: state("odd", card(1, "S")),
		Epistemic: &witness.EpistemicStep{
			Agents: m.Agents[:1], Start: state("match", spec.Absent{}, card(1, "S")),
			Origin: []witness.Step{step(there, turn, card(1, "S"))},
			To:     &witness.Node{Formula: knows.X, State: there},
		},
	}
	return &witness.Node{
		Formula: c.Formula, State: state("odd", spec.Absent{}, card(1, "S"), card(2, "H")),
		Path: &witness.Path{
			Steps: []witness.Step{
				step(state("odd", spec.Absent{}, card(1, "S"), card(2, "H")), m.Actions[1]),
				step(epistemic.State, turn, card(1, "S")),
			},
			Marks: []int{0, 1, 2}, Loop: -1, Fair: true,
			Shown: []witness.Shown{{Mark: 2, Node: epistemic}},
		},
	}
}

// lassoRun returns to where it was.
func lassoRun(m *spec.Model, c *spec.Check) *witness.Node {
	x := c.Formula.(*spec.Temporal).X
	s := state("odd", card(3, "H"))
	one := &witness.Node{Formula: x, State: s}
	return &witness.Node{
		Formula: c.Formula, State: state("odd", spec.Absent{}),
		Path: &witness.Path{
			Steps: []witness.Step{
				step(s, m.Actions[0], card(3, "H")),
				step(s, m.Actions[1]),
			},
			Marks: []int{0, 1, 2}, Loop: 1,
			Shown: []witness.Shown{{Mark: 0, Node: one}, {Mark: 1, Node: one}},
		},
	}
}

// openRun is a choice, a program of two steps, and a claim at its end.
func openRun(m *spec.Model, c *spec.Check) *witness.Node {
	fold := c.Formula.(*spec.Fold)
	env := (*spec.Env)(nil).Bind(fold.Binders[0].Bound, card(2, "S"))
	start, end := state("odd", spec.Absent{}), state("odd", card(2, "S"))
	return &witness.Node{
		Formula: fold, Holds: true, State: start,
		Parts: []*witness.Node{{
			Formula: fold.Body, Env: env, Holds: true, State: start,
			Path: &witness.Path{
				Steps: []witness.Step{step(end, m.Actions[0], card(2, "S")), step(end, m.Actions[1])},
				Marks: []int{0, 2}, Loop: -1, Ends: true,
				Shown: []witness.Shown{{Mark: 1, Node: &witness.Node{
					Formula: fold.Body.(*spec.Temporal).X, Env: env, Holds: true, State: end, Claim: "in all states",
				}}},
			},
		}},
	}
}

// badSample is a document that cannot be read.
func badSample() *Spec {
	f := source.NewFile("bad.yaml", "init: a &\n")
	return &Spec{File: "bad.yaml", Errors: []source.Diagnostic{
		{Span: source.Span{File: f, Start: 8, End: 9}, Message: "an expression is expected"},
		{Message: "and no place for this"},
	}}
}
