package epibdd

import "github.com/epibdd/epibdd/schema"

// Schemas lists the names of the JSON schemas: of documents, and of reports in JSON.
func Schemas() []string { return []string{"spec", "report"} }

// Schema returns one of them.
func Schema(name string) (text string, ok bool) {
	switch name {
	case "spec":
		return schema.Spec, true
	case "report":
		return schema.Report, true
	}
	return "", false
}
