package explicit

// kleene is a truth value in Kleene's logic: open where the steps that were
// enumerated do not decide. Negation turns the order round, conjunction is the
// lesser and disjunction the greater value.
type kleene int8

const (
	no kleene = iota
	open
	yes
)

func kleeneOf(b bool) kleene {
	if b {
		return yes
	}
	return no
}

// set is a set of worlds, by number, as far as it is known: a world is in it, or
// is not, or that is open. It stands for a lower set, of the worlds with yes, and
// an upper one, of those without no. What the definitions make of the two sets,
// connective by connective and fixpoint by fixpoint, is what Kleene's logic
// makes of the values.
type set []kleene

func newSet(n int, all bool) set {
	s := make(set, n)
	for w := range s {
		s[w] = kleeneOf(all)
	}
	return s
}

func (s set) not() set {
	t := make(set, len(s))
	for w := range s {
		t[w] = yes - s[w]
	}
	return t
}

func (s set) and(t set) set {
	u := make(set, len(s))
	for w := range s {
		u[w] = min(s[w], t[w])
	}
	return u
}

func (s set) or(t set) set {
	u := make(set, len(s))
	for w := range s {
		u[w] = max(s[w], t[w])
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

// has reports whether a world is in the set for sure.
func (s set) has(w int) bool { return s[w] == yes }

// count is how many worlds are in the set for sure.
func (s set) count() int {
	n := 0
	for w := range s {
		if s.has(w) {
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
