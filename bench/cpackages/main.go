//go:build unix

// Command cpackages runs one family of BDD operations; c/families.c runs the very same on
// CUDD or BuDDy. See ../README.md.
//
//	go run ./bench/cpackages kernel queens 10
//
// The packages are the kernel itself; product, the kernel with images taken in one pass;
// symbolic, the kernel as package symbolic drives it; and rudd, likewise driven.
// It prints what was found, in which all packages agree, the nodes of some functions,
// with complemented edges and without, and the CPU time and peak memory of the process.
package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"syscall"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	if len(args) != 3 {
		return fmt.Errorf("usage: cpackages kernel|product|symbolic|rudd FAMILY SIZE")
	}
	n, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	f, ok := families[args[1]]
	if !ok {
		return fmt.Errorf("there is no family %q", args[1])
	}
	open, ok := packages[args[0]]
	if !ok {
		return fmt.Errorf("there is no package %q", args[0])
	}
	p := &problem{bdds: open(f.vars(n)), vars: f.vars(n)}
	found, all := f.run(p, n)
	plain, complemented := p.size(all)
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return err
	}
	seconds := func(t syscall.Timeval) float64 { return float64(t.Nano()) / 1e9 }
	_, err = fmt.Fprintf(out, "log2(count) %.6f nodes %d (%d) user %.2f sys %.2f MiB %.0f\n",
		p.bits(found), plain, complemented, seconds(u.Utime), seconds(u.Stime), float64(u.Maxrss)/1024)
	return err
}
