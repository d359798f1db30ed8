// Command epicert holds a certificate to the spec that it is about:
//
//	epicert SPEC CERTIFICATE [-p NAME=VALUE]... [--time TIME] [--memory SIZE] [--drat DIR]
//
// says that the verdict is certified, or which claim is wrong. It reads documents as epibdd
// does, by package spec, and shares nothing else with it: what a certificate claims is
// held to the model by a SAT solver (docs/trust.md), gini, or with --drat by cadical, whose
// proofs are kept.
//
// The exit code is 0 where the verdict is certified, 1 where the certificate is wrong, 2 for
// bad input, 3 where something is not covered, or the work was stopped.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd/internal/certify"
	"github.com/epibdd/epibdd/internal/certify/circuit"
	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run is the program as a function: arguments and streams in, exit code out.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	p := &program{}
	app := p.app(out, errs)
	err := app.RunContext(ctx, append([]string{app.Name}, args...))
	var r *certify.Refusal
	switch {
	case err == nil:
		return 0
	case errors.As(err, &r) && r.Foreign:
		fmt.Fprintf(errs, "epicert: %s: %s\n", p.files[1], r.Reason)
		return 2
	case errors.As(err, &r) && r.Open:
		fmt.Fprintf(out, "%s: not certified: %s\n", p.files[1], r.Reason)
		return 3
	case errors.As(err, &r):
		fmt.Fprintf(out, "%s: wrong: %s\n", p.files[1], r.Reason)
		return 1
	}
	fmt.Fprintf(errs, "epicert: %v\n", err)
	return 2
}

// program is what the arguments say.
type program struct {
	files, set []string
	time       time.Duration
	memory     string
	drat       string
}

func (p *program) app(out, errs io.Writer) *cli.App {
	app := &cli.App{
		Name:      "epicert",
		Usage:     "hold a certificate of 'epibdd check --certificate' to the spec that it is about",
		ArgsUsage: "SPEC CERTIFICATE",
		Description: `Says that the verdict is certified, or which claim is wrong.

Exit codes: 0 certified, 1 wrong, 2 bad input or usage, 3 not covered, or stopped.`,
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "p", Aliases: []string{"param"}, Usage: "set a parameter as it was for the verdict: `NAME=VALUE`; may be repeated"},
			&cli.DurationFlag{Name: "time", Usage: "stop after a `TIME` such as 30s"},
			&cli.StringFlag{Name: "memory", Usage: "stop where it takes more than a `SIZE` such as 512MiB"},
			&cli.StringFlag{Name: "drat", Usage: "let cadical answer, and keep its questions and their DRAT proofs in the folder `DIR`", TakesFile: true},
		},
		Writer: out, ErrWriter: errs,
		DisableSliceFlagSeparator: true, // -p deal=[a,b] is one value
		HideHelpCommand:           true,
		ExitErrHandler:            func(*cli.Context, error) {},
		OnUsageError:              func(_ *cli.Context, err error, _ bool) error { return usage("%v", err) },
	}
	// The library looks for flags up to the first argument that is none, and is asked again what
	// stands behind that.
	app.Action = func(c *cli.Context) error {
		p.set = append(p.set, c.StringSlice("p")...)
		if c.IsSet("time") {
			if p.time = c.Duration("time"); p.time <= 0 {
				return usage("--time is a time such as 30s")
			}
		}
		if c.IsSet("memory") {
			p.memory = c.String("memory")
		}
		if c.IsSet("drat") {
			p.drat = c.String("drat")
		}
		if c.Args().Present() {
			p.files = append(p.files, c.Args().First())
			return app.RunContext(c.Context, append([]string{app.Name}, c.Args().Tail()...))
		}
		return p.check(c.Context, out)
	}
	return app
}

func usage(format string, args ...any) error {
	return fmt.Errorf("%s\nsee 'epicert --help'", fmt.Sprintf(format, args...))
}

// check does what the arguments say.
func (p *program) check(ctx context.Context, out io.Writer) error {
	switch {
	case len(p.files) != 2:
		return usage("a spec and a certificate are needed")
	case p.time > 0:
		limited, cancel := context.WithTimeout(ctx, p.time)
		defer cancel()
		ctx = limited
	}
	if p.memory != "" {
		most, ok := document.ParseMemory(p.memory)
		if !ok {
			return usage("--memory is a size such as 512MiB")
		}
		limited, cancel := within(ctx, most)
		defer cancel()
		ctx = limited
	}
	var solve circuit.Solver
	if p.drat != "" {
		prover, err := newProver(p.drat)
		if err != nil {
			return err
		}
		solve = prover.solve
	}
	chk, cert, err := read(p.files[0], p.files[1], p.set)
	if err == nil {
		err = certify.Check(ctx, chk, cert, solve)
	}
	if err == nil {
		fmt.Fprintf(out, "%s: certified: %s: %s\n", p.files[1], cert.Check, cert.Answer)
	}
	return err
}

// read reads a spec, and a certificate about one of its checks.
func read(file, path string, set []string) (*spec.Check, *certify.Certificate, error) {
	text, err := document.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	var o spec.Options
	for _, s := range set {
		p, errs := document.ParseAssignment(s)
		if err := errs.Err(); err != nil {
			return nil, nil, err
		}
		o.Params = append(o.Params, p)
	}
	loader := &document.Loader{Library: models.Get, Names: models.Names, ReadFile: document.ReadFile}
	suite, list := spec.Load(loader, source.NewFile(file, string(text)), o)
	if err := list.Err(); err != nil {
		return nil, nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	cert, err := certify.Read(f)
	if err != nil {
		return nil, nil, err
	}
	i := slices.IndexFunc(suite.Checks, func(c *spec.Check) bool { return c.Label == cert.Check })
	if i < 0 {
		return nil, nil, fmt.Errorf("%s has no check %s", file, cert.Check)
	}
	return suite.Checks[i], cert, nil
}
