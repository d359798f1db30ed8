package lsp

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"github.com/google/go-cmp/cmp"

	"github.com/epibdd/epibdd/models"
)

const base = `types: {Colour: [red, green]}
params: {n: 3}
vars: {lit: bool, colour: Colour, x: 0..n}
init: "!lit & x = 0"
agents: {ann: {sees: [lit]}, bob: {sees: [x]}}
actions:
  switch(c in Colour):
    doc: Somebody chooses a colour.
    when: x < n
    then: {lit: "!lit", colour: c, x: x + 1}
define:
  done: x = n
`

const lamp = `use: base.yaml
check:
  - id: knows
    doc: Ann sees whether it is lit.
    formula: AG (lit -> K{ann} lit)
    expect: holds
  - id: counts
    formula: AG ([switch(red)] colour = red)
    expect: fails
  - {id: most, count: done, expect: 4}
sweep: {n: [1, 2]}
`

// session opens the two texts, the first of which is on the disk alone.
func session(t *testing.T) *editor {
	t.Helper()
	e := edit(t)
	e.write("base.yaml", base)
	if ds := e.open("lamp.yaml", lamp); len(ds) > 0 {
		t.Fatalf("there are diagnostics: %v", shown(ds))
	}
	return e
}

// The transcript of a session that uses each feature once is what it was.
func TestTranscript(t *testing.T) {
	e := session(t)
	e.call("textDocument/hover", e.place("lamp.yaml", lamp, "K{ann}", 0, 0), nil)
	e.call("textDocument/hover", e.place("lamp.yaml", lamp, "done", 0, 1), nil)
	e.call("textDocument/definition", e.place("lamp.yaml", lamp, "switch", 0, 1), nil)
	e.call("textDocument/references", map[string]any{
		"textDocument": map[string]any{"uri": e.uri("lamp.yaml")}, "position": at(t, lamp, "colour", 0, 0),
		"context": map[string]any{"includeDeclaration": true},
	}, nil)
	e.call("textDocument/prepareRename", e.place("lamp.yaml", lamp, "done", 0, 0), nil)
	rename := e.place("lamp.yaml", lamp, "done", 0, 0)
	rename["newName"] = "over"
	e.call("textDocument/rename", rename, nil)
	e.call("textDocument/formatting", map[string]any{"textDocument": map[string]any{"uri": e.uri("lamp.yaml")}, "options": map[string]any{"tabSize": 2, "insertSpaces": true}}, nil)
	e.call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": e.uri("lamp.yaml")}}, nil)
	var answer struct {
		Checks []struct{ ID, Verdict, Status string }
	}
	if _, err := e.conn.Call(context.Background(), "workspace/executeCommand", map[string]any{"command": commandCheck, "arguments": []any{e.uri("lamp.yaml"), "knows"}}, &answer); err != nil {
		t.Fatal(err)
	}
	e.transcribe("-> workspace/executeCommand", []string{commandCheck, string(e.uri("lamp.yaml")), "knows"})
	e.transcribe("<-", answer) // without times and work
	e.call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": e.uri("lamp.yaml")}}, nil)
	e.change("lamp.yaml", 2, strings.Replace(lamp, "K{ann} lit", "K{anne} lit", 1))
	e.close()
	golden := filepath.Join("testdata", "session.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(e.log.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), e.log.String()); diff != "" {
		t.Errorf("the session (-want +got), -update writes it:\n%s", diff)
	}
}

func (e *editor) hover(name, text, part string, nth, behind int) string {
	e.t.Helper()
	var h protocol.Hover
	e.call("textDocument/hover", e.place(name, text, part, nth, behind), &h)
	return h.Contents.Value
}

