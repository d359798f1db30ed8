package circuit

import (
	"context"
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"
)

// pigeons says that n+1 pigeons sit in n holes, each alone, which takes a solver long to refute.
func pigeons(c *Circuit, n int) Lit {
	all, at := Yes, make([][]Lit, n+1)
	for i := range at {
		some := No
		for range n {
			at[i] = append(at[i], c.Input())
		}
		for j := range n {
			some = c.Or(some, at[i][j])
			for k := range i {
				all = c.And(all, c.And(at[i][j], at[k][j]).Not())
			}
		}
		all = c.And(all, some)
	}
	return all
}

// A query that takes long is answered, too.
func TestLongQueries(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for n := range 9 {
		c := New(ctx)
		if n > 0 && c.Possible(pigeons(c, n)) {
			t.Errorf("%d pigeons sit alone in %d holes", n+1, n)
		}
		if x := c.Input(); !c.Possible(x) || !c.Possible(x.Not()) || c.Possible(x, x.Not()) {
			t.Errorf("a wire is not free after %d pigeons", n)
		}
	}
}

// Who does not wait for the answer gets none.
func TestInterruptedQuery(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := New(ctx)
	x := pigeons(c, 30)
	cancel()
	err := func() (err error) {
		defer Refused(&err)
		c.Possible(x)
		return nil
	}()
	var r *Refusal
	if !errors.As(err, &r) || !r.Open {
		t.Errorf("%v", err)
	}
}

// Who does not wait for a count gets none.
func TestInterruptedCount(t *testing.T) {
	const inputs = 4000
	f := &File{Inputs: inputs, Gates: [][2]int{{2, 4}}}
	for n := 3; n <= inputs; n++ {
		f.Gates = append(f.Gates, [2]int{2 * (inputs + n - 2), 2 * n})
	}
	all := 2 * (inputs + len(f.Gates))
	ctx, cancel := context.WithCancel(t.Context())
	c := New(ctx)
	if n := c.Models(f, all); n.Cmp(big.NewInt(1)) != 0 {
		t.Errorf("%d inputs are all true in %s ways", inputs, n)
	}
	cancel()
	err := func() (err error) {
		defer Refused(&err)
		c.Models(f, all)
		return nil
	}()
	if r := new(Refusal); !errors.As(err, &r) || !r.Open {
		t.Errorf("%v", err)
	}
}

// Numbers with as many bits as a file has inputs, one for each gate, may take more memory than there is.
func TestCountsAreBounded(t *testing.T) {
	const inputs = 4000
	f := &File{Inputs: inputs, Gates: [][2]int{{2, 4}}}
	for n := 3; n <= inputs; n++ {
		f.Gates = append(f.Gates, [2]int{2 * (inputs + n - 2), 2 * n})
	}
	defer func(most int) { mostCounted = most }(mostCounted)
	for most, refused := range map[int]bool{1 << 20: true, 1 << 23: false} {
		mostCounted = most
		err := func() (err error) {
			defer Refused(&err)
			New(t.Context()).Models(f, 2*(inputs+len(f.Gates)))
			return nil
		}()
		if _, open := Uncovered(err); open != refused {
			t.Errorf("with %d bytes: %v", most, err)
		}
	}
}

// A solver that was told of many gates for one question goes on until it was told of more than twice
// as many; then there is a new one.
func TestToldOnce(t *testing.T) {
	defer func(d time.Duration) { leastPatience = d }(leastPatience)
	leastPatience = time.Hour // so that each question is put to the solver once
	c := New(t.Context())
	chain := func(gates int) Lit {
		x := c.Input()
		for range gates {
			x = c.And(x, c.Input()).Not()
		}
		for range 64 { // by which no sample makes it true
			x = c.And(x, c.Input())
		}
		return x
	}
	x, y := chain(mostTold), chain(mostTold-10)
	if !c.Possible(x) || len(c.told) <= mostTold {
		t.Fatalf("%d gates are told", len(c.told))
	}
	solver := c.gini
	if !c.Possible(x.Not()) || c.gini != solver {
		t.Error("the same gates are told again")
	}
	if !c.Possible(y) || c.gini != solver {
		t.Error("half of the gates are told again")
	}
	if !c.Possible(chain(mostTold)) || c.gini != solver {
		t.Error("a solver that was told twice as many is a new one")
	}
	if !c.Possible(x, y) || c.gini == solver {
		t.Error("a solver that was told more than twice as many goes on")
	}
}

// The operands of a gate are wires before it: how far before may be said in five bytes, which is more than 32 bits hold.
func TestOperandsOfGates(t *testing.T) {
	for gate, want := range map[string]string{
		"\x02\x02":                 "",
		"\x00\x00":                 "a gate is its own operand",
		"\x05\x00":                 "a gate has an operand below 0",
		"\x02\x03":                 "a gate has an operand below 0",
		"\xff\xff\xff\xff\x7f\x00": "a gate has an operand below 0",
		"\xff\xff\xff\xff\xff":     "a gate is not complete",
	} {
		err := func() (err error) {
			defer Refused(&err)
			NewReader([]byte("aig 2 1 0 0 1\n" + gate + "c\n")).File()
			return nil
		}()
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", gate, err, want)
		}
	}
}
