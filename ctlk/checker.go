package ctlk

import (
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// Options of a Checker.
type Options struct {
	// Progress, if not nil, is called now and then from the goroutine that checks.
	Progress func(verdict.Progress)
	// NoEvidence leaves out runs that show verdicts.
	NoEvidence bool
}

// Checker decides the checks of one model under one reading of runs. It finds
// the worlds once and keeps what it learns about formulas. Like its system it
// belongs to one goroutine at a time.
type Checker struct {
	sys    *encode.System
	runs   spec.Runs
	o      Options
	agents map[string]*spec.Agent // by spec.Key of the name

	frame   *frame         // the present one
	open    []symbolic.Set // where names have values that are bits, see open.go
	focused symbolic.Set   // what alone the system is asked about
	reach   int            // how many steps may be followed

	base     *encode.System            // without bits for the past
	memories []*memory                 // with them
	publicly map[string]*encode.System // with bits for what is publicly known, by agents
	unrolled map[*encode.System]*unrolling
	timeless map[*encode.System]*frame // with one layer
	graphs   map[graphOf]*information

	wide  wideness
	wides map[*encode.System]*frame // of wide worlds; nil: not better than others
	begun map[*encode.System]begun  // what was reached when they were looked for

	numbers map[symbolic.Set]int // of domains of knowledge actions

	manyNodes int // see informed.go

	check    *spec.Check // the present one
	mistake  error       // in it, for runs of any length: fewer steps may decide
	warnings *source.List
	room     int       // nodes of evidence that may still be made
	noted    []subject // what evidence says is considered possible
	away     int       // jumps that lead to what evidence is made for
}

// entry is what is known of a modal operator.
type entry struct {
	meaning
	worlds   set // where it was asked for
	warnings *source.List
}

// New returns a checker. Under runs "" the model's own reading applies.
func New(sys *encode.System, runs spec.Runs, o Options) *Checker {
	if runs == "" {
		runs = sys.Model().Runs
	}
	c := &Checker{
		sys: sys, base: sys, runs: runs, o: o,
		unrolled: map[*encode.System]*unrolling{},
		timeless: map[*encode.System]*frame{},
		graphs:   map[graphOf]*information{},
		wide:     wideDefaults,
		wides:    map[*encode.System]*frame{},
		begun:    map[*encode.System]begun{},
		publicly: map[string]*encode.System{},
		agents:   map[string]*spec.Agent{},
		numbers:  map[symbolic.Set]int{},
		warnings: newList(),

		manyNodes: manyNodes,
	}
	for _, a := range sys.Model().Agents {
		c.agents[spec.Key(a.Name)] = a
	}
	return c
}

func newList() *source.List { return &source.List{} }

// empty is the empty set in one layer.
func (c *Checker) empty() symbolic.Set { return c.sys.Space().Empty() }

// patience is how much of a formula is evaluated in a single state, for an
// explanation: what sets decide may range over far too much.
const patience = 1 << 22

// evaluator evaluates expressions in a world; modal operators mean there what
// they mean in all worlds.
func (c *Checker) evaluator(w world) *spec.Evaluator {
	single := c.only(w)
	return &spec.Evaluator{State: w.state, Budget: patience, Modal: func(e spec.Expr, env *spec.Env) (bool, error) {
		x, err := c.modalWithin(e, env, single)
		return err == nil && !x.sure.IsEmpty(), err
	}}
}
