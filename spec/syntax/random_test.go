package syntax

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The seed is fixed, so that a run of the tests is a run of these tests; another
// can be given by -rapid.seed.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.seed", "1956"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// gen draws trees. Names are often those of operators, for they are where
// printing and parsing could disagree.
type gen struct{ *rapid.T }

var genNames = []string{"a", "b", "x1", "2S", "K", "KV", "S", "E", "D", "C", "A", "AX", "EG", "U", "X", "F", "L", "past", "does", "all", "count"}

func (g gen) pick(label string, n int) int { return rapid.IntRange(0, n-1).Draw(g.T, label) }
func (g gen) flip(label string) bool       { return rapid.Bool().Draw(g.T, label) }
func (g gen) word() string                 { return rapid.SampledFrom(genNames).Draw(g.T, "name") }
func (g gen) ident() Ident                 { return Ident{Name: g.word()} }

func (g gen) expr(depth int) Expr {
	if depth == 0 {
		return g.leaf()
	}
	d := depth - 1
	switch g.pick("expr", 18) {
	case 0:
		return &Paren{X: g.expr(d)}
	case 1:
		return &Unary{Op: rapid.SampledFrom([]Token{NOT, MINUS}).Draw(g.T, "op"), X: g.expr(d)}
	case 2, 3, 4, 5:
		return &Binary{Op: g.infix(), X: g.expr(d), Y: g.expr(d)}
	case 6:
		return &If{Cond: g.expr(d), Then: g.expr(d), Else: g.expr(d)}
	case 7:
		return &Quant{Exists: g.flip("exists"), Binders: g.binders(d), Body: g.expr(d)}
	case 8:
		return &Fold{Fn: Ident{Name: rapid.SampledFrom(folds).Draw(g.T, "fold")}, Binders: g.binders(d), Body: g.expr(d)}
	case 9:
		return &Set{Elems: g.exprs(0, d)}
	case 17:
		return &The{Binder: Binder{Names: []Ident{g.ident()}, Domain: g.binders(d)[0].Domain}, Cond: g.expr(d)}
	case 10:
		return &Comprehension{Binders: g.binders(d), Cond: g.expr(d)}
	case 11:
		return &Call{Fn: g.expr(d), Args: g.exprs(0, d)}
	case 12:
		return &Field{X: g.expr(d), Name: g.ident()}
	case 13:
		return &Index{X: g.expr(d), Args: g.exprs(1, d)}
	case 14:
		return &EnumType{Elems: g.exprs(1, d)}
	}
	return g.formula(d)
}

func (g gen) leaf() Expr {
	switch g.pick("leaf", 6) {
	case 0:
		return &Int{Value: rapid.Int64Min(0).Draw(g.T, "int")}
	case 1:
		return &Bool{Value: g.flip("bool")}
	case 2:
		return &None{}
	}
	return &Name{Name: g.word()}
}

func (g gen) infix() Token {
	var infix []Token
	for t := range tokens {
		if operators[t].level > 0 {
			infix = append(infix, t)
		}
	}
	return rapid.SampledFrom(infix).Draw(g.T, "infix")
}

func (g gen) exprs(least, depth int) []Expr {
	var list []Expr
	for range least + g.pick("length", 3) {
		list = append(list, g.expr(depth))
	}
	return list
}

func (g gen) binders(depth int) []Binder {
	var list []Binder
	for range 1 + g.pick("binders", 2) {
		b := Binder{Names: []Ident{g.ident()}, Domain: g.typ(depth)}
		if g.flip("two names") {
			b.Names = append(b.Names, g.ident())
		}
		list = append(list, b)
	}
	return list
}

func (g gen) typ(depth int) Expr {
	if depth == 0 {
		return &Name{Name: g.word()}
	}
	d := depth - 1
	switch g.pick("type", 6) {
	case 0:
		return &BoolType{}
	case 1:
		return &SetType{Elem: g.typ(d)}
	case 2:
		return &ArrayType{Index: []Expr{g.typ(d), g.typ(d)}[:1+g.pick("indices", 2)], Elem: g.typ(d)}
	case 3:
		return &EnumType{Elems: g.exprs(1, d)}
	case 4:
		elem := g.typ(d)
		if _, twice := elem.(*OptionType); twice {
			return elem
		}
		return &OptionType{Elem: elem}
	}
	return g.expr(d)
}

func (g gen) formula(d int) Expr {
	switch g.pick("formula", 11) {
	case 0:
		op := rapid.SampledFrom([]Token{KNOWS, WHETHER, VALUE, SUPPOSE}).Draw(g.T, "knows")
		return &Knows{Op: op, Agent: g.expr(d), X: g.expr(d)}
	case 1:
		x := &GroupKnows{Op: rapid.SampledFrom([]Token{EVERY, DISTR, COMMON}).Draw(g.T, "group"), Group: g.group(d), X: g.expr(d)}
		if x.Op == EVERY && g.flip("times") {
			x.Times = g.expr(d)
		}
		return x
	case 2, 3:
		return g.temporal(d)
	case 4, 5:
		return &Box{Diamond: g.flip("diamond"), Program: g.program(d), X: g.expr(d)}
	case 6:
		x := &Coalition{Group: g.group(d), Uniform: g.flip("uniform"), Op: rapid.SampledFrom([]TemporalOp{Next, Globally, Eventually, Until}).Draw(g.T, "op"), X: g.expr(d)}
		x.Subjective = x.Uniform && g.flip("subjective")
		if x.Op == Until {
			x.Y = g.expr(d)
		}
		return x
	case 7:
		return &Past{Program: g.program(d)}
	case 8:
		x := &Share{Op: rapid.SampledFrom([]Token{EQ, NE, LT, LE, GT, GE}).Draw(g.T, "compared"), X: g.expr(d), Num: &Int{Value: int64(g.pick("above", 9))}}
		if g.flip("who") {
			x.Group = g.group(d)
		}
		if g.flip("below") {
			x.Den = &Int{Value: int64(g.pick("below", 9))}
		}
		return x
	case 9:
		return &OnRuns{All: g.flip("all"), X: g.onRun(d)}
	}
	return &Does{Program: g.program(d)}
}

