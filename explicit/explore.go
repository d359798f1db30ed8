package explicit

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// explorer finds the reachable states of a model.
type explorer struct {
	*structure
	opts  Options
	work  *Budget
	steps *stepper
	key   []byte
	found []edge // from the world at hand
}

// explore enumerates the worlds of agents without memory.
func explore(m *spec.Model, runs spec.Runs, o Options) (*structure, error) {
	e := &explorer{structure: newStructure(m, "", runs), opts: o, work: o.search()}
	e.steps = newStepper(m, e.work)
	if err := e.run(); err != nil {
		return nil, err
	}
	return e.structure, e.restrict()
}

// run finds the reachable states, breadth first.
func (e *explorer) run() error {
	states, err := initialStates(e.model, e.opts, e.work)
	if err != nil {
		return err
	}
	if len(states) == 0 && !e.mayBeEmpty() {
		return ErrNoInitial
	}
	for _, st := range states {
		w, err := e.add(st)
		if err != nil {
			return err
		}
		e.initial = append(e.initial, w)
	}
	for w := 0; w < len(e.worlds); w++ {
		if err := e.expand(w); err != nil {
			return err
		}
	}
	return nil
}

// add returns the number of a state, a new one where it has none.
func (e *explorer) add(st spec.State) (int, error) {
	e.key = e.key[:0]
	for _, v := range st {
		e.key = spec.AppendKey(e.key, v)
	}
	if w, ok := e.index[string(e.key)]; ok {
		return w, nil
	}
	if len(e.worlds) == e.opts.MaxStates {
		return 0, &TooLarge{What: "reachable states", Limit: e.opts.MaxStates}
	}
	w := len(e.worlds)
	e.index[string(e.key)] = w
	e.worlds = append(e.worlds, slices.Clone(st))
	return w, nil
}

// expand adds all steps from a world.
func (e *explorer) expand(w int) error {
	e.found = e.found[:0]
	err := e.steps.each(e.worlds[w], nil, func(moves []spec.Move, st spec.State) error {
		to, err := e.add(st)
		e.found = append(e.found, edge{moves, to})
		return err
	})
	e.out = append(e.out, append([]edge(nil), e.found...))
	return err
}
