package spec

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec/source"
)

// A condition on the past is true where the steps from an initial state up to
// now are an execution of a program. A nondeterministic automaton follows the
// run: its states are what may be left of the program to execute (Antimirov,
// partial derivatives of regular expressions), and a Boolean variable of the
// model says of each whether it is reached. Every action moves it, in a few more
// assignments (those of the actions of one joint step are the same); the condition
// is true where some state is reached of which nothing is left, or nothing that
// takes a step. Tests are evaluated in the state in
// which they stand, before the step that follows.
//
// Names index the variable: the parameters of the condition, and those that what is
// left depends on besides, values chosen by some or given to a named program. For
// each value of the parameters, what is reached is reached for some of the others.

// automaton follows runs for one condition.
type automaton struct {
	*declarations
	name   string
	params []*Bound
	states []*rest
	known  map[string]*rest
}

// rest is a state: programs that are left to execute, one after the other, and the
// names that index its variable.
type rest struct {
	todo  []Program
	free  []*Bound
	v     *Var
	moves map[*Action][]move // to other states
}

// move leads from one state to another by a step of an action, for some values
// of names, where conditions hold that are read in order before the step: first
// that what stands in front may do nothing, which does not depend on the names.
type move struct {
	front      []Expr
	names      []*Bound
	conditions []Expr
	todo       []Program // of the state to which it leads
	to         *rest
}

// follow adds an automaton to the model and returns the condition.
func (r *declarations) follow(name string, params []*Bound, p Program) *Define {
	if r.sealed {
		r.grown = true
		panic(bailout{})
	}
	a := &automaton{declarations: r, name: name, params: params, known: map[string]*rest{}}
	start := a.state([]Program{p})
	for i := 0; i < len(a.states); i++ {
		a.explore(a.states[i])
	}
	for _, s := range a.states {
		a.initially(s, s == start)
		for _, action := range r.model.Actions {
			action.Then = append(action.Then, a.update(s, a.kind(action)))
		}
	}
	d := &Define{Name: name, Params: params, Body: boolConst(p.Span(), false)}
	for _, s := range a.states {
		names := slices.DeleteFunc(slices.Clone(s.free), func(b *Bound) bool { return slices.Contains(params, b) })
		d.Body = r.connect(p.Span(), Or, d.Body, a.some(names, []Expr{a.reached(s), a.idleAll(s.todo)}))
	}
	return d
}

// maxPast bounds the states of one automaton.
const maxPast = 1 << 10

// state returns the state with these programs left.
func (a *automaton) state(todo []Program) *rest {
	var key strings.Builder
	for _, p := range todo {
		fmt.Fprintf(&key, "%p ", p)
	}
	if s := a.known[key.String()]; s != nil {
		return s
	}
	s := &rest{todo: todo, free: sorted(a.params), moves: map[*Action][]move{}}
	for _, p := range todo {
		s.free = mergeBounds(s.free, p.Free())
	}
	at := a.place()
	if len(todo) > 0 {
		at = todo[0].Span()
	}
	if len(a.states) == maxPast {
		a.fail(at, "following this through a run takes more than %d states", maxPast)
	}
	t := Type(BoolType{})
	if len(s.free) > 0 {
		array := &ArrayType{Elem: t}
		for _, b := range s.free {
			array.Index = append(array.Index, b.Type)
		}
		if t = array; !array.Cells().IsInt64() || array.Cells().Int64() > MaxCells {
			a.fail(at, "following this through a run takes more than %d truth values; its names have too many values", MaxCells)
		}
	}
	s.v = &Var{Name: fmt.Sprintf("%s.%d", a.name, len(a.states)), Type: t, Index: len(a.model.Vars), Place: at, Past: true}
	a.model.Vars = append(a.model.Vars, s.v)
	a.states = append(a.states, s)
	a.known[key.String()] = s
	return s
}

// sorted lists names by ID, as Free does.
func sorted(names []*Bound) []*Bound {
	return slices.SortedFunc(slices.Values(names), func(a, b *Bound) int { return a.ID - b.ID })
}

