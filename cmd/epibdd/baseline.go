package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/report"
)

// bearing are the flags that bear on answers, or on what it takes to find them: reports
// made with others cannot be put together.
var bearing = []string{"p", "only", "recall", "depth", "time", "memory", "nodes", "order", "reorder", "reach", "engine", "route", "without"}

// callOf is what a report says of how it was made.
func callOf(c *cli.Context) report.Call {
	call := report.Call{Version: epibdd.Version(), Shard: c.String("shard")}
	for _, name := range bearing {
		if !isSet(c, name) {
			continue
		}
		flag := "--" + name
		if len(name) == 1 {
			flag = "-" + name
		}
		switch value := c.Value(name).(type) {
		case cli.StringSlice:
			values := slices.Clone(value.Value())
			for _, v := range values {
				call.Options = append(call.Options, flag+" "+v)
			}
		case bool:
			if value {
				call.Options = append(call.Options, flag)
			}
		default:
			call.Options = append(call.Options, fmt.Sprintf("%s %v", flag, value))
		}
	}
	return call
}

// baselines are what check compares with, and lists, instead of expectations.
type baselines struct{ *program }

// list writes the checks that would be asked.
func (p baselines) list(c *cli.Context, docs []*epibdd.Document, o epibdd.Options) error {
	if err := p.passedOver(docs); err != nil {
		return err
	}
	all, err := epibdd.List(docs, o)
	if err != nil {
		return sorted(c, noSuchCheck(docs, err))
	}
	switch format := c.String("format"); format {
	case "json":
		enc := json.NewEncoder(p.stdout)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(all); err != nil {
			return err
		}
	case "text":
		for _, l := range all {
			if _, err := fmt.Fprintf(p.stdout, "%s  %s\n", l.Spec, l.ID); err != nil {
				return err
			}
		}
	default:
		return usage(commandName(c), "--list writes text or json, not %s", format)
	}
	for _, doc := range docs {
		if doc.Err() != nil {
			return status(exitInput)
		}
	}
	return nil
}

// baseline is an earlier report, and by which factor more work makes a check slower.
type baseline struct {
	name   string
	report *report.Document
	slower float64
}

// baselineOf reads the report that --compare names, nil if none.
func (p baselines) baselineOf(c *cli.Context) (*baseline, error) {
	if !isSet(c, "compare") {
		return nil, nil
	}
	b := &baseline{name: c.String("compare")}
	var err error
	if b.report, err = readReport(b.name); err != nil {
		return nil, err
	}
	if n := b.report.Summary.Interrupted; n > 0 {
		return nil, input("%s was interrupted: %s without an answer, and nothing can be compared with it", b.name, counted(n, "check is", "checks are"))
	}
	if isSet(c, "slower") {
		b.slower, err = strconv.ParseFloat(c.String("slower"), 64)
		if err != nil || b.slower < 1 {
			return nil, usage(commandName(c), "--slower is a factor, at least 1, not %q", c.String("slower"))
		}
	}
	return b, nil
}

func readReport(name string) (*report.Document, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, input("cannot read %s: %s", name, epibdd.FileReason(err))
	}
	defer f.Close()
	d, err := report.Read(f)
	if err != nil {
		return nil, input("cannot read %s: %s", name, err)
	}
	return d, nil
}

// differs says what differs from the baseline, and whether that is a failure: lost checks,
// other answers, and more work are, and with --strict new checks.
func (p baselines) differs(b *baseline, out *output, c *cli.Context) bool {
	if b == nil {
		return false
	}
	part := isSet(c, "only") || isSet(c, "shard")
	changes := report.Compare(b.report, out.record.Document, b.slower, part)
	var w io.Writer = p.stderr
	if c.String("format") == "text" && out.file == "" {
		w = p.stdout
	}
	fmt.Fprintf(w, "compared with %s: %s\n", b.name, counted(len(changes), "change"))
	fails := false
	for _, change := range changes {
		fmt.Fprintf(w, "  %s\n", change)
		fails = fails || change.Kind != report.Added || c.Bool("strict")
	}
	return fails
}

// loose says what --strict does not let pass: checks that expect nothing, and warnings.
func (p baselines) loose(out *output) bool {
	open, warnings := out.record.Document.Summary.Open, 0
	for _, s := range out.record.Document.Specs {
		warnings += len(s.Warnings)
		for _, check := range s.Checks {
			warnings += len(check.Warnings)
		}
	}
	if open == 0 && warnings == 0 {
		return false
	}
	p.say("epibdd: --strict: %s nothing, %s", counted(open, "check expects", "checks expect"), counted(warnings, "warning"))
	return true
}

// counted is a number of things; the plural is that of most words if it is not given.
func counted(n int, thing string, plural ...string) string {
	switch {
	case n == 1:
		return "1 " + thing
	case len(plural) > 0:
		return fmt.Sprintf("%d %s", n, plural[0])
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
