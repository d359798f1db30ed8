package kripke

import (
	"errors"
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// Asking is what making structures asks for.
type Asking struct {
	// Guards gives what guards ask about knowledge its meaning in a structure of one layer.
	Guards func(m *Structure) encode.Modal
	// Found, if not nil, is told of each layer, with the number of layers so far.
	Found func(layers int, worlds symbolic.Set)
}

func (a Asking) found(layers int, worlds symbolic.Set) {
	if a.Found != nil {
		a.Found(layers, worlds)
	}
}

// Unrolling finds the layers of a model with memory one after the other: the worlds
// after 0, 1, 2, … steps. Its structures are those of the first layers, as far as they
// are known.
type Unrolling struct {
	Recall spec.Recall
	// Fault is what goes wrong in the layer after the last one; nil: nothing is known.
	Fault error

	system     *encode.System
	layers     []*Layer
	worlds     Set
	took       []int64                   // the work on each layer
	fresh      []*encode.HistoryVariable // what the steps from the last layer record
	loop       *Edge                     // to the layer to which the steps from the last one lead; nil: none is known
	over       bool                      // no step leads from the last layer
	structures map[int]*Structure
	product    *Product // of the knowledge action behind which the layers are; nil: none
}

// Unroll starts with the given worlds. The system cares for all states.
func Unroll(sys *encode.System, recall spec.Recall, starts symbolic.Set, ask Asking) (*Unrolling, error) {
	u := &Unrolling{Recall: recall, system: sys, structures: map[int]*Structure{}}
	return u, u.working(func() error { return u.add(starts, nil, ask) })
}

// UnrollBehind starts with the worlds in layer k of a structure behind a knowledge
// action. The steps from there make layers of their own: agents remember which
// alternatives they cannot tell apart, and what guards ask of knowledge is asked of these
// worlds (docs/semantics.md#knowledge-actions).
func (m *Structure) UnrollBehind(k int, ask Asking) (*Unrolling, error) {
	u := &Unrolling{
		Recall: spec.PerfectRecall, system: m.System.WithCare(m.System.Valid()),
		structures: map[int]*Structure{}, product: m.Product.inAll(k),
	}
	return u, u.working(func() error { return u.add(m.Worlds[k], m.Layers[k].System.Recorded(), ask) })
}

// Closed tells whether there is nothing more to find.
func (u *Unrolling) Closed() bool { return u.over || u.loop != nil }

// Depth is the number of steps that were followed.
func (u *Unrolling) Depth() int { return len(u.layers) - 1 }

// Last are the worlds of the last layer.
func (u *Unrolling) Last() symbolic.Set { return u.worlds[u.Depth()] }

// Growth is how many nodes the last layer and the one before it have.
func (u *Unrolling) Growth() (last, before int) {
	if u.Depth() > 0 {
		before = u.worlds[u.Depth()-1].CountNodes()
	}
	return u.Last().CountNodes(), before
}

// Effort is how much work the layers up to a depth took, and how much the one after these took or is
// expected to take: as many times that of the last one as this took of the one before, if steps led to both.
func (u *Unrolling) Effort(depth int) (all, next int64) {
	for _, took := range u.took[:depth+1] {
		all += took
	}
	if depth+1 < len(u.took) {
		return all, u.took[depth+1]
	}
	if depth < 2 {
		return all, u.took[depth]
	}
	return all, Growing(u.took[depth], u.took[depth-1])
}

// Growing is what is expected to come after what took so much, and the one before so much: as many times
// more, if it was more, and no more than can be added to another one.
func Growing(last, before int64) int64 {
	return int64(min(float64(last)*max(1, float64(last)/float64(max(before, 1))), 1<<58))
}

// working finds the layer after the last one by f, and counts the work.
func (u *Unrolling) working(f func() error) error {
	space, layer := u.system.Space(), len(u.layers)
	begun := space.Work().Total()
	defer func() { u.took = append(u.took[:layer], space.Work().Total()-begun) }()
	return f()
}

// Records tells whether the last layer has bits for what was seen before.
func (u *Unrolling) Records() bool { return len(u.layers[u.Depth()].System.Past()) > 0 }

// Recording tells whether the steps from the last layer are remembered.
func (u *Unrolling) Recording() bool { return len(u.fresh) > 0 }

// add adds the layer of some worlds. What the guards of its steps ask about knowledge is
// decided among them.
func (u *Unrolling) add(worlds symbolic.Set, past []*encode.HistoryVariable, ask Asking) error {
	sys, fresh := u.system.Recalling(past), []*encode.HistoryVariable(nil)
	if u.Recall == spec.ClockRecall {
		sys = u.system // with its views, which are the same in all layers
	}
	var err error
	if sys.Model().AsksKnowledge() != nil {
		if sys, err = sys.Knowing(ask.Guards(alone(u.system, sys, worlds, u.product))); err != nil {
			return err
		}
	}
	if err := sys.Fault(worlds); err != nil {
		return Faulty(sys, err)
	}
	if u.Recall == spec.PerfectRecall {
		if sys, fresh, err = sys.Recording(worlds); err != nil {
			return err
		}
		u.over = sys.Steps().IsEmpty()
	}
	u.layers, u.worlds, u.fresh = append(u.layers, &Layer{System: sys}), append(u.worlds, worlds), fresh
	ask.found(len(u.layers), worlds)
	return nil
}

// Grow follows the steps from the last layer. Under clock recall a layer is a function
// of the set of states before it: when a set returns, so do all after it
// (docs/semantics.md#recall-clock). A mistake in the model is kept as the Fault.
func (u *Unrolling) Grow(ask Asking) error {
	err := u.working(func() error { return u.grow(ask) })
	if verdict.IsMistake(err) {
		u.Fault = err
		return nil
	}
	return err
}

func (u *Unrolling) grow(ask Asking) error {
	last := u.layers[u.Depth()].System
	next := last.Steps().Image(u.Last())
	if next.IsEmpty() {
		u.over = true
		return nil
	}
	if u.Recall == spec.PerfectRecall {
		return u.remember(next, ask)
	}
	for k, x := range u.worlds {
		if x.Equal(next) {
			u.loop = &Edge{To: k}
			return nil
		}
	}
	return u.add(next, nil, ask)
}

// remember adds a layer of histories. What is recorded of them and says nothing new to
// anybody who saw it is forgotten: that leaves what every agent confuses as it is, and
// worlds that differ in nothing else that anybody saw become one
// (docs/semantics.md#recall-perfect).
func (u *Unrolling) remember(worlds symbolic.Set, ask Asking) error {
	last := u.layers[u.Depth()].System
	// What is so whatever alternative it was is so for each.
	known := worlds.Exists(worlds.Space().Cube(u.product.Bits()...))
	past, spare, err := last.Recalling(slices.Concat(u.fresh, last.Recorded())).Forgettable(known)
	if err != nil {
		return err
	}
	worlds = worlds.Exists(worlds.Space().Cube(encode.BitsOf(spare)...))
	for k, l := range u.layers {
		if e, ok := sameRecords(past, l.System.Recorded(), worlds.Space()); ok && worlds.Rename(e.into).Equal(u.worlds[k]) {
			e.To = k
			u.loop = e
			return nil
		}
	}
	return u.add(worlds, past, ask)
}

// sameRecords pairs bits that record what was seen with those of an earlier layer,
// so that the same agents know of both. A layer whose worlds are then those of the
// earlier one is that layer, to all agents, and so are all after it: they are a function
// of the worlds and of what agents see of them (docs/semantics.md#layers-again). A
// pairing that does not do proves nothing; this one leaves what is in both and
// takes all else in turn.
func sameRecords(late, early []*encode.HistoryVariable, space *symbolic.Space) (*Edge, bool) {
	if len(late) != len(early) {
		return nil, false
	}
	e := &Edge{recorded: []symbolic.Bit{}, late: map[*encode.HistoryVariable]*encode.HistoryVariable{}}
	var from, to []symbolic.Bit
	left := slices.DeleteFunc(slices.Clone(early), func(variable *encode.HistoryVariable) bool { return slices.Contains(late, variable) })
	for _, variable := range late {
		e.recorded = append(e.recorded, variable.Bit)
		if slices.Contains(early, variable) {
			continue
		}
		i := slices.IndexFunc(left, variable.SeenAlike)
		if i < 0 {
			return nil, false
		}
		from, to = append(from, variable.Bit), append(to, left[i].Bit)
		e.late[left[i]] = variable
		left = slices.Delete(left, i, i+1)
	}
	var err error
	if e.into, err = space.Renaming(from, to); err == nil {
		e.back, err = space.Renaming(to, from)
	}
	return e, err == nil
}

// Structure is that of the first layers, up to a depth. That the layer after these is one
// of them is used only if it was to be looked for: an answer is not to depend on which
// checks were decided before.
func (u *Unrolling) Structure(depth int) *Structure {
	looked := u.Recall == spec.ClockRecall || len(u.fresh) == 0 || depth > u.Depth()
	depth = min(depth, u.Depth())
	cut := depth < u.Depth() || !u.over && (u.loop == nil || !looked)
	key := depth
	if cut {
		key = -1 - depth
	}
	if m, ok := u.structures[key]; ok {
		return m
	}
	worlds := u.worlds[: depth+1 : depth+1]
	cares := u.system.WithCare(u.system.Space().OrAll(worlds...))
	layers := make([]*Layer, depth+1)
	for k := range layers {
		layers[k] = &Layer{System: u.layers[k].System}
		if layers[k].System == u.system {
			layers[k].System = cares
		}
		if k < depth {
			layers[k].Next = []Edge{{To: k + 1}}
		} else if !cut && u.loop != nil {
			layers[k].Next = []Edge{*u.loop}
		}
	}
	m := (&Structure{System: cares, Layers: layers, Worlds: worlds, Starts: worlds.Part(0), Cut: cut, Memory: true, Product: u.product}).counted()
	u.structures[key] = m
	return m
}

// Behind is the structure of all layers that were found behind a knowledge action, to
// which so many steps lead.
func (u *Unrolling) Behind(steps int) *Structure {
	m := *u.Structure(u.Depth() + 1)
	m.Onward = &steps
	return &m
}

// Ending says why there is nothing more to find.
func (u *Unrolling) Ending() string {
	switch {
	case u.loop != nil && u.Recall == spec.PerfectRecall:
		return fmt.Sprintf("after %d steps all is as after %d, for all that is remembered", u.Depth()+1, u.loop.To)
	case u.loop != nil:
		return fmt.Sprintf("what %d steps lead to is what %d steps lead to", u.Depth()+1, u.loop.To)
	}
	return fmt.Sprintf("no run has more than %d steps", u.Depth())
}

// Faulty turns a fault of a system into a mistake with its place.
func Faulty(sys *encode.System, err error) error {
	f := (*encode.FaultError)(nil)
	if !errors.As(err, &f) {
		return err
	}
	return &verdict.Mistake{Kind: verdict.Faulty, Place: f.Place, Message: f.Reason, State: f.State, Model: sys.Model(), Cause: f}
}
