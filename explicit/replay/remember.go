package replay

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// rememberer follows a strategy of members who remember, from position to position. By
// position and state it has what they do.
type rememberer struct {
	*follower
	does map[string]map[string]witness.Play
}

// seen is a state that a play has come to, and what each member observed on the way there since
// the last position.
type seen struct {
	st    spec.State
	looks []string
}

// strategy checks that the goal is reached whatever happens. The question stands where runs begin.
func (m *rememberer) strategy(s *witness.Strategy, before int) error {
	if len(s.Plays) > 0 || before > 0 || m.constrained() {
		return m.mismatch(m.n, "a strategy with memory has positions, from where runs begin")
	}
	for _, plays := range s.Positions {
		does := map[string]witness.Play{}
		var states []spec.State
		for _, p := range plays {
			if len(p.Moves) != len(s.Members) {
				return m.mismatch(m.n, "%d of %d members act in %s", len(p.Moves), len(s.Members), explicit.ShowState(m.model, p.State))
			}
			does[spec.Key(p.State...)] = p
			states = append(states, p.State)
		}
		m.does[positionOf(states)] = does
	}
	starts, err := m.beginnings()
	if err == nil {
		err = m.onward(starts, true)
	}
	if errors.Is(err, kleene.ErrOpen) {
		m.believe(m.n, "what the strategy leads to", false)
		return nil
	}
	return err
}

// positionOf is the key of a set of states.
func positionOf(states []spec.State) string {
	var keys []string
	for _, st := range states {
		keys = append(keys, spec.Key(st...))
	}
	slices.Sort(keys)
	return strings.Join(slices.Compact(keys), "|")
}

// beginnings are the states from which the strategy has to win: of a subjective one the initial
// states that some member of the coalition confuses with this one.
func (m *rememberer) beginnings() ([]seen, error) {
	states := []spec.State{m.n.State}
	if m.e.Subjective {
		o, ok := m.opts.ForClaims()
		if !ok {
			return nil, kleene.ErrOpen
		}
		s, err := explicit.Unroll(m.model, m.recall, m.runs, spec.NoSteps, o)
		if tooLarge(err) {
			return nil, kleene.ErrOpen
		}
		if err != nil {
			return nil, err
		}
		for _, st := range s.Initial() {
			if slices.ContainsFunc(m.group, func(a *spec.Agent) bool { return explicit.View(a, st) == explicit.View(a, m.n.State) }) {
				states = append(states, st)
			}
		}
	}
	var all []seen
	for _, st := range states {
		all = append(all, m.look(st, func(*spec.Agent) string { return "" }))
	}
	return all, nil
}

// look is a state with what members see of it, and before.
func (m *rememberer) look(st spec.State, before func(a *spec.Agent) string) seen {
	s := seen{st: st}
	for _, a := range m.seat {
		s.looks = append(s.looks, fmt.Sprintf("%q %q", before(a), explicit.View(a, st)))
	}
	return s
}

// onward follows the plays that have come to some states, after those that are over.
func (m *rememberer) onward(came []seen, first bool) error {
	var open []seen
	for _, s := range came {
		over, err := m.judge(s.st, first)
		if err != nil {
			return err
		}
		if !over {
			open = append(open, s)
		}
	}
	classes, err := m.divided(open)
	for i := 0; i < len(classes) && err == nil; i++ {
		err = m.from(classes[i])
	}
	return err
}

// divided are the states by what was observed: under clock nothing but the time.
func (m *rememberer) divided(open []seen) ([][]spec.State, error) {
	at := map[string]int{}
	same := make([]map[string]string, len(m.seat))
	for k := range same {
		same[k] = map[string]string{}
	}
	var classes [][]spec.State
	for _, s := range open {
		key := ""
		if m.recall == spec.PerfectRecall {
			key = fmt.Sprint(s.looks)
			for k, look := range s.looks {
				if all, ok := same[k][look]; ok && all != key {
					return nil, m.mismatch(m.n, "%s does not observe what other members do, and the strategy is one of all together", m.seat[k].Name)
				}
				same[k][look] = key
			}
		}
		if _, ok := at[key]; !ok {
			at[key] = len(classes)
			classes = append(classes, nil)
		}
		classes[at[key]] = append(classes[at[key]], s.st)
	}
	return classes, nil
}

// from follows what is done in a position.
func (m *rememberer) from(states []spec.State) error {
	key := positionOf(states)
	does, ok := m.does[key]
	switch {
	case !ok:
		return m.mismatch(m.n, "its strategy says nothing about plays that may be in %s", explicit.ShowState(m.model, states[0]))
	case m.done[key]:
		return nil
	case m.way[key] && m.e.Op == spec.Globally:
		return nil
	case m.way[key]:
		return m.mismatch(m.n, "its strategy may lead round in a circle through %s", explicit.ShowState(m.model, states[0]))
	}
	m.way[key] = true
	defer delete(m.way, key)
	var came []seen
	uses := map[string]string{} // move by member and what it goes by
	for _, name := range slices.Sorted(maps.Keys(does)) {
		play := does[name]
		if err := m.sameHere(uses, play); err != nil {
			return err
		}
		steps, err := m.left(play.State, play, true)
		if err != nil {
			return err
		}
		for _, step := range steps {
			m.report.Steps++
			came = append(came, m.look(step.To, func(a *spec.Agent) string { return explicit.Observed(a, step.Moves, play.State) }))
		}
	}
	if m.e.Op == spec.NextTime {
		for _, s := range came {
			if _, err := m.judge(s.st, false); err != nil {
				return err
			}
		}
		return nil
	}
	err := m.onward(came, false)
	m.done[key] = err == nil
	return err
}

// sameHere checks that a member does the same wherever it goes by the same in a position: under
// clock by what it sees.
func (m *rememberer) sameHere(uses map[string]string, play witness.Play) error {
	for k, a := range m.seat {
		if play.Moves[k].Action == nil {
			continue
		}
		goesBy, does := fmt.Sprint(k), terms.MoveKey(play.Moves[k])
		if m.recall == spec.ClockRecall {
			goesBy += " " + explicit.View(a, play.State)
		}
		if before, ok := uses[goesBy]; ok && before != does {
			return m.mismatch(m.n, "%s does different things where it has observed the same, one of them in %s", a.Name, explicit.ShowState(m.model, play.State))
		}
		uses[goesBy] = does
	}
	return nil
}
