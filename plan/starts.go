package plan

import (
	"math"
	"slices"
)

// Starts is from how many of the beliefs in which a plan may have to begin there is one, each by
// itself: Lower <= number <= Upper.
type Starts struct {
	Lower, Upper int
	Stopped      error
}

// Starts finds from how many beliefs there is a plan, within the cost of the options.
func (s *Search) Starts() Starts {
	n := Starts{Upper: len(s.start)}
	n.Stopped = s.guarded(func() error { return s.starts(&n) })
	return n
}

func (s *Search) starts(n *Starts) error {
	start, err := s.starting(-1)
	if err != nil {
		return err
	}
	for _, b := range start {
		ok, err := s.begins(b)
		if err != nil {
			return err
		}
		if ok {
			n.Lower++
		} else {
			n.Upper--
		}
	}
	return nil
}

// Suffices tells whether from a belief, its worlds in increasing order, some plan costs so much at most; Never: anything.
func (s *Search) Suffices(worlds []World, most int) (ok bool, err error) {
	err = s.guarded(func() error {
		b, _, err := s.intern(&part{worlds: slices.Clone(worlds)}, -1)
		if err == nil {
			ok, err = s.costs(b, most)
		}
		return err
	})
	return ok, err
}

// begins tells whether there is a plan from a belief.
func (s *Search) begins(b *belief) (ok bool, err error) {
	if s.o.Within > 0 {
		return s.costs(b, s.o.Within)
	}
	return s.costs(b, Never)
}

func (s *Search) costs(b *belief, most int) (ok bool, err error) {
	if most < Never {
		ok, _, err = s.within(b, int32(most))
		return ok, err
	}
	if b.lower < Never && b.upper == Never { // it is open
		_, err = s.fixpoint([]*belief{b}, math.MaxInt)
	}
	return b.upper < Never, err
}
