package symbolic

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"
)

// blowUp returns two small sets with a huge intersection: with all x above all
// y, the k equalities x_i = y_i take about 2^k nodes, but those of both halves
// together 2^2k. The single operation And would take a second for k = 10 and a
// minute and ten gigabytes for k = 13.
func blowUp(sp *Space, k int) (s, t Set) {
	var halves [2]Set
	for h := range halves {
		halves[h] = sp.Full()
		for i := h * k; i < (h+1)*k; i++ {
			halves[h] = halves[h].And(sp.Lit(Bit(i)).Iff(sp.Lit(Bit(2*k + i))))
		}
	}
	return halves[0], halves[1]
}

func blowUpSpace(t testing.TB, engine string, k int) *Space {
	t.Helper()
	sp, err := NewSpace(4*k, Options{Engine: engine, Room: 1 << 14})
	if err != nil {
		t.Fatal(err)
	}
	return sp
}

func wantLimit(t *testing.T, err error, kind LimitKind, dead bool) *LimitError {
	t.Helper()
	var e *LimitError
	if !errors.As(err, &e) {
		t.Fatalf("got error %v, want a *LimitError", err)
	}
	if e.Kind != kind || e.Dead != dead {
		t.Fatalf("got %s (dead: %t), want %s (dead: %t)", e.Kind, e.Dead, kind, dead)
	}
	return e
}

// caught returns what f panics with.
func caught(f func()) (p any) {
	defer func() { p = recover() }()
	f()
	return nil
}

func TestNodeLimitStopsOneOperation(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp := blowUpSpace(t, engine, 13)
		mortal := !sp.engine.lasting()
		a, b := blowUp(sp, 13)
		const limit = 200_000
		sp.SetLimits(Limits{Nodes: limit})
		after := false
		err := sp.Do(t.Context(), func() error {
			a.And(b)
			after = true
			return nil
		})
		e := wantLimit(t, err, Nodes, mortal)
		if after {
			t.Error("the function went on after the limit")
		}
		if peak := sp.Stats().PeakNodes; !mortal && (peak < limit*9/10 || peak > limit*11/10) {
			t.Errorf("peak of %d nodes at a limit of %d", peak, limit)
		}
		if e.Limit != limit || e.Used <= limit {
			t.Errorf("limit %d, used %d: want limit %d, used more", e.Limit, e.Used, limit)
		}
		if mortal {
			testLost(t, sp, a, err)
		} else {
			testAsGood(t, sp, a, b)
		}
		testFresh(t, engine)
	})
}

// testLost checks that a lost space answers everything with its error.
func testLost(t *testing.T, sp *Space, s Set, err error) {
	t.Helper()
	if got := sp.Usable(); got != err {
		t.Errorf("Usable: got %v, want %v", got, err)
	}
	if got := sp.Do(t.Context(), func() error { t.Error("called"); return nil }); got != err {
		t.Errorf("Do: got %v, want %v", got, err)
	}
	uses := map[string]func(){
		"And":      func() { s.And(sp.Lit(0)) },
		"Support":  func() { s.Support() },
		"Each":     func() { s.Pick(allBits(sp.Bits())) },
		"Lit":      func() { sp.Lit(1) },
		"Contains": func() { s.Contains(assignment(sp.Bits(), 0)) },
	}
	for name, use := range uses {
		if got := caught(use); got != err {
			t.Errorf("%s: panics with %v, want %v", name, got, err)
		}
	}
}

