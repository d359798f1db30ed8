package encode

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/epibdd/epibdd/encode/internal/eval"
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Under perfect recall a history is known to an agent by what it sees of the
// last state and what it saw before: of each state that was left, and of each step.
// An observation is one bit of that, a Boolean function of the state and the step.
// Agents who see the same share it.
//
// What an argument is that splits its action into parts is recorded one-hot, an
// observation for each value, other arguments by their bits: a played card costs one bit
// beside the place of that card, not six bits that all places depend on.
//
// Joint steps are all of one kind: what is seen of them are functions of the state
// and of the bits that say what the movers do, for each mover by itself.

// observation is a function of the steps: what somebody sees of them.
type observation struct {
	state     bool               // it sees the state that is left; the kind of step plays no role
	in        []symbolic.Set     // by kind, over the state and the arguments in registers, or what the movers do
	who       []*spec.Agent      // sees it
	variables []*HistoryVariable // in which it can be recorded
}

// HistoryVariable is a bit that holds what an observation was in some earlier step.
type HistoryVariable struct {
	Bit  symbolic.Bit
	next symbolic.Bit
	of   *observation
}

// SeenAlike tells whether the same agents know what two history variables hold.
func (s *HistoryVariable) SeenAlike(other *HistoryVariable) bool {
	return len(s.of.who) == len(other.of.who) &&
		!slices.ContainsFunc(s.of.who, func(a *spec.Agent) bool { return !slices.Contains(other.of.who, a) })
}

// kind are the steps of an action with some of its arguments fixed.
type kind struct {
	action *spec.Action
	args   []spec.Value // nil for those in registers
}

// Witness is an agent for whom nothing is hidden, neither of states nor of steps and
// what comes of them: histories that it confuses are equal.
var Witness = &spec.Agent{All: true, Name: spec.Symbol("witness"), Index: -1}

// kinds lists the kinds of steps.
func listKinds(s *System) []kind {
	if s.steps.joint != nil {
		return []kind{{}}
	}
	var all []kind
	for _, a := range s.model.Actions {
		args := make([]spec.Value, len(a.Params))
		split, types := splitOf(s, a)
		for tuple := range spec.Tuples(types) {
			for k, i := range split {
				args[i] = tuple[k]
			}
			all = append(all, kind{a, slices.Clone(args)})
		}
	}
	return all
}

// splitOf returns which arguments of an action split it, and their types.
func splitOf(s *System, a *spec.Action) ([]int, []spec.Type) {
	var split []int
	var types []spec.Type
	for i, b := range a.Params {
		if s.codes.Layout.Split[a][i] {
			split, types = append(split, i), append(types, b.Type)
		}
	}
	return split, types
}

// key identifies the kind of a part.
func (k kind) key() string {
	var b strings.Builder
	b.WriteString(strconv.Itoa(k.action.Index))
	for _, v := range k.args {
		b.WriteByte('/')
		if v != nil {
			b.WriteString(spec.Key(v))
		}
	}
	return b.String()
}

// observer collects the observations of agents, equal ones once.
type observer struct {
	*eval.Evaluator
	kinds   []kind
	actions []*spec.Action // of the model
	numbers map[symbolic.Set]int
	known   map[string]*observation
	traces  []*observation
}

// observations is what some agents see of steps.
type observations struct {
	traces []*observation
	kinds  map[string]int // kinds of steps by key
}

// observe computes what the agents see of steps.
func observe(s *System, agents []*spec.Agent) *observations {
	t := &observer{Evaluator: s.evaluator(nil), kinds: listKinds(s), actions: s.model.Actions, numbers: map[symbolic.Set]int{}, known: map[string]*observation{}}
	kinds := map[string]int{}
	for i, k := range t.kinds {
		if k.action != nil {
			kinds[k.key()] = i
		}
	}
	for _, a := range agents {
		for _, f := range s.sight.seenOf(a) {
			if f.IsEmpty() || f.IsFull() {
				continue
			}
			in := make([]symbolic.Set, len(t.kinds))
			for i := range in {
				in[i] = f
			}
			t.find(in, true).seenBy(a)
		}
	}
	if s.steps.joint != nil {
		t.observeMovers(agents)
	} else {
		for _, action := range s.model.Actions {
			t.observe(action, agents)
		}
	}
	return &observations{t.traces, kinds}
}

