package ctlk

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// unrolling are the layers of a model with memory as far as they are known: the
// worlds after 0, 1, 2, … steps. It is shared by all checks that need it.
type unrolling struct {
	recall spec.Recall
	sys    *encode.System
	layers []*layer
	worlds set
	fresh  []*encode.Slot // what the steps from the last layer record
	loop   *edge          // to the layer to which the steps from the last one lead; nil: none is known
	over   bool           // no step leads from the last layer
	fault  error          // what goes wrong in the layer after the last one; nil: nothing is known
	frames map[int]*frame

	// extension is about the knowledge action behind which the layers are; nil: none.
	extension *extension
	short     bool // runs behind a knowledge action were cut off
}

// closed tells whether there is nothing more to find.
func (u *unrolling) closed() bool { return u.over || u.loop != nil }

// depth is the number of steps that were followed.
func (u *unrolling) depth() int { return len(u.layers) - 1 }

// unroll starts with the initial states.
func (c *Checker) unroll(recall spec.Recall) (*unrolling, error) {
	starts, err := c.starts()
	if err != nil {
		return nil, err
	}
	u := &unrolling{recall: recall, sys: c.sys, frames: map[int]*frame{}}
	return u, c.addLayer(u, starts[0], nil)
}

// addLayer adds the layer of some worlds. What the guards of its steps ask about
// knowledge is decided among them.
func (c *Checker) addLayer(u *unrolling, worlds symbolic.Set, past []*encode.Slot) error {
	sys, fresh := u.sys.Recalling(past), []*encode.Slot(nil)
	if u.recall == spec.ClockRecall {
		sys = u.sys // with its views, which are the same in all layers
	}
	var err error
	if sys.Model().AsksKnowledge() != nil {
		c.frame = newFrame([]*layer{{sys: sys}}, set{worlds}, set{worlds}, u.extension)
		if sys, err = sys.Knowing(c.within(0, worlds, &doubt{c.empty()})); err != nil {
			return err
		}
	}
	if err := sys.Fault(worlds); err != nil {
		return c.faulty(err)
	}
	if u.recall == spec.PerfectRecall {
		if sys, fresh, err = sys.Recording(worlds); err != nil {
			return err
		}
		u.over = sys.Steps().IsEmpty()
	}
	u.layers, u.worlds, u.fresh = append(u.layers, &layer{sys: sys}), append(u.worlds, worlds), fresh
	c.found("layers", len(u.layers), worlds)
	return nil
}

// grow follows the steps from the last layer. Under clock recall a layer is a
// function of the set of states before it: when a set returns, so do all after it
// (Act-CTL-Kn, recall clock).
func (c *Checker) grow(u *unrolling) error {
	last := u.layers[u.depth()].sys
	next := last.Steps().Image(u.worlds[u.depth()])
	if next.IsEmpty() {
		u.over = true
		return nil
	}
	if u.recall == spec.PerfectRecall {
		return c.remember(u, next)
	}
	for k, x := range u.worlds {
		if x.Equal(next) {
			u.loop = &edge{to: k}
			return nil
		}
	}
	return c.addLayer(u, next, nil)
}

// remember adds a layer of histories. What is recorded of them and says nothing
// new to anybody who saw it is forgotten: that leaves what every agent confuses as
// it is, and worlds that differ in nothing else that anybody saw become one
// (Act-CTL-Kn, recall perfect).
func (c *Checker) remember(u *unrolling, worlds symbolic.Set) error {
	last := u.layers[u.depth()].sys
	past := slices.Concat(u.fresh, last.Recorded())
	ways := worlds.Space().Cube((&frame{extension: u.extension}).bits()...)
	for i := 0; i < len(past); {
		// What is so whatever alternative it was is so for each.
		spare, err := last.Recalling(past).Determined(past[i], worlds.Exists(ways))
		if err != nil {
			return err
		}
		if !spare {
			i++
			continue
		}
		worlds = worlds.Exists(worlds.Space().Cube(past[i].Bit))
		past = slices.Delete(past, i, i+1)
	}
	for k, l := range u.layers {
		if e, ok := sameRecords(past, l.sys.Recorded(), worlds.Space()); ok && worlds.Rename(e.into).Equal(u.worlds[k]) {
			e.to = k
			u.loop = e
			return nil
		}
	}
	return c.addLayer(u, worlds, past)
}

