//go:build unix

// Command ablate leaves out each route to a verdict, and each heuristic, in turn, and prints
// what it gains: the work of checks without it, divided by that with it, and the same for
// CPU time. A number above 1 is a gain.
//
//	go run ./bench/ablate [-run REGEXP] [-only REGEXP] [-most WORK] [-time TIME] [-each] [FILE ...]
//
// It goes through the largest case of each family that takes at most WORK, and all
// documents that do, or the files that are named; a witness is a case that shows what a route or
// heuristic is for, and is always among them. All but the route that lists few worlds is measured without that route,
// which leaves nothing to it where they are few.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"slices"
	"syscall"
	"time"

	"github.com/epibdd/epibdd/bench"
	"github.com/epibdd/epibdd/decide"
	"github.com/epibdd/epibdd/internal/heuristic"
	"github.com/epibdd/epibdd/verdict"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("ablate", flag.ContinueOnError)
	flags.SetOutput(stderr)
	names := flags.String("run", "", "leave out those alone whose names match `REGEXP`")
	only := flags.String("only", "", "go through cases alone whose names match `REGEXP`")
	most := flags.Int64("most", 3_000_000, "go through cases that take at most `WORK`")
	longest := flags.Duration("time", time.Minute, "give up a case after `TIME`")
	each := flags.Bool("each", false, "go through every size of a family, and print what each case takes with and without")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	chosen, err := regexp.Compile(*names)
	cases, bad := regexp.Compile(*only)
	if err != nil || bad != nil {
		fmt.Fprintln(stderr, "ablate: -run and -only take regular expressions")
		return 2
	}
	a := ablation{files: flags.Args(), out: stdout, most: *most, longest: *longest, with: make(map[key]cost)}
	if *each {
		a.each = stderr
	}
	if err := a.run(chosen, cases); err != nil {
		fmt.Fprintln(stderr, "ablate:", err)
		return 1
	}
	return 0
}

// option is what may be left out.
type option struct {
	name, witness string
	// with and without are how a case is decided.
	with, without bench.RunOptions
}

// options are the routes and the heuristics.
func options() []option {
	var all []option
	diagrams := verdict.RouteChoice{Without: []string{decide.SmallWorlds}}
	for _, r := range decide.Routes {
		o := option{r.Name, r.Witness, bench.RunOptions{}, bench.RunOptions{Routes: diagrams}}
		if r.Name != decide.SmallWorlds {
			o.with.Routes = diagrams
			o.without.Routes.Without = []string{decide.SmallWorlds, r.Name}
		}
		all = append(all, o)
	}
	for _, h := range heuristic.Rows {
		all = append(all, option{h.Name, h.Witness, bench.RunOptions{Routes: diagrams}, bench.RunOptions{Routes: diagrams, Without: h.Set}})
	}
	return all
}

// cost is what a case took; undecided it is at least that.
type cost struct {
	work      int64
	seconds   float64
	undecided bool
}

func (c cost) String() string {
	if c.undecided {
		return fmt.Sprintf("undecided after %d, %.2f s", c.work, c.seconds)
	}
	return fmt.Sprintf("%d, %.2f s", c.work, c.seconds)
}

// key is a case, decided with the small worlds listed or not.
type key struct {
	name   string
	listed bool
}

type ablation struct {
	files   []string // empty: the cases
	out     io.Writer
	each    io.Writer // nil: rows alone
	most    int64
	longest time.Duration
	with    map[key]cost
}

func (a *ablation) run(names, only *regexp.Regexp) error {
	chosen := a.choose(only)
	fmt.Fprintf(a.out, "| left out | witness | work | CPU | mean of the others that differ | most gained | most lost |\n")
	fmt.Fprintf(a.out, "| --- | --- | --- | --- | --- | --- | --- |\n")
	for _, o := range options() {
		if !names.MatchString(o.name) {
			continue
		}
		cases := slices.Clone(chosen)
		if len(a.files) == 0 && o.witness != "" && only.MatchString(o.witness) && !slices.ContainsFunc(cases, func(c bench.Case) bool { return c.Name() == o.witness }) {
			i := slices.IndexFunc(bench.Cases(), func(c bench.Case) bool { return c.Name() == o.witness })
			if i < 0 {
				return fmt.Errorf("%s has a witness that there is not: %s", o.name, o.witness)
			}
			cases = append(cases, bench.Cases()[i])
		}
		fmt.Fprintln(a.out, a.row(o, cases))
	}
	return nil
}

