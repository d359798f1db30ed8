package plan

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// table is a game written down.
type table struct {
	start   [][]World
	choices [][]Choice
	steps   map[[2]int32][]Step
	class   []int32
	done    []bool
	odd     bool // the goal is no matter of classes
}

func (t *table) Start() [][]World                  { return t.start }
func (t *table) Choices(w World) ([]Choice, error) { return t.choices[w], nil }
func (t *table) Try(w World, c Choice) ([]Step, error) {
	return t.steps[[2]int32{int32(w), int32(c)}], nil
}
func (t *table) Met(b []World) (bool, error) {
	if t.odd {
		sum := 0
		for _, w := range b {
			sum += int(w)*7 + 3
		}
		return sum%5 == 0, nil
	}
	for _, w := range b {
		if t.class[w] != t.class[b[0]] || !t.done[w] {
			return false, nil
		}
	}
	return true, nil
}

// classified says what it knows of the goal.
type classified struct{ *table }

func (c classified) Class(w World) int32 { return c.class[w] }
func (c classified) Look(World) int32    { return 0 }
func (c classified) Done(w World) bool   { return c.done[w] }

// randomGame has up to 200 worlds. With public it is one of secrets that stay as they are,
// and of states that follow from what is seen; with chance a choice may come out in several ways, and
// worlds are left for later ones only.
func randomGame(r *rand.Rand, chance bool) Game {
	secrets, states := 1+r.IntN(10), 1+r.IntN(4)
	if r.IntN(4) == 0 {
		secrets, states = 1+r.IntN(20), 1+r.IntN(10)
	}
	n := secrets * states
	t := &table{choices: make([][]Choice, n), steps: map[[2]int32][]Step{}, class: make([]int32, n), done: make([]bool, n)}
	t.odd = r.IntN(6) == 0
	constant, stateful := r.IntN(3) > 0, r.IntN(3) == 0
	for w := range n {
		t.class[w] = int32(w / states)
		if r.IntN(3) == 0 {
			t.class[w] /= 2
		}
		t.done[w] = !stateful || r.IntN(3) == 0
		if stateful && constant {
			t.class[w] = 0
		}
	}
	if constant && !stateful {
		for w := range n {
			t.class[w] = int32(w / states)
		}
	}
	choices, seen, missing, costs := 1+r.IntN(4), 1+r.IntN(3), r.IntN(3), r.IntN(3)
	price := make([]int32, choices)
	for c := range price {
		switch price[c] = 1; costs {
		case 0:
			price[c] = int32(r.IntN(3))
		case 1:
			price[c] = int32(1 + r.IntN(2))
		}
	}
	for w := range n {
		for c := range choices {
			if missing > 0 && r.IntN(6) == 0 {
				continue
			}
			ways := 1
			if chance {
				ways = 1 + r.IntN(3)*r.IntN(2)
			}
			var list []Step
			for range ways {
				to := r.IntN(n)
				if constant {
					to = w/states*states + r.IntN(states)
				}
				if chance {
					to = w + r.IntN(n-w)
					if constant {
						to = w + r.IntN(states-w%states)
					}
				}
				list = append(list, Step{Seen: int32(c*seen + r.IntN(seen)), To: World(to), Cost: price[c]})
			}
			if chance && slices.ContainsFunc(list, func(s Step) bool { return int(s.To) <= w }) && ways > 1 {
				list = list[:1]
			}
			t.choices[w] = append(t.choices[w], Choice(c))
			t.steps[[2]int32{int32(w), int32(c)}] = list
		}
	}
	first := make([][]World, 1+r.IntN(4))
	for s := range secrets {
		k := r.IntN(len(first))
		first[k] = append(first[k], World(s*states))
	}
	for _, b := range first {
		if len(b) > 0 {
			t.start = append(t.start, b)
		}
	}
	odd := t.odd || r.IntN(3) == 0
	if r.IntN(3) == 0 {
		t.mix(r, choices*seen)
	}
	if odd {
		return t
	}
	return classified{t}
}

// mix lets outcomes of a choice cost something, or nothing, by what is observed.
func (t *table) mix(r *rand.Rand, observations int) {
	price := make([]int32, observations)
	for i := range price {
		price[i] = int32(r.IntN(3))
	}
	for _, list := range t.steps {
		for i := range list {
			list[i].Cost = price[list[i].Seen]
		}
	}
}

// oracle computes both values by iteration over all weighted beliefs, from the definition.
type oracle struct {
	g       Game
	beliefs map[string]map[World]*big.Rat
	order   []string
	next    map[string][][]after // by choice
	chosen  map[string][]Choice  // which
}

type after struct {
	key   string
	share *big.Rat
	cost  int64
}

