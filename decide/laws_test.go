package decide

import (
	"context"
	"strings"
	"testing"
)

// laws are formulas that are true in every world of every model without
// restriction of runs, for all p, q, programs α and groups.
var laws = []string{
	"AX{α} p <-> !EX{α} !p",
	"AG{α} p <-> !EF{α} !p",
	"AF p <-> !EG !p",
	"AF p <-> A[true U p]",
	"EF{α} p <-> E{α}[true U p]",
	"EF{α} p <-> p | EX{α} EF{α} p",
	"EG p <-> p & (AX false | EX EG p)",
	"E[p U q] <-> q | p & EX E[p U q]",
	"A[p U q] <-> q | p & EX true & AX A[p U q]",
	"A[p U q] <-> !E[!q U !p & !q] & !EG !q",
	"EF{α} p <-> <α*> p",
	"<α; ?q> p <-> <α> (p & q)",
	"<α | step> p <-> <α> p | <step> p",
	"<α; step> p <-> <α> <step> p",
	"<α*> p <-> p | <α; α*> p",
	"[?q] p <-> (q -> p)",
	"AF{_; <= 2} p <-> p | EX true & AX (p | EX true & AX p)",
	"EG{_; <= 1} p <-> p & (AX false | EX p)",
	"AG{α; <= 2} p <-> p & [α] (p & [α] p)",
	"E{α; <= 1}[p U q] <-> q | p & <α> q",
	"K{a} p -> p",
	"K{a} p -> K{a} K{a} p",
	"!K{a} p -> K{a} !K{a} p",
	"K{a} (p -> q) & K{a} p -> K{a} q",
	"S{a} p <-> !K{a} !p",
	"KW{a} p <-> K{a} p | K{a} !p",
	"KV{a} x <-> exists k in 0..3: K{a} x = k",
	"KW{a} r <-> KV{a} r",
	"E{a, b} p <-> K{a} p & K{b} p",
	"E{a, b; 2} p <-> E{a, b} E{a, b} p",
	"E{who; 2} p <-> E{who} E{who} p",
	"C{a, b} p <-> p & E{a, b} C{a, b} p",
	"C{i in Agent: i != a | x > 1} p <-> p & E{i in Agent: i != a | x > 1} C{i in Agent: i != a | x > 1} p",
	"C{a, b} p -> E{a, b; 5} p",
	"D{a} p <-> K{a} p",
	"K{a} p -> D{a, b} p",
	"D{who} p <-> K{who} p",
	"K{who} p <-> forall i in Agent: i = who -> K{i} p",
	"D{i in Agent: i = who | x = 0} p <-> if x = 0 then D{a, b} p else K{who} p",
	"E{i in Agent: false} p",
	"C{i in Agent: false} p <-> p",
	"D{i in Agent: false} p -> K{a} p",
}

const lawful = `
vars: {x: 0..3, y: 0..3, who: Agent}
init: x = 0 & y <= x + 1
agents:
  a: {sees: [x mod 2, who]}
  b: {sees: ["if x > 1 then y else none"]}
actions:
  step: {when: x < 3, then: {x: x + 1, who: next(who)}}
  back: {when: x > 1 & y != 2, then: {x: x - 1}}
  flip: {when: y > 0, then: {y: 3 - y}}
`

func TestLaws(t *testing.T) {
	var questions strings.Builder
	questions.WriteString(lawful + "check:\n")
	formulas := []string{"x = 1", "y < x", "K{b} x > 0", "EX y = 2"}
	programs := []string{"step", "(step; flip)", "(back | flip)", "(flip; step*)"}
	n := 0
	for _, law := range laws {
		for i, p := range formulas {
			q, α := formulas[(i+1)%len(formulas)], programs[i]
			if strings.Contains(law, "?q") && strings.Contains(q, "EX") {
				q = "x < 2"
			}
			text := law
			for _, r := range [][2]string{{"r", "(" + formulas[i%3] + ")"}, {"p", "(" + p + ")"}, {"q", "(" + q + ")"}, {"α", α}} {
				text = replaceName(text, r[0], r[1])
			}
			n++
			questions.WriteString("  - id: law" + strings.Repeat("i", n) + "\n    count: |\n      !(" + text + ")\n")
		}
	}
	cs := checkers{}
	for _, chk := range parse(t, questions.String()).Checks {
		a, err := cs.of(t, chk).Check(context.Background(), chk)
		if err != nil {
			t.Fatalf("%s: %v", chk.Text, err)
		}
		if a.Value.Sign() != 0 {
			t.Errorf("%s worlds satisfy %s", a.Value, chk.Text)
		}
	}
}

// replaceName replaces a letter that stands alone.
func replaceName(text, name, by string) string {
	var b strings.Builder
	runes := []rune(text)
	letter := func(i int) bool {
		return i >= 0 && i < len(runes) && (runes[i] == '_' || runes[i] >= 'a' && runes[i] <= 'z' || runes[i] >= 'A' && runes[i] <= 'Z')
	}
	for i, r := range runes {
		if string(r) == name && !letter(i-1) && !letter(i+1) {
			b.WriteString(by)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
