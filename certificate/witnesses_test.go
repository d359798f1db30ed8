package certificate_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/big"
	"regexp"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/certificate"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/internal/certify"
	"github.com/epibdd/epibdd/internal/certify/circuit"
	"github.com/epibdd/epibdd/internal/certify/question"
)

// In place of where something is known a set may be claimed that includes it and is simpler: it has to include all of
// that, and no link may lead from it.
func TestSetsThatIncludeWhatIsKnown(t *testing.T) {
	defer certificate.OfNodes(certificate.OfNodes(0))
	suite := load(t, "includes.yaml", `
vars: {a: 0..3, x: 0..1, b: array 0..7 of bool}
init: "(a > 1 -> x = 1) & count(k in 0..7: b[k]) mod 2 = 1"
agents: {i: {sees: ["a > 1"]}, j: {sees: ["b[0]"]}}
check:
  - {id: formula, formula: "(a > 1 -> K{i} x = 1) & (b[0] -> K{j} b[0])", expect: holds}
  - {id: value, formula: "(a > 1 -> KV{i} x) & (b[0] -> K{j} b[0])", expect: holds}
  - {id: whether, formula: "(a > 1 -> KW{i} x = 1) & (b[0] -> K{j} b[0])", expect: holds}
  - {id: supposed, formula: "(a > 1 -> !S{i} x = 0) & (b[0] -> K{j} b[0])", expect: holds}
`)
	claim := regexp.MustCompile(`(?m)^claim (\d+) : (\d+)$`)
	for _, c := range suite.Checks {
		var b bytes.Buffer
		if err := certificate.Write(t.Context(), &b, c, expected(c), encode.Options{}); err != nil {
			t.Fatal(err)
		}
		written := claim.FindAllStringSubmatch(b.String(), -1)
		if len(written) != 1 { // what j knows is what it sees
			t.Fatalf("%s: %d sets that include others, want one\n%q", c.Label, len(written), &b)
		}
		found := map[string]int{}
		for output := range 4 { // what i knows, a set that includes it, what j knows, and the worlds
			err := check(t.Context(), c, []byte(strings.Replace(b.String(), written[0][0], fmt.Sprintf("claim %s : %d", written[0][1], output), 1)))
			reason := "certified"
			if err != nil {
				reason, _, _ = strings.Cut(err.Error(), ":")
			}
			found[reason]++
		}
		want := map[string]int{"certified": 2, "a world outside of the set is in no layer": 1, "something leads into the set from outside": 1}
		if c.Label == "supposed" { // the set that is claimed is where no more is said
			want["certified"], want["a world outside of the set is in no layer"] = 1, 2
		}
		if !maps.Equal(found, want) {
			t.Errorf("%s: %v, want %v", c.Label, found, want)
		}
	}
}

// What includes where something is known has no states without a value: these look like some of it.
func TestSetsThatIncludeNoStateWithoutAValue(t *testing.T) {
	defer certificate.OfNodes(certificate.OfNodes(0))
	for _, c := range load(t, "undefined.yaml", `
vars: {at: 0..5, more: 0..3, c: array 0..5 of bool, b: array 0..7 of bool, told: bool}
init: at + more < 6 & count(k in 0..7: b[k]) mod 2 = 1 & (told -> !c[at + more])
agents: {i: {sees: [told]}}
check:
  - {id: value, formula: "told -> KV{i} c[at + more]", expect: holds}
  - {id: whether, formula: "told -> KW{i} c[at + more]", expect: holds}
`).Checks {
		var b bytes.Buffer
		if err := certificate.Write(t.Context(), &b, c, expected(c), encode.Options{}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), "layer 0 of o0") {
			t.Errorf("%s: no set includes another", c.Label)
		}
		if err := check(t.Context(), c, b.Bytes()); err != nil {
			t.Errorf("%s: %v", c.Label, err)
		}
	}
}

