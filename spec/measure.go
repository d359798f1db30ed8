package spec

import "github.com/epibdd/epibdd/spec/source"

// Weighing says how worlds weigh that come of choices (docs/semantics.md#chances).
type Weighing string

// The two measures.
const (
	// ByChoices divides the weight of a world among all that could be chosen in it.
	ByChoices Weighing = "choices"
	// ByWorlds counts each world once.
	ByWorlds Weighing = "worlds"
)

// Measure is what a check of kind ChanceCheck or ClassesCheck asks besides its Formula: of
// a chance what is to be true, of classes what an experiment tells.
type Measure struct {
	// Of are the agents among what they consider possible a chance is asked, who see the
	// same; nil: it is asked among all worlds that the check is about. Of classes they are
	// those who are told.
	Of    []*Agent
	Weigh Weighing
	// Table is an expression of whose values each gets a chance; nil: of none.
	Table Expr
	// Left is an expression in whose different values is counted what an experiment leaves;
	// nil: in worlds.
	Left Expr
	// Steps are what has happened, a list of steps and tests of states; nil: nothing.
	Steps Program
	// Outcomes, Largest and Mean are what is expected of an experiment; nil: nothing.
	Outcomes, Largest, Mean *Expect
	Place                   source.Span // of of, or of the check
}

// Length is how many steps have happened.
func (m *Measure) Length() int {
	n := 0
	for _, p := range Listed(m.Steps) {
		if _, test := p.(*Test); !test {
			n++
		}
	}
	return n
}

// Asks tells whether one of the agents who are asked has a name.
func (m *Measure) Asks(name Value) bool {
	for _, a := range m.Of {
		if Equal(a.Name, name) {
			return true
		}
	}
	return false
}

// Listed are the parts of a program one after the other, those of sequences in it as well.
// Of nil there are none.
func Listed(p Program) []Program {
	switch p := p.(type) {
	case nil:
		return nil
	case *Seq:
		var all []Program
		for _, part := range p.Parts {
			all = append(all, Listed(part)...)
		}
		return all
	}
	return []Program{p}
}
