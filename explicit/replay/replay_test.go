package replay

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/internal/sample"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// atState is a state of the models with one variable.
func atState(n int64) spec.State { return spec.State{spec.Int(n)} }

// walkTo are the steps of ring or fork through the given states.
func walkTo(m *spec.Model, from int64, through ...int64) []witness.Step {
	var steps []witness.Step
	for _, to := range through {
		all, err := explicit.Successors(m, atState(from), nil)
		if err != nil {
			panic(err)
		}
		for _, step := range all {
			if terms.SameState(step.To, atState(to)) {
				steps = append(steps, step)
			}
		}
		from = to
	}
	return steps
}

// path goes through the states with a mark at each.
func path(m *spec.Model, from int64, through ...int64) *witness.Path {
	p := &witness.Path{Steps: walkTo(m, from, through...), Marks: []int{0}, Loop: -1}
	for i := range through {
		p.Marks = append(p.Marks, i+1)
	}
	return p
}

func agentNamed(m *spec.Model, name string) *spec.Agent {
	for _, a := range m.Agents {
		if a.Name.String() == name {
			return a
		}
	}
	panic(name)
}

// epistemic goes from an initial state through others to where f is false or true.
func epistemic(m *spec.Model, who string, f spec.Expr, holds bool, start int64, through ...int64) *witness.EpistemicStep {
	end := start
	if len(through) > 0 {
		end = through[len(through)-1]
	}
	j := &witness.EpistemicStep{Start: atState(start), Origin: walkTo(m, start, through...)}
	for _, name := range strings.Fields(who) {
		j.Agents = append(j.Agents, agentNamed(m, name))
	}
	j.To = &witness.Node{Formula: f, Holds: holds, State: atState(end)}
	return j
}

// count claims in how many worlds the formula of a share is true.
func count(n *witness.Node, least, most, all int64, who ...*spec.Agent) {
	n.Count = &witness.Count{Agents: who, Least: big.NewInt(least), Most: big.NewInt(most), All: big.NewInt(all)}
	n.Claim = witness.ShareClaim(n.Formula.(*spec.Share), n.Count)
}

// operand is what the outermost operator of f is applied to.
func operand(f spec.Expr) spec.Expr {
	switch f := f.(type) {
	case *spec.Knows:
		return f.X
	case *spec.GroupKnows:
		return f.X
	case *spec.Temporal:
		return f.X
	case *spec.Share:
		return f.X
	}
	panic("no operand")
}

// evidence is a check with evidence that is right, and ways to spoil it.
type evidence struct {
	model, formula string
	holds          bool
	start          int64
	show           func(m *spec.Model, n *witness.Node)
	// spoil has for each reason the change that is refused for it.
	spoil map[string]func(m *spec.Model, n *witness.Node)
}

type change = func(m *spec.Model, n *witness.Node)

