package syntax

import "fmt"

// The levels of programs, loose to tight. Star stands on a test and on another
// star, but not on L{…} α, which takes the star for its own.
const (
	programChoice level = iota + 1
	programSeq
	programBoth
	programRep
	programStar
	programAtom
)

// signLocal parts the branches of a local choice.
const signLocal = " ! "

func levelOfProgram(p Program) level {
	switch p.(type) {
	case *Choice, *Local, *Some:
		return programChoice
	case *Seq:
		return programSeq
	case *Both:
		return programBoth
	case *Learn:
		return programRep
	case *Star, *Test:
		return programStar
	}
	return programAtom
}

func (w *printer) program(p Program, least level, tail bool) {
	if levelOfProgram(p) < least {
		w.parenProgram(p)
		return
	}
	switch p := p.(type) {
	case *Act:
		w.text(p.Name.Name)
		if !p.Bare {
			w.text("(")
			w.list(p.Args)
			w.text(")")
		}
	case *AnyStep:
		w.text("_")
	case *Test:
		w.text("?")
		w.expr(p.X, levelTest, tail)
	case *Learn:
		w.text("L")
		w.group("{", p.Group, nil, "}")
		w.text(" ")
		w.program(p.Program, programRep, tail)
	case *Star:
		w.program(p.X, programStar, false)
		if p.Most == nil {
			w.text("*")
			return
		}
		w.text("{<= ")
		w.expr(p.Most, levelSum, true)
		w.text("}")
	case *Some:
		w.text("some ")
		w.bound(p.Binders, "", nil)
		w.text(": ")
		w.program(p.Body, programChoice, tail)
	case *ParenProgram:
		w.parenProgram(p.X)
	default:
		w.parts(p, tail)
	}
}

func (w *printer) parenProgram(p Program) {
	w.text("(")
	w.program(p, programChoice, true)
	w.text(")")
}

// parts writes programs joined by a sign. What stands before ";" or "!" ends
// there even if it is a quantifier in a test; "|" and "&" it would swallow.
func (w *printer) parts(p Program, tail bool) {
	switch p := p.(type) {
	case *Seq:
		w.joined(p.Parts, "; ", programBoth, true, tail)
	case *Local:
		w.joined(p.Parts, signLocal, programSeq, true, tail)
	case *Both:
		w.joined(p.Parts, " & ", programRep, false, tail)
	case *Choice:
		w.choice(p, tail)
	default:
		panic(fmt.Sprintf("syntax: a program of type %T cannot be printed", p))
	}
}

func (w *printer) joined(parts []Program, sign string, least level, inner, tail bool) {
	for i, part := range parts {
		last := i == len(parts)-1
		w.program(part, least, last && tail || !last && inner)
		if !last {
			if sign == signLocal {
				w.guard()
			}
			w.text(sign)
		}
	}
}

func (w *printer) choice(c *Choice, tail bool) {
	for i, part := range c.Parts {
		last := i == len(c.Parts)-1
		if i > 0 {
			w.text(" | ")
		}
		if i == c.Marked {
			w.text("!")
		}
		least := programSeq
		if _, some := part.(*Some); some && last && i > 0 && i != c.Marked {
			least = programChoice
		}
		w.program(part, least, last && tail)
	}
}
