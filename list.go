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
		suite := in.Asked()
		if suite == nil {
			continue
		}
		for _, c := range suite.Checks {
			all = append(all, report.List(in.File.Name, c))
		}
	}
	return all, nil
}
