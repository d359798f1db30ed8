package decide

import (
	"fmt"
	"testing"
)

const scales = `
types: {Coin: 0..n, Sign: [heavy, light], Tilt: [left, even, right]}
vars: {fake: 1..n, sign: Sign, used: 0..2}
define:
  tilt(l in set Coin, r in set Coin): |
    if fake in l then (if sign = heavy then left else right)
    else if fake in r then (if sign = heavy then right else left) else even
agents: {weigher: {sees: [used]}, other: {sees: [used, sign]}}
actions:
  weigh(l, r in set Coin, t in Tilt):
    when: used < 2 & size(l) = size(r) & size(l * r) = 0 & t = tilt(l, r)
    then: {used: used + 1}
`

// Quantifiers over many values are decided for all at once; each of these has thousands
// of instances, which enumeration tries one by one. With two coins beside the good one
// somebody can find the false one by weighing once, with three not.
func TestOpenNames(t *testing.T) {
	for _, n := range []int{2, 3} {
		if n > 2 && testing.Short() {
			break
		}
		for _, recall := range []string{"none", "perfect"} {
			for _, formula := range []string{
				"exists l, r in set Coin, x in 1..100: <weigh(l, r, _)> true & K{weigher} [weigh(l, r, _)] KV{weigher} fake",
				"exists l, r in set Coin, x in 1..100: K{weigher} [weigh(l, r, _)] KV{weigher} fake",
				"forall l, r in set Coin, x in 1..100: [weigh(l, r, _)] !KV{weigher} sign",
				"forall l, r in set Coin, x in 1..100: x = fake -> <weigh(l, r, left)> true -> K{other} [weigh(l, r, left)] used = 1",
				"exists l, r in set Coin, x in 1..100: x = fake & x in l & K{other} <weigh(l, r, even) | weigh(l, l, _)> true",
				"exists l, r in set Coin, x in 1..100: x > 80 & !S{other} [?(size(l) = 2); weigh(l, r, _)] x != 90",
				"forall l, r in set Coin, x in 1..100: EF (x = used + 1 | fake in l) | EG{weigh(l, r, _)} used < 2",
			} {
				doc := fmt.Sprintf("params: {n: %d}\ninit: used = 0\nrecall: %s\n", n, recall) + scales
				chk := parse(t, document(doc, fmt.Sprintf("formula: %q\ndepth: 3", formula))).Checks[0]
				a, err := checkers{}.of(t, chk).Check(t.Context(), chk)
				got := result(a, err, chk.Kind)
				if want, _ := remembered(chk); got != want && want != tooMuch {
					t.Errorf("%d coins, %s, %s: %s, by enumeration %s (%v)", n, recall, formula, got, want, err)
				}
			}
		}
	}
}
