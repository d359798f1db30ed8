package smcdel

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// parser reads a file from left to right, and makes formulas of our language of what it
// reads.
type parser struct {
	tokens []token
	pos    int
	depth  int
	made   int // nodes

	atoms  map[string]string // the variables, by their numbers
	agents map[string]string // their names here, by those in the file
	order  []string          // the atoms, in the order of VARS
	// bound are atoms that a quantifier binds, and what they are called there.
	bound map[string]string
	modal bool // a formula that asks what somebody knows has been read
}

// deepest is how deep formulas may be nested.
const deepest = 5000

func (p *parser) kind() string { return p.tokens[p.pos].kind }

func (p *parser) at() source.Span { return p.tokens[p.pos].at }

// ahead is the kind of a token further on.
func (p *parser) ahead(n int) string {
	return p.tokens[min(p.pos+n, len(p.tokens)-1)].kind
}

func (p *parser) accept(kinds ...string) bool {
	if !slices.Contains(kinds, p.kind()) || p.kind() == "" {
		return false
	}
	p.pos++
	return true
}

func (p *parser) expect(kind string) source.Span {
	at := p.at()
	if !p.accept(kind) {
		p.wanted(fmt.Sprintf("%q", kind))
	}
	return at
}

func (p *parser) wanted(what string) {
	at := p.at()
	if p.kind() == "" {
		fail(at, "", "%s is expected, and the file ends here", what)
	}
	hint := ""
	switch at.Text() {
	case "knows", "comknow", "distknow":
		hint = "there is exactly one blank in \"" + at.Text() + " that\" and \"" + at.Text() + " whether\""
	}
	fail(at, hint, "%s is expected, found %q", what, at.Text())
}

// integer reads a number, without leading zeros.
func (p *parser) integer() (string, source.Span) {
	at := p.at()
	if !p.accept(number) {
		p.wanted("a number")
	}
	digits := strings.TrimLeft(at.Text(), "0")
	if digits == "" {
		digits = "0"
	}
	return digits, at
}

// atom reads the number of an atom.
func (p *parser) atom() (string, source.Span) {
	digits, at := p.integer()
	if p.atoms[digits] == "" {
		fail(at, "", "there is no atom %s under VARS", digits)
	}
	return digits, at
}

// agent reads the name of an agent.
func (p *parser) agent() syntax.Expr {
	at := p.at()
	if !p.accept(name) {
		p.wanted("an agent")
	}
	called := p.agents[at.Text()]
	if called == "" {
		var known []string
		for known1 := range p.agents {
			known = append(known, known1)
		}
		slices.Sort(known)
		fail(at, "", "there is no agent %s under OBS%s", at.Text(), source.DidYouMean(at.Text(), known))
	}
	return ref(at, called)
}

// form reads operators that bind loosely: -> and iff, to the left.
func (p *parser) form() syntax.Expr {
	x := p.junction()
	for {
		at := p.at()
		switch {
		case p.accept("->"):
			x = binary(at, syntax.IMP, x, p.junction())
		case p.accept("iff"):
			x = binary(at, syntax.IFF, x, p.junction())
		default:
			return x
		}
	}
}

// junction reads & and |, which bind alike, to the left.
func (p *parser) junction() syntax.Expr {
	x := p.prefix()
	for {
		at := p.at()
		switch {
		case p.accept("&"):
			x = binary(at, syntax.AND, x, p.prefix())
		case p.accept("|"):
			x = binary(at, syntax.OR, x, p.prefix())
		default:
			return x
		}
	}
}

// prefix reads what stands between infix operators.
func (p *parser) prefix() syntax.Expr {
	p.depth++
	defer func() { p.depth-- }()
	at := p.at()
	if p.depth > deepest {
		fail(at, "", "nested too deeply: more than %d levels", deepest)
	}
	switch kind := p.kind(); kind {
	case "Top", "Bot":
		p.pos++
		return truth(at, kind == "Top")
	case number:
		digits, at := p.atom()
		if b := p.bound[digits]; b != "" {
			return ref(at, b)
		}
		return ref(at, p.atoms[digits])
	case "~", "Not", "not":
		p.pos++
		return not(at, p.prefix())
	case "AND", "OR", "XOR", "ONEOF":
		p.pos++
		xs := p.list()
		switch kind {
		case "AND":
			return chain(at, syntax.AND, xs)
		case "OR":
			return chain(at, syntax.OR, xs)
		case "XOR":
			return parity(at, xs)
		}
		return oneOf(at, xs)
	case "K", "Kw":
		p.pos++
		p.know(at)
		op := syntax.Token(syntax.KNOWS)
		if kind == "Kw" {
			op = syntax.WHETHER
		}
		agent := p.agent()
		return knows(at, op, agent, p.form())
	case "ForAll", "Forall", "Exists":
		p.pos++
		return p.quantified(at, kind == "Exists")
	case "[", "<":
		return p.announcement()
	case name:
		return p.knowledge(false)
	case "(":
		if p.isGroup() {
			return p.knowledge(true)
		}
		p.pos++
		x := p.form()
		p.expect(")")
		return x
	}
	p.wanted("a formula")
	return nil
}

