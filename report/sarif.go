// What this needs brings HTTP and TLS, and a browser has no build service.
//go:build !js

package report

import (
	"io"
	"path/filepath"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/epibdd/epibdd/spec/source"
)

// WriteSARIF writes remarks about documents in the static analysis results interchange
// format, SARIF 2.1.0, which build services read.
func WriteSARIF(w io.Writer, version string, remarks []source.Diagnostic) error {
	run := sarif.NewRunWithInformationURI("epibdd", "https://github.com/epibdd/epibdd")
	run.Tool.Driver.WithVersion(version)
	for _, d := range remarks {
		text := d.Message
		if d.Hint != "" {
			text += " (" + d.Hint + ")"
		}
		level, rule := "warning", "lint"
		if d.Severity == source.Error {
			level, rule = "error", "error"
		}
		run.AddRule(rule)
		result := run.CreateResultForRule(rule).WithLevel(level).WithMessage(sarif.NewTextMessage(text))
		if f := d.Span.File; f != nil {
			from, to := f.Position(d.Span.Start), f.Position(d.Span.End)
			region := sarif.NewRegion().WithStartLine(from.Line).WithStartColumn(from.Column).WithEndLine(to.Line).WithEndColumn(to.Column)
			place := sarif.NewPhysicalLocation().WithRegion(region).WithArtifactLocation(sarif.NewSimpleArtifactLocation(filepath.ToSlash(f.Name)))
			result.AddLocation(sarif.NewLocationWithPhysicalLocation(place))
		}
	}
	report := sarif.NewReport()
	report.AddRun(run)
	return report.PrettyWrite(w)
}
