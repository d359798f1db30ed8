package explain

import (
	"bytes"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"
	"text/tabwriter"
)

// WriteText tells people how a model is encoded: tables, the widest things last. If it
// is verbose it lists the order and the parts of actions, and says more of routes.
func (x *Explanation) WriteText(w io.Writer, verbose bool) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s: %s, current, next and auxiliary ones", x.Spec, plural(x.Bits, "bit"))
	if x.Models > 1 {
		fmt.Fprintf(&b, "; the first of %d models, -p chooses another", x.Models)
	}
	b.WriteString("\n")
	x.writeParams(&b)
	x.writeVars(&b)
	x.writeActions(&b)
	x.writeViews(&b)
	fmt.Fprintf(&b, "\nstates: %s, in %s\n", (*big.Int)(x.States), plural(x.ValidNodes, "node"))
	fmt.Fprintf(&b, "initial states: %s, in %s\n", (*big.Int)(x.InitStates), plural(x.InitNodes, "node"))
	x.writeIndistinct(&b)
	x.writeRoutes(&b, verbose)
	x.writeOrder(&b, verbose)
	if verbose {
		x.writeParts(&b)
	}
	_, err := w.Write(b.Bytes())
	return err
}

func plural(n int, what string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(what, "s"):
		what += "es"
	default:
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// table writes rows below a heading, in columns; nothing where there are none.
func table(b *bytes.Buffer, heading string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s\n", heading)
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		fmt.Fprintf(w, "  %s\n", strings.Join(r, "\t"))
	}
	w.Flush() // into memory
}

func (x *Explanation) writeIndistinct(b *bytes.Buffer) {
	if x.Indistinct == nil {
		return
	}
	var rows [][]string
	for _, class := range x.Indistinct.Classes {
		rows = append(rows, []string{strings.Join(class, ", ")})
	}
	table(b, fmt.Sprintf("%s of %s, by who sees all else", plural(len(rows), "distinct value"), x.Indistinct.Variable), rows)
}

// writeRoutes names the routes of each check, or says of each why it applies and why it is
// sound.
func (x *Explanation) writeRoutes(b *bytes.Buffer, verbose bool) {
	var rows [][]string
	for _, c := range x.Checks {
		id := c.ID
		var names []string
		for _, r := range c.Routes {
			names = append(names, r.Name)
			if verbose {
				rows = append(rows, []string{id, r.Name, r.Why, r.Theorem})
				id = ""
			}
		}
		if len(names) > 0 && !verbose {
			rows = append(rows, []string{id, strings.Join(names, ", ")})
		}
	}
	table(b, "routes to a verdict, in the order in which they are tried", rows)
}

func (x *Explanation) writeParams(b *bytes.Buffer) {
	var rows [][]string
	for _, p := range x.Params {
		rows = append(rows, []string{p.Name, "= " + p.Value})
	}
	table(b, "parameters", rows)
}

func (x *Explanation) writeVars(b *bytes.Buffer) {
	var rows [][]string
	for _, v := range x.Vars {
		rows = append(rows, []string{v.Name, plural(v.Bits, "bit"), plural(v.Cells, "cell"), v.Type})
	}
	table(b, "variables", rows)
}

func (x *Explanation) writeActions(b *bytes.Buffer) {
	var rows [][]string
	for _, a := range x.Actions {
		nodes, reads, writes := 0, []string{}, []string{}
		for _, p := range a.Parts {
			nodes += p.Nodes
			reads, writes = append(reads, p.Reads...), append(writes, p.Writes...)
		}
		rows = append(rows, []string{
			a.signature(), plural(len(a.Parts), "part"), plural(nodes, "node"),
			"reads " + someOf(reads), "writes " + someOf(writes),
		})
	}
	table(b, "actions", rows)
	if x.Search.Parts > 0 {
		fmt.Fprintf(b, "\nsearch: %s, %s in %s\n", x.Search.Method, plural(x.Search.Parts, "part"), plural(x.Search.Groups, "group"))
	}
	for i, image := range x.Search.Images {
		if i == shownImages {
			fmt.Fprintf(b, "  … (%s)\n", plural(len(x.Search.Images), "group"))
			break
		}
		var products []string
		for _, p := range image {
			products = append(products, fmt.Sprintf("join %s, drop %s", plural(p.Nodes, "node"), plural(p.Quantified, "bit")))
		}
		fmt.Fprintf(b, "  image %d: %s\n", i+1, strings.Join(products, "; "))
	}
}

// shownImages is the number of groups whose images are described.
const shownImages = 8

// signature is the name of an action with its arguments, and the bits of those
// that do not split it.
func (a Action) signature() string {
	if len(a.Args) == 0 {
		return a.Name
	}
	var args []string
	for _, arg := range a.Args {
		text := arg.Name
		if !arg.Split {
			text += fmt.Sprintf(":%d", arg.Bits)
		}
		args = append(args, text)
	}
	return a.Name + "(" + strings.Join(args, ", ") + ")"
}

// someOf lists the first few of different names.
func someOf(names []string) string {
	const most = 6
	slices.Sort(names)
	names = slices.Compact(names)
	switch {
	case len(names) == 0:
		return "nothing"
	case len(names) > most:
		return fmt.Sprintf("%s, … (%d cells)", strings.Join(names[:most], ", "), len(names))
	}
	return strings.Join(names, ", ")
}

func (x *Explanation) writeViews(b *bytes.Buffer) {
	var rows [][]string
	for _, v := range x.Agents {
		if v.All {
			rows = append(rows, []string{v.Agent, "sees everything"})
			continue
		}
		row := []string{v.Agent, "sees " + plural(v.Kept, "bit"), fmt.Sprintf("not %d", v.Hidden)}
		if v.Blocks+v.General > 0 {
			row = append(row, fmt.Sprintf("and functions of others (%d by cases, %d in general)", v.Blocks, v.General))
		}
		rows = append(rows, row)
	}
	table(b, "agents", rows)
}

// writeOrder lists the cells from the top of the diagrams down; registers, which
// hold arguments and bound names for a while, only in the table.
func (x *Explanation) writeOrder(b *bytes.Buffer, verbose bool) {
	var names []string
	var rows [][]string
	for _, c := range x.Order {
		kind := ""
		if c.Register {
			kind = "register"
		} else {
			names = append(names, c.Name)
		}
		rows = append(rows, []string{c.Name, plural(c.Values, "value"), fmt.Sprintf("bits %v", c.Bits), kind})
	}
	if verbose {
		table(b, "order", rows)
		return
	}
	fmt.Fprintf(b, "\norder\n  %s\n", strings.Join(names, " "))
}

func (x *Explanation) writeParts(b *bytes.Buffer) {
	for _, a := range x.Actions {
		var rows [][]string
		for i, p := range a.Parts {
			rows = append(rows, []string{
				fmt.Sprint(i + 1), plural(p.Conjuncts, "conjunct"), plural(p.Nodes, "node"),
				"reads " + someOf(p.Reads), "writes " + someOf(p.Writes),
			})
		}
		table(b, "parts of "+a.signature(), rows)
	}
}
