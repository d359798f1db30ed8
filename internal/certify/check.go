package certify

import (
	"context"
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// checker holds a certificate to the model that it is about.
type checker struct {
	*circuit
	model   *spec.Model
	profile *spec.Profile
	cert    *Certificate
	cells   []scalar
	needs   map[string]*Need
	order   []*Need

	start      *place              // where runs begin
	places     map[string][]*place // by Structure.Key
	names      map[string]string   // of what is seen of knowledge actions
	domains    map[string][][]lit  // by Structure.Key, at its places
	one, there *eval               // two states
	valid      lit                 // the first has the values that types allow
	allowed    lit                 // the other has
	here       *eval               // the first, at the place of which something is shown
	isHere     lit                 // it is a world there
	exact      bool                // all worlds are known to be reached
	moved      map[evalAt]*eval
	readings   map[*eval]*reading
	known      map[waysAt]ways
	made       int               // ways that are known
	starred    map[string]string // the repetitions in programs that are certified, and which these are
	conditions []predicate       // of fairness
	restricted bool              // the worlds are those from which some run counts
}

// Check holds a certificate to a check. The error is a *Refusal where it does not certify
// the verdict, or where ctx ends before that is known.
func Check(ctx context.Context, c *spec.Check, cert *Certificate) error {
	return CheckBy(ctx, c, cert, nil)
}

// CheckBy is Check with another solver.
func CheckBy(ctx context.Context, c *spec.Check, cert *Certificate, solver Solver) (err error) {
	defer refused(&err)
	needs, err := Needs(c, cert.Holds)
	if err != nil {
		return err
	}
	switch {
	case cert.Check != c.Label:
		return wrong("the certificate is about %s", cert.Check)
	case (cert.Count != nil) != (c.Kind == spec.CountCheck):
		return wrong("%s is no verdict of the check", cert.Answer)
	}
	k := &checker{circuit: newCircuit(ctx), model: c.Model, profile: spec.ProfileOf(c, c.Runs), starred: map[string]string{}, cert: cert, order: needs, needs: map[string]*Need{}, moved: map[evalAt]*eval{}, readings: map[*eval]*reading{}, known: map[waysAt]ways{}, places: map[string][]*place{}, names: map[string]string{}, domains: map[string][][]lit{}}
	k.solver = solver
	k.layers()
	for _, n := range needs {
		k.needs[n.In.Key+n.Key] = n
	}
	k.one, k.valid = k.anyState()
	k.here = k.one
	k.there, k.allowed = k.anyState()
	k.layout()
	k.structure()
	for _, n := range needs {
		if n.Expr == nil {
			k.behind(n.In)
			continue
		}
		for _, p := range k.places[n.In.Key] {
			k.visit(p)
			k.certify(n)
		}
	}
	k.verdict(c)
	return nil
}

// set is whether a state is in a set of the certificate.
func (k *checker) set(e *eval, wire int) lit {
	r := k.readings[e]
	if r == nil {
		r = k.written(e.vars, e.record)
		k.readings[e] = r
	}
	return k.and(r.coded, k.output(wire, r.wires))
}

// output is a wire of the certificate's circuit, over those that are known.
func (k *checker) output(wire int, known map[int]lit) lit {
	for path := []int{wire / 2}; len(path) > 0; {
		g := path[len(path)-1]
		if _, ok := known[g]; !ok {
			pair := k.cert.Gates[g-1-k.cert.Inputs]
			x, okX := known[pair[0]/2]
			y, okY := known[pair[1]/2]
			if !okX || !okY {
				path = append(path, map[bool]int{false: pair[0] / 2, true: pair[1] / 2}[okX])
				continue
			}
			known[g] = k.and(x^lit(pair[0]&1), y^lit(pair[1]&1))
		}
		path = path[:len(path)-1]
	}
	return known[wire/2] ^ lit(wire&1)
}

// never refuses where some states make all wires true.
func (k *checker) never(r *Refusal, ls ...lit) {
	k.about = r.Reason
	if k.possible(ls...) {
		panic(r)
	}
	k.about = ""
}

// structure certifies the worlds: initial states are inside, steps stay inside, and nothing is
// faulty there.
func (k *checker) structure() {
	in, fault := k.initial(k.here)
	k.never(open("an initial condition may have no value"), k.valid, fault)
	k.never(wrong("an initial state is no world"), k.valid, in, k.any(k.here.record...).not(), k.worlds(k.here).not())
	for _, p := range k.places[""] {
		k.visit(p)
		for _, a := range k.actions() {
			k.ways(k.here, a)
			k.never(open("a step may be faulty"), k.isHere, k.known[waysAt{k.here, a}].fault)
		}
		if !p.next.open {
			out := k.before(k.here, nil, nil, use{}, func(t *eval) lit { return k.worlds(t).not() })
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
func (k *checker) operand(x spec.Expr, env *spec.Env, negated bool) func(e *eval) lit {
	_, undef := k.here.truth(x, env)
	k.never(open("an operand may have no value"), k.isHere, undef)
	return func(e *eval) lit {
		l, _ := e.truth(x, env)
		if negated {
			return l.not()
		}
		return l
	}
}

// certify holds the claim about an operator to its rule (docs/trust.md).
func (k *checker) certify(n *Need) {
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

func (k *checker) agents(list []spec.Value) (who []*spec.Agent) {
	for _, v := range list {
		i := slices.IndexFunc(k.model.Agents, func(a *spec.Agent) bool { return spec.Equal(a.Name, v) })
		if i < 0 {
			panic(open("there is no agent %s", v))
		}
		who = append(who, k.model.Agents[i])
	}
	return who
}

// asked are the worlds that a check asks about: the initial ones, or those of a layer.
func (k *checker) asked(c *spec.Check) lit {
	k.visit(k.start)
	if c.Layer == 0 {
		in, _ := k.initial(k.here)
		return k.all(in, k.any(k.here.record...).not(), k.isHere)
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
	if c.Kind == spec.CountCheck {
		k.count(c)
		return
	}
	asked := k.asked(c)
	if c.At != nil {
		holds, undef := k.here.truth(c.At, nil)
		k.never(open("the condition of at may have no value"), asked, undef)
		asked = k.and(asked, holds)
	}
	if c.After != nil {
		ends, _ := k.ends(k.here, c.After, nil, false)
		executable := no
		for _, end := range ends {
			executable = k.or(executable, end.when)
		}
		asked = k.and(asked, executable)
	}
	f, undef := k.here.truth(c.Formula, nil)
	k.never(open("the formula may have no value"), asked, undef)
	if !k.possible(asked) && (c.At != nil || k.profile.Runs != spec.IsplRuns) { // which says of nothing what MCMAS does
		panic(wrong("there is no world that the check asks about"))
	}
	if c.Kind == spec.FormulaCheck { // true in all is not: false in some
		f = f.not()
	}
	if k.possible(asked, f) != ((c.Kind == spec.SomeCheck) == k.cert.Holds) {
		panic(wrong("the verdict is another one"))
	}
}
