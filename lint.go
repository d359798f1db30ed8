package epibdd

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/epibdd/epibdd/internal/batch"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// Lint warns of what makes checks true that say nothing, beside the Warnings that loading
// has: names that are never used, actions that are never possible, and parts of formulas
// that hold in vain (Kupferman and Vardi, "Vacuity detection in temporal model checking",
// 2003): the left side of an implication that is never true where the formula asks it, an
// operand of "or" without which it holds as well, programs that are never executed there, and
// an at that leaves nothing out. Such a part is found by asking the formula once
// more with false in place of what follows: if it still holds, it never came to that. This
// takes a check for each part and row of a sweep, within the limits of the options. What is so
// in some rows alone, and what has no answer, is not warned of.
func (d *Document) Lint(ctx context.Context, o Options) ([]Diagnostic, error) {
	if err := d.Err(); err != nil {
		return nil, err
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	var found source.List
	for _, w := range document.Lint(d.in.File) {
		found.Add(w)
	}
	questions := d.vacuity()
	asked := o
	asked.Only, asked.Shard = nil, ""
	if len(questions) == 0 {
		return found.All(), nil
	}
	suite := d.asking(questions)
	run := asked.run()
	run.NoEvidence = true
	answers := &answered{}
	if _, err := batch.Run(ctx, []*batch.Input{{File: d.in.File, Suite: suite}}, run, answers); err != nil {
		return nil, err
	}
	vain := map[int]bool{} // in all rows
	for _, r := range answers.results {
		i, _ := strconv.Atoi(r.Check.ID)
		before, again := vain[i]
		vain[i] = r.Verdict == Holds && (before || !again)
	}
	for _, w := range confirmed(questions, vain) {
		found.Add(w)
	}
	return found.All(), nil
}

// asking is a suite of questions: each is a check whose id is its number.
func (d *Document) asking(questions []suspicion) *spec.Suite {
	doc := *d.in.Suite.Document()
	doc.Checks = nil
	for i, q := range questions {
		c := q.check
		c.ID.Name = strconv.Itoa(i)
		c.Expect = nil
		doc.Checks = append(doc.Checks, c)
	}
	suite, _ := spec.Resolve(&doc, d.settings.Spec)
	suite.Checks = slices.DeleteFunc(suite.Checks, func(c *spec.Check) bool { return c.Formula == nil })
	return suite
}

// confirmed are the warnings of questions that hold, with the formulas that they are about. Of
// parts within a part that is vain nothing is said.
func confirmed(questions []suspicion, holds map[int]bool) []Diagnostic {
	var found []Diagnostic
	for i, q := range questions {
		within := slices.ContainsFunc(questions[:i], func(outer suspicion) bool {
			return outer.vain && outer.of == q.of && covers(outer.replaced, q.replaced)
		})
		questions[i].vain = holds[i] && (q.of < 0 || holds[q.of]) && !within
		if questions[i].vain && q.message != "" {
			found = append(found, Diagnostic{Severity: source.Warning, Span: q.at, Message: q.message, Hint: q.hint})
		}
	}
	return found
}

// shortened is a text in one line, and of no more than some characters.
func shortened(text string) string {
	r := []rune(strings.Join(strings.Fields(text), " "))
	if len(r) > 60 {
		r = append(r[:59], '…')
	}
	return string(r)
}

func covers(a, b source.Span) bool { return a.Start <= b.Start && b.End <= a.End }

// answered collects results.
type answered struct{ results []*Result }

func (a *answered) Spec(*report.Spec) error { return nil }

func (a *answered) Result(r *Result) error {
	a.results = append(a.results, r)
	return nil
}

// suspicion is what linting asks of a model. If it holds, the message is true of a place.
type suspicion struct {
	check         document.Check
	of            int         // the question of the formula as it stands, -1: none
	replaced      source.Span // by false
	at            source.Span
	message, hint string
	vain          bool
}

// vacuity returns what linting asks of the document.
func (d *Document) vacuity() []suspicion {
	doc := d.in.Suite.Document()
	v := &vacuity{doc: doc}
	if d.in.Suite.Models[0].AsksKnowledge() == nil {
		v.recall = document.Word{Span: textOf("lint", ""), Text: string(spec.NoRecall)} // which takes the least work
	}
	for i := range doc.Actions {
		v.action(&doc.Actions[i])
	}
	for _, c := range doc.Checks {
		v.formula(c)
	}
	return v.questions
}

type vacuity struct {
	doc       *document.Document
	recall    document.Word // of questions about actions
	questions []suspicion
	some      int // operators around a part that ask for one world or run
}

// action asks whether an action of this file is ever possible.
func (v *vacuity) action(a *document.Action) {
	at := a.Sig.Name.Place
	if at.File != v.doc.File {
		return
	}
	text := textOf("lint", fmt.Sprintf("AG [%s] false", a.Sig.Name.Name))
	v.questions = append(v.questions, suspicion{
		check: document.Check{
			Span: at, ID: a.Sig.Name, Formula: syntax.ParseExpr(text, new(source.List)), Recall: v.recall,
		},
		of: -1, at: at, message: fmt.Sprintf("the action %s is possible in no state that can be reached", a.Sig.Name.Name),
	})
}

// formula asks about the parts of a formula, and about the formula itself.
func (v *vacuity) formula(c document.Check) {
	if c.Kind != document.Formula || c.Formula == nil || c.Vacuous.Text != "" || c.Formula.Span().File != v.doc.File {
		return
	}
	if document.Foreign(v.doc.File.Name) { // whose text is not in our language
		c.Formula = syntax.ParseExpr(textOf("lint", syntax.String(c.Formula)), new(source.List))
	}
	of := len(v.questions)
	v.questions = append(v.questions, suspicion{check: c, of: -1})
	v.place(c, of)
	v.parts(c, of, c.Formula, true)
	if len(v.questions) == of+1 {
		v.questions = v.questions[:of]
	}
}

// place asks whether at leaves anything out. "at: true" says itself that it does not.
func (v *vacuity) place(c document.Check, of int) {
	at := c.At
	if at == nil || at.Span().File != v.doc.File || at.Span().Text() == "true" {
		return
	}
	c.Formula, c.At = at, nil
	v.questions = append(v.questions, suspicion{
		check: c, of: of, replaced: at.Span(), at: at.Span(), message: shortened(at.Span().Text()) + " is so in every initial state, and leaves none out",
		hint: "vacuous: ok in the check says that this is meant",
	})
}

// parts goes through a formula as far as it is monotone in its parts; positive tells
// whether it becomes stronger with the part.
func (v *vacuity) parts(c document.Check, of int, x syntax.Expr, positive bool) {
	both := func(x, y syntax.Expr) {
		if x != nil {
			v.parts(c, of, x, positive)
		}
		if y != nil {
			v.parts(c, of, y, positive)
		}
	}
	if forSome(x, positive) {
		v.some++
		defer func() { v.some-- }()
	}
	switch x := x.(type) {
	case *syntax.Paren:
		both(x.X, nil)
	case *syntax.Unary:
		if x.Op == syntax.NOT {
			v.parts(c, of, x.X, !positive)
		}
	case *syntax.Binary:
		switch x.Op {
		case syntax.OR:
			if positive && v.some == 0 {
				v.without(c, of, x.X, x.X.Span(), notNeeded)
				v.without(c, of, x.Y, x.Y.Span(), notNeeded)
			}
			both(x.X, x.Y)
		case syntax.AND:
			both(x.X, x.Y)
		case syntax.IMP:
			if positive {
				v.without(c, of, x.Y, x.X.Span(), " is never true where the formula comes to it, and what it implies is not looked at")
			}
			v.parts(c, of, x.X, !positive)
			both(x.Y, nil)
		}
	case *syntax.Quant:
		both(x.Body, nil)
	case *syntax.Knows:
		if x.Op == syntax.KNOWS || x.Op == syntax.SUPPOSE {
			both(x.X, nil)
		}
	case *syntax.GroupKnows:
		both(x.X, nil)
	case *syntax.Box:
		if positive && !x.Diamond {
			v.without(c, of, x.X, x.Program.Span(), " is never executed where the formula comes to it, and what is asked behind it is not looked at")
		}
		both(x.X, nil)
	case *syntax.Temporal:
		both(x.X, x.Y)
	case *syntax.OnRuns:
		both(x.X, nil)
	case *syntax.Path:
		both(x.X, x.Y)
	}
}

// notNeeded is said of an operand of "or". Where one world or run is asked for, one of the two
// is enough, and nothing is said.
const notNeeded = " makes no difference where the formula comes to it, which holds without"

// forSome tells whether an operator, or its negation, asks for one world, run or value.
func forSome(x syntax.Expr, positive bool) bool {
	switch x := x.(type) {
	case *syntax.Quant:
		return x.Exists == positive
	case *syntax.Knows:
		return (x.Op == syntax.SUPPOSE) == positive
	case *syntax.GroupKnows:
		return !positive
	case *syntax.Box:
		return x.Diamond == positive
	case *syntax.Temporal:
		return x.All != positive
	case *syntax.OnRuns:
		return x.All != positive
	}
	return false
}

// without asks the formula with false in place of a part.
func (v *vacuity) without(c document.Check, of int, part syntax.Expr, at source.Span, message string) {
	whole, cut := c.Formula.Span(), part.Span()
	if cut.Text() == "false" {
		return // it says itself that this never comes
	}
	text := whole.File.Text[whole.Start:cut.Start] + "(false)" + whole.File.Text[cut.End:whole.End]
	message = shortened(at.Text()) + message
	hint := "vacuous: ok in the check says that this is meant"
	if at.File != v.doc.File {
		at, hint = c.Span, ""
	}
	c.Formula = syntax.ParseExpr(textOf("lint", text), new(source.List))
	if c.Formula == nil {
		return
	}
	v.questions = append(v.questions, suspicion{check: c, of: of, replaced: cut, at: at, message: message, hint: hint})
}
