package report

import (
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
)

// Worlds are what agents consider possible, a Kripke structure: worlds, and which of them
// each agent confuses.
type Worlds struct {
	// Count is how many there are, nil where a limit was met, which is the Reason. List has
	// all of them, or none where they are too many to be listed.
	Count  *big.Int
	Reason verdict.Reason
	List   []World
	// Variables are the names of the values that a world has, and Show those of them that
	// pictures show; none: those that distinguish worlds.
	Variables []string
	Show      []string
	// When says after how many steps worlds are listed, if agents remember them.
	When string
	// Agents are those who can be asked, with what they confuse.
	Agents []WorldAgent
	// Warnings are about what is odd in the question.
	Warnings []source.Diagnostic
}

// World is one of them.
type World struct {
	Values []string // of the variables
	State  Object   // the same, part by part
	// Label is the values on one line, with a number where worlds differ only in how
	// they came about.
	Label  string
	Done   []string // what happened on the way, where that is not the same for all
	Actual bool     // marked
	// Stands is for how many worlds this one stands, in a quotient; else 0.
	Stands int
}

// WorldAgent is an agent with the number of the class of each world: it confuses those of
// the same class.
type WorldAgent struct {
	Name  string
	Class []int
}

// Classes are the numbers of the classes that an agent divides the worlds into, by world.
func (ws *Worlds) Classes(agent string) ([]int, error) {
	var names []string
	for _, a := range ws.Agents {
		if a.Name == agent {
			return a.Class, nil
		}
		names = append(names, a.Name)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%q is no agent who can be asked here: the model has none", agent)
	}
	return nil, fmt.Errorf("%q is no agent who can be asked here%s; there are %s", agent, source.DidYouMean(agent, names), strings.Join(names, ", "))
}

// WriteText lists the worlds, by the classes of an agent if one is named.
func (ws *Worlds) WriteText(w io.Writer, agent string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s (%s)", plural(len(ws.List), "world", "worlds"), ws.When, strings.Join(ws.Variables, "; "))
	if agent == "" {
		b.WriteString("\n")
		for _, world := range ws.List {
			b.WriteString(world.line("  "))
		}
		_, err := io.WriteString(w, b.String())
		return err
	}
	classes, err := ws.Classes(agent)
	if err != nil {
		return err
	}
	var order []int
	members := map[int]string{}
	for i, world := range ws.List {
		k := classes[i]
		if !slices.Contains(order, k) {
			order = append(order, k)
		}
		members[k] += world.line("    ")
	}
	fmt.Fprintf(&b, ", %s of agent %s\n", plural(len(order), "class", "classes"), agent)
	for i, k := range order {
		fmt.Fprintf(&b, "  %d\n%s", i+1, members[k])
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// line is a world of the list.
func (world World) line(indent string) string {
	line := indent + world.Label
	if len(world.Done) > 0 {
		line += "  after " + strings.Join(world.Done, "; ")
	}
	if world.Stands > 0 {
		line += "  x " + fmt.Sprint(world.Stands)
	}
	if world.Actual {
		line += "  <- actual"
	}
	return line + "\n"
}
