package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"mvdan.cc/sh/v3/shell"
)

// documents are the pages whose commands are run.
var documents = []string{
	"README.md", "CONTRIBUTING.md", "bench/README.md",
	"docs/language.md", "docs/semantics.md", "docs/go.md", "docs/architecture.md", "docs/errors.md", "docs/royal-eleusis.md", "docs/plans.md", "docs/chances.md", "docs/ci.md", "docs/recipes.md", "docs/scientist.md",
}

var (
	inline   = regexp.MustCompile("`(?:source <\\()?((?:epibdd|go run|go test|go install) [^`)]*)\\)?`")
	comment  = regexp.MustCompile(`\s+#.*`)
	function = regexp.MustCompile(`(?m)^func ((?:Test|Benchmark)\w+)`)
	fenced   = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")
	fileName = regexp.MustCompile(`^# ([\w.-]+\.yaml)\n`)
	seconds  = regexp.MustCompile(`\b\d+\.\d\ds`)
)

// TestCommandsOfTheDocuments runs every command of the documents. A yaml block
// that begins with the name of a file is that file; a console block has
// commands behind $, each followed by what it prints, or by nothing; an sh block
// has one in each line. The first spec has a wrong expectation, to show what
// happens then.
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
			for _, folder := range []string{"models", "testdata"} {
				if err := os.Symlink(filepath.Join(root, folder), folder); err != nil {
					t.Fatal(err)
				}
			}
			write(t, "game.yaml", game)
			if err := os.Symlink(filepath.Join(root, "ispl", "testdata", "fair.ispl"), "model.ispl"); err != nil {
				t.Fatal(err)
			}
			for _, block := range fenced.FindAllStringSubmatch(string(text), -1) {
				switch lang, body := block[1], block[2]; lang {
				case "yaml":
					if file := fileName.FindStringSubmatch(body); file != nil {
						write(t, file[1], body)
					}
				case "console":
					ran += runConsole(t, root, body)
				case "sh":
					for line := range strings.Lines(body) {
						ran++
						runCommand(t, root, comment.ReplaceAllString(strings.TrimSpace(line), ""), "")
					}
				}
			}
			for _, command := range inline.FindAllStringSubmatch(string(text), -1) {
				ran++
				runCommand(t, root, command[1], "")
			}
		})
	}
	if ran < 20 {
		t.Errorf("only %d commands were run", ran)
	}
}

// game is what the examples about one are asked.
const game = "types: {Law: [red, black]}\nvars: {law: Law}\ninit: \"true\"\ncheck: [{id: a, formula: law in Law}]\n"

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// runConsole runs the commands of a block and returns how many there were.
func runConsole(t *testing.T, root, body string) int {
	commands := strings.Split("\n"+body, "\n$ ")[1:]
	for _, part := range commands {
		command, want, _ := strings.Cut(part, "\n")
		runCommand(t, root, command, want)
	}
	return len(commands)
}

// runCommand runs a command that prints what is wanted, or "": anything. What is
// said of a command without arguments is true if there is one.
func runCommand(t *testing.T, root, command, want string) {
	t.Helper()
	args, ours := programArgs(t, strings.ReplaceAll(command, "FILE", "game.yaml"))
	if !ours || runsInBuild(t, root, command) {
		inBuild(t, root, command)
		return
	}
	if len(args) == 2 {
		args = append(args, "--help")
	}
	code := exitOK
	switch {
	case slices.Contains(args, "testdata/large"): // which is read, and not decided
		args, code = append(args, "--only", "nothing"), exitInput
	case slices.Contains(args, "message.yaml"):
		code = exitUnmet
	}
	var out, errs bytes.Buffer
	if got := run(args, strings.NewReader(""), &out, &errs); got != code {
		t.Errorf("$ %s: exit %d, want %d\n%s", command, got, code, errs.String())
	}
	if code == exitInput && !strings.Contains(errs.String(), `no check "nothing"`) {
		t.Errorf("$ %s: %s", command, errs.String())
	}
	if want == "" {
		return
	}
	got := seconds.ReplaceAllString(strings.TrimRight(out.String(), "\n"), "0.00s")
	if diff := cmp.Diff(strings.TrimRight(want, "\n"), got); diff != "" {
		t.Errorf("$ %s (-document +program):\n%s", command, diff)
	}
}

// programArgs recognises a command of this program, as installed or from a clone.
func programArgs(t *testing.T, command string) ([]string, bool) {
	t.Helper()
	words, err := shell.Fields(command, nil)
	if err != nil {
		t.Fatalf("$ %s: %v", command, err)
	}
	if len(words) > 2 && strings.Join(words[:3], " ") == "go run ./cmd/epibdd" {
		return append([]string{"epibdd"}, words[3:]...), true
	}
	return words, words[0] == "epibdd"
}

// inBuild checks that a command which a test cannot run is run by the build, or,
// where that would take too long, that all it names is there.
func inBuild(t *testing.T, root, command string) {
	t.Helper()
	words := strings.Fields(strings.ReplaceAll(command, "'", ""))
	switch {
	case command == ".ci/run", runsInBuild(t, root, command):
	case len(words) > 2 && (words[1] == "run" || words[1] == "install"):
		if _, err := os.Stat(filepath.Join(root, words[2], "main.go")); err != nil {
			t.Errorf("$ %s: %v", command, err)
		}
	case words[0] == "gcc": // which nothing else needs
		for _, word := range words {
			if _, err := os.Stat(filepath.Join(root, word)); strings.HasSuffix(word, ".c") && err != nil {
				t.Errorf("$ %s: %v", command, err)
			}
		}
	case strings.HasPrefix(command, "./"): // what gcc has made
	case len(words) > 2 && words[1] == "test":
		tests := testsOf(t, filepath.Join(root, words[2]))
		for i, flag := range words[:len(words)-1] {
			if (flag == "-run" || flag == "-bench") && words[i+1] != "^$" && !regexp.MustCompile(words[i+1]).MatchString(tests) {
				t.Errorf("$ %s: nothing is called %s", command, words[i+1])
			}
		}
	default:
		t.Errorf("$ %s: neither run by this test nor by the build", command)
	}
}

// runsInBuild tells whether the build runs a command as it stands.
func runsInBuild(t *testing.T, root, command string) bool {
	t.Helper()
	script, err := os.ReadFile(filepath.Join(root, ".ci", "run"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Contains(string(script), "\n"+command+"\n")
}

// testsOf lists the tests and benchmarks in a folder.
func testsOf(t *testing.T, folder string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no tests in %s: %v", folder, err)
	}
	var names []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range function.FindAllStringSubmatch(string(text), -1) {
			names = append(names, f[1])
		}
	}
	return strings.Join(names, " ")
}