// testAsGood checks that the two sets of blowUp, and their space, are as if
// nothing had happened.
func testAsGood(t *testing.T, sp *Space, a, b Set) {
	t.Helper()
	if err := sp.Usable(); err != nil {
		t.Errorf("the space is lost: %v", err)
	}
	if err := sp.Check(a, b); err != nil {
		t.Error(err)
	}
	again, _ := blowUp(sp, sp.Bits()/4)
	if !again.Equal(a) {
		t.Error("the same set built again is another one")
	}
	sp.SetLimits(Limits{})
	err := sp.Do(t.Context(), func() error {
		if a.Exists(sp.Cube(a.Support()...)) != sp.Full() || !a.Diff(a.Or(sp.Lit(0))).IsEmpty() {
			t.Error("operations are wrong")
		}
		return nil
	})
	if err != nil {
		t.Errorf("the next Do: %v", err)
	}
	sp.collect()
	if err := sp.Check(a, b); err != nil {
		t.Errorf("after a collection: %v", err)
	}
}

// testFresh checks that a new space works.
func testFresh(t *testing.T, engine string) {
	t.Helper()
	sp := blowUpSpace(t, engine, 4)
	a, b := blowUp(sp, 4)
	if got := a.And(b).Count(allBits(16)); got.Int64() != 256 {
		t.Errorf("a new space counts %v, want 256", got)
	}
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func TestMemoryLimitStopsAndReleases(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		before := heap()
		sp := blowUpSpace(t, engine, 13)
		mortal := !sp.engine.lasting()
		a, b := blowUp(sp, 13)
		const limit = 48 << 20
		sp.SetLimits(Limits{Memory: limit})
		err := sp.Do(t.Context(), func() error { a.And(b); return nil })
		e := wantLimit(t, err, Memory, mortal)
		if e.Used <= limit || e.Used > 2*limit {
			t.Errorf("used %d bytes of %d", e.Used, int64(limit))
		}
		if peak := sp.Stats().PeakBytes; peak < limit/2 || !mortal && (peak < limit*9/10 || peak > limit) {
			t.Errorf("peak of %d bytes at a limit of %d", peak, int64(limit))
		}
		if held := heap() - before; mortal && held > limit/8 {
			t.Errorf("%d bytes are held by a lost space", held)
		}
		if mortal {
			testLost(t, sp, a, err)
		} else {
			testAsGood(t, sp, a, b)
		}
		testFresh(t, engine)
	})
}

// grown spins until the space has made more than n nodes or quit is closed.
func grown(sp *Space, n int, quit <-chan struct{}) bool {
	for sp.Stats().Nodes <= n {
		select {
		case <-quit:
			return false
		default:
			runtime.Gosched()
		}
	}
	return true
}

func TestCancelStopsOneOperation(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp := blowUpSpace(t, engine, 13)
		mortal := !sp.engine.lasting()
		a, b := blowUp(sp, 13)
		ctx, cancel := context.WithCancel(t.Context())
		quit := make(chan struct{})
		go func() {
			if grown(sp, sp.Stats().Nodes+100_000, quit) {
				cancel()
			}
		}()
		err := sp.Do(ctx, func() error { a.And(b); return nil })
		close(quit)
		cancel()
		wantLimit(t, err, Cancelled, mortal)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v is not context.Canceled", err)
		}
		if mortal {
			testLost(t, sp, a, err)
		} else {
			testAsGood(t, sp, a, b)
		}
		testFresh(t, engine)
	})
}

func TestDeadline(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp := blowUpSpace(t, engine, 2)
		ctx, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
		defer cancel()
		err := sp.Do(ctx, func() error { t.Error("called"); return nil })
		wantLimit(t, err, Deadline, false)
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v is not context.DeadlineExceeded", err)
		}
		if err := sp.Usable(); err != nil {
			t.Errorf("the space is lost: %v", err)
		}
	})
}

// A cancelled context stops a long sequence of short operations without the
// loss of the space.
func TestCancelBetweenOperations(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, 8, 0)
		ctx, cancel := context.WithCancel(t.Context())
		s := sp.Empty()
		err := sp.Do(ctx, func() error {
			for b := range Bit(8) {
				if b == 5 {
					cancel()
				}
				s = s.Or(sp.Lit(b))
			}
			return nil
		})
		wantLimit(t, err, Cancelled, false)
		if got := s.Support(); len(got) != 5 {
			t.Errorf("the set depends on %v, want the first five bits", got)
		}
		if err := sp.Do(t.Context(), func() error { s = s.Or(sp.Lit(7)); return nil }); err != nil {
			t.Errorf("the next Do: %v", err)
		}
		if got := s.Count(allBits(8)); got.Int64() != 256-4 {
			t.Errorf("afterwards: %v elements, want 252", got)
		}
	})
}

