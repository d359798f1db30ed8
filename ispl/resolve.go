package ispl

import (
	"fmt"

	"github.com/epibdd/epibdd/spec/source"
)

// resolver finds out what names mean, and whether they fit together. Errors of
// the whole file come at once.
type resolver struct {
	m      *Model
	errs   *source.List
	agents map[string]*Agent
	vars   map[*Agent]map[string]*Var
	props  map[string]*Prop
	groups map[string]*Group

	scope scope
	self  *Agent // whose section is read
}

// resolve fills in what names refer to, and reports whether all is well.
func resolve(m *Model, errs *source.List) bool {
	r := &resolver{
		m: m, errs: errs,
		agents: map[string]*Agent{}, vars: map[*Agent]map[string]*Var{},
		props: map[string]*Prop{}, groups: map[string]*Group{},
	}
	before := errs.Err()
	r.declare()
	for _, a := range m.Agents {
		r.agent(a)
	}
	r.scope, r.self = inEvaluation, nil
	for _, p := range m.Props {
		r.cond(p.Cond)
	}
	r.scope = inInit
	r.cond(m.Init)
	for _, f := range m.Fairness {
		r.fairness(f)
	}
	for _, f := range m.Formulae {
		r.formula(f)
	}
	return before == nil && errs.Err() == nil
}

