package planning

import (
	"errors"
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/plan"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/witness"
)

// Histories is the game of a model whose worlds are histories of some steps at most. What
// they would be after more steps is open: a hopeful game takes the goal for reached
// there, so that its plans cost no more than those there are; the other one takes it for out
// of reach.
type Histories struct {
	system  *explicit.System
	plan    *spec.Plan
	goal    spec.Expr
	hopeful bool

	classes [][]int // by member of those who plan, by world
	crowds  [][]place
	start   [][]plan.World
	cut     []bool // steps lead on from a world, and were not followed
	listed  map[plan.World]local
	choices []move
	known   map[string]plan.Choice
	*observer
}

// NewHistories enumerates the histories of so many steps at most. It tells whether there are
// longer ones.
func NewHistories(m *spec.Model, c *spec.Check, at source.Span, depth int, o explicit.Options) (h *Histories, longer bool, err error) {
	s, err := explicit.Unroll(m, spec.PerfectRecall, c.Runs, depth, o)
	if err != nil {
		return nil, false, err
	}
	h = &Histories{system: s, plan: c.Plan, goal: c.Formula, listed: map[plan.World]local{},
		choices: []move{nil}, known: map[string]plan.Choice{"": waiting}, observer: newObserver(m, c.Plan, at)}
	for _, a := range c.Plan.By {
		h.classes = append(h.classes, s.Classes(a))
	}
	h.cut = make([]bool, len(s.States()))
	for w := range h.cut {
		h.cut[w] = slices.ContainsFunc(s.Arrows(w), func(a explicit.Arrow) bool { return a.To == explicit.Beyond })
		longer = longer || h.cut[w]
	}
	if err = h.shared(); err == nil {
		err = h.distinct()
	}
	if err == nil {
		err = h.gather(o)
	}
	return h, longer, err
}

// Size is how many histories there are.
func (h *Histories) Size() int { return len(h.cut) }

// Hopeful is the game in which the goal is reached beyond the histories.
func (h *Histories) Hopeful() *Histories {
	other := *h
	other.hopeful = true
	return &other
}

// shared checks that all of those who plan see the same.
func (h *Histories) shared() error {
	for i, classes := range h.classes[1:] {
		to, from := map[int]int{}, map[int]int{}
		for w, k := range classes {
			first := h.classes[0][w]
			if n, ok := to[first]; ok && n != k {
				return h.unshared(0, h.system.States()[w])
			}
			if n, ok := from[k]; ok && n != first {
				return h.unshared(i+1, h.system.States()[w])
			}
			to[first], from[k] = k, first
		}
	}
	return nil
}

// distinct checks that who plans alone sees which steps are its own, as it knows them where it alone
// is asked ([observer.step]): what is known in histories does not say so.
func (h *Histories) distinct() error {
	if h.model.Joint || len(h.plan.By) > 1 {
		return nil
	}
	who := h.plan.By[0]
	own := map[string]bool{} // by what has been seen before and is seen of a step
	for w, st := range h.system.States() {
		for _, a := range h.system.Arrows(w) {
			if a.To == explicit.Beyond || a.Moves[0].Action.Hidden {
				continue
			}
			owner, err := explicit.Owner(h.model, a.Moves[0], st)
			if err != nil {
				return err
			}
			seen := fmt.Sprint(h.classes[0][w], explicit.Observed(who, a.Moves, st), "/", explicit.View(who, h.system.States()[a.To]))
			if before, ok := own[seen]; ok && before != (owner == who) {
				return &Refusal{Place: h.plan.Place, State: st,
					Reason: fmt.Sprintf("%s does not see whether %s was a step of its own or of somebody else, which has to be seen where the goal or an action asks for more than what those who plan know", spec.AgentNames(h.plan.By), a.Moves[0].Action.Name)}
			}
			own[seen] = owner == who
		}
	}
	return nil
}

