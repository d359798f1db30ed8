package explicit

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/sample"
	"github.com/epibdd/epibdd/internal/randmodel"
	"github.com/epibdd/epibdd/spec"
)

var seed = flag.Uint64("seed", 1, "the first random document")

// specimen is a random system with formulas f and g that have a value in every
// world, and a program of which every execution takes a step.
type specimen struct {
	t    *testing.T
	s    *System
	f, g spec.Expr
	p, q spec.Program
	name string
}

// TestLaws checks equivalences between operators on random systems. The right
// sides are what the definitions do not compute with.
func TestLaws(t *testing.T) {
	for _, recall := range []spec.Recall{spec.NoRecall, spec.ClockRecall, spec.PerfectRecall} {
		t.Run(string(recall), func(t *testing.T) { checkLaws(t, recall) })
	}
}

func checkLaws(t *testing.T, recall spec.Recall) {
	documents := uint64(250)
	if recall != spec.NoRecall {
		documents = 80
	}
	t.Logf("seeds %d to %d", *seed, *seed+documents-1)
	specimens := 0
	for i := range documents {
		if x := newSpecimen(t, *seed+i, recall); x != nil {
			specimens++
			x.checkKnowledge()
			x.checkGroups()
			x.checkTime()
			x.checkPrograms()
		}
	}
	if t.Logf("%d specimens", specimens); specimens < int(documents)/4 {
		t.Error("too few to mean anything")
	}
}

// newSpecimen takes formulas and programs from the checks of a random document;
// nil where there are none. Of runs of agents with memory a few steps are followed.
func newSpecimen(t *testing.T, seed uint64, recall spec.Recall) *specimen {
	o := randmodel.Options{Risky: -1, Checks: 12}
	if recall != spec.NoRecall {
		o.Recall = string(recall)
	}
	suite := sample.Read(t, randmodel.Document(rand.New(rand.NewPCG(seed, 1)), o))
	s, err := Unroll(suite.Models[0], recall, "", 1+int(seed%3), Options{MaxStates: 600})
	if err != nil {
		return nil
	}
	x := &specimen{t: t, s: s, name: fmt.Sprintf("seed %d", seed)}
	for _, c := range suite.Checks {
		if c.Model == suite.Models[0] { // others look back
			spec.Walk(c.Formula, func(e spec.Expr) bool { x.collect(e); return true })
		}
	}
	if x.f == nil || x.g == nil || x.q == nil {
		return nil
	}
	return x
}

// collect keeps what is fit to stand in a law: without free names, defined
// everywhere.
func (x *specimen) collect(e spec.Expr) {
	if temporal, ok := e.(*spec.Temporal); ok && temporal.Program != nil && len(temporal.Program.Free()) == 0 && !spec.MayDoNothing(temporal.Program) {
		if _, err := x.s.relation(temporal.Program, nil); err == nil {
			x.p, x.q = temporal.Program, x.p
		}
	}
	if _, isBool := e.Type().(spec.BoolType); !isBool || len(e.Free()) > 0 || e.Traits()&spec.OnRun != 0 {
		return
	}
	if in, err := x.s.Truth(e, nil); err == nil && (slices.Contains(in, true) || x.f == nil) {
		x.f, x.g = e, x.f
	}
}

// is the set of worlds in which a formula made by a law is true.
func (x *specimen) is(e spec.Expr) kleene.Set {
	in, err := x.s.truth(e, nil)
	if err != nil {
		x.t.Fatalf("%s: %v", x.name, err)
	}
	return in
}

func (x *specimen) same(law string, a, b kleene.Set) {
	x.t.Helper()
	if !a.Equal(b) {
		x.t.Errorf("%s: %s does not hold for f = %s, g = %s", x.name, law, x.f.Span().Text(), x.g.Span().Text())
	}
}

func (x *specimen) implies(law string, a, b kleene.Set) { x.t.Helper(); x.same(law, a.And(b), a) }

func constant(v spec.Value) spec.Expr { return &spec.Const{Value: v} }

func group(agents ...*spec.Agent) *spec.Group {
	g := &spec.Group{}
	for _, a := range agents {
		g.Members = append(g.Members, spec.Member{Agent: constant(a.Name)})
	}
	return g
}

func (x *specimen) knows(op spec.KnowsOp, a *spec.Agent, f spec.Expr) kleene.Set {
	return x.is(&spec.Knows{Op: op, Agent: constant(a.Name), X: f})
}

func (x *specimen) all(op spec.GroupOp, f spec.Expr, times int64, agents ...*spec.Agent) kleene.Set {
	return x.is(&spec.GroupKnows{Op: op, Group: group(agents...), Times: constant(spec.Int(times)), X: f})
}

