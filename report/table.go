package report

import "strconv"

// A table shows a path as one follows it at a table of players: a row for each
// step, and a column for each part of the state that any step changes, and for each
// agent of whom is said what it considers possible.

// widest is the number of columns beyond which a table says less than the story.
const widest = 16

// table returns the first path of a run with at least two steps: its header, and
// rows of as many cells. A cell is empty where the step leaves its part as it was.
// There are none where no path is shown, or too much changes on it.
func (r *Run) table() (header []string, rows [][]string) {
	start, path := r.firstPath()
	if path == nil {
		return nil, nil
	}
	column := map[string]int{}
	header = []string{"step", ""}
	before := start
	for _, step := range path.Steps {
		for _, c := range step.State.changes(before) {
			if _, known := column[c.name]; !known {
				column[c.name] = len(header)
				header = append(header, c.name)
			}
		}
		before = step.State
	}
	for _, k := range path.Possible {
		if name := k.Agent + ": " + k.About; column[name] == 0 {
			column[name] = len(header)
			header = append(header, name)
		}
	}
	if len(header) > widest+2 {
		return nil, nil
	}
	row := func(n, done string, cells []cell) {
		texts := make([]string, len(header))
		texts[0], texts[1] = n, done
		for _, c := range cells {
			if i, shown := column[c.name]; shown {
				texts[i] = c.value
			}
		}
		for i, k := range path.Possible {
			if b := path.possibleBefore(i); k.After == len(rows) && (b == nil || b.value() != k.value()) {
				texts[column[k.Agent+": "+k.About]] = k.value()
			}
		}
		rows = append(rows, texts)
	}
	row("", "start", start.cells())
	before = start
	for i, step := range path.Steps {
		row(strconv.Itoa(i+1), step.String(), step.State.changes(before))
		before = step.State
	}
	return header, rows
}

// firstPath is the first path of at least two steps in the state of the run, and
// that state.
func (r *Run) firstPath() (Object, *Path) {
	if r.Path != nil && len(r.Path.Steps) > 1 {
		return r.State, r.Path
	}
	for _, p := range r.Parts {
		if start, path := p.firstPath(); path != nil {
			return start, path
		}
	}
	return nil, nil
}
