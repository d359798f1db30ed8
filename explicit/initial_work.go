package explicit

import (
	"math"
	"math/rand/v2"

	"github.com/epibdd/epibdd/spec"
)

const (
	probes    = 4       // descents that an estimate is made of
	probeWork = 1 << 16 // after which a descent ends
	probeCell = 1 << 8  // for each cell, if that is less
	sampled   = 8       // values of a cell that are tried at least, where there are more
)

// InitialWork says how many cells a state of a model has, and about how many values of cells
// the search for its initial states tries. A descent takes at random one of the values of
// each cell that no condition refutes, and stands for as many as there are combinations of
// such values: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics
// of Computation, 1975. One that is cut short is taken to grow on as it did. The least of a
// few descents is taken, so that what is said to be long is long; the first one that comes to
// no more than enough is the last.
func InitialWork(m *spec.Model, enough float64) (cells int, work float64) {
	r := rand.New(rand.NewPCG(1975, 0))
	work = math.Inf(1)
	for range probes {
		s := newSearch(nil, m.Init, newBudget(probeWork))
		s.overVars(m.Vars)
		cells = 0
		for _, p := range s.places {
			cells += len(p.cells)
		}
		s.work = newBudget(min(probeWork, probeCell*cells))
		work = min(work, s.probe(r, cells))
		if s.err != nil || work <= enough {
			break
		}
	}
	return cells, work
}

// probe is the number of values that would be tried if all descents went like one that is
// taken at random.
func (s *search) probe(r *rand.Rand, cells int) float64 {
	var env *spec.Env
	tried, ways, open := 0.0, 1.0, cells
	if !s.begin() {
		return tried
	}
	for _, p := range s.places {
		if len(p.cells) == 0 {
			env = s.filled(p, env)
		}
		for j := range p.cells {
			values := int(p.cells[j].typ.Size().Int64())
			tried += ways * float64(values)
			stride := max(1, values/sampled)
			left := s.sample(r, p, j, stride, env)
			if left == 0 && stride > 1 {
				stride = 1
				left = s.sample(r, p, j, stride, env)
			}
			if s.err != nil {
				return tried * math.Pow(ways, float64(open)/float64(max(1, cells-open)))
			}
			if left == 0 {
				return tried
			}
			open--
			if j == len(p.cells)-1 {
				env = s.filled(p, env)
			}
			ways *= float64(left * stride)
		}
	}
	return tried
}

// sample gives the j-th cell of a place at random one of the values at a stride that no
// condition refutes, and returns how many these are.
func (s *search) sample(r *rand.Rand, p *place, j, stride int, env *spec.Env) (left int) {
	c := p.cells[j]
	readers, changes := s.readersOf(p, j), len(s.changed)
	possible := func(v spec.Value) bool {
		c.value = v
		inner := env
		if j == len(p.cells)-1 {
			inner = s.filled(p, env)
		}
		return s.judge(readers, inner)
	}
	var chosen spec.Value
	n := -1
	for v := range c.typ.All() {
		if !s.work.Spend(1) {
			s.fail(errWork)
			return left
		}
		if n++; n%stride != 0 {
			continue
		}
		ok := possible(v)
		s.restore(changes)
		if s.err != nil {
			return left
		}
		if ok {
			if left++; r.IntN(left) == 0 { // each of those left with the same chance
				chosen = v
			}
		}
	}
	if c.value = chosen; left > 0 {
		possible(chosen)
	}
	return left
}
