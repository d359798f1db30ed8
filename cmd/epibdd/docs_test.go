package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// documents are the pages whose commands are run.
var documents = []string{"README.md", "CONTRIBUTING.md", "docs/language.md", "docs/architecture.md", "docs/errors.md", "docs/royal-eleusis.md"}

var (
	fenced   = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")
	fileName = regexp.MustCompile(`^# ([\w.-]+\.yaml)\n`)
	seconds  = regexp.MustCompile(`\b\d+\.\d\ds`)
)

// TestCommandsOfTheDocuments runs every command of the documents. A yaml block
// that begins with the name of a file is that file; a console block has
// commands behind $, each followed by what it prints, or by nothing. The first
// spec has a wrong expectation, to show what happens then.
func TestCommandsOfTheDocuments(t *testing.T) {
	if testing.Short() {
		t.Skip("some commands take a while")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, name := range documents {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(root, name))
			if err != nil {
				t.Fatal(err)
			}
			t.Chdir(t.TempDir())
			if err := os.Symlink(filepath.Join(root, "testdata"), "testdata"); err != nil {
				t.Fatal(err)
			}
			for _, block := range fenced.FindAllStringSubmatch(string(text), -1) {
				switch lang, body := block[1], block[2]; lang {
				case "yaml":
					if file := fileName.FindStringSubmatch(body); file != nil {
						if err := os.WriteFile(file[1], []byte(body), 0o644); err != nil {
							t.Fatal(err)
						}
					}
				case "console":
					ran += runConsole(t, root, body)
				}
			}
		})
	}
	if ran < 3 {
		t.Errorf("only %d commands were run", ran)
	}
}

// runConsole runs the commands of a block and returns how many there were.
func runConsole(t *testing.T, root, body string) int {
	ran := 0
	for _, part := range strings.Split("\n"+body, "\n$ ")[1:] {
		command, want, _ := strings.Cut(part, "\n")
		ran++
		args, ours := programArgs(command)
		if !ours {
			inBuild(t, root, command)
			continue
		}
		var out, errs bytes.Buffer
		code := run(args, strings.NewReader(""), &out, &errs)
		if failing := strings.Contains(command, "message.yaml"); code != 0 && (code != 1 || !failing) {
			t.Errorf("$ %s: exit %d\n%s", command, code, errs.String())
		}
		if want == "" {
			continue
		}
		got := seconds.ReplaceAllString(strings.TrimRight(out.String(), "\n"), "0.00s")
		if diff := cmp.Diff(strings.TrimRight(want, "\n"), got); diff != "" {
			t.Errorf("$ %s (-document +program):\n%s", command, diff)
		}
	}
	return ran
}

// programArgs recognises a command of this program, as installed or from a clone.
func programArgs(command string) ([]string, bool) {
	words := strings.Fields(command)
	if len(words) > 2 && strings.Join(words[:3], " ") == "go run ./cmd/epibdd" {
		return append([]string{"epibdd"}, words[3:]...), true
	}
	return words, words[0] == "epibdd"
}

// inBuild checks that a command which a test cannot run is run by the build.
func inBuild(t *testing.T, root, command string) {
	script, err := os.ReadFile(filepath.Join(root, ".ci", "run"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(script), "\n"+command+"\n") {
		t.Errorf("$ %s: neither run by this test nor by the build", command)
	}
}
