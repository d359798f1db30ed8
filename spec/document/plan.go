package document

import (
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec/syntax"
)

// Plan is what a check of kind Plans says besides its goal.
type Plan struct {
	By          []syntax.Expr // who plans; nil: who owns the steps
	Cost        []Cost        // of steps; nil: 1 each
	Within      syntax.Expr   // nil: not given
	Worst, Mean *Expect       // nil: not given
	Starts      *Expect       // likewise
}

// Cost is what a step of an action costs.
type Cost struct {
	Action syntax.Ident
	Value  syntax.Expr
}

// Given is a check for a plan that goes on from something else that has happened, of which
// nothing is expected.
func (c *Check) Given(happened syntax.Program) *Check {
	given, plan := *c, *c.Plan
	plan.Worst, plan.Mean, plan.Starts = nil, nil, nil
	given.Plan, given.After, given.Expect = &plan, happened, nil
	return &given
}

// planFields are the keys that go with plan alone.
func (r *sections) planFields(p *Plan) []field {
	return []field{
		{"by", func(n *node) { p.By = r.asked(n) }},
		{"cost", func(n *node) { p.Cost = r.costs(n) }},
		{"within", func(n *node) { p.Within = r.expr(n) }},
		{"worst", func(n *node) { p.Worst = r.expectedNumber(n) }},
		{"mean", func(n *node) { p.Mean = r.expectedNumber(n) }},
		{"starts", func(n *node) { p.Starts = r.expectedNumber(n) }},
	}
}

func (r *sections) costs(n *node) []Cost {
	var all []Cost
	r.mapping(n, func(key, value *node) {
		name, ok := r.name(key)
		if !ok || !r.present(value, name.Name) {
			return
		}
		if slices.ContainsFunc(all, func(c Cost) bool { return c.Action.Name == name.Name }) {
			refuse(r.errs, key.full, "", "%q is there twice", name.Name)
			return
		}
		if x := r.expr(value); x != nil {
			all = append(all, Cost{name, x})
		}
	})
	return all
}

// expectedNumber reads a number that is expected, perhaps with a comparison before it.
func (r *sections) expectedNumber(n *node) *Expect {
	if !r.scalar(n, "a number") {
		return nil
	}
	if strings.HasPrefix(n.text.Text(), "between ") { // as bounds are shown
		refuse(r.errs, n.text, `write "<= 6", which is met if all numbers in between are`, "what is expected is a number, perhaps with one comparison before it")
		return nil
	}
	return r.expectedValue(n)
}

// keyOf is a key of a mapping, nil if it is not there.
func keyOf(n *node, key string) *node {
	for _, p := range n.pairs {
		if p.key.text.Text() == key {
			return p.key
		}
	}
	return nil
}
