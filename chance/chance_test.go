package chance

import (
	"math/big"
	"testing"

	"github.com/epibdd/epibdd/spec"
)

func class(asked, part, total int64, table ...int64) Class {
	c := Class{Total: big.NewRat(total, 1), True: big.NewRat(part, 1), Asked: big.NewRat(asked, 1)}
	for i, w := range table {
		c.Table = append(c.Table, Weighted{spec.Int(len(table) - i), big.NewRat(w, 1)})
	}
	return c
}

func TestTally(t *testing.T) {
	one := NewTally(false)
	one.Add(class(1, 23, 54))
	one.Add(class(1, 46, 108))
	if a := one.Answer(); !a.Exact() || a.String() != "23/54" || a.Classes != 2 || a.Rows != nil {
		t.Errorf("%s in %d classes, %d rows", a, a.Classes, len(a.Rows))
	}
	two := NewTally(true)
	two.Add(class(1, 1, 2, 1, 1))
	two.Add(class(1, 2, 3, 1, 2))
	two.Add(class(2, 3, 6, 3, 3))
	a := two.Answer()
	if a.Exact() || a.String() != "from 1/2 to 2/3" || a.Classes != 3 || len(a.Rows) != 2 {
		t.Fatalf("%s in %d classes, %d rows", a, a.Classes, len(a.Rows))
	}
	if r := a.Rows[0]; r.Classes != 2 || r.Asked.RatString() != "3/4" || r.Chance.RatString() != "1/2" || r.Table[0].Weight.RatString() != "1/2" {
		t.Errorf("the first row is %v", r)
	}
	if r := a.Rows[1]; !spec.Equal(r.Table[0].Value, spec.Int(1)) || r.Table[0].Weight.RatString() != "2/3" {
		t.Errorf("the second row is %v", r)
	}
}

func TestTrial(t *testing.T) {
	trial := NewTrial()
	for range 4 {
		trial.Add(big.NewRat(7, 30), big.NewInt(10))
	}
	trial.Add(big.NewRat(1, 15), big.NewInt(1))
	if e := trial.Result(); e.Outcomes != 5 || e.Largest.Int64() != 10 || e.Mean.RatString() != "47/5" {
		t.Errorf("%d outcomes, largest %s, mean %s", e.Outcomes, e.Largest, e.Mean.RatString())
	}
}

func TestShare(t *testing.T) {
	if Share(spec.ByChoices, 3).RatString() != "1/3" || Share(spec.ByWorlds, 3).RatString() != "1" {
		t.Error("shares of three choices")
	}
}
