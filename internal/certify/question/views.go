package question

import (
	"fmt"
	"slices"
	"strings"
)

// Views are short names of what agents see of knowledge actions: equal names are equal views, however they are put together,
// and "" is nothing.
type Views map[string]string

// Of is the name of what somebody sees.
func (v Views) Of(text string) string {
	if v[text] == "" {
		v[text] = fmt.Sprintf("v%d", len(v)+1)
	}
	return v[text]
}

// After is what is seen of one action after another.
func (v Views) After(x, y string) string {
	if x == "" || y == "" {
		return x + y
	}
	return v.Of(x + ";" + y)
}

// Together is the set of what is seen of several things, of one thing that thing.
func (v Views) Together(list string) string {
	views := strings.Split(strings.TrimSuffix(list, ","), ",")
	slices.Sort(views)
	if views = slices.Compact(views); len(views) == 1 {
		return views[0]
	}
	return v.Of(strings.Join(views, ","))
}

// Listed adds what is seen to a list.
func Listed(list, v string) string {
	if v == "" {
		return list
	}
	return list + v + ","
}

// EachView combines what each agent sees of two actions.
func EachView(x, y []string, how func(x, y string) string) []string {
	view := make([]string, len(x))
	for a := range x {
		view[a] = how(x[a], y[a])
	}
	return view
}
