package document

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epibdd/epibdd/spec/source"
)

func formatted(t testing.TB, file *source.File) string {
	t.Helper()
	text, errs := Format(file)
	if err := errs.Err(); err != nil {
		t.Fatalf("%s: %v", file.Name, err)
	}
	return text
}

func TestSamplesFormatIdempotently(t *testing.T) {
	for _, path := range sampleFiles(t) {
		once := formatted(t, readSource(t, path))
		twice := formatted(t, source.NewFile(path, once))
		if diff := cmp.Diff(once, twice); diff != "" {
			t.Errorf("%s formatted twice differs:\n%s", path, diff)
		}
	}
}

// TestFormatGolden formats NAME.yaml of testdata/format into NAME.want.
func TestFormatGolden(t *testing.T) {
	const path = "testdata/format/format.txtar"
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
		got := formatted(t, source.NewFile(f.name, f.text))
		if again := formatted(t, source.NewFile(f.name, got)); again != got {
			t.Errorf("%s formatted twice differs:\n%s", f.name, cmp.Diff(got, again))
		}
		now.files = append(now.files, f, archived{name + ".want", got})
		if want, ok := a.file(name + ".want"); !*update && (!ok || want != got) {
			t.Errorf("%s (-want +got):\n%s", f.name, cmp.Diff(want, got))
		}
	}
	if *update {
		if err := now.write(path); err != nil {
			t.Fatal(err)
		}
	}
}

// dumped reads one file and returns its meaning.
func dumped(t *testing.T, file *source.File) string {
	t.Helper()
	errs := new(source.List)
	own := read(file, errs)
	if err := errs.Err(); err != nil {
		t.Fatalf("%s:\n%v", file.Text, err)
	}
	return own.dump()
}

// TestFormatAfterDisorder disturbs the samples in ways that mean nothing, and
// asks that formatting keeps the meaning, every comment, and itself.
func TestFormatAfterDisorder(t *testing.T) {
	for seed, path := range sampleFiles(t) {
		random := rand.New(rand.NewPCG(uint64(seed), 1))
		file := readSource(t, path)
		for round := range 8 {
			untidy := source.NewFile(path, disturb(random, file.Text))
			once := formatted(t, untidy)
			if diff := cmp.Diff(dumped(t, file), dumped(t, source.NewFile(path, once))); diff != "" {
				t.Fatalf("%s, round %d: the meaning changes:\n%s", path, round, diff)
			}
			if twice := formatted(t, source.NewFile(path, once)); once != twice {
				t.Fatalf("%s, round %d:\n%s\nformatted twice differs:\n%s", path, round, untidy.Text, cmp.Diff(once, twice))
			}
			if a, b := comments(untidy.Text), comments(once); !cmp.Equal(a, b) {
				t.Fatalf("%s, round %d: comments are lost:\n%s", path, round, cmp.Diff(a, b))
			}
		}
	}
}

// disturb indents by another step, ends lines in blanks or CRLF, and puts blank
// lines and comments between entries.
func disturb(random *rand.Rand, text string) string {
	var b strings.Builder
	factor := 1 + random.IntN(3)
	eol := []string{"\n", "\r\n"}[random.IntN(2)]
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		blanks := leading(line)
		between := betweenEntries.MatchString(line)
		if between && random.IntN(8) == 0 {
			b.WriteString(strings.Repeat(" ", blanks*factor) + "# comment " + strconv.Itoa(i) + eol)
		}
		if between && random.IntN(8) == 0 {
			b.WriteString(strings.Repeat(eol, 1+random.IntN(3)))
		}
		rest := line[blanks:]
		if item, ok := strings.CutPrefix(rest, "- "); ok {
			rest = "-" + strings.Repeat(" ", 2*factor-1) + item
		}
		b.WriteString(strings.Repeat(" ", blanks*factor) + rest)
		b.WriteString(strings.Repeat(" ", random.IntN(3)) + eol)
	}
	return b.String()
}

// betweenEntries matches lines that are certainly no part of a text of several
// lines.
var betweenEntries = regexp.MustCompile(`^( {0,6}- )?[a-z]+:`)

// comments returns all that stands behind a "#", without blanks.
func comments(text string) []string {
	var found []string
	for _, line := range strings.Split(text, "\n") {
		if i := strings.IndexByte(line, '#'); i >= 0 {
			found = append(found, solid(line[i:]))
		}
	}
	return found
}

// TestFormatRefuses returns no text for files with errors, and their errors.
func TestFormatRefuses(t *testing.T) {
	text, errs := Format(source.NewFile("t.yaml", "\ufeffname: a\r\nvars: {x: bool}\r\ninit: x &\r\n"))
	if text != "" {
		t.Errorf("a text is returned: %q", text)
	}
	if err := errs.Err(); err == nil || !strings.HasPrefix(err.Error(), "t.yaml:3:10: error: ") {
		t.Errorf("the error is not at its place: %v", err)
	}
}
