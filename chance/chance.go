package chance

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec"
)

// Share is the part of the weight of a world that each of n things has that could be chosen
// in it.
func Share(by spec.Weighing, n int) *big.Rat {
	if by == spec.ByWorlds {
		return big.NewRat(1, 1)
	}
	return big.NewRat(1, int64(n))
}

// Weighted is a value with the weight of the worlds in which an expression has it, or with
// the chance that it has.
type Weighted struct {
	Value  spec.Value
	Weight *big.Rat
}

// Class is what somebody considers possible.
type Class struct {
	Total *big.Rat // the weight of its worlds, above 0
	True  *big.Rat // that of those in which the formula is true
	Asked *big.Rat // that of those that are asked about; with a table
	Table []Weighted
}

// Answer is how likely a formula is, in all worlds that are asked about.
type Answer struct {
	From, To *big.Rat
	Classes  int   // what may be considered possible there
	Rows     []Row // of a table, those that differ; else none
}

// Row is a distribution.
type Row struct {
	Classes int      // that have it
	Asked   *big.Rat // the share of all worlds asked about that lie in these
	Chance  *big.Rat // of the formula
	Table   []Weighted
}

// Exact tells whether the chance is the same wherever it is asked.
func (a *Answer) Exact() bool { return a.From.Cmp(a.To) == 0 }

// String is the chance, or what it lies between.
func (a *Answer) String() string {
	if a.Exact() {
		return a.From.RatString()
	}
	return "from " + a.From.RatString() + " to " + a.To.RatString()
}

// Tally collects classes.
type Tally struct {
	tabled bool
	answer Answer
	asked  *big.Rat
	rows   map[string]*Row
}

// NewTally begins to collect; tabled says whether distributions are kept.
func NewTally(tabled bool) *Tally {
	return &Tally{tabled: tabled, asked: new(big.Rat), rows: map[string]*Row{}}
}

// Add adds a class.
func (t *Tally) Add(c Class) {
	share := new(big.Rat).Quo(c.True, c.Total)
	a := &t.answer
	if a.Classes++; a.From == nil || share.Cmp(a.From) < 0 {
		a.From = share
	}
	if a.To == nil || share.Cmp(a.To) > 0 {
		a.To = share
	}
	t.asked.Add(t.asked, c.Asked)
	if !t.tabled {
		return
	}
	table := make([]Weighted, len(c.Table))
	key := share.RatString()
	for i, w := range c.Table {
		table[i] = Weighted{w.Value, new(big.Rat).Quo(w.Weight, c.Total)}
	}
	slices.SortFunc(table, func(a, b Weighted) int { return spec.Compare(a.Value, b.Value) })
	for _, w := range table {
		key += " " + spec.Key(w.Value) + "=" + w.Weight.RatString()
	}
	row := t.rows[key]
	if row == nil {
		row = &Row{Chance: share, Table: table, Asked: new(big.Rat)}
		t.rows[key] = row
	}
	row.Classes++
	row.Asked.Add(row.Asked, c.Asked)
}

// Answer is what the classes say, of which there is one at least. Rows come in an order that
// does not depend on that of the classes.
func (t *Tally) Answer() *Answer {
	a := t.answer
	keys := make([]string, 0, len(t.rows))
	for key, row := range t.rows {
		row.Asked.Quo(row.Asked, t.asked)
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(x, y string) int {
		if c := t.rows[y].Asked.Cmp(t.rows[x].Asked); c != 0 {
			return c
		}
		return cmp.Or(t.rows[y].Chance.Cmp(t.rows[x].Chance), strings.Compare(x, y))
	})
	for _, key := range keys {
		a.Rows = append(a.Rows, *t.rows[key])
	}
	return &a
}

// Trial collects what comes of an experiment.
type Trial struct {
	result Experiment
	weight *big.Rat // of all outcomes
}

// NewTrial begins to collect.
func NewTrial() *Trial {
	return &Trial{Experiment{Largest: new(big.Int), Mean: new(big.Rat)}, new(big.Rat)}
}

// Add adds an outcome with a weight, which leaves so much to be found out.
func (t *Trial) Add(weight *big.Rat, left *big.Int) {
	e := &t.result
	if e.Outcomes++; left.Cmp(e.Largest) > 0 {
		e.Largest = left
	}
	t.weight.Add(t.weight, weight)
	e.Mean.Add(e.Mean, new(big.Rat).Mul(weight, new(big.Rat).SetInt(left)))
}

// Result is that of all outcomes, of which there is one at least.
func (t *Trial) Result() *Experiment {
	e := t.result
	e.Mean = new(big.Rat).Quo(e.Mean, t.weight)
	return &e
}

// Experiment is what an experiment tells, measured before it is made.
type Experiment struct {
	Outcomes int
	Largest  *big.Int // what the worst outcome leaves
	Mean     *big.Rat // what is left on average
}