// sameRecords pairs bits that record what was seen with those of an earlier layer,
// so that the same agents know of both. A layer whose worlds are then those of the
// earlier one is that layer, to all agents, and so are all after it: they are a function
// of the worlds and of what agents see of them (Act-CTL-Kn, recall perfect). A
// pairing that does not do proves nothing; this one leaves what is in both and
// takes all else in turn.
func sameRecords(late, early []*encode.Slot, space *symbolic.Space) (*edge, bool) {
	if len(late) != len(early) {
		return nil, false
	}
	e := &edge{recorded: []symbolic.Bit{}}
	var from, to []symbolic.Bit
	left := slices.DeleteFunc(slices.Clone(early), func(slot *encode.Slot) bool { return slices.Contains(late, slot) })
	for _, slot := range late {
		e.recorded = append(e.recorded, slot.Bit)
		if slices.Contains(early, slot) {
			continue
		}
		i := slices.IndexFunc(left, slot.SeenAlike)
		if i < 0 {
			return nil, false
		}
		from, to = append(from, slot.Bit), append(to, left[i].Bit)
		left = slices.Delete(left, i, i+1)
	}
	var err error
	if e.into, err = space.Renaming(from, to); err == nil {
		e.back, err = space.Renaming(to, from)
	}
	return e, err == nil
}

// frame is the structure of the first layers, up to a depth. That the layer after
// these is one of them is used only if it was to be looked for: an answer is not to
// depend on which checks were decided before.
func (u *unrolling) frame(depth int) *frame {
	looked := u.recall == spec.ClockRecall || len(u.fresh) == 0 || depth > u.depth()
	depth = min(depth, u.depth())
	cut := depth < u.depth() || !u.over && (u.loop == nil || !looked)
	key := depth
	if cut {
		key = -1 - depth // what is known of runs that were cut off is not known of the others
	}
	if f, ok := u.frames[key]; ok {
		return f
	}
	layers := make([]*layer, depth+1)
	for k := range layers {
		layers[k] = &layer{sys: u.layers[k].sys}
		if k < depth {
			layers[k].next = []edge{{to: k + 1}}
		} else if !cut && u.loop != nil {
			layers[k].next = []edge{*u.loop}
		}
	}
	worlds := u.worlds[:depth+1]
	f := newFrame(layers, worlds, worlds.part(0), u.extension)
	f.cut, f.memory = cut, true
	u.frames[key] = f
	return f
}

// index is the layer that a number of steps leads to.
func (f *frame) index(steps int) int {
	last := len(f.layers) - 1
	if steps <= last || len(f.layers[last].next) == 0 {
		return steps
	}
	loop := f.layers[last].next[0].to
	return loop + (steps-loop)%(last+1-loop)
}

// at are the worlds that a number of steps leads to.
func (f *frame) at(steps int) set {
	k := f.index(steps)
	if k >= len(f.layers) {
		return f.none()
	}
	return f.all.part(k)
}

// deepen answers a check under clock or perfect recall: it follows more and more
// steps until the verdict is decided, there is nothing more to follow, or so many
// were followed as the check allows.
func (c *Checker) deepen(chk *spec.Check, a *verdict.Answer) error {
	var o *observers
	if chk.Recall == spec.PerfectRecall && chk.Depth == spec.AutoDepth {
		o = c.observers(chk)
	}
	if o != nil && !o.guarded && c.restricted() {
		_, err := c.deduce(chk, o, everything, a)
		return err
	}
	if err := c.refuseFair(chk); err != nil {
		return err
	}
	most, depth := mostSteps(chk, c.restricted()), chk.Layer+1
	switch {
	case chk.Depth != spec.AutoDepth:
	case most != endless && most <= otherLayers:
		o = nil // so many steps decide it
	default:
		if done, end, err := c.finite(chk, o, a); err != nil || done {
			return err
		} else if end {
			depth = c.unrolled[c.sys].depth() + 1
		}
	}
	open := chk.Layer - 1 // so many steps decide nothing
	for effort := 2 * firstEffort; ; depth, effort = c.deeper(depth), 2*effort {
		if most != endless {
			depth = min(depth, most)
		}
		cut, err := c.attempt(chk, depth, open, a)
		if isMistake(err) && depth > open+1 { // fewer steps may decide
			depth = open + 1
			cut, err = c.attempt(chk, depth, open, a)
		}
		switch {
		case err != nil || a.Verdict != verdict.Unknown || !cut:
			return err
		case c.mistake != nil && c.laborious(depth):
			return c.mistake
		case depth == most, most == endless && depth >= deepest:
			a.Reason = verdict.Depth
			return nil
		}
		if o != nil {
			if done, err := c.deduce(chk, o, effort, a); err != nil || done {
				return err
			}
		}
		open = depth
	}
}

