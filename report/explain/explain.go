package explain

import (
	"encoding/json"
	"io"

	"github.com/epibdd/epibdd/report"
)

// Explanation is how a model is encoded, and how its checks would be decided. The tags
// name the members of the JSON document.
type Explanation struct {
	// Spec is the file as it was named.
	Spec string `json:"spec"`
	// Models is how many models the document has, of which this is the first.
	Models int `json:"models"`
	// Params are the parameters with their values.
	Params []Param `json:"params"`
	// Bits counts those of the space: current, next and auxiliary ones.
	Bits int `json:"bits"`
	// Vars are the variables.
	Vars []Variable `json:"vars"`
	// Order has all cells, the topmost first, registers included.
	Order []Cell `json:"order"`
	// Actions are those of the model, or one for all joint steps, with the agents in
	// place of arguments.
	Actions []Action `json:"actions"`
	// Search is how reachable states are looked for.
	Search Search `json:"search"`
	// Agents are the views of the agents.
	Agents []View `json:"agents"`
	// ValidNodes is the size of the diagram of all states, InitNodes that of the initial ones.
	ValidNodes int `json:"valid_nodes"`
	InitNodes  int `json:"init_nodes"`
	// States counts all states, reachable or not, InitStates the initial ones.
	States     *report.Number `json:"states"`
	InitStates *report.Number `json:"init_states"`
	// Indistinct has the classes of the values of the constant that was asked for.
	Indistinct *Classes `json:"indistinct,omitempty"`
	// Checks are the checks of the model with the routes that would be tried for them.
	Checks []Check `json:"checks"`
}

// Param is a parameter and its value.
type Param struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Variable is a variable with the number of its cells and of their bits.
type Variable struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Cells int    `json:"cells"`
	Bits  int    `json:"bits"`
}

// Cell is a part of a variable that is a scalar, or a register, which holds an argument
// or a bound name for a while. The bits are current ones.
type Cell struct {
	Name     string `json:"name"`
	Values   int    `json:"values"`
	Bits     []int  `json:"bits"`
	Register bool   `json:"register"`
}

// Action is an action with the parts of its relation.
type Action struct {
	Name  string     `json:"name"`
	Args  []Argument `json:"args"`
	Parts []Part     `json:"parts"`
}

// Argument is an argument of an action: there is a part for each of its values, or it is
// kept as bits.
type Argument struct {
	Name  string `json:"name"`
	Split bool   `json:"split"`
	Bits  int    `json:"bits"`
}

// Part is a part of a relation: its conjuncts, their nodes, and the cells that it reads
// and writes.
type Part struct {
	Conjuncts int      `json:"conjuncts"`
	Nodes     int      `json:"nodes"`
	Reads     []string `json:"reads"`
	Writes    []string `json:"writes"`
}

// Search is how reachable states are looked for: in groups of parts, each with the
// products that make its image.
type Search struct {
	Method string      `json:"method"`
	Parts  int         `json:"parts"`
	Groups int         `json:"groups"`
	Images [][]Product `json:"images"`
}

// Product joins conjuncts of so many nodes and quantifies so many bits.
type Product struct {
	Nodes      int `json:"nodes"`
	Quantified int `json:"quantified"`
}

// View is what an agent sees: bits kept, groups of cells closed block by block or in
// general, and bits of which nothing is seen.
type View struct {
	Agent   string `json:"agent"`
	All     bool   `json:"all"`
	Kept    int    `json:"kept"`
	Blocks  int    `json:"blocks"`
	General int    `json:"general"`
	Hidden  int    `json:"hidden"`
}

// Classes are the values of a constant, those together that nobody can tell apart who
// sees all else.
type Classes struct {
	Variable string     `json:"variable"`
	Classes  [][]string `json:"classes"`
}

// Check is a check with the routes that would be tried for it, in their order.
type Check struct {
	ID     string  `json:"id"`
	Routes []Route `json:"routes"`
}

// Route is a way to a verdict: its name, the theorem that makes it sound, and why it
// applies to the check.
type Route struct {
	Name    string `json:"name"`
	Theorem string `json:"theorem"`
	Why     string `json:"why"`
}

// WriteJSON writes the explanation as a JSON document.
func (x *Explanation) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(x)
}
