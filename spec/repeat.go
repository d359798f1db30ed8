package spec

import (
	"slices"

	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// α{<= n} is α done at most n times: n = 0 is ?true, and α{<= n+1} is ?true | α; α{<= n}. Of a
// knowledge action how often it is done is no part of what happens, so nobody has to learn of it:
// [α{<= n}] f is f & [α] [α{<= n-1}] f, and <α{<= n}> f is f | <α> <α{<= n-1}> f.

// mostRepeated bounds the programs that a repetition is written out to.
const mostRepeated = 10_000

// repeat writes out a repetition of steps.
func (r programs) repeat(x *syntax.Star) Program {
	body := r.program(x.X)
	most := int64(r.constInt(x.Most))
	switch {
	case most < 0:
		r.fail(x.Most.Span(), "a program cannot be done at most %d times", most)
	case most > mostRepeated/int64(programsIn(body)+2):
		r.fail(x.Span(), "written out this is more than %d programs; write a smaller bound, or * where any number of steps is meant", mostRepeated)
	}
	if IsKnowledgeAction(body) {
		p := &Repeat{X: body, Most: int(most)}
		p.closeProgram(x.Place, []Program{body})
		return p
	}
	none := &Test{pnode{place: x.Place}, constant(x.Place, Bool(true), BoolType{})}
	var p Program = none
	for range most {
		seq := &Seq{Parts: []Program{body, p}}
		seq.closeProgram(x.Place, seq.Parts)
		choice := &Choice{Parts: []Program{none, seq}, Marked: -1}
		choice.closeProgram(x.Place, choice.Parts)
		p = choice
	}
	return p
}

// programsIn counts the programs in p, written out and itself included, up to more than
// mostRepeated of them.
func programsIn(p Program) int {
	n := 1
	for _, q := range Subprograms(p) {
		n += programsIn(q)
	}
	if p, ok := p.(*Repeat); ok {
		n *= p.Most + 1
	}
	return min(n, mostRepeated+1)
}

// copies is how often f stands in [p] f, written out, up to more than mostRepeated.
func copies(p Program) int {
	n := 1
	switch p := p.(type) {
	case *Repeat:
		each := copies(p.X)
		for range p.Most {
			n = min(1+each*n, mostRepeated+1)
		}
	case *Seq:
		for _, q := range p.Parts {
			n = min(n*copies(q), mostRepeated+1)
		}
	case *Run:
		n = copies(p.Named.Body)
	}
	return n
}

// written is how many expressions there are in e, written out, up to more than maxWritten.
func written(e Expr, known map[Expr]int) int {
	if n, ok := known[e]; ok {
		return n
	}
	n := 1
	for _, x := range Children(e) {
		n = min(n+written(x, known), maxWritten+1)
	}
	known[e] = n
	return n
}

// repeats finds a repetition in a program.
func repeats(p Program) bool {
	if _, ok := p.(*Repeat); ok {
		return true
	}
	return slices.ContainsFunc(Subprograms(p), repeats)
}

// repeated is [α] f or <α> f for a knowledge action in which something is repeated.
func (r formulas) repeated(at source.Span, all bool, p Program, f Expr) Expr {
	n := copies(p)
	if n > mostRepeated {
		r.fail(p.Span(), "written out what is asked stands in more than %d places; write a smaller bound", mostRepeated)
	}
	r.write(at, n*written(f, map[Expr]int{}))
	switch p := p.(type) {
	case *Repeat:
		op := And
		if !all {
			op = Or
		}
		g := f
		for range p.Most {
			g = r.connect(at, op, f, r.update(at, all, p.X, g))
		}
		return g
	case *Seq:
		for _, q := range slices.Backward(p.Parts) {
			f = r.update(at, all, q, f)
		}
		return f
	case *Run:
		if len(p.Args) == 0 {
			return r.update(at, all, p.Named.Body, f)
		}
	}
	r.fail(p.Span(), "a knowledge action is repeated outermost, as in [a; b{<= 3}] f, and not within an L, a choice or a program with arguments")
	return nil
}
