package syntax

import (
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec/source"
)

const benchFormula = `AG{move} forall t in Card: place[t] = top -> AX{good} exists c in Card: place[c] = top &
	(if t.val = A then red(c) != red(t) else red(c) = red(t))`

func BenchmarkParseExpr(b *testing.B) {
	b.SetBytes(int64(len(benchFormula)))
	at := whole(benchFormula)
	var errs source.List
	for b.Loop() {
		if ParseExpr(at, &errs) == nil {
			b.Fatal(errs.Err())
		}
	}
}

// One line as large as a text may be, with a bracket everywhere: time must not
// grow with the square of its length.
func BenchmarkParseLongLine(b *testing.B) {
	text := "f(a)" + strings.Repeat(" & {(a), K{i} A[f(x) U g]}", maxTokens/22)
	b.SetBytes(int64(len(text)))
	at := whole(text)
	var errs source.List
	for b.Loop() {
		if ParseExpr(at, &errs) == nil {
			b.Fatal(errs.Err())
		}
	}
}

func BenchmarkString(b *testing.B) {
	tree := read(b, "expr", benchFormula)
	b.SetBytes(int64(len(benchFormula)))
	for b.Loop() {
		if String(tree) == "" {
			b.Fatal("nothing printed")
		}
	}
}
