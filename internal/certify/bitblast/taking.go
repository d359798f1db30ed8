package bitblast

import "github.com/epibdd/epibdd/spec"

// Taking is a step from a state: of some ways each where it is taken, which is one at most.
type Taking struct {
	From  *State
	Ways  []Way
	When  []lit
	Taken lit
	To    []Value // of the variables behind it
}

// Choosing is a step by a choice of its own among some ways, and where it is made.
func (e *State) Choosing(list []Way) *Taking {
	s, code := &Taking{From: e, Ways: list, Taken: no}, []lit(nil)
	for n := 1; n < len(list); n *= 2 {
		code = append(code, e.Input())
	}
	options := make([][]Option, len(e.Vars))
	for i, w := range list {
		when := e.And(w.Guard, e.Codes(code, i))
		s.Taken, s.When = e.Or(s.Taken, when), append(s.When, when)
		for j, v := range w.To {
			options[j] = append(options[j], Option{When: when, Value: v})
		}
	}
	for _, o := range options {
		s.To = append(s.To, e.One(o...))
	}
	return s
}

// Avoids is where a step is none of those with certain moves; of none that is everywhere.
func (s *Taking) Avoids(these func(moves []spec.Move) bool) lit {
	out := yes
	if s != nil {
		for i, w := range s.Ways {
			if these(w.Moves) {
				out = s.From.And(out, s.When[i].Not())
			}
		}
	}
	return out
}

// Observed is what an agent observes of a step; nil: of none.
func (s *Taking) Observed(a *spec.Agent) Sights {
	seen := Sights{}
	if s != nil {
		for i, w := range s.Ways {
			if s.When[i] != no {
				s.From.Doing(w.Moves).Observes(a, w.Moves, s.When[i], seen)
			}
		}
	}
	return seen
}
