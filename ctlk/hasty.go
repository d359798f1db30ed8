package ctlk

// A run that satisfies a formula often comes soon, and far from most worlds: of a
// protocol that never delivers, all packets are lost again and again. And what a formula
// asks of runs may leave few of them: that every packet arrives. So where worlds are
// many nodes, those are looked at first that runs come to from where it is asked about
// them, as long as an automaton may still accept them. If that is all of them the
// answer is exact there; else what was found are runs, and that none was found means
// nothing.

// haste is how far runs are followed from where it is asked about them.
type haste struct {
	worlds int // nodes of the worlds that they come to; 0: all worlds are looked at
	work   int // nodes of all that is made of them
}

// hastes are tried one after the other. A formula that asks for what cannot be is soon
// refuted in all worlds at once, whatever runs come to.
var hastes = []haste{{20_000, 4_000_000}, {0, 1_000_000}, {250_000, 8_000_000}}

// hurried is f in haste.
func (f *frame) hurried(h haste) *frame {
	if h.worlds == 0 {
		return f
	}
	hurried := *f
	hurried.forget()
	hurried.hasty = h.worlds
	return &hurried
}

// look finds the worlds to look at, for each state of the automaton: all, unless the
// frame is hasty.
func (p *product) look(where set) {
	p.room = make([]set, len(p.states))
	for i := range p.room {
		p.room[i] = p.frame.all
	}
	if p.frame.hasty == 0 || where.Equal(p.frame.all) {
		return
	}
	p.bounded = true
	fresh := make([]set, len(p.states))
	for i := range p.room {
		p.room[i], fresh[i] = p.frame.none(), p.frame.none()
	}
	p.room[0], fresh[0] = where, where
	for i := 1; !p.cut; i++ {
		next := p.onward(fresh)
		done := true
		for s, x := range next {
			fresh[s] = x.Diff(p.room[s])
			p.room[s] = p.room[s].Or(x)
			done = done && fresh[s].IsEmpty()
		}
		if done {
			return
		}
		p.tick("runs", i, p.room[0])
		p.cut = nodesOf(p.room) > p.frame.hasty
	}
}

// onward is where the edges of the automaton lead to.
func (p *product) onward(from []set) []set {
	next := make([]set, len(from))
	for i := range next {
		next[i] = p.frame.none()
	}
	for _, s := range p.states {
		if p.easy(s) { // which accepts whatever comes
			continue
		}
		for _, e := range s.edges {
			to := p.frame.after(p.every, from[s.index].And(e.label))
			next[e.to.index] = next[e.to.index].Or(to)
		}
	}
	return next
}

// nodesOf is how many nodes sets take one by one.
func nodesOf(sets []set) int {
	n := 0
	for _, x := range sets {
		for _, part := range x {
			n += part.CountNodes()
		}
	}
	return n
}

// looked cuts a set of worlds at a state of the automaton to those that are looked at.
func (p *product) looked(s *autoState, x set) set {
	if !p.bounded {
		return x
	}
	return x.And(p.room[s.index])
}
