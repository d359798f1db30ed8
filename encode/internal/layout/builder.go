package layout

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/spec"
)

// maxCells bounds what is laid out: the elements of a set are enumerated.
const maxCells = 1 << 18

// Builder makes shapes of a variable, of a mover, or of a register.
type Builder struct {
	Layout *Layout
	Var    *spec.Var
}

// Shape lays out a type. at places it in the array around it.
func (l Builder) Shape(name string, t spec.Type, at float64) *Shape {
	sh := &Shape{Type: t}
	if spec.IsScalar(t) {
		sh.Cell = l.Cell(name, t, at)
		return sh
	}
	if _, optional := t.(*spec.OptionType); optional {
		sh.Present = l.Cell(name+"?", spec.BoolType{}, at)
	}
	switch t := spec.Present(t).(type) {
	case *spec.RecordType:
		for _, f := range t.Fields {
			sh.Parts = append(sh.Parts, l.Shape(name+"."+f.Name, f.Type, at))
		}
	case *spec.ArrayType:
		n := l.enumerable(name, t.Cells())
		i := 0
		for index := range spec.Tuples(t.Index) {
			at := spread(at, i, n)
			sh.Parts = append(sh.Parts, l.Shape(name+"["+ShowTuple(t.Index, index)+"]", t.Elem, at))
			i++
		}
	case *spec.SetType:
		n := l.enumerable(name, t.Elem.Size())
		for e := range t.Elem.All() {
			at := spread(at, len(sh.Elems), n)
			sh.Elems = append(sh.Elems, e)
			sh.Members = append(sh.Members, l.Cell(t.Elem.Show(e)+" in "+name, spec.BoolType{}, at))
		}
	default:
		failure.Fail("%s has a type that no variable can have: %s", name, t)
	}
	return sh
}

// OneHot lays out a scalar that has one of the values with a cell for each but none.
func (l Builder) OneHot(name string, t spec.Type, values []spec.Value) *Shape {
	sh := &Shape{Type: t, OneHot: true}
	for i, v := range values {
		if v == (spec.Absent{}) {
			sh.None = true
			continue
		}
		sh.Elems = append(sh.Elems, v)
		sh.Members = append(sh.Members, l.Cell(name+" = "+t.Show(v), spec.BoolType{}, spread(0, i, len(values))))
	}
	return sh
}

func (l Builder) Cell(name string, t spec.Type, at float64) *Cell {
	n := l.enumerable(name, t.Size())
	if n > spec.MaxStored {
		failure.Fail("%s has %d values; a variable or an argument without parts may have %d", name, n, spec.MaxStored)
	}
	c := &Cell{Name: name, Type: t, Var: l.Var, At: at, ID: len(l.Layout.Cells)}
	cs, known := l.Layout.coded[t]
	if !known {
		cs = codesOf(slices.Collect(t.All()))
		l.Layout.coded[t] = cs
	}
	c.set(cs)
	if len(c.Values) == 0 {
		failure.Fail("%s can have no value: %s is empty", name, t)
	}
	l.Layout.Cells = append(l.Layout.Cells, c)
	if len(l.Layout.Cells) > maxCells {
		failure.Fail("the variables have more than %d parts", maxCells)
	}
	return c
}

// enumerable returns a size that can be enumerated.
func (l Builder) enumerable(name string, size *big.Int) int {
	if size.Cmp(big.NewInt(maxCells)) > 0 {
		failure.Fail("%s has more parts or values than can be encoded: %s", name, size)
	}
	return int(size.Int64())
}

// spread is the place of element i of n, unless the array around has one.
func spread(at float64, i, n int) float64 {
	if at > 0 || n == 0 {
		return at
	}
	return (float64(i) + 0.5) / float64(n)
}

func ShowTuple(types []spec.Type, index []spec.Value) string {
	text := ""
	for i, v := range index {
		if i > 0 {
			text += ", "
		}
		text += types[i].Show(v)
	}
	return text
}

// AddMover lays out the bits of an agent.
func (p *Layout) AddMover(m *spec.Mover) *Mover {
	name := m.Agent.Name.String()
	mv := &Mover{Agent: m.Agent, Pools: [2]map[string][]*Shape{{}, {}}}
	l := Builder{Layout: p}
	mv.Choice = l.Cell("choice of "+name, &spec.IntType{Lo: 0, Hi: int64(len(m.Choices)) - 1}, 0)
	for code, c := range m.Choices {
		o := &Option{Action: c.Action, Code: code, Fixed: c.Args, Args: make([]*Shape, len(c.Args))}
		used := [2]map[string]int{{}, {}}
		take := func(pool int, what string, t spec.Type) *Shape {
			key := t.String()
			i := used[pool][key]
			used[pool][key]++
			if i == len(mv.Pools[pool][key]) {
				sh := l.Shape(Numbered(fmt.Sprintf("%s %s of %s", what, key, name), i), t, 0)
				mv.Pools[pool][key] = append(mv.Pools[pool][key], sh)
			}
			return mv.Pools[pool][key][i]
		}
		for i, v := range c.Args {
			if v == nil {
				o.Args[i] = take(0, "argument", c.Action.Params[i].Type)
			}
		}
		for _, b := range c.Action.Outcome {
			o.Outcome = append(o.Outcome, take(1, "outcome", b.Type))
		}
		mv.Options = append(mv.Options, o)
	}
	return mv
}

// Numbered is the name of the i-th of several things.
func Numbered(name string, i int) string {
	if i == 0 {
		return name
	}
	return fmt.Sprintf("%s, no. %d", name, i+1)
}
