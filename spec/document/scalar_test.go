package document

import (
	"fmt"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec/source"
)

// TestSpansOfScalars asks for the text of a and of what stands behind it, in
// every style of YAML, with everything that may disturb counting.
func TestSpansOfScalars(t *testing.T) {
	for _, test := range []struct{ name, yaml, text, full string }{
		{"plain", "a: x & y\n", "x & y", "x & y"},
		{"plain at the end", "a: x & y", "x & y", "x & y"},
		{"plain with comment", "a: x  # y\n", "x", "x"},
		{"plain with hash", "a: x#y\n", "x#y", "x#y"},
		{"plain with tab", "a:\tx\t&\ty \t\n", "x\t&\ty", "x\t&\ty"},
		{"plain below", "a:\n  x\n", "x", "x"},
		{"plain lines", "a: x\n   & y\n\n  & z\n", "x\n   & y\n\n  & z", "x\n   & y\n\n  & z"},
		{"single", "a: 'x # y'\n", "x # y", "'x # y'"},
		{"single quote inside", "a: 'it''s'\n", "it''s", "'it''s'"},
		{"single lines", "a: 'x\n\n  y '\n", "x\n\n  y ", "'x\n\n  y '"},
		{"double", "a: \"x # y\" # z\n", "x # y", "\"x # y\""},
		{"double escapes", "a: \"x\\\"\\\\\"\n", "x\\\"\\\\", "\"x\\\"\\\\\""},
		{"double lines", "a: \"x # c\n  y\"\n", "x # c\n  y", "\"x # c\n  y\""},
		{"literal", "a: |\n  x # c\n   y\n", "x # c\n   y", "|\n  x # c\n   y"},
		{"literal after blank lines", "a: | # c\n\n  x\n\n\n", "x", "| # c\n\n  x"},
		{"literal indicator", "a: |2-\n   x\n  y\n", "x\n  y", "|2-\n   x\n  y"},
		{"literal begins with comment", "a: |\n  # c\n  x\n# d\n", "# c\n  x", "|\n  # c\n  x"},
		{"folded", "a: >-\n  x\n  y\n\n   z\n", "x\n  y\n\n   z", ">-\n  x\n  y\n\n   z"},
		{"flow", "{a: x y, b: z}\n", "x y", "x y"},
		{"flow lines", "{a: x\n y, b: z}\n", "x\n y", "x\n y"},
		{"flow quoted", "{\"a\":'x', b: z}\n", "x", "'x'"},
		{"explicit", "? a\n: x\n", "x", "x"},
		{"unicode before", "{ä€: [𝔸], a: ∀x, é: z}\n", "∀x", "∀x"},
		{"unicode inside", "a: \"∀ é\"\n", "∀ é", "\"∀ é\""},
		{"no-break space", "a: x\u00a0y\n", "x\u00a0y", "x\u00a0y"},
		{"mark", "---\na: x\n...\n", "x", "x"},
	} {
		for _, variant := range []struct{ name, bom, eol string }{
			{"", "", "\n"}, {" with CRLF", "", "\r\n"}, {" with byte order mark", "\ufeff", "\n"}, {" with both", "\ufeff", "\r\n"},
		} {
			t.Run(test.name+variant.name, func(t *testing.T) {
				lines := func(s string) string { return strings.ReplaceAll(s, "\n", variant.eol) }
				file := source.NewFile("t.yaml", variant.bom+lines(test.yaml))
				errs := new(source.List)
				root := parse(file, errs)
				if err := errs.Err(); err != nil {
					t.Fatal(err)
				}
				for _, p := range root.pairs {
					if p.key.text.Text() != "a" {
						continue
					}
					if got := p.value.text.Text(); got != lines(test.text) {
						t.Errorf("text is %q, not %q", got, lines(test.text))
					}
					if got := p.value.full.Text(); got != lines(test.full) {
						t.Errorf("written is %q, not %q", got, lines(test.full))
					}
					return
				}
				t.Errorf("no key a in %q", file.Text)
			})
		}
	}
}

