package question

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

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