func TestHover(t *testing.T) {
	e := session(t)
	for _, c := range []struct {
		part   string
		nth    int
		behind int
		want   []string
	}{
		{"AG", 0, 1, []string{"`AG f` · `EG f`", "f is true now and for ever", "a formula"}},
		{"K{", 0, 0, []string{"i knows f"}},
		{"lit ->", 0, 1, []string{"variable", "lit: bool", "in ", "base.yaml", "of type `bool`"}},
		{"ann", 0, 1, []string{"agent", "ann"}},
		{"switch", 0, 0, []string{"action", "switch(c in Colour)", "Somebody chooses a colour."}},
		{"red)] colour", 0, 0, []string{"value", "red of Colour", "of type `Colour`"}},
		{"colour = red", 0, 0, []string{"colour: Colour", "of type `Colour`"}},
		{"done", 0, 0, []string{"definition", "done: x = n"}},
		{"knows", 0, 0, []string{"check", "Ann sees whether it is lit."}},
		{"expect", 0, 0, []string{"`expect`"}},
		{"check:", 0, 0, []string{"`check`"}},
		{"[switch", 0, 0, []string{"after every"}},
		{"n: [1", 0, 0, []string{"parameter", "n: 3"}},
	} {
		got := e.hover("lamp.yaml", lamp, c.part, c.nth, c.behind)
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("hover on %q says %q, without %q", c.part, got, want)
			}
		}
	}
	if got := e.hover("lamp.yaml", lamp, "base.yaml", 0, 2); got != "" {
		t.Errorf("hover on the used file says %q", got)
	}
	e.close()
}

