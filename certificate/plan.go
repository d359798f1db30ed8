package certificate

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/planning"
	"github.com/epibdd/epibdd/internal/certify"
	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/plan"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// planner claims what plans cost: a plan, and beliefs from which no plan costs less.
type planner struct {
	*author
	game    *planning.States
	search  *plan.Search
	members map[int][][]plan.World // by cost, beliefs from which all plans cost more
	refuted map[int]int            // by cost, how many of these are shown to be so
	states  map[plan.World]symbolic.Set
	named   map[plan.World]bool // the states that are claimed
	left    int                 // beliefs and choices that may still be claimed
}

// mostChoices is how many beliefs, and choices in them, are claimed at most.
const mostChoices = 1 << 14

// planned writes a certificate of what a plan costs in the worst case.
func (a *author) planned(ctx context.Context, w io.Writer, c *spec.Check) error {
	o := explicit.Options{Interrupted: func() error { return symbolic.Interrupted(ctx) }}
	p := &planner{author: a, members: map[int][][]plan.World{}, refuted: map[int]int{}, states: map[plan.World]symbolic.Set{}, named: map[plan.World]bool{}, left: mostChoices}
	var err error
	if p.game, err = planning.NewWholeStates(c.Model, c.Plan, c.Formula, o); err != nil {
		return err
	}
	if p.search, err = plan.New(p.game, plan.Options{Cheapest: c.Plan.Cheapest(), Interrupted: o.Interrupted}); err != nil {
		return err
	}
	more := plan.Never
	if c.Plan.Within > 0 {
		more = c.Plan.Within
	}
	if n := a.cert.Count; n != nil {
		more = int(n.Int64()) - 1
		worst := p.search.Worst()
		if worst.Stopped != nil {
			return worst.Stopped
		}
		if worst.Upper < plan.Never {
			nodes, err := p.search.WorstPlan(mostChoices)
			if err != nil {
				return err
			}
			for i, node := range nodes {
				if err := p.does(question.PartKey(question.Plan, 0, i), node); err != nil {
					return err
				}
			}
		}
	}
	if more >= 0 {
		if err := p.refutes(more); err != nil {
			return err
		}
	}
	a.say(question.Reached, &draft{set: worlds(a.sys, spec.ProfileOf(c, c.Runs))})
	return a.write(w)
}

// does claims what a plan does.
func (p *planner) does(key string, n *plan.Node) error {
	if err := p.spend(); err != nil {
		return err
	}
	p.say(key, &draft{set: p.belief(n.Worlds)})
	if n.Met {
		return nil
	}
	p.say(question.ChoiceKey(key, p.choice(n.Choice)), &draft{set: p.belief(n.Worlds)})
	parts, err := p.parts(n.Worlds, n.Choice)
	if err != nil {
		return err
	}
	count := map[int]int{}
	for i, part := range parts {
		name := question.PartKey(key, part.cost, count[part.cost])
		if err := p.does(name, n.Next[i]); err != nil {
			return err
		}
		count[part.cost]++
		if err := p.apart(name, i, parts); err != nil {
			return err
		}
	}
	return nil
}

