package symbolic

import (
	"context"
	"errors"
	"fmt"
)

// Limits bound what the operations inside Do may use. Zero means no limit.
type Limits struct {
	// Nodes bounds the nodes alive at once, intermediate results included. No
	// operation starts above the limit, after the dead were collected; one
	// that is running is stopped above the limit, and then what has died
	// since the last collection may count.
	Nodes int

	// Memory bounds the bytes held by the space, or with Options.Process by the
	// process. Those of a space are its node table, with the copy
	// if one is made when it grows, unique table and caches. It is exact for the kernel
	// and an estimate on the safe side for rudd, but leaves out the sets'
	// handles, what a walk takes for the nodes of the diagram it looks at, and
	// what looking for an order takes meanwhile.
	Memory int64
}

// LimitKind says which limit stopped an operation.
type LimitKind int

// The limits that can stop an operation.
const (
	Nodes     LimitKind = iota + 1 // Limits.Nodes
	Memory                         // Limits.Memory
	Cancelled                      // the context was cancelled
	Deadline                       // the context's deadline has passed
	Overtaken                      // none: a Companion has come to its end
)

// String is the kind in a word, as it stands in a verdict: unknown (time).
func (k LimitKind) String() string {
	switch k {
	case Nodes:
		return "nodes"
	case Memory:
		return "memory"
	case Cancelled:
		return "interrupted"
	case Deadline:
		return "time"
	case Overtaken:
		return "overtaken"
	}
	return fmt.Sprintf("LimitKind(%d)", int(k))
}

// LimitError reports that a limit stopped the work in a space.
type LimitError struct {
	Kind  LimitKind
	Limit int64 // for Nodes and Memory: the limit, in nodes or bytes
	Used  int64 // and what was in use when it was found exceeded

	// Dead tells whether the space was lost: the operation that was running
	// could be stopped only by giving up its tables. If false the space and
	// all its sets are as they were before the operation that did not start.
	Dead bool

	cause error // the context's error for Cancelled and Deadline
	frame *frame
}

func (e *LimitError) Error() string {
	switch e.Kind {
	case Nodes:
		return fmt.Sprintf("node limit reached: %d nodes in use, limit %d", e.Used, e.Limit)
	case Memory:
		return fmt.Sprintf("memory limit reached: %d MiB in use, limit %d MiB", e.Used>>20, e.Limit>>20)
	}
	if e.Kind == Overtaken {
		return "stopped: other work has come to its end first"
	}
	return fmt.Sprintf("stopped: %v", e.cause)
}

// Unwrap returns the context's error if that is what stopped the work.
func (e *LimitError) Unwrap() error { return e.cause }

// exceeded compares what is used with the limits; nil if all is well.
func (l Limits) exceeded(u usage) *LimitError {
	if l.Memory > 0 && u.bytes > l.Memory {
		return &LimitError{Kind: Memory, Limit: l.Memory, Used: u.bytes}
	}
	if l.Nodes > 0 && u.nodes > l.Nodes && u.slots > slotsFor(l.Nodes) {
		return &LimitError{Kind: Nodes, Limit: int64(l.Nodes), Used: int64(u.nodes)}
	}
	return nil
}

// Interrupted returns nil, or why work that ctx bounds has to stop: a limit that was its
// cause, or that it was cancelled or is late.
func Interrupted(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return interrupted(ctx)
}

// interrupted turns the error of a finished context into a LimitError.
func interrupted(ctx context.Context) *LimitError {
	var limit *LimitError
	if errors.As(context.Cause(ctx), &limit) {
		return &LimitError{Kind: limit.Kind, Limit: limit.Limit, Used: limit.Used, cause: ctx.Err()}
	}
	kind := Cancelled
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		kind = Deadline
	}
	return &LimitError{Kind: kind, cause: ctx.Err()}
}

// slotsFor is the table size at which an engine that grows only when fewer than
// a fifth of its slots are free after a collection has more than nodes alive.
func slotsFor(nodes int) int { return nodes + nodes/4 + 1 }

// slots is the table size that the limits allow, 0 if they allow any.
func (l Limits) slots(bytesPerSlot int64) int {
	most := 0
	if l.Nodes > 0 {
		most = slotsFor(l.Nodes)
	}
	if l.Memory > 0 {
		bySize := int(max(l.Memory/bytesPerSlot, 1))
		if most == 0 || bySize < most {
			most = bySize
		}
	}
	return most
}