// know notes that knowledge is asked about.
func (p *parser) know(at source.Span) {
	p.modal = true
	if len(p.bound) > 0 {
		fail(at, "", "quantifiers over atoms are read before boolean formulas alone: SMCDEL quantifies the values of atoms in the result, where nobody sees them")
	}
}

// list reads ( form , … ).
func (p *parser) list() []syntax.Expr {
	p.expect("(")
	xs := []syntax.Expr{p.form()}
	for p.accept(",") {
		xs = append(xs, p.form())
	}
	p.expect(")")
	return xs
}

// isGroup says that a parenthesis holds a group, and no formula.
func (p *parser) isGroup() bool {
	n := 1
	for p.ahead(n) == name && p.ahead(n+1) == "," {
		n += 2
	}
	if p.ahead(n) != name || p.ahead(n+1) != ")" {
		return false
	}
	next := p.ahead(n + 2)
	return strings.HasPrefix(next, "comknow") || strings.HasPrefix(next, "distknow")
}

// group reads agents.
func (p *parser) group(parens bool) *syntax.Group {
	at := p.at()
	if parens {
		p.expect("(")
	}
	g := &syntax.Group{At: here(at), Elems: []syntax.Expr{p.agent()}}
	for p.accept(",") {
		g.Elems = append(g.Elems, p.agent())
	}
	if parens {
		p.expect(")")
	}
	return g
}

// knowledge reads what an agent or a group knows.
func (p *parser) knowledge(parens bool) syntax.Expr {
	at := p.at()
	p.know(at)
	g := p.group(parens)
	kind := p.kind()
	switch {
	case kind == "knows that" && len(g.Elems) == 1:
		p.pos++
		return knows(at, syntax.KNOWS, g.Elems[0], p.prefix())
	case kind == "knows whether" && len(g.Elems) == 1:
		p.pos++
		if p.kind() != "(" || p.isGroup() {
			return knows(at, syntax.WHETHER, g.Elems[0], p.prefix())
		}
		var all []syntax.Expr
		for _, x := range p.list() {
			all = append(all, knows(at, syntax.WHETHER, g.Elems[0], x))
		}
		return chain(at, syntax.AND, all)
	case strings.HasPrefix(kind, "comknow"), strings.HasPrefix(kind, "distknow"):
		p.pos++
		op := syntax.Token(syntax.COMMON)
		if strings.HasPrefix(kind, "distknow") {
			op = syntax.DISTR
		}
		that := func(x syntax.Expr) syntax.Expr { return &syntax.GroupKnows{At: here(at), Op: op, Group: g, X: x} }
		x := p.prefix()
		if strings.HasSuffix(kind, "that") {
			return that(x)
		}
		return binary(at, syntax.OR, that(x), that(not(at, x)))
	}
	p.wanted("what is known (knows that, knows whether, comknow that …)")
	return nil
}

// quantified reads atoms and the formula in which they may be either.
func (p *parser) quantified(at source.Span, exists bool) syntax.Expr {
	outer := p.bound
	p.bound = map[string]string{}
	for digits, b := range outer {
		p.bound[digits] = b
	}
	var names []syntax.Ident
	for {
		digits, at := p.atom()
		p.made++
		b := fmt.Sprintf("q%d_%s", p.made, digits)
		p.bound[digits] = b
		names = append(names, syntax.Ident{At: here(at), Name: b})
		if !p.accept(",") {
			break
		}
	}
	body := p.form()
	p.bound = outer
	binder := syntax.Binder{At: here(at), Names: names, Domain: &syntax.BoolType{At: here(at)}}
	return &syntax.Quant{At: here(at), Exists: exists, Binders: []syntax.Binder{binder}, Body: body}
}

// announcement reads an announcement and what is true behind it.
func (p *parser) announcement() syntax.Expr {
	at := p.at()
	p.know(at)
	diamond := p.kind() == "<"
	p.pos++
	var group *syntax.Group
	if p.kind() == name {
		group = p.group(false)
	}
	whether := p.accept("?")
	p.expect("!")
	f := p.form()
	if diamond {
		p.expect(">")
	} else {
		p.expect("]")
	}
	g := p.prefix()
	if diamond {
		g = not(at, g)
	}
	x := announced(at, told(at, group, f, whether), g)
	if diamond {
		x = not(at, x)
	}
	return x
}

// told is the announcement to all, or to a group, that f is true, or whether it is. Others
// notice that the group is told whether.
func told(at source.Span, group *syntax.Group, f syntax.Expr, whether bool) syntax.Program {
	if group == nil && !whether {
		return learn(at, everybody(at), test(at, f))
	}
	if group == nil {
		group = everybody(at)
	}
	marked := 0
	if whether {
		marked = -1
	}
	yes, no := learn(at, group, test(at, f)), learn(at, group, test(at, not(at, f)))
	return learn(at, everybody(at), &syntax.Choice{At: here(at), Parts: []syntax.Program{yes, no}, Marked: marked})
}

// named is a name that means nothing else here.
func named(text string, used map[string]bool) string {
	for spec.IsReserved(text) || used[text] {
		text += "_"
	}
	used[text] = true
	return text
}
