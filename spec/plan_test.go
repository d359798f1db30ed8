package spec_test

import (
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec"
)

// What is no goal, no price and no expectation of a plan is an error at its place.
func TestPlansThatAreNone(t *testing.T) {
	const model = `vars: {sun, rain: bool}
agents: {ann: {sees: [sun]}, bob: {sees: [rain]}}
init: "true"
actions: {look: {by: ann}}
recall: perfect
check:
`
	for question, says := range map[string]string{
		"plan: AF sun":                         "7:19: error: the goal of a plan cannot contain temporal operators",
		`plan: "sun & KW{ann} EX rain"`:        "7:20: error: the goal of a plan cannot contain temporal operators",
		"plan: sun, by: eve":                   `7:28: error: unknown agent "eve"`,
		"plan: sun, by: [ann, ann]":            "7:34: error: ann is there twice",
		"plan: sun, cost: {see: 1}":            `7:31: error: unknown action "see"`,
		"plan: sun, cost: {look: -1}":          "7:37: error: a cost is a number from 0",
		"plan: sun, cost: {look: 0}":           "7:10: error: no step costs anything",
		"plan: sun, cost: {look: 3/2}":         "7:37: error: a whole number is expected here, and 3/2 is none",
		"plan: sun, within: 7/2":               "7:32: error: a whole number is expected here, and 7/2 is none",
		"plan: sun, within: 0":                 "7:32: error: within is what a plan may cost at most",
		"plan: sun, worst: 1/2":                "7:31: error: a whole number is expected here, and 1/2 is none",
		"plan: sun, mean: soon":                `7:30: error: unknown name "soon"`,
		"plan: sun, mean: rain":                "7:30: error: a number known from the parameters is expected here",
		"plan: sun, mean: 1/0":                 "7:30: error: division by 0",
		`plan: sun, mean: "< none"`:            "7:31: error: none is no number to compare with",
		"plan: sun, starts: none":              "7:32: error: a number is expected here, and there is always one",
		"plan: sun, starts: 1/2":               "7:32: error: a whole number is expected here, and 1/2 is none",
		"formula: sun, starts: 2":              "7:27: error: starts goes with plan alone",
		"classes: sun, starts: 2":              "7:27: error: classes goes without starts",
		"chance: sun, expect: soon":            `7:34: error: unknown name "soon"`,
		"chance: sun, expect: 5/4":             "7:34: error: a chance is a fraction from 0 to 1",
		"chance: sun, weigh: tickets":          `7:33: error: unknown word "tickets"`,
		"chance: sun, weigh: {n: -1}":          "7:33: error: one word is expected here\n 7 |   - {id: q, chance: sun, weigh: {n: -1}}\n   |                                 ^~~~~~~\n  hint: the words are choices, worlds",
		"chance: sun, weigh: [worlds]":         "hint: the words are choices, worlds",
		"chance: sun, expect: holds":           "hint: as in 23/54",
		"chance: sun, expect: -1/4":            "7:34: error: what is expected is never below 0",
		"chance: sun, of: []":                  "7:30: error: a list of nobody",
		"plan: sun, by: []":                    "7:28: error: a list of nobody",
		"plan: sun, worst: -1":                 "7:31: error: what is expected is never below 0",
		"plan: sun, worst: between 4 and 6":    "7:31: error: what is expected is a number",
		"plan: sun, worst: [4, 6]":             "7:31: error: a list where a number is expected",
		"plan: sun, depth: 3":                  "hint: within: n allows only plans that cost so much",
		"plan: sun, at: rain":                  "hint: after: ?f begins where f is true",
		"chance: sun, of: eve":                 `7:30: error: unknown agent "eve"`,
		`formula: "share{ann}(sun) >= rain"`:   "7:42: error: a share is compared with a number that is written out",
		"plan: sun, fairness: [sun], worst: 1": "fairness",
	} {
		_, err := spec.Parse("t.yaml", model+"  - {id: q, "+question+"}\n")
		if err == nil {
			t.Errorf("%s is read", question)
		} else if !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, which does not say %q", question, err, says)
		}
	}
}
