//go:build unix

// Command compare runs the benchmark families on both BDD engines, each instance
// in a process of its own and the engines in turn, and prints the ratios.
//
//	go run ./bench/compare [-short] [-rounds N]
//
// CPU time and peak memory are what the operating system accounts to each
// process. Rows come as they are found. The last line is the geometric mean of the
// ratios of CPU time.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/epibdd/epibdd/bench"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("compare", flag.ContinueOnError)
	flags.SetOutput(stderr)
	short := flags.Bool("short", false, "compare small instances alone, in under a minute")
	rounds := flags.Int("rounds", 3, "run each instance `N` times on each engine and take the medians")
	one := flags.String("one", "", "decide `FAMILY/SIZE/ENGINE` in this process and print nothing")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if *one != "" {
		if err := decide(*one); err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
		return 0
	}
	if *rounds < 1 {
		fmt.Fprintln(stderr, "-rounds must be at least 1")
		return 2
	}
	if err := compare(stdout, *short, *rounds); err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}

// engines in the order of the ratios: rudd/kernel.
var engines = [2]string{"rudd", "kernel"}

// decide runs one instance, as a child of compare.
func decide(name string) error {
	parts := strings.Split(name, "/")
	if len(parts) != 3 {
		return fmt.Errorf("%q is not FAMILY/SIZE/ENGINE", name)
	}
	size, err := strconv.Atoi(parts[1])
	if err != nil {
		return err
	}
	for _, f := range bench.Families() {
		if f.Name == parts[0] {
			_, err := bench.Decide(context.Background(), f.Spec(size), parts[2])
			return err
		}
	}
	return fmt.Errorf("there is no family %q", parts[0])
}

// usage is what a process took.
type usage struct {
	seconds float64
	mib     float64
}

func compare(stdout io.Writer, short bool, rounds int) error {
	var names []string
	for _, f := range bench.Families() {
		sizes := f.Sizes
		if short {
			sizes = f.Short
		}
		for _, n := range sizes {
			names = append(names, fmt.Sprintf("%s/%d", f.Name, n))
		}
	}
	fmt.Fprintf(stdout, "%20s%9s%10s%7s%10s%12s%7s\n", "instance", "rudd s", "kernel s", "ratio", "rudd MiB", "kernel MiB", "ratio")
	logs := 0.0
	for _, name := range names {
		took, err := instance(name, rounds)
		if err != nil {
			return err
		}
		time, memory := took[0].seconds/took[1].seconds, took[0].mib/took[1].mib
		if _, err := fmt.Fprintf(stdout, "%20s%9.2f%10.2f%7.1f%10.0f%12.0f%7.1f\n", name,
			took[0].seconds, took[1].seconds, time, took[0].mib, took[1].mib, memory); err != nil {
			return err
		}
		logs += math.Log(time)
	}
	_, err := fmt.Fprintf(stdout, "geometric mean rudd/kernel = %.2f\n", math.Exp(logs/float64(len(names))))
	return err
}

// instance runs an instance on both engines in turn and returns the medians.
func instance(name string, rounds int) (medians [2]usage, err error) {
	var all [2][]usage
	for range rounds {
		for i, engine := range engines {
			u, err := child(name + "/" + engine)
			if err != nil {
				return medians, err
			}
			all[i] = append(all[i], u)
		}
	}
	for i := range all {
		slices.SortFunc(all[i], func(a, b usage) int { return cmp.Compare(a.seconds, b.seconds) })
		medians[i] = all[i][len(all[i])/2]
	}
	return medians, nil
}

// child decides an instance in a process of its own.
func child(name string) (usage, error) {
	self, err := os.Executable()
	if err != nil {
		return usage{}, err
	}
	c := exec.Command(self, "-one", name)
	if out, err := c.CombinedOutput(); err != nil {
		return usage{}, fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	u := usage{seconds: (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()}
	if r, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		u.mib = float64(r.Maxrss) / 1024
	}
	return u, nil
}
