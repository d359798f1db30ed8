package explicit

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// Replayer checks evidence about one model: every step by guards and effects,
// every jump by comparing views, every literal by evaluation. Claims are
// re-decided by enumeration where the model is small enough. A Replayer serves
// one goroutine at a time.
type Replayer struct {
	model   *spec.Model
	opts    Options
	agents  map[string]*spec.Agent
	systems map[reading]*System // nil: too large
}

// reading is how a check reads the model.
type reading struct {
	runs   spec.Runs
	recall spec.Recall
	depth  int
}

// Report says what a replay saw.
type Report struct {
	Steps, Jumps int
	Claims       []Claim
}

// Claim is something that no run shows.
type Claim struct {
	Node *witness.Node // on which it stands
	What string
	// Checked says that enumeration has confirmed it.
	Checked bool
}

// Unchecked lists the claims that had to be believed.
func (r *Report) Unchecked() []Claim {
	return slices.DeleteFunc(slices.Clone(r.Claims), func(c Claim) bool { return c.Checked })
}

// Mismatch is evidence that does not show what it says.
type Mismatch struct {
	Model  *spec.Model
	Node   *witness.Node
	Reason string
}

func (e *Mismatch) Error() string {
	holds := "true"
	if !e.Node.Holds {
		holds = "false"
	}
	what := "a formula"
	if e.Node.Formula != nil && e.Node.Formula.Span().Text() != "" {
		what = e.Node.Formula.Span().Text()
	}
	return fmt.Sprintf("the evidence that %s is %s in state %s does not fit: %s",
		what, holds, showState(e.Model, e.Node.State), e.Reason)
}

// NewReplayer prepares the replay of evidence about m.
func NewReplayer(m *spec.Model, o Options) *Replayer {
	r := &Replayer{model: m, opts: o.withDefaults(), systems: map[reading]*System{}}
	r.agents = map[string]*spec.Agent{}
	for _, a := range m.Agents {
		r.agents[spec.Key(a.Name)] = a
	}
	return r
}

// Replay checks evidence for the answer to a check: that its formula has the
// truth value root.Holds in root.State, an initial state that the check asks
// about. It fails with *Mismatch where something does not fit.
func Replay(m *spec.Model, c *spec.Check, root *witness.Node, o Options) (*Report, error) {
	return NewReplayer(m, o).Replay(c, root)
}

// Replay is Replay for many pieces of evidence about one model, which is then
// enumerated once for each way in which checks read it. With memory claims are about
// as many steps of runs as the depth of the check says.
func (rp *Replayer) Replay(c *spec.Check, root *witness.Node) (*Report, error) {
	r := &replay{Replayer: rp, reading: reading{c.Runs, c.Recall, c.Depth}, report: &Report{}}
	if r.runs == "" {
		r.runs = rp.model.Runs
	}
	if err := findIdle(c.At, c.Formula); err != nil {
		return nil, err
	}
	h, err := r.root(c, root)
	if err != nil {
		return nil, err
	}
	if err := r.node(root, h); err != nil {
		return nil, err
	}
	return r.report, nil
}

// replay is one replay at work.
type replay struct {
	*Replayer
	reading
	report *Report
}

func (r *replay) mismatch(n *witness.Node, format string, args ...any) error {
	return &Mismatch{r.model, n, fmt.Sprintf(format, args...)}
}

// root checks that the evidence is about the question, and returns the history
// that it is about.
func (r *replay) root(c *spec.Check, n *witness.Node) (*history, error) {
	if n.Formula != c.Formula {
		return nil, r.mismatch(n, "the check %s asks about another formula", c.ID)
	}
	if c.Kind == spec.LeastCheck {
		v, ok := n.Env.Lookup(c.Least.Bound).(spec.Int)
		if !ok || int64(v) < c.Least.Lo || int64(v) > c.Least.Hi {
			return nil, r.mismatch(n, "%s is none of the numbers asked about", c.Least.Bound.Name)
		}
	}
	h, err := r.past(n, c.Layer)
	if err != nil {
		return nil, err
	}
	if c.At != nil {
		if err := r.decided(n, c.At, h, "the condition of at"); err != nil {
			return nil, err
		}
	}
	if n.Path != nil { // which says the same of its last state
		return h, nil
	}
	return h, r.admitted(n, h)
}

// past is the history that leads to the root in a number of steps.
func (r *replay) past(n *witness.Node, steps int) (*history, error) {
	p := n.Past
	if p == nil {
		p = &witness.Past{Start: n.State}
	}
	if len(p.Steps) != steps {
		return nil, r.mismatch(n, "%d steps lead to it, and the check asks about what %d lead to", len(p.Steps), steps)
	}
	return r.run(n, p.Start, p.Steps)
}

// run is a history from an initial state.
func (r *replay) run(n *witness.Node, start spec.State, steps []witness.Step) (*history, error) {
	if err := r.initial(n, start); err != nil {
		return nil, err
	}
	return r.steps(n, begin(start), steps)
}

