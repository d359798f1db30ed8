package decide

import (
	"errors"
	"math/big"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Of a game in which 25 cards may be played at each move there are millions of histories after
// a few moves, and nobody takes one play for another: a run that shows something is found among
// a few hundred. So some parts of each layer of histories are followed alone, those that nobody asked
// about takes for others (docs/semantics.md#narrow); all else is open, as what lies beyond the last
// layer is. What decides so is decided for all. Nothing is learnt about errors and warnings elsewhere,
// which are looked for before the verdict counts, as for parts of the initial states.

// narrowUnder are the worlds in parts of layers, by the agents of whom it is asked what they know, and
// by what they may take.
type narrowUnder struct {
	agents string
	budget fewBudget
}

// narrowed are worlds in parts of layers, or what was too much: it is so whenever it is tried.
type narrowed struct {
	sys   *explicit.System
	large *explicit.TooLarge // nil: nothing
	spent int                // parts of expressions
}

// narrowPrice is how much work the other routes do for each part of an expression that a further
// turn is expected to evaluate: some 8 steps of work take as long.
const narrowPrice = 16

// narrow answers the question by parts of layers, with more of them in a second turn, which waits
// until the other routes have worked twice as long as it is expected to take, or would take longer;
// where diagrams of states surely take longer it is taken at once.
func narrow(q *question) func() (turn, error) {
	budgets := []fewBudget{q.tune.narrow, q.tune.narrow.times(8)}
	if stateBits(q.model) >= manyBits {
		budgets = budgets[1:]
	}
	waits, spent := q.waiting(), 0
	return func() (turn, error) {
		if waits(int64(narrowPrice * 8 * spent)) {
			return again, nil
		}
		few := false
		err := q.within(q.base, func() error {
			starts, err := q.starts(q.base)
			few = err == nil && q.base.Count(starts[0]).Cmp(big.NewInt(int64(q.tune.beginnings))) <= 0
			return err
		})
		if !few || err != nil {
			return over, err
		}
		l := &lister{question: q, budget: budgets[0], pause: func() error { return symbolic.Interrupted(q.ctx) }}
		err = l.runNarrow()
		if stop := symbolic.Interrupted(q.ctx); stop != nil {
			return over, stop
		}
		if err == nil && len(l.warnings.All()) == 0 {
			q.take(l)
			return sound(q, decided, nil)
		}
		spent = l.spent
		if budgets = budgets[1:]; len(budgets) == 0 {
			return over, nil
		}
		return again, nil
	}
}

// waiting tells, once a turn, whether a route waits: until so much work was done on diagrams since it began, or
// other routes had so many turns that they do not take that little.
func (q *question) waiting() func(work int64) bool {
	begun, had := q.worked(), int64(firstWork/2) // what the others may have done in their last turn, after the first call
	return func(work int64) bool {
		wait := q.worked()-begun < work && had < work
		had = min(2*had, 1<<58)
		return wait
	}
}

// worked is how much work was done on diagrams, as far as it is counted.
func (q *question) worked() int64 {
	if q.o.Meter == nil {
		return 0
	}
	return q.o.Meter.Work.Total()
}

// runNarrow lists parts of the layers of histories, unless they are known, and answers the question.
func (l *lister) runNarrow() error {
	o := l.options()
	o.Asked = l.profile.Memories
	key := narrowUnder{spec.AgentNames(o.Asked), l.budget}
	defer l.account(o)
	kept, known := recall[*narrowed](l.Decider, key)
	if !known {
		kept = &narrowed{}
		var err error
		kept.sys, err = explicit.Unroll(l.model, l.chk.Recall, l.runs, l.chk.Depth, o)
		kept.spent = o.Parts.Spent()
		if err != nil && !errors.As(err, &kept.large) {
			return err
		}
		l.kept[key] = kept
	} else if kept.large != nil {
		l.spent += kept.spent // for as long others go first again
	}
	if kept.large != nil {
		return kept.large
	}
	return l.find(kept.sys.Afresh(o))
}

// runNarrowFrom lists parts of the layers of the histories that begin in some initial states alone,
// and answers the question.
func (l *lister) runNarrowFrom(starts []spec.State) error {
	o := l.options()
	o.Starts, o.Asked = starts, l.profile.Memories
	return l.runWith(o)
}
