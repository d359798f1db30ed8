package decide

import (
	"context"
	"fmt"
	"math/big"
	"testing"
	"time"
)

// dining are the dining cryptographers, coins tossed at the start, all
// announcing at once (Chaum 1988).
const dining = `
params: {n: %d}
types: {Crypt: 1..n}
vars:
  payer: Crypt?
  coin: array Crypt of bool
  said: array Crypt of bool?
define:
  left(i in Crypt): if i = 1 then n else i - 1
  diff(i in Crypt): "(coin[i] != coin[left(i)]) != (payer = i)"
init: "forall i in Crypt: said[i] = none"
agents:
  i in Crypt: {sees: [payer = i, "coin[i]", "coin[left(i)]", "said[j] for j in Crypt"]}
actions:
  announce:
    when: said[1] = none
    then: {"said[i] for i in Crypt": diff(i)}
check:
  - id: anonymous
    formula: "AG forall i, j in Crypt: i != j & payer != i & payer != none -> S{i} payer != j"
    expect: holds
  - id: somebody-paid
    formula: "AX forall i in Crypt: K{i} payer = none | K{i} payer != none"
    expect: holds
  - id: common
    formula: "AX (payer = none -> C{all} payer = none)"
    expect: holds
  - id: together
    formula: "AX forall i in Crypt: payer = i -> D{j in Crypt: j != i} payer = i"
    expect: holds
  - id: worlds
    count: "true"
`

func TestDiningCryptographers(t *testing.T) {
	for _, n := range []int{3, 10, 30} {
		if testing.Short() && n > 10 {
			continue
		}
		start := time.Now()
		cs := checkers{}
		for _, chk := range parse(t, fmt.Sprintf(dining, n)).Checks {
			a, err := cs.of(t, chk).Check(context.Background(), chk)
			if err != nil {
				t.Fatal(n, chk.ID, err)
			}
			if chk.Expect != nil && string(a.Verdict) != chk.Expect.Verdict {
				t.Errorf("n=%d: %s %s", n, chk.ID, a.Verdict)
			}
			want := big.NewInt(int64(2 * (n + 1)))
			want.Lsh(want, uint(n))
			if a.States.Cmp(want) != 0 {
				t.Errorf("n=%d: %s worlds, want %s", n, a.States, want)
			}
			t.Logf("n=%d: %s %s, %d nodes, %s", n, chk.ID, inShort(a, chk.Kind), a.Nodes, time.Since(start))
		}
	}
}
