package epibdd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/epibdd/epibdd/encode/order"
	"github.com/epibdd/epibdd/internal/batch"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

// Elsewhere decides checks in another process: it takes a job to who calls Work with it, and
// returns what Work has returned. An error leaves these checks Unknown, with the error as the
// reason. Package pool has one.
type Elsewhere func(ctx context.Context, job []byte) (answers []byte, err error)

// sentAtOnce is how many jobs wait for workers: more than there are of these.
const sentAtOnce = 256

// job is the checks of one model, with all that deciding them depends on. The same checks make
// the same text.
type job struct {
	Version string
	Name    string            // of the document
	Texts   map[string]string // of it and of the files that it uses
	// What is set over the document.
	Params, IfAny []string
	Recall        string
	Depth         *int
	Checks        []string // by their labels
	// The options that bear on answers.
	Limits        Limits
	Route         string
	Without       []string
	Engine, Reach string
	Order         string
	Reorder       bool
	Alternatives  bool
}

// Work decides the checks of a job, and nothing else: it reads no files. What it returns is for
// the process that has made the job, which has to be of the same version. When ctx ends there is
// its error, and no answer.
func Work(ctx context.Context, text []byte) ([]byte, error) {
	var j job
	if err := json.Unmarshal(text, &j); err != nil {
		return nil, fmt.Errorf("it is no job: %w", err)
	}
	if j.Version != version() {
		return nil, fmt.Errorf("the job is of version %s, and the worker of %s", j.Version, version())
	}
	d, err := Parse(j.Name, j.Texts[j.Name], j.settings()...)
	if err != nil && len(d.Checks()) == 0 {
		return nil, err
	}
	in, err := batch.Pick(d.in, j.Checks)
	if err != nil {
		return nil, err
	}
	o := Options{
		Limits: j.Limits, Jobs: 1, Route: j.Route, Without: j.Without, Engine: j.Engine, Reach: j.Reach,
		Reorder: j.Reorder, Alternatives: j.Alternatives,
	}
	if j.Order != "" {
		if o.Order, err = ParseOrder("order", j.Order); err != nil {
			return nil, err
		}
	}
	var p packer
	if _, err := batch.Run(ctx, []*batch.Input{in}, o.run(), &p); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return json.Marshal(p.results)
}

// settings are what the job says over its document.
func (j *job) settings() []Setting {
	all := []Setting{Files(func(path string) ([]byte, error) {
		if text, ok := j.Texts[path]; ok {
			return []byte(text), nil
		}
		return nil, os.ErrNotExist
	})}
	for _, text := range j.Params {
		all = append(all, assigned(text))
	}
	for _, text := range j.IfAny {
		all = append(all, assigned(text).IfAny())
	}
	if j.Recall != "" {
		all = append(all, Recall(j.Recall))
	}
	if j.Depth != nil {
		all = append(all, Depth(*j.Depth))
	}
	return all
}

// assigned is a parameter as in n=5.
func assigned(text string) Setting {
	name, value, _ := strings.Cut(text, "=")
	return Param(name, value)
}

// packer packs results as they come.
type packer struct{ results []json.RawMessage }

func (p *packer) Spec(*report.Spec) error { return nil }

func (p *packer) Result(r *Result) error {
	text, err := r.Pack()
	if err != nil {
		return fmt.Errorf("the answer to %s cannot be sent: %w", r.Check.Label, err)
	}
	p.results = append(p.results, text)
	return nil
}

// job describes checks of a document.
func (o *Options) job(d *Document, checks []*spec.Check) ([]byte, error) {
	s := d.settings.Spec
	if s.Checks != nil {
		return nil, errors.New("questions that stand in no document are not sent elsewhere")
	}
	j := job{
		Version: version(), Name: d.File(), Texts: d.Texts(), Recall: string(s.Recall), Depth: s.Depth,
		Limits: o.Limits, Route: o.Route, Without: o.Without, Engine: o.Engine, Reach: o.Reach,
		Reorder: o.Reorder, Alternatives: o.Alternatives,
	}
	for _, p := range s.Params {
		j.Params = append(j.Params, p.Name.At.Place.File.Text)
	}
	for _, p := range s.IfAny {
		j.IfAny = append(j.IfAny, p.Name.At.Place.File.Text)
	}
	for _, c := range checks {
		j.Checks = append(j.Checks, c.Label)
	}
	j.Order = orderText(o.Order)
	return json.Marshal(j)
}

func orderText(o order.File) string {
	var lines []string
	for _, name := range o {
		lines = append(lines, source.Span(name).Text())
	}
	return strings.Join(lines, "\n")
}

// elsewhere sends the checks of documents out, as jobs.
func (o *Options) elsewhere(docs []*Document) func(context.Context, *batch.Input, []*spec.Check) ([]*Result, error) {
	of := map[*source.File]*Document{}
	for _, d := range docs {
		of[d.in.File] = d
	}
	return func(ctx context.Context, in *batch.Input, checks []*spec.Check) ([]*Result, error) {
		text, err := o.job(of[in.File], checks)
		if err != nil {
			return nil, err
		}
		answers, err := o.Elsewhere(ctx, text)
		if err != nil {
			return nil, err
		}
		var packed []json.RawMessage
		if err := json.Unmarshal(answers, &packed); err != nil || len(packed) != len(checks) {
			return nil, fmt.Errorf("a worker sent no answers to %d checks", len(checks))
		}
		results := make([]*Result, len(checks))
		for i, c := range checks {
			if results[i], err = report.Unpack(packed[i], c); err != nil {
				return nil, fmt.Errorf("a worker sent no answer: %w", err)
			}
		}
		return results, nil
	}
}