// laborious tells whether to follow more steps takes more effort than they are worth
// where the check is known to be mistaken after some number of them.
func (c *Checker) laborious(depth int) bool {
	u := c.unrolled[c.sys]
	return depth >= otherLayers || u.worlds[u.depth()].CountNodes() > smallLayer
}

// attempt answers a check from so many steps, where fewer, if any, leave it open. It
// tells whether others come after them.
func (c *Checker) attempt(chk *spec.Check, depth, open int, a *verdict.Answer) (cut bool, err error) {
	c.warnings = newList()
	*a = verdict.Answer{Depth: max(open, 0)} // which it remains if a limit is met
	if err := c.follow(chk, depth); err != nil {
		u := c.unrolled[c.sys]
		return u != nil && u.fault != nil, err
	}
	err = c.reaches(chk, a)
	u := c.unrolled[c.sys]
	if cut = c.frame.cut || u.short; cut {
		if a.Depth = c.reach; a.Depth == 0 {
			a.Depth = spec.NoSteps
		}
	} else {
		a.Depth, a.Exact = 0, u.ending()
	}
	if err == nil && a.Verdict != verdict.Unknown {
		c.warnBeyond(u)
	}
	return cut, err
}

// warnBeyond warns of what goes wrong after more steps than a verdict needs.
func (c *Checker) warnBeyond(u *unrolling) {
	if wrong := (*Error)(nil); errors.As(u.fault, &wrong) {
		d := wrong.Diagnostic()
		d.Severity = source.Warning
		d.Hint = fmt.Sprintf("this comes after %d steps, and the first %d decide", u.depth()+1, c.reach)
		c.warnings.Add(d)
	}
}

// finite looks for a finite structure with little effort, before anything is asked
// of a part of the layers: the end of all runs, or of the lasso, or an information graph,
// in which the check is answered.
func (c *Checker) finite(chk *spec.Check, o *observers, a *verdict.Answer) (done, end bool, err error) {
	if end, err = c.ends(chk, fewLayers); err != nil || end {
		return false, end, err
	}
	if o != nil {
		if done, err = c.deduce(chk, o, firstEffort, a); err != nil || done {
			return done, false, err
		}
	}
	end, err = c.ends(chk, otherLayers)
	return false, end, err
}

// deeper is the depth to look at after another one. Where the layers grow fast, the
// next one costs as much as all before.
func (c *Checker) deeper(depth int) int {
	u := c.unrolled[c.sys]
	if last := u.depth(); last > 0 && u.worlds[last].CountNodes() > 3*u.worlds[last-1].CountNodes()/2 {
		return depth + 1
	}
	return depth + 1 + depth/2
}

// How much of an information graph is explored before runs are followed further.
const (
	firstEffort = 20_000
	everything  = math.MaxInt
)

// graphOf identifies an information graph.
type graphOf struct {
	sys       *encode.System
	observers string
}

// deduce answers a check in the information graph of its observers, if that is
// found with so much effort.
func (c *Checker) deduce(chk *spec.Check, o *observers, effort int, a *verdict.Answer) (done bool, err error) {
	key := graphOf{sys: c.sys}
	for _, agents := range o.all {
		key.observers += observerKey(agents) + "/"
	}
	g := c.graphs[key]
	if g == nil {
		if g, err = c.information(o); err != nil {
			return false, err
		}
	}
	delete(c.graphs, key) // a limit may be met
	done, err = g.explore(effort)
	if isMistake(err) && !c.restricted() {
		c.graphs[key], c.mistake = g, err
		return false, nil
	}
	if err != nil {
		return false, err
	}
	fresh := g.frame == nil
	if done {
		c.use(g.structure())
		if fresh {
			if err := c.restrict(c.frame); err != nil {
				return false, err
			}
		}
	}
	c.graphs[key] = g
	if !done {
		return false, nil
	}
	c.warnings = newList()
	*a = verdict.Answer{Exact: g.reason()}
	if err = c.decide(chk, a); isMistake(err) && !c.restricted() {
		c.mistake = err
		return false, nil
	}
	return true, err
}

