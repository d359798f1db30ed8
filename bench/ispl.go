package bench

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"github.com/epibdd/epibdd/ispl"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
)

// An Agents is a family of ISPL models, with the number of their reachable states.
type Agents struct {
	Name   string
	Small  int   // for tests
	Sizes  []int // for benchmarks
	Model  func(n int) string
	States func(n int) *big.Int
}

// Multiagent lists the families. All their formulas hold.
func Multiagent() []Agents {
	return []Agents{
		{"dining", 5, []int{20, 100}, dining, func(n int) *big.Int { // 2ⁿ coins, n + 1 payers, 4 rounds
			return new(big.Int).Lsh(big.NewInt(4*int64(n+1)), uint(n))
		}},
		{"muddy", 8, []int{60, 200}, muddy, func(n int) *big.Int { // 2ⁿ foreheads, mem from -1 to n - 1
			return new(big.Int).Lsh(big.NewInt(int64(n+1)), uint(n))
		}},
		{"cards", 6, []int{60, 200}, cards, func(n int) *big.Int { // 6 for the turns and the swap
			m := int64(n)
			return big.NewInt(6 * m * (m - 1) * (m - 2))
		}},
		{"contract", 3, []int{4, 6}, contract, contractStates},
		{"bites", 3, []int{5, 7}, bites, bitesStates},
		{"voting", 2, []int{3, 5}, voting, votingStates},
	}
}

// DecideAgents decides a member of a family: that its formulas hold, and how many
// states it has.
func DecideAgents(ctx context.Context, f Agents, n int, engine string) (Result, error) {
	var errs source.List
	d := ispl.Import(source.NewFile(f.Name+".ispl", f.Model(n)), &errs)
	if err := errs.Err(); err != nil {
		return Result{}, err
	}
	expected, more := (&document.Loader{}).Load(source.NewFile("expected", fmt.Sprintf(`
check:
  - {id: formula, formula: "true", expect: holds}
  - {id: states, count: "true", expect: %v}
`, f.States(n))))
	if err := more.Err(); err != nil {
		return Result{}, err
	}
	for i := range d.Checks {
		d.Checks[i].Expect = expected.Checks[0].Expect
	}
	d.Checks = append(d.Checks, expected.Checks[1])
	return decideAll(ctx, d, engine)
}

// each joins what is written for 1..n.
func each(n int, between string, text func(i int) string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = text(i + 1)
	}
	return strings.Join(parts, between)
}

// but is each without i.
func but(n, i int, between string, text func(j int) string) string {
	var parts []string
	for j := 1; j <= n; j++ {
		if j != i {
			parts = append(parts, text(j))
		}
	}
	return strings.Join(parts, between)
}

// dining are n dining cryptographers (D. Chaum, 1988) who look, say, and are added
// up, in a round each.
func dining(n int) string {
	left := func(i int) int { return (i+n-2)%n + 1 }
	var b strings.Builder
	fmt.Fprintf(&b, `Semantics = SA;
Agent Environment
  Obsvars: parity : {none, even, odd}; end Obsvars
  Vars: %s count : boolean; end Vars
  Actions = {none};
  Protocol: Other : {none}; end Protocol
  Evolution:
%s    count = true if parity = none and (C1.Action = equal or C1.Action = different);
    parity = even if parity = none and count = true and (%[3]s) = false;
    parity = odd if parity = none and count = true and (%[3]s) = true;
  end Evolution
end Agent
`, each(n, " ", func(i int) string { return fmt.Sprintf("coin%d : {head, tail}; say%[1]d : boolean;", i) }),
		each(n, "", func(i int) string {
			return fmt.Sprintf("    say%d = true if parity = none and C%[1]d.Action = different;\n", i)
		}),
		each(n, " ^ ", func(i int) string { return fmt.Sprintf("say%d", i) }))
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, `Agent C%d
  Lobsvars = {coin%[1]d, coin%[2]d};
  Vars: paid : boolean; sees : {nothing, same, other}; end Vars
  Actions = {equal, different, none};
  Protocol:
    (sees = same and paid = false) or (sees = other and paid = true) : {equal};
    (sees = other and paid = false) or (sees = same and paid = true) : {different};
    Other : {none};
  end Protocol
  Evolution:
    sees = same if sees = nothing and Environment.coin%[1]d = Environment.coin%[2]d;
    sees = other if sees = nothing and Environment.coin%[1]d <> Environment.coin%[2]d;
  end Evolution
end Agent
`, i, left(i))
	}
	paid := func(i int) string { return fmt.Sprintf("paid%d", i) }
	fmt.Fprintf(&b, `Evaluation
%s  odd if Environment.parity = odd;
  even if Environment.parity = even;
end Evaluation
InitStates
  (%s or %s)
  and Environment.parity = none and Environment.count = false and %s;
end InitStates
Groups all = {%s}; end Groups
Formulae
  AG (odd and !paid1 -> K(C1, %s) and %s);
  AG (even -> GCK(all, %s));
end Formulae
`, each(n, "", func(i int) string { return fmt.Sprintf("  paid%d if C%[1]d.paid = true;\n", i) }),
		each(n, " and ", func(j int) string { return fmt.Sprintf("C%d.paid = false", j) }),
		each(n, " or ", func(i int) string {
			return "(" + each(n, " and ", func(j int) string { return fmt.Sprintf("C%d.paid = %v", j, i == j) }) + ")"
		}),
		each(n, " and ", func(i int) string {
			return fmt.Sprintf("C%d.sees = nothing and Environment.say%[1]d = false", i)
		}),
		each(n, ", ", func(i int) string { return fmt.Sprintf("C%d", i) }),
		"("+but(n, 1, " or ", paid)+")",
		but(n, 1, " and ", func(i int) string { return fmt.Sprintf("!K(C1, paid%d)", i) }),
		"("+each(n, " and ", func(i int) string { return "!" + paid(i) })+")")
	return b.String()
}

