package ctlk

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// extension is what the frame behind a knowledge action has besides that before
// it: a world there is a world of the frame before with an alternative that can
// happen in it, numbered by a block of bits. Agents confuse two if they confuse
// both parts (Act-CTL-Kn, knowledge actions; the product of Definition 7 of the
// Cluedo paper).
//
// The closure under equal views needs no product: the views of the two parts are
// functions of different bits, so it is taken part by part.
type extension struct {
	before   *frame
	space    *symbolic.Space
	ways     [][]alternative // by layer
	index    *encode.Block   // nil: there is at most one alternative in each layer
	blocks   []*encode.Block // of this action and those before it
	named    set             // the worlds to which the action as it is written leads
	classes  map[string][]class
	learners party
}

// extend returns the frame behind a knowledge action, or behind a part of one.
func (c *Checker) extend(p spec.Program, env *spec.Env, o encode.Occurrence) (*frame, error) {
	key := keyOf{p, valuesOf(p.Free(), env)}
	f := c.frame
	if known, ok := f.behind[key]; ok {
		return known, nil
	}
	// What is asked to find the alternatives is not kept: of a hundred children who
	// are silent a hundred times these are ten thousand sets.
	defer func(known map[keyOf]entry) { f.known = known }(f.known)
	f.known = maps.Clone(f.known)
	learners, err := c.learners(p, env)
	if err != nil {
		return nil, err
	}
	x := &extension{before: f, space: c.sys.Space(), ways: make([][]alternative, len(f.layers)), blocks: f.blocks(), learners: learners, classes: map[string][]class{}}
	most := 0
	for k := range f.layers {
		if f.all[k].IsEmpty() {
			continue
		}
		if x.ways[k], err = c.alternatives(p, env, o, k); err != nil {
			return nil, err
		}
		most = max(most, len(x.ways[k]))
	}
	if most > 1 {
		if x.index, err = c.sys.Block(o, most, x.blocks); err != nil {
			return nil, c.refuse(Unsupported, p.Span(), "%s", err)
		}
		x.blocks = append(slices.Clip(x.blocks), x.index)
	}
	all := f.none()
	x.named = f.none()
	for k, ways := range x.ways {
		worlds, named := make([]symbolic.Set, len(ways)), make([]symbolic.Set, len(ways))
		for i, a := range ways {
			worlds[i], named[i] = a.dom.And(x.is(i)), c.empty()
			if a.named {
				named[i] = worlds[i]
			}
		}
		all[k], x.named[k] = x.space.OrAll(worlds...), x.space.OrAll(named...)
	}
	next := &frame{layers: f.layers, all: all, starts: f.starts.And(all), memory: f.memory, steps: f.steps, extension: x}
	next.forget()
	c.tick("knowledge action", f.depth()+1, all)
	f.behind[key] = next
	return next, nil
}

// depth is the number of knowledge actions that led to the frame.
func (f *frame) depth() int {
	if f.extension == nil {
		return 0
	}
	return 1 + f.extension.before.depth()
}

// blocks are those of the knowledge actions that led to the frame.
func (f *frame) blocks() []*encode.Block {
	if f.extension == nil {
		return nil
	}
	return f.extension.blocks
}

// bits are those that worlds have besides the bits of states.
func (f *frame) bits() []symbolic.Bit {
	var all []symbolic.Bit
	for _, b := range f.blocks() {
		all = append(all, b.Bits()...)
	}
	return all
}

// informed reports whether it makes sense to ask what an agent knows: it learnt
// of the knowledge action before.
func (f *frame) informed(a *spec.Agent) bool {
	return f.extension == nil || f.extension.learners[a]
}

// inside runs f with another frame as the one that formulas are about.
func (c *Checker) inside(x *frame, f func() error) error {
	outer := c.frame
	c.frame = x
	defer func() { c.frame = outer }()
	return f()
}

// is are the vectors with the i-th alternative.
func (x *extension) is(i int) symbolic.Set {
	if x.index == nil {
		return x.space.Full()
	}
	return x.index.Is(i)
}

// origins returns the worlds of the frame before from which those of a part of a
// layer come.
func (x *extension) origins(part symbolic.Set) symbolic.Set {
	if x.index == nil {
		return part
	}
	return part.Exists(x.space.Cube(x.index.Bits()...))
}

// looking are the vectors that look to the agents like one in part, in layer k,
// whether they are worlds or not.
func (f *frame) looking(agents []*spec.Agent, k int, part symbolic.Set) (symbolic.Set, error) {
	view, err := f.layers[k].sys.View(agents...)
	if err != nil {
		return symbolic.Set{}, err
	}
	return f.lookingAt(view, agents, k, part), nil
}

// lookingAt is looking for agents whose view of states is given.
func (f *frame) lookingAt(view *encode.View, agents []*spec.Agent, k int, part symbolic.Set) symbolic.Set {
	for x := f.extension; x != nil; x = x.before.extension {
		part = x.alike(agents, k, part)
	}
	return view.Closure(part)
}

// tornAt are the vectors that look to the agents both like one in part and like one in
// the rest of all, in layer k, whether they are worlds or not.
func (f *frame) tornAt(view *encode.View, agents []*spec.Agent, k int, all, part symbolic.Set) symbolic.Set {
	for x := f.extension; x != nil; x = x.before.extension {
		if x.index != nil {
			return f.lookingAt(view, agents, k, part).And(f.lookingAt(view, agents, k, all.Diff(part)))
		}
	}
	return view.Torn(all, part)
}

// alike are the vectors that differ from one in part at most in the alternative,
// by one that looks the same to the agents.
func (x *extension) alike(agents []*spec.Agent, k int, part symbolic.Set) symbolic.Set {
	if x.index == nil {
		return part
	}
	var found []symbolic.Set
	for _, class := range x.classesOf(agents, k) {
		here := part.And(class.numbers)
		if !class.apart {
			here = x.origins(here).And(class.numbers)
		}
		found = append(found, here)
	}
	return x.space.OrAll(found...)
}

// class is a set of alternatives.
type class struct {
	numbers symbolic.Set
	apart   bool // each looks different from all others; else they look the same
}

// classesOf divides the alternatives in layer k by what the agents see of them.
func (x *extension) classesOf(agents []*spec.Agent, k int) []class {
	who := fmt.Sprint(k)
	for _, a := range agents {
		who += fmt.Sprint(" ", a.Index)
	}
	if known, ok := x.classes[who]; ok {
		return known
	}
	var keys []string
	members := map[string][]symbolic.Set{}
	for i, way := range x.waysIn(k) {
		var key strings.Builder
		for _, a := range agents {
			key.WriteString(way.view[a.Index])
			key.WriteByte('\n')
		}
		if members[key.String()] == nil {
			keys = append(keys, key.String())
		}
		members[key.String()] = append(members[key.String()], x.is(i))
	}
	var all []class
	var apart []symbolic.Set
	for _, key := range keys {
		if one := members[key]; len(one) == 1 {
			apart = append(apart, one[0])
			continue
		}
		all = append(all, class{numbers: x.space.OrAll(members[key]...)})
	}
	if len(apart) > 0 {
		all = append(all, class{x.space.OrAll(apart...), true})
	}
	x.classes[who] = all
	return all
}
