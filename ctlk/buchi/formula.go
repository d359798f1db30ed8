package buchi

import "github.com/epibdd/epibdd/kripke"

// Formula is a formula of linear time; see the package comment.
type Formula struct {
	id   int // equal formulas are one
	kind kind
	in   kripke.Set // of an atom
	x, y *Formula
}

type kind int

const (
	atom kind = iota
	conjunction
	disjunction
	next
	weakNext
	until
	release
)

// Formulas makes formulas about runs of one structure, each once.
type Formulas struct {
	all, none kripke.Set
	yes, no   *Formula // true and false of every world, also of those that runs were not followed to
	cut       bool     // there are such worlds
	made      map[formulaKey]*Formula
	atoms     []*Formula
}

// formulaKey is a formula by its kind and its parts.
type formulaKey struct {
	kind kind
	x, y int
}

// About returns formulas about runs of a structure.
func About(m *kripke.Structure) *Formulas {
	l := &Formulas{all: m.Worlds, none: m.None(), cut: m.Cut, made: map[formulaKey]*Formula{}}
	l.yes, l.no = l.newAtom(l.all), l.newAtom(l.none)
	return l
}

// Atom is true where the present world is in x. Of a structure whose runs were cut off
// no atom is a constant: what all worlds have in common, those beyond need not have.
func (l *Formulas) Atom(x kripke.Set) *Formula {
	for _, f := range l.atoms {
		if f.in.Equal(x) && !(l.cut && (f == l.yes || f == l.no)) {
			return f
		}
	}
	return l.newAtom(x)
}

func (l *Formulas) newAtom(x kripke.Set) *Formula {
	f := &Formula{id: len(l.atoms) + len(l.made), kind: atom, in: x}
	l.atoms = append(l.atoms, f)
	return f
}

// Constant is true everywhere, or nowhere.
func (l *Formulas) Constant(value bool) *Formula {
	if value {
		return l.yes
	}
	return l.no
}

// make is the formula of a kind with parts; y may be nil.
func (l *Formulas) make(kind kind, x, y *Formula) *Formula {
	key := formulaKey{kind, x.id, -1}
	if y != nil {
		key.y = y.id
	}
	f := l.made[key]
	if f == nil {
		f = &Formula{id: len(l.atoms) + len(l.made), kind: kind, x: x, y: y}
		l.made[key] = f
	}
	return f
}

// And is the conjunction; of two atoms it is an atom.
func (l *Formulas) And(x, y *Formula) *Formula {
	return l.connect(conjunction, x, y, false, kripke.Set.And)
}

// Or is the disjunction; of two atoms it is an atom.
func (l *Formulas) Or(x, y *Formula) *Formula {
	return l.connect(disjunction, x, y, true, kripke.Set.Or)
}

// connect is a connective which the given value of an operand decides.
func (l *Formulas) connect(kind kind, x, y *Formula, decides bool, atoms func(x, y kripke.Set) kripke.Set) *Formula {
	yes, no := l.Constant(decides), l.Constant(!decides)
	switch {
	case x == yes || y == yes:
		return yes
	case x == no || x == y:
		return y
	case y == no:
		return x
	case x.kind == atom && y.kind == atom:
		return l.Atom(atoms(x.in, y.in))
	}
	return l.make(kind, x, y)
}

// Next says that there is a next position, and x is true there.
func (l *Formulas) Next(x *Formula) *Formula { return l.make(next, x, nil) }

// WeakNext says that x is true at the next position, if there is one.
func (l *Formulas) WeakNext(x *Formula) *Formula { return l.make(weakNext, x, nil) }

// Until is x U y. F F f is F f, and F G F f is G F f, on runs that end as well.
func (l *Formulas) Until(x, y *Formula) *Formula {
	yes, no := l.yes, l.no
	switch {
	case y == yes || y == no || x == no:
		return y
	case x == yes && y.kind == until && y.x == yes:
		return y
	case x == yes && y.kind == release && y.x == no && y.y.kind == until && y.y.x == yes:
		return y
	}
	return l.make(until, x, y)
}

// Release is x R y, the dual of Until.
func (l *Formulas) Release(x, y *Formula) *Formula {
	yes, no := l.yes, l.no
	switch {
	case y == yes || y == no || x == yes:
		return y
	case x == no && y.kind == release && y.x == no:
		return y
	case x == no && y.kind == until && y.x == yes && y.y.kind == release && y.y.x == no:
		return y
	}
	return l.make(release, x, y)
}
