package certify

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/internal/certify/circuit"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

// Need is an operator about time or knowledge in a formula, with the values of the names in
// it, of which a certificate has to have the set of worlds. Lower says that all of the set
// has to satisfy the formula, Upper that all that satisfies it has to be in the set: which
// is needed is a matter of the negations above it.
type Need struct {
	In           *Structure
	Expr         spec.Expr // nil: the worlds of In, behind a knowledge action
	of           spec.Expr // for which it stands, by one of those whom that asks
	Env          *spec.Env
	Key          string
	Lower, Upper bool
}

// Needs lists what a certificate of a check says, operands before what they are operands of.
// The error is a *Refusal where the question is not covered.
func Needs(c *spec.Check, holds bool) (needs []*Need, err error) {
	defer circuit.Refused(&err)
	if err := covered(c); err != nil {
		return nil, err
	}
	w := &walker{at: map[string]*Need{}, profile: spec.ProfileOf(c, c.Runs), in: &Structure{behind: map[string]*Structure{}}}
	for _, a := range c.Model.Actions {
		w.guards(a)
	}
	if c.At != nil {
		w.walk(c.At, nil, true, true)
	}
	formula := func() { w.walk(c.Formula, nil, holds || counted(c), !holds || counted(c)) }
	if c.After != nil {
		w.execute(c.After, nil, func() {
			if counted(c) {
				formula()
			}
		})
	}
	if c.After == nil || !counted(c) {
		formula()
	}
	return w.needs, nil
}

// Start is the structure of the model that claims are about.
func Start(needs []*Need) *Structure {
	if len(needs) == 0 {
		return &Structure{}
	}
	s := needs[0].In
	for s.Before != nil {
		s = s.Before
	}
	return s
}

func counted(c *spec.Check) bool { return c.Kind == spec.CountCheck }

// covered says why a question is not covered.
func covered(c *spec.Check) error {
	switch {
	case c.Kind != spec.FormulaCheck && c.Kind != spec.SomeCheck && c.Kind != spec.CountCheck:
		return open("questions for the least number, plans and chances")
	case remembers(c) && spec.ProfileOf(c, c.Runs).Restricted:
		return open("fairness with memory")
	case c.IsLiteral():
		return open("interpretation: %s", c.Interpretation)
	}
	return nil
}

type walker struct {
	profile *spec.Profile
	needs   []*Need
	at      map[string]*Need
	seen    int
	in      *Structure // where formulas stand
	made    int        // structures behind knowledge actions
}

const mostNeeds = 1 << 14

// count counts what was gone through.
func (w *walker) count() {
	if w.seen++; w.seen > mostNeeds {
		panic(open("more than %d operators and actions", mostNeeds))
	}
}

// walk goes through a formula: lower where it has to be true in what its set has, upper
// where its set has to have what it is true in.
func (w *walker) walk(x spec.Expr, env *spec.Env, lower, upper bool) {
	if x.Traits()&spec.Modal == 0 {
		return
	}
	w.count()
	switch x := x.(type) {
	case *spec.Unary:
		if x.Op == spec.Not {
			w.walk(x.X, env, upper, lower)
			return
		}
	case *spec.Binary:
		switch x.Op {
		case spec.And, spec.Or:
			w.walk(x.X, env, lower, upper)
			w.walk(x.Y, env, lower, upper)
			return
		case spec.Imp:
			w.walk(x.X, env, upper, lower)
			w.walk(x.Y, env, lower, upper)
			return
		}
	case *spec.Cond:
		w.walk(x.If, env, true, true)
		w.walk(x.Then, env, lower, upper)
		w.walk(x.Else, env, lower, upper)
		return
	case *spec.Fold:
		if x.Op != spec.Forall && x.Op != spec.Exists {
			lower, upper = true, true
		}
		w.instances(x.Binders, env, func(inner *spec.Env) { w.walk(x.Body, inner, lower, upper) })
		return
	case *spec.Call:
		for i, a := range x.Args {
			env = env.Bind(x.Define.Params[i], fixed(a, env))
		}
		w.walk(x.Define.Body, env, lower, upper)
		return
	}
	if x.Traits()&spec.Modal != 0 && !isModal(x) {
		for _, y := range spec.Children(x) {
			w.walk(y, env, true, true)
		}
		return
	}
	list := byAgent(x, w.profile.Check.Model)
	for _, y := range list {
		w.need(y.of, x, by(y.agent), env, lower, upper)
	}
	if list == nil {
		w.need(x, x, "", env, lower, upper)
	}
}

// need notes an operator, which stands for another one of an agent, after its operands.
func (w *walker) need(x, of spec.Expr, by string, env *spec.Env, lower, upper bool) {
	n := w.at[w.in.Key+named(w.at, w.in.Key, of, env, by)]
	if n != nil && (n.Lower || !lower) && (n.Upper || !upper) {
		return
	}
	w.operands(x, env, lower, upper)
	name := named(w.at, w.in.Key, of, env, by)
	if n = w.at[w.in.Key+name]; n == nil {
		n = &Need{In: w.in, Expr: x, of: of, Env: env, Key: name}
		w.at[w.in.Key+name], w.needs = n, append(w.needs, n)
	}
	n.Lower, n.Upper = n.Lower || lower, n.Upper || upper
}

