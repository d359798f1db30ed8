package value

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// CaseList collects cases whose values may repeat.
type CaseList struct {
	place map[string]int
	cases []Case
	when  [][]symbolic.Set
}

func (l *CaseList) Add(v spec.Value, when symbolic.Set) {
	if when.IsEmpty() {
		return
	}
	key := spec.Key(v)
	i, ok := l.place[key]
	if !ok {
		if l.place == nil {
			l.place = make(map[string]int)
		}
		i = len(l.when)
		l.place[key] = i
		l.cases = append(l.cases, Case{Value: v})
		l.when = append(l.when, nil)
	}
	l.when[i] = append(l.when[i], when)
}

// Value joins the cases, in the order of their values.
func (l *CaseList) Value(sp *symbolic.Space) Value {
	for i := range l.cases {
		l.cases[i].When = sp.OrAll(l.when[i]...)
	}
	if len(l.cases) == 1 && l.cases[0].When.IsFull() {
		return Constant{l.cases[0].Value}
	}
	slices.SortFunc(l.cases, func(a, b Case) int { return spec.Compare(a.Value, b.Value) })
	return Scalar{l.cases}
}

// ElemList collects members whose elements may repeat: an element is in where
// any of its sets says so.
type ElemList struct{ CaseList }

func (l *ElemList) Members(sp *symbolic.Space) []Member {
	ms := make([]Member, len(l.cases))
	for i, c := range l.cases {
		ms[i] = Member{c.Value, sp.OrAll(l.when[i]...)}
	}
	slices.SortFunc(ms, func(a, b Member) int { return spec.Compare(a.Elem, b.Elem) })
	return ms
}
