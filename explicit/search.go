package explicit

import (
	"errors"

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
	conditions []spec.Expr
	places     []*place

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
}

// newSearch prepares the search for arguments in a state; see overVars.
func newSearch(st spec.State, conditions []spec.Expr, work *Budget) *search {
	s := &search{partial: newPartial(st)}
	s.work = work
	for _, c := range conditions {
		s.conditions = append(s.conditions, conjuncts(c)...)
	}
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

// conjuncts splits a condition at its outermost conjunctions, which read from
// left to right as a list of conditions does.
func conjuncts(e spec.Expr) []spec.Expr {
	if b, ok := e.(*spec.Binary); ok && b.Op == spec.And {
		return append(conjuncts(b.X), conjuncts(b.Y)...)
	}
	return []spec.Expr{e}
}

// overVars lets the search run over all variables.
func (s *search) overVars(vars []*spec.Var) {
	s.state = make(spec.State, len(vars))
	s.vars = make([]*part, len(vars))
	for i, v := range vars {
		p := &place{index: i}
		p.part, p.cells = newPart(v.Type)
		s.vars[i] = p.part
		s.places = append(s.places, p)
	}
}

// overArgs lets the search run over arguments.
func (s *search) overArgs(params []*spec.Bound) {
	for _, b := range params {
		p := &place{index: -1, bound: b}
		p.part, p.cells = newPart(b.Type)
		s.names[b] = guess{part: p.part}
		s.places = append(s.places, p)
	}
}

// run enumerates.
func (s *search) run() error {
	status := make([]guess, len(s.conditions))
	if !s.judge(status, nil, nil) {
		return s.stopped()
	}
	return s.place(0, status, nil)
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
func (s *search) place(i int, status []guess, env *spec.Env) error {
	if i == len(s.places) {
		return s.complete(env)
	}
	return s.cell(i, 0, status, env)
}

// cell assigns the j-th cell of the i-th place and all after it.
func (s *search) cell(i, j int, status []guess, env *spec.Env) error {
	p := s.places[i]
	if j == len(p.cells) {
		return s.filled(i, status, env)
	}
	c := p.cells[j]
	defer func() { c.value = nil }()
	for v := range c.typ.All() {
		if !s.work.Spend(1) {
			s.fail(errWork)
			return s.stopped()
		}
		c.value = v
		next := append([]guess(nil), status...)
		if !s.judge(next, p, env) {
			if err := s.stopped(); err != nil {
				return err
			}
			continue
		}
		if err := s.cell(i, j+1, next, env); err != nil {
			return err
		}
	}
	return nil
}

// filled gives the i-th place the value that its cells make.
func (s *search) filled(i int, status []guess, env *spec.Env) error {
	p := s.places[i]
	v := p.part.value()
	if p.bound != nil {
		return s.place(i+1, status, env.Bind(p.bound, v))
	}
	s.state[p.index] = v
	defer func() { s.state[p.index] = nil }()
	return s.place(i+1, status, env)
}

// judge says again what is known of the conditions that read the place that has
// changed (nil: all), and reports whether a solution is still possible.
func (s *search) judge(status []guess, changed *place, env *spec.Env) bool {
	protected := true // all conditions so far have a value
	for i, c := range s.conditions {
		g := &status[i]
		if (g.isOpen() || g.risky) && s.dependsOn(c, changed) {
			*g = s.eval(c, env)
		}
		protected = protected && !g.risky
		if s.err != nil || protected && g.isFalse() {
			return false
		}
	}
	return true
}

func (s *search) dependsOn(c spec.Expr, p *place) bool {
	switch {
	case p == nil:
		return true
	case p.bound != nil:
		for _, b := range c.Free() {
			if b == p.bound {
				return true
			}
		}
		return false
	}
	for _, v := range s.varsOf(c) {
		if v == p.index {
			return true
		}
	}
	return false
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
	holds, err := ev.HoldsAll(s.conditions, env)
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
