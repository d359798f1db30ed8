package symbolic

import (
	"slices"
	"strings"
	"testing"
)

func TestInitialOrder(t *testing.T) {
	order := []Bit{3, 1, 0, 2}
	sp, err := NewSpace(4, Options{Engine: "kernel", Order: order})
	if err != nil {
		t.Fatal(err)
	}
	if got := sp.Order(); !slices.Equal(got, order) {
		t.Errorf("order %v, want %v", got, order)
	}
	s := sp.Lit(0).And(sp.Lit(3).Not())
	if got := s.Support(); !slices.Equal(got, []Bit{0, 3}) {
		t.Errorf("support %v", got)
	}
	var got []string
	for e := range s.Each(allBits(4)) {
		got = append(got, e.String())
	}
	if want := []string{"0 !1 !2 !3", "0 !1 2 !3", "0 1 !2 !3", "0 1 2 !3"}; !slices.Equal(got, want) {
		t.Errorf("elements %q, want %q", got, want)
	}
	for _, bad := range [][]Bit{{}, {0, 1, 2}, {0, 1, 2, 2}, {0, 1, 2, 4}, {-1, 0, 1, 2}} {
		if _, err := NewSpace(4, Options{Engine: "kernel", Order: bad}); err == nil || !strings.Contains(err.Error(), "once") {
			t.Errorf("order %v: got error %v", bad, err)
		}
	}
	if _, err := NewSpace(4, Options{Engine: "rudd", Reorder: true}); err == nil {
		t.Error("rudd does not reorder, and should say so")
	}
}

func TestSetGroups(t *testing.T) {
	sp := newSpace(t, "kernel", 6, 0)
	if err := sp.SetGroups([]Bit{0, 1}, []Bit{4, 3, 2}); err != nil {
		t.Error(err)
	}
	for want, groups := range map[string][][]Bit{
		"not neighbours": {{0, 1}, {2, 4}},
		"two groups":     {{0, 1}, {1, 2}},
	} {
		if err := sp.SetGroups(groups...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("groups %v: got %v, want … %s …", groups, err, want)
		}
	}
}

// Elements, their numbers and copies under changing orders.
func TestRestlessElements(t *testing.T) {
	sp := newSpace(t, "kernel", three, 50)
	all := functions(t, sp)
	dst := newSpace(t, "rudd", three, 0)
	for a := 0; a < len(all); a += 3 {
		for mask := range size(three) {
			over := subset(mask)
			var got []string
			for e := range all[a].Each(over) {
				got = append(got, e.String())
				sp.Lit(0).Xor(sp.Lit(1)) // sets may be computed meanwhile
			}
			if want := elements(table(a), three, over); !slices.Equal(got, want) {
				t.Fatalf("elements of %b over %v: got %q, want %q", a, over, got, want)
			}
		}
		if got, want := all[a].Count(allBits(three)).Int64(), len(elements(table(a), three, allBits(three))); got != int64(want) {
			t.Fatalf("count of %b: got %d, want %d", a, got, want)
		}
		if got := all[a].CopyTo(dst, func(b Bit) Bit { return b }); tableOf(got) != table(a) {
			t.Fatalf("copy of %b: got %b", a, tableOf(got))
		}
	}
}

// Growth starts a search for an order, which groups survive.
func TestReorderByGrowth(t *testing.T) {
	const k = 8
	sp, err := NewSpace(4*k, Options{Engine: "kernel", Room: 1 << 10, Reorder: true})
	if err != nil {
		t.Fatal(err)
	}
	sp.small = 1 << 12
	if err := sp.SetGroups([]Bit{0, 1}); err != nil {
		t.Fatal(err)
	}
	a, b := blowUp(sp, k)
	both := a.And(b)
	before := both.CountNodes()
	sp.Lit(0).And(sp.Lit(1))
	if after := both.CountNodes(); before < reorderFrom || after > 200 {
		t.Errorf("%d nodes became %d", before, after)
	}
	if got := both.Count(allBits(4 * k)); got.Int64() != 1<<(2*k) {
		t.Errorf("the set has %v elements now", got)
	}
	order := sp.Order()
	if i := slices.Index(order, 0); i+1 == len(order) || order[i+1] != 1 {
		t.Errorf("the group of bits 0 and 1 was torn apart: %v", order)
	}
}