var evidences = []evidence{
	{model: sample.Ring, formula: "EF s = 3", holds: true,
		show: func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1, 3) },
		spoil: map[string]change{
			"is not enabled":             func(m *spec.Model, n *witness.Node) { n.Path.Steps[0].Moves[0].Args = []spec.Value{spec.Int(2)} },
			"cannot be taken":            func(m *spec.Model, n *witness.Node) { n.Path.Steps[0].Moves[0].Args = nil },
			"step 1, jump, is not":       func(m *spec.Model, n *witness.Node) { n.Path.Steps[0] = n.Path.Steps[1] },
			"leads to (s = 3), not":      func(m *spec.Model, n *witness.Node) { n.Path.Steps[1].To = atState(2) },
			"are no execution":           func(m *spec.Model, n *witness.Node) { n.Path.Marks = []int{0, 2} },
			"last mark is not at":        func(m *spec.Model, n *witness.Node) { n.Path.Marks = []int{0, 1} },
			"first mark is not":          func(m *spec.Model, n *witness.Node) { n.Path.Marks = nil },
			"not in order":               func(m *spec.Model, n *witness.Node) { n.Path.Marks = []int{0, 2, 1} },
			"no single run":              func(m *spec.Model, n *witness.Node) { n.Holds = false },
			"is no initial state":        func(m *spec.Model, n *witness.Node) { n.State = atState(1) },
			"does not matter":            func(m *spec.Model, n *witness.Node) { n.Path.Ends = true },
			"returns to mark":            func(m *spec.Model, n *witness.Node) { n.Path.Loop = 2 },
			"s = 3 is false at mark 1":   func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1) },
			"neither a path nor a claim": func(m *spec.Model, n *witness.Node) { n.Path = nil },
			"not asked for": func(m *spec.Model, n *witness.Node) {
				n.Path.Shown = []witness.Shown{{Mark: 0, Node: &witness.Node{Formula: operand(n.Formula), State: atState(0)}}}
			},
			"by no action": func(m *spec.Model, n *witness.Node) {
				n.Path.Steps[0].Moves = []spec.Move{{Action: &spec.Action{Name: "go"}}}
			},
			"is no evidence for": func(m *spec.Model, n *witness.Node) { n.Claim = "somewhere" },
			"outside its type":   func(m *spec.Model, n *witness.Node) { n.State = atState(7) },
			"values for":         func(m *spec.Model, n *witness.Node) { n.State = nil },
			"another formula":    func(m *spec.Model, n *witness.Node) { n.Formula = operand(n.Formula) },
		}},
	{model: sample.Ring, formula: "AF s = 4",
		show: func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1, 3, 0); n.Path.Loop = 0 },
		spoil: map[string]change{
			"does not return":          func(m *spec.Model, n *witness.Node) { n.Path.Loop = 1 },
			"neither returns nor ends": func(m *spec.Model, n *witness.Node) { n.Path.Loop = -1 },
			"s = 4 is true at mark 0":  func(m *spec.Model, n *witness.Node) { n.State = atState(4); n.Path = path(m, 4); n.Path.Ends = true },
			"can go on after":          func(m *spec.Model, n *witness.Node) { n.Path.Loop, n.Path.Ends = -1, true },
			"shown by a path alone":    func(m *spec.Model, n *witness.Node) { n.Epistemic = &witness.EpistemicStep{} },
			"the evidence at mark 1 is for": func(m *spec.Model, n *witness.Node) {
				n.Path.Shown = []witness.Shown{{Mark: 1, Node: &witness.Node{Formula: operand(n.Formula), State: atState(1), Holds: true}}}
			},
			"the evidence at mark 1 is about another state": func(m *spec.Model, n *witness.Node) {
				n.Path.Shown = []witness.Shown{{Mark: 1, Node: &witness.Node{Formula: operand(n.Formula), State: atState(2)}}}
			},
		}},
	{model: sample.Ring, formula: "A(F s = 4)",
		show: func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1, 3, 0); n.Path.Loop = 0 },
		spoil: map[string]change{
			"does not return":              func(m *spec.Model, n *witness.Node) { n.Path.Loop = 1 },
			"too short to decide":          func(m *spec.Model, n *witness.Node) { n.Path.Loop = -1 },
			"the formula is true":          func(m *spec.Model, n *witness.Node) { n.State = atState(4); n.Path = path(m, 4); n.Path.Ends = true },
			"can go on after":              func(m *spec.Model, n *witness.Node) { n.Path.Loop, n.Path.Ends = -1, true },
			"shown by a path alone":        func(m *spec.Model, n *witness.Node) { n.Epistemic = &witness.EpistemicStep{} },
			"neither a path nor a claim":   func(m *spec.Model, n *witness.Node) { n.Path = nil },
			"no single run":                func(m *spec.Model, n *witness.Node) { n.Holds = true },
			"every step is one of the run": func(m *spec.Model, n *witness.Node) { n.Path.Marks = []int{0, 3} },
		}},
	{model: sample.Ring, formula: "E(X (s < 2 U s = 3) & G F s = 0)", holds: true,
		show: func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1, 3, 0); n.Path.Loop = 0 },
		spoil: map[string]change{
			"the formula is false": func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1, 2, 3, 0); n.Path.Loop = 0 },
			"too short to decide":  func(m *spec.Model, n *witness.Node) { n.Path.Loop = -1 },
		}},
	{model: sample.Ring, formula: "A[s < 3 U s = 4]",
		show:  func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1, 3) },
		spoil: map[string]change{"s < 3 is true": func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1) }}},
	{model: sample.Ring, formula: "A[s < 4 U s = 4]",
		show:  func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1, 2, 3, 0); n.Path.Loop = 0 },
		spoil: map[string]change{"s < 4 is true": func(m *spec.Model, n *witness.Node) { n.Path.Loop = -1 }}},
	{model: sample.Ring, formula: "E[s < 2 U s = 3]", holds: true,
		show:  func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1, 3) },
		spoil: map[string]change{"s < 2 is false at mark 2": func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1, 2, 3) }}},
	{model: sample.Ring, formula: "EG{_; <= 2} s < 4", holds: true,
		show: func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1, 2) },
		spoil: map[string]change{
			"neither returns nor": func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1) },
			"at most 2 count":     func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1, 2, 3) },
		}},
	{model: sample.Ring, formula: "EX{go} EG{jump} s < 4", holds: true,
		show: func(m *spec.Model, n *witness.Node) {
			n.Path = path(m, 0, 1)
			n.Path.Shown = []witness.Shown{{Mark: 1, Node: &witness.Node{Formula: operand(n.Formula), Holds: true, State: atState(1), Path: path(m, 1, 3)}}}
			n.Path.Shown[0].Node.Path.Ends = true
		},
		spoil: map[string]change{
			"can go on after mark 0": func(m *spec.Model, n *witness.Node) {
				n.Path.Shown[0].Node.Path = path(m, 1)
				n.Path.Shown[0].Node.Path.Ends = true
			},
			"nothing shows that EG": func(m *spec.Model, n *witness.Node) { n.Path.Shown = nil },
			"instead of one":        func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1, 2) },
		}},
	{model: sample.Ring, formula: "EX{(go; ?(K{half} s < 2))*; jump} s = 3", holds: true,
		show: func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1, 3); n.Path.Marks = []int{0, 2} },
		spoil: map[string]change{
			"steps 1 to 3 are no execution": func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1, 2, 3); n.Path.Marks = []int{0, 3} },
			"instead of one":                func(m *spec.Model, n *witness.Node) { n.Path.Marks = []int{0, 1, 2} },
		}},
	{model: sample.Ring, formula: "K{parity} s = 0",
		show: func(m *spec.Model, n *witness.Node) {
			n.Epistemic = epistemic(m, "parity", operand(n.Formula), false, 0, 1, 2)
		},
		spoil: map[string]change{
			"not that of parity": func(m *spec.Model, n *witness.Node) { n.Epistemic.Agents[0] = agentNamed(m, "half") },
			"parity tells (s = 1)": func(m *spec.Model, n *witness.Node) {
				n.Epistemic = epistemic(m, "parity", operand(n.Formula), false, 0, 1)
			},
			"is no initial state": func(m *spec.Model, n *witness.Node) {
				n.Epistemic.Start = atState(1)
				n.Epistemic.Origin = n.Epistemic.Origin[1:]
			},
			"steps of its epistemic step lead": func(m *spec.Model, n *witness.Node) { n.Epistemic.Origin = nil },
			"it has parts":                     func(m *spec.Model, n *witness.Node) { n.Parts = []*witness.Node{n.Epistemic.To} },
			"its parts make it": func(m *spec.Model, n *witness.Node) {
				n.Epistemic = epistemic(m, "parity", operand(n.Formula), false, 0)
			},
			"is for the truth value":            func(m *spec.Model, n *witness.Node) { n.Epistemic.To.Holds = true },
			"nothing about the state":           func(m *spec.Model, n *witness.Node) { n.Epistemic.To, n.Epistemic.Other = nil, atState(2) },
			"leads to two states":               func(m *spec.Model, n *witness.Node) { n.Epistemic.Other = atState(4) },
			"after the epistemic step is about": func(m *spec.Model, n *witness.Node) { n.Epistemic.To.Formula = n.Formula },
			"neither an epistemic step nor":     func(m *spec.Model, n *witness.Node) { n.Epistemic = nil },
			"no single epistemic step":          func(m *spec.Model, n *witness.Node) { n.Holds = true },
			"step 1, go(1), leads to":           func(m *spec.Model, n *witness.Node) { n.Epistemic.Origin[0].To = atState(3) },
			"only E is repeated":                func(m *spec.Model, n *witness.Node) { n.Times = 1 },
			"shown by an epistemic step alone":  func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0) },
			"enumeration decides":               func(m *spec.Model, n *witness.Node) { n.Epistemic, n.Holds, n.Claim = nil, true, "everywhere" },
		}},
	{model: sample.Ring, formula: "S{parity} s = 2", holds: true,
		show: func(m *spec.Model, n *witness.Node) {
			n.Epistemic = epistemic(m, "parity", operand(n.Formula), true, 0, 1, 2)
		},
		spoil: map[string]change{"its parts make it": func(m *spec.Model, n *witness.Node) {
			n.Epistemic = epistemic(m, "parity", operand(n.Formula), true, 4)
		}}},
	{model: sample.Ring, formula: "KW{parity} s = 0",
		show: func(m *spec.Model, n *witness.Node) {
			n.Epistemic = epistemic(m, "parity", operand(n.Formula), false, 4)
		},
		spoil: map[string]change{"before the epistemic step": func(m *spec.Model, n *witness.Node) {
			n.Epistemic = epistemic(m, "parity", operand(n.Formula), true, 0)
		}}},
	{model: sample.Ring, formula: "KV{half} s",
		show: func(m *spec.Model, n *witness.Node) {
			n.Epistemic = epistemic(m, "half", nil, false, 0, 1)
			n.Epistemic.To, n.Epistemic.Other = nil, atState(1)
		},
		spoil: map[string]change{"s is 0 in both": func(m *spec.Model, n *witness.Node) { n.Epistemic.Origin, n.Epistemic.Other = nil, atState(0) }}},
	{model: sample.Ring, formula: "E{parity, half; 2} s != 3",
		show: func(m *spec.Model, n *witness.Node) {
			n.Epistemic = epistemic(m, "parity", n.Formula, false, 0, 1, 2)
			n.Epistemic.To.Times = 1
			n.Epistemic.To.Epistemic = epistemic(m, "half", operand(n.Formula), false, 0, 1, 3)
		},
		spoil: map[string]change{
			"applied 2 times instead of 1": func(m *spec.Model, n *witness.Node) { n.Epistemic.To.Times = 2 },
			"chain of epistemic steps is too short": func(m *spec.Model, n *witness.Node) {
				n.Epistemic = epistemic(m, "parity", operand(n.Formula), false, 4)
			},
			"outside the group": func(m *spec.Model, n *witness.Node) { n.Epistemic.Agents[0] = agentNamed(m, "blind") },
			"one member takes": func(m *spec.Model, n *witness.Node) {
				n.Epistemic.Agents = append(n.Epistemic.Agents, n.Epistemic.Agents[0])
			},
		}},
	{model: sample.Ring, formula: "E{parity, half; 1000000000} s != 3", // the levels between would stay where they are
		show: func(m *spec.Model, n *witness.Node) {
			n.Epistemic = epistemic(m, "parity", n.Formula, false, 0, 1, 2)
			n.Epistemic.To.Times = 1
			n.Epistemic.To.Epistemic = epistemic(m, "half", operand(n.Formula), false, 0, 1, 3)
		},
		spoil: map[string]change{
			"applied 1000000000 times instead of 1 to 999999999": func(m *spec.Model, n *witness.Node) { n.Epistemic.To.Times = 1000000000 },
			"applied 0 times instead of 1":                       func(m *spec.Model, n *witness.Node) { n.Epistemic.To.Times = 0 },
			"applied -1 times instead of 1":                      func(m *spec.Model, n *witness.Node) { n.Epistemic.To.Times = -1 },
			"too short: 1 more":                                  func(m *spec.Model, n *witness.Node) { n.Epistemic.To.Times = 2 },
			"too short: 999999999 more": func(m *spec.Model, n *witness.Node) {
				n.Epistemic = epistemic(m, "parity", operand(n.Formula), false, 4)
			},
			"enumeration decides": func(m *spec.Model, n *witness.Node) {
				n.Epistemic, n.Holds, n.Claim = nil, true, "everywhere"
			},
		}},
	{model: sample.Ring, formula: "EG{_; <= 1000000000} s < 4", holds: true, // a loop within the bound
		show:  func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1, 2, 3, 0); n.Path.Loop = 0 },
		spoil: map[string]change{"does not return": func(m *spec.Model, n *witness.Node) { n.Path.Loop = 1 }}},
	{model: sample.Ring, formula: "share{parity}(s = 0) >= 1/2",
		show: func(m *spec.Model, n *witness.Node) { count(n, 1, 1, 3, agentNamed(m, "parity")) },
		spoil: map[string]change{
			"decides that it is false": func(m *spec.Model, n *witness.Node) { n.Holds = true },
			"s = 0 is true in 1 of the 3 that parity": func(m *spec.Model, n *witness.Node) {
				count(n, 2, 2, 3, agentNamed(m, "parity"))
			},
			"s = 0 is true in 1 of the 3 that":     func(m *spec.Model, n *witness.Node) { count(n, 1, 1, 4, agentNamed(m, "parity")) },
			"s = 0 is true in 1 of the 3":          func(m *spec.Model, n *witness.Node) { count(n, 1, 1, 3) },
			"is true in 1 of the 3 that parity":    func(m *spec.Model, n *witness.Node) { count(n, 0, 0, 3, agentNamed(m, "parity")) },
			"enumeration finds that s = 0 is true": func(m *spec.Model, n *witness.Node) { n.Claim = "in some worlds" },
		}},
	{model: sample.Ring + "fairness: [s = 2]", formula: "EG{_; <= 5} s < 4", holds: true, // any fair run may follow
		show:  func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1, 3, 0); n.Path.Loop = 0 },
		spoil: map[string]change{"neither returns": func(m *spec.Model, n *witness.Node) { n.Path.Loop = -1 }}},
	{model: sample.Ring, formula: "C{parity, half} s != 3",
		show: func(m *spec.Model, n *witness.Node) {
			n.Epistemic = epistemic(m, "parity", n.Formula, false, 0, 1, 2)
			n.Epistemic.To.Epistemic = epistemic(m, "half", operand(n.Formula), false, 0, 1, 3)
		},
		spoil: map[string]change{
			"half tells":            func(m *spec.Model, n *witness.Node) { n.Epistemic.Agents[0] = agentNamed(m, "half") },
			"about another formula": func(m *spec.Model, n *witness.Node) { n.Epistemic.To.Holds = true },
		}},
	{model: sample.Ring, formula: "D{parity, half} s = 4", start: 4,
		show: func(m *spec.Model, n *witness.Node) {
			n.Epistemic = epistemic(m, "parity half", operand(n.Formula), false, 0, 1, 2)
		},
		spoil: map[string]change{"half, a member": func(m *spec.Model, n *witness.Node) { n.Epistemic.Agents = n.Epistemic.Agents[:1] }}},
	{model: sample.Ring, formula: "s = 0 & EX s = 1 & !K{parity} s = 0", holds: true,
		show: func(m *spec.Model, n *witness.Node) {
			both := n.Formula.(*spec.Binary) // (s = 0 & EX …) & !K …
			next, knows := both.X.(*spec.Binary).Y, both.Y.(*spec.Unary).X
			n.Parts = []*witness.Node{
				{Formula: next, Holds: true, State: n.State, Path: path(m, 0, 1)},
				{Formula: knows, State: n.State, Epistemic: epistemic(m, "parity", operand(knows), false, 4)},
			}
		},
		spoil: map[string]change{
			"do not decide it":    func(m *spec.Model, n *witness.Node) { n.Parts = n.Parts[:1] },
			"make it true":        func(m *spec.Model, n *witness.Node) { n.Holds = false },
			"about another state": func(m *spec.Model, n *witness.Node) { n.Parts[1].State = atState(4) },
			"a run shows nothing": func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0) },
		}},
	{model: sample.Ring, formula: "EX{some n in 0..3: (to(n) | jump); _; two} s = 0", holds: true,
		show: func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1, 2, 3, 0); n.Path.Marks = []int{0, 4} },
		spoil: map[string]change{
			"steps 1 to 3 are no execution": func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1, 3, 0); n.Path.Marks = []int{0, 3} },
		}},
	{model: sample.Ring, formula: "EG{two} s = 4", holds: true, start: 4,
		show:  func(m *spec.Model, n *witness.Node) { n.Path = path(m, 4); n.Path.Ends = true },
		spoil: map[string]change{"neither returns nor ends": func(m *spec.Model, n *witness.Node) { n.Path.Ends = false }}},
	{model: sample.Ring, formula: "EG{jump} s < 4", holds: true,
		show:  func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0); n.Path.Ends = true },
		spoil: map[string]change{"no execution": func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1) }}},
	{model: sample.Ring, formula: "KW{parity} EX s = 1",
		show: func(m *spec.Model, n *witness.Node) {
			n.Parts = []*witness.Node{{Formula: operand(n.Formula), Holds: true, State: atState(0), Path: path(m, 0, 1)}}
			n.Epistemic = epistemic(m, "parity", operand(n.Formula), false, 4)
			n.Epistemic.To.Claim = "no step leads there"
		},
		spoil: map[string]change{
			"more than one part":    func(m *spec.Model, n *witness.Node) { n.Parts = append(n.Parts, n.Parts[0]) },
			"nothing shows that EX": func(m *spec.Model, n *witness.Node) { n.Parts = nil },
			"enumeration decides": func(m *spec.Model, n *witness.Node) {
				n.Epistemic = epistemic(m, "parity", operand(n.Formula), false, 0)
				n.Epistemic.To.Claim = "none"
			},
		}},
	{model: sample.Ring, formula: "exists n in 0..3: EX{go(n)} s = n", holds: true,
		show: func(m *spec.Model, n *witness.Node) {
			fold := n.Formula.(*spec.Fold)
			env := (*spec.Env)(nil).Bind(fold.Binders[0].Bound, spec.Int(1))
			n.Parts = []*witness.Node{{Formula: fold.Body, Env: env, Holds: true, State: atState(0), Path: path(m, 0, 1)}}
		},
		spoil: map[string]change{
			"are no execution": func(m *spec.Model, n *witness.Node) {
				n.Parts[0].Env = n.Parts[0].Env.Bind(n.Formula.(*spec.Fold).Binders[0].Bound, spec.Int(2))
			},
			"do not decide": func(m *spec.Model, n *witness.Node) { n.Parts = nil },
		}},
	{model: sample.Ring, formula: "AG s < 5", holds: true,
		show: func(m *spec.Model, n *witness.Node) { n.Claim = "in all states" },
		spoil: map[string]change{
			"decides that it is true": func(m *spec.Model, n *witness.Node) { n.Holds = false },
			"is about no share":       func(m *spec.Model, n *witness.Node) { n.Count = &witness.Count{} },
		}},
	{model: sample.Ring + "fairness: [s = 2]", formula: "EG s < 4", holds: true,
		show:  func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1, 2, 3, 0); n.Path.Loop = 0 },
		spoil: map[string]change{"never meets": func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1, 3, 0); n.Path.Loop = 0 }}},
	{model: sample.Fork + "runs: infinite", formula: "EF s > 0", holds: true,
		show:  func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 2) },
		spoil: map[string]change{"no reachable state": func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1) }}},
	{model: sample.Fork, formula: "EG s != 2", holds: true,
		show:  func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1, 3); n.Path.Ends = true },
		spoil: map[string]change{"can go on": func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 1); n.Path.Ends = true }}},
	{model: sample.Fork + "runs: ispl", formula: "EG s != 1", holds: true,
		show:  func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 2, 2); n.Path.Loop = 1 },
		spoil: map[string]change{"under runs: ispl": func(m *spec.Model, n *witness.Node) { n.Path = path(m, 0, 2, 2); n.Path.Ends = true }}},
}

