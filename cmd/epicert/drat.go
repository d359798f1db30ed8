package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/epibdd/epibdd/internal/certify/circuit"
)

// prover lets CaDiCaL answer (Biere, Fazekas, Fleury, Heisinger, "CaDiCaL, Kissat, Paracooba,
// Plingeling and Treengeling entering the SAT Competition 2020"), whose proofs that there is no
// answer others can check, in the DRAT format (Wetzler, Heule and Hunt, "DRAT-trim", SAT 2014).
type prover struct {
	cadical, dir string
	asked        int
}

func newProver(dir string) (*prover, error) {
	path, err := exec.LookPath("cadical")
	if err != nil {
		return nil, errors.New("--drat needs the SAT solver cadical, which is not installed; without it gini answers")
	}
	return &prover{cadical: path, dir: dir}, os.MkdirAll(dir, 0o777)
}

// solve writes a question in the DIMACS format, query-1.cnf and so on, and lets CaDiCaL write
// the proof beside it, query-1.drat; where there is an answer there is no proof.
func (p *prover) solve(ctx context.Context, f circuit.Formula) (bool, error) {
	p.asked++
	question := filepath.Join(p.dir, fmt.Sprintf("query-%d.cnf", p.asked))
	proof := filepath.Join(p.dir, fmt.Sprintf("query-%d.drat", p.asked))
	if err := write(question, f); err != nil {
		return false, err
	}
	err := exec.CommandContext(ctx, p.cadical, "-q", question, proof).Run()
	var exit *exec.ExitError
	if ctx.Err() == nil && errors.As(err, &exit) {
		switch exit.ExitCode() {
		case 10:
			return true, os.Remove(proof)
		case 20:
			return false, nil
		}
	}
	return false, fmt.Errorf("cadical: %w", errors.Join(err, ctx.Err()))
}

func write(path string, f circuit.Formula) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	w := bufio.NewWriter(file)
	if f.About != "" {
		fmt.Fprintf(w, "c %s\n", f.About)
	}
	fmt.Fprintf(w, "p cnf %d %d\n", f.Names, len(f.Clauses))
	for _, clause := range f.Clauses {
		for _, l := range clause {
			fmt.Fprintf(w, "%d ", l)
		}
		fmt.Fprintln(w, 0)
	}
	return w.Flush()
}
