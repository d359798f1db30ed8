// Command epicert holds a certificate to the spec that it is about:
//
//	epicert SPEC CERTIFICATE [-p NAME=VALUE]...
//
// says that the verdict is certified, or which line or claim is wrong. It reads documents as
// epibdd does, by package spec, and shares nothing else with it: what a certificate claims is
// held to the model by a SAT solver (docs/trust.md).
//
// The exit code is 0 where the verdict is certified, 1 where the certificate is wrong, 2 for
// bad input, 3 where something is not covered.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/internal/certify"
	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, out, errs io.Writer) int {
	files, set, err := arguments(args)
	if err != nil {
		fmt.Fprintf(errs, "epicert: %v\nusage: epicert SPEC CERTIFICATE [-p NAME=VALUE]...\n", err)
		return 2
	}
	chk, cert, err := read(files[0], files[1], set)
	if err == nil {
		err = certify.Check(context.Background(), chk, cert)
	}
	var r *certify.Refusal
	switch {
	case err == nil:
		fmt.Fprintf(out, "%s: certified\n", files[1])
		return 0
	case errors.As(err, &r) && r.Open:
		fmt.Fprintf(out, "%s: not certified: %s\n", files[1], r.Reason)
		return 3
	case errors.As(err, &r):
		fmt.Fprintf(out, "%s: wrong: %s\n", files[1], r.Reason)
		return 1
	}
	fmt.Fprintf(errs, "epicert: %v\n", err)
	return 2
}

// arguments are two files, and parameters.
func arguments(args []string) (files, set []string, err error) {
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "-p" && i+1 < len(args):
			i++
			set = append(set, args[i])
		case strings.HasPrefix(args[i], "-"):
			return nil, nil, fmt.Errorf("there is no flag %s", args[i])
		default:
			files = append(files, args[i])
		}
	}
	if len(files) != 2 {
		return nil, nil, errors.New("a spec and a certificate are needed")
	}
	return files, set, nil
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