// seenOf are the functions that an agent sees of a state.
func (s *sight) seenOf(a *spec.Agent) []symbolic.Set {
	if !a.All {
		return s.observed(a)
	}
	var fs []symbolic.Set
	for _, b := range s.codes.Layout.StateBits() {
		is, _ := s.codes.Literal(b)
		fs = append(fs, is)
	}
	return fs
}

// find adds what somebody sees, unless it is the same in all steps. What one sees of
// a state and another of a step are two observations, even if they are one function: only
// the first, which is the same for all kinds of steps, can be read off a state that is not
// written.
func (t *observer) find(in []symbolic.Set, state bool) *observation {
	var key strings.Builder
	fmt.Fprint(&key, state, " ")
	varies := false
	all := in
	if state {
		all = in[:min(1, len(in))]
	}
	for _, f := range all {
		n, ok := t.numbers[f]
		if !ok {
			n = len(t.numbers)
			t.numbers[f] = n
		}
		key.WriteString(strconv.Itoa(n))
		key.WriteByte(' ')
		varies = varies || !f.Equal(in[0]) || !f.IsEmpty() && !f.IsFull()
	}
	tr, ok := t.known[key.String()]
	if !ok {
		tr = &observation{state: state, in: in}
		t.known[key.String()] = tr
		if varies {
			t.traces = append(t.traces, tr)
		}
	}
	return tr
}

func (tr *observation) seenBy(who *spec.Agent) {
	if !slices.Contains(tr.who, who) {
		tr.who = append(tr.who, who)
	}
}

// observe adds what agents see of the steps of an action.
func (t *observer) observe(a *spec.Action, agents []*spec.Agent) {
	ns := value.Names{}
	for i, b := range a.Params {
		if !t.Codes.Layout.Split[a][i] {
			reg := t.Acquire(b.Type)
			defer t.Release(reg)
			ns = ns.Bind(b, t.Codes.Read(reg.Shape))
		}
	}
	views := t.views(agents)
	for i, k := range t.kinds {
		if k.action != a {
			continue
		}
		inner := ns
		for j, v := range k.args {
			if v != nil {
				inner = inner.Bind(a.Params[j], value.Constant{V: v})
			}
		}
		for j, agent := range agents {
			if !a.Hidden && j > 0 {
				views[j] = views[0] // all see the same
				continue
			}
			views[j].kind = i
			views[j].step(a, agent, inner, t.Codes.Space.Full())
		}
	}
	t.addViews(views, agents)
}

// observeMovers adds what agents see of joint steps: of each action of each mover.
func (t *observer) observeMovers(agents []*spec.Agent) {
	for _, m := range t.Codes.Layout.Movers {
		for _, a := range t.actions {
			views := t.views(agents)
			for _, o := range m.Options {
				if o.Action != a {
					continue
				}
				for j, agent := range agents {
					views[j].step(a, agent, t.Codes.Names(o), t.Codes.Takes(m, o))
				}
			}
			t.addViews(views, agents)
		}
	}
}

func (t *observer) views(agents []*spec.Agent) []*stepView {
	views := make([]*stepView, len(agents))
	for i := range views {
		views[i] = &stepView{observer: t, columns: map[string]*column{}}
	}
	return views
}

func (t *observer) addViews(views []*stepView, agents []*spec.Agent) {
	var seen []*observation
	for j, agent := range agents {
		if j == 0 || views[j] != views[j-1] {
			seen = nil
			for _, in := range views[j].functions() {
				seen = append(seen, t.find(in, false))
			}
		}
		for _, tr := range seen {
			tr.seenBy(agent)
		}
	}
}