func keyOf(b map[World]*big.Rat) string {
	var worlds []World
	for w := range b {
		worlds = append(worlds, w)
	}
	slices.Sort(worlds)
	text := ""
	for _, w := range worlds {
		text += fmt.Sprint(w, ":", b[w].RatString(), " ")
	}
	return text
}

func normal(b map[World]*big.Rat) (map[World]*big.Rat, *big.Rat) {
	sum := new(big.Rat)
	for _, p := range b {
		sum.Add(sum, p)
	}
	c := map[World]*big.Rat{}
	for w, p := range b {
		c[w] = new(big.Rat).Quo(p, sum)
	}
	return c, sum
}

func (o *oracle) met(key string) bool {
	var worlds []World
	for w := range o.beliefs[key] {
		worlds = append(worlds, w)
	}
	slices.Sort(worlds)
	met, _ := o.g.Met(worlds)
	return met
}

// explore lists the beliefs that can be reached; false where they are many.
func (o *oracle) explore(most int) bool {
	add := func(b map[World]*big.Rat) (string, *big.Rat) {
		c, share := normal(b)
		key := keyOf(c)
		if _, ok := o.beliefs[key]; !ok {
			o.beliefs[key] = c
			o.order = append(o.order, key)
		}
		return key, share
	}
	for _, b := range o.g.Start() {
		c := map[World]*big.Rat{}
		for _, w := range b {
			c[w] = big.NewRat(1, 1)
		}
		add(c)
	}
	for i := 0; i < len(o.order); i++ {
		if len(o.order) > most {
			return false
		}
		key := o.order[i]
		b := o.beliefs[key]
		possible := map[Choice]int{}
		for w := range b {
			list, _ := o.g.Choices(w)
			for _, c := range list {
				possible[c]++
			}
		}
		for c, n := range possible {
			if n < len(b) {
				continue
			}
			parts, costs := map[int32]map[World]*big.Rat{}, map[int32]int64{}
			for w, p := range b {
				list, _ := o.g.Try(w, c)
				for _, st := range list {
					if parts[st.Seen] == nil {
						parts[st.Seen] = map[World]*big.Rat{}
					}
					here := parts[st.Seen]
					if here[st.To] == nil {
						here[st.To] = new(big.Rat)
					}
					here[st.To].Add(here[st.To], new(big.Rat).Quo(p, big.NewRat(int64(len(list)), 1)))
					costs[st.Seen] = int64(st.Cost)
				}
			}
			var all []after
			for seen, part := range parts {
				to, share := add(part)
				all = append(all, after{to, share, costs[seen]})
			}
			o.chosen[key] = append(o.chosen[key], c)
			o.next[key] = append(o.next[key], all)
		}
	}
	return true
}

