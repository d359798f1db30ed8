package encode

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Explanation says how a model was encoded, for people.
type Explanation struct {
	Vars  []VarLayout
	Order []CellLayout // all cells, top first, those of registers included
	Bits  int          // of the space: current, next and auxiliary
	Valid int          // nodes
	Init  int          // nodes
	// Actions are those of the model, or one for all joint steps, with the agents in
	// place of arguments.
	Actions []ActionLayout
	Search  SearchLayout
	Views   []ViewLayout
}

// SearchLayout says how reachable states are searched for.
type SearchLayout struct {
	Method symbolic.Method
	Parts  int                  // of all actions
	Groups int                  // into which those parts are joined
	Images [][]symbolic.Product // by group: the products that make its image, in their order
}

// VarLayout is a variable with the number of its cells and of their bits.
type VarLayout struct {
	Name, Type  string
	Cells, Bits int
}

// CellLayout is a cell in the order; the bits are current ones, or those of a
// register.
type CellLayout struct {
	Name     string
	Values   int
	Bits     []symbolic.Bit
	Register bool
}

// ActionLayout is an action with its parts.
type ActionLayout struct {
	Name  string
	Args  []ArgLayout
	Parts []PartLayout
}

// ArgLayout is an argument: it splits the action, or is kept as bits.
type ArgLayout struct {
	Name  string
	Split bool
	Bits  int
}

// PartLayout is a part of a relation: its conjuncts, nodes, and the cells that
// it reads and writes.
type PartLayout struct {
	Conjuncts, Nodes int
	Reads, Writes    []string
}

// ViewLayout is an agent's view: bits kept, groups closed block by block or by
// other means, and bits of which nothing is seen.
type ViewLayout struct {
	Agent   string
	All     bool
	Kept    int
	Blocks  int // groups
	General int // groups
	Hidden  int
}

// Explain says how the model was encoded.
func Explain(s *System) Explanation {
	e := Explanation{Bits: s.codes.Layout.Bits, Valid: s.codes.Valid.CountNodes(), Init: s.init.CountNodes()}
	for i, sh := range s.codes.Layout.Vars {
		v := s.model.Vars[i]
		l := VarLayout{Name: v.Name, Type: v.Type.String()}
		sh.Each(func(c *layout.Cell) { l.Cells++; l.Bits += c.Width() })
		e.Vars = append(e.Vars, l)
	}
	for _, c := range cellsInOrder(s.codes) {
		e.Order = append(e.Order, CellLayout{c.Name, len(c.Values), slices.Clone(c.Cur), c.Var == nil})
	}
	for _, a := range s.steps.actions {
		e.Actions = append(e.Actions, s.steps.explainAction(a))
	}
	if s.steps.joint != nil {
		e.Actions = append(e.Actions, s.steps.explainJoint())
	}
	groups := s.steps.relation.Groups()
	e.Search = SearchLayout{Method: s.steps.relation.Method(), Parts: len(s.steps.relation.Parts()), Groups: len(groups)}
	for _, g := range groups {
		e.Search.Images = append(e.Search.Images, g.Schedule())
	}
	for _, a := range s.model.Agents {
		e.Views = append(e.Views, explainView(s, a))
	}
	return e
}

func (s *Steps) explainAction(act *action) ActionLayout {
	l := ActionLayout{Name: act.spec.Name}
	for i, b := range act.spec.Params {
		arg := ArgLayout{Name: b.Name, Split: act.registers[i] == nil}
		if !arg.Split {
			arg.Bits = len(act.registers[i].Bits())
		}
		l.Args = append(l.Args, arg)
	}
	l.Parts = s.explainParts(act.relation)
	return l
}

// explainJoint lists the movers of joint steps, with their bits, as arguments.
func (s *Steps) explainJoint() ActionLayout {
	l := ActionLayout{Name: "joint step", Parts: s.explainParts(s.joint.relation)}
	for _, m := range s.codes.Layout.Movers {
		l.Args = append(l.Args, ArgLayout{Name: m.Agent.Name.String(), Bits: len(m.MoveBits()) + len(m.OutcomeBits())})
	}
	return l
}

func (s *Steps) explainParts(r symbolic.Relation) []PartLayout {
	var parts []PartLayout
	for _, p := range r.Parts() {
		part := PartLayout{Conjuncts: len(p.Conjuncts()), Reads: s.cellNames(p.Reads())}
		for _, c := range p.Conjuncts() {
			part.Nodes += c.CountNodes()
		}
		var written []symbolic.Bit
		for _, w := range p.Writes() {
			written = append(written, w.Cur)
		}
		part.Writes = s.cellNames(written)
		parts = append(parts, part)
	}
	return parts
}

// cellNames returns the cells that the bits belong to, in order.
func (s *Steps) cellNames(bits []symbolic.Bit) []string {
	var names []string
	for _, c := range s.codes.Layout.Ordered {
		if slices.ContainsFunc(c.Cur, func(b symbolic.Bit) bool { return slices.Contains(bits, b) }) {
			names = append(names, c.Name)
		}
	}
	return names
}

func explainView(s *System, a *spec.Agent) ViewLayout {
	l := ViewLayout{Agent: a.Name.String(), All: a.All}
	v, err := s.View(a)
	if err != nil {
		return l
	}
	l.Kept, l.Hidden = len(v.kept), len(v.free.Bits())
	for _, g := range v.groups {
		if g.blocks != nil {
			l.Blocks++
		} else {
			l.General++
		}
	}
	return l
}
