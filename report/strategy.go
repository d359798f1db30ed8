package report

import (
	"regexp"
	"strings"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// strategy lists what each member does: a uniform one for each of its views,
// another one for each state.
func (t *teller) strategy(s *witness.Strategy, uniform bool) []Play {
	plays := []Play{}
	for k, a := range s.Members {
		said := map[string]bool{}
		for _, p := range s.Plays {
			sees := stateOf(t.model.Vars, p.State)
			if uniform {
				sees = t.observed(a, p.State)
			}
			play := Play{a.Name.String(), sees, p.Moves[k].String()}
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
			name := named(oneLine(seen.Value.Span().Text()), bindings(seen.Value, env))
			value := "undefined"
			if v, err := ev.Eval(seen.Value, env); err == nil {
				value = seen.Value.Type().Show(v)
			}
			o = append(o, Member{Name: name, Value: value})
		}
	}
	return o
}

// named is the text of an expression with bound names replaced by their values,
// in parentheses where it is more than a name.
func named(text string, names Object) string {
	for _, b := range names {
		text = regexp.MustCompile(`\b`+b.Name+`\b`).ReplaceAllLiteralString(text, b.Value.(string))
	}
	if strings.Contains(text, " ") {
		return "(" + text + ")"
	}
	return text
}

func conditionOf(o spec.Observable) []spec.Expr {
	if o.Cond == nil {
		return nil
	}
	return []spec.Expr{o.Cond}
}

// String says what is done where what is seen.
func (p Play) String() string {
	var parts []string
	for _, c := range p.Sees.cells() {
		parts = append(parts, c.String())
	}
	if len(parts) == 0 {
		return p.By + ", who sees nothing: " + p.Does
	}
	return p.By + ", where " + strings.Join(parts, ", ") + ": " + p.Does
}