func (a *automaton) place() source.Span {
	if len(a.states) > 0 {
		return a.states[0].todo[0].Span()
	}
	return source.Span{}
}

// kind is what tells steps apart: the action; nil for joint steps, of which
// conditions ask what is done.
func (a *automaton) kind(action *Action) *Action {
	if a.model.Joint {
		return nil
	}
	return action
}

// explore finds the moves from a state.
func (a *automaton) explore(s *rest) {
	for _, action := range a.model.Actions {
		kind := a.kind(action)
		if _, done := s.moves[kind]; done {
			continue
		}
		s.moves[kind] = []move{}
		for _, m := range a.movesAll(s.todo, kind) {
			m.to = a.state(m.todo)
			s.moves[kind] = append(s.moves[kind], m)
		}
	}
}

// movesAll is moves of programs one after the other: of the first, and of those
// behind where all in front may do nothing.
func (a *automaton) movesAll(todo []Program, action *Action) []move {
	var list []move
	var front []Expr
	for i, p := range todo {
		for _, m := range a.moves(p, action) {
			m.front, m.todo = slices.Clip(front), slices.Concat(m.todo, todo[i+1:])
			list = append(list, m)
		}
		idle := a.idle(p)
		if valueOf(idle) == Bool(false) {
			break
		}
		front = append(front, idle)
	}
	return list
}

// moves lists how a program can begin with a step of the action, or with a joint step.
func (a *automaton) moves(p Program, action *Action) []move {
	switch p := p.(type) {
	case *AnyStep:
		return []move{{}}
	case *Step:
		switch {
		case a.model.Joint:
			return []move{{conditions: []Expr{doesStep(p)}}}
		case p.Action != action:
			return nil
		}
		return []move{{conditions: a.asked(p.Span(), action.Params, p.Args)}}
	case *Doing:
		return []move{{conditions: []Expr{p.X}}}
	case *Test:
		return nil
	case *Seq:
		list := a.movesAll(p.Parts, action)
		for i, m := range list {
			list[i].front, list[i].conditions = nil, slices.Concat(m.front, m.conditions)
		}
		return list
	case *Choice:
		var list []move
		for _, q := range p.Parts {
			list = append(list, a.moves(q, action)...)
		}
		return list
	case *Star:
		list := a.moves(p.X, action)
		for i, m := range list {
			list[i].todo = slices.Concat(m.todo, []Program{p})
		}
		return list
	case *SomeOf:
		return chosen(a.moves(p.Body, action), boundNames(p.Binders), a.inDomains(p.Span(), p.Binders))
	case *Run:
		return chosen(a.moves(p.Named.Body, action), p.Named.Params, a.asked(p.Span(), p.Named.Params, p.Args))
	}
	a.fail(p.Span(), "this cannot be looked for in the past, which consists of steps of actions")
	return nil
}

// chosen adds names and what is asked of them before all else.
func chosen(list []move, names []*Bound, conditions []Expr) []move {
	for i, m := range list {
		list[i].names = slices.Concat(names, m.names)
		list[i].conditions = slices.Concat(conditions, m.conditions)
	}
	return list
}

func boundNames(binders []Binder) []*Bound {
	names := make([]*Bound, len(binders))
	for i, b := range binders {
		names[i] = b.Bound
	}
	return names
}

// asked says that names have the values of the arguments, as far as these are given.
func (a *automaton) asked(at source.Span, names []*Bound, args []Expr) []Expr {
	var list []Expr
	for i, arg := range args {
		if arg != nil {
			list = append(list, a.binary(at, Eq, refTo(names[i], at), arg, BoolType{}))
		}
	}
	return list
}

// inDomains says that names are in the domains of their binders.
func (a *automaton) inDomains(at source.Span, binders []Binder) []Expr {
	var list []Expr
	for _, b := range binders {
		if b.Domain != nil {
			list = append(list, a.binary(at, In, refTo(b.Bound, at), b.Domain, BoolType{}))
		}
	}
	return list
}