// stepView is what one agent sees of the steps of an action, as columns of a
// table with a row for each kind.
type stepView struct {
	*observer
	kind    int // the present row
	columns map[string]*column
	order   []string
}

// column has the cases of one scalar.
type column struct {
	typ    spec.Type
	values []spec.Value
	split  bool // some row has one value throughout
	rows   map[int][]value.Case
}

// step fills a row with what an agent sees of a kind of step, where that is taken.
func (v *stepView) step(a *spec.Action, agent *spec.Agent, ns value.Names, taken symbolic.Set) {
	named := v.Codes.Space.Empty()
	if v.owns(a, agent, ns) {
		named = taken
	} else if a.By != nil && a.Hidden {
		r := v.Eval(a.By, ns)
		named = taken.And(value.CaseOf(v.Codes.Space, value.AsCases(v.Codes.Space, r.Val), agent.Name)).Diff(r.Undef)
	}
	for i, b := range a.Params {
		v.look("argument "+strconv.Itoa(i), value.Lookup(ns, b), b.Type, named)
	}
	if agent == Witness {
		for i, b := range a.Outcome {
			v.look("outcome "+strconv.Itoa(i), value.Lookup(ns, b), b.Type, taken)
		}
	}
	for i, s := range a.Seen {
		name := "entry " + strconv.Itoa(i)
		v.Each(s.Binders, ns, taken, func(inner value.Names, when symbolic.Set) symbolic.Set {
			key := name
			for _, b := range s.Binders {
				key += " " + spec.Key(value.Lookup(inner, b.Bound).(value.Constant).V)
			}
			when = v.applies(s, agent, inner, when)
			v.truth(key, when)
			named = named.Or(when)
			for j, o := range s.What {
				v.observable(key+"/"+strconv.Itoa(j), o, inner, when)
			}
			return v.Codes.Space.Empty()
		})
	}
	v.truth("name", named)
}

// owns tells whether the agent sees every step of the action as a whole.
func (v *stepView) owns(a *spec.Action, agent *spec.Agent, _ value.Names) bool {
	return !a.Hidden || agent == Witness
}

// applies is where an entry lets an agent see something; one that has no value
// applies to nobody.
func (v *stepView) applies(s spec.Seen, agent *spec.Agent, ns value.Names, when symbolic.Set) symbolic.Set {
	if s.Cond != nil {
		in, undef := v.Holds(s.Cond, ns)
		when = when.And(in).Diff(undef)
	}
	if s.Agent != nil {
		r := v.Eval(s.Agent, ns)
		when = when.And(value.CaseOf(v.Codes.Space, value.AsCases(v.Codes.Space, r.Val), agent.Name)).Diff(r.Undef)
	}
	return when
}

// observable is what is seen of an observable, as shown has it.
func (v *stepView) observable(name string, o spec.Observable, ns value.Names, gate symbolic.Set) {
	lost := v.Each(o.Binders, ns, gate, func(value.Names, symbolic.Set) symbolic.Set { return v.Codes.Space.Empty() })
	v.truth(name+" lost", lost)
	v.Each(o.Binders, ns, gate.Diff(lost), func(ns value.Names, when symbolic.Set) symbolic.Set {
		key := name
		for _, b := range o.Binders {
			key += " " + spec.Key(value.Lookup(ns, b.Bound).(value.Constant).V)
		}
		shown, undef := when, v.Codes.Space.Empty()
		if o.Cond != nil {
			in, u := v.Holds(o.Cond, ns)
			shown, undef = when.And(in).Diff(u), when.And(u)
		}
		r := v.Eval(o.Value, ns)
		undef, shown = undef.Or(shown.And(r.Undef)), shown.Diff(r.Undef)
		v.truth(key+" is", when)
		v.truth(key+" undefined", undef)
		v.truth(key+" shown", shown)
		v.look(key, r.Val, o.Value.Type(), shown)
		return v.Codes.Space.Empty()
	})
}

