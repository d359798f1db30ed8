package document

import (
	"fmt"
	"strings"

	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// Lint warns of what a text declares and never uses. A document that uses another, or that
// asks nothing, may declare for others.
func Lint(file *source.File) []source.Diagnostic {
	if Foreign(file.Name) {
		return nil
	}
	var errs source.List
	root := parse(file, &errs)
	if root == nil || errs.Err() != nil || keyed(root, "use") != nil || keyed(root, "check") == nil {
		return nil
	}
	own := read(file, &errs)
	if own == nil || errs.Err() != nil {
		return nil
	}
	uses := map[string]int{}
	countNames(root, uses)
	l := &linter{uses: uses}
	for _, p := range own.Params {
		l.unused("parameter", p.Name)
	}
	for _, t := range own.Types {
		l.unused("type", t.Name)
	}
	for _, v := range own.Vars {
		l.unused("variable", v.Name)
	}
	for _, d := range own.Defines {
		l.unused("definition", d.Sig.Name)
	}
	for _, p := range own.Programs {
		l.unused("program", p.Sig.Name)
	}
	for _, h := range own.History {
		l.unused("condition on the past", h.Sig.Name)
	}
	l.blind(keyed(root, "agents"))
	return l.found
}

type linter struct {
	uses  map[string]int
	found []source.Diagnostic
}

func (l *linter) warn(at source.Span, hint, format string, args ...any) {
	l.found = append(l.found, source.Diagnostic{Severity: source.Warning, Span: at, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// unused warns of a name that stands nowhere but where it is declared.
func (l *linter) unused(what string, id syntax.Ident) {
	if l.uses[id.Name] < 2 {
		l.warn(id.Place, "", "the %s %s is never used", what, id.Name)
	}
}

// blind warns of agents without sees, where nobody else says what all see.
func (l *linter) blind(agents *node) {
	if keyed(agents, "all") != nil {
		return
	}
	for _, p := range pairsOf(agents) {
		if keyed(p.value, "sees") == nil && !p.value.null {
			l.warn(p.key.full, "write sees: [] if that is meant", "%s sees nothing, and knows only what is so in all worlds", strings.TrimSpace(p.key.text.Text()))
		}
	}
}

func pairsOf(n *node) []pair {
	if n == nil {
		return nil
	}
	return n.pairs
}

// countNames counts the names in all texts of a tree but those for people.
func countNames(n *node, uses map[string]int) {
	if n.kind == scalar {
		for _, w := range syntax.Words(n.text, new(source.List)) {
			uses[w.Text]++
		}
	}
	for _, item := range n.items {
		countNames(item, uses)
	}
	for _, p := range n.pairs {
		switch p.key.text.Text() {
		case "doc", "name", "id":
			continue
		}
		countNames(p.key, uses)
		countNames(p.value, uses)
	}
}
