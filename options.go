package epibdd

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/encode/order"
	"github.com/epibdd/epibdd/internal/batch"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// Options say how something is decided. The zero value is what most want.
type Options struct {
	// Only asks some of the checks: those whose id, or id with values of the sweep, one
	// of these patterns names, as in rule-1, rule-1[n=3] (all rows with n=3) or rule-*.
	Only []string
	// Shard, as in 2/12, asks one of so many parts of these checks; empty: all. Reports of all
	// parts make up one, see report.Merge.
	Shard string
	// Limits bound each check; those that are not zero win over the document. The one on
	// memory is about all that the process takes.
	Limits Limits
	// Alternatives asks of plans what could be done at first instead, at the same cost.
	Alternatives bool
	// Jobs is how many models are worked on at once; 0: one for each processor.
	Jobs int
	// Progress is called now and then with what is being done, from any goroutine; nil:
	// never.
	Progress func(Progress)

	// Route is the only route to a verdict that is tried, and Without are those that are
	// not, by their names; see Routes.
	Route   string
	Without []string

	// Engine is that of the decision diagrams, and Reach the method of the search for
	// reachable states, by their names; empty: chosen. See Engines and Methods.
	Engine, Reach string
	// Order puts variables into an order, Reorder looks for a better one whenever the
	// diagrams have become much larger, and the order found in the end is written to
	// SaveOrder, if that is not nil. Then there has to be one model.
	Order     Order
	Reorder   bool
	SaveOrder io.Writer

	// Certificates is a folder for certificates of verdicts, which epicert holds to the
	// document; index.txt in it says which checks have one, and why others have none. Empty:
	// none are written.
	Certificates string

	// Cache is a folder that keeps answers, which are taken from there where the program, the
	// model, the check and the options are the same; empty: there is none. It does not go with
	// Certificates and SaveOrder, which come of deciding.
	Cache string

	// Elsewhere decides the checks of each model in another process; nil: here. Jobs is then how
	// many are sent at once, 0: a few hundred. It does not go with Cache, Certificates and
	// SaveOrder.
	Elsewhere Elsewhere

	// BugDir is the folder of files with what is needed to find a bug of this package;
	// empty: that for temporary files.
	BugDir string
}

// Limits are those of a check on time, memory in bytes, and nodes of decision diagrams;
// 0: none.
type Limits = spec.Limits

// ParseTime reads a time such as 30s, 5m or 1h30m, as under limits in a document; ok is false for
// what is none, or not more than 0.
func ParseTime(text string) (t time.Duration, ok bool) { return document.ParseTime(text) }

// ParseMemory reads a size such as 512MiB or 8GiB, as under limits in a document, in bytes; ok is
// false for what is none, or not more than 0.
func ParseMemory(text string) (bytes int64, ok bool) { return document.ParseMemory(text) }

// ParseCount reads a number such as 5_000_000, as under limits in a document; ok is false for what is
// none, or not more than 0.
func ParseCount(text string) (n int, ok bool) { return document.ParseCount(text) }

// Progress says what a check is doing.
type Progress = verdict.Progress

// Order is an order of variables, or of parts of these.
type Order = order.File

// ParseOrder reads an order as SaveOrder writes it: a name on each line, the topmost of
// the diagrams first. Errors call the text by its name.
func ParseOrder(name, text string) (Order, error) {
	order, errs := order.Parse(source.NewFile(name, text))
	return order, errs.Err()
}

// Recalls lists what agents can remember, least first.
func Recalls() []string {
	return []string{string(spec.NoRecall), string(spec.ClockRecall), string(spec.PerfectRecall)}
}

// Engines lists the engines of decision diagrams, the default first.
func Engines() []string { return symbolic.Engines() }

// Methods lists the methods of searching for reachable states.
func Methods() []string {
	var names []string
	for _, m := range symbolic.Methods() {
		names = append(names, string(m))
	}
	return names
}

// check refuses names that nothing has.
func (o *Options) check() error {
	type named struct {
		option, name string
		known        []string
	}
	all := []named{{"Engine", o.Engine, Engines()}, {"Reach", o.Reach, Methods()}, {"Route", o.Route, Routes()}}
	for _, name := range o.Without {
		all = append(all, named{"Without", name, Routes()})
	}
	for _, n := range all {
		if n.name != "" && !slices.Contains(n.known, n.name) {
			return &OptionError{n.option, fmt.Sprintf("is one of %s, not %q%s", strings.Join(n.known, ", "), n.name, DidYouMean(n.name, n.known))}
		}
	}
	if _, _, ok := report.ParseShard(o.Shard); o.Shard != "" && !ok {
		return &OptionError{"Shard", fmt.Sprintf("is a part of a whole as in 2/12, not %q", o.Shard)}
	}
	return nil
}

// encoding says how models become decision diagrams, and within which limits.
func (o *Options) encoding() encode.Options {
	return encode.Options{
		Symbolic: symbolic.Options{
			Engine: o.Engine, Reach: symbolic.Method(o.Reach), Reorder: o.Reorder,
			Nodes: o.Limits.Nodes, Memory: o.Limits.Memory, Process: true,
		},
		Order: o.Order,
	}
}

// bound is a context within the limits on time and memory. Until end is called it is told
// now and then what is being done.
func (o *Options) bound(ctx context.Context, what Progress) (bounded context.Context, end func()) {
	cancel := func() {}
	if o.Limits.Time > 0 {
		ctx, cancel = context.WithTimeout(ctx, o.Limits.Time)
	}
	var say func()
	if o.Progress != nil {
		say = func() { o.Progress(what) }
	}
	ctx, done := batch.Watch(ctx, o.Limits.Memory, say)
	return ctx, func() { done(); cancel() }
}

// routes are those that may be tried.
func (o *Options) routes() verdict.RouteChoice {
	return verdict.RouteChoice{Only: o.Route, Without: o.Without}
}

// run says how checks are run.
func (o *Options) run() batch.Options {
	b := batch.Options{Alternatives: o.Alternatives,
		Limits: o.Limits, Routes: o.routes(),
		Jobs: o.Jobs, Encode: o.encoding(), Progress: o.Progress,
		BugDir: o.BugDir, About: About(),
	}
	if b.BugDir == "" {
		b.BugDir = os.TempDir()
	}
	return b
}
