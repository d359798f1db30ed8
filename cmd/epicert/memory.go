package main

import (
	"context"
	"fmt"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// glance is how often the memory is looked at.
const glance = 20 * time.Millisecond

// within returns a context that ends when the process takes more than so many bytes, garbage not
// counted, which is collected more and more eagerly below that.
func within(ctx context.Context, memory int64) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	before := debug.SetMemoryLimit(memory)
	look := func() {
		if held() <= memory {
			return
		}
		if debug.FreeOSMemory(); held() > memory-memory/32 { // there would soon be a collection again
			cancel(fmt.Errorf("it takes more than the memory limit, %d MiB", memory>>20))
		}
	}
	look()
	go func() {
		for tick := time.NewTicker(glance); ; look() {
			select {
			case <-ctx.Done():
				tick.Stop()
				return
			case <-tick.C:
			}
		}
	}()
	return ctx, func() {
		cancel(nil)
		debug.SetMemoryLimit(before)
	}
}

// held is how many bytes the process takes.
func held() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64() - s[1].Value.Uint64())
}
