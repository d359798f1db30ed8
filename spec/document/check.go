package document

import (
	"slices"
	"strings"
	"unicode"

	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// checks reads the questions.
func (r *sections) checks(n *node) {
	if n.kind != list {
		refuse(r.errs, n.full, "begin each with \"- id: …\"", "a list of checks is expected")
		return
	}
	for _, item := range n.items {
		r.check(item)
	}
}

// question is the state of reading one check: the keys that ask something.
type question struct {
	check                       Check
	formula, some, count, least *node
	expect                      *node
	plan                        Plan
	measure                     Measure
}

func (r *sections) check(n *node) {
	q := &question{}
	c := &q.check
	if n.kind == mapping && len(n.pairs) > 0 {
		c.Span = n.pairs[0].key.full
	} else if n.kind != broken {
		refuse(r.errs, n.full, "as in - {id: safe, formula: \"AG !bad\", expect: holds}", "a check is a mapping with id and a question")
		return
	}
	r.fields(n, "a check", append([]field{
		{"id", func(n *node) { c.ID = r.id(n) }},
		{"doc", func(n *node) { c.Doc = r.prose(n) }},
		{"formula", func(n *node) { q.formula = n; c.Formula = r.expr(n) }},
		{"some", func(n *node) { q.some = n; c.Formula = r.expr(n) }},
		{"count", func(n *node) { q.count = n; c.Formula = r.expr(n) }},
		{"plan", func(n *node) { c.Formula = r.expr(n) }},
		{"chance", func(n *node) { c.Formula = r.expr(n) }},
		{"classes", func(n *node) { c.Formula = r.expr(n) }},
		{"least", func(n *node) { q.least = n; c.Least = r.least(n) }},
		{"at", func(n *node) { c.At = r.expr(n) }},
		{"if", func(n *node) { c.If = r.expr(n) }},
		{"expect", func(n *node) { q.expect = n }},
		{"layer", func(n *node) { c.Layer = r.expr(n) }},
		{"after", func(n *node) { c.After = r.program(n) }},
		{"recall", func(n *node) { c.Recall = r.word(n, recallWords) }},
		{"depth", func(n *node) { c.Depth, c.DepthExpr = r.depth(n) }},
		{"runs", func(n *node) { c.Runs = r.word(n, runsWords) }},
		{"fairness", func(n *node) { c.HasFairness = true; c.Fairness = r.fairness(n) }},
		{"vacuous", func(n *node) { c.Vacuous = r.word(n, vacuousWords) }},
		{"interpretation", func(n *node) { c.Interpretation = r.word(n, interpretationWords) }},
		{"limits", func(n *node) { r.limits(n, &c.Limits) }},
		{"with", func(n *node) { c.With = r.settings(n) }},
	}, slices.Concat(r.planFields(&q.plan), r.measureFields(&q.measure))...))
	if n.kind == broken {
		return
	}
	if c.ID.Name == "" && !has(n, "id") {
		refuse(r.errs, c.Span, "add id: NAME", "a check needs an id")
	}
	if !r.together(n) {
		return
	}
	if r.kind(q, n) && q.expect != nil {
		c.Expect = r.expect(q.expect, c.Kind)
	}
	r.layer.Checks = append(r.layer.Checks, *c)
}

// has says that a mapping has a key, whatever became of its value.
func has(n *node, key string) bool {
	for _, p := range n.pairs {
		if p.key.text.Text() == key {
			return true
		}
	}
	return false
}

// kind finds out what is asked, which must be exactly one thing.
func (r *sections) kind(q *question, n *node) bool {
	asked := 0
	for _, key := range []string{"formula", "some", "count", "plan", "chance", "classes"} {
		if has(n, key) {
			asked++
		}
	}
	c := &q.check
	table := keyOf(n, "table")
	switch {
	case asked > 1:
		refuse(r.errs, c.Span, "make two checks of it", "a check asks exactly one of formula, some, count, plan, chance and classes")
		return false
	case asked == 0 && table == nil:
		refuse(r.errs, c.Span, "add formula, some, count, plan, chance or classes", "a check asks exactly one question; this asks none")
		return false
	case has(n, "least") && !has(n, "formula"):
		key := "some"
		if has(n, "count") {
			key = "count"
		}
		refuse(r.errs, c.Span, "ask formula: … instead", "least looks for the smallest value for which a formula holds; it does not go with %s", key)
		return false
	case has(n, "least"):
		c.Kind = Least
	case has(n, "plan"):
		c.Kind, c.Plan = Plans, &q.plan
	case has(n, "classes"):
		q.measure.Mean = q.plan.Mean
		c.Kind, c.Measure = Classes, &q.measure
	case has(n, "chance") || table != nil:
		c.Kind, c.Measure = Chances, &q.measure
		if asked == 0 {
			c.Formula = certainly(table.full)
		}
	case has(n, "some"):
		c.Kind = Some
	case has(n, "count"):
		c.Kind = Count
	}
	return true
}

// isID tells a text of letters, digits, and some marks.
func isID(text string) bool { return isMadeOf(text, "_.-") }

// isMadeOf tells a text that is not empty, of letters, digits and marks alone.
func isMadeOf(text, marks string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(marks, r)
	})
}

