package question

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

// Claims that are not about an operator have names of their own: Reached that steps lead to all worlds, Number that about
// the worlds that are counted, Lasting that about those from which some run counts.
//
// Others follow the name of an operator. Vain is where a coalition sees to it that no run is fair, and Fair and Unfair,
// before the number of a condition, are what leads to that. Case and a number is what a uniform strategy brings about. Tree
// and a number is the root of a tree of cases, and Does and Avoids name its branches; Sure follows what is said of a case,
// about where that is so in all worlds that a member confuses with one. Plan is before beliefs of a plan, and Dear before
// those from which no plan costs less.
const (
	Reached = "worlds"
	Number  = "count"
	Lasting = "runs"
	Vain    = " vain"
	Fair    = " fair "
	Unfair  = " unfair "
	Case    = " case "
	Tree    = " tree "
	Does    = "+"
	Avoids  = "-"
	Sure    = " sure"
	Plan    = "plan"
	Dear    = "dear"
)

// LayerKey names something about a layer.
func LayerKey(n int, key string) string {
	if n == 0 {
		return key
	}
	return fmt.Sprintf("#%d %s", n, key)
}

// FromKey names a part of those that are first reached after some steps.
func FromKey(steps, part int) string { return fmt.Sprintf("%s from %d.%d", Reached, steps, part) }

// BackKey names the claim that the layer after the last one is one before.
func BackKey(n, back int) string { return fmt.Sprintf("#%d=%d %s", n, back, Reached) }

// StepKey names what a step makes of what is recorded.
func StepKey(moves []spec.Move) string {
	text := "record"
	for _, m := range moves {
		text += fmt.Sprint(" ", m.Action.Name, m.Args, m.Outcome)
	}
	return text
}

// MoveKey names where an agent makes a move in a case, or decides about it in a tree.
func MoveKey(key string, a *spec.Agent, move string) string {
	return fmt.Sprintf("%s %s%s", key, move, By(a.Name))
}

// PartKey names a belief of a plan: the part of what comes of one that is seen, of those at a cost. Behind Plan are the
// first ones.
func PartKey(key string, cost, i int) string { return fmt.Sprintf("%s/%d.%d", key, cost, i) }

// ApartKey names moves that do not lead into a part, though others lead to a world of it that they lead to.
func ApartKey(part string, moves []spec.Move) string { return part + " without " + StepKey(moves) }

// ChoiceKey names a choice in a belief.
func ChoiceKey(key, choice string) string { return fmt.Sprintf("%s [%s]", key, choice) }

// DearKey names a belief from which each plan costs more than a number; Unbounded: there is none.
func DearKey(cost, i int) string {
	if cost == Unbounded {
		return fmt.Sprintf("%s/all.%d", Dear, i)
	}
	return PartKey(Dear, cost, i)
}

// StateKey names a state to which steps from such beliefs lead.
func StateKey(i int) string { return fmt.Sprintf("state %d", i) }

// NameOf names an operator, or a program, by its place and the values of its names.
func NameOf(x interface {
	Span() source.Span
	Free() []*spec.Bound
}, env *spec.Env) string {
	at := x.Span()
	text := strings.Join(strings.Fields(at.Text()), " ")
	for _, b := range x.Free() {
		text += fmt.Sprintf(" %s=%s", b.Name, env.Lookup(b))
	}
	return fmt.Sprintf("%d %s", at.Start, text)
}

// key is the name of an operator among those that are needed: several may stand at one place.
func (l *List) key(in *Structure, x spec.Expr, env *spec.Env, by string) string {
	name := NameOf(x, env) + by
	for n := l.at[in.Key+name]; n != nil && n.of != x; n = l.at[in.Key+name] {
		name += "'"
	}
	return name
}

// Of is what is needed of an operator in a structure, by somebody whom it asks; nil: nothing.
func (l *List) Of(in *Structure, x spec.Expr, env *spec.Env, by string) *Need {
	return l.at[in.Key+l.key(in, x, env, by)]
}

// Then names what a program leads to that has to be followed by others.
func Then(parts []spec.Program, env *spec.Env, name string) string {
	for _, p := range slices.Backward(parts) {
		name = fmt.Sprintf("%s (%d) %s", NameOf(p, env), size(p), name)
	}
	return name
}

// size counts the parts of a program: of (α; β){<= n} all that stands at one place of the document differs in it.
func size(p spec.Program) int {
	n := 1
	for _, part := range spec.Subprograms(p) {
		n += size(part)
	}
	return n
}

// Repeats tells whether there is a * in a program.
func Repeats(p spec.Program) bool {
	_, star := p.(*spec.Star)
	if run, ok := p.(*spec.Run); ok {
		return Repeats(run.Named.Body)
	}
	return star || p != nil && slices.ContainsFunc(spec.Subprograms(p), Repeats)
}

// UseOf names what a program is asked for.
func UseOf(key string, layer int) string { return fmt.Sprintf("%s, %d", key, layer) }
