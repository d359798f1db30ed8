package report

import (
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// remembered lists what each member does in each position of a strategy with memory, for each of
// its views: among which states the play is, by the variables that are not the same wherever the
// member sees that.
func (t *teller) remembered(s *witness.Strategy) []Play {
	plays := []Play{}
	alike := map[string][]Object{} // states, by who sees what
	seen := func(p Play) string { return p.By + ": " + strings.Join(textsOf(p.Sees), ", ") }
	for _, position := range s.Positions {
		among := []Object{}
		for _, p := range position.Plays {
			among = append(among, stateOf(t.model.Vars, p.State))
		}
		for _, play := range t.strategy(&witness.Strategy{Members: s.Members, Plays: position.Plays}, true) {
			play.Among = among
			plays = append(plays, play)
			alike[seen(play)] = append(alike[seen(play)], among...)
		}
	}
	for i, p := range plays {
		plays[i].Among = toldApart(p.Among, alike[seen(p)])
	}
	return plays
}

// toldApart are some states by the variables that are not the same in all of some others.
func toldApart(states, all []Object) []Object {
	var told []Object
	for _, st := range states {
		var some Object
		for v, m := range st {
			if slices.ContainsFunc(all, func(o Object) bool { return !(Object{o[v]}).equal(Object{m}) }) {
				some = append(some, m)
			}
		}
		if len(some) > 0 && !slices.ContainsFunc(told, some.equal) {
			told = append(told, some)
		}
	}
	return told
}

// strategy lists what each member does: a uniform one for each of its views,
// another one for each state.
func (t *teller) strategy(s *witness.Strategy, uniform bool) []Play {
	plays := []Play{}
	for k, a := range s.Members {
		said := map[string]bool{}
		for _, p := range s.Plays {
			if p.Moves[k].Action == nil { // it is not its turn
				continue
			}
			sees := stateOf(t.model.Vars, p.State)
			if uniform {
				sees = t.observed(a, p.State)
			}
			play := Play{By: a.Name.String(), Sees: sees, Does: p.Moves[k].String()}
			if text := play.String(); !said[text] {
				said[text] = true
				plays = append(plays, play)
			}
		}
	}
	return plays
}

// observed is what an agent sees of a state, by the text of its observables.
func (t *teller) observed(a *spec.Agent, st spec.State) Object {
	if a.All {
		return stateOf(t.model.Vars, st)
	}
	o := Object{}
	ev := &spec.Evaluator{State: st}
	for _, seen := range a.Sees {
		for env, err := range ev.Instances(seen.Binders, nil) {
			if err != nil {
				continue
			}
			if holds, err := ev.HoldsAll(conditionOf(seen), env); err != nil || !holds {
				continue
			}
			name := named(seen.Value, env)
			value := "undefined"
			if v, err := ev.Eval(seen.Value, env); err == nil {
				value = seen.Value.Type().Show(v)
			}
			o = append(o, Member{Name: name, Value: value})
		}
	}
	return o
}

// named is the text of an expression with names that stand for values replaced by these: bound
// names, and those of the agent that sees it. It is in parentheses where it is more than a name.
func named(e spec.Expr, env *spec.Env) string {
	all := e.Span()
	if all.File == nil {
		return ""
	}
	var parts []spec.Expr
	spec.Walk(e, func(e spec.Expr) bool {
		if at := e.Span(); valueOf(e, env) != "" && at.File == all.File && at.Start >= all.Start && at.End <= all.End {
			parts = append(parts, e)
		}
		return true
	})
	slices.SortStableFunc(parts, func(x, y spec.Expr) int { return x.Span().Start - y.Span().Start })
	text, done := "", all.Start
	for _, part := range parts {
		if at := part.Span(); at.Start >= done {
			text += all.File.Text[done:at.Start] + valueOf(part, env)
			done = at.End
		}
	}
	text = oneLine(text + all.File.Text[done:all.End])
	if strings.Contains(text, " ") {
		return "(" + text + ")"
	}
	return text
}

// valueOf is the value that a part of an expression stands for in all states; empty if it
// is none.
func valueOf(e spec.Expr, env *spec.Env) string {
	switch e := e.(type) {
	case *spec.Const:
		return e.Type().Show(e.Value)
	case *spec.BoundRef:
		if v := env.Lookup(e.Bound); v != nil {
			return e.Type().Show(v)
		}
	}
	return ""
}

func conditionOf(o spec.Observable) []spec.Expr {
	if o.Cond == nil {
		return nil
	}
	return []spec.Expr{o.Cond}
}

// String says what is done where what is seen.
func (p Play) String() string {
	where := p.By + ", who sees nothing"
	if sees := p.where(); sees != "" {
		where = p.By + ", where " + sees
	}
	return where + ": " + p.Does
}

// where says what is seen, and for who remembers where the play may be.
func (p Play) where() string {
	var states []string
	for _, st := range p.Among {
		states = append(states, "("+strings.Join(textsOf(st), ", ")+")")
	}
	sees := textsOf(p.Sees)
	if len(states) > 0 {
		sees = append(sees, "and the play is in "+strings.Join(states, " or "))
	}
	return strings.Join(sees, ", ")
}
