package certify

import (
	"context"
	"errors"
	"testing"
)

// pigeons says that n+1 pigeons sit in n holes, each alone, which takes a solver long to refute.
func pigeons(c *circuit, n int) lit {
	all, at := yes, make([][]lit, n+1)
	for i := range at {
		some := no
		for range n {
			at[i] = append(at[i], c.input())
		}
		for j := range n {
			some = c.or(some, at[i][j])
			for k := range i {
				all = c.and(all, c.and(at[i][j], at[k][j]).not())
			}
		}
		all = c.and(all, some)
	}
	return all
}

// A query that takes long is answered, too.
func TestLongQueries(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for n := range 9 {
		c := newCircuit(ctx)
		if n > 0 && c.possible(pigeons(c, n)) {
			t.Errorf("%d pigeons sit alone in %d holes", n+1, n)
		}
		if x := c.input(); !c.possible(x) || !c.possible(x.not()) || c.possible(x, x.not()) {
			t.Errorf("a wire is not free after %d pigeons", n)
		}
	}
}

// Who does not wait for the answer gets none.
func TestInterruptedQuery(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := newCircuit(ctx)
	x := pigeons(c, 30)
	cancel()
	err := func() (err error) {
		defer refused(&err)
		c.possible(x)
		return nil
	}()
	var r *Refusal
	if !errors.As(err, &r) || !r.Open {
		t.Errorf("%v", err)
	}
}