// muddy are n muddy children, who answer together after each question whether they
// know; mem counts the questions.
func muddy(n int) string {
	sum := func(i int) string {
		return but(n, i, " + ", func(j int) string { return fmt.Sprintf("Environment.child%d", j) })
	}
	var b strings.Builder
	fmt.Fprintf(&b, `Agent Environment
  Obsvars: exists : boolean; mem : -1..%d; end Obsvars
  Vars: start : boolean; %s end Vars
  Actions = {say, ask};
  Protocol:
    start = true and (%s) : {say};
    Other : {ask};
  end Protocol
  Evolution:
    start = false and exists = true and mem = 0 if start = true and Action = say;
    start = false and mem = 0 if start = true and Action = ask;
    mem = mem + 1 if start = false and mem < %[1]d;
  end Evolution
end Agent
`, n-1, each(n, " ", func(i int) string { return fmt.Sprintf("child%d : 0..1;", i) }),
		each(n, " or ", func(i int) string { return fmt.Sprintf("child%d = 1", i) }))
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, `Agent C%d
  Lobsvars = {%s};
  Vars: heard : boolean; end Vars
  Actions = {know, wonder};
  Protocol:
    Environment.mem < %[3]s : {wonder};
    Other : {know};
  end Protocol
  Evolution:
    heard = true if Environment.Action = ask and Environment.mem < %[3]s and (%[4]s);
  end Evolution
end Agent
`, i, but(n, i, ", ", func(j int) string { return fmt.Sprintf("child%d", j) }), sum(i),
			but(n, i, " or ", func(j int) string { return fmt.Sprintf("C%d.Action = know", j) }))
	}
	fmt.Fprintf(&b, `Evaluation
  muddy1 if Environment.child1 = 1;
  says1 if %s <= Environment.mem;
end Evaluation
InitStates
  %s and Environment.exists = false and Environment.start = true and Environment.mem = -1;
end InitStates
Formulae
  AG ((says1 -> K(C1, muddy1) or K(C1, !muddy1)) and (K(C1, muddy1) or K(C1, !muddy1) -> says1));
end Formulae
`, sum(1), each(n, " and ", func(i int) string { return fmt.Sprintf("C%d.heard = false", i) }))
	return b.String()
}

// cards are two players with a card of n each; the first may swap its own for the
// one on the table before both are shown.
func cards(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `Semantics = SA;
Agent Environment
  Obsvars: step : {deal, change, show, over}; seen1 : 0..%d; seen2 : 0..%[1]d; end Obsvars
  Vars: c1 : 1..%[1]d; c2 : 1..%[1]d; deck : 1..%[1]d; end Vars
  Actions = {none};
  Protocol: Other : {none}; end Protocol
  Evolution:
    step = change if step = deal;
    step = show if step = change;
    step = over if step = show;
    c1 = deck if step = change and P1.Action = swap;
    deck = c1 if step = change and P1.Action = swap;
    seen1 = c1 if step = show;
    seen2 = c2 if step = show;
  end Evolution
end Agent
Agent P1
  Lobsvars = {c1};
  Vars: moved : boolean; end Vars
  Actions = {keep, swap};
  Protocol: Environment.step = change : {keep, swap}; Other : {keep}; end Protocol
  Evolution: moved = true if Action = swap; end Evolution
end Agent
Agent P2
  Lobsvars = {c2};
  Vars: moved : boolean; end Vars
  Actions = {keep};
  Protocol: Other : {keep}; end Protocol
  Evolution: moved = false if Action = keep; end Evolution
end Agent
Evaluation
  win1 if Environment.step = over and Environment.seen1 > Environment.seen2;
  over if Environment.step = over;
  best1 if Environment.c1 = %[1]d;
  best2 if Environment.c2 = %[1]d;
end Evaluation
InitStates
  Environment.step = deal and Environment.seen1 = 0 and Environment.seen2 = 0 and P1.moved = false and P2.moved = false
  and !(Environment.c1 = Environment.c2) and !(Environment.c1 = Environment.deck) and !(Environment.c2 = Environment.deck);
end InitStates
Groups both = {P1, P2}; end Groups
Formulae
  AG (over -> GCK(both, win1) or GCK(both, !win1));
  AG (best1 -> K(P1, !best2));
end Formulae
`, n)
	return b.String()
}