// Every sentence about an operator stands in the documentation.
func TestOperatorsAreThoseOfTheDocs(t *testing.T) {
	docs, err := os.ReadFile(filepath.Join("..", "docs", "language.md"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(strings.ReplaceAll(string(docs), `\|`, "|")), " ")
	for token, op := range operators {
		for _, part := range []string{op.form, op.reads} {
			if !strings.Contains(text, strings.Join(strings.Fields(part), " ")) {
				t.Errorf("%s: docs/language.md does not say %q", token, part)
			}
		}
	}
}

func (e *editor) complete(name, text, behind string) []string {
	e.t.Helper()
	var list protocol.CompletionList
	e.call("textDocument/completion", e.place(name, text, behind, 0, len(behind)), &list)
	slices.SortFunc(list.Items, func(a, b protocol.CompletionItem) int { return strings.Compare(a.SortText, b.SortText) })
	var labels []string
	for _, i := range list.Items {
		labels = append(labels, i.Label)
	}
	return labels
}

// What is probably meant is offered first, in texts that are half typed.
func TestCompletion(t *testing.T) {
	e := session(t)
	version := 1
	for _, c := range []struct {
		typed string // instead of the formula of knows
		first []string
		some  []string
	}{
		{"AG (lit -> K{", []string{"Colour", "ann", "bob"}, nil},
		{"AG colour = ", []string{"green", "red"}, []string{"done", "lit"}},
		{"AG Colour.", []string{"green", "red"}, nil},
		{"AG [", nil, []string{"switch"}},
		{"forall c in ", []string{"Colour"}, nil},
		{`"forall c in Colour: colour != `, []string{"c", "green", "red"}, nil},
		{"AG (do", nil, []string{"done", "lit", "x", "colour", "KW", "forall"}},
	} {
		version++
		text := strings.Replace(lamp, "AG (lit -> K{ann} lit)", c.typed, 1)
		e.change("lamp.yaml", version, text)
		got := e.complete("lamp.yaml", text, c.typed)
		if len(got) < len(c.first) || !slices.Equal(got[:len(c.first)], c.first) {
			t.Errorf("behind %q %q are offered, not %q first", c.typed, got, c.first)
		}
		for _, want := range c.some {
			if !slices.Contains(got, want) {
				t.Errorf("behind %q %q are offered, without %q", c.typed, got, want)
			}
		}
	}
	for _, c := range []struct{ text, behind, want string }{
		{"vars: {lit: bool}\nch", "\nch", "check"},
		{"check:\n  - id: a\n    form", "form", "formula"},
		{"actions:\n  go:\n    th", "th", "then"},
		{"agents:\n  ann:\n    s", "    s", "sees"},
		{"check:\n  - id: a\n    expect: ", "expect: ", "holds"},
		{"recall: ", "recall: ", "perfect"},
		{"use: b", "use: b", "base.yaml"},
		{"use: ", "use: ", "muddy-children"},
	} {
		version++
		e.change("lamp.yaml", version, c.text)
		if got := e.complete("lamp.yaml", c.text, c.behind); !slices.Contains(got, c.want) {
			t.Errorf("behind %q %q are offered, without %q", c.behind, got, c.want)
		}
	}
	e.close()
}

// In a file with what is expected of another tool's model the ids of its checks are offered.
func TestCompletionOfChecks(t *testing.T) {
	e := edit(t)
	e.write("m.smcdel.txt", "VARS 1\nLAW Top\nOBS a: 1\nVALID? (a knows whether 1)\n")
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": e.uri("m.expect.yaml"), "languageId": "yaml", "version": 1, "text": "jo"}})
	if got := e.complete("m.expect.yaml", "jo", "jo"); !slices.Equal(got, []string{"job-1"}) {
		t.Errorf("%q are offered", got)
	}
	e.close()
}

func TestDefinition(t *testing.T) {
	e := session(t)
	for _, c := range []struct {
		part, file, want string // the text at the place
	}{
		{"lit ->", "base.yaml", "lit"},
		{"switch", "base.yaml", "switch"},
		{"ann", "base.yaml", "ann"},
		{"red)", "base.yaml", "red"},
		{"base.yaml", "base.yaml", ""},
		{"n: [", "base.yaml", "n"},
	} {
		var got []protocol.Location
		e.call("textDocument/definition", e.place("lamp.yaml", lamp, c.part, 0, 0), &got)
		if len(got) != 1 || got[0].URI != e.uri(c.file) {
			t.Errorf("%s is declared at %v", c.part, got)
			continue
		}
		lines := strings.Split(base, "\n")
		if text := lines[got[0].Range.Start.Line][got[0].Range.Start.Character:got[0].Range.End.Character]; text != c.want {
			t.Errorf("%s is declared at %q", c.part, text)
		}
	}
	e.close()
}

// What the library declares is shown in a copy that cannot be written to, where names lead
// on, and are not renamed.
func TestDefinitionInTheLibrary(t *testing.T) {
	cache := t.TempDir()
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, cache)
	}
	e := edit(t)
	const text = "use: muddy-children\ncheck:\n  - {id: some, formula: EF muddy > 0, expect: holds}\n"
	e.open("more.yaml", text)
	definition := func(place map[string]any) (string, string) {
		t.Helper()
		var got []protocol.Location
		e.call("textDocument/definition", place, &got)
		if len(got) != 1 {
			t.Fatalf("there are %d places", len(got))
		}
		path, r := nameOf(got[0].URI), got[0].Range
		if !strings.HasPrefix(path, builtIn) {
			t.Fatalf("%s is no model of the library", path)
		}
		copied, ok := models.Get(strings.TrimPrefix(path, builtIn))
		if !ok {
			t.Fatalf("there is no %s", path)
		}
		line := strings.Split(copied, "\n")[r.Start.Line]
		return string(got[0].URI), line[r.Start.Character:r.End.Character]
	}
	if _, got := definition(e.place("more.yaml", text, "muddy-children", 0, 1)); got != "" {
		t.Errorf("the model begins at %q", got)
	}
	uri, got := definition(e.place("more.yaml", text, "muddy >", 0, 1))
	if got != "muddy" {
		t.Errorf("muddy is declared at %q", got)
	}
	files, err := filepath.Glob(filepath.Join(cache, "epibdd", "library", "*", "*"))
	if runtime.GOOS == "linux" && (err != nil || len(files) != 1 || filepath.Base(files[0]) != "muddy-children.epibdd.yaml") {
		t.Fatalf("the copies are %v, %v", files, err)
	}
	if info, err := os.Stat(strings.TrimPrefix(uri, "file://")); runtime.GOOS != "windows" && (err != nil || info.Mode().Perm() != 0o444) {
		t.Errorf("the copy has mode %v, %v", info.Mode(), err)
	}

	// In the copy names mean what they do in the model.
	model, _ := models.Get("muddy-children")
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "yaml", "version": 1, "text": model}})
	place := func(part string, behind int) map[string]any {
		return map[string]any{"textDocument": map[string]any{"uri": uri}, "position": at(t, model, part, 0, behind)}
	}
	if _, got := definition(place("muddy > 1", 1)); got != "muddy" {
		t.Errorf("in the copy muddy is declared at %q", got)
	}
	rename := place("muddy > 1", 1)
	rename["newName"] = "dirty"
	if err := e.ask("textDocument/rename", rename, nil); err == nil || !strings.Contains(err.Error(), "muddy is declared in built-in muddy-children") {
		t.Errorf("renaming in the library: %v", err)
	}
	var places []protocol.Location
	refs := place("muddy > 1", 1)
	refs["context"] = map[string]any{"includeDeclaration": true}
	e.call("textDocument/references", refs, &places)
	if !slices.ContainsFunc(places, func(l protocol.Location) bool { return l.URI == e.uri("more.yaml") }) {
		t.Errorf("who uses the model is not among %v", places)
	}
	e.close()
}