func (e evidence) fresh(t *testing.T) (*spec.Check, *witness.Node) {
	c := sample.Question(t, e.model, "formula", e.formula)
	n := &witness.Node{Formula: c.Formula, Holds: e.holds, State: atState(e.start)}
	e.show(c.Model, n)
	return c, n
}

// givenWorlds is a replayer to which worlds are given, in which something was decided already; of
// checks without memory alone.
func givenWorlds(t *testing.T, c *spec.Check) *Replayer {
	t.Helper()
	rp := NewReplayer(c.Model, explicit.Options{})
	s, err := explicit.Unroll(c.Model, c.Recall, c.Runs, c.Depth, explicit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Check(c); err != nil {
		t.Fatal(err)
	}
	if c.Recall == spec.NoRecall {
		rp.Listed(c, s)
		if rp.systems[rp.readingOf(c)] == nil {
			t.Errorf("%s: no worlds are known", c.Text)
		}
	}
	return rp
}

// More worlds than claims are decided in are not taken.
func TestManyGivenWorldsAreNotTaken(t *testing.T) {
	c := sample.Question(t, sample.Ring, "formula", "AG s < 5")
	s, err := explicit.New(c.Model, "", explicit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rp := NewReplayer(c.Model, explicit.Options{MaxClaim: 3})
	rp.Listed(c, s)
	report, err := rp.Replay(c, &witness.Node{Formula: c.Formula, State: atState(0), Claim: "everywhere"})
	if err != nil || len(report.Unchecked()) != 1 {
		t.Errorf("%v, %v", report, err)
	}
}

func TestReplay(t *testing.T) {
	for _, e := range evidences {
		c, n := e.fresh(t)
		report, err := Replay(c.Model, c, n, explicit.Options{})
		if err != nil {
			t.Errorf("%s: %v", e.formula, err)
			continue
		}
		among, err := givenWorlds(t, c).Replay(c, n)
		if err != nil || len(among.Claims) != len(report.Claims) || len(among.Unchecked()) > 0 {
			t.Errorf("%s, among worlds that are given: %v, %v, want %v", e.formula, among, err, report)
		}
		if len(report.Unchecked()) > 0 {
			t.Errorf("%s: %v is not checked", e.formula, report.Unchecked())
		}
		if _, err := Replay(c.Model, c, n, explicit.Options{MaxClaim: -1}); err != nil && !strings.Contains(err.Error(), "nothing says") {
			t.Errorf("%s, nothing enumerated: %v", e.formula, err)
		}
	}
}

// TestReplayRefuses spoils evidence in every way that it can be wrong.
func TestReplayRefuses(t *testing.T) {
	for _, e := range evidences {
		for reason, spoil := range e.spoil {
			c, n := e.fresh(t)
			spoil(c.Model, n)
			_, err := Replay(c.Model, c, n, explicit.Options{})
			if _, again := givenWorlds(t, c).Replay(c, n); fmt.Sprint(again) != fmt.Sprint(err) {
				t.Errorf("%s: %v, among worlds that are given: %v", e.formula, err, again)
			}
			var mismatch *Mismatch
			switch {
			case !errors.As(err, &mismatch):
				t.Errorf("%s: %v, want a mismatch: %s", e.formula, err, reason)
			case !strings.Contains(err.Error(), reason):
				t.Errorf("%s: %v\n want %s", e.formula, err, reason)
			}
		}
	}
}

// TestClaimsAreBelieved leaves claims about a model that is too large.
func TestClaimsAreBelieved(t *testing.T) {
	c := sample.Question(t, sample.Ring, "formula", "AG s < 5")
	n := &witness.Node{Formula: c.Formula, State: atState(0), Claim: "everywhere"} // wrong, and nobody can tell
	report, err := Replay(c.Model, c, n, explicit.Options{MaxClaim: 3})
	if err != nil || len(report.Unchecked()) != 1 || report.Claims[0].Node != n {
		t.Errorf("%v, %v", report, err)
	}
}

// TestEndsAreCheckedInManyWorlds asks whether a program can be repeated at the end of a path, in
// a model of which there is no room for all five worlds: those that it leads to are fewer.
func TestEndsAreCheckedInManyWorlds(t *testing.T) {
	for _, e := range []struct {
		formula   string
		start     int64
		room      int
		unchecked int
		reason    string
	}{
		{formula: "EG{two} s = 4", start: 4, room: 1},
		{formula: "EG{two} s < 4", start: 0, room: 4, reason: "can go on after mark 0"},
		{formula: "EG{two} s < 4", start: 0, room: 3, unchecked: 1},
		{formula: "EG{?(K{all_seeing} s < 4); _} s = 4", start: 4, room: 4, unchecked: 1},
	} {
		c := sample.Question(t, sample.Ring, "formula", e.formula)
		n := &witness.Node{Formula: c.Formula, Holds: true, State: atState(e.start), Path: path(c.Model, e.start)}
		n.Path.Ends = true
		report, err := Replay(c.Model, c, n, explicit.Options{MaxClaim: e.room})
		switch {
		case e.reason != "" && (err == nil || !strings.Contains(err.Error(), e.reason)):
			t.Errorf("%s with room for %d: %v, want %s", e.formula, e.room, err, e.reason)
		case e.reason == "" && (err != nil || len(report.Claims) != 1 || len(report.Unchecked()) != e.unchecked):
			t.Errorf("%s with room for %d: %v, %v, want %d of one claim unchecked", e.formula, e.room, report, err, e.unchecked)
		}
	}
}

// What has no value after more steps than an answer is based on is nothing against it; within these it is, and
// without memory in every state that is reached.
func TestEndsAreCheckedWithinTheAnswer(t *testing.T) {
	const model = `
vars: {x: 0..3}
init: x = 0
agents: {}
actions:
  on: {when: 1 / (3 - x) >= 0 & x < 3, then: {x: x + 1}}
  never: {when: "false"}
`
	const program = "never; on"
	const argument = "never; by(1 / (1 - x))"
	for _, c := range []struct {
		program, memory string
		depth           int
		refuted         bool
	}{
		{program, "perfect", 2, false},
		{program, "clock", 2, false},
		{program, "perfect", 3, true},
		{program, "clock", 3, true},
		{program, "none", spec.AutoDepth, true},
		{argument, "perfect", spec.NoSteps, false},
		{argument, "perfect", 1, true},
	} {
		chk := sample.Question(t, model+"  by(n in 0..1): {when: \"false\"}\n", "formula", "EG{"+c.program+"} x = 0", "recall: "+c.memory)
		chk.Depth = c.depth
		n := &witness.Node{Formula: chk.Formula, Holds: true, State: atState(0), Path: &witness.Path{Marks: []int{0}, Loop: -1, Ends: true}}
		report, err := Replay(chk.Model, chk, n, explicit.Options{})
		switch {
		case c.refuted && (err == nil || !refutes(err)):
			t.Errorf("%s, recall %s, the first %d steps: %v, want division by 0", c.program, c.memory, c.depth, err)
		case !c.refuted && (err != nil || len(report.Claims) != 1 || len(report.Unchecked()) != 0):
			t.Errorf("%s, recall %s, the first %d steps: %v, %v, want a claim that is checked", c.program, c.memory, c.depth, report, err)
		}
	}
}

// TestAtIsReplayed wants the root among the states that the check asks about.
func TestAtIsReplayed(t *testing.T) {
	for at, fits := range map[string]bool{"s = 0": true, "s = 4": false, "K{all_seeing} s = 0": true, "K{parity} s = 0": false} {
		c := sample.Question(t, sample.Ring, "formula", "EX s = 1", "at: "+at)
		n := &witness.Node{Formula: c.Formula, Holds: true, State: atState(0), Path: path(c.Model, 0, 1)}
		if _, err := Replay(c.Model, c, n, explicit.Options{}); (err == nil) != fits {
			t.Errorf("at %s: %v", at, err)
		}
	}
}