// node checks that a node shows what it says.
func (r *replay) node(n *witness.Node, h *history) error {
	if n.Formula == nil {
		return r.mismatch(n, "it is about no formula")
	}
	if err := r.typed(n, n.State); err != nil {
		return err
	}
	if !sameState(n.State, h.now()) {
		return r.mismatch(n, "it stands where the state is %s", showState(r.model, h.now()))
	}
	if n.Times != 0 {
		if e, ok := n.Formula.(*spec.GroupKnows); !ok || e.Op != spec.Everybody {
			return r.mismatch(n, "only E is repeated")
		}
	}
	if n.Claim != "" {
		return r.claim(n, h)
	}
	switch e := n.Formula.(type) {
	case *spec.Temporal:
		return r.temporal(n, e, h)
	case *spec.Knows:
		return r.knows(n, e, h)
	case *spec.GroupKnows:
		return r.groupKnows(n, e, h)
	case *spec.Coalition:
		return r.strategy(n, e)
	case *spec.Update:
		return r.update(n, h)
	case *spec.OnRuns:
		return r.onRuns(n, e, h)
	}
	return r.combination(n, n.Formula, h)
}

// typed checks that a state gives each variable a value of its type.
func (r *replay) typed(n *witness.Node, st spec.State) error {
	if len(st) != len(r.model.Vars) {
		return r.mismatch(n, "a state has %d values for %d variables", len(st), len(r.model.Vars))
	}
	for i, v := range r.model.Vars {
		if st[i] == nil || !v.Type.Has(st[i]) {
			return r.mismatch(n, "%s has a value outside its type", v.Name)
		}
	}
	return nil
}

// initial checks that a state is initial.
func (r *replay) initial(n *witness.Node, st spec.State) error {
	if err := r.typed(n, st); err != nil {
		return err
	}
	holds, err := isInitial(r.model, st)
	if err == nil && !holds {
		err = r.mismatch(n, "%s is no initial state", showState(r.model, st))
	}
	return err
}

// combination checks that the parts of a node decide f as the node says.
func (r *replay) combination(n *witness.Node, f spec.Expr, h *history) error {
	if n.Path != nil || n.Jump != nil {
		return r.mismatch(n, "a run shows nothing about a combination of formulas")
	}
	return r.parts(n, f, n.Parts, h)
}

// parts evaluates f in the state of the node, in three values, with its
// knowledge and temporal subformulas known from the parts.
func (r *replay) parts(n *witness.Node, f spec.Expr, parts []*witness.Node, h *history) error {
	for _, part := range parts {
		if !sameState(part.State, n.State) {
			return r.mismatch(n, "evidence for a part of it is about another state")
		}
		if part.Times != 0 {
			return r.mismatch(n, "evidence for a part of it stands inside a chain")
		}
		if err := r.node(part, h); err != nil {
			return err
		}
	}
	switch g, err := r.kleene(f, n.Env, n.State, parts); {
	case err != nil:
		return err
	case g.value == nil:
		return r.mismatch(n, "its parts do not decide it")
	case g.value != spec.Bool(n.Holds):
		return r.mismatch(n, "its parts make it %s", g.value)
	}
	return nil
}

func (r *replay) kleene(f spec.Expr, env *spec.Env, st spec.State, parts []*witness.Node) (guess, error) {
	p := newPartial(st)
	p.modal = func(e spec.Expr, env *spec.Env) guess {
		for _, part := range parts {
			if part.Formula == e && sameNames(e, part.Env, env) {
				return truth(part.Holds)
			}
		}
		return unknown
	}
	g := p.eval(f, env)
	return g, p.err
}

// shown checks that f has the truth value want at the end of a history: by the evidence given,
// or where there is none by evaluation.
func (r *replay) shown(n *witness.Node, f spec.Expr, want bool, h *history, by *witness.Node, where string) error {
	if by == nil {
		switch g, err := r.kleene(f, n.Env, h.now(), nil); {
		case err != nil:
			return err
		case g.value == nil:
			return r.mismatch(n, "nothing shows that %s is %v %s", f.Span().Text(), want, where)
		case g.value != spec.Bool(want):
			return r.mismatch(n, "%s is %v %s", f.Span().Text(), g.value, where)
		}
		return nil
	}
	if by.Formula != f || !sameNames(f, by.Env, n.Env) {
		return r.mismatch(n, "the evidence %s is about another formula", where)
	}
	if by.Holds != want {
		return r.mismatch(n, "the evidence %s is for the truth value %v", where, by.Holds)
	}
	if !sameState(by.State, h.now()) {
		return r.mismatch(n, "the evidence %s is about another state", where)
	}
	if by.Times != 0 {
		return r.mismatch(n, "the evidence %s stands inside a chain", where)
	}
	return r.node(by, h)
}

func sameState(a, b spec.State) bool {
	return slices.EqualFunc(a, b, func(x, y spec.Value) bool { return x != nil && y != nil && spec.Equal(x, y) })
}

// sameNames reports whether the names that e depends on have the same values.
func sameNames(e spec.Expr, a, b *spec.Env) bool {
	for _, name := range e.Free() {
		x, y := a.Lookup(name), b.Lookup(name)
		if x == nil || y == nil || !spec.Equal(x, y) {
			return false
		}
	}
	return true
}
