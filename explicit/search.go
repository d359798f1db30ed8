package explicit

import (
	"errors"
	"math/big"

	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// search enumerates the values of some variables or arguments for which
// conditions hold, read left to right. It assigns one cell after the other and
// gives up as soon as a condition is surely false, whatever the open cells are,
// and all conditions before it surely have a value. Complete assignments are
// judged by spec.Evaluator alone, so that guessing cannot change the result.
type search struct {
	*partial
	ask        Asking
	whole      []spec.Expr // conditions
	conditions []condition // their parts
	places     []*place
	judgement

	// found gets each solution: the values of the places in order. An error ends
	// the search.
	found func(values []spec.Value) error
	// missing makes an error of a complete assignment in which a condition has no
	// value.
	missing func(values []spec.Value, err error) error
}

// place is a variable or an argument that is searched for.
type place struct {
	index int // of a variable; else -1
	bound *spec.Bound
	part  *part
	cells []*cell

	readers [][]int // conditions that read each cell; nil: not asked yet
}

// newSearch prepares the search for arguments in a state; see overVars.
func newSearch(st spec.State, conditions []spec.Expr, work *Budget) *search {
	s := &search{partial: newPartial(st)}
	s.work = work
	s.whole = conditions
	s.conditions = conjuncts(conditions)
	return s
}

// asks lets the conditions ask what somebody knows. While names are open that
// they ask about, nothing is known.
func (s *search) asks(ask Asking) {
	if ask == nil {
		return
	}
	s.ask = ask
	s.modal = func(e spec.Expr, env *spec.Env) guess {
		for _, b := range e.Free() {
			if env.Lookup(b) == nil {
				return unknown.or(true)
			}
		}
		return s.answered(ask(e, env))
	}
}

// overVars lets the search run over all variables.
func (s *search) overVars(vars []*spec.Var) {
	s.conditions = elementwise(s.whole)
	s.state = make(spec.State, len(vars))
	s.vars = make([]*part, len(vars))
	for i, v := range vars {
		p := &place{index: i}
		p.part, p.cells = newPart(v.Type)
		s.vars[i] = p.part
		s.places = append(s.places, p)
	}
}

// wholeRecords is how many values records have that are tried one by one, and not field by
// field.
const wholeRecords = 512

// overArgs lets the search run over arguments.
func (s *search) overArgs(params []*spec.Bound) {
	for _, b := range params {
		p := &place{index: -1, bound: b}
		if r, ok := b.Type.(*spec.RecordType); ok && r.Size().Cmp(big.NewInt(wholeRecords)) <= 0 {
			p.part = &part{typ: r, cell: &cell{typ: r}}
			p.part.last = p.part.cell
			p.cells = []*cell{p.part.cell}
		} else {
			p.part, p.cells = newPart(b.Type)
		}
		s.names[b] = guess{part: p.part}
		s.places = append(s.places, p)
	}
}

// run enumerates.
func (s *search) run() error {
	if !s.begin() {
		return s.stopped()
	}
	return s.place(0, nil)
}

// stopped is the error that ended the search, if any.
func (s *search) stopped() error {
	switch {
	case errors.Is(s.err, errWork):
		return s.work.Exceeded()
	case errors.Is(s.err, spec.ErrTooLarge):
		return &TooLarge{What: "parts of one expression", Limit: terms.MaxNodes}
	}
	return s.err
}

// place assigns the i-th place and all after it. The names bound so far are in env.
func (s *search) place(i int, env *spec.Env) error {
	if i == len(s.places) {
		return s.complete(env)
	}
	return s.cell(i, 0, env)
}

// cell assigns the j-th cell of the i-th place and all after it.
func (s *search) cell(i, j int, env *spec.Env) error {
	p := s.places[i]
	switch {
	case len(p.cells) == 0:
		return s.place(i+1, s.filled(p, env))
	case j == len(p.cells):
		return s.place(i+1, env)
	}
	c := p.cells[j]
	defer s.forget(p, c)
	readers, changes := s.readersOf(p, j), len(s.changed)
	cost := 1
	if j == len(p.cells)-1 {
		cost += len(p.cells) / cellsPerStep
	}
	for v := range c.typ.All() {
		if !s.work.Spend(cost) {
			s.fail(errWork)
			return s.stopped()
		}
		c.value = v
		inner := env
		if j == len(p.cells)-1 {
			inner = s.filled(p, env)
		}
		if s.judge(readers, inner) {
			if err := s.cell(i, j+1, inner); err != nil {
				return err
			}
		} else if err := s.stopped(); err != nil {
			return err
		}
		s.restore(changes)
	}
	return nil
}

// cellsPerStep is for how many cells making a value of them is counted as one more step: so whoever
// may interrupt the search is asked before much memory is filled.
const cellsPerStep = 64

// filled gives a place the value that its cells make: so nothing that reads no other has to
// be guessed.
func (s *search) filled(p *place, env *spec.Env) *spec.Env {
	v := p.part.value()
	if p.bound != nil {
		return env.Bind(p.bound, v)
	}
	s.state[p.index] = v
	return env
}

// forget opens a cell of a place again.
func (s *search) forget(p *place, c *cell) {
	c.value = nil
	if p.bound == nil {
		s.state[p.index] = nil
	}
}

// complete judges a complete assignment by the reference evaluation.
func (s *search) complete(env *spec.Env) error {
	values := make([]spec.Value, len(s.places))
	for i, p := range s.places {
		if values[i] = env.Lookup(p.bound); p.bound == nil {
			values[i] = s.state[p.index]
		}
	}
	ev := spec.Evaluator{State: s.state, Modal: s.ask, Budget: terms.MaxNodes}
	holds, err := s.holds(&ev, env)
	if more := s.work.evaluations().evaluated(&ev); more != nil {
		return more
	}
	switch {
	case err != nil:
		return s.missing(values, err)
	case !holds:
		return nil
	}
	return s.found(values)
}

// holds evaluates the conditions of a complete assignment, those that depend on no argument once for all.
func (s *search) holds(ev *spec.Evaluator, env *spec.Env) (holds bool, err error) {
	if s.vars != nil {
		return ev.HoldsAll(s.whole, env)
	}
	for i := range s.conditions {
		c := &s.conditions[i]
		if c.settled != nil {
			holds, err = c.settled.holds, c.settled.err
		} else if holds, err = ev.Holds(c.Expr, env); len(c.Free()) == 0 {
			c.settled = &settled{holds, err}
		}
		if err != nil || !holds {
			return false, err
		}
	}
	return true, nil
}
