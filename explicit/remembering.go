package explicit

import (
	"errors"
	"maps"
	"slices"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// Agents who remember choose by all that they observed (Reif, "The complexity of two-player
// games of incomplete information", JCSS 1984). A position of the game is the set of the states in
// which plays may be that are not over yet: under perfect recall those that looked the same to the
// members so far, who make the same choice in all of them; under clock all those of one length, and a
// choice says what each member does at each of its views. What a choice leads to is, under perfect
// recall, a position for each thing that may be observed, under clock one position. So the members have
// full information in the game of positions: F and U are least fixpoints there, G is a greatest one.

// ErrNotShared says that members of a coalition remember different things, so that what each
// of them knows of a play is no set of states that they share.
var ErrNotShared = errors.New("the members of the coalition remember different things")

const (
	maxPositions = 1 << 13
	maxChoices   = 1 << 18
)

// remembering is a question to a coalition whose members remember.
type remembering struct {
	*game
	e         *spec.Coalition
	env       *spec.Env
	work      *Budget
	steps     map[string][]witness.Step
	index     map[string]int
	positions []position
	choices   int
}

// position is a set of states in which plays may be, and its choices that lose nothing at once.
type position struct {
	states  []spec.State
	choices []decided
	best    int // of the choices, where it is won: all that it leads to were won before, or for G are
}

// decided is a choice, by its number among all, and the positions to which it leads.
type decided struct {
	number int
	to     []int
}

// option is what a member may do in a situation.
type option struct {
	situation
	moves []string
}

// situation is a member with what it goes by: its view, or nothing where all that it
// observed is the same.
type situation struct {
	member int
	view   string
}

// decision is what is done in each situation.
type decision map[situation]string

// remembered returns the worlds in which a coalition of agents who remember can bring
// about its goal.
func (g *game) remembered(e *spec.Coalition, env *spec.Env, agents []*spec.Agent) (kleene.Set, error) {
	r := newRemembering(g, e, env)
	won := kleene.NewSet(len(g.worlds), false)
	for w := range g.worlds {
		_, wins, err := r.winsFrom(r.starts(agents, w))
		if err != nil {
			return nil, g.InWorld(w, err)
		}
		won[w] = kleene.Of(wins)
	}
	return won, nil
}

func newRemembering(g *game, e *spec.Coalition, env *spec.Env) *remembering {
	return &remembering{game: g, e: e, env: env, work: g.parts, steps: map[string][]witness.Step{}, index: map[string]int{}}
}

// starts are the states from which a strategy has to win that wins from a world.
func (r *remembering) starts(agents []*spec.Agent, w int) []spec.State {
	var all []spec.State
	for v := range r.worlds {
		if v == w || r.e.Subjective && slices.ContainsFunc(agents, func(a *spec.Agent) bool {
			cs := r.classesOf(a)
			return r.present(w).Has(v) && cs.of[v] == cs.of[w]
		}) {
			all = append(all, r.worlds[v])
		}
	}
	return all
}

// winsFrom tells whether one strategy wins from all of some states, and in which positions it begins.
func (r *remembering) winsFrom(start []spec.State) (at []int, won bool, err error) {
	var seen []observation
	for _, st := range start {
		o := observation{to: st}
		for _, a := range r.members {
			o.looks = append(o.looks, View(a, st))
		}
		seen = append(seen, o)
	}
	at, ok, err := r.divide(seen, r.op != spec.NextTime)
	if err != nil || !ok {
		return nil, false, err
	}
	if r.op == spec.NextTime {
		return at, !slices.ContainsFunc(at, func(p int) bool { return len(r.positions[p].choices) == 0 }), nil
	}
	wins := r.solve()
	return at, !slices.ContainsFunc(at, func(p int) bool { return !wins[p] }), nil
}

// observation is a state to which a step leads, and what each member observes of both.
type observation struct {
	to    spec.State
	looks []string
}

// divide returns the positions of some states that were come to; ok is false where a play is lost.
func (r *remembering) divide(seen []observation, judge bool) (at []int, ok bool, err error) {
	var keys []string
	classes := map[string][]spec.State{}
	paired := make([]map[string]string, len(r.members))
	for i := range paired {
		paired[i] = map[string]string{}
	}
	for _, o := range seen {
		key := ""
		if r.recall == spec.PerfectRecall && len(o.looks) > 0 {
			key = o.looks[0]
			for i, look := range o.looks {
				if p, known := paired[i]["0"+key]; known && p != look {
					return nil, false, ErrNotShared
				}
				if p, known := paired[i]["1"+look]; known && p != key {
					return nil, false, ErrNotShared
				}
				paired[i]["0"+key], paired[i]["1"+look] = look, key
			}
		}
		if classes[key] == nil {
			keys = append(keys, key)
			classes[key] = []spec.State{}
		}
		over := false
		if judge {
			lost := false
			if over, lost, err = r.judge(o.to); err != nil || lost {
				return nil, false, err
			}
		}
		if !over {
			classes[key] = append(classes[key], o.to)
		}
	}
	for _, key := range keys {
		if len(classes[key]) == 0 {
			continue
		}
		p, err := r.position(classes[key])
		if err != nil {
			return nil, false, err
		}
		at = append(at, p)
	}
	return at, true, nil
}

// judge tells whether a play that has come to a state is won or lost there.
func (r *remembering) judge(st spec.State) (over, lost bool, err error) {
	holds := func(f spec.Expr) (bool, error) {
		in, err := terms.In(st).Holds(f, r.env)
		if u := (*spec.Undefined)(nil); errors.As(err, &u) {
			err = &UndefinedIn{Undefined: u, Model: r.model, State: st}
		}
		return in, err
	}
	x, err := holds(r.e.X)
	switch {
	case err != nil:
		return false, false, err
	case r.op == spec.NextTime, r.op == spec.Globally:
		return false, !x, nil
	case r.op == spec.Eventually:
		return x, false, nil
	}
	y, err := holds(r.e.Y)
	return y, !x && !y, err
}

// position returns the number of a set of states, and follows all choices from it if it is new.
func (r *remembering) position(states []spec.State) (int, error) {
	key := layerKey(states)
	if p, ok := r.index[key]; ok {
		return p, nil
	}
	if len(r.positions) == maxPositions {
		return 0, &TooLarge{What: "sets of states that members consider possible", Limit: maxPositions}
	}
	p := len(r.positions)
	r.index[key] = p
	kept := map[string]bool{}
	states = slices.DeleteFunc(slices.Clone(states), func(st spec.State) bool {
		k := spec.Key(st...)
		again := kept[k]
		kept[k] = true
		return again
	})
	r.positions = append(r.positions, position{states: states})
	options, ok, err := r.options(states)
	if err != nil || !ok {
		return p, err
	}
	var choices []decided
	number := -1
	err = eachDecision(options, decision{}, func(d decision) error {
		number++
		if r.choices++; r.choices > maxChoices {
			return &TooLarge{What: "choices of members", Limit: maxChoices}
		}
		seen, ok, err := r.after(states, d)
		if err != nil || !ok {
			return err
		}
		if r.op == spec.NextTime {
			for _, o := range seen {
				if _, lost, err := r.judge(o.to); err != nil || lost {
					return err
				}
			}
			choices = append(choices, decided{number: number})
			return nil
		}
		to, ok, err := r.divide(seen, true)
		if err == nil && ok {
			choices = append(choices, decided{number, to})
		}
		return err
	})
	r.positions[p].choices = choices
	return p, err
}

// situation is what a member goes by in a state.
func (r *remembering) situation(k int, st spec.State) situation {
	if r.recall == spec.PerfectRecall {
		return situation{member: k}
	}
	return situation{k, View(r.members[k], st)}
}

// next are the steps from a state.
func (r *remembering) next(st spec.State) ([]witness.Step, error) {
	key := spec.Key(st...)
	if steps, ok := r.steps[key]; ok {
		return steps, nil
	}
	if err := r.charge(); err != nil {
		return nil, err
	}
	steps, err := successors(r.model, st, r.work, nil)
	if err == nil {
		r.steps[key] = steps
	}
	return steps, err
}

// options are the moves that are possible wherever a member goes by the same; ok is
// false where there is none, or a play ends that should not.
func (r *remembering) options(states []spec.State) (all []option, ok bool, err error) {
	for _, st := range states {
		steps, err := r.next(st)
		if err != nil {
			return nil, false, err
		}
		if len(steps) == 0 && (r.op != spec.Globally || r.runs == spec.IsplRuns) {
			return nil, false, nil
		}
		here := map[situation][]string{}
		for _, step := range steps {
			_, moves := r.choose(st, step.Moves)
			for k, m := range moves {
				if s := r.situation(k, st); m != "" && !slices.Contains(here[s], m) {
					here[s] = append(here[s], m)
				}
			}
		}
		for k := range r.members {
			s := r.situation(k, st)
			if here[s] == nil {
				continue
			}
			at := slices.IndexFunc(all, func(o option) bool { return o.situation == s })
			if at < 0 {
				all = append(all, option{s, here[s]})
				continue
			}
			all[at].moves = slices.DeleteFunc(all[at].moves, func(m string) bool { return !slices.Contains(here[s], m) })
			if len(all[at].moves) == 0 {
				return nil, false, nil
			}
		}
	}
	return all, true, nil
}

// eachDecision calls do with each choice of one move for each option.
func eachDecision(options []option, d decision, do func(decision) error) error {
	if len(options) == 0 {
		return do(d)
	}
	for _, m := range options[0].moves {
		d[options[0].situation] = m
		if err := eachDecision(options[1:], d, do); err != nil {
			return err
		}
	}
	return nil
}

// after is what a decision leads to from some states; ok is false where it cannot be
// followed in somebody's turn.
func (r *remembering) after(states []spec.State, d decision) (seen []observation, ok bool, err error) {
	for _, st := range states {
		steps, err := r.next(st)
		if err != nil {
			return nil, false, err
		}
		turns := map[int]bool{} // whether the decision can be followed
		for _, step := range steps {
			who, moves := r.choose(st, step.Moves)
			follows := true
			for k, m := range moves {
				follows = follows && (m == "" || d[r.situation(k, st)] == m)
			}
			turns[who] = turns[who] || follows
			if !follows {
				continue
			}
			o, on := observation{to: step.To}, inStep(step.Moves, st, nil)
			for _, a := range r.members {
				o.looks = append(o.looks, observed(a, step.Moves, on)+"/"+View(a, step.To))
			}
			seen = append(seen, o)
		}
		for _, follows := range turns {
			if !follows {
				return nil, false, nil
			}
		}
	}
	return seen, true, nil
}

// solve is where the members win in the game of positions.
func (r *remembering) solve() []bool {
	wins := make([]bool, len(r.positions))
	for p := range wins {
		wins[p] = r.op == spec.Globally
	}
	for changed := true; changed; {
		changed = false
		for p := range wins {
			best := slices.IndexFunc(r.positions[p].choices, func(c decided) bool {
				return !slices.ContainsFunc(c.to, func(q int) bool { return !wins[q] })
			})
			if won := best >= 0; won != wins[p] {
				wins[p], changed = won, true
				r.positions[p].best = best
			} else if won && r.op == spec.Globally {
				r.positions[p].best = best
			}
		}
	}
	return wins
}

// Remembered is a strategy with memory that wins from a world; nil: it has more positions than so many.
func (s *scope) Remembered(e *spec.Coalition, env *spec.Env, w, most int) (*witness.Strategy, error) {
	agents, err := s.group(e.Group, env, w)
	if err != nil {
		return nil, err
	}
	r := newRemembering(s.gameOf(e, agents), e, env)
	at, _, err := r.winsFrom(r.starts(agents, w))
	if err != nil {
		return nil, s.InWorld(w, err)
	}
	found := &witness.Strategy{Members: r.members}
	for i := 0; i < len(at); i++ {
		if i == most {
			return nil, nil
		}
		p := r.positions[at[i]]
		c := p.choices[p.best]
		d, err := r.decision(p.states, c.number)
		if err != nil {
			return nil, err
		}
		plays, err := r.plays(p.states, d)
		if err != nil {
			return nil, err
		}
		found.Positions = append(found.Positions, plays)
		for _, next := range c.to {
			if !slices.Contains(at, next) {
				at = append(at, next)
			}
		}
	}
	return found, nil
}

// decision is what is done by a choice.
func (r *remembering) decision(states []spec.State, number int) (found decision, err error) {
	options, _, err := r.options(states)
	if err != nil {
		return nil, err
	}
	return found, eachDecision(options, decision{}, func(d decision) error {
		if number == 0 {
			found = maps.Clone(d)
		}
		number--
		return nil
	})
}

// plays is what members do in each of some states by a decision.
func (r *remembering) plays(states []spec.State, d decision) ([]witness.Play, error) {
	var plays []witness.Play
	for _, st := range states {
		p := witness.Play{State: st, Moves: make([]spec.Move, len(r.members))}
		steps, err := r.next(st)
		if err != nil {
			return nil, err
		}
		for _, step := range steps {
			for _, m := range step.Moves {
				k := slices.IndexFunc(r.members, func(a *spec.Agent) bool { return Owns(a, m, st) })
				if k >= 0 && terms.MoveKey(m) == d[r.situation(k, st)] {
					p.Moves[k] = m
				}
			}
		}
		plays = append(plays, p)
	}
	return plays, nil
}