// TestSpansOfKeysAndCollections checks that every node covers its own text.
func TestSpansOfKeysAndCollections(t *testing.T) {
	text := "é: {\"ü\" : [a , 'b',], x[y]: {}, z: {}}\n" +
		"? long key\n: - b: c\n    d: [1, # c\n     2]\n  - - e\n"
	text = strings.Replace(text, "x[y]: {}, ", "", 1)
	errs := new(source.List)
	root := parse(source.NewFile("t.yaml", text), errs)
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	var got []string
	var visit func(n *node)
	visit = func(n *node) {
		got = append(got, fmt.Sprintf("%q", n.full.Text()))
		for _, item := range n.items {
			visit(item)
		}
		for _, p := range n.pairs {
			visit(p.key)
			visit(p.value)
		}
	}
	visit(root)
	want := []string{
		fmt.Sprintf("%q", strings.TrimSuffix(text, "\n")),
		`"é"`, `"{\"ü\" : [a , 'b',], z: {}}"`, `"\"ü\""`, `"[a , 'b',]"`, `"a"`, `"'b'"`, `"z"`, `"{}"`,
		`"long key"`, `"- b: c\n    d: [1, # c\n     2]\n  - - e"`, `"b: c\n    d: [1, # c\n     2]"`,
		`"b"`, `"c"`, `"d"`, `"[1, # c\n     2]"`, `"1"`, `"2"`, `"- e"`, `"e"`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestPlacesInsideExpressions checks that an error inside each style of scalar
// is reported where the file has it.
func TestPlacesInsideExpressions(t *testing.T) {
	for _, test := range []struct{ yaml, at string }{
		{"init: a $ b", "1:9"},
		{"init: 'a $ b'", "1:10"},
		{"init: |\n  a\n  $ b", "3:3"},
		{"init: >\n  a\n\n  & $ b", "4:5"},
		{"init: a\n   & $", "2:6"},
		{"vars: {e: bool} # é\r\ninit: [e, \"ü $\", f]\r\n", "2:12"},
		{"actions: {f(x $): {}}", "1:15"},
		{"actions:\n  \"f(x $)\": {}", "2:8"},
		{"types: {A: [b, \"c $\"]}", "1:19"},
	} {
		_, errs := new(Loader).Load(source.NewFile("t.yaml", test.yaml))
		all := errs.All()
		if len(all) == 0 {
			t.Errorf("%q: nothing is refused", test.yaml)
			continue
		}
		if got := all[0].Span.String(); got != "t.yaml:"+test.at {
			t.Errorf("%q: the error is at %s, not at %s", test.yaml, got, test.at)
		}
	}
}

func TestUnreadableTexts(t *testing.T) {
	deep := strings.Repeat("[", 200) + strings.Repeat("]", 200)
	for _, test := range []struct{ name, text, want string }{
		{"NUL", "name: a\x00b", "t.yaml:1:8: error: the character U+0000 may not stand in a document"},
		{"escape", "name: \x1b[1m", "the character U+001B"},
		{"invalid UTF-8", "name: a\nx: \xff\xfe", "t.yaml:2:4: error: not a text in UTF-8: byte 0xff"},
		{"UTF-16", "\xff\xfen\x00a\x00", "not a text in UTF-8"},
		{"carriage return", "name: a\rdoc: b", "t.yaml:1:8: error: a carriage return without a line feed"},
		{"line separator", "name: a\u2028doc: b", "the character U+2028"},
		{"next line", "name: a\u0085doc: b", "the character U+0085"},
		{"inner mark", "name: \ufeffa", "the character U+FEFF"},
		{"size", "# " + strings.Repeat("x", Largest), "more than 1048576 bytes"},
		{"deep list", "params: {a: " + deep + "}", "nested too deeply: more than 64 levels"},
		{"deeper list", "params: {a: " + strings.Repeat("[", 1<<19), "nested too deeply: more than 64 levels"},
		{"deep blocks", strings.Repeat("- ", 1<<19), "nested too deeply: more than 64 levels"},
		{"deep expression", "init: " + strings.Repeat("(", 1<<19), "error:"},
		{"deep parameter", "params: {a: \"" + deep + "\"}", "nested too deeply: more than 64 levels"},
		{"many errors", "init: [" + strings.Repeat("!a x, ", 1<<16) + "]", "YAML takes \"!a\" for a tag"},
		{"many keys", strings.Repeat("a: b\n", 1<<16), "the key \"a\" is repeated"},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := source.NewFile("t.yaml", test.text)
			_, errs := new(Loader).Load(file)
			got := "nothing"
			if err := errs.Err(); err != nil {
				got = err.Error()
			}
			if !strings.Contains(got, test.want) {
				t.Errorf("said is %.300s, not %s", got, test.want)
			}
			if _, errs := Format(file); errs.Err() == nil {
				t.Errorf("Format does not refuse it")
			}
		})
	}
}
