//go:build unix

package main

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/epibdd/epibdd/bench"
)

// TestTableNamesOptions compares the table of bench/README.md with the routes, the
// heuristics and their witnesses, which are cases.
func TestTableNamesOptions(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^\| ([a-z-]+) \| ([^|]+) \|.*\| (?:stays|goes).* \|$`)
	var listed, known []string
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		listed = append(listed, m[1]+" by "+m[2])
	}
	var cases []string
	for _, c := range bench.Cases() {
		cases = append(cases, c.Name())
	}
	for _, o := range options() {
		witness := o.witness
		if witness == "" {
			witness = "–"
		} else if !slices.Contains(cases, witness) {
			t.Errorf("%s: there is no case %s", o.name, witness)
		}
		known = append(known, o.name+" by "+witness)
	}
	if !slices.Equal(listed, known) {
		t.Errorf("bench/README.md weighs\n%q, there are\n%q", listed, known)
	}
}
