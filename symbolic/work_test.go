package symbolic

import (
	"context"
	"runtime"
	"testing"
)

// TestWorkRepeats searches the states of philosophers in spaces that clean up often, beside
// a heap that others fill and in which Go collects when it likes.
func TestWorkRepeats(t *testing.T) {
	onOneGoroutine(t)
	forEngines(t, func(t *testing.T, engine string) {
		var first Work
		var ballast [][]byte
		for i := range 5 {
			sp, err := NewSpace(2*4*12, Options{Engine: engine, Room: 256})
			if err != nil {
				t.Fatal(err)
			}
			sp.small = 1 << 8
			steps, init := philosophers(sp, 12)
			quit, done := make(chan struct{}), make(chan struct{})
			go func() {
				defer close(done)
				for {
					select {
					case <-quit:
						return
					default:
						if i%2 == 1 {
							runtime.GC()
						}
						runtime.Gosched()
					}
				}
			}()
			steps.Reach(init, nil)
			close(quit)
			<-done
			for range i {
				ballast = append(ballast, make([]byte, 1<<22))
			}
			w := sp.Work()
			if i == 0 {
				first = w
			}
			if w != first {
				t.Errorf("run %d: %+v, at first %+v", i, w, first)
			}
			if sp.Stats().Collections < 3 {
				t.Errorf("%d collections", sp.Stats().Collections)
			}
		}
		if first.Nodes == 0 || first.Operations == 0 || first.Total() < first.Nodes+first.Operations {
			t.Errorf("nothing is counted: %+v", first)
		}
		if engine == "kernel" && (first.Steps < first.Nodes || first.Visits == 0 || first.Swept == 0) {
			t.Errorf("not all is counted: %+v", first)
		}
		runtime.KeepAlive(ballast)
	})
}

// A meter adds up the work of spaces, those that a limit has stopped included, and counts
// nothing twice where calls of Do are nested.
func TestMeter(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		var m Meter
		var sum Work
		for _, limit := range []int{0, 100} {
			sp, err := NewSpace(2*4*6, Options{Engine: engine, Meter: &m, Nodes: limit})
			if err != nil {
				t.Fatal(err)
			}
			reach := func() error {
				steps, init := philosophers(sp, 6)
				steps.Reach(init, nil)
				return nil
			}
			err = sp.Do(context.Background(), func() error { return sp.Do(context.Background(), reach) })
			if (err != nil) != (limit > 0) {
				t.Errorf("limit %d: %v", limit, err)
			}
			sum = sum.Add(sp.Work())
		}
		if m.Work != sum || sum.Operations == 0 || m.Total() != sum.Total() {
			t.Errorf("metered %+v, want %+v", m.Work, sum)
		}
	})
}
