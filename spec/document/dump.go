package document

import (
	"fmt"
	"strings"

	"github.com/epibdd/epibdd/spec/syntax"
)

// dump writes all that a layer says without its places, one thing a line, so
// that two layers mean the same if their dumps are equal.
func (own *layer) dump() string {
	d := &dumper{}
	d.line("use", own.use.Text)
	d.settings("with", own.with)
	for _, gone := range own.removed {
		d.line("removed", gone.section, gone.name)
	}
	d.document(&own.Document)
	return d.String()
}

type dumper struct{ strings.Builder }

func (d *dumper) line(parts ...string) { fmt.Fprintf(d, "%q\n", parts) }

func (d *dumper) document(doc *Document) {
	d.line("name", doc.Name, doc.Doc)
	d.settings("param", doc.Params)
	for _, t := range doc.Types {
		d.typ(t)
	}
	for _, e := range doc.Defines {
		d.line("define", text(e.Sig), text(e.Body))
	}
	for _, v := range doc.Vars {
		d.line("var", v.Name.Name, text(v.Type))
	}
	d.exprs("init", doc.Init)
	for _, a := range doc.Agents {
		d.line("agent", text(a.Who), fmt.Sprint(a.SeesAll))
		d.entries(a.Sees)
	}
	for _, a := range doc.Actions {
		d.action(a)
	}
	d.programs("program", doc.Programs)
	d.programs("history", doc.History)
	for _, f := range doc.Fairness {
		d.line("fairness", text(f))
	}
	for _, name := range doc.Show {
		d.line("show", name.Name)
	}
	d.line("how", doc.Steps.Text, doc.Recall.Text, doc.Runs.Text, doc.Depth.Text, text(doc.DepthExpr), fmt.Sprint(doc.Limits))
	for _, c := range doc.Checks {
		d.check(c)
	}
	for _, c := range doc.Sweep.Columns {
		d.line("column", c.Name.Name)
		for _, v := range c.Values {
			d.line("value", value(v))
		}
	}
	for _, row := range doc.Sweep.Rows {
		d.settings("row", row)
	}
}

func (d *dumper) settings(what string, params []Param) {
	d.line(what)
	for _, p := range params {
		d.line(p.Name.Name, value(p.Value))
	}
}

func (d *dumper) typ(t Type) {
	d.line("type", t.Name.Name, text(t.Expr), t.Names.Text)
	if t.First != nil {
		d.line("first", text(t.First))
	}
	for _, f := range t.Fields {
		d.line("field", f.Name.Name, text(f.Type))
	}
	for _, v := range t.ValueNames {
		d.line("value name", text(v.Value), v.Name.Name)
	}
}

func (d *dumper) exprs(what string, list []syntax.Expr) {
	for _, e := range list {
		d.line(what, text(e))
	}
}

func (d *dumper) entries(list []*syntax.Entry) {
	for _, e := range list {
		d.line("entry", text(e))
	}
}

func (d *dumper) action(a Action) {
	d.line("action", text(a.Sig), a.Doc, text(a.By), fmt.Sprint(a.HasSeen))
	d.exprs("when", a.When)
	for _, b := range a.Outcome {
		d.line("outcome", text(b))
	}
	d.exprs("given", a.Given)
	for _, t := range a.Then {
		d.line("then", text(t.Target), text(t.Value))
	}
	for _, s := range a.Seen {
		d.line("seen", text(s.Who))
		d.entries(s.What)
	}
	for _, alt := range a.Frame {
		d.line("alternative", text(alt.Value))
		d.exprs("when", alt.When)
		for _, t := range alt.Then {
			d.line("then", text(t.Target), text(t.Value))
		}
	}
	for _, c := range a.Confuses {
		d.line("confuses", text(c.Who), fmt.Sprint(c.All))
		for _, class := range c.Classes {
			d.exprs("class", class)
		}
	}
}

func (d *dumper) programs(what string, list []Program) {
	for _, p := range list {
		d.line(what, text(p.Sig), text(p.Body))
	}
}

func (d *dumper) check(c Check) {
	d.line("check", c.ID.Name, c.Doc, fmt.Sprint(c.Kind), text(c.Formula))
	if c.Least != nil {
		d.line("least", text(c.Least))
	}
	if p := c.Plan; p != nil {
		d.exprs("by", p.By)
		for _, cost := range p.Cost {
			d.line("cost", cost.Action.Name, text(cost.Value))
		}
		d.line("within", text(p.Within))
		d.expect("worst", p.Worst)
		d.expect("mean", p.Mean)
		d.expect("starts", p.Starts)
	}
	if m := c.Measure; m != nil {
		d.exprs("of", m.Of)
		d.line("measure", m.Weigh.Text, text(m.Table), text(m.Left))
		d.expect("outcomes", m.Outcomes)
		d.expect("largest", m.Largest)
		d.expect("mean", m.Mean)
	}
	d.line("conditions", text(c.At), text(c.If), text(c.Layer), text(c.After))
	d.expect("expect", c.Expect)
	d.settings("with", c.With)
	if c.HasFairness {
		d.line("fairness of its own")
		d.entries(c.Fairness)
	}
	d.line("how", c.Vacuous.Text, c.Recall.Text, c.Runs.Text, c.Interpretation.Text, c.Depth.Text, text(c.DepthExpr), fmt.Sprint(c.Limits))
}

func (d *dumper) expect(what string, e *Expect) {
	if e != nil {
		d.line(what, e.Verdict, e.Op.String(), text(e.Value))
		if e.Choice != nil {
			d.line("choice", text(e.Choice))
		}
	}
}

// text prints a part of the syntax tree; "" where there is none.
func text(n syntax.Node) string {
	if n == nil {
		return ""
	}
	return syntax.String(n)
}

func value(v ParamValue) string {
	if !v.IsList() {
		return text(v.Expr)
	}
	var parts []string
	for _, item := range v.List {
		parts = append(parts, value(item))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
