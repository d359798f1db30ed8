package explicit

// set is a set of worlds, by number.
type set []bool

func newSet(n int, all bool) set {
	s := make(set, n)
	for w := range s {
		s[w] = all
	}
	return s
}

func (s set) not() set {
	t := make(set, len(s))
	for w := range s {
		t[w] = !s[w]
	}
	return t
}

func (s set) and(t set) set {
	u := make(set, len(s))
	for w := range s {
		u[w] = s[w] && t[w]
	}
	return u
}

func (s set) or(t set) set {
	u := make(set, len(s))
	for w := range s {
		u[w] = s[w] || t[w]
	}
	return u
}

func (s set) equal(t set) bool {
	for w := range s {
		if s[w] != t[w] {
			return false
		}
	}
	return true
}

func (s set) count() int {
	n := 0
	for _, in := range s {
		if in {
			n++
		}
	}
	return n
}

// fixpoint iterates f from z until nothing changes.
func fixpoint(z set, f func(set) set) set {
	for {
		next := f(z)
		if next.equal(z) {
			return z
		}
		z = next
	}
}