// onRun draws a formula about a run.
func (g gen) onRun(d int) Expr {
	if d == 0 {
		return g.expr(0)
	}
	switch d--; g.pick("path", 5) {
	case 0:
		return &Path{Op: rapid.SampledFrom([]TemporalOp{Next, Globally, Eventually}).Draw(g.T, "op"), X: g.onRun(d)}
	case 1, 2:
		return &Path{Op: Until, X: g.onRun(d), Y: g.onRun(d)}
	case 3:
		return &Binary{Op: rapid.SampledFrom([]Token{AND, OR, IMP, IFF}).Draw(g.T, "op"), X: g.onRun(d), Y: g.onRun(d)}
	}
	return g.expr(d)
}

func (g gen) temporal(d int) Expr {
	x := &Temporal{All: g.flip("all"), Op: rapid.SampledFrom([]TemporalOp{Next, Globally, Eventually, Until}).Draw(g.T, "op"), X: g.expr(d)}
	if x.Op == Until {
		x.Y = g.expr(d)
	}
	if g.flip("super") {
		x.Super = &Super{Program: g.program(d)}
		if x.Op != Next && g.flip("bound") {
			x.Super.Bound = g.expr(d)
		}
	}
	return x
}

func (g gen) group(d int) *Group {
	if g.flip("list") {
		return &Group{Elems: g.exprs(1, d)}
	}
	x := &Group{Binders: g.binders(d)}
	if g.flip("condition") {
		x.Cond = g.expr(d)
	}
	return x
}

func (g gen) program(depth int) Program {
	if depth == 0 {
		if g.flip("any step") {
			return &AnyStep{}
		}
		return &Act{Name: g.ident(), Bare: true}
	}
	d := depth - 1
	switch g.pick("program", 10) {
	case 0:
		args := g.exprs(1, d)
		if g.flip("open") {
			args[0] = nil
		}
		return &Act{Name: g.ident(), Args: args}
	case 1, 2:
		return &Test{X: g.expr(d)}
	case 3:
		return &Learn{Group: g.group(d), Program: g.program(d)}
	case 4:
		return &Seq{Parts: g.programs(d)}
	case 5:
		parts := g.programs(d)
		return &Choice{Parts: parts, Marked: g.pick("marked", len(parts)+1) - 1}
	case 6:
		return &Local{Parts: g.programs(d)}
	case 7:
		return &Both{Parts: g.programs(d)}
	case 8:
		s := &Star{X: g.program(d)}
		if g.flip("most") {
			s.Most = g.expr(d)
		}
		return s
	}
	if g.flip("some") {
		return &Some{Binders: g.binders(d), Body: g.program(d)}
	}
	return &ParenProgram{X: g.program(d)}
}

func (g gen) programs(d int) []Program {
	parts := []Program{g.program(d), g.program(d)}
	if g.flip("third") {
		parts = append(parts, g.program(d))
	}
	return parts
}

// sameWhenReparsed prints any tree, however it was made, and reads it back: the
// same tree but for parentheses, and from then on the text does not change.
func sameWhenReparsed(t *rapid.T, kind string, tree Node) {
	text := String(tree)
	again := read(t, kind, text)
	if diff := cmp.Diff(bare(tree, false), bare(again, false)); diff != "" {
		t.Fatalf("%s is read as another tree (-drawn +read):\n%s", text, diff)
	}
	if second := String(again); second != text {
		t.Fatalf("%s\nis printed as\n%s", text, second)
	}
}

func TestRandomTrees(t *testing.T) {
	for kind, draw := range map[string]func(g gen) Node{
		"expr": func(g gen) Node { return g.expr(4) },
		"prog": func(g gen) Node { return g.program(4) },
		"type": func(g gen) Node { return &SetType{Elem: g.typ(3)} },
		"entry": func(g gen) Node {
			return &Entry{Value: g.expr(2), Binders: g.binders(2), Cond: g.expr(2)}
		},
		"who": func(g gen) Node { return &Who{Binders: g.binders(2), Cond: g.expr(2)} },
		"sig": func(g gen) Node { return &Sig{Name: g.ident(), Params: g.binders(3)} },
	} {
		t.Run(kind, rapid.MakeCheck(func(t *rapid.T) {
			sameWhenReparsed(t, kind, draw(gen{t}))
		}))
	}
}

// Whatever is drawn from the vocabulary of the language is read, or refused with
// one error inside the text.
func TestRandomWords(t *testing.T) {
	var vocabulary []string
	for tok := NAME; tok < tokens; tok++ {
		vocabulary = append(vocabulary, tok.String())
	}
	vocabulary = append(append(vocabulary, genNames...), "AX", "1", "_", "(", ")", "[", "]", "{", "}", "U", ":")
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for _, word := range rapid.SliceOfN(rapid.SampledFrom(vocabulary), 1, 12).Draw(t, "words") {
			text += word + " "
		}
		for kind := range kinds {
			roundTrip(t, kind, text)
		}
	})
}
