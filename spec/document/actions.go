package document

import "github.com/epibdd/epibdd/spec/syntax"

// actions reads the steps.
func (r *sections) actions(n *node) {
	r.entries(n, "actions", sigName, func(key, value *node, sig *syntax.Sig) {
		a := Action{Sig: sig}
		r.fields(value, "an action", []field{
			{"by", func(n *node) { a.By = r.expr(n) }},
			{"when", func(n *node) { a.When = r.exprs(n) }},
			{"outcome", func(n *node) { a.Outcome = r.typedNames(n) }},
			{"given", func(n *node) { a.Given = r.exprs(n) }},
			{"then", func(n *node) { a.Then = r.then(n) }},
			{"seen", func(n *node) { a.HasSeen = true; a.Seen = r.seen(n) }},
			{"frame", func(n *node) { a.Frame = r.frame(n) }},
			{"confuses", func(n *node) { a.Confuses = r.confuses(n) }},
			{"doc", func(n *node) { a.Doc = r.prose(n) }},
		})
		r.checkFrame(value, &a)
		r.layer.Actions = append(r.layer.Actions, a)
	})
}

// then reads the cells that a step assigns.
func (r *sections) then(n *node) []Assign {
	var found []Assign
	r.mapping(n, func(key, value *node) {
		target, e := r.entry(key), r.expr(value)
		if target != nil && e != nil {
			found = append(found, Assign{target, e})
		}
	})
	return found
}

// seen reads who observes what of a step.
func (r *sections) seen(n *node) []Seen {
	var found []Seen
	r.mapping(n, func(key, value *node) {
		who, what := r.who(key), r.entryList(value)
		if who != nil {
			found = append(found, Seen{who, what})
		}
	})
	return found
}
