package syntax

import "fmt"

// typos are signs of other languages. None of them can begin anything in a
// valid text, so they are looked for before the symbols, longest first.
var typos = []struct{ text, hint string }{
	{"<==>", `equivalence is written <->`},
	{"===", `equality is written =`},
	{"!==", `inequality is written !=`},
	{"<=>", `equivalence is written <->`},
	{"-->", `implication is written ->`},
	{"==>", `implication is written ->`},
	{"...", `a range is written 1..3`},
	{"&&", `"and" is written &`},
	{"||", `"or" is written |`},
	{"==", `equality is written =`},
	{"=>", `implication is written ->, "at least" >=`},
	{"=<", `"at most" is written <=`},
	{"<>", `inequality is written !=, "eventually" AF or EF`},
	{":=", `equality is written =; assignments stand under then`},
	{"/=", `inequality is written !=`},
	{"//", `a comment begins with #; division is one /`},
	{"/*", `a comment begins with # and ends with the line`},
	{"/\\", `"and" is written &`},
	{"\\/", `"or" is written |`},
}

// strays are characters that begin no token, with what to write instead.
var strays = map[rune]string{
	'∧': `"and" is written &`, '∨': `"or" is written |`, '¬': `"not" is written !`, '~': `"not" is written !`,
	'→': `implication is written ->`, '⇒': `implication is written ->`, '⟹': `implication is written ->`,
	'↔': `equivalence is written <->`, '⇔': `equivalence is written <->`, '≡': `equivalence is written <->`,
	'∀': `write forall x in T: f`, '∃': `write exists x in T: f`,
	'≠': `inequality is written !=`, '≤': `"at most" is written <=`, '≥': `"at least" is written >=`,
	'∈': `membership is written in`, '∉': `write !(x in s)`,
	'∪': `the union of sets is written +`, '∩': `the intersection of sets is written *`, '∖': `the difference of sets is written -`,
	'∅': `the empty set is written {}`, '⊆': `write s - t = {}`,
	'⊤': `write true`, '⊥': `write false`,
	'□': `"always" is written AG`, '◇': `"eventually" is written AF or EF`, '◯': `"next" is written AX or EX`,
	'⟨': `a diamond is written <a> f`, '⟩': `a diamond is written <a> f`,
	'⟪': `a coalition is written <<i, j>>`, '⟫': `a coalition is written <<i, j>>`,
	'×': `a product is written *`, '·': `a product is written *`, '÷': `division is written /`,
	'−': `minus is written -`, '–': `minus is written -`, '…': `a range is written 1..3`,
	'%':  `the remainder is written mod`,
	'^':  `a power of constants is written pow(a, b), and E{i, j} E{i, j} f as E{i, j; 2} f`,
	'"':  `there are no quotes in expressions: write the name alone`,
	'\'': `there are no quotes in expressions: write the name alone, and another name for the next value`,
	'`':  `there are no quotes in expressions: write the name alone`,
	'“':  `there are no quotes in expressions: write the name alone`, '”': `there are no quotes in expressions: write the name alone`,
	'\\': `nothing is escaped in expressions: leave the backslash out`,
	'@':  `write a name without it`, '$': `write a name without it`,
}

// words are words of other languages for operators of ours. They are ordinary
// names, so they are hinted at only where a name cannot stand.
var words = map[string]string{
	"and": `"and" is written &`, "AND": `"and" is written &`,
	"or": `"or" is written |`, "OR": `"or" is written |`,
	"not": `"not" is written !`, "NOT": `"not" is written !`,
	"xor": `write a != b`, "XOR": `write a != b`,
	"iff": `equivalence is written <->`, "implies": `implication is written ->`,
	"is": `equality is written =`, "div": `division is written /`,
	"union": `the union of sets is written +`, "when": `write if c then a else b`,
	"all": `write forall x in T: f`, "exist": `write exists x in T: f`,
	"M": `"holds possible" is written S{i} f`,
	"U": `"until" stands in brackets, A[f U g] or E[f U g], or in a formula about runs: A(f U g)`,
}

// hint proposes how to mend the text where the token at p.pos cannot stand.
func (p *parser) hint() string {
	if h := p.hintHere(); h != "" {
		return h
	}
	if p.pos == 0 || !startsOperand[p.kind()] {
		return ""
	}
	before := p.pos - 1
	if p.kindAt(before) == RPAREN { // K(i) f
		before = p.toks[before].match - 1
	}
	if before < 0 || p.kindAt(before) != NAME {
		return ""
	}
	return p.hintBefore(p.textAt(before))
}

// noDecimals is said of 0.5, wherever that stands.
const noDecimals = "there are only whole numbers, and fractions such as 1/2 for chances and means; a range is written 1..3"

// hintHere looks at the token itself.
func (p *parser) hintHere() string {
	switch p.kind() {
	case NAME:
		return words[p.text()]
	case QUERY:
		return `T? is a type; to choose between values write if c then a else b; a test ?f stands in a program`
	case LPAREN:
		if before := p.kindAt(max(p.pos-1, 0)); before == FORALL || before == EXISTS || before == SOME {
			return fmt.Sprintf("binders stand without parentheses: %s x in T: f", before)
		}
	case DOT:
		if p.ahead() == INT { // share(f) >= 0.5
			return noDecimals
		}
	case SEMI:
		if p.ahead() == LE {
			return `a bound stands in the braces of AG, EG, AF, EF, A and E, behind a program: AF{a; <= m} f`
		}
		return `a; b is a program: write [a; b] f`
	case NOT:
		return `inequality is written !=; "!" stands before a formula`
	case FOR:
		return `binders stand behind an expression only in sees, in seen and on the left in then`
	}
	return ""
}

// hintBefore looks at the name before a token that begins another operand: most
// often it was meant as an operator.
func (p *parser) hintBefore(name string) string {
	here := p.text()
	_, knows := knowers[name]
	_, groups := groupers[name]
	_, path := paths[name]
	_, then := paths[here]
	switch {
	case (name == "A" || name == "E") && then:
		return fmt.Sprintf("write %s%s in one word", name, here)
	case name == "A" || name == "E":
		return fmt.Sprintf(`"until" is written %s[f U g]`, name)
	case knows:
		return fmt.Sprintf("the agent stands in braces: %s{i} f", name)
	case groups:
		return fmt.Sprintf("the group stands in braces: %s{i, j} f", name)
	case path:
		return fmt.Sprintf("%s stands behind A, E or a coalition: A%s f, E%s f, <<i>> %s f", name, name, name, name)
	}
	return words[name]
}