// not is ¬f, as the resolver makes it of a formula about knowledge and time: what
// it contains is part of the node.
func not(f spec.Expr) spec.Expr {
	e := *aNegation
	e.X = f
	return &e
}

var aNegation = func() *spec.Unary {
	suite, err := spec.Parse("not.yaml", "vars: {x: bool}\ninit: x\nagents: {a: {}}\ncheck: [{id: it, formula: \"!AX K{a} x\"}]\n")
	if err != nil {
		panic(err)
	}
	return suite.Checks[0].Formula.(*spec.Unary)
}()

func (x *specimen) checkKnowledge() {
	f := x.is(x.f)
	for _, a := range x.s.model.Agents {
		k := x.knows(spec.KnowsThat, a, x.f)
		kNot := x.knows(spec.KnowsThat, a, not(x.f))
		x.implies("K f → f", k, f)
		x.same("S f = ¬K ¬f", x.knows(spec.Supposes, a, x.f), kNot.Not())
		x.same("KW f = K f ∨ K ¬f", x.knows(spec.KnowsWhether, a, x.f), k.Or(kNot))
		if x.f.Traits()&spec.IsTemporal == 0 {
			x.same("KV f = KW f", x.knows(spec.KnowsValue, a, x.f), k.Or(kNot))
		}
		inner := &spec.Knows{Op: spec.KnowsThat, Agent: constant(a.Name), X: x.f}
		x.same("K K f = K f", x.knows(spec.KnowsThat, a, inner), k)
		x.same("K ¬K f = ¬K f", x.knows(spec.KnowsThat, a, not(inner)), k.Not())
	}
}

func (x *specimen) checkGroups() {
	f, agents := x.is(x.f), x.s.model.Agents
	every, some := kleene.NewSet(len(f), true), kleene.NewSet(len(f), false)
	for _, a := range agents {
		k := x.knows(spec.KnowsThat, a, x.f)
		every, some = every.And(k), some.Or(k)
		x.same("D{i} f = K{i} f", x.all(spec.Distributed, x.f, 1, a), k)
		x.same("C{i} f = K{i} f", x.all(spec.Common, x.f, 1, a), k)
		x.same("E{i} f = K{i} f", x.all(spec.Everybody, x.f, 1, a), k)
	}
	x.same("E f = ⋀ K f", x.all(spec.Everybody, x.f, 1, agents...), every)
	x.implies("⋁ K f → D f", some, x.all(spec.Distributed, x.f, 1, agents...))
	x.implies("D f → f", x.all(spec.Distributed, x.f, 1, agents...), f)
	x.same("E{; 0} f = f", x.all(spec.Everybody, x.f, 0, agents...), f)
	once := &spec.GroupKnows{Op: spec.Everybody, Group: group(agents...), X: x.f}
	x.same("E{; 2} f = E E f", x.all(spec.Everybody, x.f, 2, agents...), x.all(spec.Everybody, once, 1, agents...))
	common := &spec.GroupKnows{Op: spec.Common, Group: group(agents...), X: x.f}
	x.same("C f = f ∧ E C f", x.is(common), f.And(x.all(spec.Everybody, common, 1, agents...)))
	x.same("C f = E{; n} f for large n", x.is(common), x.all(spec.Everybody, x.f, int64(len(f)), agents...))
	x.same("E{} f", x.all(spec.Everybody, x.f, 1), kleene.NewSet(len(f), true))
	x.same("C{} f", x.all(spec.Common, x.f, 1), f)
	x.same("D{} f", x.all(spec.Distributed, x.f, 1), x.inLayer(f))
}

// inLayer is where f is true throughout the layer, without memory everywhere.
func (x *specimen) inLayer(f kleene.Set) kleene.Set {
	least := map[int]kleene.Value{}
	layer := func(w int) int {
		if x.s.recall == "" {
			return 0
		}
		return x.s.layer[w]
	}
	for w, v := range f {
		if old, ok := least[layer(w)]; !ok || v < old {
			least[layer(w)] = v
		}
	}
	all := make(kleene.Set, len(f))
	for w := range f {
		all[w] = least[layer(w)]
	}
	return all
}

func (x *specimen) time(all bool, op spec.PathOp, p spec.Program, bound int, f, g spec.Expr) kleene.Set {
	e := &spec.Temporal{All: all, Op: op, Program: p, X: f, Y: g}
	if bound >= 0 {
		e.Bound = constant(spec.Int(int64(bound)))
	}
	return x.is(e)
}

