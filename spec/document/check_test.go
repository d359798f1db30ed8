package document

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/epibdd/epibdd/spec/source"
)

// one loads a text and returns its document.
func one(t *testing.T, text string) *Document {
	t.Helper()
	doc, errs := new(Loader).Load(source.NewFile("dir/t.yaml", text))
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestChecks(t *testing.T) {
	doc := one(t, `check:
  - {id: a.1, formula: p, expect: holds, recall: clock, depth: auto, runs: ispl}
  - {id: b, some: p, expect: unknown, with: {n: 1 2}, depth: n + 1}
  - {id: c, count: p, layer: 2, expect: "> n", at: q, if: n = 1}
  - {id: d, count: p, expect: 2_352, after: "go; stop"}
  - {id: e, count: p, expect: "!= 3", limits: {time: 1h30m, memory: 512MiB, nodes: 5_000}}
  - {id: f, least: m in 1..n, formula: p, expect: none}
  - {id: g, least: m in 1..n, formula: p, expect: unknown}
  - {id: h, count: p, expect: "<= -1"}
`)
	var got []string
	for _, c := range doc.Checks {
		expect := "-"
		if e := c.Expect; e != nil {
			expect = fmt.Sprintf("%s%s%s", e.Verdict, e.Op, text(e.Value))
		}
		got = append(got, fmt.Sprintf("%s %d %s %s at %s", c.ID.Name, c.Kind, expect, c.Span, c.ID.Place))
	}
	want := []string{
		"a.1 0 holdsend of text dir/t.yaml:2:6 at dir/t.yaml:2:10",
		"b 1 unknownend of text dir/t.yaml:3:6 at dir/t.yaml:3:10",
		"c 2 >n dir/t.yaml:4:6 at dir/t.yaml:4:10",
		"d 2 =2352 dir/t.yaml:5:6 at dir/t.yaml:5:10",
		"e 2 !=3 dir/t.yaml:6:6 at dir/t.yaml:6:10",
		"f 3 =none dir/t.yaml:7:6 at dir/t.yaml:7:10",
		"g 3 unknownend of text dir/t.yaml:8:6 at dir/t.yaml:8:10",
		"h 2 <=-1 dir/t.yaml:9:6 at dir/t.yaml:9:10",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("checks (-want +got):\n%s", diff)
	}
	a, b, e := doc.Checks[0], doc.Checks[1], doc.Checks[4]
	if a.Recall.Text != "clock" || a.Depth.Text != "auto" || a.DepthExpr != nil || a.Runs.Text != "ispl" {
		t.Errorf("how a is checked: %v %v %v", a.Recall, a.Depth, a.Runs)
	}
	if len(b.With) != 1 || value(b.With[0].Value) != "[1, 2]" || text(b.DepthExpr) != "n + 1" || b.Depth.Text != "" {
		t.Errorf("how b is checked: %v, depth %s", b.With, text(b.DepthExpr))
	}
	if want := (Limits{90 * time.Minute, 512 << 20, 5000}); e.Limits != want {
		t.Errorf("limits of e are %v, not %v", e.Limits, want)
	}
}

func TestTypesAndSeen(t *testing.T) {
	doc := one(t, `types:
  Player: [one, two]
  Place: [Player, "top", 3]
  Block:
    - a
    - b
  Value: {range: 1..13, names: {1: A, 11: J}}
  Card: {record: {val: Value, s, t: "[x, y]", u: [v, w]}, names: "{val}{s}"}
vars: {x: [on, off], y: 'array Player of Card?'}
agents: {p in Player: {sees: all}, q: {}, all: {sees: x}}
actions:
  a: {}
  b: {seen: {}}
  c: {seen: {all: [], "p in Player": x}, when: [x, y], then: {"z[c] for c in Card": x}}
`)
	if doc.Name != "t" {
		t.Errorf("without a name the document is called %q, not t", doc.Name)
	}
	if diff := cmp.Diff(`["use" ""]
["with"]
["name" "t" ""]
["param"]
["type" "Player" "[one, two]" ""]
["type" "Place" "[Player, top, 3]" ""]
["type" "Block" "[a, b]" ""]
["type" "Value" "1..13" ""]
["value name" "1" "A"]
["value name" "11" "J"]
["type" "Card" "" "{val}{s}"]
["field" "val" "Value"]
["field" "s" "[x, y]"]
["field" "t" "[x, y]"]
["field" "u" "[v, w]"]
["var" "x" "[on, off]"]
["var" "y" "array Player of Card?"]
["agent" "p in Player" "true"]
["agent" "q" "false"]
["agent" "all" "false"]
["entry" "x"]
["action" "a" "" "" "false"]
["action" "b" "" "" "true"]
["action" "c" "" "" "true"]
["when" "x"]
["when" "y"]
["then" "z[c] for c in Card" "x"]
["seen" "all"]
["seen" "p in Player"]
["entry" "x"]
["how" "" "" "" "" "" "{0s 0 0}"]
`, (&layer{Document: *doc}).dump()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := doc.Types[1].Expr.Span().Text(); got != `[Player, "top", 3]` {
		t.Errorf("the enumeration covers %s", got)
	}
}
