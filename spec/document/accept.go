package document

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec/source"
)

// Expectation is what is to be expected of a check: a text under each of some keys, such
// as holds under expect.
type Expectation struct {
	ID   string
	Keys []KeyText
}

// KeyText is the text under a key.
type KeyText struct{ Key, Text string }

// Accept returns the text of a document with these expectations of its checks, over those
// that it has. All else stays as it is, comments too.
func Accept(file *source.File, expected []Expectation) (string, error) {
	var errs source.List
	root := parse(file, &errs)
	if err := errs.Err(); err != nil {
		return "", err
	}
	checks := keyed(root, "check")
	if checks == nil || checks.kind != list {
		return "", fmt.Errorf("%s has no checks", file.Name)
	}
	a := &acceptance{text: file.Text}
	for _, x := range expected {
		at := slices.IndexFunc(checks.items, func(n *node) bool {
			id := keyed(n, "id")
			return id != nil && id.text.Text() == x.ID
		})
		if at < 0 {
			return "", fmt.Errorf("%s has no check %q", file.Name, x.ID)
		}
		a.expect(checks.items[at], x.Keys)
	}
	text := a.apply()
	return text, onlyExpectations(file, text)
}

// AcceptForeign is Accept for a document in another language, whose expectations stand in
// a file of their own, see Expectations. text is what that has so far.
func AcceptForeign(file *source.File, text string, expected []Expectation) (string, error) {
	if strings.TrimSpace(text) == "" {
		text = "# What is expected of this model; 'epibdd check --accept' writes it.\n"
	} else if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	var errs source.List
	beside := source.NewFile(Expectations(file.Name), text)
	var root *node
	if hasContent(text) {
		if root = parse(beside, &errs); errs.Err() != nil {
			return "", errs.Err()
		}
	}
	a := &acceptance{text: text}
	for _, x := range expected {
		for _, k := range x.Keys {
			if k.Key != "expect" && k.Key != "worst" { // there is one place for each check
				continue
			}
			if value := keyed(root, x.ID); value != nil {
				a.replace(value, k.Text)
			} else {
				a.edits = append(a.edits, edit{len(text), len(text), x.ID + ": " + k.Text + "\n"})
			}
		}
	}
	return a.apply(), nil
}

// hasContent says that a text has more than comments.
func hasContent(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return true
		}
	}
	return false
}

// keyed is the value of a key of a mapping, nil if it has none.
func keyed(n *node, key string) *node {
	if n == nil || n.kind != mapping {
		return nil
	}
	for _, p := range n.pairs {
		if p.key.text.Text() == key {
			return p.value
		}
	}
	return nil
}

// acceptance collects the edits of a text.
type acceptance struct {
	text  string
	edits []edit
}

func (a *acceptance) expect(check *node, keys []KeyText) {
	var added []string
	for _, k := range keys {
		if value := keyed(check, k.Key); value != nil {
			a.replace(value, k.Text)
		} else {
			added = append(added, k.Key+": "+k.Text)
		}
	}
	if len(added) == 0 {
		return
	}
	last := check.pairs[len(check.pairs)-1]
	end := max(last.key.full.End, last.value.full.End)
	if check.flow {
		a.edits = append(a.edits, edit{end, end, ", " + strings.Join(added, ", ")})
		return
	}
	// Behind the line, and the comment in it, in lines of their own.
	end = lineEnd(a.text, end)
	first := check.full.Start
	indent := "\n" + strings.Repeat(" ", first-lineStart(a.text, first))
	text := indent + strings.Join(added, indent)
	if strings.HasSuffix(a.text[:end], "\r") {
		text = strings.ReplaceAll(strings.TrimPrefix(text, "\n"), "\n", "\r\n")
		text = "\n" + text + "\r"
	}
	a.edits = append(a.edits, edit{end, end, text})
}

func (a *acceptance) replace(value *node, text string) {
	a.edits = append(a.edits, edit{value.full.Start, value.full.End, text})
}

func (a *acceptance) apply() string {
	slices.SortStableFunc(a.edits, func(x, y edit) int { return x.start - y.start })
	var b strings.Builder
	at := 0
	for _, e := range a.edits {
		b.WriteString(a.text[at:e.start])
		b.WriteString(e.text)
		at = e.end
	}
	b.WriteString(a.text[at:])
	return b.String()
}

// onlyExpectations makes sure that a text says what a file says, but for what is expected.
func onlyExpectations(file *source.File, text string) error {
	dump := func(f *source.File) (string, error) {
		var errs source.List
		l := read(f, &errs)
		if err := errs.Err(); err != nil {
			return "", err
		}
		for i := range l.Checks {
			c := &l.Checks[i]
			c.Expect = nil
			if c.Plan != nil {
				c.Plan.Worst, c.Plan.Mean, c.Plan.Starts = nil, nil, nil
			}
			if c.Measure != nil {
				c.Measure.Outcomes, c.Measure.Largest, c.Measure.Mean = nil, nil, nil
			}
		}
		return l.dump(), nil
	}
	before, err := dump(file)
	if err != nil {
		return err
	}
	after, err := dump(source.NewFile(file.Name, text))
	if err == nil && before != after {
		err = errors.New("another document would come of it")
	}
	if err != nil {
		return fmt.Errorf("expectations cannot be written into %s, which is left as it was: %w", file.Name, err)
	}
	return nil
}

// Expectations is the file in which the expectations of a document in another language
// stand: beside it, with a verdict under the id of each check; of a plan, with what the best one
// costs at most, or none.
func Expectations(path string) string {
	return strings.TrimSuffix(path, filepath.Ext(path)) + ".expect.yaml"
}

// IsExpectations tells such a file by its name.
func IsExpectations(path string) bool {
	return strings.HasSuffix(strings.ToLower(path), ".expect.yaml")
}

// expectations reads what is expected of a document in another language, if anything is.
func (l *Loader) expectations(d *Document, errs *source.List) {
	path := Expectations(d.File.Name)
	text, err := l.readFile(path)
	if err != nil || !hasContent(string(text)) {
		return
	}
	root := parse(source.NewFile(path, string(text)), errs)
	if root == nil {
		return
	}
	r := &sections{&reader{errs: errs, canon: map[*node]string{}}, &layer{}}
	var ids []string
	for _, c := range d.Checks {
		ids = append(ids, c.ID.Name)
	}
	r.mapping(root, func(key, value *node) {
		id := key.text.Text()
		at := slices.Index(ids, id)
		if at < 0 {
			refuse(errs, key.full, "delete the line if the formula is gone", "%s has no formula %q%s", source.Shown(d.File.Name), id, source.DidYouMean(id, ids))
			return
		}
		c := &d.Checks[at]
		if verdicts := []string{"holds", "fails", "unknown"}; c.Plan != nil && !slices.Contains(verdicts, value.text.Text()) {
			c.Plan.Worst = r.expectedNumber(value)
			return
		}
		c.Expect = r.expect(value, c.Kind)
	})
}
