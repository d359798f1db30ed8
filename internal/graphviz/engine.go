package graphviz

// Engine is a way to lay a graph out.
type Engine string

// The engines.
const (
	Dot   Engine = "dot"   // in ranks
	Neato Engine = "neato" // near what it is joined to
)
