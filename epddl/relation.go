package epddl

import (
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// relation reads {"w": ["w", "v"], …}, what whose considers possible where, and returns its classes,
// in the order of their first elements. It has to be an equivalence relation.
func relation(v *value, whose string, elements []string) [][]string {
	lists := map[string]*value{}
	for _, x := range elements {
		lists[x] = nil
	}
	for _, f := range v.entries("the relation of " + whose) {
		if _, ok := lists[f.key]; !ok {
			fail(f.at, "", "there is no %q%s", f.key, source.DidYouMean(f.key, elements))
		}
		lists[f.key] = f.value
	}
	possible, key := map[string]map[string]bool{}, map[string]string{}
	for _, x := range elements {
		list := v.one(lists, x, "the relation of "+whose)
		names := list.names("what is possible")
		possible[x] = map[string]bool{}
		for i, y := range names {
			if _, ok := lists[y]; !ok {
				fail(list.items[i].at, "", "there is no %q%s", y, source.DidYouMean(y, elements))
			}
			possible[x][y] = true
		}
		slices.Sort(names)
		key[x] = strings.Join(names, "\x00")
	}
	for _, x := range elements {
		refuse := func(format string, args ...any) {
			fail(lists[x].head(), "only S5 is read, where relations are equivalence relations", format, args...)
		}
		if !possible[x][x] {
			refuse("%s does not consider %q possible where it is so: this is no knowledge", whose, x)
		}
		for _, item := range lists[x].items {
			switch y := item.text; {
			case !possible[y][x]:
				refuse("%s considers %q possible in %q, and not %q in %q", whose, y, x, x, y)
			case key[x] != key[y]:
				refuse("%s considers %q possible in %q, and does not consider the same possible in both", whose, y, x)
			}
		}
	}
	var classes [][]string
	index := map[string]int{}
	for _, x := range elements {
		i, ok := index[key[x]]
		if !ok {
			i = len(classes)
			index[key[x]], classes = i, append(classes, nil)
		}
		classes[i] = append(classes[i], x)
	}
	return classes
}

// views are expressions that tell the classes of a variable's values apart.
func views(at source.Span, name string, classes [][]string, called map[string]string) []syntax.Expr {
	if len(classes) == 1 {
		return nil
	}
	if !slices.ContainsFunc(classes, func(c []string) bool { return len(c) > 1 }) {
		return []syntax.Expr{ref(at, name)}
	}
	largest := 0
	for i, c := range classes {
		if len(c) > len(classes[largest]) {
			largest = i
		}
	}
	var all []syntax.Expr
	for i, c := range classes {
		if i != largest { // which is where no other one is
			all = append(all, among(at, name, names(c, called)))
		}
	}
	return all
}

// names are what elements are called here.
func names(elements []string, called map[string]string) []string {
	var all []string
	for _, x := range elements {
		all = append(all, called[x])
	}
	return all
}
