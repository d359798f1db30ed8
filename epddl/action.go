package epddl

import (
	"maps"
	"slices"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// action is an action of a task: an abstract event model.
type action struct {
	name, called string
	place        source.Span
	events       []string
	at           []source.Span // of events
	designated   map[string]bool
	pre          map[string]*formula
	effects      map[string]map[string]*formula // of events on atoms
	relations    map[string]*value              // of observability types
	types        []string
	observes     map[string]map[string]*formula // of agents: when they have which type
	observesAt   map[string]source.Span
}

func (im *importer) readAction(f field) *action {
	const what = "an action"
	v := f.value
	a := &action{
		name: f.key, place: f.at, pre: map[string]*formula{}, effects: map[string]map[string]*formula{},
		relations: map[string]*value{}, observes: map[string]map[string]*formula{}, observesAt: map[string]source.Span{},
	}
	keys := v.object(what, "action-type", "events", "relations", "designated", "preconditions", "effects", "observability-conditions")
	events := v.one(keys, "events", what)
	if a.events = events.names("what events there are"); len(a.events) == 0 {
		fail(events.head(), "", "the action %s has no event", a.name)
	}
	for _, e := range events.items {
		a.at = append(a.at, e.at)
	}
	a.designated = pointed(v.one(keys, "designated", what), a.events, "event")
	isEvent := func(f field) {
		if !slices.Contains(a.events, f.key) {
			fail(f.at, "", "the action %s has no event %q%s", a.name, f.key, source.DidYouMean(f.key, a.events))
		}
	}
	pre := v.one(keys, "preconditions", what)
	for _, f := range pre.entries("preconditions") {
		isEvent(f)
		a.pre[f.key] = im.wrapped(f.value, "a precondition")
	}
	for _, e := range a.events {
		if a.pre[e] == nil {
			fail(pre.head(), "", "the event %q has no precondition", e)
		}
	}
	for _, f := range v.one(keys, "effects", what).entries("effects") {
		isEvent(f)
		a.effects[f.key] = map[string]*formula{}
		for _, g := range f.value.entries("effects") {
			if im.atoms[g.key] == "" {
				fail(g.at, "", "there is no atom %q%s", g.key, source.DidYouMean(g.key, im.atomNames))
			}
			a.effects[f.key][g.key] = im.wrapped(g.value, "an effect")
		}
	}
	for _, f := range v.one(keys, "relations", what).entries("relations") {
		a.types, a.relations[f.key] = append(a.types, f.key), f.value
	}
	observes := v.one(keys, "observability-conditions", what)
	for _, f := range observes.entries("observability-conditions") {
		if im.agents[f.key] == "" {
			fail(f.at, "", "there is no agent %q%s", f.key, source.DidYouMean(f.key, im.agentNames))
		}
		a.observes[f.key], a.observesAt[f.key] = map[string]*formula{}, f.at
		for _, g := range f.value.entries("observability-conditions") {
			if a.relations[g.key] == nil {
				fail(g.at, "", "the action %s has no relation of %q%s", a.name, g.key, source.DidYouMean(g.key, a.types))
			}
			a.observes[f.key][g.key] = im.wrapped(g.value, "an observability condition")
		}
	}
	for _, agent := range im.agentNames {
		if a.observes[agent] == nil {
			fail(observes.head(), "", "it is not said how %s observes the action %s", agent, a.name)
		}
	}
	return a
}

// action makes a step of an action: an event comes about whose precondition is true. It is
// possible for who plans where one of the designated events can come about, and elsewhere
// wherever any can, as the product update has it.
func (im *importer) action(a *action) {
	at := a.place
	act := document.Action{
		Sig: &syntax.Sig{At: here(at), Name: ident(at, a.called)}, By: ref(at, im.planner),
		Seen: []document.Seen{{Who: &syntax.Who{At: here(at), All: true}}}, HasSeen: true,
	}
	one := len(a.events) == 1
	if one {
		if pre := a.pre[a.events[0]]; pre.op != "true" {
			act.When = []syntax.Expr{im.expr(pre)}
		}
	} else {
		im.comesAbout(a, &act)
	}
	for _, atom := range im.atomNames {
		if value := im.effect(a, atom); value != nil {
			act.Then = append(act.Then, assign(at, im.atoms[atom], value))
		}
	}
	if len(a.designated) < len(a.events) {
		var not []string
		for _, e := range a.events {
			if !a.designated[e] {
				not = append(not, im.events[e])
			}
		}
		act.Then = append(act.Then, assign(at, im.off, binary(at, syntax.OR, ref(at, im.off), among(at, im.event, not))))
	}
	for _, agent := range im.agentNames {
		if seen := im.seen(a, agent); !one && len(seen) > 0 {
			at := a.observesAt[agent]
			act.Seen = append(act.Seen, document.Seen{Who: &syntax.Who{At: here(at), Value: ref(at, im.agents[agent])}, What: entries(seen)})
		}
	}
	im.doc.Actions = append(im.doc.Actions, act)
}

func assign(at source.Span, name string, x syntax.Expr) document.Assign {
	return document.Assign{Target: &syntax.Entry{At: here(at), Value: ref(at, name)}, Value: x}
}

// comesAbout says which events can come about, and where the action is possible.
func (im *importer) comesAbout(a *action, act *document.Action) {
	at := a.place
	act.Outcome = []syntax.Binder{{
		At: here(at), Names: []syntax.Ident{ident(at, im.event)}, Domain: ref(at, im.doc.Types[0].Name.Name),
	}}
	if len(a.events) < len(im.events) {
		act.Given = append(act.Given, among(at, im.event, names(a.events, im.events)))
	}
	var designated []syntax.Expr
	always := len(a.designated) == len(a.events) // that one comes about is enough
	for i, e := range a.events {
		pre := a.pre[e]
		if pre.op == "true" {
			always = always || a.designated[e]
			continue
		}
		act.Given = append(act.Given, binary(a.at[i], syntax.IMP, among(a.at[i], im.event, []string{im.events[e]}), im.expr(pre)))
		if a.designated[e] {
			designated = append(designated, im.expr(pre))
		}
	}
	if !always {
		act.When = []syntax.Expr{chain(at, syntax.OR, append([]syntax.Expr{ref(at, im.off)}, designated...), false)}
	}
}

// effect is what an atom becomes by an action; nil where nothing changes it.
func (im *importer) effect(a *action, atom string) syntax.Expr {
	at := a.place
	value := ref(at, im.atoms[atom])
	changes := false
	for i, e := range slices.Backward(a.events) {
		f := a.effects[e][atom]
		switch {
		case f == nil:
		case len(a.events) == 1:
			return im.expr(f)
		default:
			changes = true
			value = &syntax.If{At: here(a.at[i]), Cond: among(a.at[i], im.event, []string{im.events[e]}), Then: im.expr(f), Else: value}
		}
	}
	if !changes {
		return nil
	}
	return value
}

// seen is what an agent observes of the event that comes about: its class, by the relation of
// the type that the agent has.
func (im *importer) seen(a *action, agent string) []syntax.Expr {
	at := a.observesAt[agent]
	conds := a.observes[agent]
	if len(a.events) > 1 { // else all types observe the same
		conds = im.exclusive(a, agent)
	}
	var all []syntax.Expr
	for _, t := range a.types {
		f, ok := conds[t]
		if !ok {
			continue
		}
		whose := "the observability type " + t + " of the action " + a.name
		for _, x := range views(at, im.event, relation(a.relations[t], whose, a.events), im.events) {
			if len(conds) == 1 {
				all = append(all, x)
				continue
			}
			if n, ok := x.(*syntax.Name); ok { // the event itself, where agents have the type
				x = &syntax.If{At: here(at), Cond: im.expr(f), Then: n, Else: &syntax.None{At: here(at)}}
			} else {
				x = binary(at, syntax.AND, im.expr(f), x)
			}
			all = append(all, x)
		}
	}
	return all
}

// exclusive returns the observability types that an agent may have, with their conditions, and
// refuses those conditions that are not about public atoms, or not exactly one of which is true
// whatever these are.
func (im *importer) exclusive(a *action, agent string) map[string]*formula {
	atoms := map[string]bool{}
	for _, t := range slices.Sorted(maps.Keys(a.observes[agent])) {
		im.private(a.observes[agent][t], agent, atoms)
	}
	var open []string
	is := map[string]bool{}
	for _, atom := range slices.Sorted(maps.Keys(atoms)) {
		if im.fixed(atom) {
			is[atom] = im.labels[im.worlds[0]][atom]
		} else {
			open = append(open, atom)
		}
	}
	const most = 12
	if len(open) > most {
		fail(a.observesAt[agent], "", "how %s observes the action %s depends on %d atoms that change; at most %d can be looked at", agent, a.name, len(open), most)
	}
	may := map[string]*formula{}
	for n := range 1 << len(open) {
		for i, atom := range open {
			is[atom] = n>>i&1 != 0
		}
		var has []string
		for _, t := range a.types {
			if f := a.observes[agent][t]; f != nil && holds(f, is) {
				has = append(has, t)
				may[t] = f
			}
		}
		if len(has) != 1 {
			fail(a.observesAt[agent], "exactly one condition of an agent has to be true, whatever the atoms are that change", "%s may have %d observability types at once in the action %s", agent, len(has), a.name)
		}
	}
	return may
}

// private refuses a condition on anything but public atoms, and collects these.
func (im *importer) private(f *formula, agent string, atoms map[string]bool) {
	if f.op == "atom" {
		if !im.public[f.atom] {
			fail(f.at, "only conditions that are commonly known to be true or false are read", "how %s observes this depends on %q, which may be true in one world and false in another", agent, f.atom)
		}
		atoms[f.atom] = true
	}
	if slices.Contains(modalities, f.op) {
		fail(f.at, "only conditions on atoms are read", "how %s observes this depends on what somebody knows", agent)
	}
	for _, arg := range f.args {
		im.private(arg, agent, atoms)
	}
}

// holds evaluates a formula without modalities.
func holds(f *formula, is map[string]bool) bool {
	arg := func(f *formula) bool { return holds(f, is) }
	switch f.op {
	case "true":
		return true
	case "atom":
		return is[f.atom]
	case "not":
		return !holds(f.args[0], is)
	case "and":
		return !slices.ContainsFunc(f.args, func(f *formula) bool { return !holds(f, is) })
	case "or":
		return slices.ContainsFunc(f.args, arg)
	case "imply":
		return !holds(f.args[0], is) || holds(f.args[1], is)
	}
	return false
}

// fixed tells whether no action changes an atom.
func (im *importer) fixed(atom string) bool {
	for _, a := range im.actions {
		for _, effects := range a.effects {
			if effects[atom] != nil {
				return false
			}
		}
	}
	return true
}

// publicAtoms finds atoms that have the same value in all worlds, whatever happens: they do at
// first, and all events of an action make the same of them, by public atoms.
func (im *importer) publicAtoms() {
	im.public = map[string]bool{}
	for _, atom := range im.atomNames {
		im.public[atom] = true
		for _, w := range im.worlds {
			if im.labels[w][atom] != im.labels[im.worlds[0]][atom] {
				im.public[atom] = false
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, a := range im.actions {
			for _, atom := range im.atomNames {
				if im.public[atom] && !im.stays(a, atom) {
					im.public[atom], changed = false, true
				}
			}
		}
	}
}

// stays tells whether a public atom stays public by an action.
func (im *importer) stays(a *action, atom string) bool {
	first := a.effects[a.events[0]][atom]
	for _, e := range a.events {
		f := a.effects[e][atom]
		if (f == nil) != (first == nil) || f != nil && !(im.about(f) && same(f, first)) {
			return false
		}
	}
	return true
}

// about tells whether a formula is about public atoms alone.
func (im *importer) about(f *formula) bool {
	if slices.Contains(modalities, f.op) || f.op == "atom" && !im.public[f.atom] {
		return false
	}
	return !slices.ContainsFunc(f.args, func(f *formula) bool { return !im.about(f) })
}

// same tells whether two formulas without modalities are written alike.
func same(f, g *formula) bool {
	return f.op == g.op && f.atom == g.atom && slices.EqualFunc(f.args, g.args, same)
}