// look adds the scalars of a value, where gate holds.
func (v *stepView) look(name string, val value.Value, t spec.Type, gate symbolic.Set) {
	if gate.IsEmpty() {
		return
	}
	if _, none := val.(value.Nothing); none {
		return
	}
	if spec.IsScalar(t) {
		v.scalar(name, t, value.AsCases(v.Codes.Space, val), gate)
		return
	}
	if _, optional := t.(*spec.OptionType); optional {
		absent := value.AbsentIn(v.Codes.Space, val)
		v.truth(name+"?", gate.And(absent))
		gate = gate.Diff(absent)
	}
	switch t := spec.Present(t).(type) {
	case *spec.RecordType:
		for i, p := range value.AsTuple(v.Codes.Space, val).Parts {
			v.look(name+"."+t.Fields[i].Name, p, t.Fields[i].Type, gate)
		}
	case *spec.ArrayType:
		for i, p := range value.AsTuple(v.Codes.Space, val).Parts {
			v.look(name+"["+strconv.Itoa(i)+"]", p, t.Elem, gate)
		}
	case *spec.SetType:
		for _, m := range value.AsFamily(v.Codes.Space, val).Members {
			v.truth(name+" has "+spec.Key(m.Elem), gate.And(m.In))
		}
	}
}

func (v *stepView) truth(name string, in symbolic.Set) {
	v.scalar(name, spec.BoolType{}, []value.Case{{Value: spec.Bool(true), When: in}}, v.Codes.Space.Full())
}

func (v *stepView) scalar(name string, t spec.Type, cases []value.Case, gate symbolic.Set) {
	c := v.columns[name]
	if c == nil {
		c = &column{typ: t, rows: map[int][]value.Case{}}
		v.columns[name] = c
		v.order = append(v.order, name)
	}
	var row []value.Case
	for _, k := range cases {
		if k.When = k.When.And(gate); k.When.IsEmpty() {
			continue
		}
		row = append(row, k)
		if !slices.ContainsFunc(c.values, func(w spec.Value) bool { return spec.Equal(w, k.Value) }) {
			c.values = append(c.values, k.Value)
		}
	}
	c.split = c.split || len(row) == 1
	c.rows[v.kind] = append(c.rows[v.kind], row...)
}

// functions are Boolean functions that together are as good as the table: where
// a column has a value, if rows differ in it, or else the bits of its number.
func (v *stepView) functions() [][]symbolic.Set {
	var all [][]symbolic.Set
	for _, name := range v.order {
		c := v.columns[name]
		code := layout.Cell{Values: make([]spec.Value, len(c.values)+1)} // 0: it has none
		n := code.Width()
		if c.split {
			n = len(c.values)
		}
		found := make([][]symbolic.Set, n)
		for i := range found {
			found[i] = v.blank()
		}
		for _, row := range slices.Sorted(maps.Keys(c.rows)) { // in an order that repeats, as the diagrams do then
			where := make([][]symbolic.Set, n)
			for _, k := range c.rows[row] {
				at := slices.IndexFunc(c.values, func(w spec.Value) bool { return spec.Equal(w, k.Value) })
				for i := range where {
					if c.split && at == i || !c.split && code.BitOf(at+1, i) {
						where[i] = append(where[i], k.When)
					}
				}
			}
			for i, sets := range where {
				if len(sets) > 0 {
					found[i][row] = v.Codes.Space.OrAll(sets...)
				}
			}
		}
		all = append(all, found...)
	}
	return all
}

// blank is the function that is false in all steps.
func (t *observer) blank() []symbolic.Set {
	in := make([]symbolic.Set, len(t.kinds))
	for i := range in {
		in[i] = t.Codes.Space.Empty()
	}
	return in
}