// apply makes edits, of which none overlaps another.
func apply(t *testing.T, text string, edits []protocol.TextEdit) string {
	t.Helper()
	slices.SortFunc(edits, func(a, b protocol.TextEdit) int {
		if a.Range.Start.Line != b.Range.Start.Line {
			return int(b.Range.Start.Line) - int(a.Range.Start.Line)
		}
		return int(b.Range.Start.Character) - int(a.Range.Start.Character)
	})
	lines := strings.Split(text, "\n")
	for _, x := range edits {
		l := &lines[x.Range.Start.Line]
		*l = (*l)[:x.Range.Start.Character] + x.NewText + (*l)[x.Range.End.Character:]
	}
	return strings.Join(lines, "\n")
}

// A name is changed where it is declared, in all that uses that file, and nowhere else.
func TestRename(t *testing.T) {
	e := session(t)
	const other = "use: lamp.yaml\ncheck:\n  - {id: done, formula: \"EF done & forall c in Colour: c = c\", expect: holds}\n"
	e.write("other.yaml", other)
	rename := func(part string, nth int, to string) (map[protocol.DocumentURI][]protocol.TextEdit, error) {
		params := e.place("lamp.yaml", lamp, part, nth, 0)
		params["newName"] = to
		var edit protocol.WorkspaceEdit
		err := e.ask("textDocument/rename", params, &edit)
		return edit.Changes, err
	}
	changes, err := rename("done", 0, "over")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ text, want string }{
		"base.yaml":  {base, strings.Replace(base, "done", "over", 1)},
		"lamp.yaml":  {lamp, strings.Replace(lamp, "done", "over", 1)},
		"other.yaml": {other, strings.Replace(other, "EF done", "EF over", 1)},
	} {
		if got := apply(t, c.text, changes[e.uri(name)]); got != c.want {
			t.Errorf("%s becomes\n%s", name, got)
		}
	}
	for _, c := range []struct{ part, to, why string }{
		{"done", "lit", "is a variable already"},
		{"done", "a b", "no name"},
		{"done", "forall", "no name"},
		{"done", "c", "mistake"}, // which other.yaml and an argument bind
		{"knows", "k", "by its id"},
	} {
		if _, err := rename(c.part, 0, c.to); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s to %s: %v", c.part, c.to, err)
		}
	}
	e.close()
}