func (r *resolver) refuse(at source.Span, hint, format string, args ...any) {
	r.errs.Add(source.Diagnostic{Severity: source.Error, Span: at, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// unknown refuses a name that nothing has, and proposes one that something has.
func (r *resolver) unknown(id Ident, what string, known []string) {
	r.refuse(id.Place, "", "there is no %s %q%s", what, id.Name, source.DidYouMean(id.Name, known))
}

// declare registers all names.
func (r *resolver) declare() {
	for _, a := range r.m.Agents {
		declare(r, r.agents, a.Name, "agent", a)
		r.vars[a] = map[string]*Var{}
		for _, v := range a.Vars {
			declare(r, r.vars[a], v.Name, "variable", v)
			r.distinct(v.Type.Values, "value")
		}
		r.distinct(a.Actions, "action")
	}
	for _, p := range r.m.Props {
		declare(r, r.props, p.Name, "proposition", p)
	}
	for _, g := range r.m.Groups {
		declare(r, r.groups, g.Name, "group", g)
		for _, member := range g.Members {
			r.agentNamed(member)
		}
		r.distinct(g.Members, "agent")
	}
}

func declare[T any](r *resolver, table map[string]T, id Ident, kind string, thing T) {
	if _, twice := table[id.Name]; twice {
		r.refuse(id.Place, "", "there is another %s %q", kind, id.Name)
		return
	}
	table[id.Name] = thing
}

func (r *resolver) distinct(ids []Ident, kind string) {
	seen := map[string]Ident{}
	for _, id := range ids {
		declare(r, seen, id, kind, id)
	}
}

func namesIn[T any](table map[string]T) []string {
	var all []string
	for name := range table {
		all = append(all, name)
	}
	return all
}

func identNames(ids []Ident) []string {
	var all []string
	for _, id := range ids {
		all = append(all, id.Name)
	}
	return all
}

// agentNamed returns an agent, or nil where there is none.
func (r *resolver) agentNamed(id Ident) *Agent {
	a := r.agents[id.Name]
	if a == nil {
		r.unknown(id, "agent", namesIn(r.agents))
	}
	return a
}

func (r *resolver) environment() *Agent {
	if a := r.m.Agents[0]; a.Env {
		return a
	}
	return nil
}

// agent resolves the sections of an agent.
func (r *resolver) agent(a *Agent) {
	r.self = a
	r.local(a)
	r.scope = inAgent
	if a.Env {
		r.scope = inEnvironment
	}
	if a.Red != nil {
		r.cond(a.Red)
	}
	for _, l := range a.Protocol {
		if l.Cond != nil {
			r.cond(l.Cond)
		}
		r.distinct(l.Actions, "action of this line")
		for _, act := range l.Actions {
			r.action(a, act)
		}
	}
	if r.scope = inAgentEvolution; a.Env {
		r.scope = inEnvironmentEvolution
	}
	for _, l := range a.Evolution {
		r.line(l)
	}
}

// local checks the names after Lobsvars.
func (r *resolver) local(a *Agent) {
	r.distinct(a.Local, "name after Lobsvars")
	env := r.environment()
	for _, id := range a.Local {
		switch v := r.vars[env][id.Name]; {
		case env == nil:
			r.refuse(id.Place, "", "there is no Environment whose variables could be seen")
		case v == nil:
			r.unknown(id, "variable of the Environment", namesIn(r.vars[env]))
		case v.Public:
			r.refuse(id.Place, "leave it out", "%s is one of the Obsvars, which every agent sees", id.Name)
		}
	}
}

func (r *resolver) action(a *Agent, id Ident) {
	for _, known := range a.Actions {
		if known.Name == id.Name {
			return
		}
	}
	r.unknown(id, "action of "+a.Name.Name, identNames(a.Actions))
}

// line resolves an evolution line.
func (r *resolver) line(l *Line) {
	if r.m.Single && len(l.Assigns) > 1 {
		r.refuse(l.Assigns[1].Name.Place, "write a line for each, or Semantics = MultiAssignment;", "under SingleAssignment a line assigns one variable")
	}
	seen := map[string]*Assign{}
	for _, as := range l.Assigns {
		declare(r, seen, as.Name, "assignment of this line to", as)
		as.Var = r.vars[r.self][as.Name.Name]
		if as.Var == nil {
			r.unknown(as.Name, "variable of "+r.self.Name.Name, namesIn(r.vars[r.self]))
			continue
		}
		t := r.expr(as.Value, &as.Var.Type)
		if t != nil && !fits(&as.Var.Type, t) {
			r.refuse(as.Value.Span(), "", "%s is %s, and this is %s", as.Name.Name, as.Var.Type, *t)
		}
	}
	r.cond(l.Cond)
}

// String describes a type in a message.
func (t Type) String() string {
	switch t.Kind {
	case BoolKind:
		return "boolean"
	case IntKind:
		return fmt.Sprintf("a number of %d..%d", t.Lo, t.Hi)
	}
	text := "one of {"
	for i, v := range t.Values {
		if i > 0 {
			text += ", "
		}
		if i == 6 {
			text += "…"
			break
		}
		text += v.Name
	}
	return text + "}"
}

// fits tells whether values of two types can be compared: of enumerations where
// one has all values of the other.
func fits(a, b *Type) bool {
	return a.Kind == b.Kind && (a.Kind != EnumKind || a.includes(b) || b.includes(a))
}

func (t *Type) includes(u *Type) bool {
	for _, v := range u.Values {
		if !t.has(v.Name) {
			return false
		}
	}
	return true
}

func (t *Type) has(value string) bool {
	for _, v := range t.Values {
		if v.Name == value {
			return true
		}
	}
	return false
}

// cond resolves a condition.
func (r *resolver) cond(c Cond) {
	switch c := c.(type) {
	case *NotCond:
		r.cond(c.X)
	case *BinCond:
		r.cond(c.X)
		r.cond(c.Y)
	case *Acts:
		c.Who = r.self
		if c.Agent.Name != "" {
			c.Who = r.agentNamed(c.Agent)
		}
		if c.Who != nil {
			r.action(c.Who, c.Action)
		}
	case *Compare:
		r.compare(c)
	}
}

// compare resolves a comparison. A value of an enumeration has no type of its
// own: that of the other side says what is meant.
func (r *resolver) compare(c *Compare) {
	var x, y *Type
	if r.isValue(c.X) {
		y = r.expr(c.Y, nil)
		x = r.expr(c.X, y)
	} else {
		x = r.expr(c.X, nil)
		y = r.expr(c.Y, x)
	}
	switch {
	case x == nil || y == nil:
	case !fits(x, y):
		r.refuse(c.Place, "", "this compares %s with %s", *x, *y)
	case c.Op != tEQ && c.Op != tNE && x.Kind != IntKind:
		r.refuse(c.Place, "", "only numbers are compared by %s", c.Op)
	}
}

// isValue tells a bare name that is no variable where it stands.
func (r *resolver) isValue(e Expr) bool {
	n, ok := e.(*Name)
	return ok && n.Owner.Name == "" && (r.self == nil || r.vars[r.self][n.Name.Name] == nil)
}

var boolType, numberType = &Type{Kind: BoolKind}, &Type{Kind: IntKind}

// expr resolves an expression and returns its type, or nil after an error. A
// bare name may be a value of type want, if that is an enumeration.
func (r *resolver) expr(e Expr, want *Type) *Type {
	switch e := e.(type) {
	case *Number:
		return &Type{Kind: IntKind, Lo: e.Value, Hi: e.Value}
	case *Truth:
		return boolType
	case *Name:
		return r.name(e, want)
	case *BitNot:
		return r.operand(e.X, boolType)
	case *Binary:
		t := numberType
		if e.Op == tBitAnd || e.Op == tBitOr || e.Op == tBitXor {
			t = boolType
		}
		if x, y := r.operand(e.X, t), r.operand(e.Y, t); x == nil || y == nil {
			return nil
		}
		if e.Op == tDivide {
			r.divisor(e.Y)
		}
		return t
	}
	panic("unreachable")
}

// divisor refuses one that may be 0.
func (r *resolver) divisor(e Expr) {
	if sign(e) == 0 {
		r.refuse(e.Span(), "give it a range that is above 0, or below, or multiply out: x = 2 * y for x / y = 2",
			"this may be 0, and MCMAS goes on with infinite numbers where it divides by 0")
	}
}

// operand resolves an operand that must be boolean or a number.
func (r *resolver) operand(e Expr, want *Type) *Type {
	t := r.expr(e, nil)
	if t == nil || t.Kind == want.Kind {
		return t
	}
	kind := "a number"
	if want.Kind == BoolKind {
		kind = "a boolean value"
	}
	r.refuse(e.Span(), "", "%s is expected here, and this is %s", kind, *t)
	return nil
}

// name resolves a name: a value of the wanted enumeration, or a variable. Where
// it could be either, the one that fits is meant, and of two the variable.
func (r *resolver) name(n *Name, want *Type) *Type {
	if n.Owner.Name != "" {
		return r.qualified(n)
	}
	var v *Var
	if r.self != nil {
		v = r.vars[r.self][n.Name.Name]
	}
	if v != nil && (want == nil || fits(&v.Type, want)) {
		n.Var = v
		return &v.Type
	}
	if want != nil && want.Kind == EnumKind && want.has(n.Name.Name) {
		return &Type{Kind: EnumKind, Values: []Ident{n.Name}}
	}
	switch {
	case v != nil:
		n.Var = v
		return &v.Type
	case want != nil && want.Kind == EnumKind:
		r.refuse(n.Place, "", "%s is not %s%s", n.Name.Name, *want, source.DidYouMean(n.Name.Name, identNames(want.Values)))
	case r.self == nil:
		r.refuse(n.Place, "as in Sender.bit", "%s names no variable: variables are written here with their agent", n.Name.Name)
	default:
		hint := ""
		if env := r.environment(); r.vars[env][n.Name.Name] != nil {
			hint = "write Environment." + n.Name.Name
		}
		r.refuse(n.Place, hint, "%s has no variable %q%s", r.self.Name.Name, n.Name.Name, source.DidYouMean(n.Name.Name, namesIn(r.vars[r.self])))
	}
	return nil
}

// qualified resolves agent.variable.
func (r *resolver) qualified(n *Name) *Type {
	a := r.agentNamed(n.Owner)
	if a == nil {
		return nil
	}
	n.Var = r.vars[a][n.Name.Name]
	if n.Var == nil {
		r.unknown(n.Name, "variable of "+a.Name.Name, namesIn(r.vars[a]))
		return nil
	}
	if r.self != nil && !n.Var.Public && !r.sees(n.Name.Name) {
		r.refuse(n.Place, fmt.Sprintf("add it to Lobsvars of %s, or make it one of the Obsvars", r.self.Name.Name), "%s does not see %s of the Environment", r.self.Name.Name, n.Name.Name)
		return nil
	}
	return &n.Var.Type
}

// sees tells whether the present agent sees a variable that is not public.
func (r *resolver) sees(name string) bool {
	if r.self.Env {
		return true
	}
	for _, id := range r.self.Local {
		if id.Name == name {
			return true
		}
	}
	return false
}

// fairness resolves a condition that is to hold again and again. MCMAS reads
// temporal and epistemic ones as well, and crashes.
func (r *resolver) fairness(f Formula) {
	switch f := f.(type) {
	case *NotFormula:
		r.fairness(f.X)
	case *BinFormula:
		r.fairness(f.X)
		r.fairness(f.Y)
	case *Atom, *Colour:
		r.formula(f)
	default:
		r.refuse(f.Span(), "", "fairness is about states: only propositions, and, or, -> and ! can stand here")
	}
}

// formula resolves the names of a formula.
func (r *resolver) formula(f Formula) {
	switch f := f.(type) {
	case *Atom:
		if f.Prop = r.props[f.Name.Name]; f.Prop == nil {
			r.unknown(f.Name, "proposition", namesIn(r.props))
		}
	case *Colour:
		f.Who = r.agentNamed(f.Agent)
	case *NotFormula:
		r.formula(f.X)
	case *BinFormula:
		r.formula(f.X)
		r.formula(f.Y)
	case *Temporal:
		r.formula(f.X)
		if f.Y != nil {
			r.formula(f.Y)
		}
	case *Quantified:
		r.formula(f.X)
	case *Path:
		r.formula(f.X)
	case *Knows:
		if f.Op == tK || f.Op == tO {
			f.Agent = r.agentNamed(f.Name)
		} else {
			f.Group = r.group(f.Name)
		}
		r.formula(f.X)
	case *Strategic:
		f.Group = r.group(f.Name)
		r.formula(f.X)
		if f.Y != nil {
			r.formula(f.Y)
		}
	}
}

func (r *resolver) group(id Ident) *Group {
	g := r.groups[id.Name]
	switch {
	case g != nil:
	case r.agents[id.Name] != nil:
		r.refuse(id.Place, fmt.Sprintf("declare one under Groups: g_%s = {%s};", id.Name, id.Name), "%s is an agent, and a group is expected here", id.Name)
	default:
		r.unknown(id, "group", namesIn(r.groups))
	}
	return g
}
