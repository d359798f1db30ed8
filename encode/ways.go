package encode

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/codes"
	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Way is an action with the arguments that split it, as a function: a state and values of the
// other arguments, which are bits, have one step at most. Relations forget in how many ways a
// step can be taken, and ways do not.
type Way struct {
	Owned symbolic.Set // where a member takes it, over the state and the arguments
	Is    symbolic.Set // where it is the step that was asked for

	enabled symbolic.Set
	aux     []symbolic.Bit
	writes  []write
	codes   *codes.Codes
}

// Ways are the steps of a system in which one action is taken at a time, each in one of them,
// and which of them members take, and which are p (nil: all). undefined is where an
// argument of p has no value.
func Ways(s *System, members []*spec.Agent, p *spec.Step) (ways []*Way, undefined symbolic.Set, err error) {
	err = failure.Try(func() {
		undefined = s.codes.Space.Empty()
		var one *action
		is := func(q *part) symbolic.Set { return q.enabled }
		if p != nil {
			given, undef := givenArgs(s, p, nil)
			one, undefined = s.steps.actions[p.Action.Index], undef
			is = func(q *part) symbolic.Set { return restrict(s.codes, one, q, given, undef).enabled }
		}
		for _, act := range s.steps.actions {
			for _, q := range instances(s.codes, act) {
				w := &Way{Owned: s.codes.Space.Empty(), Is: s.codes.Space.Empty(), enabled: q.enabled, aux: act.aux, writes: q.writes, codes: s.codes}
				for _, a := range members {
					w.Owned = w.Owned.Or(s.owned(act, q, a))
				}
				if one == nil || one == act {
					w.Is = is(q)
				}
				ways = append(ways, w)
			}
		}
	})
	return ways, undefined, err
}

// instances are the parts of an action, those with the same arguments as one: they are there
// for guards that are unions, whose members may have states in common.
func instances(cs *codes.Codes, act *action) []*part {
	var all []*part
	for _, p := range act.parts {
		same := func(q *part) bool {
			return slices.EqualFunc(p.args, q.args, func(a, b spec.Value) bool { return a == nil && b == nil || a != nil && b != nil && spec.Equal(a, b) })
		}
		if n := len(all); n > 0 && same(all[n-1]) {
			all[n-1].enabled = all[n-1].enabled.Or(p.enabled)
			continue
		}
		all = append(all, p.clone())
	}
	return slices.DeleteFunc(all, func(p *part) bool { return p.enabled.IsEmpty() })
}

// Others is how many of the steps that no member takes there are from each of some worlds.
func (w *Way) Others(worlds symbolic.Set) symbolic.Tally {
	return symbolic.Tally{worlds.And(w.enabled).Diff(w.Owned)}.Sum(w.aux)
}

// Image is what the steps from where lead to in a set, each of them with the number of its world.
func (w *Way) Image(t symbolic.Tally, where, into symbolic.Set) symbolic.Tally {
	if t = t.And(where.And(w.enabled)); len(t) == 0 {
		return nil
	}
	space := w.codes.Space
	over := slices.Clone(w.aux)
	var from, to []symbolic.Bit
	effect := space.Full()
	for _, v := range w.writes {
		effect = effect.And(space.Lit(v.pair.Next).Iff(v.code))
		if slices.Contains(w.codes.Layout.StateBits(), v.pair.Cur) { // else it is a record, which says nothing yet
			over = append(over, v.pair.Cur)
		}
		from, to = append(from, v.pair.Next), append(to, v.pair.Cur)
	}
	next, back := renaming(space, to, from), renaming(space, from, to)
	rest := slices.DeleteFunc(into.Support(), func(b symbolic.Bit) bool { return slices.Contains(to, b) })
	effect = effect.And(into.Exists(space.Cube(rest...)).Rename(next)) // early, where arguments tell what is written
	return t.And(effect).Sum(over).Rename(back).And(into)
}

// renaming is of bits of states, which have one successor each.
func renaming(space *symbolic.Space, from, to []symbolic.Bit) symbolic.Renaming {
	r, err := space.Renaming(from, to)
	if err != nil {
		panic(err)
	}
	return r
}
