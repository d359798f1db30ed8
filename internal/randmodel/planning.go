package randmodel

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Planning writes a small game with a check that asks for a plan: what is hidden is asked for, with answers that are read by
// nothing, or by what comes later; somebody else may move, or chance.
func Planning(r *rand.Rand) string {
	var b strings.Builder
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	b.WriteString("types: {Colour: 1..3}\nvars:\n  s, t: Colour\n  told: bool\n  shown: Colour\n  n: 0..2\n  b: bool\n")
	b.WriteString("init: !told & shown = s0 & n = 0\n")
	init := pick("!told & n = 0 & !b", "!told & n = 0 & !b & s = t", "!told & n = 0 & shown = s", "n = 0 & !told & !b & s != t")
	if !strings.Contains(init, "shown") {
		init += " & (exists x in Colour: shown = x)"
	}
	text := strings.Replace(b.String(), "init: !told & shown = s0 & n = 0\n", fmt.Sprintf("init: %q\n", init), 1)
	b.Reset()
	b.WriteString(text)
	fmt.Fprintf(&b, "agents:\n  ann: {sees: [told, %s]}\n  bob: {sees: [%s]}\n", pick("n", "shown", "shown, n", "n, b"), pick("told", "s", "n", "t, told"))
	b.WriteString("actions:\n")
	fmt.Fprintf(&b, "  ask(x in Colour):\n    by: ann\n    when: %q\n    then: {told: %s, n: %s}\n    %s\n",
		pick("true", "n < 2", "!b", "x != shown"), pick("s = x", "x = t", "s = x | t = x", "s = t"), pick("n", "(n + 1) mod 3"), pick("seen: {ann: []}", "doc: none"))
	if r.IntN(2) == 0 {
		fmt.Fprintf(&b, "  look:\n    by: ann\n    when: %q\n    then: {shown: %s, b: '%s'}\n", pick("true", "n > 0", "!b"), pick("s", "t", "if s = t then s else t"), pick("b", "!b", "s = t"))
	}
	switch r.IntN(4) {
	case 0:
		fmt.Fprintf(&b, "  stir(x in Colour):\n    when: %q\n    then: {%s: x, n: 0}\n    %s\n", pick("n = 2", "b"), pick("t", "s", "shown"), pick("seen: {}", "doc: none"))
	case 1:
		fmt.Fprintf(&b, "  reply(x in Colour):\n    by: bob\n    when: %q\n    then: {shown: x, b: false}\n", pick("b & x = s", "b & x != s", "n = 1 & x = t"))
	}
	fmt.Fprintf(&b, "recall: perfect\ncheck:\n  - id: p\n    plan: %q\n    by: ann\n", pick("KV{ann} s", "KV{ann} s & KV{ann} t", "KW{ann} s = t", "K{ann} b", "KV{ann} s & n = 0", "!S{ann} s = t | KV{ann} s",
		"exists x in Colour: K{ann} s != x", "told", "KV{ann} s & !KV{bob} s", "KV{ann} t & K{ann} !KV{bob} t"))
	if r.IntN(3) == 0 {
		b.WriteString("    cost: {ask: 2}\n")
	}
	return b.String()
}
