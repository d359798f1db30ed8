package epibdd

import (
	"github.com/epibdd/epibdd/report"
)

// List lists the checks of documents that would be asked, without deciding any.
func List(docs []*Document, o Options) ([]report.Listed, error) {
	inputs, err := selected(docs, o)
	if err != nil {
		return nil, err
	}
	all := []report.Listed{}
	for _, in := range inputs {
		if in.Suite == nil {
			continue
		}
		for _, c := range in.Suite.Checks {
			all = append(all, report.List(in.File.Name, c))
		}
	}
	return all, nil
}
