package certify

import (
	"context"

	"github.com/epibdd/epibdd/internal/certify/bitblast"
	"github.com/epibdd/epibdd/internal/certify/circuit"
	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/spec"
)

// checker holds a certificate to the model that it is about.
type checker struct {
	*circuit.Circuit
	model   *spec.Model
	profile *spec.Profile
	cert    *Certificate
	code    *bitblast.Code
	needs   *question.List

	start      *place              // where runs begin
	places     map[string][]*place // by Structure.Key
	names      question.Views      // of knowledge actions
	domains    map[string][][]lit  // by Structure.Key, at its places
	one, there *world              // two states
	valid      lit                 // the first has the values that types allow
	allowed    lit                 // the other has
	here       *world              // the first, at the place of which something is shown
	isHere     lit                 // it is a world there
	exact      bool                // all worlds are known to be reached
	moved      map[evalAt]*world
	readings   map[*world]*reading
	known      map[waysAt]ways
	made       int               // ways that are known
	starred    map[string]string // the repetitions in programs that are certified, and which these are
	conditions []predicate       // of fairness
	restricted bool              // the worlds are those from which some run counts
}

// Check holds a certificate to a check, by a solver of one's own where it is not nil. The error is a *Refusal where it does
// not certify the verdict, or where ctx ends before that is known.
func Check(ctx context.Context, c *spec.Check, cert *Certificate, solver circuit.Solver) (err error) {
	defer circuit.Refused(&err)
	needs, err := question.Needs(c, cert.Holds)
	if err != nil {
		return err
	}
	switch {
	case cert.Check != c.Label:
		return wrong("the certificate is about %s", cert.Check)
	case c.Kind == spec.PlanCheck && cert.Holds || c.Kind != spec.PlanCheck && (cert.Count != nil) != question.Counted(c):
		return wrong("%s is no verdict of the check", cert.Answer)
	case len(cert.Records) > 0 && (c.Recall != spec.PerfectRecall || c.Kind == spec.PlanCheck):
		return wrong("something is recorded of what was seen, which nobody remembers without perfect recall")
	}
	k := &checker{Circuit: circuit.New(ctx), model: c.Model, profile: spec.ProfileOf(c, c.Runs), starred: map[string]string{}, cert: cert, needs: needs, moved: map[evalAt]*world{}, readings: map[*world]*reading{}, known: map[waysAt]ways{}, places: map[string][]*place{}, names: question.Views{}, domains: map[string][][]lit{}}
	k.Solver = solver
	k.layers()
	k.one, k.valid = k.any()
	k.here = k.one
	k.there, k.allowed = k.any()
	k.code = bitblast.NewCode(k.one.State, cert.Cells)
	k.structure()
	for _, n := range needs.Needs {
		if n.Expr == nil {
			k.behind(n.In)
			continue
		}
		for _, p := range k.places[n.In.Key] {
			k.visit(p)
			k.certify(n)
		}
	}
	switch c.Kind {
	case spec.CountCheck:
		k.count(c)
	case spec.PlanCheck:
		k.planned(c)
	default:
		k.verdict(c)
	}
	return nil
}

type lit = circuit.Lit

const no, yes = circuit.No, circuit.Yes

// any is any world at the start, and where its values are those that types allow.
func (k *checker) any() (e *world, valid lit) {
	s, valid := bitblast.Any(k.Circuit, k.model)
	record := make([]lit, len(k.cert.Records))
	for i := range record {
		record[i] = k.Input()
	}
	return k.at(k.start, s.Vars, record), valid
}

// reading is a state as the circuit of the certificate reads it: a wire for each of its
// inputs and gates, as far as they were asked for. States with a value for which there is no
// code are in no set.
type reading struct {
	coded lit
	wires map[int]lit
}

// set is whether a state is in a set of the certificate.
func (k *checker) set(e *world, wire int) lit {
	r := k.readings[e]
	if r == nil {
		bits, coded := k.code.Written(e.State)
		r = &reading{coded, circuit.Known(append(bits, e.record...))}
		k.readings[e] = r
	}
	return k.And(r.coded, k.Output(&k.cert.File, wire, r.wires))
}

