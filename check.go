package epibdd

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/epibdd/epibdd/internal/batch"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// Result is the answer to one check. Read its Verdict and Value, and where there is no
// answer its Reason, and the Limit that was met. Check says what was asked, Route and Run
// how the answer was found and why it is so, and Status what it means for whoever expected
// something. Printed it is one line.
type Result = report.Result

// Run shows a verdict: states, steps, and what agents consider possible there, as texts.
// It was gone through again, step by step and without decision diagrams, before anybody
// sees it; Unchecked lists what that could not show. Story tells it to people.
type Run = report.Run

// Verdict is Holds, Fails, Unknown or Error. A question for a number holds where there is
// one, which is the Value of the Result. Where a limit was met the verdict is Unknown, with
// a Reason, and never a guess.
type Verdict = verdict.Verdict

// The verdicts.
const (
	Holds   = verdict.Holds
	Fails   = verdict.Fails
	Unknown = verdict.Unknown
	Error   = verdict.Error
)

// Check decides the checks of a document and yields the results as they come, in the order
// of the document. Whoever stops asking for more stops the work. When ctx ends, the checks
// that are not decided are Unknown. The one error there can be is an *OptionError, first,
// or that an order could not be saved, last.
func (d *Document) Check(ctx context.Context, o Options) iter.Seq2[*Result, error] {
	return func(yield func(*Result, error) bool) {
		_, save, err := run(ctx, []*Document{d}, o, &yielding{yield})
		if err == nil {
			err = save()
		}
		if err != nil && !errors.Is(err, errStopped) {
			yield(nil, err)
		}
	}
}

// errStopped says that nobody asks for more results.
var errStopped = errors.New("stopped")

// yielding hands out results.
type yielding struct {
	yield func(*Result, error) bool
}

func (y *yielding) Spec(*report.Spec) error { return nil }

func (y *yielding) Result(r *Result) error {
	if !y.yield(r, nil) {
		return errStopped
	}
	return nil
}

// Report decides the checks of documents, several models at a time, and hands what comes
// of it to a writer of package report, in the order of the documents. There is no summary
// where the options are mistaken, which is an *OptionError; errors of the writer are
// returned as they are.
func Report(ctx context.Context, docs []*Document, o Options, w report.Writer) (*report.Summary, error) {
	summary, save, err := run(ctx, docs, o, w)
	if err == nil {
		err = w.Close(summary)
	}
	if err == nil {
		err = save()
	}
	return summary, err
}

// run decides the checks of documents. Afterwards save writes the order of variables, if
// that is asked for.
func run(ctx context.Context, docs []*Document, o Options, sink batch.Sink) (summary *report.Summary, save func() error, err error) {
	inputs, err := selected(docs, o)
	if err != nil {
		return nil, nil, err
	}
	b := o.run()
	if o.Elsewhere != nil {
		if o.Cache != "" || o.Certificates != "" || o.SaveOrder != nil {
			return nil, nil, &OptionError{"Elsewhere", "does not go with Cache, Certificates and SaveOrder, which need what is found here"}
		}
		b.Elsewhere, b.Jobs = o.elsewhere(docs), cmp.Or(o.Jobs, sentAtOnce)
	}
	if o.Cache != "" {
		if o.Certificates != "" || o.SaveOrder != nil {
			return nil, nil, &OptionError{"Cache", "does not go with Certificates and SaveOrder, which come of deciding"}
		}
		if b.Cache, err = batch.OpenCache(o.Cache); err != nil {
			return nil, nil, &OptionError{"Cache", "cannot be used: " + FileReason(err)}
		}
	}
	save = func() error { return nil }
	if o.SaveOrder != nil {
		if n := countModels(inputs); n != 1 {
			return nil, nil, &OptionError{"SaveOrder", fmt.Sprintf("is for the checks of one model, not of %d", n)}
		}
		var text bytes.Buffer
		b.Ordered = func(_ *spec.Model, write func(io.Writer) error) { write(&text) } // into memory
		save = func() error {
			if text.Len() == 0 {
				return errors.New("there is no order to save: the model could not be encoded")
			}
			_, err := text.WriteTo(o.SaveOrder)
			return err
		}
	}
	if o.Certificates != "" {
		if err := os.MkdirAll(o.Certificates, 0o777); err != nil {
			return nil, nil, &OptionError{"Certificates", fmt.Sprintf("cannot be written to: %s", FileReason(err))}
		}
		sink = &certifier{Sink: sink, ctx: ctx, dir: o.Certificates, encoding: o.encoding()}
	}
	vain := newVainChecker(docs, inputs, sink)
	b.Further = vain.further
	summary, err = batch.Run(ctx, inputs, b, vain)
	return summary, save, err
}

// selected are the documents with those of their checks that are asked.
func selected(docs []*Document, o Options) ([]*batch.Input, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	var inputs []*batch.Input
	for _, d := range docs {
		inputs = append(inputs, d.in)
	}
	inputs, err := batch.Select(inputs, o.Only)
	if err != nil {
		return nil, &OptionError{"Only", "names " + err.Error()}
	}
	if o.Shard != "" {
		k, n, _ := report.ParseShard(o.Shard)
		inputs = batch.Shard(inputs, k, n)
	}
	return inputs, nil
}

// countModels counts the models that are asked about.
func countModels(inputs []*batch.Input) int {
	models := map[*spec.Model]bool{}
	for _, in := range inputs {
		if suite := in.Asked(); suite != nil {
			for _, c := range suite.Checks {
				models[c.Model] = true
			}
		}
	}
	return len(models)
}
