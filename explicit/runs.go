package explicit

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/explicit/internal/graph"
	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/memo"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// Formulas about runs are decided by guessing (Lichtenstein and Pnueli, "Checking
// that finite state concurrent programs satisfy their linear specification", POPL
// 1985). At each world of a run a guess says for each X f and each f U g what will
// be true at the next position; that decides all subformulas here, and the guess
// before must have been right. A guess that f U g holds must come true: round a
// loop in which it is true all the way, g is true somewhere. At the end of a run
// nothing is true at a next position.
//
// Where steps lead beyond what was enumerated, or a subformula is open, this is
// done twice: the lower set counts on nothing that is open, the upper set on all of it.

// runFormula is a formula about a run with bound names filled in. F g is true U g,
// and G g is ¬F ¬g.
type runFormula struct {
	op   byte   // 's' a set of worlds, '!' not x, '&' x and y, 'X' next x, 'U' x until y
	in   []bool // of 's'
	x, y *runFormula
	bit  int // of X and U: in a guess
}

// runReading collects the subformulas that are guessed.
type runReading struct {
	*scope
	upper   bool // what is open counts
	guessed []*runFormula
}

// maxGuessed bounds the subformulas that are guessed.
const maxGuessed = 16

// onRuns returns the worlds from which all runs, or some, satisfy a formula.
func (s *scope) onRuns(e *spec.OnRuns, env *spec.Env) (kleene.Set, error) {
	return memo.Once(s.sets, memo.KeyOf(e, env, "runs"), func() (kleene.Set, error) {
		lower, err := s.someRun(e, env, false)
		if err != nil {
			return nil, err
		}
		upper, err := s.someRun(e, env, true)
		if err != nil {
			return nil, err
		}
		in := kleene.NewSet(len(s.worlds), false)
		for w := range in {
			switch {
			case lower[w]:
				in[w] = kleene.Yes
			case upper[w]:
				in[w] = kleene.Open
			}
		}
		if e.All {
			in = in.Not()
		}
		return in, nil
	})
}

// someRun returns the worlds from which some run satisfies what stands below E,
// or refutes what stands below A: the lower or the upper set of them.
func (s *scope) someRun(e *spec.OnRuns, env *spec.Env, upper bool) ([]bool, error) {
	r := &runReading{scope: s, upper: upper}
	f, err := r.read(e.X, env, !e.All)
	if err != nil {
		return nil, err
	}
	if e.All {
		f = opposite(f)
	}
	if len(r.guessed) > maxGuessed {
		return nil, &TooLarge{What: "temporal operators in a formula about runs", Limit: maxGuessed}
	}
	size := len(s.worlds) // of the graph, for each guess
	for _, out := range s.out {
		size += len(out)
	}
	if err := s.chargeFor(size << len(r.guessed)); err != nil {
		return nil, err
	}
	return r.some(f), nil
}

func opposite(f *runFormula) *runFormula { return &runFormula{op: '!', x: f} }

// always is a formula that is true, or false, in all worlds.
func (r *runReading) always(value bool) *runFormula {
	f := &runFormula{op: 's', in: make([]bool, len(r.worlds))}
	for w := range f.in {
		f.in[w] = value
	}
	return f
}

func (r *runReading) guess(f *runFormula) *runFormula {
	f.bit = len(r.guessed)
	r.guessed = append(r.guessed, f)
	return f
}

// state is a formula about states. positive says whether it helps the run that is
// looked for if it is true; where it is open it is taken to help, or not to.
func (r *runReading) state(e spec.Expr, env *spec.Env, positive bool) (*runFormula, error) {
	in, err := r.truth(e, env)
	if err != nil {
		return nil, err
	}
	f := r.always(false)
	for w := range in {
		f.in[w] = in[w] == kleene.Yes || in[w] == kleene.Open && positive == r.upper
	}
	return f, nil
}

// read turns an expression into a formula about a run.
func (r *runReading) read(e spec.Expr, env *spec.Env, positive bool) (*runFormula, error) {
	if e.Traits()&spec.OnRun == 0 {
		return r.state(e, env, positive)
	}
	switch e := e.(type) {
	case *spec.Unary:
		x, err := r.read(e.X, env, !positive)
		return opposite(x), err
	case *spec.Binary:
		return r.readBinary(e, env, positive)
	case *spec.Path:
		return r.readPath(e, env, positive)
	case *spec.Fold:
		return r.readFold(e, env, positive)
	case *spec.Call:
		inner, err := terms.Inside(e, env)
		if err != nil {
			return nil, err
		}
		return r.read(e.Define.Body, inner, positive)
	}
	panic(fmt.Sprintf("explicit: %T in a formula about runs", e))
}

func conjunction(x, y *runFormula) *runFormula { return &runFormula{op: '&', x: x, y: y} }

func disjunction(x, y *runFormula) *runFormula {
	return opposite(conjunction(opposite(x), opposite(y)))
}

