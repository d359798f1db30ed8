package document

import (
	"fmt"
	"os"
	"regexp"
	"strings"
)

// archive is a text with files in it, each after a line "-- NAME --".
type archive struct {
	comment string
	files   []archived
}

type archived struct{ name, text string }

var archiveMark = regexp.MustCompile(`(?m)^-- (.*) --\n`)

func readArchive(path string) (*archive, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	text := string(raw)
	marks := archiveMark.FindAllStringSubmatchIndex(text, -1)
	if len(marks) == 0 {
		return nil, fmt.Errorf("%s: no files", path)
	}
	a := &archive{comment: text[:marks[0][0]]}
	for i, m := range marks {
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		a.files = append(a.files, archived{text[m[2]:m[3]], text[m[1]:end]})
	}
	return a, nil
}

func (a *archive) write(path string) error {
	var b strings.Builder
	b.WriteString(a.comment)
	for _, f := range a.files {
		fmt.Fprintf(&b, "-- %s --\n%s", f.name, f.text)
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
}

// file returns the text of a file, and whether there is one of that name.
func (a *archive) file(name string) (string, bool) {
	for _, f := range a.files {
		if f.name == name {
			return f.text, true
		}
	}
	return "", false
}
