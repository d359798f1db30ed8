package replay

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// rememberer follows a strategy of members who remember, from position to position.
type rememberer struct {
	*follower
	s     *witness.Strategy
	modal bool // the goal asks what somebody knows, so that plays in one state may differ
}

// came is a play so far, with what each member observed of its last step, and sees at its end.
type came struct {
	*history
	looks []string
}

// strategy checks that the goal is reached whatever happens. The question stands where runs begin.
func (m *rememberer) strategy(h *history) error {
	if len(m.s.Plays) > 0 || len(h.steps) > 0 || m.constrained() || m.recall == spec.ClockRecall && !m.s.Timed {
		return m.mismatch(m.n, "a strategy with memory has positions, from where runs begin")
	}
	for _, p := range m.s.Positions {
		for _, play := range p.Plays {
			if len(play.Moves) != len(m.s.Members) {
				return m.mismatch(m.n, "%d of %d members act in %s", len(play.Moves), len(m.s.Members), explicit.ShowState(m.model, play.State))
			}
		}
	}
	m.modal = m.e.X.Traits()&spec.Modal != 0 || m.e.Y != nil && m.e.Y.Traits()&spec.Modal != 0
	starts, err := m.beginnings()
	if err == nil {
		err = m.onward(m.s.Begin, starts, true)
	}
	open := errors.Is(err, kleene.ErrOpen)
	if open {
		err = nil
	}
	if err == nil && (open || m.modal) {
		m.believe(m.n, "what the strategy leads to", !open)
	}
	return err
}

// beginnings are the states from which the strategy has to win: of a subjective one the initial
// states that some member of the coalition confuses with this one.
func (m *rememberer) beginnings() ([]came, error) {
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
	var all []came
	for _, st := range states {
		c := came{history: begin(st)}
		for _, a := range m.seat {
			c.looks = append(c.looks, explicit.View(a, st))
		}
		all = append(all, c)
	}
	return all, nil
}

// onward follows the plays that are not over, by what was observed.
func (m *rememberer) onward(next map[string]int, plays []came, first bool) error {
	var open []came
	for _, c := range plays {
		holds := func(e spec.Expr) (bool, error) { return m.evaluator(m.n, c.history).Holds(e, m.n.Env) }
		over, err := m.judge(c.now(), first, holds)
		if err != nil {
			return err
		}
		if !over {
			open = append(open, c)
		}
	}
	classes, err := m.divided(open)
	for i := 0; i < len(classes) && err == nil; i++ {
		look := ""
		if !m.s.Timed && len(m.seat) > 0 {
			look = classes[i][0].looks[0]
		}
		p, ok := next[look]
		if !ok || p < 0 || p >= len(m.s.Positions) {
			return m.mismatch(m.n, "its strategy says nothing about plays that may be in %s", explicit.ShowState(m.model, classes[i][0].now()))
		}
		err = m.from(p, classes[i])
	}
	return err
}

// divided are plays by what was observed: of a strategy that is timed, by nothing.
func (m *rememberer) divided(open []came) (classes [][]came, err error) {
	at := map[string]int{}
	same := map[string]string{}
	for _, c := range open {
		key := ""
		if !m.s.Timed {
			key = fmt.Sprintf("%q", c.looks)
			for k, look := range c.looks {
				one := fmt.Sprint(k, " ", look)
				if all, ok := same[one]; ok && all != key {
					return nil, m.mismatch(m.n, "%s does not observe what other members do, and the strategy is one of all together", m.seat[k].Name)
				}
				same[one] = key
			}
		}
		if _, ok := at[key]; !ok {
			at[key] = len(classes)
			classes = append(classes, nil)
		}
		classes[at[key]] = append(classes[at[key]], c)
	}
	return classes, nil
}

// place is equal for plays that go on alike: in the same state, or if knowledge is asked for in
// the same world.
func (m *rememberer) place(c came) (string, error) {
	if !m.modal {
		return spec.Key(c.now()...), nil
	}
	s, err := m.system()
	if err != nil {
		return "", err
	}
	if s == nil {
		return "", kleene.ErrOpen
	}
	w, known := s.Locate(c.states[0], c.steps)
	if w == explicit.Beyond {
		if known {
			return "", m.mismatch(m.n, "%s is no reachable state", explicit.ShowState(m.model, c.now()))
		}
		return "", kleene.ErrOpen
	}
	return fmt.Sprint(w), nil
}

// from follows what is done in a position.
func (m *rememberer) from(position int, plays []came) error {
	apart := map[string]came{}
	var places []string
	for _, c := range plays {
		place, err := m.place(c)
		if err != nil {
			return err
		}
		if _, ok := apart[place]; !ok {
			places = append(places, place)
			apart[place] = c
		}
	}
	slices.Sort(places)
	key := fmt.Sprint(position, " ", strings.Join(places, "|"))
	switch {
	case m.way[key] && m.e.Op == spec.Globally, m.done[key]:
		return nil
	case m.way[key]:
		return m.mismatch(m.n, "its strategy may lead round in a circle through %s", explicit.ShowState(m.model, plays[0].now()))
	}
	m.way[key] = true
	defer delete(m.way, key)
	var after []came
	uses := map[string]string{} // move by member and what it goes by
	for _, place := range places {
		more, err := m.follow(position, apart[place], uses)
		if err != nil {
			return err
		}
		after = append(after, more...)
	}
	if m.e.Op == spec.NextTime {
		for _, c := range after {
			if _, err := m.judge(c.now(), false, func(e spec.Expr) (bool, error) { return m.evaluator(m.n, c.history).Holds(e, m.n.Env) }); err != nil {
				return err
			}
		}
		return nil
	}
	err := m.onward(m.s.Positions[position].Next, after, false)
	m.done[key] = err == nil
	return err
}

// follow is what may come of a play in a position.
func (m *rememberer) follow(position int, c came, uses map[string]string) (after []came, err error) {
	var play witness.Play
	all := m.s.Positions[position].Plays
	i := slices.IndexFunc(all, func(p witness.Play) bool { return terms.SameState(p.State, c.now()) })
	if i >= 0 {
		play = all[i]
		if err := m.sameHere(uses, play); err != nil {
			return nil, err
		}
	}
	steps, err := m.left(c.now(), play, i >= 0)
	if err != nil {
		return nil, err
	}
	for _, step := range steps {
		m.report.Steps++
		next := came{history: c.then(step, step.To)}
		for _, a := range m.seat {
			next.looks = append(next.looks, explicit.Observed(a, step.Moves, c.now())+"/"+explicit.View(a, step.To))
		}
		after = append(after, next)
	}
	return after, nil
}

// sameHere checks that a member does the same wherever it goes by the same in a position: if the strategy
// is timed by what it sees.
func (m *rememberer) sameHere(uses map[string]string, play witness.Play) error {
	for k, a := range m.seat {
		if play.Moves[k].Action == nil {
			continue
		}
		goesBy, does := fmt.Sprint(k), play.Moves[k].Key()
		if m.s.Timed {
			goesBy += " " + explicit.View(a, play.State)
		}
		if before, ok := uses[goesBy]; ok && before != does {
			return m.mismatch(m.n, "%s does different things where it has observed the same, one of them in %s", a.Name, explicit.ShowState(m.model, play.State))
		}
		uses[goesBy] = does
	}
	return nil
}
