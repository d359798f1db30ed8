// Command budget counts the work of families of checks, at each size on the way to the
// largest, and compares it with budgets.yaml. Work is counted and not timed
// (symbolic.Meter), so a number is the same on every machine, however busy.
//
//	go run ./bench/budget [-long] [-run REGEXP]                    # compare
//	go run ./bench/budget [-long] [-run REGEXP] -write -because REASON
//
// To write gives those cases a new budget that have none, and those whose work differs from
// theirs by more than a twentieth, with the reason beside it, and prints the reason with
// what has changed for the message of the commit. Run it in the root of the module.
//
// The test of this command fails where a case takes more than 1.5 times its budget.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"

	"github.com/epibdd/epibdd/bench"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("budget", flag.ContinueOnError)
	flags.SetOutput(stderr)
	long := flags.Bool("long", false, "count the cases too that take too long for the tests")
	chosen := flags.String("run", "", "count the cases alone whose names match `REGEXP`")
	change := flags.Bool("write", false, "write new budgets")
	because := flags.String("because", "", "the `REASON` for new budgets")
	path := flags.String("file", filepath.Join("bench", "budget", file), "the file of budgets")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	pattern, err := regexp.Compile(*chosen)
	if err != nil || *change != (*because != "") || flags.NArg() > 0 {
		fmt.Fprintln(stderr, "budget: -run takes a regular expression, -write goes with -because, and nothing else is asked for")
		return 2
	}
	text, err := os.ReadFile(*path)
	if err == nil {
		var above int
		c := comparison{pattern: pattern, long: *long, because: *because, out: stdout}
		if above, err = c.run(context.Background(), text); err == nil && *change {
			err = write(*path, c.rows)
		} else if err == nil && above > 0 {
			err = fmt.Errorf("%d cases have no budget, or take more than %.1f times theirs", above, tolerance)
		}
	}
	if err != nil {
		fmt.Fprintln(stderr, "budget:", err)
		return 1
	}
	return 0
}

// comparison goes through the cases.
type comparison struct {
	pattern *regexp.Regexp
	long    bool
	because string // of new budgets; empty: none
	out     io.Writer
	rows    []budget // old and new ones, in the order of the cases
}

// run counts, prints what differs, and returns how many cases are above.
func (c *comparison) run(ctx context.Context, text []byte) (above int, err error) {
	budgets, err := read(text)
	if err != nil {
		return 0, err
	}
	if c.because != "" {
		fmt.Fprintf(c.out, "%s\n\n", c.because)
	}
	for _, k := range bench.Cases() {
		b := budgets[k.Name()]
		if !c.pattern.MatchString(k.Name()) || k.Long && !c.long {
			if b.Case != "" {
				c.rows = append(c.rows, b)
			}
			continue
		}
		work, err := k.Work(ctx, bench.RunOptions{})
		if err != nil {
			return above, fmt.Errorf("%s: %w", k.Name(), err)
		}
		if work == 0 { // what is searched for otherwise is not counted
			continue
		}
		ratio := b.ratio(work)
		if ratio > tolerance || b.Case == "" {
			above++
		}
		switch {
		case c.because == "":
			fmt.Fprintf(c.out, "%-36s %12d of %12d %6.2f\n", k.Name(), work, b.Work, ratio)
		case b.Case == "" || ratio > 1.05 || ratio < 0.95:
			fmt.Fprintf(c.out, "%s: %d, was %d\n", k.Name(), work, b.Work)
			b = budget{k.Name(), work, c.because}
		}
		c.rows = append(c.rows, b)
	}
	return above, nil
}