// apart claims of a part which moves do not lead into it, where they lead to a world of it that looks different then. Moves that
// lead into it elsewhere cannot be left out, and where they lead to one of its worlds they must not belong to a later part: a step
// belongs to the first one.
func (p *planner) apart(key string, i int, all []part) error {
	t, others := all[i], map[string][]spec.Move{}
	for j, other := range all {
		for at := range other.led {
			_, both := t.steps[at.to]
			switch {
			case !both || j == i:
			case t.moves[at.moves] == nil:
				others[at.moves] = other.moves[at.moves]
			case t.led[at] || j > i:
				return &certify.Refusal{Open: true, Reason: "plans where more is seen of a step than its moves and where it leads tell"}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(others)) {
		p.say(question.ApartKey(key, others[name]), &draft{set: p.sys.Space().Full()})
	}
	return nil
}

func (p *planner) spend() error {
	if p.left--; p.left < 0 {
		return &certify.Refusal{Open: true, Reason: fmt.Sprintf("more than %d beliefs and choices of plans", mostChoices)}
	}
	return nil
}

// belief is a set of worlds.
func (p *planner) belief(worlds []plan.World) symbolic.Set {
	in := p.sys.Space().Empty()
	for _, w := range worlds {
		if _, ok := p.states[w]; !ok {
			p.states[w] = p.sys.Single(p.game.State(w))
		}
		in = in.Or(p.states[w])
	}
	return in
}

// choice is the name of a choice.
func (p *planner) choice(c plan.Choice) (name string) {
	for _, m := range p.game.Moves(c) {
		if name += m.Key(); p.sys.Model().Joint {
			name += ";"
		}
	}
	return name
}

// part is what becomes of a belief by something observed.
type part struct {
	cost  int
	seen  int32
	steps map[plan.World]plan.World // to each of its worlds from one before
	moves map[string][]spec.Move    // of all steps to it
	led   map[led]bool              // which of these lead to which of its worlds
}

// led is what a step does, and where it leads.
type led struct {
	moves string
	to    plan.World
}

// parts are those in the order in which what is observed of them is met.
func (p *planner) parts(worlds []plan.World, c plan.Choice) (list []part, err error) {
	at := map[int32]int{}
	for _, w := range worlds {
		steps, err := p.game.Try(w, c)
		if err != nil {
			return nil, err
		}
		taken := p.game.Steps(w, c)
		for k, s := range steps {
			i, ok := at[s.Seen]
			if !ok {
				i = len(list)
				at[s.Seen], list = i, append(list, part{int(s.Cost), s.Seen, map[plan.World]plan.World{}, map[string][]spec.Move{}, map[led]bool{}})
			}
			list[i].steps[s.To] = w
			name := question.StepKey(taken[k])
			list[i].moves[name], list[i].led[led{name, s.To}] = taken[k], true
		}
	}
	return list, nil
}

// worlds are those of a part.
func (t part) worlds() []plan.World { return slices.Sorted(maps.Keys(t.steps)) }

// refutes claims that plans cost more than a number.
func (p *planner) refutes(than int) error {
	start := p.game.Start()
	first := start[0]
	for _, worlds := range start {
		if ok, err := p.search.Suffices(tidy(worlds), than); err != nil {
			return err
		} else if !ok {
			first = worlds
			break
		}
	}
	if _, err := p.member(tidy(first), than); err != nil {
		return err
	}
	for open := []int{than}; len(open) > 0; open = open[1:] {
		for n := open[0]; p.refuted[n] < len(p.members[n]); p.refuted[n]++ {
			lefts, err := p.against(n, p.refuted[n])
			if err != nil {
				return err
			}
			open = append(open, lefts...)
		}
	}
	return nil
}

// member claims a belief from which plans cost more than a number, a part of some worlds from which they do; it is one that is
// claimed already, where there is one.
func (p *planner) member(worlds []plan.World, than int) ([]plan.World, error) {
	for _, known := range p.members[than] {
		if within(known, worlds) {
			return known, nil
		}
	}
	for i := len(worlds) - 1; i >= 0 && len(worlds) > 1; i-- { // without what is not needed
		less := slices.Delete(slices.Clone(worlds), i, i+1)
		ok, err := p.search.Suffices(less, than)
		if err != nil {
			return nil, err
		}
		if !ok {
			worlds = less
		}
	}
	p.say(question.DearKey(than, len(p.members[than])), &draft{set: p.belief(worlds)})
	p.members[than] = append(p.members[than], worlds)
	return worlds, p.spend()
}

// within tells whether worlds are among others, both in increasing order.
func within(some, all []plan.World) bool {
	for _, w := range some {
		if _, ok := slices.BinarySearch(all, w); !ok {
			return false
		}
	}
	return true
}

// against claims of each choice in a belief what it may lead to, and returns the numbers that plans from there cost more than.
func (p *planner) against(than, i int) (lefts []int, err error) {
	worlds, key := p.members[than][i], question.DearKey(than, i)
	if met, err := p.game.Met(worlds); met || err != nil {
		return nil, err
	}
	choices, err := p.game.Choices(worlds[0])
	if err != nil {
		return nil, err
	}
	for _, c := range choices {
		possible := true
		for _, w := range worlds {
			others, err := p.game.Choices(w)
			if err != nil {
				return nil, err
			}
			possible = possible && slices.Contains(others, c)
		}
		if !possible {
			continue
		}
		parts, err := p.parts(worlds, c)
		if err != nil {
			return nil, err
		}
		left, err := p.leads(question.ChoiceKey(key, p.choice(c)), parts, than)
		if err != nil {
			return nil, err
		}
		if left >= 0 {
			lefts = append(lefts, left)
		}
	}
	return lefts, nil
}

// leads claims that a choice leads to a part from which plans cost more than what is left, and returns what that is; negative: none
// has to, or does.
func (p *planner) leads(key string, parts []part, than int) (left int, err error) {
	for _, t := range parts {
		if t.cost > than {
			return -1, nil
		}
	}
	for _, t := range parts {
		if left = than; than < plan.Never {
			left -= t.cost
		}
		if ok, err := p.search.Suffices(t.worlds(), left); err != nil {
			return -1, err
		} else if ok {
			continue
		}
		to, err := p.member(t.worlds(), left)
		if err != nil {
			return -1, err
		}
		d := &draft{set: p.belief(to)}
		for _, w := range to {
			d.layers = append(d.layers, p.state(w), p.state(t.steps[w]))
		}
		p.say(question.PartKey(key, t.cost, 0), d)
		return left, p.spend()
	}
	return -1, nil
}

// state claims a single world, bit by bit.
func (p *planner) state(w plan.World) symbolic.Set {
	one := p.belief([]plan.World{w})
	if p.named[w] {
		return one
	}
	values, _ := one.Pick(p.bits())
	f := map[symbolic.Bit]symbolic.Set{}
	for _, b := range p.bits() {
		if f[b] = p.sys.Space().Empty(); values.Value(b) {
			f[b] = p.sys.Space().Full()
		}
	}
	p.say(question.StateKey(len(p.named)), &draft{set: one, witnesses: []map[symbolic.Bit]symbolic.Set{f}})
	p.named[w] = true
	return one
}

// tidy are worlds in increasing order, each once.
func tidy(worlds []plan.World) []plan.World {
	return slices.Compact(slices.Sorted(slices.Values(worlds)))
}
