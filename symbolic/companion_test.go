package symbolic

import (
	"context"
	"errors"
	"testing"
)

// A companion has its turns, inside Do alone, and what it overtakes ends with an error; the
// space is as it was.
func TestCompanion(t *testing.T) {
	turns, last := 0, 3
	c := &Companion{Every: 20, Turn: func(work int) bool {
		if work < 20 {
			t.Errorf("a turn after %d steps", work)
		}
		turns++
		return turns == last
	}}
	sp, err := NewSpace(40, Options{Companion: c})
	if err != nil {
		t.Fatal(err)
	}
	work := func() error {
		x := sp.Full()
		for b := range 40 {
			x = x.And(sp.Lit(Bit(b)))
		}
		return nil
	}
	if work(); turns > 0 {
		t.Errorf("%d turns outside of Do", turns)
	}
	var limit *LimitError
	err = sp.Do(context.Background(), func() error { return sp.Do(context.Background(), work) })
	if !errors.As(err, &limit) || limit.Kind != Overtaken || turns != last {
		t.Errorf("%v after %d turns", err, turns)
	}
	last = -1
	if err := sp.Do(context.Background(), work); err != nil || sp.Usable() != nil || turns == 3 {
		t.Errorf("%v, %v after %d turns", err, sp.Usable(), turns)
	}
}