// ending says why there is nothing more to find.
func (u *unrolling) ending() string {
	switch {
	case u.loop != nil && u.recall == spec.PerfectRecall:
		return fmt.Sprintf("after %d steps all is as after %d, for all that is remembered", u.depth()+1, u.loop.to)
	case u.loop != nil:
		return fmt.Sprintf("what %d steps lead to is what %d steps lead to", u.depth()+1, u.loop.to)
	}
	return fmt.Sprintf("no run has more than %d steps", u.depth())
}

// deepest is the depth at which a check gives up that names none.
const deepest = 10_000

// What is tried to find the end of all runs, or of the lasso, before anything is
// asked of a part of them: layers without anything recorded, which are cheap, and
// layers with, as long as they are small: few, before an information graph is tried.
const (
	cheapLayers = 256
	fewLayers   = 4
	otherLayers = 16
	smallLayer  = 20_000  // nodes, with anything recorded
	largeLayer  = 200_000 // without
)

// ends tells whether all layers there are can be found with little effort, so many
// at most in which anything is recorded.
func (c *Checker) ends(chk *spec.Check, most int) (bool, error) {
	for depth := 0; ; depth++ {
		if err := c.layersTo(chk, depth); err != nil {
			return false, err
		}
		u := c.unrolled[c.sys]
		last := u.depth()
		layers, nodes := cheapLayers, largeLayer
		if len(u.layers[last].sys.Past()) > 0 {
			layers, nodes = most, smallLayer
		}
		switch {
		case u.closed():
			return true, nil
		case u.fault != nil, depth >= layers, u.worlds[last].CountNodes() > nodes:
			return false, nil
		}
	}
}

// reaches answers a check in the present frame, if that reaches as far as the
// check's layer and tells which runs count.
func (c *Checker) reaches(chk *spec.Check, a *verdict.Answer) error {
	f := c.frame
	if c.restricted() && f.fair == nil || f.cut && chk.Layer >= len(f.layers) {
		a.Verdict = verdict.Unknown
		return nil
	}
	if f.at(chk.Layer).IsEmpty() && (chk.Kind != spec.CountCheck || chk.At != nil) {
		return c.refuse(NoneWithAt, chk.Place, "no run has %d steps, so the check asks about nothing", chk.Layer)
	}
	return c.decide(chk, a)
}

// follow makes a frame of the first layers the present one.
func (c *Checker) follow(chk *spec.Check, depth int) error {
	if err := c.layersTo(chk, depth); err != nil {
		return err
	}
	u := c.unrolled[c.sys]
	if u.fault != nil && u.depth() < depth {
		return u.fault
	}
	if u.short {
		clear(u.frames) // what they know of runs behind knowledge actions is open
	}
	f := u.frame(depth)
	c.reach, u.short = depth, false
	c.use(f)
	if f.cut || f.fair != nil {
		return nil
	}
	return c.restrict(f)
}

// layersTo finds the layers up to a depth, as far as there are any and nothing goes
// wrong in them.
func (c *Checker) layersTo(chk *spec.Check, depth int) error {
	u := c.unrolled[c.sys]
	if u == nil {
		c.focus(c.sys.Valid())
		var err error
		if u, err = c.unroll(chk.Recall); err != nil {
			return err
		}
		c.unrolled[c.sys] = u
	}
	for !u.closed() && u.fault == nil && u.depth() <= depth { // one more tells whether it is a new one
		if u.depth() == depth && (depth == 0 || u.recall == spec.PerfectRecall && len(u.fresh) > 0) {
			break // it is none where steps are remembered, and would be large
		}
		c.focus(c.sys.Valid())
		if err := c.grow(u); isMistake(err) {
			u.fault = err
		} else if err != nil {
			return err
		}
	}
	return nil
}

// refuseFair refuses questions about runs that count where that is not defined.
func (c *Checker) refuseFair(chk *spec.Check) error {
	if c.restricted() {
		if chk.Recall == spec.PerfectRecall {
			return c.refuse(Unsupported, chk.Place, "which runs count is not defined for histories that are cut off: with recall: perfect there can be no fairness and no runs: infinite, unless depth is auto and nobody is asked what others know")
		}
		if e := c.sys.Model().AsksKnowledge(); e != nil {
			return c.refuse(Unsupported, e.Span(), "which runs count is not defined where actions ask what somebody knows: there can be no fairness and no runs: infinite")
		}
	}
	return nil
}
