package symbolic

// A preimage need be right in the care set alone, and so of any set that agrees with the given
// one there. One with fewer nodes (Restrict) may make it take a tenth of the steps, as in
// rounds of Royal Eleusis; but where it has many states besides, so has its preimage, and takes
// four times as many steps, as in Eleusis with 52 cards. Neither the nodes of the two sets nor
// those of the care set tell which. What preimages took so far does, for each node: the way is
// taken that is expected to take fewer steps.

const (
	simplifyFrom = 4_000 // steps of a preimage from which on a simpler set may be worth while in the next
	simplifyBy   = 8     // how many times the steps a node of a simpler set is expected to take that one of a set as it is takes
	similar      = 8     // times the nodes that are known of up to which a set is expected to be like those
)

// simplified says what preimages took so far of sets as they are and of simpler ones, and what it
// took to look for these.
type simplified struct {
	asIs, simple, looks spent
	wasteful            bool // the preimage of a simpler set had more nodes than the set as it was
	easy                bool // the last one took few steps
}

// spent is how many steps were taken for sets of so many nodes in all.
type spent struct{ steps, nodes int64 }

func (s *spent) add(steps int64, nodes int) {
	s.steps += steps
	s.nodes += int64(nodes)
}

// perNode is how many steps a node takes of a set of so many nodes, if that is known.
func (s spent) perNode(nodes int) (steps float64, known bool) {
	return float64(s.steps) / float64(max(s.nodes, 1)), s.nodes > 0 && similar*s.nodes >= int64(nodes)
}

// simpler tells whether the preimage of a simpler set of so many nodes is expected to take fewer
// steps than that of a set as it is. Where simpler sets were wasteful, a set as it is is
// expected to take a step for each node, which is the least, until it is known.
func (s *simplified) simpler(simple, asIs int) bool {
	a, known := s.asIs.perNode(asIs)
	b, also := s.simple.perNode(simple)
	switch {
	case !known && !also:
		a, b = 1, simplifyBy
	case !known && s.wasteful:
		a = 1
	case !known:
		a = b / simplifyBy
	case !also:
		b = a * simplifyBy
	}
	return b*float64(simple) < a*float64(asIs)
}

// idle tells whether to look for a simpler set takes more than half of what could be gained.
func (s *simplified) idle() bool {
	return s.asIs.nodes > 0 && 2*s.looks.steps*s.asIs.nodes > s.asIs.steps*s.looks.nodes
}

// preimage is the preimage of a set, in the care set. What it takes to make the schedule is
// no part of what is compared.
func (s *simplified) preimage(p *Part, x Set) Set {
	schedule := p.backward()
	begin := p.space.Work().Steps
	lap := func() int64 {
		before := begin
		begin = p.space.Work().Steps
		return begin - before
	}
	if s.easy || s.idle() {
		result := schedule.run(x)
		s.easy = lap() < simplifyFrom
		return result
	}
	y := x.Restrict(p.care)
	nodes, fewer := x.CountNodes(), y.CountNodes()
	s.looks.add(lap()+int64(nodes+fewer), nodes)
	if !s.simpler(fewer, nodes) {
		result := schedule.run(x)
		took := lap()
		s.asIs.add(took, nodes)
		s.easy = took < simplifyFrom
		return result
	}
	result := schedule.run(y)
	s.wasteful = s.wasteful || result.IsLarger(nodes)
	result = result.And(p.care)
	took := lap()
	s.simple.add(took, fewer)
	s.easy = took < simplifyFrom
	return result
}
