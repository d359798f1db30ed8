package epibdd

import (
	"context"
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/report/explain"
	"github.com/epibdd/epibdd/spec"
)

// Explanation is how a model is turned into decision diagrams.
type Explanation = explain.Explanation

// Explain encodes the first model of a document and says how, before anything is decided.
// Of a constant that is named it also says which of its values nobody can ever tell apart
// who sees all else; for that it finds the reachable states.
func (d *Document) Explain(ctx context.Context, constant string, o Options) (*Explanation, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if err := d.Err(); err != nil {
		return nil, err
	}
	m := d.in.Suite.Models[0]
	i := slices.IndexFunc(m.Vars, func(v *spec.Var) bool { return v.Name == constant && !v.Past })
	if constant != "" && i < 0 {
		return nil, fmt.Errorf("there is no variable %q", constant)
	}
	ctx, end := o.bound(ctx, Progress{Check: d.File(), Phase: "encoding"})
	defer end()
	how := o.encoding()
	x := &Explanation{Spec: d.File(), Models: len(d.in.Suite.Models), Params: []explain.Param{}, Checks: []explain.Check{}}
	for _, c := range d.in.Suite.Checks {
		if c.Model == m {
			how.Asked = append(how.Asked, c.Formula)
			x.Checks = append(x.Checks, explain.Check{ID: c.Label, Routes: routesOf(c, o.routes())})
		}
	}
	for _, v := range m.Params {
		x.Params = append(x.Params, explain.Param{Name: v.Name, Value: v.Value.String()})
	}
	sys, err := encode.New(ctx, m, how)
	if err != nil {
		return nil, placed(err)
	}
	err = sys.Space().Do(ctx, func() error {
		describe(x, encode.Explain(sys))
		x.States = (*report.Number)(sys.Count(sys.Valid()))
		x.InitStates = (*report.Number)(sys.Count(sys.Init()))
		if constant == "" {
			return nil
		}
		x.Indistinct, err = indistinct(sys, m.Vars[i])
		return err
	})
	if err == nil && o.SaveOrder != nil {
		err = encode.WriteOrder(sys, o.SaveOrder)
	}
	if err != nil {
		return nil, placed(err)
	}
	return x, nil
}

// indistinct finds the classes of the values of a constant.
func indistinct(sys *encode.System, v *spec.Var) (*explain.Classes, error) {
	reached := sys.Steps().Reach(sys.Init(), nil)
	if err := sys.Fault(reached); err != nil {
		return nil, err
	}
	found, err := encode.Indistinct(sys, v, reached)
	x := &explain.Classes{Variable: v.Name, Classes: [][]string{}}
	for _, class := range found {
		var names []string
		for _, value := range class {
			names = append(names, v.Type.Show(value))
		}
		x.Classes = append(x.Classes, names)
	}
	return x, err
}

// describe fills in how the model was encoded. No list is nil: JSON tells them apart.
func describe(x *Explanation, e encode.Explanation) {
	x.Bits, x.ValidNodes, x.InitNodes = e.Bits, e.Valid, e.Init
	x.Vars, x.Order, x.Actions, x.Agents = []explain.Variable{}, []explain.Cell{}, []explain.Action{}, []explain.View{}
	x.Search = explain.Search{Method: string(e.Search.Method), Parts: e.Search.Parts, Groups: e.Search.Groups, Images: [][]explain.Product{}}
	for _, products := range e.Search.Images {
		var image []explain.Product
		for _, p := range products {
			image = append(image, explain.Product(p))
		}
		x.Search.Images = append(x.Search.Images, image)
	}
	for _, v := range e.Vars {
		x.Vars = append(x.Vars, explain.Variable(v))
	}
	for _, c := range e.Order {
		cell := explain.Cell{Name: c.Name, Values: c.Values, Register: c.Register}
		for _, b := range c.Bits {
			cell.Bits = append(cell.Bits, int(b))
		}
		x.Order = append(x.Order, cell)
	}
	for _, v := range e.Views {
		x.Agents = append(x.Agents, explain.View(v))
	}
	for _, a := range e.Actions {
		one := explain.Action{Name: a.Name, Args: []explain.Argument{}, Parts: []explain.Part{}}
		for _, arg := range a.Args {
			one.Args = append(one.Args, explain.Argument(arg))
		}
		for _, p := range a.Parts {
			one.Parts = append(one.Parts, explain.Part(p))
		}
		x.Actions = append(x.Actions, one)
	}
}
