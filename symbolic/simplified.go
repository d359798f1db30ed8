package symbolic

// A preimage need be right in the care set alone, and so of any set that agrees with the given
// one there. One with fewer nodes (Restrict) may make it take a quarter of the steps, as in
// rounds of Royal Eleusis; but where it has many states besides, its preimage takes three
// times as many, as in Eleusis with 52 cards. Neither the nodes of the two sets nor those of
// the care set tell which, so both ways are tried, and the one that took fewer steps is kept.

const (
	simplifyFrom = 1_000 // nodes of a set from which on it is worth while
	simplifyBy   = 2     // times fewer nodes that a simpler set has at least
	trials       = 2     // of each way
	mostSmall    = 63    // sets that are taken for small from one look to the next
)

// simplified says what preimages of large sets took, as they are and simplified.
type simplified struct {
	tried        [2]int
	steps, nodes [2]int64
	small, pause int // sets to be taken for small, and how many that were from the last look on
}

// large tells whether a set has so many nodes that it is worth while to look for a simpler
// one. To look costs a part of a preimage of a small set: as long as sets are small, it is done
// for one of twice as many each time.
func (s *simplified) large(x Set) bool {
	if s.small > 0 {
		s.small--
		return false
	}
	if x.IsLarger(simplifyFrom) {
		s.pause = 0
		return true
	}
	s.pause = min(2*s.pause+1, mostSmall)
	s.small = s.pause
	return false
}

// decided tells whether both ways were tried, and whether simpler sets take fewer steps for
// each node of the set.
func (s *simplified) decided() (ok, simpler bool) {
	return s.tried[0] == trials && s.tried[1] == trials, s.steps[1]*s.nodes[0] < s.steps[0]*s.nodes[1]
}

// preimage is the preimage of a set, in the care set. What it takes to make the schedule is
// no part of what is compared.
func (s *simplified) preimage(p *Part, x Set) Set {
	schedule := p.backward()
	switch known, simpler := s.decided(); {
	case known && simpler:
		return schedule.run(p.simpler(x))
	case known || !s.large(x):
		return schedule.run(x)
	}
	before := p.space.Work().Steps
	way, simple := 0, x
	if s.tried[0] == trials {
		way, simple = 1, p.simpler(x)
	}
	result := schedule.run(simple)
	s.tried[way]++
	s.steps[way] += p.space.Work().Steps - before
	s.nodes[way] += int64(x.CountNodes())
	return result
}

// simpler is a set that agrees with x in the care set, if that has clearly fewer nodes.
func (p *Part) simpler(x Set) Set {
	if r := x.Restrict(p.care); smaller(r, x, simplifyBy) {
		return r
	}
	return x
}
