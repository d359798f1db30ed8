package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/report"
)

// checkFlags are those of everything that runs checks.
func checkFlags() []cli.Flag {
	return append(modelFlags(),
		&cli.StringSliceFlag{Name: "only", Usage: "check `ID` alone, as in rule-1, rule-1[n=3] (all rows with n=3) or rule-*; may be repeated"},
		&cli.StringFlag{Name: "format", Value: "text", Usage: "write the report as `FORMAT`: " + strings.Join(report.Formats(), ", ")},
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the report to `FILE`; people read it as text on standard error", TakesFile: true},
		&cli.BoolFlag{Name: "accept", Usage: "write the answers into the specs as what is expected, of a model in ISPL into MODEL.expect.yaml beside it"},
		&cli.BoolFlag{Name: "strict", Usage: "fail where a check expects nothing, where there are warnings, and where --compare finds new checks"},
		&cli.BoolFlag{Name: "list", Usage: "list the checks and decide none; --format json tells what they ask"},
		&cli.StringFlag{Name: "compare", Usage: "say what differs from the report in `FILE`, written by --format json, and fail if checks are lost or answers changed", TakesFile: true},
		&cli.StringFlag{Name: "slower", Usage: "with --compare: fail where a check takes more than `N` times the work"},
		&cli.StringFlag{Name: "certificate", Usage: "write certificates of verdicts into the folder `DIR`, for epicert; DIR/index.txt says which checks have one"},
		&cli.StringFlag{Name: "cache", Usage: "keep answers in the folder `DIR`, and take those from there that the same program has found before"},
		&cli.StringFlag{Name: "shard", Usage: "ask part `I/N` of the checks, as in 2/12; 'epibdd merge' puts the reports together"},
		&cli.StringFlag{Name: "nats", Usage: "let workers of the pool at `URL` decide, as in nats://127.0.0.1:4222; 'epibdd-worker --help' says more"},
		&cli.StringFlag{Name: "timeout", Usage: "stop after a `TIME` such as 10m; checks that are not decided then have no answer"},
		&cli.StringFlag{Name: "jobs", Aliases: []string{"j"}, Usage: "work on `N` models at once (default: one for each processor)"},
		&cli.StringFlag{Name: "time", Usage: "stop each check after a `TIME` such as 30s; wins over the spec"},
		&cli.StringFlag{Name: "memory", Usage: "stop a check when the process takes more than a `SIZE` such as 512MiB"},
		&cli.StringFlag{Name: "nodes", Usage: "stop a check that needs more than `N` decision diagram nodes"},
		&cli.StringFlag{Name: "route", Usage: "decide by the `ROUTE` of this name alone; 'epibdd explain' names those of each check"},
		&cli.StringSliceFlag{Name: "without", Usage: "do not decide by the `ROUTE` of this name; may be repeated"},
		saveOrderFlag(),
		showFlag(),
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print only what is not as expected, and the summary"},
		&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "print formulas, numbers of states and nodes, routes, and all runs"},
	)
}

// modelFlags choose a model out of a document and an engine for it.
func modelFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "p", Aliases: []string{"param"}, Usage: "set a parameter: `NAME=VALUE`; may be repeated; of several files, in those that have it"},
		&cli.StringFlag{Name: "recall", Usage: "let agents have `MEMORY` none, clock or perfect; wins over the spec"},
		&cli.StringFlag{Name: "depth", Usage: "look at `N` steps of runs under clock and perfect recall, or auto; wins over the spec"},
		&cli.StringFlag{Name: "order", Usage: "put variables into the order of `FILE`, as --save-order writes it", TakesFile: true},
		&cli.BoolFlag{Name: "reorder", Usage: "look for a better order whenever the decision diagrams have become much larger"},
		&cli.StringFlag{Name: "reach", Usage: "search states by `METHOD`: " + strings.Join(epibdd.Methods(), ", ")},
		&cli.StringFlag{Name: "engine", Usage: "use the decision diagrams of `ENGINE`: " + strings.Join(epibdd.Engines(), ", ")},
	}
}

// isSet tells whether a flag is given. That of the library makes the names of all flags again, by
// a regular expression: asked of ten flags it took a thirtieth of the time of a small check.
func isSet(c *cli.Context, name string) bool { return slices.Contains(c.LocalFlagNames(), name) }

func showFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "show", Usage: "show `VARIABLES` x,y alone in runs and pictures; wins over the spec"}
}

// shown are the variables that the flag names.
func shown(c *cli.Context) []string {
	var names []string
	for _, text := range c.StringSlice("show") {
		for name := range strings.SplitSeq(text, ",") {
			names = append(names, strings.TrimSpace(name))
		}
	}
	return names
}

func saveOrderFlag() cli.Flag {
	return &cli.StringFlag{Name: "save-order", Usage: "write the order of variables, as it is in the end, to `FILE`", TakesFile: true}
}

// settings are what flags say over the documents.
func settings(c *cli.Context) ([]epibdd.Setting, error) {
	var all []epibdd.Setting
	for _, text := range c.StringSlice("p") {
		s, err := parameter(text)
		if err != nil {
			return nil, input("%s", err)
		}
		all = append(all, s)
	}
	if err := checkWords(c); err != nil {
		return nil, err
	}
	if isSet(c, "recall") {
		all = append(all, epibdd.Recall(c.String("recall")))
	}
	if text := c.String("depth"); text != "" {
		n, ok := epibdd.ParseCount(text)
		depth := epibdd.Depth(n)
		switch {
		case text == "auto":
			depth = epibdd.Depth(epibdd.AutoDepth)
		case !ok:
			return nil, usage(commandName(c), "--depth is a number of steps or auto, not %q", text)
		case depth.Err() != nil:
			return nil, usage(commandName(c), "--depth: %s", depth.Err())
		}
		all = append(all, depth)
	}
	return all, nil
}

// options are what flags say of how to decide.
func (p *program) options(c *cli.Context) (epibdd.Options, error) {
	limits, err := limitsOf(c)
	if err != nil {
		return epibdd.Options{}, usage(commandName(c), "%s", err)
	}
	order, err := p.orderOf(c)
	if err != nil {
		return epibdd.Options{}, err
	}
	jobs, _ := epibdd.ParseCount(c.String("jobs"))
	return epibdd.Options{
		Only: c.StringSlice("only"), Shard: c.String("shard"), Certificates: c.String("certificate"), Cache: c.String("cache"), Limits: limits, Jobs: jobs,
		Route: c.String("route"), Without: c.StringSlice("without"),
		Engine: c.String("engine"), Reach: c.String("reach"), Order: order, Reorder: c.Bool("reorder"),
		Alternatives: c.Bool("verbose"), BugDir: ".",
	}, nil
}
