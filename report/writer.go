package report

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