// The whole text is read again as it is typed, with all mistakes and their places, and so is
// what uses it.
func TestDiagnostics(t *testing.T) {
	e := session(t)
	ds := e.change("lamp.yaml", 2, "use: base.yaml\ncheck:\n  - {id: a, formula: \"AG lid\", expect: holds}\n  - {id: b, formula: \"K{bo} lit\", expect: holds}\nsweep: {n: [1]}\n")
	if len(ds) != 2 || ds[0].Severity != protocol.DiagnosticSeverityError {
		t.Errorf("two mistakes are %v", shown(ds))
	}
	e.change("lamp.yaml", 3, lamp)
	e.open("base.yaml", base)
	e.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": e.uri("base.yaml"), "version": 2},
		"contentChanges": []any{map[string]any{"text": strings.Replace(base, "ann:", "eve:", 1)}},
	})
	e.wait("mistake in the text that uses another", func() bool {
		all := e.found["lamp.yaml"]
		return len(all) > 0 && len(all[len(all)-1].Diagnostics) == 1 && strings.Contains(all[len(all)-1].Diagnostics[0].Message, "ann")
	})
	e.close()
}

// Warnings come as they are typed, and of what holds in vain when the text is opened or saved.
func TestWarnings(t *testing.T) {
	e := edit(t)
	const vain = `vars: {hot, lit, other: bool}
init: "!hot & !lit & !other"
agents: {ann: {sees: [lit]}}
actions: {switch: {then: {lit: "!lit"}}}
check:
  - {id: told, formula: "AG (hot -> K{ann} hot)", expect: holds}
`
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": e.uri("vain.yaml"), "languageId": "epibdd", "version": 1, "text": vain}})
	e.wait("warning of what holds in vain", func() bool {
		all := e.found["vain.yaml"]
		if len(all) == 0 {
			return false
		}
		text := strings.Join(shown(all[len(all)-1].Diagnostics), "\n")
		return strings.Contains(text, "is never true where the formula comes to it")
	})
	e.close()
}

func (e *editor) lenses(name string) []string {
	e.t.Helper()
	var got []protocol.CodeLens
	e.call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": e.uri(name)}}, &got)
	var titles []string
	for _, l := range got {
		titles = append(titles, l.Command.Title)
	}
	return titles
}

func (e *editor) run(name, id string) (*Answer, error) {
	e.t.Helper()
	var answer Answer
	_, err := e.conn.Call(context.Background(), "workspace/executeCommand", map[string]any{"command": commandCheck, "arguments": []any{e.uri(name), id}}, &answer)
	return &answer, err
}

// A check is run where it stands; its verdict is shown until the text changes.
func TestRun(t *testing.T) {
	e := session(t)
	answer, err := e.run("lamp.yaml", "counts")
	if err != nil {
		t.Fatal(err)
	}
	if len(answer.Checks) != 2 || answer.Checks[0].Verdict != "holds" || !strings.Contains(answer.Report, "counts[n=1]") {
		t.Errorf("the answer is %+v", answer)
	}
	if got := e.lenses("lamp.yaml"); !slices.Equal(got, []string{"▶ run this check", "✗ 0 of 2 as expected", "▶ run this check"}) {
		t.Errorf("the lenses are %q", got)
	}
	e.wait("a diagnostic of the answer", func() bool {
		all := e.found["lamp.yaml"]
		return len(all[len(all)-1].Diagnostics) == 2
	})
	e.wait("progress", func() bool {
		return len(e.progress) == 2 && e.progress[0] == "begin epibdd: counts" && strings.HasPrefix(e.progress[1], "end")
	})
	e.wait("a request for lenses", func() bool { return e.refresh == 1 })
	if ds := e.change("lamp.yaml", 2, lamp+"\n"); len(ds) > 0 {
		t.Errorf("the answer is still shown: %v", shown(ds))
	}
	if got := e.lenses("lamp.yaml"); got[1] != "▶ run this check" {
		t.Errorf("the lens still says %q", got[1])
	}
	var actions []protocol.CodeAction
	e.call("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": e.uri("lamp.yaml")}, "context": map[string]any{"diagnostics": []any{}},
		"range": map[string]any{"start": at(t, lamp, "most", 0, 0), "end": at(t, lamp, "most", 0, 2)},
	}, &actions)
	if len(actions) != 1 || actions[0].Command.Arguments[1] != "most" {
		t.Errorf("the actions are %v", actions)
	}
	e.close()
}