// id reads the name of a check. Reports write instances as id[n=3,law=a], so
// brackets and the like are not for ids.
func (r *sections) id(n *node) syntax.Ident {
	if !r.scalar(n, "an id") {
		return syntax.Ident{}
	}
	text := n.text.Text()
	if !isID(text) {
		refuse(r.errs, n.text, "use letters, digits, - _ and .", "%q is not an id", squeeze(text))
		return syntax.Ident{}
	}
	r.note(n, text)
	r.once("check", text, n.text)
	return syntax.Ident{At: syntax.At{Place: n.text}, Name: text}
}

var verdicts = []string{"holds", "fails", "unknown"}

// expect reads what the author expects of a check of kind k.
func (r *sections) expect(n *node, k CheckKind) *Expect {
	if !r.scalar(n, "a verdict or a value") {
		return nil
	}
	text := strings.TrimSpace(n.text.Text())
	for _, v := range verdicts {
		if text == v && (k.verdict() || v == "unknown") {
			r.note(n, text)
			return &Expect{Span: n.text, Verdict: text}
		}
	}
	if k.verdict() && strings.HasPrefix(text, "if ") {
		return r.choice(n)
	}
	if k.verdict() {
		refuse(r.errs, n.text, "the verdicts are "+strings.Join(verdicts, ", "), "unknown verdict %q%s", squeeze(text), source.DidYouMean(text, verdicts))
		return nil
	}
	if text == "holds" || text == "fails" {
		hint := "as in 6, pow(2, n) or \"> 0\""
		if k == Chances {
			hint = "as in 23/54 or \"> 1/2\""
		}
		refuse(r.errs, n.text, hint, "the answer is a number, not a verdict")
		return nil
	}
	return r.expectedValue(n)
}

// choice reads a verdict that depends on parameters.
func (r *sections) choice(n *node) *Expect {
	x, _ := r.expr(n).(*syntax.If)
	if x == nil {
		return nil // said already
	}
	if !r.chooses(x) {
		refuse(r.errs, n.text, "as in if n > 2 then holds else fails", "a verdict is expected in each branch")
		return nil
	}
	return &Expect{Span: n.text, Choice: x}
}

func (r *sections) chooses(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.If:
		return r.chooses(x.Then) && r.chooses(x.Else)
	case *syntax.Paren:
		return r.chooses(x.X)
	case *syntax.Name:
		return slices.Contains(verdicts, x.Name)
	}
	return false
}

// fairness reads what is instead of the fairness of the document; none takes it away.
func (r *sections) fairness(n *node) []*syntax.Entry {
	if n.kind == scalar && n.text.Text() == "none" {
		r.note(n, "none")
		return nil
	}
	return r.entryList(n)
}

// comparisons in the order in which they are tried: the longer first.
var comparisons = []syntax.Token{syntax.NE, syntax.LE, syntax.GE, syntax.EQ, syntax.LT, syntax.GT}

// expectedValue reads a value, perhaps with a comparison before it.
func (r *sections) expectedValue(n *node) *Expect {
	e := &Expect{Span: n.text, Op: syntax.EQ}
	at, lead := trim(n.text), ""
	for _, op := range comparisons {
		if strings.HasPrefix(at.Text(), op.String()) {
			e.Op, lead = op, op.String()+" "
			at.Start += len(op.String())
			break
		}
	}
	if severalComparisons(trim(at)) {
		refuse(r.errs, n.text, "as in \"> 0\" or pow(2, n); two bounds take two checks", "an expectation is a value, perhaps with one comparison before it")
		return nil
	}
	value, ok := parsedSpan(r.reader, n, trim(at), syntax.ParseExpr, func(x syntax.Expr) string { return lead + syntax.String(x) })
	if !ok {
		return nil
	}
	e.Value = value
	return e
}

// severalComparisons says that the text behind a comparison goes on like that:
// & < 5 has no left side.
func severalComparisons(at source.Span) bool {
	words := syntax.Words(at, new(source.List))
	for i, w := range words {
		switch w.Token {
		case syntax.AND, syntax.OR, syntax.COMMA:
			if i+1 < len(words) && slices.Contains(comparisons, words[i+1].Token) {
				return true
			}
		}
	}
	return len(words) > 0 && slices.Contains(comparisons, words[0].Token)
}
