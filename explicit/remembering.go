package explicit

import (
	"errors"
	"fmt"
	"maps"
	"math"
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
//
// Plays go from place to place: from state to state if the goal is a fact; if it asks what somebody knows,
// under perfect recall from tree to tree (trees.go), and under clock from one state after so many steps to another (board.go).

// Where members remember different things there is no such set of what all of them know, and whether
// they have a strategy is undecidable in general. They have none if they would have none who told one another
// all that they observe, and one if they have one that goes by the time and what each of them sees; else that is open.

// errNotShared says that members of a coalition remember different things.
var errNotShared = errors.New("the members of the coalition remember different things")

// sharing is what members go by.
type sharing int

const (
	alike  sharing = iota // what each of them remembers, which is the same of all, or under clock the time and what it sees
	pooled                // what all of them remember
	timed                 // the time and what each of them sees
)

const (
	maxPositions = 1 << 13
	maxChoices   = 1 << 18
)

// remembering is a question to a coalition whose members remember.
type remembering struct {
	*game
	e         *spec.Coalition
	env       *spec.Env
	board     board
	by        sharing
	index     map[string]int
	positions []position
	choices   int
	work      *Budget // places that were looked at; it has no end, but may be interrupted
}

// position is a set of places in which plays may be, and its choices that lose nothing at once.
type position struct {
	places  []int
	choices []decided
	best    int // of the choices, where it is won: all that it leads to were won before, or for G are
}

// decided is a choice, by its number among all, and the positions to which it leads.
type decided struct {
	number int
	to     []int
	looks  []string // by which the first member tells them apart
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
// about its goal. It is asked where runs begin: elsewhere it is open.
func (g *game) remembered(e *spec.Coalition, env *spec.Env, agents []*spec.Agent) (kleene.Set, error) {
	r, err := newRemembering(g, e, env)
	if err != nil {
		return nil, err
	}
	won := kleene.NewSet(len(g.worlds), false)
	for w := range g.worlds {
		if !slices.Contains(g.initial, w) {
			won[w] = kleene.Open
			continue
		}
		_, _, value, err := r.decide(r.starts(agents, w))
		if err != nil {
			return nil, g.InWorld(w, err)
		}
		won[w] = value
		g.unshared = g.unshared || value == kleene.Open
	}
	return won, nil
}

func newRemembering(g *game, e *spec.Coalition, env *spec.Env) (*remembering, error) {
	b, err := g.boardOf(e)
	return &remembering{game: g, e: e, env: env, board: b, index: map[string]int{}, work: g.opts.Budget(math.MaxInt, "places of plays")}, err
}

// going is the same question to members who go by something else.
func (r *remembering) going(by sharing) *remembering {
	return &remembering{game: r.game, e: r.e, env: r.env, board: r.board, by: by, index: map[string]int{}, work: r.work}
}

// decide tells whether one strategy wins from all of some places, by what members go in it, and in which
// positions it begins.
func (r *remembering) decide(start []int) (in *remembering, at decided, value kleene.Value, err error) {
	at, won, err := r.winsFrom(start)
	if !errors.Is(err, errNotShared) {
		return r, at, kleene.Of(won), err
	}
	r.index, r.positions = map[string]int{}, nil // of which some are not known
	if _, won, err = r.going(pooled).winsFrom(start); err != nil || !won {
		return r, at, kleene.No, err
	}
	in = r.going(timed)
	if at, won, err = in.winsFrom(start); err == nil && !won {
		return r, at, kleene.Open, nil
	}
	return in, at, kleene.Of(won), err
}

// starts are the places from which a strategy has to win that wins from a world.
func (r *remembering) starts(agents []*spec.Agent, w int) []int {
	var all []int
	for v := range r.worlds {
		if v == w || r.e.Subjective && slices.ContainsFunc(agents, func(a *spec.Agent) bool {
			cs := r.classesOf(a)
			return r.present(w).Has(v) && cs.of[v] == cs.of[w]
		}) {
			all = append(all, r.board.begin(r.worlds[v]))
		}
	}
	return all
}

// winsFrom tells whether one strategy wins from all of some places, and in which positions it begins.
func (r *remembering) winsFrom(start []int) (at decided, won bool, err error) {
	var seen []observation
	for _, p := range start {
		o := observation{to: p}
		for _, a := range r.members {
			o.looks = append(o.looks, View(a, r.board.state(p)))
		}
		seen = append(seen, o)
	}
	to, looks, ok, err := r.divide(seen, r.op != spec.NextTime)
	if err != nil || !ok {
		return at, false, err
	}
	at = decided{to: to, looks: looks}
	if r.op == spec.NextTime {
		return at, !slices.ContainsFunc(to, func(p int) bool { return len(r.positions[p].choices) == 0 }), nil
	}
	wins, err := r.solve()
	return at, err == nil && !slices.ContainsFunc(to, func(p int) bool { return !wins[p] }), err
}

// observation is a place to which a step leads, and what each member observes of both.
type observation struct {
	to    int
	looks []string
}

// divide returns the positions of some places that were come to; ok is false where a play is lost.
func (r *remembering) divide(seen []observation, judge bool) (at []int, looks []string, ok bool, err error) {
	var keys []string
	classes := map[string][]int{}
	paired := make([]map[string]string, len(r.members))
	for i := range paired {
		paired[i] = map[string]string{}
	}
	for _, o := range seen {
		key := ""
		switch {
		case r.recall == spec.ClockRecall, r.by == timed, len(o.looks) == 0:
		case r.by == pooled:
			key = fmt.Sprintf("%q", o.looks)
		default:
			key = o.looks[0]
			for i, look := range o.looks {
				if p, known := paired[i]["0"+key]; known && p != look {
					return nil, nil, false, errNotShared
				}
				if p, known := paired[i]["1"+look]; known && p != key {
					return nil, nil, false, errNotShared
				}
				paired[i]["0"+key], paired[i]["1"+look] = look, key
			}
		}
		if classes[key] == nil {
			keys = append(keys, key)
			classes[key] = []int{}
		}
		over := false
		if judge {
			lost := false
			if over, lost, err = r.judge(o.to); err != nil || lost {
				return nil, nil, false, err
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
			return nil, nil, false, err
		}
		at, looks = append(at, p), append(looks, key)
	}
	return at, looks, true, nil
}

// judge tells whether a play that has come to a place is won or lost there.
func (r *remembering) judge(place int) (over, lost bool, err error) {
	holds := func(f spec.Expr) (bool, error) { return r.board.holds(f, r.env, place) }
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

// position returns the number of a set of places, and follows all choices from it if it is new.
func (r *remembering) position(places []int) (int, error) {
	places = slices.Compact(slices.Sorted(slices.Values(places)))
	key := keyOfNumbers(places...)
	if p, ok := r.index[key]; ok {
		return p, nil
	}
	if len(r.positions) == maxPositions {
		return 0, &TooLarge{What: "sets of states that members consider possible", Limit: maxPositions}
	}
	p := len(r.positions)
	r.index[key] = p
	r.positions = append(r.positions, position{places: places})
	options, ok, err := r.options(places)
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
		if !r.work.Spend(len(places)) {
			return r.work.Exceeded()
		}
		seen, ok, err := r.after(places, d)
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
		to, looks, ok, err := r.divide(seen, true)
		if err == nil && ok {
			choices = append(choices, decided{number, to, looks})
		}
		return err
	})
	r.positions[p].choices = choices
	return p, err
}

// situation is what a member goes by in a state.
func (r *remembering) situation(k int, st spec.State) situation {
	if r.recall == spec.PerfectRecall && r.by != timed {
		return situation{member: k}
	}
	return situation{k, View(r.members[k], st)}
}

// options are the moves that are possible wherever a member goes by the same; ok is
// false where there is none, or a play ends that should not.
func (r *remembering) options(places []int) (all []option, ok bool, err error) {
	for _, p := range places {
		st := r.board.state(p)
		steps, err := r.board.next(p)
		if err != nil {
			return nil, false, err
		}
		if len(steps) == 0 && (r.op != spec.Globally || r.runs == spec.IsplRuns) {
			return nil, false, nil
		}
		here := map[situation][]string{}
		for _, step := range steps {
			_, moves := r.choose(st, step.moves)
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

// after is what a decision leads to from some places; ok is false where it cannot be
// followed in somebody's turn.
func (r *remembering) after(places []int, d decision) (seen []observation, ok bool, err error) {
	for _, p := range places {
		st := r.board.state(p)
		steps, err := r.board.next(p)
		if err != nil {
			return nil, false, err
		}
		turns := map[int]bool{} // whether the decision can be followed
		for _, step := range steps {
			who, moves := r.choose(st, step.moves)
			follows := true
			for k, m := range moves {
				follows = follows && (m == "" || d[r.situation(k, st)] == m)
			}
			turns[who] = turns[who] || follows
			if !follows {
				continue
			}
			o, on := observation{to: step.to}, inStep(step.moves, st, nil)
			for _, a := range r.members {
				o.looks = append(o.looks, observed(a, step.moves, on)+"/"+View(a, r.board.state(step.to)))
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
func (r *remembering) solve() ([]bool, error) {
	wins := make([]bool, len(r.positions))
	for p := range wins {
		wins[p] = r.op == spec.Globally
	}
	for changed := true; changed; {
		changed = false
		for p := range wins {
			if !r.work.Spend(1 + len(r.positions[p].choices)) {
				return nil, r.work.Exceeded()
			}
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
	return wins, nil
}

// Remembered is a strategy with memory that wins from a world; nil: it has more positions than so many.
func (s *scope) Remembered(e *spec.Coalition, env *spec.Env, w, most int) (*witness.Strategy, error) {
	agents, err := s.group(e.Group, env, w)
	if err != nil {
		return nil, err
	}
	r, err := newRemembering(s.gameOf(e, agents), e, env)
	if err != nil {
		return nil, err
	}
	r, at, _, err := r.decide(r.starts(agents, w))
	if err != nil {
		return nil, s.InWorld(w, err)
	}
	found, all := &witness.Strategy{Members: r.members, Timed: r.recall == spec.ClockRecall || r.by == timed}, []int{}
	follow := func(c decided) map[string]int {
		next := map[string]int{}
		for i, p := range c.to {
			if !slices.Contains(all, p) {
				all = append(all, p)
			}
			next[c.looks[i]] = slices.Index(all, p)
		}
		return next
	}
	found.Begin = follow(at)
	for i := 0; i < len(all); i++ {
		if i == most {
			return nil, nil
		}
		p := r.positions[all[i]]
		c := p.choices[p.best]
		d, err := r.decision(p.places, c.number)
		if err != nil {
			return nil, err
		}
		plays, err := r.plays(p.places, d)
		if err != nil {
			return nil, err
		}
		found.Positions = append(found.Positions, witness.Position{Plays: plays, Next: follow(c)})
	}
	return found, nil
}

// decision is what is done by a choice.
func (r *remembering) decision(places []int, number int) (found decision, err error) {
	options, _, err := r.options(places)
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

// plays is what members do in the state of each of some places by a decision.
func (r *remembering) plays(places []int, d decision) ([]witness.Play, error) {
	var plays []witness.Play
	for _, place := range places {
		st := r.board.state(place)
		if slices.ContainsFunc(plays, func(p witness.Play) bool { return terms.SameState(p.State, st) }) {
			continue // members do the same where they see the same
		}
		p := witness.Play{State: st, Moves: make([]spec.Move, len(r.members))}
		steps, err := r.board.next(place)
		if err != nil {
			return nil, err
		}
		for _, step := range steps {
			for _, m := range step.moves {
				k := OwnerAmong(r.members, m, st)
				if k >= 0 && m.Key() == d[r.situation(k, st)] {
					p.Moves[k] = m
				}
			}
		}
		plays = append(plays, p)
	}
	return plays, nil
}
