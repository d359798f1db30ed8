// Command mutate changes one thing at a time in a file of Go, runs tests, and prints the changes
// that no test notices:
//
//	go run ./internal/mutate -lines 170-180 -run TestKnownAnswers encode/effect.go ./decide
//
// What is changed is the operators (& and |, = and its negation, < and <=, sets that are joined,
// cut, or complemented), conditions of if, numbers by one, and statements, which are left out. Files stay as
// they are: the changed one takes the place of its original while tests are built (go test
// -overlay). A change that lives is equivalent, or wants a test; one that does not compile is noticed.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"time"
)

func main() {
	lines := flag.String("lines", "1-1000000", "the first and the last line to change")
	tests := flag.String("run", "", "the tests, as for go test; empty: all")
	within := flag.Duration("timeout", 2*time.Minute, "how long the tests of a change may take; who takes longer is noticed")
	flag.Parse()
	var first, last int
	if _, err := fmt.Sscanf(*lines, "%d-%d", &first, &last); err != nil || flag.NArg() < 2 {
		fmt.Fprintln(os.Stderr, "usage: mutate [-lines A-B] [-run TESTS] FILE PACKAGE...")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	noticed := func(overlay string) bool {
		ctx, cancel := context.WithTimeout(ctx, *within)
		defer cancel()
		args := append([]string{"test", "-short", "-failfast", "-vet=off", "-overlay", overlay, "-run", *tests}, flag.Args()[1:]...)
		return exec.CommandContext(ctx, "go", args...).Run() != nil
	}
	living, err := run(ctx, flag.Arg(0), first, last, noticed, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	}
	if living > 0 {
		os.Exit(1)
	}
}

// run tries all changes between two lines of a file, and returns how many live.
func run(ctx context.Context, path string, first, last int, noticed func(overlay string) bool, out io.Writer) (living int, err error) {
	path, err = filepath.Abs(path)
	if err != nil {
		return 0, err
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
	if err != nil {
		return 0, err
	}
	dir, err := os.MkdirTemp("", "mutate-*")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	changed, overlay := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{path: changed}})
	if err == nil {
		err = os.WriteFile(overlay, text, 0o666)
	}
	if err != nil {
		return 0, err
	}
	tried := 0
	for _, c := range changes(file) {
		if line := set.Position(c.at).Line; line < first || line > last || ctx.Err() != nil {
			continue
		}
		c.do()
		var b bytes.Buffer
		err := printer.Fprint(&b, set, file)
		c.undo()
		if err == nil {
			err = os.WriteFile(changed, b.Bytes(), 0o666)
		}
		if err != nil {
			return living, err
		}
		tried++
		if !noticed(overlay) && ctx.Err() == nil {
			living++
			fmt.Fprintf(out, "%s: lives: %s\n", set.Position(c.at), c.what)
		}
	}
	fmt.Fprintf(out, "%d changes, %d live\n", tried, living)
	return living, nil
}

// change is one thing that can be done to a file, and undone.
type change struct {
	at       token.Pos
	what     string
	do, undo func()
}

var operators = map[token.Token]token.Token{
	token.LAND: token.LOR, token.LOR: token.LAND, token.EQL: token.NEQ, token.NEQ: token.EQL,
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR, token.ADD: token.SUB, token.SUB: token.ADD,
}

// methods are those of sets.
var methods = map[string]string{"And": "Or", "Or": "And", "Diff": "And", "Exists": "Forall", "Imp": "And"}

// changes lists what can be done to a file.
func changes(file *ast.File) (all []change) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			return n.Tok != token.IMPORT
		case *ast.BinaryExpr:
			if to, ok := operators[n.Op]; ok {
				from := n.Op
				all = append(all, change{n.OpPos, fmt.Sprintf("%s for %s", to, from), func() { n.Op = to }, func() { n.Op = from }})
			}
		case *ast.SelectorExpr:
			if to, ok := methods[n.Sel.Name]; ok {
				from := n.Sel.Name
				all = append(all, change{n.Sel.Pos(), fmt.Sprintf("%s for %s", to, from), func() { n.Sel.Name = to }, func() { n.Sel.Name = from }})
			}
		case *ast.IfStmt:
			cond := n.Cond
			all = append(all, change{cond.Pos(), "the negation of a condition",
				func() { n.Cond = &ast.UnaryExpr{Op: token.NOT, X: &ast.ParenExpr{X: cond}} }, func() { n.Cond = cond }})
		case *ast.BasicLit:
			if v, err := strconv.Atoi(n.Value); n.Kind == token.INT && err == nil {
				from, to := n.Value, strconv.Itoa(v+1)
				all = append(all, change{n.Pos(), to + " for " + from, func() { n.Value = to }, func() { n.Value = from }})
			}
		case *ast.BlockStmt:
			for i, s := range n.List {
				if as, ok := s.(*ast.AssignStmt); ok && as.Tok == token.DEFINE {
					continue
				}
				switch s.(type) {
				case *ast.AssignStmt, *ast.ExprStmt, *ast.IncDecStmt, *ast.IfStmt:
					all = append(all, change{s.Pos(), "no statement", func() { n.List[i] = &ast.EmptyStmt{Semicolon: s.Pos()} }, func() { n.List[i] = s }})
				}
			}
		}
		return true
	})
	return all
}
