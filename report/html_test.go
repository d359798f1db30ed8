package report

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"math/big"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec"
)

// The page is complete, loads nothing, and lets nothing run but its own script: names and texts
// of documents are texts there, whatever is in them.
func TestHTML(t *testing.T) {
	got := written(t, "html", Options{})
	for _, part := range []string{"style", "script"} {
		m := regexp.MustCompile(`(?s)<`+part+`>(.*?)</`+part+`>`).FindAllStringSubmatch(got, -1)
		if len(m) != 1 {
			t.Fatalf("%d elements %s", len(m), part)
		}
		sum := sha256.Sum256([]byte(m[0][1]))
		if name := part + "-src &#39;sha256-" + strings.ReplaceAll(base64.StdEncoding.EncodeToString(sum[:]), "+", "&#43;") + "&#39;"; !strings.Contains(got, name) {
			t.Errorf("the policy does not name %s", name)
		}
		got = strings.Replace(got, m[0][1], "", 1)
	}
	for _, wrong := range []string{`\ssrc=`, `\shref=`, `\sstyle=`, `\son[a-z]+=`, `<script[^>]+>`, `javascript:`, `https?://`, `<f>`, `&"g"`, "\x1b", "\x00"} {
		if m := regexp.MustCompile(`(?i)` + wrong).FindString(got); m != "" {
			t.Errorf("%q stands in the page", m)
		}
	}
	for _, want := range []string{
		"a,b:c%d|e&lt;f&gt;&amp;&#34;g&#34;.yaml", "590295810358705651712", "default-src &#39;none&#39;",
		`data-status="unmet" open`, `data-filter="faulty"`, "panic: ]]&gt; and ?[31m", "reachable states", "back to",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q does not stand in\n%s", want, got)
		}
	}
	quiet := written(t, "html", Options{Quiet: true})
	if strings.Contains(quiet, `data-status="met"`) || !strings.Contains(quiet, `data-status="unmet"`) {
		t.Error("a quiet report has checks that are as expected, or not those that are not")
	}
}

// A run has a position for each step, with what the step changes, what is considered possible
// and the evidence there, and above it that of the state.
func TestHTMLPositions(t *testing.T) {
	state := func(x, y string) Object { return Object{{Name: "x", Value: x}, {Name: "y", Value: y}} }
	run := &Run{Formula: "AF K{ann} p", State: state("0", "<b>"), Path: &Path{
		Steps: []Step{{Action: "go", Args: Object{}, State: state("1", "<b>")}, {Action: "stay", Args: Object{}, State: state("1", "<b>")}},
		Marks: []int{0, 1, 2}, Ends: true,
		Possible: []Possible{{After: 1, Agent: "ann", About: "y", Count: 2, Values: []string{"0", "1"}}},
		Shown: []Shown{{Mark: 1, Run: &Run{Formula: "K{ann} p", State: state("1", "<b>"), Epistemic: &EpistemicStep{
			Agents: []string{"ann"}, Start: state("0", "2"), Origin: []Step{{Action: "go", State: state("1", "2")}}, State: state("1", "2"),
		}}}},
	}}
	var b strings.Builder
	if err := pages(nil).ExecuteTemplate(&b, "run", run); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	parts := strings.Split(got, `<div class="position">`)
	if len(parts) != 4 {
		t.Fatalf("%d positions in\n%s", len(parts)-1, got)
	}
	for i, wants := range [][]string{
		{"AF K{ann} p fails"},
		{"start", "<th>x</th><td>0</td>", "<th>y</th><td>&lt;b&gt;</td>"},
		{"1. go", "<th>x</th><td>1</td>", "ann considers y = 0, 1 possible", "here K{ann} p fails", `<th>y</th><td class="changed">2</td><td>&lt;b&gt;</td>`, "reached by go"},
		{"2. stay", "nothing changes", "no further step is possible"},
	} {
		for _, want := range wants {
			if !strings.Contains(parts[i], want) {
				t.Errorf("%q does not stand in part %d:\n%s", want, i, parts[i])
			}
		}
	}
	if strings.Contains(parts[2], "<th>y</th><td>&lt;b&gt;</td>") {
		t.Errorf("what a step does not change stands at it:\n%s", parts[2])
	}
}