// The limit is on nodes alive: a sequence that makes many times as many, but
// drops them, passes. One that keeps them does not.
func TestNodeLimitCountsLiveNodes(t *testing.T) {
	const n, limit = 60, 16_000
	run := func(t *testing.T, engine string, keep bool) (made int, err error) {
		sp := newSpace(t, engine, n, 0)
		sp.SetLimits(Limits{Nodes: limit})
		var kept []Set
		err = sp.Do(t.Context(), func() error {
			for i := range uint64(320) {
				s := sp.Full()
				for b := range Bit(n) { // downwards: a new diagram each time
					if (i+1)*0x9e3779b97f4a7c15>>b&1 == 1 {
						s = s.And(sp.Lit(b))
					} else {
						s = s.Diff(sp.Lit(b))
					}
					made += int(b) + 1
				}
				if keep {
					kept = append(kept, s)
				}
			}
			return nil
		})
		return made, err
	}
	forEngines(t, func(t *testing.T, engine string) {
		if made, err := run(t, engine, false); err != nil || made < 20*limit {
			t.Errorf("dropping %d nodes: %v", made, err)
		}
		_, err := run(t, engine, true)
		var e *LimitError
		if !errors.As(err, &e) || e.Kind != Nodes {
			t.Errorf("keeping all nodes: got %v, want a node limit", err)
		}
	})
}

// What a function held that was stopped does not count for the next one.
func TestLimitsAfterStop(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		for _, l := range []Limits{{Nodes: 20_000}, {Memory: 8 << 20}} {
			sp := blowUpSpace(t, engine, 13)
			if !sp.engine.lasting() {
				continue
			}
			sp.SetLimits(l)
			var kept []Set
			err := sp.Do(t.Context(), func() error {
				for k := 1; ; k++ {
					a, b := blowUp(sp, k)
					kept = append(kept, a, b, a.And(b))
				}
			})
			var e *LimitError
			if !errors.As(err, &e) || len(kept) == 0 {
				t.Fatalf("got %v and %d sets, want a limit", err, len(kept))
			}
			kept = nil
			err = sp.Do(t.Context(), func() error { blowUp(sp, 7); return nil })
			if err != nil {
				t.Errorf("%v: after that a small task fails: %v", l, err)
			}
		}
	})
}

// Dead nodes from before the limit was set do not count.
func TestNodeLimitAfterGrowth(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp := blowUpSpace(t, engine, 8)
		a, b := blowUp(sp, 8)
		const limit = 20_000
		large := a.And(b)
		sp.collect()
		if n := large.CountNodes(); n < 5*limit {
			t.Fatalf("only %d nodes: the test tests nothing", n)
		}
		sp.SetLimits(Limits{Nodes: limit})
		if err := sp.Do(t.Context(), func() error { a.Not(); return nil }); err != nil {
			t.Errorf("a small operation after a large one: %v", err)
		}
	})
}

// A limit below what the space needs anyway is reported, not obeyed by loss.
func TestHopelessLimit(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, 8, 0)
		for _, l := range []struct {
			Limits
			kind LimitKind
		}{{Limits{Nodes: 3}, Nodes}, {Limits{Memory: 10}, Memory}} {
			sp.SetLimits(l.Limits)
			err := sp.Do(t.Context(), func() error { sp.Lit(0).Xor(sp.Lit(1)); return nil })
			wantLimit(t, err, l.kind, false)
		}
		sp.SetLimits(Limits{})
		if err := sp.Do(t.Context(), func() error { sp.Lit(0).Xor(sp.Lit(1)); return nil }); err != nil {
			t.Errorf("without limits: %v", err)
		}
	})
}

