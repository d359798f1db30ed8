package explicit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

// leads lists the sets of situations to which a knowledge action leads: the action
// as it is written, or its type (Definition 5).
func (l *Literal) leads(p spec.Program, env *spec.Env, s situation, all bool) ([]situations, error) {
	switch p := p.(type) {
	case *spec.Test:
		return l.test(p, env, s)
	case *spec.Learn:
		return l.learn(p, env, s, all)
	case *spec.Seq:
		return l.sequence(p.Parts, env, s, all)
	case *spec.Both:
		return l.both(p, env, s, all)
	case *spec.Choice:
		if p.Marked >= 0 && !all {
			return l.leads(p.Parts[p.Marked], env, s, all)
		}
		return l.union(l.system.sameNames(p.Parts, env), s, all)
	}
	bodies, err := l.system.bodies(p, l.evaluator(s), env)
	if err != nil {
		return nil, err
	}
	return l.union(bodies, s, all)
}

func (l *Literal) union(bodies []body, s situation, all bool) ([]situations, error) {
	var ends []situations
	for _, b := range bodies {
		more, err := l.leads(b.p, b.env, s, all)
		if err != nil {
			return nil, err
		}
		ends = append(ends, more...)
	}
	return different(ends), nil
}

// different drops repetitions.
func different(all []situations) []situations {
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(s situations) bool {
		again := seen[s.key()]
		seen[s.key()] = true
		return again
	})
}

// test restricts the model to where the formula is true; nobody has access there.
func (l *Literal) test(p *spec.Test, env *spec.Env, s situation) ([]situations, error) {
	m := &kripke{group: party{}}
	key, point := fmt.Sprintf("? %d:", s.model.id), -1
	for w, st := range s.model.states {
		holds, err := l.holds(p.X, env, situation{s.model, w})
		if err != nil {
			return nil, err
		}
		if !holds {
			continue
		}
		if w == s.point {
			point = len(m.states)
		}
		key += fmt.Sprint(" ", w)
		m.states = append(m.states, st)
	}
	if point < 0 {
		return nil, nil
	}
	return []situations{{{l.intern(key, m), point}}}, nil
}

// sequence lets each situation of a set go on.
func (l *Literal) sequence(parts []spec.Program, env *spec.Env, s situation, all bool) ([]situations, error) {
	ends, err := l.leads(parts[0], env, s, all)
	if err != nil || len(parts) == 1 {
		return ends, err
	}
	var list []situations
	for _, end := range ends {
		unions := []situations{nil}
		for _, one := range end {
			further, err := l.sequence(parts[1:], env, one, all)
			if err != nil {
				return nil, err
			}
			unions = pairs(unions, further)
		}
		list = append(list, unions...)
	}
	return different(list), nil
}

// pairs are the unions of a set of each list.
func pairs(x, y []situations) []situations {
	var list []situations
	for _, s := range x {
		for _, t := range y {
			list = append(list, newSituations(slices.Concat(s, t)...))
		}
	}
	return different(list)
}

func (l *Literal) both(p *spec.Both, env *spec.Env, s situation, all bool) ([]situations, error) {
	list := []situations{nil}
	for _, part := range p.Parts {
		ends, err := l.leads(part, env, s, all)
		if err != nil {
			return nil, err
		}
		list = pairs(list, ends)
	}
	return list, nil
}

// learn makes a model of the sets to which the type of the action leads from
// worlds that the group may think of.
func (l *Literal) learn(p *spec.Learn, env *spec.Env, s situation, all bool) ([]situations, error) {
	group, err := l.system.party(p.Group, env)
	if err != nil {
		return nil, err
	}
	for a := range group {
		if err := s.model.informed(a, p); err != nil {
			return nil, err
		}
	}
	var domain []situations
	at, origins := map[string]int{}, [][]int{}
	for _, v := range s.model.reachable(group, s.point) {
		ends, err := l.leads(p.X, env, situation{s.model, v}, true)
		if err != nil {
			return nil, err
		}
		for _, end := range ends {
			i, ok := at[end.key()]
			if !ok {
				i = len(domain)
				at[end.key()] = i
				domain, origins = append(domain, end), append(origins, nil)
			}
			origins[i] = append(origins[i], v)
		}
	}
	m, err := l.learnt(p, group, domain, origins, s.model)
	if err != nil {
		return nil, err
	}
	ends, err := l.leads(p.X, env, s, all)
	if err != nil {
		return nil, err
	}
	var list []situations
	for _, end := range ends {
		list = append(list, situations{{m, at[end.key()]}})
	}
	return different(list), nil
}

// learnt is the model whose worlds are sets of situations.
func (l *Literal) learnt(p *spec.Learn, group party, domain []situations, origins [][]int, before *kripke) (*kripke, error) {
	m := &kripke{group: group, of: map[*spec.Agent][]int{}}
	key := []string{"L " + group.names()}
	for _, s := range domain {
		for a := range s.group() {
			if !group[a] {
				return nil, &spec.Undefined{Place: p.Span(), Reason: spec.Outsider(a)}
			}
		}
		m.states = append(m.states, s[0].model.states[s[0].point])
		key = append(key, s.key())
	}
	for _, a := range l.system.model.Agents {
		if !group[a] {
			continue
		}
		of := make([]int, len(domain))
		for i := range domain {
			of[i] = i
			for j := range i {
				if l.confused(a, domain[i], domain[j], origins[i], origins[j], before) {
					of[i] = of[j]
					break
				}
			}
		}
		m.of[a] = of
		key = append(key, fmt.Sprint(of))
	}
	return l.intern(strings.Join(key, "/"), m), nil
}

// confused is the access clause of Definition 5.
func (l *Literal) confused(a *spec.Agent, s, t situations, from, to []int, before *kripke) bool {
	if !l.covered(a, s, t) || !l.covered(a, t, s) {
		return false
	}
	if l.printed && (s.group()[a] || t.group()[a]) {
		return true
	}
	for _, v := range from {
		for _, w := range to {
			if before.of[a][v] == before.of[a][w] {
				return true
			}
		}
	}
	return false
}

// covered is half of the equivalence of sets of situations (Definition 4): a
// confuses each of s that it has access in with one of t.
func (l *Literal) covered(a *spec.Agent, s, t situations) bool {
	for _, one := range s {
		if one.model.group[a] && !slices.ContainsFunc(t, func(other situation) bool { return l.near(a, one, other) }) {
			return false
		}
	}
	return true
}

// near is the equivalence of situations: a confuses s with a world that is
// bisimilar to t.
func (l *Literal) near(a *spec.Agent, s, t situation) bool {
	for v, c := range s.model.of[a] {
		if c == s.model.of[a][s.point] && l.bisimilar(situation{s.model, v}, t) {
			return true
		}
	}
	return false
}

func (m *kripke) informed(a *spec.Agent, at interface{ Span() source.Span }) error {
	if m.group[a] {
		return nil
	}
	return &spec.Undefined{Place: at.Span(), Reason: spec.Uninformed(a)}
}
