// What this needs brings templates and XML, and a page in a browser writes no such file.
//go:build !js

package report

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// What the checks of a sweep come to, on the page: tables with a row for each choice of the
// parameters and a column for each check, and plots.

// choiceOf are the parameters of the row of a sweep that a check is of, which its label has, as in
// id[n=3,laws=[a,b]]; none: nil.
func choiceOf(c *spec.Check) []htmlFact {
	in, ok := strings.CutPrefix(strings.TrimSuffix(c.Label, "]"), c.ID+"[")
	if !ok {
		return nil
	}
	var all []htmlFact
	depth, start := 0, 0
	for i, letter := range in + "," {
		switch {
		case strings.ContainsRune("([{", letter):
			depth++
		case strings.ContainsRune(")]}", letter):
			depth--
		case letter == ',' && depth == 0:
			name, value, _ := strings.Cut(in[start:i], "=")
			all, start = append(all, htmlFact{name, value}), i+1
		}
	}
	return all
}

// htmlTable has what some checks came to in the rows of a sweep that choose the same parameters.
type htmlTable struct {
	Parameters, Checks []string
	Rows               []htmlRow
}

// htmlRow is a choice of the parameters with the answer to each check, empty where it was not asked.
type htmlRow struct{ Values, Answers []string }

// tablesOf are the tables of what was asked in at least two rows.
func tablesOf(results []*Result) []htmlTable {
	var tables []htmlTable
	for _, r := range results {
		var names, values []string
		for _, p := range choiceOf(r.Check) {
			names, values = append(names, p.Name), append(values, p.Value)
		}
		if names == nil {
			continue
		}
		k := slices.IndexFunc(tables, func(t htmlTable) bool { return slices.Equal(t.Parameters, names) })
		if k < 0 {
			k = len(tables)
			tables = append(tables, htmlTable{Parameters: names})
		}
		tables[k].add(values, r)
	}
	tables = slices.DeleteFunc(tables, func(t htmlTable) bool { return len(t.Rows) < 2 })
	for _, t := range tables {
		for i := range t.Rows {
			row := &t.Rows[i]
			row.Answers = append(row.Answers, make([]string, len(t.Checks)-len(row.Answers))...)
		}
	}
	return tables
}

// add writes an answer into the row of some values.
func (t *htmlTable) add(values []string, r *Result) {
	i := slices.IndexFunc(t.Rows, func(row htmlRow) bool { return slices.Equal(row.Values, values) })
	if i < 0 {
		i = len(t.Rows)
		t.Rows = append(t.Rows, htmlRow{Values: values})
	}
	j := slices.Index(t.Checks, r.Check.ID)
	if j < 0 {
		j = len(t.Checks)
		t.Checks = append(t.Checks, r.Check.ID)
	}
	row := &t.Rows[i]
	for len(row.Answers) <= j {
		row.Answers = append(row.Answers, "")
	}
	switch status := r.Status(); {
	case status == Faulty || status == Broken:
		row.Answers[j] = statusWords[status]
	case r.Verdict == verdict.Unknown:
		row.Answers[j] = string(r.Verdict)
	default:
		row.Answers[j] = r.answer()
	}
}

// htmlPlot shows the numbers that a check came to for the values of a parameter.
type htmlPlot struct {
	Title, Line, Most string
	Wide, High, Base  int
	Points            []htmlPoint
}

// htmlPoint is one of them.
type htmlPoint struct {
	X, Y, Low  int
	Text, Tick string
}

// plotsOf plots the checks that were asked for at least three values of a numeric parameter, each
// larger than the one before: their numbers, or else their times where these are long enough to say something.
func plotsOf(results []*Result) []htmlPlot {
	var plots []htmlPlot
	rows := map[string][]*Result{}
	var ids []string
	for _, r := range results {
		if rows[r.Check.ID] == nil {
			ids = append(ids, r.Check.ID)
		}
		rows[r.Check.ID] = append(rows[r.Check.ID], r)
	}
	for _, id := range ids {
		if p, ok := plotOf(id, rows[id]); ok {
			plots = append(plots, p)
		}
	}
	return plots
}

const (
	plotWide = 360
	plotHigh = 140
	plotEdge = 24

	leastSeconds = 0.1 // of the longest check; shorter times say little
)

// rising is the first parameter whose value is a larger number in each row than in the one before,
// with its values; none: nil.
func rising(rows []*Result) (name string, values []int64) {
	for i, p := range choiceOf(rows[0].Check) {
		var xs []int64
		for _, r := range rows {
			choice := choiceOf(r.Check)
			if i >= len(choice) || choice[i].Name != p.Name {
				break
			}
			x, err := strconv.ParseInt(choice[i].Value, 10, 64)
			if err != nil || len(xs) > 0 && x <= xs[len(xs)-1] {
				break
			}
			xs = append(xs, x)
		}
		if len(xs) == len(rows) {
			return p.Name, xs
		}
	}
	return "", nil
}

func plotOf(id string, rows []*Result) (htmlPlot, bool) {
	name, xs := rising(rows)
	if len(xs) < 3 {
		return htmlPlot{}, false
	}
	what, ys, texts := "value", []float64{}, []string{}
	for _, r := range rows {
		if r.Value == nil {
			what = "seconds"
		}
	}
	for _, r := range rows {
		y, text := r.Time.Seconds(), seconds(r.Time)
		if what == "value" {
			y, _ = new(big.Float).SetInt(r.Value).Float64()
			text = r.Value.String()
		}
		ys, texts = append(ys, y), append(texts, text)
	}
	most := slices.Max(ys)
	if what == "seconds" && most < leastSeconds {
		return htmlPlot{}, false
	}
	p := htmlPlot{Title: fmt.Sprintf("%s: %s against %s", id, what, name), Wide: plotWide, High: plotHigh + plotEdge, Base: plotHigh}
	var line []string
	for i, x := range xs {
		point := htmlPoint{
			X:   plotEdge + int(float64(x-xs[0])/float64(xs[len(xs)-1]-xs[0])*(plotWide-2*plotEdge)),
			Y:   plotHigh,
			Low: plotHigh + plotEdge - 8, Tick: fmt.Sprint(x), Text: fmt.Sprintf("%s=%d: %s", name, x, texts[i]),
		}
		if most > 0 {
			point.Y -= int(ys[i] / most * (plotHigh - plotEdge))
		}
		if ys[i] == most {
			p.Most = texts[i]
		}
		p.Points = append(p.Points, point)
		line = append(line, fmt.Sprintf("%d,%d", point.X, point.Y))
	}
	p.Line = strings.Join(line, " ")
	return p, true
}
