package document

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epibdd/epibdd/spec/source"
)

var update = flag.Bool("update", false, "write what was found into the golden files")

// TestRefusals loads each NAME.yaml of the archives in testdata/bad and compares
// all that is said about it with the file NAME.want that follows.
func TestRefusals(t *testing.T) {
	archives, err := filepath.Glob("testdata/bad/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range archives {
		a, err := readArchive(path)
		if err != nil {
			t.Fatal(err)
		}
		now := &archive{comment: a.comment}
		for _, f := range a.files {
			name, isSpec := strings.CutSuffix(f.name, ".yaml")
			if !isSpec {
				continue
			}
			now.files = append(now.files, f)
			if strings.HasPrefix(name, "used/") {
				continue
			}
			_, errs := inArchive(a).Load(source.NewFile(f.name, f.text))
			if errs.Err() == nil {
				t.Errorf("%s: %s: nothing is refused", path, f.name)
			}
			got := said(errs)
			now.files = append(now.files, archived{name + ".want", got})
			if want, ok := a.file(name + ".want"); !*update && (!ok || want != got) {
				t.Errorf("%s: %s (-want +got):\n%s", path, f.name, cmp.Diff(want, got))
			}
		}
		if *update {
			if err := now.write(path); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// inArchive is a loader that reads files from an archive and knows one built-in
// model.
func inArchive(a *archive) *Loader {
	return &Loader{
		Library: func(name string) (string, bool) {
			switch name {
			case "lights":
				return "params: {n: 3}\ntypes: {Light: 1..n}\nvars: {on: array Light of bool}\nagents: {p in Light: {sees: all}}\nactions: {flip(i in Light): {then: {\"on[i]\": \"!on[i]\"}}}\n", true
			case "selfish":
				return "use: selfish", true
			case "beside":
				return "use: ./other.yaml", true
			case "faulty":
				return "name: faulty\nvars: {x: bool,\n  y: Q R}\n", true
			}
			return "", false
		},
		Names: func() []string { return []string{"lights", "muddy"} },
		ReadFile: func(path string) ([]byte, error) {
			if text, ok := a.file(filepath.ToSlash(path)); ok {
				return []byte(text), nil
			}
			return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
		},
	}
}

func said(errs *source.List) string {
	var b bytes.Buffer
	for _, d := range errs.All() {
		fmt.Fprintln(&b, d.Error())
	}
	return b.String()
}

// beside matches what is expected of a line: ### "part of a message".
var beside = regexp.MustCompile(`### (".*")`)

// TestRefusalsBesideTheLine expects exactly the errors that comments in
// testdata/beside announce, in the lines where they stand.
func TestRefusalsBesideTheLine(t *testing.T) {
	files, err := filepath.Glob("testdata/beside/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, path := range files {
		file := readSource(t, path)
		want := map[int]string{}
		for i, text := range strings.Split(file.Text, "\n") {
			if m := beside.FindStringSubmatch(text); m != nil {
				message, err := strconv.Unquote(m[1])
				if err != nil {
					t.Fatalf("%s:%d: %v", path, i+1, err)
				}
				want[i+1] = message
			}
		}
		_, errs := samples().Load(file)
		for _, d := range errs.All() {
			line := file.Position(d.Span.Start).Line
			if message, ok := want[line]; !ok || !strings.Contains(d.Message, message) {
				t.Errorf("not expected: %v", d.Error())
			}
			delete(want, line)
		}
		for line, message := range want {
			t.Errorf("%s:%d: %q is not said", path, line, message)
		}
	}
}
