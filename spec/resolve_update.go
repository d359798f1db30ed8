package spec

import (
	"slices"

	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// Knowledge actions change what agents know and nothing else (Definition 2 of
// van Ditmarsch's Cluedo paper): tests, learning, sequence, choice, local choice
// and concurrency. They share their syntax with programs over steps; an L tells
// them apart. A program without L and without steps, such as ?p | ?q, may become a
// part of either.

// IsKnowledgeAction reports whether p has an L in it, in the programs that it
// names too.
func IsKnowledgeAction(p Program) bool {
	if _, ok := p.(*Learn); ok {
		return true
	}
	return slices.ContainsFunc(Subprograms(p), IsKnowledgeAction)
}

// Subprograms returns the programs directly below p; of a named one that is
// its body.
func Subprograms(p Program) []Program {
	switch p := p.(type) {
	case *Seq:
		return p.Parts
	case *Choice:
		return p.Parts
	case *Both:
		return p.Parts
	case *Star:
		return []Program{p.X}
	case *SomeOf:
		return []Program{p.Body}
	case *Run:
		return []Program{p.Named.Body}
	case *Learn:
		return []Program{p.X}
	}
	return nil
}

// Uninformed explains why an agent cannot be asked behind a knowledge action of
// which it did not learn (docs/semantics.md#learners).
func Uninformed(a *Agent) string {
	return a.Name.String() + " did not learn of the knowledge action before, so that nothing is said of what it knows now; let an outermost L include it, as in L{all} (… | …)"
}

// Forgetting explains why there is nothing temporal behind a knowledge action
// unless agents remember.
const Forgetting = "behind a knowledge action there are no temporal operators but under recall: perfect: the next step would forget what was learnt; let agents remember, or take the steps first, as in [a] [L{…} ?p] f"

// Outsider explains why an agent cannot learn within an L (docs/semantics.md#learners).
func Outsider(a *Agent) string {
	return a.Name.String() + " learns something within this L and is not in its group; add it to the group"
}

// learn resolves L{group} α. Who learns is the same in all worlds: otherwise
// agents could not tell who else has learnt.
func (r *resolver) learn(x *syntax.Learn) Program {
	p := &Learn{pnode: pnode{place: x.Place}}
	r.each(func() { p.Group = r.group(x.Group) }, func() { p.X = r.program(x.Program) })
	if p.Group.traits() != 0 {
		r.fail(x.Group.Place, "who learns cannot depend on the state; name the agents, or give the action an argument and pass it there")
	}
	p.free = mergeBounds(p.Group.free(), p.X.Free())
	return p
}

// update is [α] f or <α> f of a knowledge action.
func (r *resolver) update(at source.Span, all bool, p Program, f Expr) Expr {
	r.knowledgeAction(p, at, false)
	e := &Update{All: all, Action: p, X: f}
	e.close(at, BoolType{}, nil, f)
	e.free = mergeBounds(e.free, p.Free())
	e.traits |= Epistemic
	return e
}

// unmixed refuses a program with both knowledge actions and steps.
func (r *resolver) unmixed(p Program) {
	if IsKnowledgeAction(p) {
		r.noSteps(p, p.Span())
	}
}

const mixture = "; knowledge actions and steps are not mixed in one program: write [a] [L{…} ?p] f"

// noSteps refuses what is only in programs over steps. at is the place to blame
// for what stands in a named program.
func (r *resolver) noSteps(p Program, at source.Span) {
	switch p.(type) {
	case *Step, *AnyStep, *Doing:
		r.fail(p.Span(), "a knowledge action takes no step"+mixture)
	case *Star:
		r.fail(p.Span(), "a knowledge action is not repeated by *; write it out, as in a; a; a")
	}
	for _, q := range Subprograms(p) {
		r.noSteps(q, at)
	}
}

// knowledgeAction checks a knowledge action. Within an L nothing but tests reads the
// state: what happens is one action, whatever the world is.
func (r *resolver) knowledgeAction(p Program, at source.Span, learnt bool) {
	r.noSteps(p, at)
	switch p := p.(type) {
	case *Test:
		if !learnt {
			r.fail(p.Span(), "a test in a knowledge action stands under an L, or nobody would learn of it: write L{…} ?f, or f -> [α] g")
		}
	case *Learn:
		learnt = true
	case *Choice:
		r.warnBare(p)
	case *SomeOf:
		if learnt && domainTraits(p.Binders) != 0 {
			r.fail(p.Span(), "under an L the domain of some cannot depend on the state; take all values and put the condition into the test")
		}
	case *Run:
		for _, arg := range p.Args {
			if learnt && arg.Traits() != 0 {
				r.fail(arg.Span(), "under an L an argument cannot depend on the state; use some x in T: … and put x = … into the test")
			}
		}
	}
	for _, q := range Subprograms(p) {
		r.knowledgeAction(q, at, learnt)
	}
}

func domainTraits(bs []Binder) (t Traits) {
	for _, d := range domains(bs) {
		t |= d.Traits()
	}
	return t
}

// warnBare warns of a choice between learning and a bare test, of which nobody
// notices that it was made.
func (r *resolver) warnBare(p *Choice) {
	if !slices.ContainsFunc(p.Parts, IsKnowledgeAction) {
		return
	}
	for _, q := range p.Parts {
		if !IsKnowledgeAction(q) {
			r.errs.Warnf(q.Span(), "nobody learns of this test, while other branches of the choice are learnt; write L{…} ?f with the same agents if they see that it was chosen")
		}
	}
}

// regular refuses what is only in knowledge actions.
func (r *resolver) regular(p Program) {
	if p == nil {
		return
	}
	switch p := p.(type) {
	case *Learn:
		r.fail(p.Span(), "a knowledge action is not repeated along runs; ask [α] f of it")
	case *Choice:
		if p.Marked >= 0 {
			r.fail(p.Span(), "local choice (!) belongs to knowledge actions, and there is no L here")
		}
	case *Both:
		r.fail(p.Span(), "& joins what is done in one joint step, or parts of a knowledge action, and there is no L here")
	}
	for _, q := range Subprograms(p) {
		r.regular(q)
	}
}

// after makes a check ask about what a knowledge action leads to.
func (r *resolver) after(check *Check, x syntax.Program) {
	p := r.program(x)
	if !IsKnowledgeAction(p) {
		r.fail(x.Span(), "after asks about knowledge actions (L{…}); of steps ask formula: \"[α] f\"")
	}
	check.After = p
	if check.Kind != CountCheck {
		check.Formula = r.update(check.Formula.Span(), true, p, check.Formula)
		return
	}
	r.knowledgeAction(p, x.Span(), false)
	if open := openChoice(p); open != nil {
		r.fail(open.Span(), "which branch is taken is left open here, and each leads to other worlds; count them one by one, or put the choice under an L{…}")
	}
}

// openChoice finds a choice outside of every L that is not marked.
func openChoice(p Program) Program {
	switch q := p.(type) {
	case *Learn, *Both:
		return nil
	case *SomeOf:
		return p
	case *Choice:
		if q.Marked < 0 {
			return p
		}
		return openChoice(q.Parts[q.Marked])
	}
	for _, q := range Subprograms(p) {
		if open := openChoice(q); open != nil {
			return open
		}
	}
	return nil
}

// Asked returns what has to be evaluated to answer the check, as formulas about
// the worlds before its knowledge action.
func (c *Check) Asked() []Expr {
	f := c.Formula
	if c.After != nil && c.Kind == CountCheck {
		u := &Update{All: true, Action: c.After, X: f}
		u.close(f.Span(), BoolType{}, nil, f)
		u.traits |= Epistemic
		f = u
	}
	if c.At != nil {
		return []Expr{f, c.At}
	}
	return []Expr{f}
}
