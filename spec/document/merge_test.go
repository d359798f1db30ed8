package document

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/epibdd/epibdd/spec/source"
)

const base = `
name: base
doc: A base.
params: {n: 3, m: n}
types: {A: 1..n, B: [x, y]}
define: {f(a in A): a = 1, g: "true"}
vars: {p, q: bool, r: A}
init: p
agents: {a in A: {sees: [p]}, all: {sees: [q]}}
actions: {go(a in A): {when: p}, stop: {}}
programs: {run: go*}
history: {ran: run}
steps: joint
recall: clock
depth: 7
runs: infinite
fairness: [p, q]
limits: {time: 1m, memory: 2GiB}
check: [{id: a, formula: p}]
sweep: {n: [1, 2]}
`

// over loads a text that uses base.
func over(t *testing.T, text string) string {
	t.Helper()
	l := &Loader{Library: func(name string) (string, bool) { return base, name == "base" }}
	doc, errs := l.Load(source.NewFile("own.yaml", "use: base\n"+text))
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	return (&layer{Document: *doc}).dump()
}

func TestMergeRules(t *testing.T) {
	plain := over(t, "")
	for _, test := range []struct{ name, own, gone, come string }{
		{"nothing", "", "", ""},
		{"name and doc", "name: own2\ndoc: Mine.", `["name" "own" ""]`, `["name" "own2" "Mine."]`},
		{"param in place", "params: {n: 5}", `["n" "3"]`, `["n" "5"]`},
		{"new param", "params: {k: 5}", "", `["k" "5"]`},
		{"with", "with: {m: 2S | 3H}", `["m" "n"]`, `["m" "[[2S], [3H]]"]`},
		{"param removed", "params: {m: null}", `["m" "n"]`, ""},
		{"type in place", "types: {A: 2..n}", `["type" "A" "1..n" ""]`, `["type" "A" "2..n" ""]`},
		{"define by name", "define: {f: p}", `["define" "f(a in A)" "a = 1"]`, `["define" "f" "p"]`},
		{"define removed", "define: {f: ~}", `["define" "f(a in A)" "a = 1"]`, ""},
		{"one of two variables", "vars: {q: A}", `["var" "q" "bool"]`, `["var" "q" "A"]`},
		{"two variables removed", "vars: {p, r: null}", `["var" "p" "bool"]|["var" "r" "A"]`, ""},
		{"init adds up", "init: [q, r]", "", `["init" "q"]|["init" "r"]`},
		{"fairness adds up", "fairness: r", "", `["fairness" "r"]`},
		{"agent by key", "agents: {\"a  in A\": {sees: all}}", `["agent" "a in A" "false"]|["entry" "p"]`, `["agent" "a in A" "true"]`},
		{"agent removed", "agents: {all: null}", `["agent" "all" "false"]|["entry" "q"]`, ""},
		{"action whole", "actions: {go: {then: {p: q}}}", `["action" "go(a in A)" "" "" "false"]|["when" "p"]`, `["action" "go" "" "" "false"]|["then" "p" "q"]`},
		{"action removed by its signature", "actions: {go(a in A): null}", `["action" "go(a in A)" "" "" "false"]|["when" "p"]`, ""},
		{"program", "programs: {run: stop}", `["program" "run" "go*"]`, `["program" "run" "stop"]`},
		{"history removed", "history: {ran: null}", `["history" "ran" "run"]`, ""},
		{"later wins", "steps: interleaved\nrecall: none\ndepth: auto\nruns: ispl\nlimits: {time: 2m, nodes: 9}",
			`["how" "joint" "clock" "infinite" "" "7" "{1m0s 2147483648 0}"]`, `["how" "interleaved" "none" "ispl" "auto" "" "{2m0s 2147483648 9}"]`},
		{"check", "check: [{id: b, some: p, expect: holds}]", "", `["check" "b" "" "1" "p"]|["conditions" "" "" "" ""]|["expect" "holds" "end of text" ""]|["with"]|["how" "" "" "" "" "" "" "{0s 0 0}"]`},
		{"sweep", "sweep: [{n: 1}, {m: [2]}]", "", `["row"]|["n" "1"]|["row"]|["m" "[2]"]`},
	} {
		t.Run(test.name, func(t *testing.T) {
			gone, come := difference(plain, over(t, test.own))
			if diff := cmp.Diff(test.gone, gone); diff != "" {
				t.Errorf("removed (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.come, come); diff != "" {
				t.Errorf("added (-want +got):\n%s", diff)
			}
		})
	}
}

// difference returns the lines that only a and only b have, joined by bars.
func difference(a, b string) (onlyA, onlyB string) {
	only := func(a, b string) string {
		count := map[string]int{}
		for _, line := range strings.Split(b, "\n") {
			count[line]++
		}
		var found []string
		for _, line := range strings.Split(a, "\n") {
			if count[line]--; count[line] < 0 {
				found = append(found, line)
			}
		}
		return strings.Join(found, "|")
	}
	return only(a, b), only(b, a)
}

func TestMergeKeepsPlaces(t *testing.T) {
	text := over(t, "params: {n: 9, k: 1}\nactions: {go: {}}")
	n, m, k := strings.Index(text, `["n" "9"]`), strings.Index(text, `["m" "n"]`), strings.Index(text, `["k" "1"]`)
	if n < 0 || m < n || k < m {
		t.Errorf("parameters are not in the order n, m, k:\n%s", text)
	}
	if g, s := strings.Index(text, `["action" "go"`), strings.Index(text, `["action" "stop"`); g < 0 || s < g {
		t.Errorf("actions are not in the order go, stop:\n%s", text)
	}
	if strings.Contains(text, `"check"`) || strings.Contains(text, `"column"`) {
		t.Errorf("check and sweep are inherited:\n%s", text)
	}
}

// TestChainOfFiles uses files in several folders, relative to the using one.
func TestChainOfFiles(t *testing.T) {
	files := map[string]string{
		"a/b/two.yml":   "use: ../three.yaml\nlimits: {time: 2s}\ninit: y",
		"a/three.yaml":  "limits: {time: 3s, nodes: 1_000}\nvars: {x, y, z: bool}\ninit: z",
		"a/b/deep.yaml": "use: deep.yaml",
	}
	l := &Loader{ReadFile: func(path string) ([]byte, error) { return []byte(files[path]), nil }}
	doc, errs := l.Load(source.NewFile("a/one.yaml", "use: b/two.yml\ninit: x"))
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	if got, want := doc.Limits, (Limits{Time: 2 * time.Second, Nodes: 1000}); got != want {
		t.Errorf("limits are %v, not %v", got, want)
	}
	var places []string
	for _, e := range doc.Init {
		places = append(places, e.Span().String())
	}
	if diff := cmp.Diff([]string{"a/three.yaml:3:7", "a/b/two.yml:3:7", "a/one.yaml:2:7"}, places); diff != "" {
		t.Errorf("places of init (-want +got):\n%s", diff)
	}
}

func TestChainIsBounded(t *testing.T) {
	l := &Loader{Library: func(name string) (string, bool) { return "use: x" + name, true }}
	_, errs := l.Load(source.NewFile("own.yaml", "use: x"))
	if err := errs.Err(); err == nil || !strings.Contains(err.Error(), "more than 32 documents that use one another") {
		t.Errorf("an endless chain is answered by %v", err)
	}
}
