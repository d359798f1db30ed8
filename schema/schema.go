// Package schema holds the JSON Schemas of what epibdd reads and writes: spec
// files, for completion in editors, and the JSON report, for whoever reads it.
//
// An editor finds the first one by a comment in the file,
//
//	# yaml-language-server: $schema=…/schema/spec.schema.json
//
// It is written by hand beside docs/language.md; tests compare its keys with
// those the loader knows. The second one is made from the structures of package
// report.
package schema

import _ "embed"

//go:generate go test . -run TestReportSchemaIsGenerated -update

var (
	// Spec describes spec files.
	//
	//go:embed spec.schema.json
	Spec string
	// Report describes what check writes with --format json.
	//
	//go:embed report.schema.json
	Report string
)