// values iterates both equations until nothing changes; -1 and nil stand for never.
func (o *oracle) values() (worst map[string]int64, mean map[string]*big.Rat) {
	worst, mean = map[string]int64{}, map[string]*big.Rat{}
	for _, key := range o.order {
		worst[key] = -1
		if o.met(key) {
			worst[key], mean[key] = 0, new(big.Rat)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, key := range o.order {
			if o.met(key) {
				continue
			}
			for _, all := range o.next[key] {
				most, sum := int64(0), new(big.Rat)
				for _, a := range all {
					if worst[a.key] < 0 {
						most = -1
						break
					}
					most = max(most, worst[a.key]+a.cost)
					here := new(big.Rat).Add(mean[a.key], big.NewRat(a.cost, 1))
					sum.Add(sum, here.Mul(here, a.share))
				}
				if most < 0 {
					continue
				}
				if worst[key] < 0 || most < worst[key] {
					worst[key], changed = most, true
				}
				if mean[key] == nil || sum.Cmp(mean[key]) < 0 {
					mean[key], changed = sum, true
				}
			}
		}
	}
	return worst, mean
}

func (o *oracle) answer() (worst int64, mean *big.Rat) {
	w, m := o.values()
	mean = new(big.Rat)
	n := int64(0)
	for _, b := range o.g.Start() {
		c := map[World]*big.Rat{}
		for _, x := range b {
			c[x] = big.NewRat(1, 1)
		}
		c, _ = normal(c)
		key := keyOf(c)
		if w[key] < 0 {
			return -1, nil
		}
		worst = max(worst, w[key])
		n += int64(len(b))
		mean.Add(mean, new(big.Rat).Mul(m[key], big.NewRat(int64(len(b)), 1)))
	}
	return worst, mean.Quo(mean, big.NewRat(n, 1))
}

func TestRandomGames(t *testing.T) {
	games, nevers, chances := 1000, 0, 0
	if testing.Short() {
		games = 200
	}
	for seed := 0; seed < games; seed++ {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		chance := seed%4 == 3
		g := randomGame(r, chance)
		o := &oracle{g: g, beliefs: map[string]map[World]*big.Rat{}, next: map[string][][]after{}, chosen: map[string][]Choice{}}
		if !o.explore(3000) {
			games++ // another one in its place
			continue
		}
		worst, mean := o.answer()
		cheapest := 1 << 20
		for _, list := range tableOf(g).steps {
			for _, st := range list {
				cheapest = min(cheapest, int(st.Cost))
			}
		}
		if cheapest == 1<<20 || seed%2 == 0 {
			cheapest = 0
		}
		s, err := New(g, Options{Cheapest: cheapest})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		w := s.Worst()
		m := s.Mean(w)
		beginnings(t, seed, g, o, Options{Cheapest: cheapest}, s)
		cut(t, seed, g, Options{Cheapest: cheapest, Beliefs: 1 + r.IntN(len(o.order)), Within: max(0, r.IntN(12)-6)}, worst, mean)
		if worst < 0 {
			nevers++
			if w.Lower != Never || !m.Never {
				t.Fatalf("seed %d: never, found %+v %+v", seed, w, m)
			}
			continue
		}
		if w.Lower != int(worst) || w.Upper != int(worst) {
			t.Fatalf("seed %d: worst %d, found %+v", seed, worst, w)
		}
		if chance {
			chances++
		}
		if !m.Exact() || m.Lower.Cmp(mean) != 0 {
			t.Fatalf("seed %d (chance %v): mean %v, found %v..%v %v", seed, chance, mean, m.Lower, m.Upper, m.Stopped)
		}
		alternatives(t, seed, o, s)
		plans, err := s.WorstPlan(1 << 16)
		if most, _ := follow(t, g, plans, err); most != worst {
			t.Fatalf("seed %d: a plan costs %d, not %d", seed, most, worst)
		}
		plans, err = s.MeanPlan(1 << 16)
		if _, got := follow(t, g, plans, err); got.Cmp(mean) != 0 {
			t.Fatalf("seed %d: a plan costs %v on average, not %v", seed, got, mean)
		}
	}
	t.Logf("%d games, %d without a plan, %d with chance", games, nevers, chances)
}

// beginnings holds the number of beginnings that have a plan to the equations, within each cost.
func beginnings(t *testing.T, seed int, g Game, o *oracle, opts Options, s *Search) {
	t.Helper()
	w, _ := o.values()
	starts := g.Start()
	for within := range 8 {
		opts.Within = within // 0: any
		want := 0
		for _, b := range starts {
			c := map[World]*big.Rat{}
			for _, x := range b {
				c[x] = big.NewRat(1, 1)
			}
			c, _ = normal(c)
			if k := w[keyOf(c)]; k >= 0 && (within == 0 || k <= int64(within)) {
				want++
			}
		}
		fresh, err := New(g, opts)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		searches := []*Search{fresh}
		if within == 0 {
			searches = append(searches, s)
		}
		for _, s := range searches {
			if n := s.Starts(); n != (Starts{want, want, nil}) {
				t.Fatalf("seed %d: plans within %d from %d beginnings, found %+v", seed, within, want, n)
			}
		}
	}
}

// alternatives holds the choices that a best plan may begin with to those of the equations: each
// has its worth, and what has its worth and is missing leads to the same as one that is there.
func alternatives(t *testing.T, seed int, o *oracle, s *Search) {
	t.Helper()
	worst, mean := o.values()
	overall, _ := o.answer()
	plans, err := s.WorstPlan(1 << 16)
	if err != nil {
		t.Fatal(err)
	}
	means, err := s.MeanPlan(1 << 16)
	if err != nil {
		t.Fatal(err)
	}
	byWorst, err := s.WorstFirst()
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	byMean, err := s.MeanFirst()
	if err != nil && !errors.Is(err, ErrRecurring) {
		t.Fatalf("seed %d: %v", seed, err)
	}
	for i, b := range o.g.Start() {
		c := map[World]*big.Rat{}
		for _, w := range b {
			c[w] = big.NewRat(1, 1)
		}
		c, _ = normal(c)
		key := keyOf(c)
		if o.met(key) {
			continue
		}
		here := map[Choice][2]bool{} // whether it has the worth
		distinct := [2]map[string]bool{{}, {}}
		for k, all := range o.next[key] {
			most, sum, parts := int64(0), new(big.Rat), []string{}
			never := false
			for _, a := range all {
				parts = append(parts, fmt.Sprint(a.key, a.share, a.cost))
				if never = never || worst[a.key] < 0; never {
					continue
				}
				most = max(most, worst[a.key]+a.cost)
				one := new(big.Rat).Add(mean[a.key], big.NewRat(a.cost, 1))
				sum.Add(sum, one.Mul(one, a.share))
			}
			slices.Sort(parts)
			good := [2]bool{!never && most <= worst[key], !never && sum.Cmp(mean[key]) == 0}
			here[o.chosen[key][k]] = [2]bool{!never && most <= overall, good[1]} // the others may cost more
			for q := range good {
				if good[q] && !(len(all) == 1 && all[0].key == key) {
					distinct[q][strings.Join(parts, ";")] = true
				}
			}
		}
		for q, others := range [2][][]Choice{byWorst, byMean} {
			if others == nil {
				continue
			}
			best := [2]Choice{plans[i].Choice, means[i].Choice}[q]
			for _, c := range append(slices.Clone(others[i]), best) {
				if !here[c][q] {
					t.Fatalf("seed %d: a plan begins with %v, which is not the best (%d)", seed, c, q)
				}
			}
			if slices.Contains(others[i], best) || len(others[i])+1 < len(distinct[q]) {
				t.Fatalf("seed %d: plans begin with %v or %v, of %d kinds (%d)", seed, best, others[i], len(distinct[q]), q)
			}
		}
	}
}

// follow follows plans along all steps.
func follow(t *testing.T, g Game, plans []*Node, err error) (worst int64, mean *big.Rat) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	mean = new(big.Rat)
	n := int64(0)
	for i, b := range g.Start() {
		here := map[World]*big.Rat{}
		for _, w := range b {
			n++
			if here[w] == nil {
				here[w] = new(big.Rat)
			}
			here[w].Add(here[w], big.NewRat(1, 1))
		}
		most, sum := along(t, g, plans[i], here)
		worst = max(worst, most)
		mean.Add(mean, sum)
	}
	return worst, mean.Quo(mean, big.NewRat(n, 1))
}