func isModal(x spec.Expr) bool {
	switch x.(type) {
	case *spec.Knows, *spec.GroupKnows, *spec.Share, *spec.Coalition, *spec.Temporal, *spec.Update, *spec.OnRuns:
		return true
	}
	return false
}

// operands goes through the operands of an operator about time or knowledge.
func (w *walker) operands(x spec.Expr, env *spec.Env, lower, upper bool) {
	switch x := x.(type) {
	case *spec.Temporal:
		if w.in.Before != nil {
			panic(open("what comes after knowledge actions"))
		}
		w.program(x.Program, env)
		bound(x.Bound, env)
		w.walk(x.X, env, lower, upper)
		if x.Y != nil {
			w.walk(x.Y, env, lower, upper)
		}
	case *spec.Knows:
		w.ask(fixed(x.Agent, env))
		both := x.Op == spec.KnowsWhether || x.Op == spec.KnowsValue
		w.walk(x.X, env, lower || both, upper || both)
	case *spec.GroupKnows:
		bound(x.Times, env)
		w.ask(agents(x.Group, env)...)
		w.walk(x.X, env, lower, upper)
	case *spec.Update:
		w.execute(x.Action, env, func() { w.walk(x.X, env, lower, upper) })
	case *spec.OnRuns:
		panic(open("formulas about runs as wholes"))
	case *spec.Coalition:
		if x.Uniform || w.profile.Remembering {
			panic(open("strategies that are uniform, or remember"))
		}
		if w.in.Before != nil {
			panic(open("what comes after knowledge actions"))
		}
		agents(x.Group, env)
		w.walk(x.X, env, lower, upper)
		if x.Y != nil {
			w.walk(x.Y, env, lower, upper)
		}
	case *spec.Share:
		panic(open("shares"))
	default:
		panic(open("%T", x))
	}
}

// program goes through the tests of a program that are about time or knowledge.
func (w *walker) program(p spec.Program, env *spec.Env) {
	modal := slices.ContainsFunc(spec.InProgram(p), func(x spec.Expr) bool { return x.Traits()&spec.Modal != 0 })
	switch p := p.(type) {
	case *spec.Both:
		panic(open("a program with &"))
	case *spec.Star:
		if w.profile.Restricted || remembers(w.profile.Check) {
			panic(open("a program with * under fairness or with memory"))
		}
	case *spec.Test:
		w.walk(p.X, env, true, true)
		return
	case *spec.SomeOf:
		if modal {
			w.instances(p.Binders, env, func(inner *spec.Env) { w.program(p.Body, inner) })
			return
		}
	case *spec.Run:
		if modal {
			for i, x := range p.Args {
				env = env.Bind(p.Named.Params[i], fixed(x, env))
			}
		}
	}
	for _, part := range spec.Subprograms(p) {
		w.program(part, env)
	}
}

// instances calls f for all values of bound names.
func (w *walker) instances(bs []spec.Binder, env *spec.Env, f func(*spec.Env)) {
	if len(bs) == 0 {
		f(env)
		return
	}
	b := bs[0]
	if b.Domain != nil && b.Domain.Traits() != 0 {
		panic(open("a quantifier about time or knowledge whose domain depends on the state"))
	}
	ev := &spec.Evaluator{}
	for inner, err := range ev.Instances(bs[:1], env) {
		if err != nil {
			panic(open("a domain that has no value"))
		}
		w.instances(bs[1:], inner, f)
	}
}

// fixed is the value of an expression that depends on no state.
func fixed(x spec.Expr, env *spec.Env) spec.Value {
	if x.Traits() != 0 {
		panic(open("an agent, a group or an argument that depends on the state"))
	}
	v, err := (&spec.Evaluator{}).Eval(x, env)
	if err != nil {
		panic(open("%s", err))
	}
	return v
}

// agents are the names of the members of a group, each once.
func agents(g *spec.Group, env *spec.Env) []spec.Value {
	var list []spec.Value
	for _, m := range g.Members {
		if m.Cond != nil && m.Cond.Traits() != 0 {
			panic(open("a group that depends on the state"))
		}
		(&walker{}).instances(m.Binders, env, func(inner *spec.Env) {
			if m.Cond == nil || fixed(m.Cond, inner) == spec.Bool(true) {
				list = append(list, fixed(m.Agent, inner))
			}
		})
	}
	return spec.NewSet(list...)
}

// NameOf names an operator, or a program, by its place and the values of its names.
func NameOf(x interface {
	Span() source.Span
	Free() []*spec.Bound
}, env *spec.Env) string {
	at := x.Span()
	text := strings.Join(strings.Fields(at.Text()), " ")
	for _, b := range x.Free() {
		text += fmt.Sprintf(" %s=%s", b.Name, env.Lookup(b))
	}
	return fmt.Sprintf("%d %s", at.Start, text)
}

// named is the name of an operator among those that are needed: several may stand at one place.
func named(needs map[string]*Need, in string, x spec.Expr, env *spec.Env, by string) string {
	name := NameOf(x, env) + by
	for n := needs[in+name]; n != nil && n.of != x; n = needs[in+name] {
		name += "'"
	}
	return name
}

// Refusal says why a certificate does not certify.
type Refusal = circuit.Refusal

var open, wrong = circuit.Open, circuit.Wrong

// Uncovered tells whether an error says that a question is not covered, and why.
func Uncovered(err error) (reason string, ok bool) {
	var r *Refusal
	if errors.As(err, &r) && r.Open {
		return r.Reason, true
	}
	return "", false
}
