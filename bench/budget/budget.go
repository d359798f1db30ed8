package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"

	"gopkg.in/yaml.v3"
)

// tolerance is how many times its budget a case may take, and slack by how much it has to be
// below for its budget to be too large.
const (
	tolerance = 1.5
	slack     = 0.5
)

// least is a work below which nothing is told apart: a millisecond.
const least = 10_000

// ratio compares the work of a case with its budget.
func (b budget) ratio(work int64) float64 {
	return float64(max(work, least)) / float64(max(b.Work, least))
}

// A budget is the work of a case when it was last found right, and why that was so.
type budget struct {
	Case    string `yaml:"case"`
	Work    int64  `yaml:"work"`
	Because string `yaml:"because"`
}

// file is where budgets are.
const file = "budgets.yaml"

//go:embed budgets.yaml
var written []byte

// read returns the budgets by case.
func read(text []byte) (map[string]budget, error) {
	var rows []budget
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(&rows); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	budgets := make(map[string]budget)
	for _, b := range rows {
		switch _, twice := budgets[b.Case]; {
		case twice:
			return nil, fmt.Errorf("%s: %s has two rows", file, b.Case)
		case b.Work <= 0 || b.Because == "":
			return nil, fmt.Errorf("%s: %s lacks its work or a reason", file, b.Case)
		}
		budgets[b.Case] = b
	}
	return budgets, nil
}

// write writes rows to a file, a line for each.
func write(path string, rows []budget) error {
	var text bytes.Buffer
	text.WriteString("# The work of whole checks (bench/README.md), written by go run ./bench/budget -write -because REASON.\n")
	for _, b := range rows {
		fmt.Fprintf(&text, "- {case: %s, work: %d, because: %q}\n", b.Case, b.Work, b.Because)
	}
	return os.WriteFile(path, text.Bytes(), 0o666)
}
