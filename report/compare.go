package report

import (
	"fmt"
	"slices"
	"strings"
)

// Change is what differs between two reports about one check.
type Change struct {
	Spec, ID string
	Kind     ChangeKind
	Was, Is  string
}

// ChangeKind is a way in which a check can differ from what it was.
type ChangeKind string

// The kinds.
const (
	Added   ChangeKind = "new"     // it was not asked before
	Lost    ChangeKind = "lost"    // it is not asked any more
	Changed ChangeKind = "changed" // the answer is another one
	Slower  ChangeKind = "slower"  // it takes more work
)

// String is the change as a line.
func (c Change) String() string {
	at := c.Spec + "  " + c.ID + "  "
	switch c.Kind {
	case Added:
		return at + "new: " + c.Is
	case Lost:
		return at + "lost: was " + strings.TrimPrefix(c.Was, "is ")
	case Slower:
		return at + "slower: work " + c.Is + ", was " + c.Was
	}
	return at + "changed: " + c.Is + ", was " + strings.TrimPrefix(c.Was, "is ")
}

// leastWork is how much work a check takes before it can be slower than before: below that
// it is a matter of what else the process has done.
const leastWork = 100_000

// Compare lists what differs in a report from an earlier one, in the order of the checks.
// Checks are slower if they take more than slower times the work, which is counted, so
// that it does not depend on the machine; 0: none are. Of a part of the checks, none is lost.
func Compare(was, is *Document, slower float64, part bool) []Change {
	before := map[[2]string]*CheckRecord{}
	for i := range was.Specs {
		for j := range was.Specs[i].Checks {
			c := &was.Specs[i].Checks[j]
			before[[2]string{was.Specs[i].Spec, c.ID}] = c
		}
	}
	var changes []Change
	for i := range is.Specs {
		s := &is.Specs[i]
		for j := range s.Checks {
			c := &s.Checks[j]
			key := [2]string{s.Spec, c.ID}
			old := before[key]
			delete(before, key)
			switch {
			case old == nil:
				changes = append(changes, Change{s.Spec, c.ID, Added, "", c.Answer()})
			case old.Answer() != c.Answer():
				changes = append(changes, Change{s.Spec, c.ID, Changed, old.Answer(), c.Answer()})
			case slower > 0 && c.Work >= leastWork && float64(c.Work) > slower*float64(old.Work):
				changes = append(changes, Change{s.Spec, c.ID, Slower, fmt.Sprint(old.Work), fmt.Sprint(c.Work)})
			}
		}
	}
	for i := range was.Specs {
		s := &was.Specs[i]
		for _, c := range s.Checks {
			if before[[2]string{s.Spec, c.ID}] != nil && !part {
				changes = append(changes, Change{s.Spec, c.ID, Lost, c.Answer(), ""})
			}
		}
	}
	return changes
}

// Answer is all that was found out, in a line: it is the same where answers are.
func (c *CheckRecord) Answer() string {
	var parts []string
	add := func(what, text string) {
		if text != "" {
			parts = append(parts, strings.TrimSpace(what+" "+text))
		}
	}
	if c.Value != nil {
		text, _ := c.Value.MarshalText()
		add("is", string(text))
	}
	add("worst", c.Worst.text())
	add("mean", c.Mean.text())
	add("starts", c.Starts.text())
	add("", c.Chance.text())
	for _, d := range c.Table {
		var values []string
		for _, v := range d.Values {
			values = append(values, v.Value+" "+v.Chance)
		}
		add("", fmt.Sprintf("{%s: %s}", d.Share, strings.Join(values, ", ")))
	}
	if e := c.Experiment; e != nil {
		largest, _ := e.Largest.MarshalText()
		add("", fmt.Sprintf("outcomes %d, largest %s, mean %s", e.Outcomes, largest, e.Mean))
	}
	if answered := c.Verdict == "holds" || c.Verdict == "fails"; len(parts) == 0 || !answered {
		parts = slices.Insert(parts, 0, string(c.Verdict))
	}
	return strings.Join(parts, ", ")
}

func (b *Bounds) text() string {
	switch {
	case b == nil:
		return ""
	case b.None:
		return "none"
	case b.Lower == b.Upper:
		return b.Lower
	}
	return "from " + b.Lower + " to " + b.Upper
}
