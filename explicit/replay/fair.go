package replay

import (
	"slices"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/internal/graph"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// stage says how a play has gone so far.
type stage byte

const (
	begun  stage = iota // the first position of X
	going               // nothing is decided
	over                // it is won
	failed              // it is lost if it is fair
)

// plays are all plays of a strategy as a graph, whose nodes are states with a stage.
type plays struct {
	*follower
	number map[string]int
	states []spec.State
	stages []stage
	next   [][]int
}

// fairly checks that a coalition reaches its goal on all fair runs from some states that its
// strategy allows (docs/semantics.md#fair-strategies): none goes round for ever where it is
// lost, or where the goal would have to come, and meets all conditions there.
func (f *follower) fairly(starts []spec.State) error {
	p := &plays{follower: f, number: map[string]int{}}
	first := going
	if f.e.Op == spec.NextTime {
		first = begun
	}
	for _, st := range starts {
		if _, err := p.node(st, first); err != nil {
			return err
		}
	}
	for v := 0; v < len(p.states); v++ {
		if err := p.follow(v); err != nil {
			return err
		}
	}
	for _, component := range graph.Components(p.next) {
		fair, err := p.goesRound(component)
		if err != nil {
			return err
		}
		if fair {
			return f.mismatch(f.n, "its strategy allows a fair run through %s", explicit.ShowState(f.model, p.states[component[0]]))
		}
	}
	return nil
}

// node is the number of a state where a play has gone so far as a stage before says.
func (p *plays) node(st spec.State, before stage) (int, error) {
	now, err := p.judged(st, before)
	if err != nil {
		return 0, err
	}
	key := string(rune(now)) + spec.Key(st...)
	v, ok := p.number[key]
	if !ok {
		v = len(p.states)
		p.number[key] = v
		p.states, p.stages, p.next = append(p.states, st), append(p.stages, now), append(p.next, nil)
	}
	return v, nil
}

// judged is the stage of a play with a state, by that of before.
func (p *plays) judged(st spec.State, before stage) (stage, error) {
	if before != going {
		return before, nil
	}
	x, err := p.holds(p.e.X, st)
	if err != nil {
		return 0, err
	}
	switch p.e.Op {
	case spec.Eventually, spec.NextTime:
		if x {
			return over, nil
		}
	case spec.Until:
		if y, err := p.holds(p.e.Y, st); err != nil || y {
			return over, err
		}
	}
	if !x && p.e.Op != spec.Eventually {
		return failed, nil
	}
	return going, nil
}

// follow adds where the strategy leads from a node.
func (p *plays) follow(v int) error {
	st, now := p.states[v], p.stages[v]
	if now == over {
		return nil
	}
	steps, err := p.steps(st, spec.Key(st...))
	if err != nil {
		return err
	}
	if now == begun {
		now = going
	}
	for _, step := range steps {
		p.report.Steps++
		to, err := p.node(step.To, now)
		if err != nil {
			return err
		}
		p.next[v] = append(p.next[v], to)
	}
	return nil
}

// goesRound tells whether a component has a fair run that is not won.
func (p *plays) goesRound(component []int) (bool, error) {
	v := component[0] // they have one stage
	won := p.stages[v] != failed && (p.stages[v] != going || p.e.Op == spec.Globally)
	if won || len(component) == 1 && !slices.Contains(p.next[v], v) {
		return false, nil
	}
	for _, c := range p.model.Fairness {
		met := false
		for _, v := range component {
			holds, err := terms.In(p.states[v]).Holds(c, nil)
			if err != nil {
				return false, err
			}
			met = met || holds
		}
		if !met {
			return false, nil
		}
	}
	return true, nil
}
