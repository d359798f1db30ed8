package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// The label of a world in a picture: the parts of its state that distinguish it, with their
// names. What is the same in all worlds is left out.

const (
	boxWidth = 22 // letters
	mostRows = 10 // of a box
	fewParts = 5  // of an array, which are shown one by one
)

// labels are the texts of the boxes, and what there is to say about all of them.
func (ws *Worlds) labels() (boxes []string, note string) {
	shown := ws.distinguishing()
	if len(shown) == 1 { // its name is said once
		note = "shown: " + ws.Variables[shown[0]]
	}
	times := map[string]int{}
	boxes = make([]string, len(ws.List))
	for i, world := range ws.List {
		var parts []string
		for _, v := range shown {
			parts = append(parts, ws.part(world, v, len(shown) == 1)...)
		}
		boxes[i] = strings.Join(rows(parts), "\n")
		if world.Stands > 1 {
			boxes[i] += fmt.Sprintf(" x%d", world.Stands)
		}
		if times[boxes[i]]++; times[boxes[i]] > 1 { // told apart by what happened alone
			boxes[i] += fmt.Sprintf(" (%d)", times[boxes[i]])
		}
	}
	return boxes, note
}

// distinguishing are the variables that are to be shown, or else those that differ between
// worlds, or all if there is one world.
func (ws *Worlds) distinguishing() []int {
	var shown []int
	for _, name := range ws.Show {
		shown = append(shown, slices.Index(ws.Variables, name))
	}
	if shown != nil {
		return shown
	}
	for v := range ws.Variables {
		differ := func(w World) bool { return w.Values[v] != ws.List[0].Values[v] }
		if len(ws.List) == 1 || slices.ContainsFunc(ws.List, differ) {
			shown = append(shown, v)
		}
	}
	return shown
}

// part is what a box says about a variable.
func (ws *Worlds) part(world World, v int, alone bool) []string {
	name := ws.Variables[v]
	value, array := world.State.Get(name).(Object)
	switch {
	case !array && world.Values[v] == "true":
		return []string{name}
	case !array && world.Values[v] == "false":
		return []string{"!" + name}
	case !array && alone:
		return []string{world.Values[v]}
	case !array:
		return []string{name + " = " + world.Values[v]}
	}
	if set, ok := value.members(); ok && alone {
		return []string{set}
	} else if ok {
		return []string{name + " " + set}
	}
	if alone && len(value) <= fewParts {
		return strings.SplitAfter(strings.Trim(world.Values[v], "[]"), ", ")
	}
	if groups := value.groups(); len(groups) > 0 {
		return groups
	}
	var parts []string
	for _, c := range value.appendCells(nil, name) {
		parts = append(parts, c.String())
	}
	return parts
}

// members is an array of truth values as the set of those for whom it is true.
func (o Object) members() (string, bool) {
	var in []string
	for _, m := range o {
		switch m.Value {
		case "true":
			in = append(in, m.Name)
		case "false":
		default:
			return "", false
		}
	}
	return "{" + strings.Join(in, ", ") + "}", true
}

// groups are the parts of a long array by their value, where some have the same.
func (o Object) groups() []string {
	var values []string
	with := map[string][]string{}
	for _, m := range o {
		value, plain := m.Value.(string)
		if !plain {
			return nil
		}
		if with[value] == nil {
			values = append(values, value)
		}
		with[value] = append(with[value], m.Name)
	}
	if len(o) <= fewParts || len(values) == len(o) {
		return nil
	}
	var parts []string
	for _, value := range values {
		parts = append(parts, value+": "+strings.Join(with[value], " "))
	}
	return parts
}

// rows are the parts of a label on lines that are not too long.
func rows(parts []string) []string {
	var all []string
	for i, p := range parts {
		p = strings.TrimSpace(p)
		if i < len(parts)-1 && !strings.HasSuffix(p, ",") {
			p += ","
		}
		if utf8.RuneCountInString(p) > boxWidth {
			all = append(all, wrap(strings.Fields(p), boxWidth)...)
			continue
		}
		if last := len(all) - 1; last >= 0 && utf8.RuneCountInString(all[last])+1+utf8.RuneCountInString(p) <= boxWidth {
			all[last] += " " + p
		} else {
			all = append(all, p)
		}
	}
	if len(all) > mostRows {
		all = append(all[:mostRows-1], "…")
	}
	return all
}
