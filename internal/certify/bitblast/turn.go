package bitblast

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// Turn is one in which some agents choose moves: with joint steps there is one, in which all of them choose together; else one of
// each of them, who chooses among its moves, and a last one of the moves that none of them owns, without a choice.
type Turn struct {
	Number int
	Choice string // the same of two ways to go on if the agents do the same in them
	When   lit
	Made   []Made // what each of them does
}

// Made is the move of an agent.
type Made struct {
	Agent *spec.Agent
	Move  string
}

// Turns are those in which a step with some moves may be taken.
func (e *State) Turns(moves []spec.Move, who []*spec.Agent) (list []Turn) {
	last := Turn{Number: len(who), When: yes}
	for i, m := range moves {
		if e.Model.Joint {
			if a := e.Model.Movers[i].Agent; slices.Contains(who, a) {
				last.Choice, last.Made = last.Choice+m.Key()+";", append(last.Made, Made{a, m.Key()})
			}
		} else if m.Action.By != nil {
			by, undef := e.Of(m.Action.By, NamesOf(m))
			for j, a := range who {
				own := e.And(undef.Not(), e.Is(by, a.Name))
				list = append(list, Turn{j, m.Key(), own, []Made{{a, m.Key()}}})
				last.When = e.And(last.When, own.Not())
			}
		}
	}
	return append(list, last)
}

// Act is a choice of some agents in a plan: where they can make it, and the ways in which it may come out, which are theirs
// and, with interleaved steps, those of others, who may come first.
type Act struct {
	Can  lit
	Ways []Way
}

// Acts are those of some agents, by what they choose; "" is to wait for others.
func (e *State) Acts(ways []Way, who []*spec.Agent) map[string]*Act {
	all, others := map[string]*Act{}, []Way(nil)
	for _, w := range ways {
		guard := w.Guard
		for _, t := range e.Turns(w.Moves, who) {
			if w.Guard = e.And(guard, t.When); w.Guard == no {
				continue
			}
			if all[t.Choice] == nil {
				all[t.Choice] = &Act{Can: no}
			}
			o := all[t.Choice]
			if o.Can = e.Or(o.Can, w.Guard); t.Choice == "" && !e.Model.Joint {
				others = append(others, w)
			} else {
				o.Ways = append(o.Ways, w)
			}
		}
	}
	for _, o := range all {
		o.Ways = append(o.Ways, others...)
	}
	return all
}
