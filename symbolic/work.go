package symbolic

// Work counts what was done in a space, in numbers that no load of the machine changes: they
// follow from the operations, from what is held, and from when it is cleaned up.
//
// The kernel counts all of them. Rudd counts the nodes that it makes; operations and walks are
// counted above the engines.
type Work struct {
	Operations int64 // asked of the engine
	Steps      int64 // of recursion: problems whose result was not known
	Nodes      int64 // made
	Visits     int64 // to nodes, by walks and by collections that mark them
	Swept      int64 // places of tables that collections went through one after the other
	Moves      int64 // exchanges of neighbours in the order, and nodes of their variables
}

// sweptPerVisit is how many places are swept in the time of a visit: tables are read in order
// there, and at random else.
const sweptPerVisit = 16

// Total is one number for all, in about what a visit to a node takes.
func (w Work) Total() int64 {
	return w.Operations + w.Steps + w.Nodes + w.Visits + w.Swept/sweptPerVisit + w.Moves
}

// Add returns the work of both.
func (w Work) Add(v Work) Work {
	return Work{
		w.Operations + v.Operations, w.Steps + v.Steps, w.Nodes + v.Nodes,
		w.Visits + v.Visits, w.Swept + v.Swept, w.Moves + v.Moves,
	}
}

// sub returns what has come since.
func (w Work) sub(v Work) Work {
	return Work{
		w.Operations - v.Operations, w.Steps - v.Steps, w.Nodes - v.Nodes,
		w.Visits - v.Visits, w.Swept - v.Swept, w.Moves - v.Moves,
	}
}

// Work returns what was done in the space so far. It belongs to the goroutine of the space.
func (sp *Space) Work() Work {
	if sp.engine == nil {
		return sp.metered
	}
	w := sp.engine.work()
	w.Operations = sp.operations
	w.Visits += sp.visits
	return w
}

// Meter adds up the work of all spaces that are made with it (Options.Meter), when a call of
// Do ends. Like them it belongs to one goroutine.
type Meter struct {
	Work Work
	// Planning counts steps towards an order of bits, before there is a space. Package
	// encode takes them.
	Planning int64
	// Enumerated counts parts of expressions that were evaluated where worlds are listed
	// one by one. Package decide takes them.
	Enumerated int64
}

// Total is one number for all.
func (m *Meter) Total() int64 { return m.Work.Total() + m.Planning + m.Enumerated }

// meter records what was done since the last time.
func (sp *Space) meter() {
	w := sp.Work()
	if sp.metering != nil {
		sp.metering.Work = sp.metering.Work.Add(w.sub(sp.metered))
	}
	sp.metered = w
}