// Worlds of a layer may come in parts from the layer before, each by a function of its own.
func TestPartsOfWhatIsReached(t *testing.T) {
	c := load(t, "two.yaml", `
vars: {a: bool, b: bool}
init: "!a & !b"
agents: {i: {}}
actions: {left: {then: {a: "true"}}, right: {then: {b: "true"}}}
check: [{id: q, count: "true", expect: 4}]
`).Checks[0]
	const a, b, neither, both, all = 2, 4, 6, 8, 1
	without := func(a, b int) [][]int { return [][]int{{a, b}} }
	part := question.FromKey
	for name, forged := range map[string]struct {
		parts   map[string]*certify.Claim
		refused bool
	}{
		"both":               {map[string]*certify.Claim{part(1, 0): {Set: a, Witnesses: without(0, b)}, part(1, 1): {Set: b, Witnesses: without(a, 0)}}, false},
		"all worlds twice":   {map[string]*certify.Claim{part(1, 0): {Set: a, Witnesses: without(0, b)}, part(1, 1): {Set: all, Witnesses: without(a, 0)}}, false},
		"one function":       {map[string]*certify.Claim{part(1, 0): {Set: all, Witnesses: without(0, 0)}}, false},
		"none":               {nil, true},
		"one of two":         {map[string]*certify.Claim{part(1, 0): {Set: a, Witnesses: without(0, b)}}, true},
		"nothing":            {map[string]*certify.Claim{part(1, 0): {Set: 0, Witnesses: without(0, b)}, part(1, 1): {Set: b, Witnesses: without(a, 0)}}, true},
		"more than is shown": {map[string]*certify.Claim{part(1, 0): {Set: all, Witnesses: without(0, b)}, part(1, 1): {Set: b, Witnesses: without(a, 0)}}, true},
		"not the first":      {map[string]*certify.Claim{part(1, 1): {Set: all, Witnesses: without(0, 0)}}, true},
		"without a function": {map[string]*certify.Claim{part(1, 0): {Set: all}}, true},
		"of another layer":   {map[string]*certify.Claim{part(2, 0): {Set: all, Witnesses: without(0, b)}}, true},
		"from itself":        {map[string]*certify.Claim{part(1, 0): {Set: all, Witnesses: without(a, b)}}, true},
		"of the first layer": {map[string]*certify.Claim{part(0, 0): {Set: all, Witnesses: without(0, 0)}, "first": {}}, true},
	} {
		worlds := &certify.Claim{Set: all, Layers: []int{neither, both + 1, all}, Witnesses: [][]int{{a, b}, {0, b}}}
		if forged.parts["first"] != nil {
			delete(forged.parts, "first")
			worlds.Layers[0] = both + 1
		}
		cert := &certify.Certificate{
			Check: c.Label, Answer: certify.Answer{Count: big.NewInt(4)}, File: circuit.File{Inputs: 2, Gates: [][2]int{{b + 1, a + 1}, {b, a}}},
			Cells:  []certify.Cell{{Bits: 1, Values: []int{0, 1}}, {Bits: 1, Values: []int{0, 1}}},
			Claims: map[string]*certify.Claim{question.Reached: worlds, question.Number: {Set: all}},
		}
		maps.Copy(cert.Claims, forged.parts)
		err := certify.Check(t.Context(), c, cert, nil)
		if forged.refused != (err != nil) || err != nil && !strings.Contains(err.Error(), "is not reached") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Nobody is asked where whom an operator asks is none. A formula that asks there has no value.
func TestNoneIsAsked(t *testing.T) {
	const document = `
vars: {who: "Agent?", x: bool}
agents: {ann: {sees: x}, bob: {}}
check: [{id: none, formula: %q, expect: holds}]
`
	for text, holds := range map[string]bool{"who = ann -> KW{who} x": true, "who = none | KW{who} x | who = bob": true, "who != none -> KW{who} x": false, "!(who = bob & KW{who} x)": true} {
		c := load(t, "none.yaml", fmt.Sprintf(document, text)).Checks[0]
		for _, answer := range []bool{holds, !holds} {
			var b bytes.Buffer
			if err := certificate.Write(t.Context(), &b, c, certify.Answer{Holds: answer}, encode.Options{}); err != nil {
				t.Fatal(err)
			}
			if err := check(t.Context(), c, b.Bytes()); (err == nil) != (answer == holds) {
				t.Errorf("%s, as if that were %t: %v", text, answer, err)
			}
		}
	}
	for _, text := range []string{"KW{who} x", "who != ann -> KW{who} x", "x | !x & KW{who} x", "K{ann} KW{who} x", "K{ann} (who != none -> x) | KW{who} x"} {
		c := load(t, "none.yaml", fmt.Sprintf(document, text)).Checks[0]
		cert := &certify.Certificate{
			Check: c.Label, Answer: certify.Answer{Holds: true}, File: circuit.File{Inputs: 3},
			Cells:  []certify.Cell{{Bits: 2, Values: []int{0, 1, 2}}, {Bits: 1, Values: []int{0, 1}}},
			Claims: map[string]*certify.Claim{question.Reached: {Set: 1, Layers: []int{1}}},
		}
		needs, err := question.Needs(c, true)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range needs.Needs {
			set := 1
			if strings.Contains(n.Key, "bob") || strings.Contains(n.Key, "none") {
				set = 0
			}
			cert.Claims[n.Key] = &certify.Claim{Set: set, Witnesses: [][]int{{2, 4, 6}, {2, 4, 7}}}
		}
		err = certify.Check(t.Context(), c, cert, nil)
		if reason, open := certify.Uncovered(err); !open || !strings.HasSuffix(reason, "may have no value") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Single worlds are held to what functions are: they are reached, and look like here; of values there are two worlds that
// look alike, and differ.
func TestSingleWorldsAreOthers(t *testing.T) {
	defer certificate.OfNodes(certificate.OfNodes(0))
	suite := load(t, "single.yaml", `
vars: {a: 0..3, b: bool, c: bool}
init: "a < 3 & (a = 0 | !b) & !c"
agents: {i: {sees: ["a > 1", b]}}
check:
  - {id: value, formula: "b | a > 1 | !KV{i} a", expect: holds}
  - {id: whether, formula: "b | a > 1 | !KW{i} a = 0", expect: holds}
  - {id: other, formula: "b | a > 1 | !K{i} a != 1", expect: holds}
`)
	claim := regexp.MustCompile(`(?m)^claim 0 : (: .*)$`)
	for _, c := range suite.Checks {
		var b bytes.Buffer
		if err := certificate.Write(t.Context(), &b, c, expected(c), encode.Options{}); err != nil {
			t.Fatal(err)
		}
		written := claim.FindStringSubmatch(b.String())
		if written == nil || !strings.Contains(written[1], ": =0100") {
			t.Fatalf("%s: no single worlds\n%q", c.Label, &b)
		}
		const lost = "nothing leads to what is sought"
		changes := map[string]string{
			written[1]: "", ": =0100 : =0000": "", ": =0000 : =0100": "", ": =0100 : =0000 : =1000": "", // a has two bits
			"": lost, ": =0000": lost, ": =0101 : =0000": lost, ": =0110 : =0000": lost, ": =1000 : =0000": lost, ": =1100 : =0000": lost, ": =0001 : =0000": lost, ": =0000 : =0000": lost,
			": =010 : =0000": "a witness has 3 functions, not one for each of 4 bits", ": =0102 : =0000": "\"2\" is no number from 0 to 1", ": 0100 : =0000": "",
		}
		if c.Label != "other" { // of the others there are two
			for _, list := range []string{": =0100", ": =0100 : =0100", ": =0000 : =0001", ": =0000 : =1000", ": =0000 : =1100", ": =0000 : =0110", ": =0100 : =1000 : =0000", ": =0000 : =1000 : =0100 : =1000"} {
				changes[list] = lost
			}
		}
		for list, reason := range changes {
			err := check(t.Context(), c, []byte(claim.ReplaceAllLiteralString(b.String(), "claim 0 : "+list)))
			switch valid := reason == "" && list != ": 0100 : =0000"; {
			case valid != (err == nil):
				t.Errorf("%s by %q: %v", c.Label, list, err)
			case err != nil && !strings.Contains(err.Error(), reason):
				t.Errorf("%s by %q: %v, want %q", c.Label, list, err, reason)
			}
		}
	}
}

// Where a function to a world leads very many worlds to themselves, one world stands for all that looks the same.
func TestSingleWorldsOfManyThatLookTheSame(t *testing.T) {
	defer certificate.OfNodes(certificate.OfNodes(0))
	defer certificate.OfWorlds(certificate.OfWorlds(2))
	for formula, worlds := range map[string]int{"!K{i} a > 7": 2, "!K{j} a > 7": 0} { // of the views of j there are eight
		c := load(t, "many.yaml", fmt.Sprintf(`{vars: {a: 0..7}, agents: {i: {sees: [a > 4]}, j: {sees: [a]}}, check: [{id: q, formula: %q, expect: holds}]}`, formula)).Checks[0]
		var b bytes.Buffer
		if err := certificate.Write(t.Context(), &b, c, expected(c), encode.Options{}); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(b.String(), " : ="); n != worlds {
			t.Errorf("%s: %d single worlds, not %d", formula, n, worlds)
		}
		if err := check(t.Context(), c, b.Bytes()); err != nil {
			t.Errorf("%s: %v", formula, err)
		}
	}
}
