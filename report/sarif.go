// A browser has no build service.
//go:build !js

package report

import (
	"io"
	"path/filepath"

	"github.com/owenrumney/go-sarif/v2/sarif"

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
		level, rule, about := "warning", "lint", "What is probably not meant as it is said"
		if d.Severity == source.Error {
			level, rule, about = "error", "error", "What cannot be read"
		}
		run.AddRule(rule).WithDescription(about)
		result := run.CreateResultForRule(rule).WithLevel(level).WithMessage(sarif.NewTextMessage(text))
		if f := d.Span.File; f != nil {
			from, to := f.Position(d.Span.Start), f.Position(d.Span.End)
			region := sarif.NewRegion().WithStartLine(from.Line).WithStartColumn(from.Column).WithEndLine(to.Line).WithEndColumn(to.Column)
			place := sarif.NewPhysicalLocation().WithRegion(region).WithArtifactLocation(sarif.NewSimpleArtifactLocation(filepath.ToSlash(f.Name)))
			result.AddLocation(sarif.NewLocationWithPhysicalLocation(place))
		}
	}
	report, err := sarif.New(sarif.Version210)
	if err != nil {
		return err
	}
	report.AddRun(run)
	return report.PrettyWrite(w)
}
