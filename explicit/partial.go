package explicit

import (
	"errors"
	"math/bits"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// partial evaluates expressions of which not everything is known, in three
// values: a formula is true, false, or open. It never contradicts
// spec.Evaluator: what it says holds in every completion, and where nothing is
// open it leaves the work to that one.
type partial struct {
	state spec.State // nil at a variable: open, see vars
	vars  []*part    // of open variables
	names map[*spec.Bound]guess
	// modal says what is known of a knowledge or temporal formula; nil:
	// spec.ErrModal.
	modal func(e spec.Expr, env *spec.Env) guess

	reads map[spec.Expr][]uint64
	expr  spec.Evaluator // of the closed expression that is evaluated
	work  *Budget        // nil: no bound
	// err is the first error that is no missing value.
	err error
}

// errWork says that the budget is used up.
var errWork = errors.New("too much work")

func newPartial(st spec.State) *partial {
	return &partial{state: st, names: map[*spec.Bound]guess{}, reads: map[spec.Expr][]uint64{}}
}

// Asking decides what somebody knows where a step is taken; nil: nobody asks.
type Asking = func(e spec.Expr, env *spec.Env) (bool, error)

// Estimate evaluates a formula in a state. Of the knowledge and temporal formulas in it
// only what modal says is known; what that leaves open has the error kleene.ErrOpen.
func Estimate(f spec.Expr, env *spec.Env, st spec.State, modal Asking) (kleene.Value, error) {
	p := newPartial(st)
	p.modal = func(e spec.Expr, env *spec.Env) guess { return p.answered(modal(e, env)) }
	g := p.eval(f, env)
	if p.err != nil || g.isOpen() {
		return kleene.Open, p.err
	}
	return kleene.Of(g.isTrue()), nil
}

// answered turns an answer into a guess.
func (p *partial) answered(holds bool, err error) guess {
	var u *spec.Undefined
	switch {
	case err == nil:
		return truth(holds)
	case errors.As(err, &u):
		return failed
	case !errors.Is(err, kleene.ErrOpen):
		p.fail(err)
	}
	return unknown
}

// eval says what is known of e.
func (p *partial) eval(e spec.Expr, env *spec.Env) guess {
	if !p.work.Spend(1) {
		p.fail(errWork)
		return failed
	}
	switch e := e.(type) {
	case *spec.Const:
		return known(e.Value)
	case *spec.VarRef:
		if v := p.state[e.Var.Index]; v != nil {
			return known(v)
		}
		return p.vars[e.Var.Index].guess()
	case *spec.BoundRef:
		return p.name(e.Bound, env)
	}
	if p.closed(e, env) {
		return p.exact(e, env)
	}
	switch e := e.(type) {
	case *spec.FieldOf:
		return p.field(e, env)
	case *spec.Element:
		return p.element(e, env)
	case *spec.Unary:
		return p.unary(e, env)
	case *spec.Binary:
		return p.binary(e, env)
	case *spec.Cond:
		return p.cond(e, env)
	case *spec.Fold:
		return p.fold(e, env)
	case *spec.MakeRecord:
		return p.record(e, env)
	case *spec.MakeSet:
		return p.set(e, env)
	case *spec.Call:
		return p.call(e, env)
	}
	return p.outside(e, env)
}

// outside is a formula about more than one state.
func (p *partial) outside(e spec.Expr, env *spec.Env) guess {
	if p.modal == nil {
		p.fail(spec.ErrModal)
		return failed
	}
	return p.modal(e, env)
}

func (p *partial) name(b *spec.Bound, env *spec.Env) guess {
	if v := env.Lookup(b); v != nil {
		return known(v)
	}
	if g, ok := p.names[b]; ok {
		if g.part != nil {
			return g.part.guess()
		}
		return g
	}
	return anyOf(b.Type)
}

func (p *partial) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// closed reports whether e depends on nothing that is open.
func (p *partial) closed(e spec.Expr, env *spec.Env) bool {
	if e.Traits()&spec.Modal != 0 {
		return false
	}
	for _, b := range e.Free() {
		if env.Lookup(b) == nil {
			return false
		}
	}
	if p.vars == nil { // no variable is open
		return true
	}
	for i, word := range p.varsOf(e) {
		for ; word != 0; word &= word - 1 {
			if p.state[64*i+bits.TrailingZeros64(word)] == nil {
				return false
			}
		}
	}
	return true
}

// varsOf is the set of variables that e depends on, a bit for each. It is kept for all
// expressions below e as well: asked of each operand of a long chain alone, it would be
// found in a time that grows with the square of its length.
func (p *partial) varsOf(e spec.Expr) []uint64 {
	if e.Traits()&(spec.ReadsState|spec.Modal) == 0 {
		return nil
	}
	if vars, ok := p.reads[e]; ok {
		return vars
	}
	vars := make([]uint64, (len(p.state)+63)/64)
	if ref, ok := e.(*spec.VarRef); ok {
		vars[ref.Var.Index/64] |= 1 << (ref.Var.Index % 64)
	}
	for _, below := range spec.Children(e) {
		for i, word := range p.varsOf(below) {
			vars[i] |= word
		}
	}
	p.reads[e] = vars
	return vars
}

// exact evaluates a closed expression.
func (p *partial) exact(e spec.Expr, env *spec.Env) guess {
	if !p.work.Spend(8) { // it has parts, too
		p.fail(errWork)
		return failed
	}
	p.expr = spec.Evaluator{State: p.state, Budget: terms.MaxNodes}
	v, err := p.expr.Eval(e, env)
	if more := p.work.evaluations().evaluated(&p.expr); more != nil {
		p.fail(more)
		return failed
	}
	if err == nil {
		return known(v)
	}
	if u := (*spec.Undefined)(nil); !errors.As(err, &u) {
		p.fail(err)
	}
	return failed
}

func (p *partial) field(e *spec.FieldOf, env *spec.Env) guess {
	x := p.eval(e.X, env)
	if r, ok := x.value.(spec.Record); ok {
		return known(r[e.Field]).or(x.risky)
	}
	if x.part != nil {
		return x.part.kids[e.Field].guess().or(x.risky)
	}
	return anyOf(e.Type()).or(x.risky || x.value != nil || isOption(e.X))
}

func isOption(e spec.Expr) bool {
	_, ok := e.Type().(*spec.OptionType)
	return ok
}

func (p *partial) element(e *spec.Element, env *spec.Env) guess {
	x := p.eval(e.X, env)
	t, isArray := spec.Present(e.X.Type()).(*spec.ArrayType)
	index := make([]spec.Value, len(e.Index))
	risky, open := x.risky, false
	for i, f := range e.Index {
		g := p.eval(f, env)
		index[i] = g.value
		risky = risky || g.risky
		if g.value == nil {
			open = true
			risky = risky || !isArray || !fits(g, f.Type(), t.Index[i])
		}
	}
	if open || !isArray {
		return anyOf(e.Type()).or(risky || !isArray || isOption(e.X))
	}
	return elementAt(x, t, index, e).or(risky)
}

// fits reports whether an open index is surely inside the type.
func fits(g guess, from, to spec.Type) bool {
	if lo, hi, ok := g.bounds(); ok {
		t, ok := to.(*spec.IntType)
		return ok && t.Lo <= lo && hi <= t.Hi
	}
	return from == to
}

func elementAt(x guess, t *spec.ArrayType, index []spec.Value, e *spec.Element) guess {
	cell := t.CellIndex(index)
	if cell < 0 {
		return failed
	}
	if a, ok := x.value.(spec.Array); ok {
		return known(a[cell])
	}
	if x.part != nil {
		return x.part.kids[cell].guess()
	}
	return anyOf(e.Type()).or(x.value != nil || isOption(e.X))
}

func (p *partial) unary(e *spec.Unary, env *spec.Env) guess {
	x := p.eval(e.X, env)
	lo, hi, ok := x.bounds()
	switch {
	case e.Op == spec.Not && x.value != nil:
		return truth(x.isFalse()).or(x.risky)
	case e.Op == spec.Neg && ok:
		return between(-hi, -lo).or(x.risky || isOption(e.X))
	case e.Op == spec.Size && x.part != nil:
		return x.part.size().or(x.risky)
	case e.Op == spec.Size && x.value != nil:
		return known(spec.Int(len(spec.Elems(x.value)))).or(x.risky)
	}
	return anyOf(e.Type()).or(x.risky || x.value != nil || isOption(e.X))
}

func (p *partial) cond(e *spec.Cond, env *spec.Env) guess {
	c := p.eval(e.If, env)
	switch {
	case c.isTrue():
		return p.eval(e.Then, env).or(c.risky)
	case c.isFalse():
		return p.eval(e.Else, env).or(c.risky)
	}
	x, y := p.eval(e.Then, env), p.eval(e.Else, env)
	return either(x, y).or(c.risky)
}

// either is what x and y agree on.
func either(x, y guess) guess {
	risky := x.risky || y.risky
	if x.value != nil && y.value != nil && spec.Equal(x.value, y.value) {
		return x.or(risky)
	}
	xlo, xhi, xok := x.bounds()
	ylo, yhi, yok := y.bounds()
	if xok && yok {
		return between(min(xlo, ylo), max(xhi, yhi)).or(risky)
	}
	return unknown.or(risky)
}

// record is risky where a field is open: its value may be outside its type.
func (p *partial) record(e *spec.MakeRecord, env *spec.Env) guess {
	t := e.Type().(*spec.RecordType)
	fields := make([]spec.Value, len(e.Fields))
	risky := false
	for i, f := range e.Fields {
		g := p.eval(f, env)
		if g.value == nil {
			return failed
		}
		fields[i] = g.value
		risky = risky || g.risky || !t.Fields[i].Type.Has(g.value)
	}
	return known(spec.Record(fields)).or(risky)
}

func (p *partial) set(e *spec.MakeSet, env *spec.Env) guess {
	elems := make([]spec.Value, len(e.Elems))
	risky, open := false, false
	for i, x := range e.Elems {
		g := p.eval(x, env)
		elems[i] = g.value
		risky, open = risky || g.risky, open || g.value == nil
	}
	if open {
		return unknown.or(risky)
	}
	return known(spec.NewSet(elems...)).or(risky)
}

// call evaluates the body with the arguments as far as they are known.
func (p *partial) call(e *spec.Call, env *spec.Env) guess {
	inner, risky := env, false
	for i, b := range e.Define.Params {
		g := p.eval(e.Args[i], env)
		risky = risky || g.risky
		if g.value == nil {
			p.names[b] = g
			defer delete(p.names, b)
			risky = risky || !fits(g, e.Args[i].Type(), b.Type)
			continue
		}
		if !b.Type.Has(g.value) {
			return failed
		}
		inner = inner.Bind(b, g.value)
	}
	return p.eval(e.Define.Body, inner).or(risky)
}

// readVars lists the variables that e depends on, by index.
func readVars(e spec.Expr) []int {
	if e.Traits()&(spec.ReadsState|spec.Modal) == 0 {
		return nil
	}
	var vars []int
	seen := map[int]bool{}
	spec.Walk(e, func(e spec.Expr) bool {
		if ref, ok := e.(*spec.VarRef); ok && !seen[ref.Var.Index] {
			seen[ref.Var.Index] = true
			vars = append(vars, ref.Var.Index)
		}
		return true
	})
	return vars
}