// gather finds the worlds in which a plan may begin.
func (h *Histories) gather(o explicit.Options) error {
	all, err := explicit.Beginnings(h.model, o)
	if err == nil {
		all, err = explicit.Happened(h.model, h.plan, all, func(c explicit.Candidate) ([]witness.Step, error) {
			w, known := h.system.Locate(c.Start, c.Steps)
			if !known || w == explicit.Beyond {
				return nil, errShort
			}
			var steps []witness.Step
			for _, a := range h.system.Arrows(w) {
				if a.To == explicit.Beyond {
					return nil, errShort
				}
				steps = append(steps, witness.Step{Moves: a.Moves, To: h.system.States()[a.To]})
			}
			return steps, nil
		})
	}
	if err != nil {
		return err
	}
	if h.crowds, err = h.gathered(all); err != nil {
		return err
	}
	for _, crowd := range h.crowds {
		var worlds []plan.World
		for i, p := range crowd {
			w, known := h.system.Locate(p.history.Start, p.history.Steps)
			if !known || w == explicit.Beyond {
				return errShort
			}
			crowd[i].world = plan.World(w)
			worlds = append(worlds, slices.Repeat([]plan.World{plan.World(w)}, p.weight)...)
		}
		// What is known is asked among all histories, of which those who plan must consider no others possible.
		for v, class := range h.classes[0] {
			if class == h.classes[0][worlds[0]] && !slices.Contains(worlds, plan.World(v)) {
				return &Refusal{Place: h.plan.After.Span(), State: h.system.States()[v],
					Reason: fmt.Sprintf("%s cannot see that this has happened, which has to be seen where the goal or an action asks for more than what those who plan know", spec.AgentNames(h.plan.By))}
			}
		}
		h.start = append(h.start, worlds)
	}
	return nil
}

// errShort says that the histories are shorter than what has happened.
var errShort = errors.New("the histories are shorter than what has happened")

// Start implements plan.Game.
func (h *Histories) Start() [][]plan.World { return h.start }

// Met implements plan.Game.
func (h *Histories) Met(b []plan.World) (bool, error) {
	met := true
	for _, w := range b {
		if h.hopeful && h.cut[w] {
			return true, nil
		}
	}
	for _, w := range b {
		holds, err := h.system.Holds(h.goal, nil, int(w))
		if err != nil {
			return false, err
		}
		met = met && holds
	}
	return met, nil
}

// Choices implements plan.Game.
func (h *Histories) Choices(w plan.World) ([]plan.Choice, error) {
	l, err := h.local(w)
	return l.own, err
}

func (h *Histories) local(w plan.World) (local, error) {
	if l, ok := h.listed[w]; ok {
		return l, nil
	}
	l := local{joint: map[plan.Choice][][]spec.Move{}}
	st := h.system.States()[w]
	for _, a := range h.system.Arrows(int(w)) {
		if a.To == explicit.Beyond {
			continue
		}
		own, err := h.part(a.Moves, st)
		if err != nil {
			return l, err
		}
		if own == nil && !h.model.Joint {
			l.others = append(l.others, a.Moves)
			continue
		}
		c := h.choice(own) // of a joint step without a move of theirs, to wait
		if l.joint[c] == nil {
			l.own = append(l.own, c)
		}
		l.joint[c] = append(l.joint[c], a.Moves)
	}
	if len(l.others) > 0 {
		l.own = append(l.own, waiting)
	}
	slices.Sort(l.own)
	h.listed[w] = l
	return l, h.fair(l, st)
}

// part is what those who plan do in a step; nil: nothing.
func (h *Histories) part(moves []spec.Move, st spec.State) (move, error) {
	var own move
	for _, m := range moves {
		owner, err := explicit.Owner(h.model, m, st)
		if err != nil {
			return nil, err
		}
		if owner != nil && slices.Contains(h.plan.By, owner) {
			own = append(own, spec.Move{Action: m.Action, Args: m.Args})
		}
	}
	return own, nil
}

func (h *Histories) choice(m move) plan.Choice {
	key := keyOf(m)
	c, ok := h.known[key]
	if !ok {
		c = plan.Choice(len(h.choices))
		h.known[key], h.choices = c, append(h.choices, m)
	}
	return c
}

// Try implements plan.Game. What is seen is what one of those who plan observes of the step: the others saw the same of the
// past and see the same now. The class of the history that a step leads to would not do, since where layers come again that
// is one of a layer before, which those who plan may tell from what is put there for a history that they confuse with this one.
func (h *Histories) Try(w plan.World, c plan.Choice) ([]plan.Step, error) {
	l, err := h.local(w)
	if err != nil {
		return nil, err
	}
	var steps []plan.Step
	for _, moves := range append(slices.Clone(l.joint[c]), l.others...) {
		v, _ := h.system.Follow(int(w), moves)
		from, to := h.system.States()[w], h.system.States()[v]
		seen, cost := h.number(explicit.Observed(h.plan.By[0], moves, from)+"/"+explicit.View(h.plan.By[0], to)), h.plan.Cost(moves)
		if err := h.priced(int32(h.classes[0][w]), seen, cost, from); err != nil {
			return nil, err
		}
		steps = append(steps, plan.Step{Seen: seen, To: plan.World(v), Cost: int32(cost)})
	}
	return steps, nil
}
