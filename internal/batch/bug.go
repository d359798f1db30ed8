package batch

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/verdict"
)

// bug makes a result of a failure of this program, and saves what is needed to
// see it again.
func (g *group) bug(r *report.Result, reason, what, trace string) {
	r.Verdict, r.Cause, r.Reason, r.Details = verdict.Error, report.Bug, reason, what
	r.Value, r.Run = nil, nil
	r.SavedTo = g.save(r, trace)
}

// save writes the file and returns its path, or "" if there is no place for it.
// The same bug met twice is the same file.
func (g *group) save(r *report.Result, trace string) string {
	text := g.recipe(r)
	hash := sha256.Sum256([]byte(text))
	name := "epibdd-bug-" + hex.EncodeToString(hash[:5]) + ".txt"
	text += section("what happened", r.Reason+"\n"+r.Details+"\n\n"+trace)
	for _, dir := range []string{g.o.BugDir, os.TempDir()} {
		path := filepath.Join(dir, name)
		if os.WriteFile(path, []byte(text), 0o666) == nil {
			return path
		}
	}
	return ""
}

// recipe is what to do: the program, the check, the parameters, the texts.
func (g *group) recipe(r *report.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nengine: %s\ncheck: %s\nrecall: %s\nruns: %s\ninterpretation: %s\nlimits: %+v\n",
		g.o.About, g.o.Encode.Symbolic.Engine, r.Check.Label, r.Check.Recall, r.Check.Runs, r.Check.Interpretation, r.Check.Limits)
	b.WriteString("command: epibdd check --only '" + r.Check.ID + "'")
	for _, p := range g.model.Params {
		fmt.Fprintf(&b, " -p '%s=%s'", p.Name, p.Value)
	}
	b.WriteString(" SPEC\n")
	b.WriteString(section(g.in.File.Name, g.in.File.Text))
	for _, f := range g.in.used {
		b.WriteString(section(f.Name, f.Text))
	}
	return b.String()
}

func section(title, text string) string {
	return fmt.Sprintf("\n-- %s --\n%s", title, strings.TrimRight(text, "\n")+"\n")
}