// checkTime compares the operators with the equations of the universal ones,
// which the definitions reach by duality, and with bounded ones.
func (x *specimen) checkTime() {
	f, g := x.is(x.f), x.is(x.g)
	for _, p := range []spec.Program{nil, x.p, x.q} {
		r, err := x.s.relation(p, nil)
		if err != nil {
			x.t.Fatal(err)
		}
		pre := r.pre
		dead := pre(kleene.NewSet(len(f), true)).Not()
		if x.s.runs == spec.IsplRuns && x.s.fair == nil {
			dead = kleene.NewSet(len(f), false)
		}
		ahead := func(z kleene.Set) kleene.Set { return pre(z.Not()).Not().And(dead.Not()) } // some step, and all lead to z
		next := func(z kleene.Set) kleene.Set { return pre(z.Not()).Not() }
		x.same("AX f = ¬EX ¬f", x.time(true, 'X', p, -1, x.f, nil), x.time(false, 'X', p, -1, not(x.f), nil).Not())
		x.same("AG f = νZ. f ∧ AX Z", x.time(true, 'G', p, -1, x.f, nil),
			kleene.Fixpoint(f, func(z kleene.Set) kleene.Set { return f.And(next(z)) }))
		x.same("EF f = E[true U f]", x.time(false, 'F', p, -1, x.f, nil), x.time(false, 'U', p, -1, constant(spec.Bool(true)), x.f))
		x.same("AF f = A[true U f]", x.time(true, 'F', p, -1, x.f, nil), x.time(true, 'U', p, -1, constant(spec.Bool(true)), x.f))
		x.same("EG f = ¬AF ¬f", x.time(false, 'G', p, -1, x.f, nil), x.time(true, 'F', p, -1, not(x.f), nil).Not())
		if x.s.fair == nil {
			x.same("AF f = μZ. f ∨ ¬D∧¬p(¬Z)", x.time(true, 'F', p, -1, x.f, nil),
				kleene.Fixpoint(f, func(z kleene.Set) kleene.Set { return f.Or(ahead(z)) }))
			x.same("A[f U g] = μZ. g ∨ f∧¬D∧¬p(¬Z)", x.time(true, 'U', p, -1, x.f, x.g),
				kleene.Fixpoint(g, func(z kleene.Set) kleene.Set { return g.Or(f.And(ahead(z))) }))
			x.same("AF{; n} f = AF f for large n", x.time(true, 'F', p, len(f), x.f, nil), x.time(true, 'F', p, -1, x.f, nil))
		}
		for m := range 3 {
			x.same("bounded AF", x.time(true, 'F', p, m, x.f, nil), repeatedly(m, f, func(z kleene.Set) kleene.Set { return f.Or(ahead(z)) }))
			x.same("bounded AU", x.time(true, 'U', p, m, x.f, x.g), repeatedly(m, g, func(z kleene.Set) kleene.Set { return g.Or(f.And(ahead(z))) }))
			x.same("bounded AG", x.time(true, 'G', p, m, x.f, nil), repeatedly(m, f, func(z kleene.Set) kleene.Set { return f.And(next(z)) }))
			x.same("bounded EG", x.time(false, 'G', p, m, x.f, nil), x.time(true, 'F', p, m, not(x.f), nil).Not())
			x.same("bounded EU", x.time(false, 'U', p, m, x.f, x.g), repeatedly(m, g, func(z kleene.Set) kleene.Set { return g.Or(f.And(pre(z))) }))
		}
	}
}

func (x *specimen) checkPrograms() {
	ex := func(p spec.Program, f spec.Expr) kleene.Set { return x.time(false, 'X', p, -1, f, nil) }
	first := &spec.Temporal{Op: 'X', Program: x.q, X: x.f}
	x.same("EX{a; b} f = EX{a} EX{b} f", ex(&spec.Seq{Parts: []spec.Program{x.p, x.q}}, x.f), ex(x.p, first))
	x.same("EX{a | b} f = EX{a} f ∨ EX{b} f", ex(&spec.Choice{Parts: []spec.Program{x.p, x.q}, Marked: -1}, x.f), ex(x.p, x.f).Or(ex(x.q, x.f)))
	x.same("EX{a*} f = EF{a} f", ex(&spec.Star{X: x.p}, x.f), x.time(false, 'F', x.p, -1, x.f, nil))
	x.same("EX{?g} f = g ∧ f", ex(&spec.Test{X: x.g}, x.f), x.is(x.g).And(x.is(x.f)))
	repeat := &spec.Star{X: &spec.Seq{Parts: []spec.Program{&spec.Test{X: x.g}, x.p}}}
	x.same("EX{(?g; a)*} f = E{a}[g U f]", ex(repeat, x.f), x.time(false, 'U', x.p, -1, x.g, x.f))
}
