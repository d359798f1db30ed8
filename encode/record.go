package encode

import (
	"context"
	"slices"

	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/encode/internal/plan"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Remember encodes the model of s once more, with bits that hold what the agents
// saw of earlier steps: so many copies of each observation, in a space of its own with
// the limits given. It fails as New does.
func Remember(ctx context.Context, s *System, agents []*spec.Agent, copies int, l symbolic.Limits) (*System, error) {
	opts := s.options
	opts.Symbolic.Nodes, opts.Symbolic.Memory = l.Nodes, l.Memory
	opts.history = nil
	err := s.codes.Space.Do(ctx, func() error {
		return failure.Try(func() {
			rec := recorder{s.steps, observe(s, agents)}
			for _, tr := range rec.traces {
				opts.history = append(opts.history, plan.Anchor{Cell: rec.lowest(tr), Copies: copies})
			}
		})
	})
	if err != nil {
		return nil, err
	}
	r, err := New(ctx, s.model, opts)
	if err != nil {
		return nil, err
	}
	err = r.codes.Space.Do(ctx, func() error { return failure.Try(func() { r.traced = observe(r, agents) }) })
	if err != nil {
		return nil, err
	}
	for i, tr := range r.traced.traces {
		for _, c := range r.codes.Layout.History[i] {
			tr.variables = append(tr.variables, &HistoryVariable{c.Cur[0], c.Next[0], tr})
		}
	}
	return r, nil
}

// recorder makes steps that record what agents see of them.
type recorder struct {
	*Steps
	*observations
}

// lowest is the last cell, in the order of bits, that an observation depends on; of one
// that tells kinds of steps apart, the last one that such a step writes.
func (s recorder) lowest(tr *observation) int {
	low := symbolic.Bit(-1)
	for _, f := range tr.in {
		if support := f.Support(); len(support) > 0 {
			low = max(low, support[len(support)-1])
		}
	}
	for _, act := range s.actions {
		for _, p := range act.parts {
			if low < 0 && tr.in[s.kindOf(act, p)].IsFull() && len(p.writes) > 0 {
				return s.codes.CellAt(p.writes[len(p.writes)-1].pair.Cur).ID
			}
		}
	}
	return s.codes.CellAt(max(low, 0)).ID
}

// kindOf is the kind of the steps of a part.
func (s recorder) kindOf(act *action, p *part) int { return s.kinds[kind{act.spec, p.args}.key()] }

// Recalling returns the system of worlds that consist of a state and what is
// recorded in some history variables. It shares all with s but the views.
func (s *System) Recalling(past []*HistoryVariable) *System {
	t := *s
	if !slices.Equal(past, s.sight.past) {
		t.sight = s.sight.recalling(past)
	}
	return &t
}

// Past lists the bits in which worlds record what was seen before.
func (s *System) Past() []symbolic.Bit { return BitsOf(s.sight.past) }

// BitsOf are the bits of history variables.
func BitsOf(past []*HistoryVariable) []symbolic.Bit {
	bits := make([]symbolic.Bit, len(past))
	for i, variable := range past {
		bits[i] = variable.Bit
	}
	return bits
}

// Onto forgets what worlds say of other bits than those of states and the given
// ones.
func (s *System) Onto(worlds symbolic.Set, bits []symbolic.Bit) symbolic.Set {
	return onto(worlds, slices.Concat(s.codes.Layout.StateBits(), bits))
}

// onto forgets what worlds say of other bits than those to be kept.
func onto(worlds symbolic.Set, kept []symbolic.Bit) symbolic.Set {
	keep := map[symbolic.Bit]bool{}
	for _, b := range kept {
		keep[b] = true
	}
	drop := slices.DeleteFunc(worlds.Support(), func(b symbolic.Bit) bool { return keep[b] })
	return worlds.Exists(worlds.Space().Cube(drop...))
}

// Recorded lists the history variables of Past.
func (s *System) Recorded() []*HistoryVariable { return s.sight.past }

// TooFewBitsError says that all copies of an observation hold something.
type TooFewBitsError struct{}

func (TooFewBitsError) Error() string { return "too few bits were planned for what is remembered" }

// Recording returns the system in which the steps from the given worlds record
// what agents see of them, and the history variables that they write. It has no other steps.
//
// Not recorded is what has one value in all these worlds and steps, and what is
// seen of states and cannot change: there the present state says it.
func (s *System) Recording(worlds symbolic.Set) (t *System, fresh []*HistoryVariable, err error) {
	t = s.Recalling(s.sight.past)
	rec := recorder{s.steps, s.traced}
	live := rec.live(worlds)
	busy := map[*HistoryVariable]bool{}
	for _, variable := range s.sight.past {
		busy[variable] = true
	}
	for _, tr := range s.traced.traces {
		if !rec.worth(tr, worlds, live) {
			continue
		}
		i := slices.IndexFunc(tr.variables, func(variable *HistoryVariable) bool { return !busy[variable] })
		if i < 0 {
			return nil, nil, TooFewBitsError{}
		}
		fresh = append(fresh, tr.variables[i])
	}
	t.steps = rec.record(live, fresh)
	return t, fresh, nil
}

// Observing returns the system in which steps record what the agents see of them,
// and the history variables that they write: of steps alone, not of states.
func (s *System) Observing(agents []*spec.Agent) (t *System, fresh []*HistoryVariable) {
	t = s.Recalling(nil)
	for _, tr := range s.traced.traces {
		if !tr.state && slices.ContainsFunc(tr.who, func(a *spec.Agent) bool { return slices.Contains(agents, a) }) {
			fresh = append(fresh, tr.variables[0])
		}
	}
	rec := recorder{s.steps, s.traced}
	t.steps = rec.record(rec.allLive(), fresh)
	return t, fresh
}

// living are steps that can be taken.
type living struct {
	parts   [][]*part // by action, of interleaved steps
	joint   bool      // there are joint steps
	kinds   map[int]bool
	written []symbolic.Bit // ascending
}

// live are the steps that are enabled in some of the worlds. Of these matters what guards
// read: each guard that holds nowhere is compared with all of it.
func (s recorder) live(worlds symbolic.Set) living {
	if s.joint != nil {
		return s.livingOf(nil, !s.relation.Image(worlds).IsEmpty())
	}
	var read []symbolic.Bit
	for _, act := range s.actions {
		for _, p := range act.parts {
			read = append(read, p.enabled.Support()...)
		}
	}
	worlds = onto(worlds, read)
	parts := make([][]*part, len(s.actions))
	for i, act := range s.actions {
		for _, p := range act.parts {
			if !p.enabled.Disjoint(worlds) {
				parts[i] = append(parts[i], p)
			}
		}
	}
	return s.livingOf(parts, false)
}

// allLive are all steps.
func (s recorder) allLive() living {
	parts := make([][]*part, len(s.actions))
	for i, act := range s.actions {
		parts[i] = act.parts
	}
	return s.livingOf(parts, s.joint != nil)
}

func (s recorder) livingOf(parts [][]*part, joint bool) living {
	l := living{parts: parts, joint: joint, kinds: map[int]bool{}}
	note := func(writes []write) {
		for _, w := range writes {
			l.written = append(l.written, w.pair.Cur)
		}
	}
	for i, ps := range parts {
		for _, p := range ps {
			l.kinds[s.kindOf(s.actions[i], p)] = true
			note(p.writes)
		}
	}
	if joint {
		l.kinds[0] = true
		note(s.joint.writes)
	}
	slices.Sort(l.written)
	return l
}

// worth tells whether an observation may have two values in steps from the worlds, and
// cannot be read off the state after the step.
func (s recorder) worth(tr *observation, worlds symbolic.Set, live living) bool {
	f := tr.in[0]
	if tr.state {
		changes := slices.ContainsFunc(f.Support(), func(b symbolic.Bit) bool {
			_, ok := slices.BinarySearch(live.written, b)
			return ok
		})
		return changes && !f.Disjoint(worlds) && !worlds.SubsetOf(f)
	}
	if live.joint {
		steps := s.choosing(f, worlds)
		return !f.Disjoint(steps) && !steps.SubsetOf(f)
	}
	never, always := true, true
	for k := range live.kinds {
		never = never && tr.in[k].IsEmpty()
		always = always && tr.in[k].IsFull()
	}
	return !never && !always
}

// choosing are worlds with what the movers can choose there of whose choices a
// function speaks.
func (s recorder) choosing(f, worlds symbolic.Set) symbolic.Set {
	reads := f.Support()
	for _, m := range s.joint.moves {
		if slices.ContainsFunc(m.MoveBits(), func(b symbolic.Bit) bool { return slices.Contains(reads, b) }) {
			worlds = worlds.And(m.guard)
		}
	}
	return worlds
}

// record returns the living steps alone, which write history variables besides.
func (s recorder) record(live living, fresh []*HistoryVariable) *Steps {
	if s.joint != nil {
		j := *s.joint
		j.relation = symbolic.NewRelation()
		if live.joint {
			j.relation = jointRelation(s.codes, &j, append(slices.Clip(j.writes), recorded(fresh, 0)...))
		}
		return jointSteps(s.codes, &j).knowing(s.modal)
	}
	actions := make([]*action, len(s.actions))
	for i, act := range s.actions {
		actions[i] = s.recording(act, live.parts[i], fresh)
	}
	return interleaved(s.codes, actions).knowing(s.modal)
}

// recording is an action with some of its parts alone, which write history variables besides.
func (s recorder) recording(act *action, parts []*part, fresh []*HistoryVariable) *action {
	a := *act
	a.parts = nil
	for _, p := range parts {
		q := p.clone()
		q.writes = append(slices.Clip(p.writes), recorded(fresh, s.kindOf(act, p))...)
		a.parts = append(a.parts, q)
	}
	a.relation = relation(s.codes, &a, a.parts)
	return &a
}

// recorded is what steps of a kind write into history variables.
func recorded(fresh []*HistoryVariable, kind int) []write {
	var writes []write
	for _, variable := range fresh {
		writes = append(writes, write{symbolic.Pair{Cur: variable.Bit, Next: variable.next}, variable.of.in[kind]})
	}
	return writes
}

// Forgettable divides the history variables that the worlds record into those that are left, and those
// that are spare: each of these, in all of the worlds, says nothing new to any agent who has seen
// it, given what else it sees and has seen but for those that are spare before it.
//
// Let V be all that looks to an agent like one of the worlds. A bit that it has seen is seen as it
// is, and nothing else that it sees reads it. So the bit says something new to it if and only if
// what is in V with one value of the bit is there with the other one as well; and V without the bit is
// what looks like one of the worlds without it. One V does for all bits that an agent has seen.
func (s *System) Forgettable(worlds symbolic.Set) (left, spare []*HistoryVariable, err error) {
	looks := map[string]*alike{}
	left = slices.Clone(s.sight.past)
	for i := 0; i < len(left); {
		said, err := s.Recalling(left).news(left[i], worlds, spare, looks)
		if err != nil {
			return nil, nil, err
		}
		if said {
			i++
			continue
		}
		spare = append(spare, left[i])
		left = slices.Delete(left, i, i+1)
	}
	return left, spare, nil
}

// alike are the worlds that look to somebody like one of some worlds, without the first of the spare variables.
type alike struct {
	worlds  symbolic.Set
	without int // how many
}

// news tells whether a variable says something new to an agent, in the worlds without the spare ones.
func (s *System) news(variable *HistoryVariable, worlds symbolic.Set, spare []*HistoryVariable, looks map[string]*alike) (bool, error) {
	both := func(key string, view func() (*View, error)) (bool, error) {
		a, ok := looks[key]
		if !ok {
			v, err := view()
			if err != nil {
				return false, err
			}
			a = &alike{v.Closure(without(worlds, spare)), len(spare)}
			looks[key] = a
		}
		a.worlds, a.without = without(a.worlds, spare[a.without:]), len(spare)
		return !a.worlds.Forall(s.codes.Space.Cube(variable.Bit)).IsEmpty(), nil
	}
	who := variable.of.who
	if len(who) > 1 { // what all of them see may do
		said, err := both("all of"+viewKey(who), func() (*View, error) { return s.sight.commonView(who) })
		if err != nil || !said {
			return false, err
		}
	}
	for _, a := range who {
		said, err := both(viewKey([]*spec.Agent{a}), func() (*View, error) { return s.View(a) })
		if err != nil || said {
			return said, err
		}
	}
	return false, nil
}

// without is a set of worlds without some history variables.
func without(worlds symbolic.Set, variables []*HistoryVariable) symbolic.Set {
	return worlds.Exists(worlds.Space().Cube(BitsOf(variables)...))
}

// commonView is the view of somebody who sees what each of the agents sees.
func (s *sight) commonView(agents []*spec.Agent) (v *View, err error) {
	err = failure.Try(func() {
		common := s.visible(agents[0])
		for _, a := range agents[1:] {
			fs := map[symbolic.Set]bool{}
			for _, f := range s.visible(a) {
				fs[f] = true
			}
			common = slices.DeleteFunc(common, func(f symbolic.Set) bool { return !fs[f] })
		}
		v = &View{codes: s.codes, worlds: s.worldBits()}
		v.classify(common)
	})
	return v, err
}

// visible are the functions that an agent sees of a world: of the state, and the
// history variables with what it saw.
func (s *sight) visible(a *spec.Agent) []symbolic.Set {
	fs := slices.Clone(s.seen(a))
	for _, variable := range s.past {
		if variable.of != nil && slices.Contains(variable.of.who, a) {
			fs = append(fs, s.codes.Space.Lit(variable.Bit))
		}
	}
	for _, in := range s.publicCells {
		fs = append(fs, in.known(s.codes)...)
	}
	return fs
}

// seen is seenOf, computed once.
func (s *sight) seen(a *spec.Agent) []symbolic.Set {
	if fs, ok := s.sights[a]; ok {
		return fs
	}
	var fs []symbolic.Set
	known := map[symbolic.Set]bool{}
	for _, f := range s.seenOf(a) {
		if !f.IsEmpty() && !f.IsFull() && !known[f] {
			known[f] = true
			fs = append(fs, f)
		}
	}
	s.sights[a] = fs
	return fs
}

// Spare lists bits that no set of worlds depends on: the next ones of the state.
func (s *System) Spare() []symbolic.Bit {
	bits := s.codes.Layout.StateBits()
	for i, b := range bits {
		bits[i] = nextOf(b)
	}
	return bits
}

// worldBits are the bits of states and those in use for the past, ascending.
func (s *sight) worldBits() []symbolic.Bit {
	bits := slices.Concat(s.codes.Layout.StateBits(), BitsOf(s.past))
	slices.Sort(bits)
	return bits
}
