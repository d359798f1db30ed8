package planning

import "github.com/epibdd/epibdd/spec"

// An echo is a variable that shows something and is read by nothing: no guard, no right-hand
// side, no goal. Those who plan see it as it is, or not at all. Who sees it knows which steps
// gave it a new value, and they did so in all states. What it showed is known, and makes no
// difference: worlds may forget it.

// forgotten gives each echo of a model the value that worlds have for it; others have nil.
func forgotten(m *spec.Model, p *spec.Plan, goal spec.Expr) spec.State {
	read := map[*spec.Var]bool{}
	visit := func(e spec.Expr) bool {
		if v, ok := e.(*spec.VarRef); ok {
			read[v.Var] = true
		}
		return true
	}
	spec.Walk(goal, visit)
	for _, a := range m.Actions {
		for _, e := range append(spec.Expressions(a), spec.Observations(a)...) {
			spec.Walk(e, visit)
		}
		for _, t := range a.Then {
			if len(t.Path) > 0 { // the rest of it stays
				read[t.Var] = true
			}
		}
	}
	seen := map[*spec.Var]bool{}
	for _, a := range p.By {
		for _, o := range a.Sees {
			if v, ok := o.Value.(*spec.VarRef); ok && len(o.Binders) == 0 && o.Cond == nil {
				seen[v.Var] = true
				continue
			}
			spec.Walk(o.Value, visit)
			spec.Walk(o.Cond, visit)
			for _, e := range spec.Domains(o.Binders) {
				spec.Walk(e, visit)
			}
		}
	}
	values := make(spec.State, len(m.Vars))
	for _, a := range p.By {
		for _, v := range m.Vars {
			seen[v] = seen[v] || a.All
		}
	}
	for i, v := range m.Vars {
		if read[v] || seen[v] && !knownWrites(m, p, v) {
			continue
		}
		for first := range v.Type.All() {
			values[i] = first
			break
		}
	}
	return values
}

// knownWrites tells whether those who plan know of each step whether it gave a variable a
// new value: an action does so in all states or in none, and those of others can be told
// apart by their names, or are all alike in this.
func knownWrites(m *spec.Model, p *spec.Plan, v *spec.Var) bool {
	if m.Joint {
		return false
	}
	writing, other, hidden := false, false, false // of actions of others
	for _, a := range m.Actions {
		writes := false
		for _, t := range a.Then {
			if t.Var != v {
				continue
			}
			if t.Cond != nil || len(t.Binders) > 0 {
				return false
			}
			writes = true
		}
		if p.Owns(m, a) {
			continue
		}
		hidden = hidden || a.Hidden
		writing, other = writing || writes, other || !writes
	}
	return !hidden || !writing || !other
}

// forget is a state without what its echoes show.
func forget(st, forgotten spec.State) spec.State {
	var less spec.State
	for i, v := range forgotten {
		if v != nil && !spec.Equal(v, st[i]) {
			if less == nil {
				less = append(spec.State{}, st...)
			}
			less[i] = v
		}
	}
	if less == nil {
		return st
	}
	return less
}
