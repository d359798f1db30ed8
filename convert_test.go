package epibdd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/epibdd/epibdd"
)

// TestConvertKeepsComments looks for the comments of a model above what they are about.
func TestConvertKeepsComments(t *testing.T) {
	const text = `-- A lamp and who looks at it.

Agent Ann
  -- what she sees
  Vars:
    lit: boolean; -- seen by her alone
    -- how often
    n: 0..3;
  end Vars
  Actions = {on, off};
  Protocol:
    lit = true: {off};
    -- the lamp is dark
    Other: {on};
  end Protocol
  Evolution:
    lit = true if Action = on; -- there is light
    lit = false if Action = off;
  end Evolution
end Agent
Evaluation
  -- light
  light if Ann.lit = true;
end Evaluation
InitStates
  -- dark at first
  Ann.lit = false and Ann.n = 0;
end InitStates
Formulae
  -- one day: there is "light"
  EF light;
  AG light; -- not always
end Formulae
-- the end
`
	converted, _, err := epibdd.Convert("lamp.ispl", text)
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, part := range []string{
		"# A lamp and who looks at it.", "vars:", "# seen by her alone", "lit: bool", "# how often", "n: 0..3", "# dark at first", "init:",
		"define:", "# light", "light:", "actions:", "# the lamp is dark", "# there is light", "Ann(",
		"check:", `# one day: there is "light"`, "formula-1", "# not always", "# the end", "formula-2",
	} {
		i := strings.Index(converted[at:], part)
		if i < 0 {
			t.Fatalf("%q is missing, or in another place:\n%s", part, converted)
		}
		at += i + len(part)
	}
	if strings.Count(converted, "# what she sees") != 1 {
		t.Errorf("a comment is missing:\n%s", converted)
	}
	doc, err := epibdd.Parse("lamp.yaml", converted)
	if err != nil || len(doc.Checks()) != 2 {
		t.Errorf("%v\n%s", err, converted)
	}
}

// TestConvertedCommentsChangeNothing reads models with comments and without them.
func TestConvertedCommentsChangeNothing(t *testing.T) {
	files, _ := filepath.Glob("ispl/testdata/*.ispl")
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		converted, _, err := epibdd.Convert(path, string(text))
		if err != nil {
			t.Fatal(err)
		}
		var bare, plain strings.Builder
		for line := range strings.Lines(converted) {
			if !strings.HasPrefix(strings.TrimSpace(line), "#") {
				bare.WriteString(line)
			}
		}
		for line := range strings.Lines(string(text)) {
			line, _, _ = strings.Cut(strings.TrimRight(line, "\n"), "--")
			plain.WriteString(line + "\n")
		}
		if want, _, err := epibdd.Convert(path, plain.String()); err != nil || bare.String() != want {
			t.Errorf("%s: %v: with comments it is\n%s\nwithout\n%s", path, err, converted, want)
		}
		for line := range strings.Lines(string(text)) {
			if _, c, ok := strings.Cut(line, "--"); ok && !strings.Contains(converted, strings.TrimSpace(strings.TrimLeft(c, "-"))) {
				t.Errorf("%s: the comment %q is lost", path, c)
			}
		}
	}
}
