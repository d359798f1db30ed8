package literal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/explicit/internal/memo"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// extent is how much of a knowledge action is meant.
type extent int

const (
	written   extent = iota // the action as it is written
	outermost               // its type, but of a choice outside of every L the branch that is marked
	wholeType               // t(α)
)

// leads lists the sets of situations to which a knowledge action leads
// (docs/semantics.md#interpretations, Definition 5).
func (l *Literal) leads(p spec.Program, env *spec.Env, s situation, e extent) ([]situations, error) {
	if err := l.spend(1); err != nil {
		return nil, err
	}
	switch p := p.(type) {
	case *spec.Test:
		return l.test(p, env, s)
	case *spec.Learn:
		return l.learn(p, env, s, e)
	case *spec.Seq:
		return l.sequence(p.Parts, env, s, e)
	case *spec.Both:
		return l.both(p, env, s, e)
	case *spec.Choice:
		if p.Marked >= 0 && e != wholeType {
			return l.leads(p.Parts[p.Marked], env, s, e)
		}
		return l.union(terms.Each(p.Parts, env), s, e)
	}
	bodies, err := terms.Bodies(p, l.evaluator(s), env)
	if err != nil {
		return nil, err
	}
	return l.union(bodies, s, e)
}

func (l *Literal) union(bodies []terms.Body, s situation, e extent) ([]situations, error) {
	var ends []situations
	for _, b := range bodies {
		more, err := l.leads(b.P, b.Env, s, e)
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
		key := s.key()
		again := seen[key]
		seen[key] = true
		return again
	})
}

// test leads to where the formula is true, if it is true here.
func (l *Literal) test(p *spec.Test, env *spec.Env, s situation) ([]situations, error) {
	part, err := memo.Once(l.tested, memo.KeyOf(p, env, fmt.Sprint(s.model.id)), func() (*part, error) {
		return l.part(p, env, s.model)
	})
	if err != nil || part.at[s.point] < 0 {
		return nil, err
	}
	return []situations{{{part.model, part.at[s.point]}}}, nil
}

// part restricts a model to the worlds in which a formula is true; nobody has access there.
func (l *Literal) part(p *spec.Test, env *spec.Env, before *kripke) (*part, error) {
	in, err := l.table(p.X, env, before)
	if err == nil {
		err = l.keep(len(in))
	}
	if err != nil {
		return nil, err
	}
	m, at := &kripke{group: terms.Group{}}, make([]int, len(in))
	var key strings.Builder
	fmt.Fprintf(&key, "? %d:", before.id)
	for w, st := range before.states {
		at[w] = -1
		if in[w] {
			at[w] = len(m.states)
			m.states = append(m.states, st)
			fmt.Fprint(&key, " ", w)
		}
	}
	m, err = l.intern(key.String(), m)
	return &part{m, at}, err
}

// sequence lets each situation of a set go on.
func (l *Literal) sequence(parts []spec.Program, env *spec.Env, s situation, e extent) ([]situations, error) {
	ends, err := l.leads(parts[0], env, s, e)
	if err != nil || len(parts) == 1 {
		return ends, err
	}
	var list []situations
	for _, end := range ends {
		unions := []situations{nil}
		for _, one := range end {
			further, err := l.sequence(parts[1:], env, one, e)
			if err != nil {
				return nil, err
			}
			if err := l.spend(len(unions) * len(further)); err != nil {
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

func (l *Literal) both(p *spec.Both, env *spec.Env, s situation, e extent) ([]situations, error) {
	list := []situations{nil}
	for _, part := range p.Parts {
		ends, err := l.leads(part, env, s, e)
		if err != nil {
			return nil, err
		}
		if err := l.spend(len(list) * len(ends)); err != nil {
			return nil, err
		}
		list = pairs(list, ends)
	}
	return list, nil
}

// learn leads to the model of what the group may think of.
func (l *Literal) learn(p *spec.Learn, env *spec.Env, s situation, e extent) ([]situations, error) {
	group, err := l.agents.Group(p.Group, env)
	if err != nil {
		return nil, err
	}
	for _, a := range group.Sorted() {
		if err := s.model.informed(a, p); err != nil {
			return nil, err
		}
	}
	from, err := l.reachable(s.model, group, s.point)
	if err != nil {
		return nil, err
	}
	next, err := memo.Once(l.learnt, memo.KeyOf(p, env, situation{s.model, from[0]}.key()), func() (*lesson, error) {
		return l.lesson(p, env, group, s.model, from)
	})
	if err != nil {
		return nil, err
	}
	if e == outermost {
		e = wholeType
	}
	ends, err := l.leads(p.X, env, s, e)
	if err != nil {
		return nil, err
	}
	var list []situations
	for _, end := range ends {
		list = append(list, situations{{next.model, next.at[end.key()]}})
	}
	return different(list), nil
}

// lesson is what a group learns in some worlds of a model.
func (l *Literal) lesson(p *spec.Learn, env *spec.Env, group terms.Group, before *kripke, from []int) (*lesson, error) {
	var domain []situations
	at, origins := map[string]int{}, [][]int{}
	for _, v := range from {
		ends, err := l.leads(p.X, env, situation{before, v}, wholeType)
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
	m, err := l.world(p, group, domain, origins, before)
	return &lesson{m, at}, err
}

// world is the model whose worlds are sets of situations.
func (l *Literal) world(p *spec.Learn, group terms.Group, domain []situations, origins [][]int, before *kripke) (*kripke, error) {
	m := &kripke{group: group, of: map[*spec.Agent][]int{}}
	key := []string{"L " + group.Names()}
	for _, s := range domain {
		for _, a := range s.group().Sorted() {
			if !group[a] {
				return nil, &spec.Undefined{Place: p.Span(), Reason: spec.Outsider(a)}
			}
		}
		m.states = append(m.states, s[0].model.states[s[0].point])
		key = append(key, s.key())
	}
	for _, a := range l.system.Model().Agents {
		if !group[a] {
			continue
		}
		of, err := l.classes(a, domain, origins, before)
		if err != nil {
			return nil, err
		}
		m.of[a] = of
		key = append(key, fmt.Sprint(of))
	}
	return l.intern(strings.Join(key, "/"), m)
}

// classes numbers each set of situations with the first one that an agent confuses
// with it.
func (l *Literal) classes(a *spec.Agent, domain []situations, origins [][]int, before *kripke) ([]int, error) {
	of := make([]int, len(domain))
	for i := range domain {
		of[i] = i
		for j := range i {
			if of[j] != j {
				continue // confused with an earlier one
			}
			same, err := l.confused(a, domain[i], domain[j], origins[i], origins[j], before)
			if err != nil {
				return nil, err
			}
			if same {
				of[i] = j
				break
			}
		}
	}
	return of, nil
}

// confused is the access clause of Definition 5 (docs/semantics.md#interpretations).
func (l *Literal) confused(a *spec.Agent, s, t situations, from, to []int, before *kripke) (bool, error) {
	if err := l.spend(len(from) * len(to)); err != nil {
		return false, err
	}
	if l.interpretation != spec.Printed || !s.has(a) && !t.has(a) {
		if !before.confuses(a, from, to) {
			return false, nil
		}
	}
	same, err := l.covered(a, s, t)
	if !same || err != nil {
		return false, err
	}
	return l.covered(a, t, s)
}
