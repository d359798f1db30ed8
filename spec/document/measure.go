package document

import (
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// Measure is what a check of kind Chances or Classes says besides its formula.
type Measure struct {
	Of    []syntax.Expr // among what these consider possible; nil: in all worlds asked about
	Weigh Word          // "choices" or "worlds"; empty: not given
	Table syntax.Expr   // whose values get a chance each; nil: not given
	Left  syntax.Expr   // in whose values is counted what is left; nil: in worlds
	// Outcomes, Largest and Mean are what is expected of an experiment; nil: not given.
	Outcomes, Largest, Mean *Expect
}

// measureFields are the keys that go with chance or classes alone. An experiment has a
// mean as well, which is read with those of plans.
func (r *sections) measureFields(m *Measure) []field {
	return []field{
		{"of", func(n *node) { m.Of = r.asked(n) }},
		{"weigh", func(n *node) { m.Weigh = r.word(n, weighWords) }},
		{"table", func(n *node) { m.Table = r.expr(n) }},
		{"left", func(n *node) { m.Left = r.expr(n) }},
		{"outcomes", func(n *node) { m.Outcomes = r.expectedNumber(n) }},
		{"largest", func(n *node) { m.Largest = r.expectedNumber(n) }},
	}
}

// certainly is the formula of a check that asks for a table alone.
func certainly(at source.Span) syntax.Expr {
	return &syntax.Bool{At: syntax.At{Place: at}, Value: true}
}

// Keys that do not go with a kind of check.
var (
	notWithPlans   = []string{"at", "layer", "interpretation", "least", "depth", "runs", "of", "weigh", "table", "left", "outcomes", "largest"}
	notWithChances = []string{"layer", "interpretation", "least", "by", "cost", "within", "worst", "mean", "starts", "left", "outcomes", "largest"}
	notWithClasses = []string{"layer", "interpretation", "least", "by", "cost", "within", "worst", "starts", "table", "expect"}
)

// planKeys are what plans have instead of keys that do not go with them.
var planKeys = map[string]string{
	"at":    "after: ?f begins where f is true",
	"depth": "within: n allows only plans that cost so much",
	"least": "worst: n is the least number that is sure to do",
}

// together refuses keys that do not go with what is asked.
func (r *sections) together(n *node) bool {
	for _, k := range []struct {
		key, what string
		without   []string
	}{
		{"plan", "a plan", notWithPlans}, {"classes", "classes", notWithClasses},
		{"chance", "a chance", notWithChances}, {"table", "a table", notWithChances},
	} {
		if !has(n, k.key) {
			continue
		}
		for _, key := range k.without {
			if at := keyOf(n, key); at != nil {
				hint := ""
				if k.key == "plan" {
					hint = planKeys[key]
				}
				refuse(r.errs, at.full, hint, "%s goes without %s", k.what, key)
				return false
			}
		}
		return true
	}
	for _, f := range r.planFields(nil) {
		if at := keyOf(n, f.name); at != nil {
			with, hint := "plan", "ask plan: … for a goal"
			if f.name == "mean" {
				with, hint = "plan or classes", hint+", or classes: … for what is told apart"
			}
			refuse(r.errs, at.full, hint, "%s goes with %s alone", f.name, with)
			return false
		}
	}
	for _, f := range r.measureFields(nil) {
		if at := keyOf(n, f.name); at != nil {
			refuse(r.errs, at.full, "ask chance: … for the chance of a formula, or classes: … for what is told apart", "%s goes with chance or classes alone", f.name)
			return false
		}
	}
	return true
}
