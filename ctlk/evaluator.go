package ctlk

import (
	"maps"
	"math/big"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

// Options say how formulas are read.
type Options struct {
	// Runs is the reading of runs; "" is that of the model.
	Runs spec.Runs
	// Recall is what agents remember in the structure.
	Recall spec.Recall
	// Remembered finds out what coalitions whose members remember bring about; nil: nobody asks.
	Remembered func(c *Evaluator, e *spec.Coalition, env *spec.Env) (kripke.Truth, error)
	// Reach is how many steps of runs may be followed, where these go on behind
	// knowledge actions.
	Reach int
	// Static leaves open what operators about time say. What they are about is
	// evaluated, for its errors and warnings.
	Static bool
	// RunNodes bounds the nodes of the worlds that runs are followed to from where it is
	// asked about them, for operators about runs; what lies beyond is open. 0: all worlds
	// are looked at.
	RunNodes int
	// Classes is how many classes of worlds that look alike are counted one by one where
	// shares are asked for. More are counted all at once.
	Classes int
	// Progress, if not nil, is called now and then from the goroutine that evaluates. A
	// check that has to stop does so in the next operation on sets.
	Progress func(phase string, iteration int, reached func() *big.Int)
}

// Evaluator finds in which worlds of a structure formulas are true. It keeps what it
// has learnt about modal operators, and collects warnings. Like the system of its
// structure it belongs to one goroutine at a time.
type Evaluator struct {
	*setting
	memo     *memo
	warnings *source.List
	open     []*encode.Opening // of names that are bits, see open.go
}

// setting is what does not change while formulas are evaluated.
type setting struct {
	m       *kripke.Structure
	o       Options
	agents  map[string]*spec.Agent // by spec.Key of the name
	domains *domains
	// began is the structure in which a knowledge action began whose alternatives are found
	// here, behind a part of it; nil: it begins here
	began   *kripke.Structure
	meaning func(spec.Expr) operator // the operators, see operators.go
}

// memo is what is known of a structure.
type memo struct {
	known map[KeyOf]entry // modal operators
	kept  map[any]any     // all else, by keys of a type of their own for each kind
}

func newMemo() *memo { return &memo{map[KeyOf]entry{}, map[any]any{}} }

// recall returns what was kept under a key.
func recall[T any](c *Evaluator, key any) (kept T, ok bool) {
	kept, ok = c.memo.kept[key].(T)
	return kept, ok
}

// forgetful returns an evaluator that knows what c knows, and does not keep what it is
// asked about modal operators.
func (c *Evaluator) forgetful() *Evaluator {
	d := *c
	d.memo = &memo{maps.Clone(c.memo.known), c.memo.kept}
	return &d
}

// In returns an evaluator of formulas about another structure, for the same question.
func (c *Evaluator) In(m *kripke.Structure) *Evaluator {
	s := *c.setting
	s.m, s.began = m, nil
	return &Evaluator{setting: &s, memo: newMemo(), warnings: c.warnings}
}

// asked returns c, which is kept, for questions of another evaluator: it warns where that
// does, and leaves its open names alone.
func (c *Evaluator) asked(by *Evaluator) *Evaluator {
	d := *c
	d.warnings, d.open = by.warnings, by.open
	return &d
}

// Warning returns c with another list for its warnings.
func (c *Evaluator) Warning(list *source.List) *Evaluator {
	if list == c.warnings {
		return c
	}
	d := *c
	d.warnings = list
	return &d
}

// Structure is what formulas are about.
func (s *setting) Structure() *kripke.Structure { return s.m }

// Runs is how runs are read.
func (s *setting) Runs() spec.Runs { return s.o.Runs }

// Agent is the one of a name, nil: there is none.
func (s *setting) Agent(name spec.Value) *spec.Agent { return s.agents[spec.Key(name)] }

// Warnings are those of all that was evaluated.
func (c *Evaluator) Warnings() *source.List { return c.warnings }

// Tick reports an iteration of a fixpoint.
func (s *setting) Tick(phase string, iteration int, reached kripke.Set) {
	if s.o.Progress != nil {
		s.o.Progress(phase, iteration, func() *big.Int { return s.m.Count(reached) })
	}
}

// ticker is Tick for fixpoints of one kind.
func (s *setting) ticker(phase string) func(int, func() kripke.Set) {
	return func(iteration int, reached func() kripke.Set) {
		if s.o.Progress != nil {
			s.o.Progress(phase, iteration, func() *big.Int { return s.m.Count(reached()) })
		}
	}
}

// patience is how much of a formula is evaluated in a single state, for an
// explanation: what sets decide may range over far too much.
const patience = 1 << 22

// InWorld returns an evaluator of expressions in a world; modal operators mean there
// what they mean in all worlds.
func (c *Evaluator) InWorld(w kripke.World) *spec.Evaluator {
	single := c.m.Only(w)
	return &spec.Evaluator{State: w.State, Budget: patience, Modal: func(e spec.Expr, env *spec.Env) (bool, error) {
		x, err := c.Formula(e, env, single)
		return err == nil && !x.Lower.IsEmpty(), err
	}}
}

// domains numbers the domains of alternatives: equal ones have the same number. They are sets of
// one structure, or texts that tell where worlds of others come from.
type domains struct{ numbers map[any]int }

func (d *domains) numberOf(x any) int {
	if d.numbers == nil {
		d.numbers = map[any]int{}
	}
	n, ok := d.numbers[x]
	if !ok {
		n = len(d.numbers)
		d.numbers[x] = n
	}
	return n
}
