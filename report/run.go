package report

import (
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// Run is evidence that a formula has a truth value in a state, without the
// model that it is about: everything is shown as the author would write it.
type Run struct {
	// Formula is the text of the formula.
	Formula string `json:"formula"`
	// With gives values to the names that the formula does not bind itself.
	With Object `json:"with,omitempty"`
	// Holds is the truth value.
	Holds bool `json:"holds"`
	// Times is how often an iterated E is still to be applied.
	Times int `json:"times,omitempty"`
	// State gives the variables their values; arrays are objects by index.
	State Object `json:"state"`
	// Past is how the state is reached, where the question is about what so many steps lead to.
	Past *Past `json:"past,omitempty"`
	// Parts are evidence, in the same state, that together decides the formula.
	Parts []*Run `json:"parts,omitempty"`
	// Path shows a temporal formula.
	Path *Path `json:"path,omitempty"`
	// Strategy is what members of a coalition do to bring the formula about.
	Strategy []Play `json:"strategy,omitempty"`
	// Plans are what somebody does to make sure of the formula: best on average, and in the
	// worst case if that takes another plan.
	Plans []*Plan `json:"plans,omitempty"`
	// Epistemic shows that somebody does not know.
	Epistemic *EpistemicStep `json:"jump,omitempty"`
	// After shows what comes of a knowledge action.
	After *After `json:"after,omitempty"`
	// Claim is what was decided about all steps, runs or states considered possible;
	// no run shows it.
	Claim string `json:"claim,omitempty"`
	// Unchecked lists what was decided symbolically only: the claim, or what else the
	// run takes for granted. All else was checked again without decision diagrams.
	Unchecked []string `json:"unchecked,omitempty"`

	// everybody is Formula without the number of times, where Times says how often.
	everybody string
	// show are the variables that the document shows; none: all.
	show []string
}

// Past is a run from an initial state.
type Past struct {
	// Start is the initial state.
	Start Object `json:"start"`
	// Steps are taken one after the other.
	Steps []Step `json:"steps"`
}

// After is one way in which a knowledge action happens.
type After struct {
	// Done is what is done, by each of the actions that follow one another.
	Done []string `json:"done"`
	// Run is evidence about the world that this leads to.
	Run *Run `json:"run"`
}

// Path is a sequence of steps.
type Path struct {
	// Steps are taken one after the other.
	Steps []Step `json:"steps"`
	// Marks are the numbers of steps after which the program is repeated, 0 first.
	Marks []int `json:"marks"`
	// Loop is the mark, by its place in marks, to which the last one returns.
	Loop *int `json:"loop,omitempty"`
	// Ends says that no repetition can follow.
	Ends bool `json:"ends"`
	// Fair says that the path goes on in a run that counts.
	Fair bool `json:"fair"`
	// Shown is evidence at marks.
	Shown []Shown `json:"shown,omitempty"`
	// Possible is what agents who remember consider possible along the way.
	Possible []Possible `json:"possible,omitempty"`

	once bool // one repetition is all that the formula is about
}

// Step is what is done, an action or with joint steps one of each agent, and
// the state that it leads to.
type Step struct {
	// Action is the name of the action; of a joint step its moves, as a program would
	// name them.
	Action string `json:"action"`
	// Args gives the arguments their values; of a joint step there are none here.
	Args Object `json:"args"`
	// Moves are the actions of a joint step.
	Moves []Move `json:"moves,omitempty"`
	// State is the one after the step.
	State Object `json:"state"`
}

// Play is what an agent does as part of a strategy, where it sees something or,
// with full information, in a state.
type Play struct {
	// By is the agent.
	By string `json:"by"`
	// Sees is what the agent sees, or the state.
	Sees Object `json:"sees"`
	// Among are the states in which the play may be, for members who remember what they observed.
	Among []Object `json:"among,omitempty"`
	// Does is the action with its arguments.
	Does string `json:"does"`
}

// Move is an action of one agent in a joint step.
type Move struct {
	// By is the agent.
	By string `json:"by"`
	// Action is the name of the action.
	Action string `json:"action"`
	// Args gives the arguments their values.
	Args Object `json:"args"`
	// Outcome gives the names values that nobody chooses.
	Outcome Object `json:"outcome,omitempty"`
}

// Possible is what an agent considers possible after some steps of a path.
type Possible struct {
	// After is the number of steps.
	After int `json:"after"`
	// Agent is who considers it possible.
	Agent string `json:"agent"`
	// About is the text of the expression whose values these are.
	About string `json:"about"`
	// Count is the number of values.
	Count int `json:"count"`
	// Values are these, where they are few.
	Values []string `json:"values,omitempty"`
}

// Shown is evidence at a mark.
type Shown struct {
	// Mark is the place in marks.
	Mark int `json:"mark"`
	// Run is evidence in the state at the mark.
	Run *Run `json:"run"`
}

// EpistemicStep goes to another state that agents confuse with the present one.
type EpistemicStep struct {
	// Agents all confuse the two states.
	Agents []string `json:"agents"`
	// Start is the initial state from which steps lead to the other state.
	Start Object `json:"start"`
	// Origin are these steps.
	Origin []Step `json:"origin"`
	// Done is what happened there at the knowledge actions before.
	Done []string `json:"done,omitempty"`
	// State is the other state.
	State Object `json:"state"`
	// Run is evidence in the other state.
	Run *Run `json:"run,omitempty"`
}

// RunOf turns evidence about a model into texts, with the doubts about it. It
// returns nil for nil.
func RunOf(m *spec.Model, n *witness.Node, doubts []Doubt) *Run {
	if n == nil {
		return nil
	}
	return (&teller{m, doubts}).run(n)
}

// Doubt is something in a run that was not decided a second time.
type Doubt struct {
	Node *witness.Node // where it stands
	What string        // the claim of the node, or what else it takes for granted
}

// teller makes Runs of one model.
type teller struct {
	model  *spec.Model
	doubts []Doubt
}

func (t *teller) run(n *witness.Node) *Run {
	r := &Run{
		Formula: formulaText(n.Formula), With: bindings(n.Formula, n.Env),
		Holds: n.Holds, Times: n.Times, State: stateOf(t.model.Vars, n.State), Claim: n.Claim,
	}
	for _, v := range t.model.Show {
		r.show = append(r.show, v.Name)
	}
	for _, d := range t.doubts {
		if d.Node == n && !slices.Contains(r.Unchecked, d.What) {
			r.Unchecked = append(r.Unchecked, d.What)
		}
	}
	if n.Past != nil {
		r.Past = &Past{stateOf(t.model.Vars, n.Past.Start), t.steps(n.Past.Steps)}
	}
	for _, p := range n.Parts {
		r.Parts = append(r.Parts, t.run(p))
	}
	if n.Path != nil {
		r.Path = t.path(n.Path)
		temporal, ok := n.Formula.(*spec.Temporal)
		r.Path.once = ok && temporal.Op == spec.NextTime
	}
	if e, ok := n.Formula.(*spec.GroupKnows); ok && n.Times > 0 {
		r.everybody = appliedOnce(e)
	}
	if n.Epistemic != nil {
		r.Epistemic = t.epistemicStep(n.Epistemic)
	}
	if n.After != nil {
		r.After = &After{n.After.Done, t.run(n.After.Node)}
	}
	for _, p := range n.Plans {
		r.Plans = append(r.Plans, t.plan(p))
	}
	if n.Strategy != nil {
		e, _ := n.Formula.(*spec.Coalition)
		if r.Strategy = t.strategy(n.Strategy, e.Uniform); len(n.Strategy.Positions) > 0 {
			r.Strategy = t.remembered(n.Strategy)
		}
	}
	return r
}

func (t *teller) path(p *witness.Path) *Path {
	out := &Path{Steps: t.steps(p.Steps), Marks: p.Marks, Ends: p.Ends, Fair: p.Fair}
	if out.Marks == nil {
		out.Marks = []int{}
	}
	if p.Loop >= 0 {
		out.Loop = &p.Loop
	}
	for _, s := range p.Shown {
		out.Shown = append(out.Shown, Shown{s.Mark, t.run(s.Node)})
	}
	for _, k := range p.Possible {
		possible := Possible{After: k.After, Agent: k.Agent.Name.String(), About: formulaText(k.About), Count: k.Count}
		for _, v := range k.Values {
			possible.Values = append(possible.Values, k.About.Type().Show(v))
		}
		out.Possible = append(out.Possible, possible)
	}
	return out
}

func (t *teller) steps(steps []witness.Step) []Step {
	out := make([]Step, 0, len(steps))
	for _, s := range steps {
		step := Step{State: stateOf(t.model.Vars, s.To)}
		if t.model.Joint {
			step.Action, step.Args = s.String(), Object{}
			for i, m := range s.Moves {
				step.Moves = append(step.Moves, Move{t.model.Movers[i].Agent.Name.String(), m.Action.Name,
					valuesOf(m.Action.Params, m.Args), valuesOf(m.Action.Outcome, m.Outcome)})
			}
		} else {
			step.Action, step.Args = s.Moves[0].Action.Name, valuesOf(s.Moves[0].Action.Params, s.Moves[0].Args)
		}
		out = append(out, step)
	}
	return out
}

// valuesOf gives names their values.
func valuesOf(names []*spec.Bound, values []spec.Value) Object {
	o := Object{}
	for i, b := range names {
		o = append(o, Member{Name: b.Name, Value: b.Type.Show(values[i])})
	}
	return o
}

func (t *teller) epistemicStep(j *witness.EpistemicStep) *EpistemicStep {
	out := &EpistemicStep{Agents: []string{}, Start: stateOf(t.model.Vars, j.Start), Origin: t.steps(j.Origin), Done: j.Done}
	for _, a := range j.Agents {
		out.Agents = append(out.Agents, a.Name.String())
	}
	other := j.Other
	if j.To != nil {
		out.Run = t.run(j.To)
		other = j.To.State
	}
	out.State = stateOf(t.model.Vars, other)
	return out
}

// formulaText is a formula as its author wrote it, on one line.
func formulaText(e spec.Expr) string {
	if e == nil {
		return ""
	}
	return oneLine(e.Span().Text())
}

// appliedOnce is E{group; k} f as E{group} f.
func appliedOnce(e *spec.GroupKnows) string {
	all := e.Span()
	if e.Times == nil || all.File == nil || all.File != e.Times.Span().File {
		return formulaText(e)
	}
	at := e.Times.Span()
	text := all.File.Text
	before := text[all.Start:at.Start]
	if i := strings.LastIndexByte(before, ';'); i >= 0 {
		before = before[:i]
	}
	return oneLine(before + strings.TrimLeft(text[at.End:all.End], ") \n"))
}

// bindings are the values of the names that e leaves open, in the order in
// which they were bound.
func bindings(e spec.Expr, env *spec.Env) Object {
	if e == nil || env == nil {
		return nil
	}
	var o Object
	for _, b := range e.Free() {
		if v := env.Lookup(b); v != nil {
			o = append(o, Member{Name: b.Name, Value: b.Type.Show(v)})
		}
	}
	return o
}
