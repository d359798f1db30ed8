package planning

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/plan"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// Game is a game whose plans can be written down in the words of the model.
type Game interface {
	plan.Game
	// begin lists where a plan begins, by what was seen so far.
	begin() [][]place
	// on lists the steps of a choice.
	on(p place, c plan.Choice) ([]arrival, error)
	// does is what those who plan do.
	does(c plan.Choice) []spec.Move
	look(a arrival, from spec.State) string
}

// place is a state, with nothing forgotten, and the world that stands for it.
type place struct {
	state   spec.State
	world   plan.World
	times   int                // how many histories lead there
	weight  int                // how likely that is, of where a plan begins
	history explicit.Candidate // of where a plan begins
}

// arrival is a step to a place.
type arrival struct {
	moves []spec.Move
	to    place
}

// Write writes plans down in full: one for each belief in which the game may begin, with what
// could be chosen at first instead (nil: nobody asks).
func Write(g Game, p *spec.Plan, plans []*plan.Node, others [][]plan.Choice) (*witness.Plan, error) {
	w := &witness.Plan{By: p.By}
	for i, crowd := range g.begin() {
		next, err := write(g, crowd, plans[i])
		if err != nil {
			return nil, err
		}
		first := crowd[0].history
		start := witness.Start{State: first.Start, Before: first.Steps, Worlds: size(crowd), Next: next}
		if others != nil {
			for _, c := range others[i] {
				start.Others = append(start.Others, g.does(c))
			}
		}
		w.Starts = append(w.Starts, start)
	}
	return w, nil
}

// Worst is what a plan costs at most.
func Worst(p *spec.Plan, w *witness.Plan) int {
	worst := 0
	var along func(a *witness.Act, cost int)
	along = func(a *witness.Act, cost int) {
		worst = max(worst, cost)
		for _, b := range a.Next {
			along(b.Next, cost+p.Cost(b.Step.Moves))
		}
	}
	for _, b := range w.Starts {
		along(b.Next, 0)
	}
	return worst
}

func size(crowd []place) int {
	n := 0
	for _, p := range crowd {
		n += p.times
	}
	return n
}

// write writes what is done in a belief.
func write(g Game, crowd []place, n *plan.Node) (*witness.Act, error) {
	if n.Met {
		return &witness.Act{Done: true}, nil
	}
	act := &witness.Act{Moves: g.does(n.Choice)}
	groups := map[string][]place{}
	seen := map[string]int32{} // as the plan numbers it
	first := map[string]witness.Branch{}
	var order []string
	for _, p := range crowd {
		list, err := g.on(p, n.Choice)
		if err != nil {
			return nil, err
		}
		steps, err := g.Try(p.world, n.Choice) // the same, in the same order
		if err != nil {
			return nil, err
		}
		for i, a := range list {
			text := g.look(a, p.state)
			if groups[text] == nil {
				order = append(order, text)
				seen[text] = steps[i].Seen
				first[text] = witness.Branch{From: p.state, Step: witness.Step{Moves: a.moves, To: a.to.state}}
			}
			a.to.times = p.times
			groups[text] = joined(groups[text], a.to)
		}
	}
	for _, text := range order {
		worlds := make([]plan.World, 0, len(groups[text]))
		for _, p := range groups[text] {
			worlds = append(worlds, p.world)
		}
		slices.Sort(worlds)
		worlds = slices.Compact(worlds)
		k := slices.IndexFunc(n.Next, func(m *plan.Node) bool { return m.Seen == seen[text] && slices.Equal(m.Worlds, worlds) })
		if k < 0 {
			return nil, fmt.Errorf("the plan says nothing about what is seen after %v", act.Moves)
		}
		next, err := write(g, groups[text], n.Next[k])
		if err != nil {
			return nil, err
		}
		b := first[text]
		b.Worlds, b.Next = size(groups[text]), next
		act.Next = append(act.Next, b)
	}
	return act, nil
}

// joined adds a place to a crowd, in which each state is there once.
func joined(crowd []place, p place) []place {
	for i := range crowd {
		if crowd[i].world == p.world && slices.EqualFunc(crowd[i].state, p.state, spec.Equal) {
			crowd[i].times += p.times
			return crowd
		}
	}
	return append(crowd, p)
}

func (s *States) begin() [][]place { return s.crowds }

func (s *States) on(p place, c plan.Choice) ([]arrival, error) {
	var all []arrival
	for _, moves := range s.Steps(p.world, c) {
		to, err := explicit.Effect(s.model, moves, p.state)
		if err != nil {
			return nil, err
		}
		w, err := s.world(to)
		if err != nil {
			return nil, err
		}
		all = append(all, arrival{moves, place{state: to, world: w}})
	}
	return all, nil
}

func (s *States) does(c plan.Choice) []spec.Move { return s.choices[c] }

func (h *Histories) begin() [][]place { return h.crowds }

func (h *Histories) on(p place, c plan.Choice) ([]arrival, error) {
	l, err := h.local(p.world)
	if err != nil {
		return nil, err
	}
	var all []arrival
	for _, moves := range append(slices.Clone(l.joint[c]), l.others...) {
		v, _ := h.system.Follow(int(p.world), moves)
		all = append(all, arrival{moves, place{state: h.system.States()[v], world: plan.World(v)}})
	}
	return all, nil
}

func (h *Histories) does(c plan.Choice) []spec.Move { return h.choices[c] }

// look is what those who plan see of a step, or of an initial state.
func (o *observer) look(a arrival, from spec.State) string {
	text := ""
	for _, who := range o.plan.By {
		if from != nil {
			text += explicit.Observed(who, a.moves, from) + "/"
		}
		text += explicit.View(who, a.to.state) + "&"
	}
	return text
}
