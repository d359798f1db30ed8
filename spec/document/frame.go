package document

import (
	"slices"

	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// Alternative is one way in which a step with a frame can happen: the value of the last
// argument, what has to be true before, and what changes.
type Alternative struct {
	Value syntax.Expr
	When  []syntax.Expr
	Then  []Assign
}

// Confused says which alternatives of a step Who confuses: those of one class.
type Confused struct {
	Who     *syntax.Who
	All     bool            // all of them; Classes is empty then
	Classes [][]syntax.Expr // values of the last argument
}

// frame reads the alternatives of a step.
func (r *sections) frame(n *node) []Alternative {
	var found []Alternative
	r.mapping(n, func(key, value *node) {
		a := Alternative{Value: r.expr(key)}
		r.fields(value, "an alternative", []field{
			{"when", func(n *node) { a.When = r.exprs(n) }},
			{"then", func(n *node) { a.Then = r.then(n) }},
		})
		if a.Value != nil {
			found = append(found, a)
		}
	})
	if n.kind == mapping && len(n.pairs) == 0 {
		complain(r.errs, n.full, "a frame needs an alternative")
	}
	return found
}

// confuses reads who confuses which alternatives.
func (r *sections) confuses(n *node) []Confused {
	var found []Confused
	r.mapping(n, func(key, value *node) {
		c := Confused{Who: r.who(key)}
		switch {
		case value.kind == list && len(value.items) > 0 && value.items[0].kind == list:
			for _, class := range value.items {
				c.Classes = append(c.Classes, r.exprs(class))
			}
		case value.kind == list:
			c.Classes = [][]syntax.Expr{r.exprs(value)}
		default:
			c.All = r.word(value, []string{"all"}).Text == "all"
		}
		if c.Who != nil {
			found = append(found, c)
		}
	})
	return found
}

// checkFrame complains about a frame that is none: an equivalence of alternatives for each
// agent is expected, over values of the last argument.
func (r *sections) checkFrame(n *node, a *Action) {
	if len(a.Frame) == 0 {
		if has(n, "confuses") && !has(n, "frame") {
			refuse(r.errs, n.full, "as in frame: {red: {when: holds[one] = red}, white: {when: holds[one] = white}}", "confuses is about the alternatives of a frame, but there is no frame")
		}
		return
	}
	if a.last() == "" {
		refuse(r.errs, a.Sig.Place, "as in show(x in Card)", "the alternatives of a frame are values of the last argument, but there is none")
		return
	}
	for _, other := range []string{"then", "seen", "outcome", "given"} {
		if has(n, other) {
			refuse(r.errs, n.full, "alternatives have when and then of their own, and confuses says who sees what", "an action with a frame has no %s", other)
		}
	}
	var known []string
	for _, alt := range a.Frame {
		known = append(known, syntax.String(alt.Value))
	}
	for _, c := range a.Confuses {
		var used []string
		for _, class := range c.Classes {
			for _, v := range class {
				text := syntax.String(v)
				switch {
				case !slices.Contains(known, text):
					complain(r.errs, v.Span(), "the frame has no alternative %q%s", text, source.DidYouMean(text, known))
				case slices.Contains(used, text):
					complain(r.errs, v.Span(), "%q stands here twice; alternatives that an agent confuses make classes, and each is in one of them", text)
				}
				used = append(used, text)
			}
		}
	}
}

// last is the name of the last argument; empty where there is none.
func (a *Action) last() string {
	if len(a.Sig.Params) == 0 {
		return ""
	}
	names := a.Sig.Params[len(a.Sig.Params)-1].Names
	return names[len(names)-1].Name
}

// Unframed is an action without a frame that means the same as a. Its guard and its effects
// are those of the alternative that the last argument is; everybody sees the action and its
// other arguments, and of the last one in which class it is: by a test for each class.
func (a *Action) Unframed() *Action {
	if len(a.Frame) == 0 {
		return a
	}
	plain := *a
	plain.Frame, plain.Confuses, plain.HasSeen = nil, nil, true
	plain.When, plain.Then = slices.Clone(a.When), nil
	values := make([]syntax.Expr, len(a.Frame))
	for i, alt := range a.Frame {
		values[i] = alt.Value
	}
	plain.When = append(plain.When, a.among(values))
	for _, alt := range a.Frame {
		is := a.among([]syntax.Expr{alt.Value})
		for _, w := range alt.When {
			plain.When = append(plain.When, infix(syntax.IMP, is, w))
		}
		for _, t := range alt.Then {
			target := *t.Target
			if target.Cond = is; t.Target.Cond != nil {
				target.Cond = infix(syntax.AND, is, t.Target.Cond)
			}
			plain.Then = append(plain.Then, Assign{&target, t.Value})
		}
	}
	plain.Seen = a.classesSeen(values)
	for _, c := range a.Confuses {
		if named := named(c.Who); named != nil {
			plain.When = append(plain.When, named)
		}
	}
	return &plain
}

// named is a guard that is true, and has no value where it has none whom an entry means: what the
// others see would be no more defined than that. It is nil where it always has a value.
func named(who *syntax.Who) syntax.Expr {
	sure := func(x syntax.Expr) syntax.Expr {
		return infix(syntax.OR, x, &syntax.Unary{At: syntax.At{Place: x.Span()}, Op: syntax.NOT, X: x})
	}
	switch {
	case who.All:
		return nil
	case len(who.Binders) > 0 && who.Cond != nil:
		return &syntax.Quant{At: who.At, Binders: who.Binders, Body: sure(who.Cond)}
	case len(who.Binders) > 0:
		return nil
	}
	if _, name := who.Value.(*syntax.Name); name {
		return nil
	}
	return infix(syntax.EQ, who.Value, who.Value)
}

// classesSeen says who sees what of the alternatives, which are values of the last argument.
func (a *Action) classesSeen(values []syntax.Expr) []Seen {
	at := syntax.At{Place: a.Sig.Name.Place}
	var names []*syntax.Entry
	for _, p := range a.Sig.Params {
		for _, name := range p.Names {
			names = append(names, &syntax.Entry{At: name.At, Value: &syntax.Name{At: name.At, Name: name.Name}})
		}
	}
	others, last := names[:len(names)-1], names[len(names)-1:]
	seen := []Seen{{&syntax.Who{At: at, All: true}, others}}
	observer := syntax.Ident{At: at, Name: "frame_observer"}
	everybody := false   // confuses something
	var rest syntax.Expr // the observer is nobody who does
	for _, c := range a.Confuses {
		if !c.All {
			seen = append(seen, Seen{c.Who, a.tests(c.Classes, values)})
		}
		same := func(x syntax.Expr) syntax.Expr {
			return infix(syntax.EQ, &syntax.Name{At: at, Name: observer.Name}, x)
		}
		var meant syntax.Expr
		switch {
		case c.Who.All:
			everybody = true
			continue
		case len(c.Who.Binders) == 0:
			meant = same(c.Who.Value)
		default:
			var bound syntax.Expr
			for _, b := range c.Who.Binders {
				for _, name := range b.Names {
					if is := same(&syntax.Name{At: name.At, Name: name.Name}); bound == nil {
						bound = is
					} else {
						bound = infix(syntax.OR, bound, is)
					}
				}
			}
			if meant = bound; c.Who.Cond != nil {
				meant = infix(syntax.AND, c.Who.Cond, bound)
			}
			meant = &syntax.Quant{At: c.Who.At, Exists: true, Binders: c.Who.Binders, Body: meant}
		}
		not := syntax.Expr(&syntax.Unary{At: c.Who.At, Op: syntax.NOT, X: meant})
		if rest == nil {
			rest = not
		} else {
			rest = infix(syntax.AND, rest, not)
		}
	}
	if everybody {
		return seen
	}
	who := &syntax.Who{At: at, Binders: []syntax.Binder{{At: at, Names: []syntax.Ident{observer}, Domain: &syntax.Name{At: at, Name: "Agent"}}}, Cond: rest}
	return append(seen, Seen{who, last})
}

// tests tell classes apart: one for each of them, and one for each alternative in none.
func (a *Action) tests(classes [][]syntax.Expr, values []syntax.Expr) []*syntax.Entry {
	in := map[string]bool{}
	var tests []*syntax.Entry
	test := func(class []syntax.Expr) {
		if len(class) > 0 {
			tests = append(tests, &syntax.Entry{At: syntax.At{Place: class[0].Span()}, Value: a.among(class)})
		}
	}
	for _, class := range classes {
		test(class)
		for _, v := range class {
			in[syntax.String(v)] = true
		}
	}
	for _, v := range values {
		if !in[syntax.String(v)] {
			test([]syntax.Expr{v})
		}
	}
	return tests
}

// among says that the last argument is one of these values.
func (a *Action) among(values []syntax.Expr) syntax.Expr {
	var any syntax.Expr
	for _, v := range values {
		at := syntax.At{Place: v.Span()}
		is := infix(syntax.EQ, &syntax.Name{At: at, Name: a.last()}, v)
		if any == nil {
			any = is
		} else {
			any = infix(syntax.OR, any, is)
		}
	}
	return any
}

// infix is x op y, at the place of y, which is what the document spells.
func infix(op syntax.Token, x, y syntax.Expr) syntax.Expr {
	return &syntax.Binary{At: syntax.At{Place: y.Span()}, Op: op, OpAt: y.Span(), X: x, Y: y}
}