// What is not shown stands aside.
func TestHTMLAside(t *testing.T) {
	run := &Run{Formula: "p", State: Object{{Name: "x", Value: "0"}, {Name: "y", Value: Object{{Name: "1", Value: "2"}}}}, show: []string{"x"}}
	for _, c := range []struct {
		show []string
		want string
	}{
		{nil, `<tr class="aside"><th>y[1]</th>`}, {[]string{"y", "z"}, `<tr class="aside"><th>x</th>`}, {[]string{"z"}, `<tr class="aside"><th>y[1]</th>`},
	} {
		var b strings.Builder
		if err := pages(c.show).ExecuteTemplate(&b, "run", run); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); !strings.Contains(got, c.want) || strings.Count(got, "aside") != 1 {
			t.Errorf("shown %q: no %s in\n%s", c.show, c.want, got)
		}
	}
}

// Numbers that a check comes to for values of a parameter are plotted where they lie.
func TestPlots(t *testing.T) {
	var rows []*Result
	for _, n := range []int64{1, 2, 5} {
		rows = append(rows, &Result{Check: &spec.Check{ID: "worlds", Label: fmt.Sprintf("worlds[n=%d]", n)}, Value: big.NewInt(2 * n)})
	}
	plots := plotsOf(rows)
	if len(plots) != 1 {
		t.Fatalf("%d plots", len(plots))
	}
	const want = "24,117 102,94 336,24"
	if p := plots[0]; p.Line != want || p.Title != "worlds: value against n" || p.Most != "10" || p.Points[1].Text != "n=2: 4" {
		t.Errorf("%+v", p)
	}
	if plots := plotsOf(rows[:2]); len(plots) != 0 {
		t.Errorf("two points are plotted: %+v", plots)
	}
	for i, r := range rows { // other parameters may be chosen besides
		r.Check.Label = fmt.Sprintf("worlds[kind=true,n=%d,worlds=%d]", []int{1, 2, 5}[i], 9-i)
	}
	if plots := plotsOf(rows); len(plots) != 1 || plots[0].Title != "worlds: value against n" {
		t.Errorf("%+v", plots)
	}
	rows[1].Check.Label = "worlds[n=red]"
	if plots := plotsOf(rows); len(plots) != 0 {
		t.Errorf("names are plotted: %+v", plots)
	}
}

// A table of a sweep has a row for each choice of the parameters; what was not asked there is empty.
func TestTablesOfSweeps(t *testing.T) {
	result := func(id, choice string, value int64) *Result {
		return &Result{Check: &spec.Check{ID: id, Label: id + choice, Kind: spec.CountCheck}, Value: big.NewInt(value)}
	}
	got := tablesOf([]*Result{result("worlds", "[n=1,laws=[a,b]]", 2), result("deals", "[n=1,laws=[a,b]]", 3), result("all", "", 9), result("deals", "[n=2,laws=[a]]", 4), result("deals", "[m=2]", 5)})
	want := []htmlTable{{[]string{"n", "laws"}, []string{"worlds", "deals"}, []htmlRow{{[]string{"1", "[a,b]"}, []string{"2", "3"}}, {[]string{"2", "[a]"}, []string{"", "4"}}}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}

// Plans are trees: what was seen, in how many worlds, and what is done then. Branches that go on
// alike are one.
func TestHTMLPlans(t *testing.T) {
	seen := func(v string) Object { return Object{{Name: "heard", Value: v}} }
	done := func(v string) Branch { return Branch{Seen: seen(v), Worlds: 1, Done: true} }
	run := &Run{Formula: "KV{ann} x", Holds: true, Plans: []*Plan{{By: []string{"ann"}, Worst: 2, Starts: []Branch{{Worlds: 3, Does: "ask(<b>)", Next: []Branch{
		done("no"), done("maybe"), {Seen: seen("yes"), Worlds: 2, Does: "ask(2)", Others: []string{"ask(3)"}, Next: []Branch{done("no"), done("yes")}},
	}}}}}}
	var b strings.Builder
	if err := pages(nil).ExecuteTemplate(&b, "run", run); err != nil {
		t.Fatal(err)
	}
	got := regexp.MustCompile(`\s+`).ReplaceAllString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(b.String(), " "), " ")
	const want = " KV{ann} x holds a plan of ann: 2 at most at first 3 worlds ask(&lt;b&gt;) heard = no | heard = maybe 2 worlds done heard = yes 2 worlds ask(2) or at the same cost ask(3) heard = no | heard = yes 2 worlds done "
	if got != want {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	if n := strings.Count(b.String(), "<details open>"); n != 2 {
		t.Errorf("%d acts can be folded", n)
	}
}