// readBinary reads each operand once for each polarity in which it occurs.
func (r *runReading) readBinary(e *spec.Binary, env *spec.Env, positive bool) (*runFormula, error) {
	x, err := r.read(e.X, env, positive != (e.Op == spec.Imp))
	if err != nil {
		return nil, err
	}
	y, err := r.read(e.Y, env, positive)
	if err != nil {
		return nil, err
	}
	switch e.Op {
	case spec.And:
		return conjunction(x, y), nil
	case spec.Or:
		return disjunction(x, y), nil
	case spec.Imp:
		return disjunction(opposite(x), y), nil
	}
	notX, err := r.read(e.X, env, !positive)
	if err != nil {
		return nil, err
	}
	notY, err := r.read(e.Y, env, !positive)
	if err != nil {
		return nil, err
	}
	if e.Op == spec.Ne {
		return disjunction(conjunction(x, opposite(notY)), conjunction(opposite(notX), y)), nil
	}
	return disjunction(conjunction(x, y), opposite(disjunction(notX, notY))), nil
}

func (r *runReading) readPath(e *spec.Path, env *spec.Env, positive bool) (*runFormula, error) {
	x, err := r.read(e.X, env, positive)
	if err != nil {
		return nil, err
	}
	switch e.Op {
	case spec.NextTime:
		return r.guess(&runFormula{op: 'X', x: x}), nil
	case spec.Eventually:
		return r.guess(&runFormula{op: 'U', x: r.always(true), y: x}), nil
	case spec.Globally:
		return opposite(r.guess(&runFormula{op: 'U', x: r.always(true), y: opposite(x)})), nil
	}
	y, err := r.read(e.Y, env, positive)
	return r.guess(&runFormula{op: 'U', x: x, y: y}), err
}

func (r *runReading) readFold(e *spec.Fold, env *spec.Env, positive bool) (*runFormula, error) {
	found := r.always(e.Op == spec.Forall)
	for inner, err := range terms.In(nil).Instances(e.Binders, env) {
		if err != nil {
			return nil, err
		}
		x, err := r.read(e.Body, inner, positive)
		if err != nil {
			return nil, err
		}
		if e.Op == spec.Exists {
			found = disjunction(found, x)
		} else {
			found = conjunction(found, x)
		}
	}
	return found, nil
}

// holds decides a formula in a world with a guess about the next position.
func (f *runFormula) holds(w, guess int) bool {
	switch f.op {
	case 's':
		return f.in[w]
	case '!':
		return !f.x.holds(w, guess)
	case '&':
		return f.x.holds(w, guess) && f.y.holds(w, guess)
	case 'X':
		return guess>>f.bit&1 == 1
	}
	return f.y.holds(w, guess) || f.x.holds(w, guess) && guess>>f.bit&1 == 1
}

// before is the guess that is right at all positions before a world with a
// guess.
func (r *runReading) before(w, guess int) int {
	right := 0
	for _, f := range r.guessed {
		next := f
		if f.op == 'X' {
			next = f.x
		}
		if next.holds(w, guess) {
			right |= 1 << f.bit
		}
	}
	return right
}

// some returns the worlds from which some run that counts satisfies f. The nodes
// of the graph are a world and a guess.
func (r *runReading) some(f *runFormula) []bool {
	k := 1 << len(r.guessed)
	n := len(r.worlds) * k
	next := make([][]int, n)
	good := make([]bool, n)
	for w, out := range r.out {
		if len(out) == 0 && (r.runs != spec.IsplRuns || r.fair != nil) {
			good[w*k] = true // nothing is true at a next position
		}
		for _, e := range out {
			to := e.to
			for guess := range k {
				if to == Beyond {
					good[w*k+guess] = r.upper
					continue
				}
				from := w*k + r.before(to, guess)
				next[from] = append(next[from], to*k+guess)
			}
		}
	}
	for _, component := range graph.Components(next) {
		r.settle(component, next, good, k)
	}
	in := make([]bool, len(r.worlds))
	for w := range r.worlds {
		for guess := range k {
			in[w] = in[w] || good[w*k+guess] && f.holds(w, guess)
		}
	}
	return in
}

// settle decides a component, after all those that it leads to: whether it leads
// to something good, or a run that goes round in it for ever is good.
func (r *runReading) settle(component []int, next [][]int, good []bool, k int) {
	member := map[int]bool{}
	for _, v := range component {
		member[v] = true
	}
	round, fine := false, false
	for _, v := range component {
		fine = fine || good[v]
		for _, to := range next[v] {
			round = round || member[to]
			fine = fine || good[to]
		}
	}
	if fine || round && r.keepsItsWord(component, k) {
		for _, v := range component {
			good[v] = true
		}
	}
}

// keepsItsWord tells whether going round a component meets each fairness
// predicate, and what is guessed to come comes.
func (r *runReading) keepsItsWord(component []int, k int) bool {
	for _, c := range r.fair {
		if !slices.ContainsFunc(component, func(v int) bool { return c.Has(v / k) }) {
			return false
		}
	}
	for _, f := range r.guessed {
		kept := func(v int) bool { return !f.holds(v/k, v%k) || f.y.holds(v/k, v%k) }
		if f.op == 'U' && !slices.ContainsFunc(component, kept) {
			return false
		}
	}
	return true
}
