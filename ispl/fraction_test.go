package ispl

import (
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
)

// halve has one agent that counts x to 3 and then, if it can, makes y the half of x.
const halve = `Agent Environment
  Vars: x : 0..3; y : 0..3; z : 1..2; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution:
    x = x + 1 if x < LAST;
    y = x / 2 if x = LAST;
  end Evolution
end Agent
Agent Bob
  Vars: b : boolean; end Vars
  Actions = {nod};
  Protocol: Other : {nod}; end Protocol
  Evolution: b = b if Action = nod; end Evolution
end Agent
Evaluation
  last if Environment.x = LAST;
  one if Environment.y = 1;
  half if Environment.x / 2 = 1;
  more if Environment.x / 2 > 1;
  less if 2 > Environment.x / 2;
  minus if Environment.x / -2 < -1;
  nested if Environment.x / 2 / 3 * 2 = 1;
  sum if Environment.x / 2 + Environment.x / 2 = 3;
  byz if Environment.x / Environment.z = 3;
end Evaluation
InitStates Environment.x = 0 and Environment.y = 0 and Environment.z = 1; end InitStates
Formulae
  AG (last -> half); AG (last -> more); AG (last -> less); AG (last -> minus); AG (last -> nested); AG (last -> sum);
  AG (last -> byz); EF one; AG (last -> EX last);
end Formulae
`

// MCMAS's answers: fractions are not rounded, and a step to one is impossible.
func TestDivisionIsNotRounded(t *testing.T) {
	for last, want := range map[string]string{
		"3": "FTTTTTTFF",
		"2": "TFTFFFFTT",
	} {
		suite := resolved(t, imported(t, "halve.ispl", strings.ReplaceAll(halve, "LAST", last)))
		for i, a := range answers(t, suite) {
			if is := a.Verdict == verdict.Holds; is != (want[i] == 'T') {
				t.Errorf("x up to %s, formula %d: %s, want %c", last, i+1, a.Verdict, want[i])
			}
		}
	}
}

func TestDivisorsThatMayBe0AreRefused(t *testing.T) {
	for _, divisor := range []string{"Environment.x", "0", "(Environment.z - 1)"} {
		var errs source.List
		text := strings.ReplaceAll(strings.Replace(halve, "/ Environment.z", "/ "+divisor, 1), "LAST", "3")
		if Import(source.NewFile("halve.ispl", text), &errs); errs.Err() == nil || !strings.Contains(errs.Err().Error(), "this may be 0") {
			t.Errorf("/ %s: %v", divisor, errs.Err())
		}
	}
}

// A quantifier before a quantified formula counts: where all runs end, every A is
// true and every E false.
func TestQuantifiersAreKept(t *testing.T) {
	text := climb[:strings.Index(climb, "Formulae")] + `Formulae
  AG (top -> K(Bob, top) or top); CTL* E (E top); CTL* A (E F top); CTL* A (A top); CTL* E (low or E F top); CTL* ! A (low);
end Formulae
`
	text = strings.Replace(text, "InitStates Environment.x = 0;", "InitStates Environment.x = 3;", 1)
	suite := resolved(t, imported(t, "climb.ispl", text))
	var got strings.Builder
	for _, a := range answers(t, suite) {
		got.WriteByte(map[bool]byte{true: 'T', false: 'F'}[a.Verdict == verdict.Holds])
	}
	if want := "TFTTFT"; got.String() != want {
		t.Errorf("%s, want %s", &got, want)
	}
}
