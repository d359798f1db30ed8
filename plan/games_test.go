package plan

import (
	"fmt"
	"math/big"
	"testing"
	"time"
)

// mastermind is the game of so many pegs and colours; answer (black, white).
type mastermind struct {
	pegs, colours int
	guess         bool // the run ends with the right guess, which counts; else with knowing the code
	codes         [][]int
	index         map[string]int
}

func newMastermind(pegs, colours int, guess bool) *mastermind {
	m := &mastermind{pegs: pegs, colours: colours, guess: guess, index: map[string]int{}}
	n := 1
	for range pegs {
		n *= colours
	}
	for k := range n {
		code := make([]int, pegs)
		for i := range code {
			code[i] = k % colours
			k /= colours
		}
		m.index[fmt.Sprint(code)] = len(m.codes)
		m.codes = append(m.codes, code)
	}
	return m
}

func (m *mastermind) Start() [][]World {
	var all []World
	for i := range m.codes {
		all = append(all, World(i))
	}
	return [][]World{all}
}

var every = map[int][]Choice{}

func (m *mastermind) Choices(World) ([]Choice, error) {
	n := len(m.codes)
	if every[n] == nil {
		for i := range n {
			every[n] = append(every[n], Choice(i))
		}
	}
	return every[n], nil
}

func (m *mastermind) Try(w World, c Choice) ([]Step, error) {
	n := len(m.codes)
	code, guess := m.codes[int(w)%n], m.codes[c]
	black, common := 0, 0
	for i := range code {
		if code[i] == guess[i] {
			black++
		}
	}
	for k := range m.colours {
		a, b := 0, 0
		for i := range code {
			if code[i] == k {
				a++
			}
			if guess[i] == k {
				b++
			}
		}
		common += min(a, b)
	}
	to := w
	if m.guess && black == m.pegs && int(w) < n {
		to += World(n)
	}
	return []Step{{Seen: int32(black*(m.pegs+1) + common - black), To: to, Cost: 1}}, nil
}

func (m *mastermind) Met(b []World) (bool, error) {
	return len(b) == 1 && m.Done(b[0]), nil
}

func (m *mastermind) Class(w World) int32 { return int32(int(w) % len(m.codes)) }
func (m *mastermind) Look(World) int32    { return 0 }
func (m *mastermind) Done(w World) bool   { return !m.guess || int(w) >= len(m.codes) }

func (m *mastermind) Swaps() []Swap {
	var all []Swap
	for t, n := range []int{m.colours, m.pegs} {
		for i := range n {
			for j := i + 1; j < n; j++ {
				all = append(all, Swap{t, i, j})
			}
		}
	}
	return all
}

func (m *mastermind) SwapWorld(swap int, w World) (World, error) {
	n := World(len(m.codes))
	return w/n*n + World(m.SwapChoice(swap, Choice(w%n))), nil
}

func (m *mastermind) SwapChoice(swap int, c Choice) Choice {
	s := m.Swaps()[swap]
	code := append([]int{}, m.codes[c]...)
	if s.Type == 1 {
		code[s.I], code[s.J] = code[s.J], code[s.I]
	} else {
		for i, k := range code {
			switch k {
			case s.I:
				code[i] = s.J
			case s.J:
				code[i] = s.I
			}
		}
	}
	return Choice(m.index[fmt.Sprint(code)])
}

func solve(t *testing.T, g Game, o Options) (Worst, Mean) {
	t.Helper()
	start := time.Now()
	s, err := New(g, o)
	if err != nil {
		t.Fatal(err)
	}
	bounds := time.Since(start)
	w := s.Worst()
	worst := time.Since(start)
	m := s.Mean(w)
	if m.Exact() && !m.Never {
		plans, err := s.WorstPlan(1 << 16)
		if most, _ := follow(t, g, plans, err); most != int64(w.Upper) {
			t.Errorf("a plan costs %d, not %d", most, w.Upper)
		}
		plans, err = s.MeanPlan(1 << 16)
		if _, mean := follow(t, g, plans, err); mean.Cmp(m.Upper) != 0 {
			t.Errorf("a plan costs %v on average, not %v", mean, m.Upper)
		}
	}
	t.Logf("worst %d..%d (%v), mean %v..%v (%v), %d beliefs; bounds in %v, worst %v, mean %v", w.Lower, w.Upper, w.Stopped, m.Lower, m.Upper, m.Stopped, len(s.index), bounds, worst-bounds, time.Since(start)-worst)
	return w, m
}

func TestMastermind(t *testing.T) {
	for _, c := range []struct {
		pegs, colours int
		guess         bool
		worst         int
		mean          string
	}{
		{2, 3, false, 2, "5/3"}, {2, 3, true, 3, "7/3"},
		{2, 6, false, 4, "107/36"}, {2, 6, true, 5, "11/3"},
		{3, 3, false, 3, "2"}, {3, 3, true, 4, "73/27"},
		{3, 4, false, 3, "81/32"}, {3, 4, true, 4, "103/32"},
	} {
		w, m := solve(t, newMastermind(c.pegs, c.colours, c.guess), Options{Cheapest: 1})
		want, _ := new(big.Rat).SetString(c.mean)
		if w.Lower != c.worst || w.Upper != c.worst || !m.Exact() || m.Lower.Cmp(want) != 0 {
			t.Errorf("%+v: %+v %v..%v %v", c, w, m.Lower, m.Upper, m.Stopped)
		}
	}
}

