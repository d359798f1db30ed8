package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/internal/batch"
	"github.com/epibdd/epibdd/internal/heuristic"
	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// Case is a document of which it is counted what deciding it takes.
type Case struct {
	Family, Size string
	// Long says that it takes too long for the tests.
	Long bool
	// File is the name of the document, whose ending says what language it is in, and text
	// what stands there.
	File string
	text func() (string, error)
}

// Name is how a case is called.
func (c Case) Name() string { return c.Family + "/" + c.Size }

// Cases are the families with each size on the way to the largest, so that no size falls
// through, the documents of testdata/specs, and some of testdata/large.
func Cases() []Case {
	var cases []Case
	add := func(name, ending string, text func(n int) string, sizes, long []int) {
		for _, n := range slices.Concat(sizes, long) {
			cases = append(cases, Case{
				Family: name, Size: fmt.Sprint(n), Long: slices.Contains(long, n),
				File: fmt.Sprintf("%s-%d.%s", name, n, ending),
				text: func() (string, error) { return text(n), nil },
			})
		}
	}
	add("ispl-muddy", "ispl", muddy, []int{5, 10, 15, 20, 30, 40, 50, 75, 100, 150}, []int{200})
	add("ispl-dining", "ispl", dining, []int{5, 10, 20, 30, 40, 60, 100}, nil)
	add("ispl-cards", "ispl", cards, []int{5, 10, 20, 40, 60, 100}, []int{200})
	add("ispl-contract", "ispl", contract, []int{2, 3, 4, 5, 6}, []int{7})
	add("ispl-bites", "ispl", bites, []int{2, 3, 4, 5, 6}, []int{7, 8})
	add("ispl-voting", "ispl", voting, []int{2, 3, 4, 5}, []int{6})
	add("queens", "yaml", queens, []int{4, 5, 6, 7, 8}, nil)
	add("milner", "yaml", milner, []int{10, 20, 40, 80, 160, 320}, nil)
	add("philosophers", "yaml", philosophers, []int{5, 10, 15, 20, 30, 40}, nil)
	add("cryptographers", "yaml", cryptographers, []int{10, 20, 50, 100, 200, 300}, nil)
	add("anonymity", "yaml", anonymity, []int{3, 10, 30, 50, 100}, nil)
	add("sliding", "yaml", sliding, []int{4, 6, 8, 9}, nil)
	add("counters", "yaml", counters, []int{6, 8, 10, 12, 14}, nil)
	add("eleusis", "yaml", eleusis, []int{8, 16, 32, 52}, nil)
	add("muddy-children", "yaml", silentChildren, []int{5, 10, 20, 30, 50, 75, 100, 150, 200}, nil)
	add("announcements", "yaml", announcements, []int{5, 10, 16, 20, 30, 50}, []int{75, 100})
	add("in-turn", "yaml", inTurn, []int{3, 5, 10, 20, 30, 50}, []int{75, 100})
	add("cluedo", "yaml", cluedo, []int{6, 9, 12, 15, 21}, nil)
	add("cluedo-play", "yaml", cluedoPlay, []int{4, 6, 7, 9}, nil)
	for _, folder := range []string{Specs, Large} {
		names, _ := filepath.Glob(filepath.Join(root(), "testdata", folder, "*.yaml"))
		for _, file := range names {
			c := Document(file)
			c.Family = folder
			c.Long = folder == Large && !slices.Contains(quick, c.Size) || slices.Contains(slow, c.Size)
			if folder == Specs || slices.Contains(quick, c.Size) || slices.Contains(witnesses, c.Size) {
				cases = append(cases, c)
			}
		}
	}
	return cases
}

// Specs and Large are the families of the documents of testdata/specs and testdata/large.
const (
	Specs = "specs"
	Large = "large"
)

// slow are the documents of testdata/specs that take too long for the tests, quick those of
// testdata/large that do not, and witnesses others of these that show what a route gains.
var (
	slow      = []string{"eleusis-alice-first"}
	quick     = []string{"eleusis-laws", "royal-ends", "royal-hidden"}
	witnesses = []string{"cluedo-turns", "eleusis-52", "eleusis-52-laws", "eleusis-five-laws", "eleusis-laws-52", "eleusis-play", "russian-cards-large"}
)

// Document is the case of a file, in a family "file".
func Document(file string) Case {
	name := filepath.Base(file)
	return Case{
		Family: "file", Size: strings.TrimSuffix(name, filepath.Ext(name)), File: file,
		text: func() (string, error) {
			text, err := os.ReadFile(file)
			return string(text), err
		},
	}
}

// root is the folder of the module around the current one, "." if there is none.
func root() string {
	dir := "."
	for range 8 {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		dir = filepath.Join("..", dir)
	}
	return "."
}

// RunOptions say how a case is decided.
type RunOptions struct {
	Routes  verdict.RouteChoice
	Without heuristic.Set // heuristics that are left out
}

// Work decides all checks of the case, one after the other, as the command does, and returns
// the work (symbolic.Meter). It is an error if one of them is not decided, or not as the
// document expects.
func (c Case) Work(ctx context.Context, o RunOptions) (int64, error) {
	text, err := c.text()
	if err != nil {
		return 0, err
	}
	in := batch.Load(source.NewFile(c.File, text), batch.Settings{Library: models.Get, Names: models.Names})
	if len(in.Errors) > 0 {
		return 0, source.Errors(in.Errors)
	}
	how := encode.Options{Symbolic: symbolic.Options{Without: o.Without}}
	var sum sum
	_, err = batch.Run(ctx, []*batch.Input{in}, batch.Options{Jobs: 1, Encode: how, Routes: o.Routes}, &sum)
	if err == nil {
		err = sum.err
	}
	return sum.work, err
}

// sum adds up the work of results, and remembers the first of them that is not as it
// should be.
type sum struct {
	work int64
	err  error
}

func (*sum) Spec(*report.Spec) error { return nil }

func (s *sum) Result(r *report.Result) error {
	s.work += r.Work
	if ok := r.Status() == report.Met || r.Status() == report.Open; !ok && s.err == nil {
		s.err = errors.New(r.String())
	}
	return nil
}