// endless is decided by no machine.
const endless = `params: {n: 24}
vars: {perm: "array 1..n of 1..n", last: 1..n}
init: "last = 1 & forall i in 1..n: perm[i] = i"
agents: {ann: {sees: [last]}}
actions:
  swap(i, j in 1..n): {then: {"perm[i]": "perm[j]", "perm[j]": "perm[i]", last: i}}
check:
  - {id: hard, formula: "AG (last = 1 -> S{ann} (forall i in 1..n: sum(j in 1..i: perm[j] * j) != 77 + i * perm[n]))"}
`

// A check is stopped by the button of its progress, and by cancelling the request.
func TestCancel(t *testing.T) {
	for name, stop := range map[string]func(*editor, json.RawMessage){
		"progress": func(e *editor, token json.RawMessage) {
			e.conn.Notify(context.Background(), "window/workDoneProgress/cancel", map[string]any{"token": token})
		},
		"request": func(e *editor, _ json.RawMessage) {
			e.conn.Notify(context.Background(), "$/cancelRequest", map[string]any{"id": 2})
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := edit(t)
			if ds := e.open("hard.yaml", endless); len(ds) > 0 {
				t.Fatal(shown(ds))
			}
			e.onBegin = func(token json.RawMessage) { stop(e, token) }
			if _, err := e.run("hard.yaml", "hard"); err == nil || !strings.Contains(err.Error(), "cancelled") {
				t.Errorf("the answer is %v", err)
			}
			e.close()
		})
	}
}

func TestFormatting(t *testing.T) {
	e := edit(t)
	const loose = "vars:   {lit: bool}\ninit:   '!lit'\n"
	e.open("loose.yaml", loose)
	var edits []protocol.TextEdit
	e.call("textDocument/formatting", map[string]any{"textDocument": map[string]any{"uri": e.uri("loose.yaml")}, "options": map[string]any{"tabSize": 2, "insertSpaces": true}}, &edits)
	if len(edits) != 1 || edits[0].NewText != "vars: {lit: bool}\ninit: \"!lit\"\n" || edits[0].Range.End.Line != 2 {
		t.Errorf("the edits are %v", edits)
	}
	e.close()
}

// Columns are counted in UTF-16, and a place outside of the text is cut to it.
func TestPositions(t *testing.T) {
	e := edit(t)
	const text = "doc: \"𝕊 é\"\nvars: {lit: bool} # 𝕊\ncheck:\n  - {doc: \"𝕊\", id: a, formula: lit, expect: fails}\n"
	e.open("wide.yaml", text)
	var h protocol.Hover
	where := at(t, text, "lit, expect", 0, 0)
	where["character"] = where["character"].(int) + 1 // 𝕊 takes two
	e.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": e.uri("wide.yaml")}, "position": where}, &h)
	if !strings.Contains(h.Contents.Value, "lit: bool") || h.Range.Start.Character != uint32(where["character"].(int)) {
		t.Errorf("hover says %v", h)
	}
	for _, line := range []int{0, 3, 4, 5, 1000} {
		e.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": e.uri("wide.yaml")}, "position": map[string]any{"line": line, "character": 100000}}, nil)
	}
	e.close()
}

// What the server does not offer is refused, and an editor that goes without a word is noticed.
func TestProtocol(t *testing.T) {
	e := edit(t)
	if err := e.ask("textDocument/declaration", map[string]any{}, nil); err == nil || !strings.Contains(err.Error(), "not found") {
		t.Errorf("an unknown request gives %v", err)
	}
	if err := e.ask("textDocument/hover", map[string]any{"position": 7}, nil); err == nil {
		t.Error("a request with wrong parameters is answered")
	}
	e.notify("$/unknown", nil)
	e.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": "file:///none.yaml"}, "position": map[string]any{"line": 0, "character": 0}}, nil)
	e.conn.Close()
	e.conn.Notify(context.Background(), "exit", nil)
	if err := <-e.end; err != ErrNoShutdown {
		t.Errorf("the server ended with %v", err)
	}
}
