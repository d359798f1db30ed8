package epibdd

import (
	"context"
	"iter"
	"strings"

	"github.com/epibdd/epibdd/internal/batch"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// Plan is what agents do to make sure of something: a tree of what may be seen, and what is done
// then. A Result of a check that plans has it in its Run.
type Plan = report.Plan

// Given lets the plans of checks that a pattern names (empty: all) go on from what has
// happened, of which nothing is expected then: steps, and tests of what was seen, one after the
// other, with blanks or semicolons between them.
func Given(only, happened string) Setting {
	errs := &source.List{}
	p := syntax.ParseProgram(textOf("--given", inSequence(happened)), errs)
	given := func(c *spec.Check) syntax.Program {
		if only != "" && !batch.Matches(only, c) {
			return nil
		}
		return p
	}
	return Setting{set: func(o *spec.Options) { o.Given = given }, err: errs.Err()}
}

// inSequence puts semicolons between steps that have blanks between them.
func inSequence(text string) string {
	var b strings.Builder
	depth := 0
	for word := range strings.FieldsSeq(text) {
		switch before := b.String(); {
		case before == "" || depth > 0:
			b.WriteString(" ")
		case strings.HasSuffix(before, ";") || strings.HasPrefix(word, ";"):
			b.WriteString(" ")
		default:
			b.WriteString("; ")
		}
		b.WriteString(word)
		depth += strings.Count(word, "(") + strings.Count(word, "{") - strings.Count(word, ")") - strings.Count(word, "}")
	}
	return strings.TrimSpace(b.String())
}

// Plans decides the checks of a document that ask for plans, as Check does, and passes over
// the others.
func (d *Document) Plans(ctx context.Context, o Options) iter.Seq2[*Result, error] {
	only := *d
	only.in = d.in.Keep(func(c *spec.Check) bool { return c.Kind == spec.PlanCheck })
	return only.Check(ctx, o)
}
