package decide

import (
	"fmt"
	"strings"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// outline writes evidence in short, one node a line: its formula, "+" or "-" for
// its value, the state, and how it is shown.
func outline(n *witness.Node) string {
	var b strings.Builder
	writeNode(&b, n, "")
	return b.String()
}

func writeNode(b *strings.Builder, n *witness.Node, margin string) {
	if n == nil {
		b.WriteString(margin + "nothing\n")
		return
	}
	sign := "-"
	if n.Holds {
		sign = "+"
	}
	fmt.Fprintf(b, "%s%s %s @ %s", margin, sign, n.Formula.Span().Text(), short(n.State))
	if n.Times > 0 {
		fmt.Fprintf(b, " times %d", n.Times)
	}
	if n.Claim != "" {
		b.WriteString(" claim")
	}
	b.WriteString("\n")
	for _, p := range n.Parts {
		writeNode(b, p, margin+"  ")
	}
	if n.Path != nil {
		writePath(b, n.Path, margin+"  ")
	}
	if n.Epistemic != nil {
		writeEpistemic(b, n.Epistemic, margin+"  ")
	}
}

func writePath(b *strings.Builder, p *witness.Path, margin string) {
	fmt.Fprintf(b, "%spath%s marks %v loop %d", margin, stepsText(p.Steps), p.Marks, p.Loop)
	if p.Ends {
		b.WriteString(" ends")
	}
	if p.Fair {
		b.WriteString(" fair")
	}
	b.WriteString("\n")
	for _, s := range p.Shown {
		fmt.Fprintf(b, "%s at mark %d\n", margin, s.Mark)
		writeNode(b, s.Node, margin+"  ")
	}
}

func writeEpistemic(b *strings.Builder, j *witness.EpistemicStep, margin string) {
	fmt.Fprintf(b, "%sepistemic step by %s from %s%s\n", margin, spec.AgentNames(j.Agents), short(j.Start), stepsText(j.Origin))
	if j.Other != nil {
		fmt.Fprintf(b, "%s  to %s\n", margin, short(j.Other))
		return
	}
	writeNode(b, j.To, margin+"  ")
}

func stepsText(steps []witness.Step) string {
	var b strings.Builder
	for _, s := range steps {
		fmt.Fprintf(&b, " %s %s", s, short(s.To))
	}
	return b.String()
}

func short(s spec.State) string {
	parts := make([]string, len(s))
	for i, v := range s {
		parts[i] = v.String()
	}
	return "(" + strings.Join(parts, ",") + ")"
}