// idle is the condition on which a program may do nothing.
func (a *automaton) idle(p Program) Expr {
	switch p := p.(type) {
	case *Test:
		return p.X
	case *Seq:
		return a.idleAll(p.Parts)
	case *Choice:
		any := Expr(boolConst(p.Span(), false))
		for _, q := range p.Parts {
			any = a.connect(p.Span(), Or, any, a.idle(q))
		}
		return any
	case *Star:
		return boolConst(p.Span(), true)
	case *SomeOf:
		return a.some(boundNames(p.Binders), append(a.inDomains(p.Span(), p.Binders), a.idle(p.Body)))
	case *Run:
		return a.some(p.Named.Params, append(a.asked(p.Span(), p.Named.Params, p.Args), a.idle(p.Named.Body)))
	}
	return boolConst(p.Span(), false)
}

func (a *automaton) idleAll(todo []Program) Expr {
	all := Expr(boolConst(a.place(), true))
	for _, p := range todo {
		all = a.connect(p.Span(), And, all, a.idle(p))
	}
	return all
}

// some is true where all conditions, read in order, are for some values of the names.
func (a *automaton) some(names []*Bound, conditions []Expr) Expr {
	at := a.place()
	all := Expr(boolConst(at, true))
	for _, c := range conditions {
		all = a.connect(at, And, all, c)
	}
	names = slices.DeleteFunc(slices.Clone(names), func(b *Bound) bool { return !slices.Contains(all.Free(), b) })
	if len(names) == 0 {
		return all
	}
	return a.foldOver(at, Exists, everyValue(names), all, BoolType{})
}

func everyValue(names []*Bound) []Binder {
	binders := make([]Binder, len(names))
	for i, b := range names {
		binders[i].Bound = b
	}
	return binders
}

// reached says that a state is reached, for the present values of its names.
func (a *automaton) reached(s *rest) Expr {
	at := a.place()
	v := &VarRef{node{place: at, typ: s.v.Type, traits: ReadsState}, s.v}
	if len(s.free) == 0 {
		return v
	}
	e := &Element{X: v, Index: refsTo(s.free, at)}
	e.close(at, BoolType{}, nil, append([]Expr{v}, e.Index...)...)
	return e
}

func refsTo(names []*Bound, at source.Span) []Expr {
	refs := make([]Expr, len(names))
	for i, b := range names {
		refs[i] = refTo(b, at)
	}
	return refs
}

// initially adds the condition that the state is reached at the start, or is not.
func (a *automaton) initially(s *rest, is bool) {
	e := a.reached(s)
	if !is {
		e = a.unary(a.place(), Not, e, BoolType{})
	}
	if len(s.free) > 0 {
		e = a.foldOver(a.place(), Forall, everyValue(s.free), e, BoolType{})
	}
	a.model.Init = append(a.model.Init, e)
}

// update is the assignment by which a step of the action reaches the state, or does not.
func (a *automaton) update(s *rest, action *Action) Assign {
	at := a.place()
	value := Expr(boolConst(at, false))
	for _, from := range a.states {
		for _, m := range from.moves[action] {
			if m.to != s {
				continue
			}
			value = a.connect(at, Or, value, a.leads(from, m))
		}
	}
	t := Assign{Binders: everyValue(s.free), Var: s.v, Value: value, Place: at}
	if len(s.free) > 0 {
		t.Path = []PathStep{{Index: refsTo(s.free, at)}}
	}
	return t
}

// leads is the condition on which a move is made, for values of the names of the
// state to which it leads. A program that is executed again may choose its names
// anew: what these names were before is gone then.
func (a *automaton) leads(from *rest, m move) Expr {
	again := slices.DeleteFunc(slices.Clone(from.free), func(b *Bound) bool { return !slices.Contains(m.names, b) })
	before := a.some(again, slices.Concat([]Expr{a.reached(from)}, m.front))
	names := slices.Concat(from.free, m.names)
	names = slices.DeleteFunc(names, func(b *Bound) bool { return slices.Contains(m.to.free, b) })
	return a.some(names, slices.Concat([]Expr{before}, m.conditions))
}
