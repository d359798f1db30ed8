package document

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// Comment is a comment of the file in another language that a document comes from.
type Comment struct {
	At   source.Span
	Text string // of one line, without the signs that make it a comment
}

// remarks are texts by the place of the entry above which they are written.
type remarks map[int][]string

// top is where comments go before which there is no entry, and that none follows.
const top = -1

// attach gives each comment an entry: one on a line of its own that at most a heading keeps
// from the entry behind it belongs to that, any other to the entry before it, or to the file.
func attach(d *Document, all []Comment) remarks {
	found := remarks{}
	places := entryPlaces(d)
	for _, c := range all {
		text := strings.TrimSpace(strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return ' '
			}
			return r
		}, strings.ToValidUTF8(c.Text, "?")))
		if text == "" {
			continue
		}
		at := top
		i, _ := slices.BinarySearch(places, c.At.Start)
		if i > 0 {
			at = places[i-1]
		}
		if i < len(places) && alone(c.At) && nextTo(d.File.Text[c.At.End:places[i]]) && (i > 0 || !heads(d.File.Text[c.At.End:])) {
			at = places[i]
		}
		found[at] = append(found[at], text)
	}
	return found
}

// alone reports whether nothing stands before a comment in its line.
func alone(at source.Span) bool {
	line := at.File.Text[:at.Start]
	return strings.TrimSpace(line[strings.LastIndexByte(line, '\n')+1:]) == ""
}

// heads reports whether an empty line keeps a comment, and those right below it, from what
// follows: before the first entry it is about the whole file.
func heads(text string) bool {
	_, text, _ = strings.Cut(text, "\n")
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "--") {
			return line == ""
		}
	}
	return true
}

// nextTo reports whether at most one line between two places, a heading, has more than a comment.
func nextTo(text string) bool {
	n := 0
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		if strings.HasSuffix(line, "\n") && trimmed != "" && !strings.HasPrefix(trimmed, "--") {
			if n++; n > 1 {
				return false
			}
		}
	}
	return true
}

// entryPlaces are the places of what is written as an entry of its own, in their order.
func entryPlaces(d *Document) []int {
	places := map[int]bool{}
	for _, v := range d.Vars {
		places[v.Name.Place.Start] = true
	}
	for _, x := range d.Init {
		places[x.Span().Start] = true
	}
	for _, e := range d.Defines {
		places[e.Sig.Place.Start] = true
	}
	for _, a := range d.Agents {
		places[a.Who.Place.Start] = true
	}
	for _, a := range d.Actions {
		if at := a.begins(); at != top {
			places[at] = true
		}
	}
	for _, f := range d.Fairness {
		places[f.Place.Start] = true
	}
	for _, c := range d.Checks {
		places[c.Span.Start] = true
	}
	return slices.Sorted(maps.Keys(places))
}

// begins is the first place of what an action asks or does: its name may be that of its agent.
func (a *Action) begins() int {
	at := top
	first := func(x syntax.Expr) {
		if start := x.Span().Start; at == top || start < at {
			at = start
		}
	}
	for _, x := range a.When {
		first(x)
	}
	for _, x := range a.Given {
		first(x)
	}
	for _, t := range a.Then {
		first(t.Value)
	}
	return at
}

// note writes the comments of an entry.
func (w *writer) note(depth, at int) {
	for _, text := range w.remarks[at] {
		w.line(depth, "# ", text)
	}
	delete(w.remarks, at)
}

// rest writes the comments of entries that were not written by themselves.
func (w *writer) rest() {
	for _, at := range slices.Sorted(maps.Keys(w.remarks)) {
		w.note(0, at)
	}
}
