package spec

// Knowledge actions change what agents know and nothing else (Definition 2 of
// van Ditmarsch's Cluedo paper): tests, learning, sequence, choice, local choice
// and concurrency. They share their syntax with programs over steps; an L tells
// them apart. A program without L and without steps, such as ?p | ?q, may become a
// part of either.

import (
	"slices"

	"github.com/epibdd/epibdd/spec/source"
)

// IsKnowledgeAction reports whether p has an L in it, in the programs that it
// names too.
func IsKnowledgeAction(p Program) bool {
	if _, ok := p.(*Learn); ok {
		return true
	}
	return slices.ContainsFunc(Subprograms(p), IsKnowledgeAction)
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

// unmixed refuses a program with both knowledge actions and steps.
func (r problems) unmixed(p Program) {
	if IsKnowledgeAction(p) {
		r.noSteps(p, p.Span())
	}
}

const mixture = "; knowledge actions and steps are not mixed in one program: write [a] [L{…} ?p] f"

// noSteps refuses what is only in programs over steps. at is the place to blame
// for what stands in a named program.
func (r problems) noSteps(p Program, at source.Span) {
	switch p.(type) {
	case *Step, *AnyStep, *Doing:
		r.fail(p.Span(), "a knowledge action takes no step"+mixture)
	case *Star:
		r.fail(p.Span(), "a knowledge action is not repeated by *; give a bound, as in a{<= 3}")
	case *Repeat:
		r.fail(p.Span(), "a repetition of knowledge actions is asked about by [α{<= n}] f and <α{<= n}> f, and stands nowhere else")
	}
	for _, q := range Subprograms(p) {
		r.noSteps(q, at)
	}
}

// knowledgeAction checks a knowledge action. Within an L nothing but tests reads the
// state: what happens is one action, whatever the world is.
func (r problems) knowledgeAction(p Program, at source.Span, learnt bool) {
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

// warnBare warns of a choice between learning and a bare test, of which nobody
// notices that it was made.
func (r problems) warnBare(p *Choice) {
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
func (r problems) regular(p Program) {
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
