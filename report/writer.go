package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec/source"
)

// Writer takes what was found, in the order of the files: each Spec, and after
// it its results. Close writes what is left to write.
type Writer interface {
	Spec(*Spec) error
	Result(*Result) error
	Close(*Summary) error
}

// Options say how much is written, and how.
type Options struct {
	Quiet   bool // only what is not as expected
	Verbose bool // formulas, numbers, and all runs
	Color   bool
}

// formats are the formats by name.
var formats = map[string]func(io.Writer, Options) Writer{
	"text":     newText,
	"json":     newJSON,
	"junit":    newJUnit,
	"markdown": newMarkdown,
	"github":   newGitHub,
}

// Formats lists the names of the formats.
func Formats() []string { return slices.Sorted(maps.Keys(formats)) }

// New returns a writer of the named format.
func New(format string, w io.Writer, o Options) (Writer, error) {
	make, ok := formats[format]
	if !ok {
		return nil, fmt.Errorf("unknown format %q%s; the formats are %s", format, source.DidYouMean(format, Formats()), strings.Join(Formats(), ", "))
	}
	return make(w, o), nil
}

// collector keeps everything for formats that are one document.
type collector struct {
	specs []*collected
}

// collected is a spec with its results.
type collected struct {
	*Spec
	results []*Result
}

func (c *collector) Spec(s *Spec) error {
	c.specs = append(c.specs, &collected{Spec: s})
	return nil
}

func (c *collector) Result(r *Result) error {
	last := c.specs[len(c.specs)-1]
	last.results = append(last.results, r)
	return nil
}

// run is the evidence of a result as texts; nil where there is none.
func (r *Result) run() *Run { return RunOf(r.Check.Model, r.Run, r.Doubts) }

// showsRun says that a run belongs to a short report: something went otherwise
// than expected, or nobody said what to expect.
func (r *Result) showsRun() bool {
	status := r.Status()
	return r.Run != nil && (status == Unmet || status == Open)
}