func along(t *testing.T, g Game, n *Node, b map[World]*big.Rat) (worst int64, sum *big.Rat) {
	t.Helper()
	var worlds []World
	for w := range b {
		worlds = append(worlds, w)
	}
	slices.Sort(worlds)
	if met, _ := g.Met(worlds); met != n.Met || !slices.Equal(worlds, n.Worlds) {
		t.Fatalf("at %v (goal reached: %v) a plan says %+v", worlds, met, n)
	}
	sum = new(big.Rat)
	if n.Met {
		return 0, sum
	}
	parts, costs := map[int32]map[World]*big.Rat{}, map[int32]int64{}
	for w, p := range b {
		list, _ := g.Try(w, n.Choice)
		if len(list) == 0 {
			t.Fatalf("%d cannot be chosen in %d", n.Choice, w)
		}
		for _, st := range list {
			if parts[st.Seen] == nil {
				parts[st.Seen] = map[World]*big.Rat{}
			}
			if parts[st.Seen][st.To] == nil {
				parts[st.Seen][st.To] = new(big.Rat)
			}
			share := new(big.Rat).Quo(p, big.NewRat(int64(len(list)), 1))
			parts[st.Seen][st.To].Add(parts[st.Seen][st.To], share)
			costs[st.Seen] = int64(st.Cost)
			sum.Add(sum, share.Mul(share, big.NewRat(int64(st.Cost), 1)))
		}
	}
	if len(parts) != len(n.Next) {
		t.Fatalf("%d observations are possible, and a plan has %d", len(parts), len(n.Next))
	}
	for seen, part := range parts {
		var worlds []World
		for w := range part {
			worlds = append(worlds, w)
		}
		slices.Sort(worlds)
		k := slices.IndexFunc(n.Next, func(m *Node) bool { return slices.Equal(m.Worlds, worlds) })
		if k < 0 {
			t.Fatalf("nothing is planned for %v", worlds)
		}
		most, more := along(t, g, n.Next[k], part)
		worst = max(worst, most+costs[seen])
		sum.Add(sum, more)
	}
	return worst, sum
}

// cut stops a search somewhere: what is left are bounds from both sides.
func cut(t *testing.T, seed int, g Game, o Options, worst int64, mean *big.Rat) {
	t.Helper()
	s, err := New(g, o)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	w := s.Worst()
	if worst < 0 || o.Within > 0 && worst > int64(o.Within) {
		worst, mean = Never, nil
	}
	if int64(w.Lower) > worst || int64(w.Upper) < worst || !w.Exact() && w.Stopped == nil {
		t.Fatalf("seed %d: stopped with %+v, which is not around %d", seed, w, worst)
	}
	m := s.Mean(w)
	switch {
	case mean == nil:
		if m.Upper != nil {
			t.Fatalf("seed %d: stopped with a mean of %v, and there is no plan", seed, m.Upper)
		}
	case m.Never, o.Within == 0 && m.Lower != nil && m.Lower.Cmp(mean) > 0, m.Upper != nil && m.Upper.Cmp(mean) < 0, !m.Exact() && m.Stopped == nil:
		t.Fatalf("seed %d: stopped with %+v, which is not around %v", seed, m, mean)
	}
}

func tableOf(g Game) *table {
	if c, ok := g.(classified); ok {
		return c.table
	}
	return g.(*table)
}