// coins has so many coins of which one is false; weigh disjoint sets of equal size.
type coins struct {
	n, ref  int  // coins, and of them known to be genuine
	both    bool // which, and heavier or lighter
	heavy   bool // it is known to be heavier
	weighed [][]int8
	index   map[string]int
	all     []Choice
}

func newCoins(n, ref int, both, heavy bool) *coins {
	c := &coins{n: n + ref, ref: ref, both: both, heavy: heavy, index: map[string]int{}}
	var pans []int8
	var put func(left, right int)
	put = func(left, right int) {
		if len(pans) == c.n {
			if left == right && left > 0 {
				c.index[fmt.Sprint(pans)] = len(c.weighed)
				c.all = append(c.all, Choice(len(c.weighed)))
				c.weighed = append(c.weighed, append([]int8{}, pans...))
			}
			return
		}
		for p := int8(-1); p <= 1; p++ {
			pans = append(pans, p)
			l, r := left, right
			if p < 0 {
				l++
			} else if p > 0 {
				r++
			}
			put(l, r)
			pans = pans[:len(pans)-1]
		}
	}
	put(0, 0)
	return c
}

func (c *coins) Start() [][]World {
	var all []World
	for i := range c.n - c.ref {
		all = append(all, World(2*i))
		if !c.heavy {
			all = append(all, World(2*i+1))
		}
	}
	return [][]World{all}
}
func (c *coins) Choices(World) ([]Choice, error) { return c.all, nil }
func (c *coins) Try(w World, x Choice) ([]Step, error) {
	tilt := c.weighed[x][w/2]
	if w%2 == 1 {
		tilt = -tilt
	}
	return []Step{{Seen: int32(tilt + 1), To: w, Cost: 1}}, nil
}
func (c *coins) Met(b []World) (bool, error) {
	for _, w := range b {
		if c.Class(w) != c.Class(b[0]) {
			return false, nil
		}
	}
	return true, nil
}
func (c *coins) Class(w World) int32 {
	if c.both {
		return int32(w)
	}
	return int32(w / 2)
}
func (c *coins) Look(World) int32 { return 0 }
func (c *coins) Done(World) bool  { return true }
func (c *coins) Swaps() []Swap {
	var all []Swap
	for i := range c.n - c.ref {
		for j := i + 1; j < c.n-c.ref; j++ {
			all = append(all, Swap{0, i, j})
		}
	}
	return all
}
func (c *coins) SwapWorld(swap int, w World) (World, error) {
	s := c.Swaps()[swap]
	switch int(w / 2) {
	case s.I:
		return World(2*s.J) + w%2, nil
	case s.J:
		return World(2*s.I) + w%2, nil
	}
	return w, nil
}
func (c *coins) SwapChoice(swap int, x Choice) Choice {
	s := c.Swaps()[swap]
	pans := append([]int8{}, c.weighed[x]...)
	pans[s.I], pans[s.J] = pans[s.J], pans[s.I]
	return Choice(c.index[fmt.Sprint(pans)])
}

func TestCoins(t *testing.T) {
	for _, c := range []struct {
		n, ref      int
		both, heavy bool
		worst       int // -1: never
		mean        string
	}{
		{2, 0, true, false, -1, ""}, {2, 1, true, false, 2, "3/2"}, {2, 0, false, false, -1, ""}, {2, 1, false, false, 1, "1"}, {2, 0, false, true, 1, "1"},
		{3, 0, true, false, 2, "2"}, {3, 1, true, false, 2, "2"}, {3, 0, false, false, 2, "5/3"}, {3, 1, false, false, 2, "5/3"}, {3, 0, false, true, 1, "1"},
		{4, 0, true, false, 3, "9/4"}, {4, 1, true, false, 2, "2"}, {4, 0, false, false, 2, "2"}, {4, 1, false, false, 2, "7/4"}, {4, 0, false, true, 2, "3/2"},
		{8, 0, true, false, 3, "11/4"}, {8, 1, true, false, 3, "11/4"}, {8, 0, false, false, 3, "21/8"}, {8, 1, false, false, 3, "21/8"}, {8, 0, false, true, 2, "2"},
	} {
		w, m := solve(t, newCoins(c.n, c.ref, c.both, c.heavy), Options{Cheapest: 1})
		if c.worst < 0 {
			if w.Lower != Never || !m.Never {
				t.Errorf("%+v: %+v %+v", c, w, m)
			}
			continue
		}
		want, _ := new(big.Rat).SetString(c.mean)
		if w.Lower != c.worst || w.Upper != c.worst || !m.Exact() || m.Lower.Cmp(want) != 0 {
			t.Errorf("%+v: %+v %v..%v %v", c, w, m.Lower, m.Upper, m.Stopped)
		}
	}
}