// never refuses where some states make all wires true.
func (k *checker) never(r *Refusal, ls ...lit) {
	k.About = r.Reason
	if k.Possible(ls...) {
		panic(r)
	}
	k.About = ""
}

// structure certifies the worlds: initial states are inside, steps stay inside, and nothing is
// faulty there.
func (k *checker) structure() {
	in, fault := k.here.Initial()
	k.never(open("an initial condition may have no value"), k.valid, fault)
	k.never(wrong("an initial state is no world"), k.valid, in, k.Any(k.here.record...).Not(), k.worlds(k.here).Not())
	for _, p := range k.places[""] {
		k.visit(p)
		for _, a := range k.here.Actions() {
			k.ways(k.here, a)
			k.never(open("a step may be faulty"), k.isHere, k.known[waysAt{k.here, a}].fault)
		}
		if !p.next.open {
			out := k.before(k.here, nil, nil, use{}, func(t *world) lit { return k.worlds(t).Not() })
			k.never(wrong("%sa step leads out of the worlds", p.key), k.isHere, out)
			if k.profile.Check.Recall == spec.PerfectRecall {
				k.records(p)
			}
		}
	}
	if k.profile.Restricted {
		k.last()
	}
}

// operand is a formula at a state, negated or not, which has a value in all worlds.
func (k *checker) operand(x spec.Expr, env *spec.Env, negated bool) func(e *world) lit {
	_, undef := k.here.Truth(x, env)
	k.never(open("an operand may have no value"), k.isHere, undef)
	return func(e *world) lit {
		l, _ := e.Truth(x, env)
		return k.Iff(l, k.When(!negated))
	}
}

// certify holds the claim about an operator to its rule (docs/trust.md).
func (k *checker) certify(n *question.Need) {
	switch x := n.Expr.(type) {
	case *spec.Temporal:
		k.temporal(n, x)
	case *spec.Coalition:
		k.coalition(n, x)
	case *spec.Knows, *spec.GroupKnows:
		k.knowledge(n)
	case *spec.Update:
		k.update(n, x)
	default:
		panic(open("%T", x))
	}
}

// asked are the worlds that a check asks about: the initial ones, or those of a layer.
func (k *checker) asked(c *spec.Check) lit {
	k.visit(k.start)
	if c.Layer == 0 {
		in, _ := k.here.Initial()
		return k.All(in, k.Any(k.here.record...).Not(), k.isHere)
	}
	k.reached()
	p := k.start
	for range c.Layer {
		if p = p.next; p.open {
			panic(open("a layer after those of the certificate"))
		}
	}
	k.visit(p)
	return k.isHere
}

// verdict certifies the answer from the sets.
func (k *checker) verdict(c *spec.Check) {
	asked := k.asked(c)
	if c.At != nil {
		holds, undef := k.here.Truth(c.At, nil)
		k.never(open("the condition of at may have no value"), asked, undef)
		asked = k.And(asked, holds)
	}
	if c.After != nil {
		ends, _ := k.ends(k.here, c.After, nil, false)
		executable := no
		for _, end := range ends {
			executable = k.Or(executable, end.when)
		}
		asked = k.And(asked, executable)
	}
	f, undef := k.here.Truth(c.Formula, nil)
	k.never(open("the formula may have no value"), asked, undef)
	if !k.Possible(asked) && (c.At != nil || c.After != nil || question.Remembers(c) || k.profile.Runs != spec.IsplRuns) { // which says of nothing what MCMAS does
		panic(wrong("there is no world that the check asks about"))
	}
	if c.Kind == spec.FormulaCheck { // true in all is not: false in some
		f = f.Not()
	}
	if k.Possible(asked, f) != ((c.Kind == spec.SomeCheck) == k.cert.Holds) {
		panic(wrong("the verdict is another one"))
	}
}
