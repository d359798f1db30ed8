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
)

// simplified says what preimages of large sets took, as they are and simplified.
type simplified struct {
	tried        [2]int
	steps, nodes [2]int64
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
	case known || !x.IsLarger(simplifyFrom):
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
