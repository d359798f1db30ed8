package smcdel

import (
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// The nodes of our language, at a place of the file.

func here(at source.Span) syntax.At { return syntax.At{Place: at} }

func ref(at source.Span, name string) syntax.Expr { return &syntax.Name{At: here(at), Name: name} }

func truth(at source.Span, value bool) syntax.Expr {
	return &syntax.Bool{At: here(at), Value: value}
}

func not(at source.Span, x syntax.Expr) syntax.Expr {
	return &syntax.Unary{At: here(at), Op: syntax.NOT, X: x}
}

func binary(at source.Span, op syntax.Token, x, y syntax.Expr) syntax.Expr {
	return &syntax.Binary{At: here(at), Op: op, OpAt: at, X: x, Y: y}
}

// chain joins formulas by an operator, to the left.
func chain(at source.Span, op syntax.Token, xs []syntax.Expr) syntax.Expr {
	x := xs[0]
	for _, y := range xs[1:] {
		x = binary(at, op, x, y)
	}
	return x
}

// parity says that an odd number of formulas is true.
func parity(at source.Span, xs []syntax.Expr) syntax.Expr {
	if len(xs) == 1 {
		return xs[0]
	}
	half := len(xs) / 2
	return binary(at, syntax.NE, parity(at, xs[:half]), parity(at, xs[half:]))
}

// oneOf says that exactly one of some formulas is true: that of one half, and none of the
// other.
func oneOf(at source.Span, xs []syntax.Expr) syntax.Expr {
	if len(xs) == 1 {
		return xs[0]
	}
	a, b := xs[:len(xs)/2], xs[len(xs)/2:]
	none := func(xs []syntax.Expr) syntax.Expr { return not(at, chain(at, syntax.OR, xs)) }
	return binary(at, syntax.OR, binary(at, syntax.AND, oneOf(at, a), none(b)), binary(at, syntax.AND, none(a), oneOf(at, b)))
}

func knows(at source.Span, op syntax.Token, agent, x syntax.Expr) syntax.Expr {
	return &syntax.Knows{At: here(at), Op: op, Agent: agent, X: x}
}

// learn is L{group} p.
func learn(at source.Span, group *syntax.Group, p syntax.Program) syntax.Program {
	return &syntax.Learn{At: here(at), Group: group, Program: p}
}

func test(at source.Span, x syntax.Expr) syntax.Program {
	return &syntax.Test{At: here(at), X: x}
}

// announced is what is true after a program.
func announced(at source.Span, p syntax.Program, x syntax.Expr) syntax.Expr {
	return &syntax.Box{At: here(at), Program: p, X: x}
}

// everybody is the group of all agents.
func everybody(at source.Span) *syntax.Group {
	return &syntax.Group{At: here(at), Elems: []syntax.Expr{ref(at, "all")}}
}
