package report

import "github.com/epibdd/epibdd/verdict"

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
	Width   int      // of lines; 0: as wide as is usual
	Show    []string // variables that runs are told of; none: those that the document shows
	// Call is what a report says of how it was made.
	Call Call
}

// Call says by what, and how, checks were asked: what reports must have in common to be
// put together.
type Call struct {
	Version string   // of the program
	Options []string // that bear on answers, as they were given
	Shard   string   // which part of the checks was asked, as in 2/12; empty: all
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

// document is all that was collected.
func (c *collector) document(s *Summary, call Call) *Document {
	doc := &Document{Version: call.Version, Options: call.Options, Shard: call.Shard, Specs: []SpecRecord{}, Summary: *s}
	for _, c := range c.specs {
		doc.Specs = append(doc.Specs, c.record())
	}
	return doc
}

// Recorder is a Writer that keeps a report as a Document.
type Recorder struct {
	collector
	call Call
	// Document is the report once it is closed.
	Document *Document
}

// NewRecorder returns a Recorder.
func NewRecorder(call Call) *Recorder { return &Recorder{call: call} }

// Close makes the document.
func (r *Recorder) Close(s *Summary) error {
	r.Document = r.document(s, r.call)
	return nil
}

// Draft hands what is recorded so far to another writer, as a report of so many checks:
// those without an answer are interrupted.
func (r *Recorder) Draft(checks int, w Writer) error {
	summary := &Summary{}
	for _, c := range r.specs {
		summary.AddSpec(c.Spec)
		if err := w.Spec(c.Spec); err != nil {
			return err
		}
		for i, check := range c.Checks {
			x := &Result{Check: check, Verdict: verdict.Unknown, Cause: Interrupted, Limit: verdict.Interrupted, Reason: "interrupted"}
			if i < len(c.results) {
				x = c.results[i]
			}
			summary.Add(x)
			if err := w.Result(x); err != nil {
				return err
			}
		}
	}
	further := max(checks-summary.Checks, 0) // of documents that have not begun
	summary.Checks, summary.Interrupted = summary.Checks+further, summary.Interrupted+further
	return w.Close(summary)
}

func (c *collector) Result(r *Result) error {
	last := c.specs[len(c.specs)-1]
	last.results = append(last.results, r)
	return nil
}
