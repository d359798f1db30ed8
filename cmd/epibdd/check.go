package main

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
)

const checkHelp = `Decides the checks of each FILE, prints the answers as they come, and compares
them with what the file expects. A file is a spec in YAML or, by its name, a
model in ISPL, of SMCDEL or in EPDDL. A folder stands for all .yaml, .yml, .ispl, .smcdel,
.smcdel.txt and .epddl.json files below it, - for a spec on standard input. Flags may stand before and after files.

An answer that differs from its expectation is shown with a run that proves it.
Every run is replayed step by step without decision diagrams before it is shown.

EXAMPLES:
   epibdd check game.yaml
   epibdd check specs/ --jobs 4 --time 1m
   epibdd check game.yaml -p n=5 --only 'rule-*' --verbose
   epibdd check specs/ --format junit --output report.xml
   epibdd check specs/ --accept
   epibdd check specs/ --format json --output today.json --compare yesterday.json
   epibdd check specs/ --shard 2/12 --format json --output part2.json
   epibdd check specs/ --nats nats://127.0.0.1:4222
   epibdd models show eleusis | epibdd check -

EXIT CODES:
   0  every expectation is met         3  a limit was reached
   1  some expectation is not met,    70  a bug of epibdd
      or --strict or --compare fails 130  interrupted
   2  bad input or usage`

func (p *program) checkCommand() *cli.Command {
	return &cli.Command{
		Name:        "check",
		Usage:       "decide the checks of specs",
		ArgsUsage:   "FILE...",
		Description: checkHelp,
		Flags:       checkFlags(),
		Action: func(c *cli.Context) error {
			if !c.Args().Present() {
				return usage("epibdd check", "check needs a file, a folder, or - for standard input")
			}
			return p.check(c, func(settings []epibdd.Setting) []*epibdd.Document {
				return p.documents(expand(c.Args().Slice(), isSpec), settings)
			})
		},
	}
}

// check loads the documents, runs their checks and reports.
func (p *program) check(c *cli.Context, load func([]epibdd.Setting) []*epibdd.Document) error {
	if err := checkUsage(c); err != nil {
		return err
	}
	settings, err := settings(c)
	if err != nil {
		return err
	}
	o, err := p.options(c)
	if err != nil {
		return err
	}
	if c.Bool("list") {
		return baselines{p}.list(c, load(settings), o)
	}
	baseline, err := baselines{p}.baselineOf(c)
	if err != nil {
		return err
	}
	out, err := p.openReport(c)
	if err != nil {
		return err
	}
	order, err := orderToSave(c, &o)
	if err != nil {
		return err
	}
	docs := load(settings)
	if err := p.apart(c, docs); err != nil {
		return err
	}
	if c.Bool("accept") {
		if err := acceptable(docs); err != nil {
			return err
		}
		out.results = map[string][]*epibdd.Result{}
	}
	if err := p.passedOver(docs); err != nil {
		return err
	}
	if err := showable(docs, shown(c)); err != nil {
		return err
	}
	p.warnOfNoChecks(docs)
	asked, err := epibdd.List(docs, o)
	if err != nil {
		return sorted(c, noSuchCheck(docs, err))
	}
	out.asked = len(asked)
	ctx, stop := interruptible(c.Context)
	defer stop()
	ctx, late := timeout(ctx, c)
	defer late()
	o.Progress = out.progress.hook()
	away, err := elsewhere(ctx, c, &o)
	if err != nil {
		return err
	}
	defer away()
	summary, err := epibdd.Report(ctx, docs, o, out)
	if err != nil {
		return sorted(c, noSuchCheck(docs, err))
	}
	if err := order.save(); err != nil {
		return err
	}
	if c.Bool("accept") {
		if err := p.accept(docs, out, summary); err != nil {
			return err
		}
	}
	code := codeOf(summary, errors.Is(ctx.Err(), context.Canceled))
	if errors.Is(ctx.Err(), context.DeadlineExceeded) && summary.Interrupted > 0 {
		p.say("epibdd: --timeout %s is over: %d checks have no answer", c.String("timeout"), summary.Interrupted)
		code = cmp.Or(code, exitLimit)
	}
	if b := (baselines{p}); b.differs(baseline, out, c) || c.Bool("strict") && b.loose(out) {
		code = cmp.Or(code, exitUnmet)
	}
	return status(code)
}

// timeout ends all work when the time of --timeout is over.
func timeout(ctx context.Context, c *cli.Context) (context.Context, context.CancelFunc) {
	if d, ok := epibdd.ParseTime(c.String("timeout")); ok {
		return context.WithTimeout(ctx, d)
	}
	return ctx, func() {}
}

// checkUsage refuses flags whose values, or whose company, make no sense.
func checkUsage(c *cli.Context) error {
	_, ok := epibdd.ParseCount(c.String("jobs"))
	_, timed := epibdd.ParseTime(c.String("timeout"))
	switch {
	case isSet(c, "jobs") && !ok:
		return usage(commandName(c), "--jobs is a number of models, at least 1, not %q", c.String("jobs"))
	case isSet(c, "timeout") && !timed:
		return usage(commandName(c), "--timeout %q is no time; write it as in 30s, 5m or 1h30m", c.String("timeout"))
	case isSet(c, "slower") && !isSet(c, "compare"):
		return usage(commandName(c), "--slower goes with --compare")
	case isSet(c, "nats") && (isSet(c, "cache") || isSet(c, "certificate") || isSet(c, "save-order")):
		return usage(commandName(c), "--nats does not go with --cache, --certificate and --save-order, which need what is found here")
	case isSet(c, "cache") && (isSet(c, "certificate") || isSet(c, "save-order")):
		return usage(commandName(c), "--cache does not go with --certificate and --save-order, which come of deciding")
	case c.Bool("accept") && c.Bool("list"):
		return usage(commandName(c), "--accept and --list exclude each other")
	case c.Bool("quiet") && c.Bool("verbose"):
		return usage(commandName(c), "--quiet and --verbose exclude each other")
	}
	return nil
}

// noSuchCheck says that a document which could not be read may have had what --only names.
func noSuchCheck(docs []*epibdd.Document, err error) error {
	var option *epibdd.OptionError
	bad := slices.ContainsFunc(docs, func(doc *epibdd.Document) bool { return doc.Err() != nil })
	if errors.As(err, &option) && option.Option == "Only" && bad {
		return input("--only %s in the files that could be read", option.Problem)
	}
	return err
}
