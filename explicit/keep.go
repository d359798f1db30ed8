package explicit

import (
	"slices"

	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// keeper keeps the results of an expression in a step: most read few variables, and ask for few
// moves, however long they are, so that the same comes again in most states.
type keeper struct {
	*reader
	movers []int     // whose moves are asked for, or whose arguments are read
	size   int       // how many different moves these have
	off    bool      // nothing is kept
	rows   [][]uint8 // by the number of the reader, by the moves
	values []result
}

// reader numbers the values of some variables. Expressions that read the same have it together,
// so that the values in a state are looked up once for all of them.
type reader struct {
	vars    []int
	numbers map[string]int
	number  int // of the values in the state at hand, -1: there is no room for them
	at      int // and which one that is
	key     []byte
}

// result is what an expression gives: an assignment nothing if its condition is false.
type result struct {
	value    spec.Value
	assigned bool
}

// Bounds of what is kept: results of an expression, and for all values of variables and all
// moves of all expressions.
const (
	keepResults = 255
	keepRow     = 1 << 14
	keepMost    = 1 << 23
	keepValues  = 64 // what a number takes
)

// keeperOf prepares to keep what expressions of an action give, if they read nothing but
// scalars, arguments of the mover and the moves of others.
func (s *stepper) keeperOf(a *spec.Action, es ...spec.Expr) *keeper {
	k := &keeper{size: 1}
	var vars []int
	for _, e := range es {
		if e == nil {
			continue
		}
		k.off = k.off || slices.ContainsFunc(e.Free(), func(b *spec.Bound) bool { return slices.Contains(a.Outcome, b) })
		if slices.ContainsFunc(e.Free(), func(b *spec.Bound) bool { return slices.Contains(a.Params, b) }) {
			n := len(k.movers)
			k.asks(s.model, a)
			k.off = k.off || len(k.movers) > n+1 || !s.model.Joint // whose arguments these are is not told
		}
		for _, v := range readVars(e) {
			k.off = k.off || !isScalar(s.model.Vars[v].Type)
			if !slices.Contains(vars, v) {
				vars = append(vars, v)
			}
		}
		spec.Walk(e, func(x spec.Expr) bool {
			if d, ok := x.(*spec.Does); ok {
				k.asks(s.model, d.Step.Action)
			}
			return true
		})
	}
	for _, m := range k.movers {
		if k.size *= s.counts[m]; k.size > keepRow {
			k.off = true
			break
		}
	}
	k.reader = s.readerOf(vars)
	return k
}

// readerOf is the reader of some variables.
func (s *stepper) readerOf(vars []int) *reader {
	slices.Sort(vars)
	i := slices.IndexFunc(s.readers, func(r *reader) bool { return slices.Equal(r.vars, vars) })
	if i < 0 {
		i = len(s.readers)
		s.readers = append(s.readers, &reader{vars: vars, numbers: map[string]int{}})
	}
	return s.readers[i]
}

// asks adds the movers who may do something.
func (k *keeper) asks(m *spec.Model, a *spec.Action) {
	for i, who := range m.Movers {
		if slices.ContainsFunc(who.Choices, func(c spec.Choices) bool { return c.Action == a }) && !slices.Contains(k.movers, i) {
			k.movers = append(k.movers, i)
		}
	}
}

func isScalar(t spec.Type) bool {
	switch t.(type) {
	case spec.BoolType, *spec.IntType, *spec.EnumType:
		return true
	}
	return false
}

// kept is what an expression gives in a state, with the moves at hand; ok is false where
// compute reports that something is wrong.
func (s *stepper) kept(k *keeper, st spec.State, compute func() (result, bool)) (r result, ok bool) {
	if k.off {
		return compute()
	}
	row := s.row(k, st)
	if row == nil {
		return compute()
	}
	n := 0
	for _, m := range k.movers {
		n = n*s.counts[m] + s.numbers[m]
	}
	if v := row[n]; v > 0 {
		return k.values[v-1], true
	}
	if r, ok = compute(); ok {
		at := slices.IndexFunc(k.values, func(v result) bool { return v.assigned == r.assigned && (!r.assigned || spec.Equal(v.value, r.value)) })
		if at < 0 {
			at = len(k.values)
			k.values = append(k.values, r)
		}
		if at < keepResults {
			row[n] = uint8(at + 1)
		} else {
			k.off = true
		}
	}
	return r, ok
}

// row is that of the values that a state has; nil: there is no room for it.
func (s *stepper) row(k *keeper, st spec.State) []uint8 {
	if k.at != s.taken {
		s.turnTo(k.reader, st)
	}
	if k.number < 0 {
		return nil
	}
	for len(k.rows) <= k.number {
		k.rows = append(k.rows, nil)
	}
	if k.rows[k.number] == nil {
		if s.room -= k.size; s.room < 0 {
			return nil
		}
		k.rows[k.number] = make([]uint8, k.size)
	}
	return k.rows[k.number]
}

// turnTo finds the number of the values that a state has.
func (s *stepper) turnTo(r *reader, st spec.State) {
	r.at, r.key = s.taken, r.key[:0]
	for _, v := range r.vars {
		r.key = spec.AppendKey(r.key, st[v])
	}
	number, ok := r.numbers[string(r.key)]
	if !ok {
		number = -1
		if s.room -= keepValues; s.room >= 0 {
			number = len(r.numbers)
			r.numbers[string(r.key)] = number
		}
	}
	r.number = number
}

// update is an assignment.
type update struct {
	*keeper
	as *spec.Assign
}

// updateOf is what is kept of an assignment, nil if it is to a part of a variable, or to one
// for each of several values.
func (s *stepper) updateOf(a *spec.Action, as *spec.Assign) *update {
	if len(as.Binders) > 0 || len(as.Path) > 0 {
		return nil
	}
	return &update{s.keeperOf(a, as.Cond, as.Value), as}
}

// given is what an assignment of a move gives; ok is false where something is wrong.
func (s *stepper) given(u *update, m *spec.Move, moves []spec.Move, st spec.State) (r result, ok bool) {
	return s.kept(u.keeper, st, func() (result, bool) {
		s.ev = spec.Evaluator{State: st, Moves: moves, Budget: terms.MaxNodes}
		w, assigned, err := writeOf(u.as, &s.ev, namesOf(*m))
		if s.work.evaluations().evaluated(&s.ev) != nil || err != nil {
			return result{}, false
		}
		return result{w.value, assigned}, true
	})
}
