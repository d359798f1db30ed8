package ispl

import (
	"slices"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// Evolution lines of which at most one applies at a time are the branches of an
// if. Lines that may apply together are a choice that nobody makes: an outcome of
// the step, numbered as the lines are, with 0 for none of them. A variable that no
// line assigns keeps its value.

// rule is an evolution line on its way into an action.
type rule struct {
	*Line
	facts facts
	holds literal
	when  syntax.Expr // the condition, translated
	// choice is the name of the outcome that selects the line by its number; "":
	// the condition alone does.
	choice string
	number int64
}

// evolution adds the lines of an agent to its action. Under MA a step takes one
// line; under SA it takes one for each variable.
func (im *importer) evolution(a *Agent, action *document.Action) {
	var groups [][]*rule
	at, clauses := map[string]int{}, newClauses()
	for _, l := range a.Evolution {
		key := ""
		if im.m.Single {
			key = l.Assigns[0].Name.Name
		}
		i, ok := at[key]
		if !ok {
			i = len(groups)
			at[key] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], &rule{Line: l, facts: factsOf(l.Cond, true), holds: clauses.of(l.Cond), when: im.cond(l.Cond)})
	}
	var all []*rule
	var outcomes []string
	for _, rules := range groups {
		for _, together := range overlapping(rules) {
			name := "line"
			if im.m.Single {
				name = im.vars[together[0].Assigns[0].Var] + "_line"
			}
			name = im.fresh(name)
			outcomes = append(outcomes, name)
			im.choose(together, name, action)
		}
		all = append(all, rules...)
	}
	for _, r := range all {
		im.ranges(r, action)
	}
	for _, v := range a.Vars {
		if value := im.next(v, all); value != nil {
			target := &syntax.Entry{At: here(v.Name.Place), Value: ref(v.Name.Place, im.vars[v])}
			action.Then = append(action.Then, document.Assign{Target: target, Value: value})
		}
	}
	for _, name := range outcomes {
		delete(im.used, name)
	}
}

// overlapping returns the groups of two or more lines that may apply together,
// directly or by way of others.
func overlapping(rules []*rule) [][]*rule {
	leader := make([]int, len(rules))
	for i, r := range rules {
		leader[i] = i
		for k := range i {
			if leader[k] == leader[i] || r.excludes(rules[k]) {
				continue
			}
			old := leader[i]
			for j := range i + 1 {
				if leader[j] == old {
					leader[j] = leader[k]
				}
			}
		}
	}
	var groups [][]*rule
	for i := range rules {
		var together []*rule
		for k := i; k < len(rules); k++ {
			if leader[k] == leader[i] {
				together = append(together, rules[k])
			}
		}
		first := !slices.Contains(leader[:i], leader[i])
		if first && len(together) > 1 {
			groups = append(groups, together)
		}
	}
	return groups
}

// choose makes the choice among lines an outcome.
func (im *importer) choose(rules []*rule, name string, action *document.Action) {
	place := rules[0].Place
	var conds, given []syntax.Expr
	for i, r := range rules {
		r.choice, r.number = name, int64(i+1)
		conds = append(conds, r.when)
		given = append(given, implies(r.Place, chosen(r), r.when))
	}
	none := binary(place, syntax.EQ, ref(place, name), number(place, 0))
	given = append(given, implies(place, none, not(place, anyOf(place, conds...))))
	action.Outcome = append(action.Outcome, syntax.Binder{
		At: here(place), Names: []syntax.Ident{ident(place, name)},
		Domain: binary(place, syntax.RANGE, number(place, 0), number(place, int64(len(rules)))),
	})
	for _, g := range given {
		if !isTruth(g, true) {
			action.Given = append(action.Given, g)
		}
	}
}

// chosen is where a line is the one that is taken.
func chosen(r *rule) syntax.Expr {
	if r.choice == "" {
		return r.when
	}
	return binary(r.Place, syntax.EQ, ref(r.Place, r.choice), number(r.Place, r.number))
}

// ranges makes steps impossible in which the line would assign a value outside
// its range, such as a fraction: MCMAS has no such steps, and does not say so.
func (im *importer) ranges(r *rule, action *document.Action) {
	for _, as := range r.Assigns {
		if !leaves(as, r.Cond, r.facts) {
			continue
		}
		place, what := as.Value.Span(), "leave the range"
		if divides(as.Value) {
			what = "be a fraction or leave the range"
		}
		im.warn(place, "this may %s of %s, which is %s; the step is then impossible", what, as.Name.Name, as.Var.Type)
		action.Given = append(action.Given, implies(place, chosen(r), and(place, im.whole(as.Value), im.inRange(as, r.facts))))
	}
}

// inRange is that the value of an assignment is one of its variable.
func (im *importer) inRange(as *Assign, f facts) syntax.Expr {
	place, t := as.Value.Span(), as.Var.Type
	x := im.expr(as.Value)
	if t.Kind == EnumKind {
		set := &syntax.Set{At: here(place)}
		for _, v := range t.Values {
			set.Elems = append(set.Elems, ref(place, im.value(v.Name)))
		}
		return binary(place, syntax.IN, x, set)
	}
	low, high := truth(place, true), truth(place, true)
	lo, hi, known := interval(as.Value, f)
	if !known || lo < t.Lo {
		low = binary(place, syntax.GE, x, number(place, t.Lo))
	}
	if !known || hi > t.Hi {
		high = binary(place, syntax.LE, x, number(place, t.Hi))
	}
	return and(place, low, high)
}

// next is the next value of a variable; nil where it never changes. Where one of the lines
// surely applies the last of them needs no condition.
func (im *importer) next(v *Var, rules []*rule) syntax.Expr {
	var value syntax.Expr
	var unless []literal
	for _, r := range rules {
		if r.assigned(v) != nil && r.choice == "" {
			unless = append(unless, r.holds.not())
		}
	}
	always := contradict(unless...)
	for _, r := range slices.Backward(rules) {
		as := r.assigned(v)
		switch {
		case as == nil:
			continue
		case value != nil:
		case always && r.choice == "":
			value = im.expr(as.Value)
			continue
		default:
			value = ref(v.Name.Place, im.vars[v])
		}
		value = branch(r.Place, chosen(r), im.expr(as.Value), value)
	}
	return value
}

// assigned is what a line assigns to a variable, nil if nothing.
func (r *rule) assigned(v *Var) *Assign {
	if i := slices.IndexFunc(r.Assigns, func(as *Assign) bool { return as.Var == v }); i >= 0 {
		return r.Assigns[i]
	}
	return nil
}

// branch is if c then x else y, which for truth values may be a connective.
func branch(place source.Span, c, x, y syntax.Expr) syntax.Expr {
	switch {
	case isTruth(c, true):
		return x
	case isTruth(x, true):
		return or(place, c, y)
	case isTruth(x, false):
		return and(place, not(place, c), y)
	}
	return &syntax.If{At: here(place), Cond: c, Then: x, Else: y}
}
