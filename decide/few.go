package decide

import (
	"cmp"
	"errors"
	"iter"
	"math/big"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/show"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// Where few worlds can be reached, listing them takes less time than to make the diagrams
// of all states that can be conceived: of a game with 52 cards that were dealt there may be
// a hundred. So they are listed first, with an effort that is small beside what is to
// come if there are more. Where that is not enough listing goes on in turns with the
// diagrams, a part of whose work is done in it besides, and who ends first answers: a large
// part up to an effort with which most are listed that can be, a small one from there on.
// No clock is asked, so that the same is done on every machine.

// These shares are how many parts are evaluated for a step of work on diagrams, in turns with
// these: some half of the time, and more the more bits a state has, of which diagrams may have to be made before
// anything is known; some fifth; and next to nothing while the reachable states are
// searched for, which then are soon known to be few or too many to list.
const (
	fewShare     = 0.25
	wideShare    = 1
	wideBits     = 256 // with which a state is wide
	manyShare    = 0.1
	searchShare  = 0.01
	countedShare = 1 // where the reachable states were counted, are few, and diagrams took long all the same
)

// longWork is how much work on diagrams is long for few reachable states: what such diagrams
// make of a formula in a second, others make of it in milliseconds.
const longWork = 10_000_000

// listedUnder are the worlds under some recall, up to a depth.
type listedUnder struct {
	recall spec.Recall
	depth  int
	apart  bool // histories, of which shares are asked
}

// listed are the worlds of a model, as far as they are known.
type listed struct {
	sys      *explicit.System   // nil: not known
	first    []*explicit.System // those of the first steps, of more and more
	large    *explicit.TooLarge // why so many parts of expressions are not enough; nil: not known
	parts    int
	few      bool // little effort was not enough, in turns with diagrams
	vain     int  // parts of expressions evaluated in turns with diagrams that ended first
	cells    int  // of a state, once they were tried
	counted  bool // by diagrams, and they are not more than may be listed
	hopeless bool // they are too many, or something goes wrong, of which other routes know more to say
}

// listed is what is known of the worlds that the question is about.
func (q *question) listed() *listed {
	key := listedUnder{q.chk.Recall, q.chk.Depth, q.profile.Shares}
	if key.recall == "" || key.recall == spec.NoRecall {
		key = listedUnder{}
	}
	return q.listedUnder(key)
}

func (d *Decider) listedUnder(key listedUnder) *listed {
	kept, ok := recall[*listed](d, key)
	if !ok {
		kept = &listed{}
		d.kept[key] = kept
	}
	return kept
}

// Listed are the worlds of checks without memory, if all of them were listed; nil: not.
func (d *Decider) Listed() *explicit.System { return d.listedUnder(listedUnder{}).sys }

// enumerateFew answers the question among all worlds, or those of the first steps, if these
// are few.
func enumerateFew(q *question) (turn, error) {
	l := &lister{question: q, budget: q.tune.few.part(stateBits(q.model), manyBits), pause: func() error { return symbolic.Interrupted(q.ctx) }}
	q.report(nil, "enumeration", 0, nil)
	if q.o.Routes.Only == SmallWorlds {
		return decided, q.listAll()
	}
	kept := q.listed()
	if kept.hopeless {
		return over, nil
	}
	err := l.run()
	if stop := symbolic.Interrupted(q.ctx); stop != nil {
		return over, stop
	}
	if err == nil {
		q.take(l)
		return decided, nil
	}
	large := (*explicit.TooLarge)(nil)
	if !errors.As(err, &large) {
		return over, nil
	}
	if q.judge(large); !kept.hopeless && q.o.Companion != nil {
		q.accompany()
	}
	return over, nil
}

// listable applies to questions that are asked of worlds one by one.
func listable(p *spec.Profile) (bool, string) {
	if p.AboutRuns {
		return false, "it asks about runs as wholes"
	}
	return true, "where few worlds are reached"
}

// listAll answers a question that no other route answers among worlds that are listed, with all the
// effort there is for these, or says what was too much.
func (q *question) listAll() error {
	l := &lister{question: q, budget: q.tune.many, pause: func() error { return symbolic.Interrupted(q.ctx) }}
	err := l.run()
	switch {
	case err == nil:
		q.take(l)
		q.answer.Route = SmallWorlds
		return nil
	case errors.Is(err, errOpen):
		q.answer.Stop(verdict.Depth)
		return nil
	case errors.Is(err, show.ErrElsewhere): // it decides, and other routes show what
		q.answer.Stop(verdict.NoRoute)
		return nil
	}
	_, err = unlisted(q, err)
	return err
}

// manyBits is how many bits a state has if diagrams of it surely take longer than to list
// worlds with little effort, and countedBits up to how many they are counted.
const (
	manyBits    = 64
	countedBits = 512
)

// stateBits is about how many bits a state has, up to countedBits: what diagrams take at the
// least grows with these.
func stateBits(m *spec.Model) int {
	n := 0
	for _, v := range m.Vars {
		n = min(n+bitsOf(v.Type), countedBits)
	}
	return n
}

func bitsOf(t spec.Type) int {
	switch t := t.(type) {
	case *spec.ArrayType:
		return upToCounted(t.Cells()) * bitsOf(t.Elem)
	case *spec.SetType:
		return upToCounted(t.Elem.Size())
	}
	n := t.Size()
	return min(n.Sub(n, big.NewInt(1)).BitLen(), countedBits)
}

func upToCounted(n *big.Int) int {
	if n.Cmp(big.NewInt(countedBits)) > 0 {
		return countedBits
	}
	return int(n.Int64())
}

// judge notes whether to go on, after an effort that was not enough.
func (q *question) judge(large *explicit.TooLarge) {
	kept := q.listed()
	if kept.hopeless = large.Initial > manyStarts; !kept.hopeless && kept.cells == 0 {
		cells, work := explicit.InitialWork(q.model, manyTries)
		kept.cells, kept.hopeless = cells, work > manyTries
	}
}

// manyStarts is how many initial states that were found with little effort, and are not all,
// say that there are too many to go on.
const manyStarts = 50

// manyTries is how many values the search for initial states may be estimated to try before
// there are said to be too many: well above what is done in turns with diagrams, since an
// estimate can be far off.
const manyTries = 1e9

// errAbandoned ends work that nobody waits for any more.
var errAbandoned = errors.New("abandoned")

// accompany goes on to list worlds in turns with the work on diagrams.
func (q *question) accompany() {
	l := &lister{question: q}
	next, stop := iter.Pull(func(yield func(struct{}) bool) {
		l.pause = func() error {
			if !yield(struct{}{}) {
				return errAbandoned
			}
			return symbolic.Interrupted(q.ctx)
		}
		if kept := q.listed(); !kept.few {
			l.budget = q.tune.few.forBits(stateBits(q.model))
			err := l.run()
			if large := (*explicit.TooLarge)(nil); errors.As(err, &large) {
				kept.few = true
				q.judge(large)
			} else if err == nil {
				q.overtaken = func() { q.take(l) }
			}
			if !kept.few || kept.hopeless {
				return
			}
		}
		l.budget = q.tune.many
		switch err := l.run(); {
		case err == nil:
			q.overtaken = func() { q.take(l) }
		case errors.As(err, new(*explicit.TooLarge)):
			q.listed().hopeless = true
		}
	})
	few := min(wideShare, max(fewShare, float64(stateBits(q.model))/wideBits))
	price := explicit.Patience * (1 + float64(q.listed().cells)/256) // large states take longer
	credit := -few*headStart - price - float64(q.listed().vain)      // so that what is done in vain remains a part of all
	done := 0
	q.o.Companion.Turn = func(work int) bool {
		share := manyShare
		done += work
		switch {
		case q.searching:
			share = searchShare
		case q.listed().counted && done > longWork:
			share = countedShare
		case !q.listed().few:
			share = few
		}
		for credit += share * float64(work); credit > 0; credit -= price {
			if _, more := next(); !more {
				q.o.Companion.Turn = nil
				return q.overtaken != nil
			}
		}
		return false
	}
	q.leave = func() {
		q.o.Companion.Turn = nil
		stop()
		if q.overtaken == nil {
			q.listed().vain += l.spent
		}
	}
}

// counted ends listing beside diagrams where these have found more initial states, or
// reachable ones, than are listed at most.
func (q *question) counted(sys *encode.System, found symbolic.Set) {
	if q.leave == nil || q.o.Companion.Turn == nil || q.areFew(sys, found) {
		return
	}
	q.listed().hopeless = true
	q.o.Companion.Turn = nil
}

// areFew tells whether states may all be listed.
func (q *question) areFew(sys *encode.System, states symbolic.Set) bool {
	return sys.Count(sys.Onto(states, nil)).Cmp(big.NewInt(int64(q.tune.many.most(q.model, false)))) <= 0
}

// headStart is how much work is done on diagrams before listing goes on, some 50 milliseconds:
// many checks are decided by then, or too many states to list them are found, and where
// diagrams are hopeless it is little.
const headStart = 1_000_000

// countingPause is how many steps of work are done for each one that counting takes.
const countingPause = 64

// counting is reporting that counts the reachable states found so far as well, now and then.
func (q *question) counting(sys *encode.System) symbolic.Progress {
	report := q.reporting(sys, "worlds")
	if q.listed() != q.listedUnder(listedUnder{}) {
		return report
	}
	next := int64(0)
	return func(iteration int, reached func() symbolic.Set) {
		if before := sys.Space().Work().Steps; before >= next {
			states := reached()
			q.counted(sys, states)
			now := sys.Space().Work().Steps
			next = now + countingPause*(now-before+int64(states.CountNodes()))
		}
		report(iteration, reached)
	}
}

// take makes what a lister found the answer.
func (q *question) take(l *lister) {
	q.sys, q.m, q.answer, q.warnings = nil, nil, l.answer, l.warnings
}

// lister answers a question among worlds that are listed.
type lister struct {
	*question
	budget fewBudget
	pause  func() error // is called now and then; an error ends the work

	answer   verdict.Answer
	warnings source.List
	spent    int // parts of expressions
}

// run lists the worlds, unless they are known, and answers the question. What the first steps decide is
// answered before more are followed.
func (l *lister) run() error {
	kept := l.listed()
	if kept.sys == nil {
		if err := l.list(kept); err != nil || l.answer.Verdict != "" {
			return err
		}
	}
	o := l.options()
	defer l.account(o)
	return l.find(kept.sys.Afresh(o))
}

// list lists the worlds, unless the first steps answer the question.
func (l *lister) list(kept *listed) error {
	f := &firstSteps{lister: l}
	if err := f.known(kept.first); err != nil || l.answer.Verdict != "" {
		return err
	}
	if kept.large != nil && l.budget.parts <= kept.parts {
		return kept.large
	}
	o := l.options()
	defer l.account(o)
	if f.asked() {
		o.Begun = f.next
	}
	sys, err := explicit.Unroll(l.model, l.chk.Recall, l.runs, l.chk.Depth, o)
	if err == nil && len(sys.Initial()) == 0 {
		err = explicit.ErrNoInitial // what holds of none is to be warned of
	}
	if errors.As(err, &kept.large) {
		kept.parts = l.budget.parts
		err = cmp.Or(f.rest(), err)
	}
	switch {
	case err == nil:
		kept.sys = sys
	case errors.Is(err, errDecided):
		return nil
	case !goesOn(err):
		kept.hopeless = true // others know more to say of an error in the model
	}
	return err
}

// goesOn tells whether an error says nothing against the model: something was too much, or is not
// waited for.
func goesOn(err error) bool {
	return errors.As(err, new(*explicit.TooLarge)) || errors.Is(err, errAbandoned) || errors.As(err, new(*symbolic.LimitError))
}

// runFrom lists the worlds that are reached from some initial states alone, and answers the
// question.
func (l *lister) runFrom(starts []spec.State) error {
	o := l.options()
	o.Starts = starts
	return l.runWith(o)
}

// runWith lists the worlds with options, and answers the question.
func (l *lister) runWith(o explicit.Options) error {
	defer l.account(o)
	sys, err := explicit.Unroll(l.model, l.chk.Recall, l.runs, l.chk.Depth, o)
	if err != nil {
		return err
	}
	return l.find(sys)
}

// options bound the work by the budget.
func (l *lister) options() explicit.Options {
	o := explicit.Options{MaxStates: l.budget.most(l.model, l.listed() != l.listedUnder(listedUnder{})), MaxWork: l.budget.work, MaxTruth: l.budget.truth, Odd: l.odd, Apart: l.profile.Shares, Interrupted: l.pause}
	o.Parts = o.Budget(l.budget.parts, "parts of expressions")
	return o
}

// account adds up what was spent.
func (l *lister) account(o explicit.Options) {
	l.spent += o.Parts.Spent()
	if m := l.o.Meter; m != nil {
		m.Enumerated += int64(o.Parts.Spent())
	}
}

// errOpen says that the worlds that were listed do not decide.
var errOpen = errors.New("open")

// find answers the question in a system.
func (l *lister) find(s *explicit.System) error {
	if l.chk.IsMeasured() {
		open, err := measure(l.question, s, &l.answer)
		if open {
			err = errOpen
		}
		return err
	}
	found, err := s.Check(l.chk)
	if err != nil {
		return err
	}
	if found.Open {
		return errOpen
	}
	a := verdict.Answer{Verdict: verdict.Fails, States: big.NewInt(int64(len(s.States())))}
	if found.Holds {
		a.Verdict = verdict.Holds
	}
	switch l.chk.Kind {
	case spec.CountCheck:
		a.Verdict, a.Value = verdict.Holds, big.NewInt(int64(found.Count))
	case spec.LeastCheck:
		if n, ok := found.Least.(spec.Int); ok {
			a.Value = big.NewInt(int64(n))
		}
	}
	if s.Recall() != "" {
		if !s.Cut() {
			a.Exact = s.Ending()
		} else if a.Depth = s.Depth(); a.Depth == 0 {
			a.Depth = spec.NoSteps
		}
	}
	if at := found.Shows; at != nil && !l.o.NoEvidence {
		run, err := show.Verdict(s, l.chk, at.Env, at.World, at.Holds)
		if err != nil {
			return err
		}
		if run.HasRun() || l.chk.Kind == spec.LeastCheck || at.Holds == (l.chk.Kind == spec.SomeCheck) {
			a.Run = run
		}
	}
	l.answer = a
	return nil
}

// odd warns of what an author may not have meant.
func (l *lister) odd(o explicit.Odd) {
	if o.Passed != nil {
		l.warnings.Add(verdict.Passed(l.model, o.Passed, o.State))
	} else {
		l.warnings.Add(verdict.Stuck(l.model, o.Step, o.State))
	}
}
