package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/epibdd/epibdd"
)

// The checker shares the reading of documents with epibdd (spec, and the regular expressions that it compiles late), and nothing else.
func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	const root = "github.com/epibdd/epibdd/"
	allowed := []string{"spec", "spec/source", "spec/syntax", "spec/document", "models", "internal/lazy", "internal/certify", "internal/certify/bitblast", "internal/certify/circuit", "internal/certify/form", "internal/certify/question", "cmd/epicert"}
	for _, p := range strings.Fields(string(out)) {
		if name, ours := strings.CutPrefix(p, root); ours && !slices.Contains(allowed, name) {
			t.Errorf("epicert imports %s", name)
		}
	}
}

func TestRun(t *testing.T) {
	dir := t.TempDir()
	spec := filepath.Join(dir, "t.yaml")
	const text = "params: {m: 3}\nvars: {n: 0..m}\ninit: n = 0\nactions: {up: {when: n < m, then: {n: n + 1}}}\n" +
		"check:\n  - {id: up, formula: AF n = m}\n  - {id: down, formula: EX n = m}\n  - {id: many, count: true}\n  - {id: soon, formula: \"E(F n = m)\"}\n"
	if err := os.WriteFile(spec, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	doc, err := epibdd.Load(spec, epibdd.Param("m", "5"))
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range doc.Check(t.Context(), epibdd.Options{Certificates: dir}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	index, err := os.ReadFile(filepath.Join(dir, "index.txt"))
	if err != nil || !strings.Contains(string(index), "\tsoon\tnot certified: formulas about runs as wholes\n") {
		t.Errorf("%s, %v", index, err)
	}
	up, down, no, later := filepath.Join(dir, "t.up.cert"), filepath.Join(dir, "t.down.cert"), filepath.Join(dir, "wrong.cert"), filepath.Join(dir, "later.cert")
	good, err := os.ReadFile(up)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, was, is string }{
		{no, "verdict holds", "verdict fails"},
		{later, "epibdd certificate 2", "epibdd certificate 3"},
	} {
		if err := os.WriteFile(c.name, bytes.Replace(good, []byte(c.was), []byte(c.is), 1), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, call := range []struct {
		args, says string
		code       int
	}{
		{spec + " " + up + " -p m=5", "t.up.cert: certified: up: holds\n", 0},
		{spec + " " + down + " -p m=5", "t.down.cert: certified: down: fails\n", 0},
		{spec + " " + filepath.Join(dir, "t.many.cert") + " -p m=5", "t.many.cert: certified: many: ", 0},
		{spec + " " + up, "t.up.cert: wrong: ", 1},
		{spec + " " + no + " -p m=5", "wrong.cert: wrong: ", 1},
		{spec + " " + spec, "t.yaml: this is no certificate", 2},
		{spec + " " + later, `wrong: byte `, 1},
		{spec + " " + later, `"epibdd certificate 3": this program reads epibdd certificate 2`, 1},
		{spec + " " + up + " --time=0s", "--time is a time such as 30s", 2},
		{spec, "a spec and a certificate are needed\nsee 'epicert --help'", 2},
		{spec + " " + up + " -x", "flag provided but not defined: -x", 2},
		{spec + " " + up + " -p", "flag needs an argument: -p", 2},
		{spec + " " + up + " -p m", "m", 2},
		{filepath.Join(dir, "none.yaml") + " " + up, "none.yaml", 2},
		{"--param=m=5 " + spec + " --time 1m " + up, "t.up.cert: certified: up: holds\n", 0},
		{spec + " -p m=5 " + up + " --time 1ns", "t.up.cert: not certified: the time is up", 3},
		{spec + " " + up + " --time=-1s", "--time is a time such as 30s", 2},
		{spec + " -p m=5 " + up + " --memory 8GiB", "t.up.cert: certified: up: holds\n", 0},
		{spec + " -p m=5 " + up + " --memory 1MiB", "t.up.cert: not certified: it takes more than the memory limit, 1 MiB", 3},
		{spec + " " + up + " --memory=much", "--memory is a size such as 512MiB", 2},
		{spec + " --help", "SPEC CERTIFICATE", 0},
		{"--help", "--drat DIR", 0},
	} {
		var out bytes.Buffer
		if code := run(t.Context(), strings.Fields(call.args), &out, &out); code != call.code || !strings.Contains(out.String(), call.says) {
			t.Errorf("%s: %d, %s", call.args, code, &out)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	var out bytes.Buffer
	if code := run(ended, []string{spec, up, "-p", "m=5"}, &out, &out); code != 3 || !strings.Contains(out.String(), "interrupted") {
		t.Errorf("interrupted: %d, %s", code, &out)
	}
	t.Run("drat", func(t *testing.T) {
		if _, err := exec.LookPath("cadical"); err != nil {
			t.Skip("cadical is not installed: no proofs are written")
		}
		for _, call := range []struct {
			cert string
			code int
		}{{up, 0}, {down, 0}, {no, 1}} {
			proofs := filepath.Join(t.TempDir(), "proofs")
			var out bytes.Buffer
			if code := run(t.Context(), []string{spec, call.cert, "-p", "m=5", "--drat", proofs}, &out, &out); code != call.code {
				t.Errorf("%s: %d, %s", call.cert, code, &out)
			}
			questions, _ := filepath.Glob(filepath.Join(proofs, "*.cnf"))
			answers, _ := filepath.Glob(filepath.Join(proofs, "*.drat"))
			text, err := os.ReadFile(filepath.Join(proofs, "query-1.cnf"))
			if err != nil || len(answers) == 0 || len(questions) < len(answers) || !regexp.MustCompile(`^c .*\np cnf \d+ \d+\n`).Match(text) {
				t.Errorf("%s: %d questions, %d proofs, %v\n%s", call.cert, len(questions), len(answers), err, text)
			}
		}
		if code := run(ended, []string{spec, up, "-p", "m=5", "--drat", t.TempDir()}, &out, &out); code != 3 {
			t.Errorf("interrupted with --drat: %d, %s", code, &out)
		}
	})
}

// What plans cost, and that there are none, is written by epibdd and held to the document.
func TestPlans(t *testing.T) {
	dir := t.TempDir()
	spec := filepath.Join(dir, "coins.yaml")
	const text = "recall: perfect\nvars: {coin: 1..4, left: bool}\ninit: \"!left\"\nagents: {ann: {sees: [left]}}\n" +
		"actions: {weigh(on in set 1..4): {by: ann, when: \"size(on) = 1\", then: {left: coin in on}}}\n" +
		"check:\n  - {id: which, plan: \"KV{ann} coin\"}\n  - {id: within, plan: \"KV{ann} coin\", within: 2}\n"
	if err := os.WriteFile(spec, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	doc, err := epibdd.Load(spec)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range doc.Check(t.Context(), epibdd.Options{Certificates: dir}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, says := range map[string]string{"which": "certified: which: 3\n", "within": "certified: within: fails\n"} {
		var out bytes.Buffer
		if code := run(t.Context(), []string{spec, filepath.Join(dir, "coins."+name+".cert")}, &out, &out); code != 0 || !strings.HasSuffix(out.String(), says) {
			t.Errorf("%s: %d, %s", name, code, &out)
		}
	}
}
