package epibdd

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/epibdd/epibdd/certificate"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/internal/batch"
	"github.com/epibdd/epibdd/internal/certify"
	"github.com/epibdd/epibdd/internal/lazy"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// certifier writes a certificate for each verdict that passes by.
type certifier struct {
	batch.Sink
	ctx      context.Context
	dir      string
	encoding encode.Options
	file     string // of the document
	index    bytes.Buffer
}

// Spec begins a document.
func (c *certifier) Spec(s *report.Spec) error {
	c.file = s.File
	return c.Sink.Spec(s)
}

// Result writes the certificate of a verdict.
func (c *certifier) Result(r *report.Result) error {
	if err := c.Sink.Result(r); err != nil {
		return err
	}
	name, reason := c.name(r.Check.Label), ""
	switch {
	case r.Verdict != verdict.Holds && r.Verdict != verdict.Fails:
		reason = "there is no verdict"
	case !strings.HasSuffix(c.file, ".yaml") && !strings.HasSuffix(c.file, ".yml"):
		reason = "it is no spec in YAML; epibdd convert makes one"
	default:
		var err error
		if reason, err = c.write(r, name); err != nil {
			return err
		}
	}
	if reason != "" {
		name = "not certified: " + reason
	}
	fmt.Fprintf(&c.index, "%s\t%s\t%s\n", c.file, r.Check.Label, name)
	return os.WriteFile(filepath.Join(c.dir, "index.txt"), c.index.Bytes(), 0o666)
}

// write writes one certificate, or says why there is none.
func (c *certifier) write(r *report.Result, name string) (reason string, err error) {
	ctx := c.ctx
	if d := r.Check.Limits.Time; d > 0 {
		limited, cancel := context.WithTimeout(ctx, d)
		defer cancel()
		ctx = limited
	}
	o := c.encoding
	if n := r.Check.Limits.Nodes; n > 0 {
		o.Symbolic.Nodes = n
	}
	if n := r.Check.Limits.Memory; n > 0 {
		o.Symbolic.Memory = n
	}
	var text bytes.Buffer
	answer := certify.Answer{Holds: r.Verdict == verdict.Holds}
	switch {
	case r.Check.Kind == spec.CountCheck:
		answer.Count = r.Value
	case r.Plan != nil && !r.Plan.Worst.None:
		answer = certify.Answer{Count: r.Plan.Worst.Upper.Num()}
	}
	if err := certificate.Write(ctx, &text, r.Check, answer, o); err != nil {
		return err.Error(), nil
	}
	return "", os.WriteFile(filepath.Join(c.dir, name), text.Bytes(), 0o666)
}

var unusual = lazy.Pattern(`[^A-Za-z0-9=,.-]+`)

// name is that of the file of a check.
func (c *certifier) name(label string) string {
	base := strings.TrimSuffix(filepath.Base(c.file), filepath.Ext(c.file))
	return strings.Trim(unusual().ReplaceAllString(base+"."+label, "_"), "_") + ".cert"
}
