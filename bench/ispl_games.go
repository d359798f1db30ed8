package bench

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// Families of ISPL that ask what coalitions can bring about, as models do that other
// programs write: many small variables, a line for each change, few reachable states.

// contract is a contract among n participants, who lay down a coin each in turn, then in turn
// may open the secret that they committed to, which some do not know, and at last are paid
// back if they did. Time goes on by itself: 3n steps.
func contract(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `Semantics = SA;
Agent Environment
  Obsvars: time : 0..%d; funds : 0..%d; %s end Obsvars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution:
    time = time + 1 if time < %[1]d;
`, 3*n, n, each(n, " ", func(i int) string {
		return fmt.Sprintf("coin%d : {none, laid, back, lost}; open%[1]d : boolean;", i)
	}))
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, `    funds = funds + 1 if time = %[2]d and P%[1]d.Action = deposit;
    coin%[1]d = laid if time = %[2]d and P%[1]d.Action = deposit;
    open%[1]d = true if time = %[3]d and P%[1]d.Action = reveal;
    funds = funds - 1 if time = %[4]d and coin%[1]d = laid;
    coin%[1]d = back if time = %[4]d and coin%[1]d = laid and open%[1]d = true;
    coin%[1]d = lost if time = %[4]d and coin%[1]d = laid and open%[1]d = false;
`, i, i-1, n+i-1, 2*n+i-1)
	}
	b.WriteString("  end Evolution\nend Agent\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, `Agent P%[1]d
  Vars: good : boolean; end Vars
  Actions = {wait, deposit, reveal};
  Protocol:
    Environment.time = %[2]d : {wait, deposit};
    Environment.time = %[3]d and Environment.coin%[1]d = laid and good = true : {wait, reveal};
    Other : {wait};
  end Protocol
  Evolution: good = true if good = true; end Evolution
end Agent
`, i, i-1, n+i-1)
	}
	fmt.Fprintf(&b, `Evaluation
  good1 if P1.good = true;
  good2 if P2.good = true;
  laid1 if Environment.coin1 = laid;
  laid2 if Environment.coin2 = laid;
  back1 if Environment.coin1 = back;
  back2 if Environment.coin2 = back;
  early1 if Environment.time <= %[2]d;
  early2 if Environment.time <= %[2]d + 1;
  over if Environment.time = %[3]d;
  empty if Environment.funds = 0;
  allgood if %[4]s;
  allback if %[5]s;
  start if Environment.time = 0;
end Evaluation
InitStates Environment.time = 0 and Environment.funds = 0 and %[6]s; end InitStates
Groups p1 = {P1}; others = {%[7]s}; all = {%[8]s}; end Groups
Formulae
  AG (laid1 and good1 and early1 -> <p1> F back1);
  AG (laid2 and early2 -> !<others> F back2);
  AG (laid2 and early2 -> !<others> G !back2 or !good2);
  AG (over -> empty);
  AG (start and allgood -> <all> F allback);
  AF over;
  AG (laid2 and early2 -> !K(P1, good2));
end Formulae
`, n, n, 3*n,
		each(n, " and ", func(i int) string { return fmt.Sprintf("P%d.good = true", i) }),
		each(n, " and ", func(i int) string { return fmt.Sprintf("Environment.coin%d = back", i) }),
		each(n, " and ", func(i int) string {
			return fmt.Sprintf("Environment.coin%d = none and Environment.open%[1]d = false", i)
		}),
		but(n, 2, ", ", func(i int) string { return fmt.Sprintf("P%d", i) }),
		each(n, ", ", func(i int) string { return fmt.Sprintf("P%d", i) }))
	return b.String()
}

// contractStates are its reachable states: who has not been asked for a coin has a good secret
// or none, who has been asked laid a coin or not, and who was asked for the secret opened it or
// not if it is good and the coin was laid.
func contractStates(n int) *big.Int {
	ways := slices.Repeat([]int64{2}, n)
	sum := new(big.Int)
	add := func() {
		all := big.NewInt(1)
		for _, w := range ways {
			all.Mul(all, big.NewInt(w))
		}
		sum.Add(sum, all)
	}
	add()
	for _, then := range []int64{4, 5, 5} {
		for i := range ways {
			ways[i] = then
			add()
		}
	}
	return sum
}

// bites is the game of Chomp on a square of n by n fields, a variable for each, as games are
// written that were described by rules for each field: who bites a field takes all above it and
// to the right, and who has to take the first one loses. He who begins wins (by the argument of
// stealing the strategy of the other; D. Gale, "A curious Nim-type game", 1974).
func bites(n int) string {
	fields := func(sep string, f func(x, y int) string) string {
		return each(n*n, sep, func(i int) string { return f((i-1)/n+1, (i-1)%n+1) })
	}
	var b strings.Builder
	fmt.Fprintf(&b, `Semantics = SA;
Agent Environment
  Obsvars: turn1 : boolean; turn2 : boolean; lost1 : boolean; lost2 : boolean; %s end Obsvars
  RedStates: lost1 = true or lost2 = true; end RedStates
  Actions = {none};
  Protocol: Other : {none}; end Protocol
  Evolution:
    turn1 = true if turn2 = true;
    turn1 = false if !(turn2 = true);
    turn2 = true if turn1 = true;
    turn2 = false if !(turn1 = true);
    lost1 = true if P1.Action = bite_1_1;
    lost2 = true if P2.Action = bite_1_1;
`, fields(" ", func(x, y int) string { return fmt.Sprintf("f_%d_%d : boolean;", x, y) }))
	fields("", func(x, y int) string {
		var stays []string
		field := fmt.Sprintf("f_%d_%d = true", x, y)
		for i := range n * n {
			if u, v := i/n+1, i%n+1; u > x || v > y {
				stays = append(stays, fmt.Sprintf("(%s and P1.Action = bite_%d_%d)", field, u, v), fmt.Sprintf("(%s and P2.Action = bite_%d_%d)", field, u, v))
			}
		}
		stays = append(stays, fmt.Sprintf("(%s and !(turn1 = true) and !(turn2 = true))", field))
		all := strings.Join(stays, " or ")
		fmt.Fprintf(&b, "    f_%d_%d = true if %s;\n    f_%[1]d_%d = false if !(%s);\n", x, y, all)
		return ""
	})
	b.WriteString("  end Evolution\nend Agent\n")
	for p := 1; p <= 2; p++ {
		fmt.Fprintf(&b, `Agent P%d
  Vars: null : boolean; end Vars
  Actions = {noop, %s};
  Protocol:
    !(Environment.lost1 = true or Environment.lost2 = true) and Environment.turn%d = true : {noop};
`, p, fields(", ", func(x, y int) string { return fmt.Sprintf("bite_%d_%d", x, y) }), 3-p)
		fields("", func(x, y int) string {
			fmt.Fprintf(&b, "    !(Environment.lost1 = true or Environment.lost2 = true) and Environment.turn%d = true and Environment.f_%d_%d = true : {bite_%[2]d_%[3]d};\n", p, x, y)
			return ""
		})
		b.WriteString("  end Protocol\n  Evolution: null = null if null = true; end Evolution\nend Agent\n")
	}
	fmt.Fprintf(&b, `Evaluation
  goal1 if Environment.lost2 = true;
  goal2 if Environment.lost1 = true;
  first if Environment.turn1 = true;
end Evaluation
InitStates
  Environment.turn1 = true and Environment.turn2 = false and Environment.lost1 = false and Environment.lost2 = false
  and P1.null = true and P2.null = true and %s;
end InitStates
Groups p1 = {P1}; p2 = {P2}; both = {P1, P2}; end Groups
Formulae
  AF Environment.RedStates;
  <p1> F (Environment.RedStates and goal1);
  !<p2> F (Environment.RedStates and goal2);
  <both> F goal1 and <both> F goal2;
  AG (Environment.RedStates -> (goal1 and !goal2) or (goal2 and !goal1));
  AG (!Environment.RedStates and first -> <p1> F goal1 or <p2> F goal2);
end Formulae
`, fields(" and ", func(x, y int) string { return fmt.Sprintf("Environment.f_%d_%d = true", x, y) }))
	return b.String()
}

// bitesStates are a staircase of fields and whose turn it is, each way but for two: the whole
// board is left by a first move alone, and so is the board without its last field.
func bitesStates(n int) *big.Int {
	all := new(big.Int).Binomial(int64(2*n), int64(n))
	return all.Sub(all.Lsh(all, 1), big.NewInt(2))
}

// voting is a vote of n voters between two candidates. Who has voted may show a receipt to
// somebody who threatens to punish those who do not vote for the first one.
func voting(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `Semantics = SA;
Agent Environment
  Vars: %s end Vars
  Actions = {none};
  Protocol: Other : {none}; end Protocol
  Evolution:
`, each(n, " ", func(i int) string {
		return fmt.Sprintf("voted%d : boolean; receipt%[1]d : {none, one, two}; fate%[1]d : {open, punished, spared};", i)
	}))
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, `    voted%[1]d = true if V%[1]d.Action = vote_one or V%[1]d.Action = vote_two;
    receipt%[1]d = one if V%[1]d.Action = show_one;
    receipt%[1]d = two if V%[1]d.Action = show_two;
    fate%[1]d = punished if C.Action = punish%[1]d;
    fate%[1]d = spared if C.Action = spare%[1]d;
`, i)
	}
	fmt.Fprintf(&b, `  end Evolution
end Agent
Agent C
  Lobsvars = {%s};
  Vars: null : boolean; end Vars
  Actions = {wait, %s};
  Protocol:
`, each(n, ", ", func(i int) string { return fmt.Sprintf("voted%d, receipt%[1]d, fate%[1]d", i) }),
		each(n, ", ", func(i int) string { return fmt.Sprintf("punish%d, spare%[1]d", i) }))
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "    Environment.voted%d = true and Environment.fate%[1]d = open : {punish%[1]d, spare%[1]d, wait};\n", i)
	}
	b.WriteString("    Other : {wait};\n  end Protocol\n  Evolution: null = true if Action = wait; end Evolution\nend Agent\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, `Agent V%[1]d
  Lobsvars = {voted%[1]d, receipt%[1]d, fate%[1]d};
  Vars: vote : 0..2; end Vars
  Actions = {wait, vote_one, vote_two, show_one, show_two};
  Protocol:
    vote = 0 : {wait, vote_one, vote_two};
    vote = 1 and Environment.receipt%[1]d = none and Environment.fate%[1]d = open : {wait, show_one};
    vote = 2 and Environment.receipt%[1]d = none and Environment.fate%[1]d = open : {wait, show_two};
    Other : {wait};
  end Protocol
  Evolution:
    vote = 1 if Action = vote_one;
    vote = 2 if Action = vote_two;
  end Evolution
end Agent
`, i)
	}
	fmt.Fprintf(&b, `Evaluation
  one1 if V1.vote = 1;
  voted1 if Environment.voted1 = true;
  shown1 if Environment.receipt1 <> none;
  open1 if Environment.fate1 = open;
  punished1 if Environment.fate1 = punished;
  spared1 if Environment.fate1 = spared;
end Evaluation
InitStates C.null = true and %s; end InitStates
Groups c = {C}; v1 = {V1}; deal = {C, V1}; rest = {%s}; end Groups
Formulae
  AG (voted1 and open1 -> <c> F spared1 and <c> F punished1);
  !<c> F voted1;
  <v1> G !one1 and <v1> F one1;
  !<v1> F spared1;
  <deal> F (one1 and spared1) and <deal> G (open1 and !voted1);
  AG (one1 and !shown1 -> !K(C, one1));
  AG (one1 and shown1 -> K(C, one1));
  AG (!one1 -> !<rest> F one1);
end Formulae
`, each(n, " and ", func(i int) string {
		return fmt.Sprintf("V%d.vote = 0 and Environment.voted%[1]d = false and Environment.receipt%[1]d = none and Environment.fate%[1]d = open", i)
	}), but(n, 1, ", ", func(i int) string { return fmt.Sprintf("V%d", i) }))
	return b.String()
}

// votingStates are 13 for each voter: before the vote, and for each candidate with or without a
// receipt under each fate, where who shows one at the last moment does so as the fate is decided.
func votingStates(n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(13), big.NewInt(int64(n)), nil)
}
