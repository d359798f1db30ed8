package lazy

import "testing"

func TestPattern(t *testing.T) {
	p := Pattern(`^a+$`)
	if first, second := p(), p(); first != second {
		t.Error("compiled twice")
	}
	if !p().MatchString("aa") || p().MatchString("ab") {
		t.Error("another expression than the text's")
	}
}