// choose returns the largest case of each family that takes no more than the most, or all of
// them, and all such documents.
func (a *ablation) choose(only *regexp.Regexp) []bench.Case {
	var chosen []bench.Case
	for _, file := range a.files {
		chosen = append(chosen, bench.Document(file))
	}
	if len(a.files) > 0 {
		return chosen
	}
	for _, c := range bench.Cases() {
		if c.Long || !only.MatchString(c.Name()) {
			continue
		}
		t := a.measure(c, bench.RunOptions{})
		if t.undecided || t.work > a.most {
			continue
		}
		a.with[key{c.Name(), true}] = t
		last := len(chosen) - 1
		if last >= 0 && a.each == nil && chosen[last].Family == c.Family && c.Family != bench.Specs {
			chosen[last] = c
			continue
		}
		chosen = append(chosen, c)
	}
	return chosen
}

// measure decides a case.
func (a *ablation) measure(c bench.Case, o bench.RunOptions) cost {
	ctx, cancel := context.WithTimeout(context.Background(), a.longest)
	defer cancel()
	before := cpu()
	work, err := c.Work(ctx, o)
	return cost{work, cpu() - before, err != nil}
}

func cpu() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Sec) + float64(u.Utime.Usec)/1e6
}

// ratio is what a case gains.
type ratio struct {
	name      string
	work, cpu float64
	undecided bool
}

func (r ratio) String() string {
	switch {
	case r.name == "":
		return "–"
	case r.undecided:
		return r.name + " none"
	}
	return fmt.Sprintf("%s %.2f", r.name, r.work)
}

// row is what leaving something out makes of the cases.
func (a *ablation) row(o option, cases []bench.Case) string {
	var witness ratio
	var others []ratio
	for _, c := range cases {
		k := key{c.Name(), len(o.with.Routes.Without) == 0}
		with, ok := a.with[k]
		if !ok {
			with = a.measure(c, o.with)
			a.with[k] = with
		}
		without := a.measure(c, o.without)
		if a.each != nil {
			fmt.Fprintf(a.each, "%s %s: with %v, without %v\n", o.name, c.Name(), with, without)
		}
		r := ratio{c.Name(), over(float64(without.work), float64(with.work)), over(without.seconds, with.seconds), without.undecided}
		switch {
		case c.Name() == o.witness:
			witness = r
		case r.undecided || math.Abs(r.work-1) > 0.01:
			others = append(others, r)
		}
	}
	slices.SortFunc(others, func(r, s ratio) int {
		if r.undecided != s.undecided && r.undecided {
			return -1
		} else if r.undecided != s.undecided {
			return 1
		}
		return -cmp.Compare(r.work, s.work)
	})
	mean, n := 0.0, 0
	for _, r := range others {
		if !r.undecided {
			mean, n = mean+math.Log(r.work), n+1
		}
	}
	var most, least ratio
	if len(others) > 0 && (others[0].undecided || others[0].work > 1) {
		most = others[0]
	}
	if last := len(others) - 1; last >= 0 && !others[last].undecided && others[last].work < 1 {
		least = others[last]
	}
	work, seconds := "none", "–"
	switch {
	case witness.name == "":
		work = "–"
	case !witness.undecided:
		work, seconds = fmt.Sprintf("%.2f", witness.work), fmt.Sprintf("%.2f", witness.cpu)
	}
	means := "–"
	if n > 0 {
		means = fmt.Sprintf("%.2f of %d", math.Exp(mean/float64(n)), n)
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %v | %v |", o.name, cmp.Or(o.witness, "–"), work, seconds, means, most, least)
}

// over divides, where nothing is as good as a little.
func over(x, y float64) float64 { return max(x, 1e-3) / max(y, 1e-3) }
