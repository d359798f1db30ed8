package report

import "github.com/epibdd/epibdd/spec"

// Listed is a check that has not been asked.
type Listed struct {
	// Spec is the file as it was named, or "<stdin>".
	Spec string `json:"spec"`
	// ID is the name of the check, with the values of the sweep as in id[n=3].
	ID string `json:"id"`
	// Kind is the question, as in a report.
	Kind string `json:"kind"`
	// Formula is what is asked.
	Formula string `json:"formula"`
	// Line is where the check stands in its file; 0 if nowhere.
	Line int `json:"line"`
	// Params are the parameters of its model, by their names.
	Params map[string]string `json:"params"`
	// Expect is what the author expects, as written; null: nothing.
	Expect *string `json:"expect"`
}

// List describes a check of a file.
func List(file string, c *spec.Check) Listed {
	l := Listed{Spec: file, ID: c.Label, Kind: kinds[c.Kind], Formula: c.Text, Line: position(c.Place).Line, Params: map[string]string{}}
	for _, p := range c.Model.Params {
		l.Params[p.Name] = p.Value.String()
	}
	if len(expectations(c)) > 0 {
		text := asWritten(c)
		l.Expect = &text
	}
	return l
}