func TestNestedDo(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		outer, inner := newSpace(t, engine, 4, 0), newSpace(t, engine, 4, 0)
		s := outer.Lit(0)
		ctx, cancel := context.WithCancel(t.Context())
		innerReturned := false
		err := outer.Do(ctx, func() error {
			err := outer.Do(t.Context(), func() error {
				return inner.Do(t.Context(), func() error {
					cancel()
					s.And(outer.Lit(1)) // stopped by the outermost Do
					return nil
				})
			})
			innerReturned = true
			return err
		})
		wantLimit(t, err, Cancelled, false)
		if innerReturned {
			t.Error("an inner Do returned for the limit of the outer one")
		}
		err = outer.Do(t.Context(), func() error {
			ctx, cancel := context.WithCancel(t.Context())
			err := outer.Do(ctx, func() error { cancel(); s.And(outer.Lit(1)); return nil })
			wantLimit(t, err, Cancelled, false)
			s = s.And(outer.Lit(1))
			return nil
		})
		if err != nil || s.CountNodes() != 4 {
			t.Errorf("after an inner limit: %v, %v", err, s)
		}
	})
}

// TestInnerLimitsDoNotDependOnTime counts the work up to an inner limit while an outer frame is watched, whose
// watcher knows of no limit on nodes.
func TestInnerLimitsDoNotDependOnTime(t *testing.T) {
	const limit = 400_000
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	took := map[Work]int{}
	for range 10 {
		sp := blowUpSpace(t, "kernel", 13)
		a, b := blowUp(sp, 13)
		err := sp.Do(ctx, func() error {
			sp.SetLimits(Limits{Nodes: limit})
			return sp.Do(ctx, func() error { a.And(b); return nil })
		})
		if e := wantLimit(t, err, Nodes, false); e.Limit != limit || e.Used > limit+limit/16 {
			t.Errorf("%d nodes of %d were made", e.Used, e.Limit)
		}
		took[sp.Work()]++
	}
	if len(took) != 1 {
		t.Errorf("the work up to the same limit differs: %v", took)
	}
}

func TestDoPassesErrorsAndPanics(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, 4, 0)
		mine := errors.New("mine")
		if err := sp.Do(t.Context(), func() error { return mine }); err != mine {
			t.Errorf("got %v, want the function's error", err)
		}
		if p := caught(func() { _ = sp.Do(t.Context(), func() error { panic(mine) }) }); p != mine {
			t.Errorf("got panic %v, want the function's", p)
		}
		if got := sp.Lit(0).And(sp.Lit(1)).CountNodes(); got != 4 {
			t.Errorf("afterwards: %d nodes", got)
		}
	})
}

func TestLimitErrorTexts(t *testing.T) {
	cases := map[string]*LimitError{
		"node limit reached: 12 nodes in use, limit 10":     {Kind: Nodes, Limit: 10, Used: 12},
		"memory limit reached: 70 MiB in use, limit 64 MiB": {Kind: Memory, Limit: 64 << 20, Used: 70 << 20},
		"stopped: context canceled":                         {Kind: Cancelled, cause: context.Canceled},
		"stopped: context deadline exceeded":                {Kind: Deadline, cause: context.DeadlineExceeded},
	}
	for want, e := range cases {
		if got := e.Error(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// Many bits take memory before there is any node.
func TestBitsAreCharged(t *testing.T) {
	const limit = 1 << 20
	for bits, fits := range map[int]bool{1 << 10: true, 1 << 14: true, 1<<14 + 1: false, 1 << 22: false} {
		_, err := NewSpace(bits, Options{Memory: limit})
		var over *LimitError
		if charged := errors.As(err, &over); charged == fits || charged && (over.Kind != Memory || over.Limit != limit || over.Used != int64(bits)*64) {
			t.Errorf("%d bits: %v", bits, err)
		}
	}
}
