package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/epibdd/epibdd/internal/batch"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/schema"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
	"github.com/epibdd/epibdd/witness"
)

var update = flag.Bool("update", false, "write what was found into the scripts")

// The scripts run the program as a process. epibdd-odd is the same program with
// an engine that goes wrong where the id of a check says so.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"epibdd": main,
		"epibdd-odd": func() {
			p := &program{args: os.Args, stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr}
			os.Exit(p.run(batch.WithEngine(context.Background(), odd{})))
		},
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		UpdateScripts:       *update,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"code":   exitCode,
			"stable": stable,
			"schema": satisfies,
			"action": actionStep,
		},
	})
}

// exitCode runs a command and compares its exit code: code 3 epibdd check …
func exitCode(ts *testscript.TestScript, _ bool, args []string) {
	want, rest := args[0], args[1:]
	err := ts.Exec(rest[0], rest[1:]...)
	got := "0"
	if err != nil {
		got = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if got != want {
		ts.Fatalf("exit code %s, want %s", got, want)
	}
}

// actionStep runs the last step of the action for build services, with these files and
// arguments: action 1 'specs' '--format github'.
func actionStep(ts *testscript.TestScript, _ bool, args []string) {
	text, err := os.ReadFile(actionFile)
	ts.Check(err)
	var action struct {
		Runs struct {
			Steps []struct {
				Env map[string]string
				Run string
			}
		}
	}
	ts.Check(yaml.Unmarshal(text, &action))
	step := action.Runs.Steps[len(action.Runs.Steps)-1]
	for name, value := range map[string]string{"FILES": args[1], "ARGUMENTS": args[2]} {
		if want := "${{ inputs." + strings.ToLower(name) + " }}"; step.Env[name] != want {
			ts.Fatalf("%s is %s, want %s", name, step.Env[name], want)
		}
		ts.Setenv(name, value)
	}
	exitCode(ts, false, []string{args[0], "bash", "-e", "-c", step.Run})
}

// actionFile is the action, from wherever scripts run.
var actionFile = func() string {
	path, err := filepath.Abs("../../action.yml")
	if err != nil {
		panic(err)
	}
	return path
}()

// What differs from one run, or one version of the engine, to the next.
var unstable = []struct {
	pattern *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`\b\d+\.\d\ds\b`), "0.00s"},
	{regexp.MustCompile(`\b\d+ nodes`), "N nodes"},
	{regexp.MustCompile(`\bwork \d+`), "work N"},
	{regexp.MustCompile(`"seconds": [0-9.e-]+`), `"seconds": 0`},
	{regexp.MustCompile(`"nodes": \d+`), `"nodes": 1`},
	{regexp.MustCompile(`"work": \d+`), `"work": 1`},
	{regexp.MustCompile(`"version": ".*"`), `"version": "devel"`},
	{regexp.MustCompile(`time="[0-9.]+"`), `time="0.000"`},
	{regexp.MustCompile(`(nodes" value=)"\d+"`), `$1"1"`},
	{regexp.MustCompile(`\| [0-9.]+ \| \d+ \|`), "| 0.00 | 1 |"},
}

// stable replaces in a file, or stdout, what differs from run to run, and writes
// the rest to another file for cmp.
func stable(ts *testscript.TestScript, _ bool, args []string) {
	text := ts.ReadFile(args[0])
	for _, u := range unstable {
		text = u.pattern.ReplaceAllString(text, u.instead)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o666))
}

// satisfies validates a JSON report.
func satisfies(ts *testscript.TestScript, neg bool, args []string) {
	c := jsonschema.NewCompiler()
	text, err := jsonschema.UnmarshalJSON(strings.NewReader(schema.Report))
	ts.Check(err)
	ts.Check(c.AddResource("report.schema.json", text))
	s, err := c.Compile("report.schema.json")
	ts.Check(err)
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(ts.ReadFile(args[0])))
	ts.Check(err)
	if err := s.Validate(doc); (err != nil) != neg {
		ts.Fatalf("%s: %v", args[0], err)
	}
}

// odd goes wrong where the id of a check says so, and is the engine elsewhere.
type odd struct{ batch.System }

func (o odd) Open(ctx context.Context, m *spec.Model, checks []*spec.Check, options batch.OpenOptions) (batch.Decider, error) {
	d, err := o.System.Open(ctx, m, checks, options)
	return oddDecider{d}, err
}

type oddDecider struct{ batch.Decider }

func (d oddDecider) Replay(ctx context.Context, c *spec.Check, run *witness.Node) ([]report.Doubt, error) {
	if c.ID == "lies" {
		return nil, errors.New("step 1 is not enabled")
	}
	return d.Decider.Replay(ctx, c, run)
}

func (d oddDecider) Decide(ctx context.Context, c *spec.Check) (*verdict.Answer, error) {
	switch c.ID {
	case "panics":
		panic("a node was lost")
	case "waits":
		<-ctx.Done()
		return &verdict.Answer{Verdict: verdict.Unknown, Reason: "interrupted"}, nil
	case "interrupted":
		return waitFor(ctx, syscall.SIGINT)
	case "hung-up":
		return waitFor(ctx, syscall.SIGHUP)
	case "terminated":
		return waitFor(ctx, syscall.SIGTERM)
	}
	return d.Decider.Decide(ctx, c)
}

// waitFor sends the program a signal and works until it takes notice. It never would of one that
// is ignored since before it began, as SIGHUP is under nohup.
func waitFor(ctx context.Context, s syscall.Signal) (*verdict.Answer, error) {
	if signal.Ignored(s) {
		return nil, fmt.Errorf("%v is ignored", s)
	}
	if err := syscall.Kill(os.Getpid(), s); err != nil {
		return nil, err
	}
	<-ctx.Done()
	return &verdict.Answer{Verdict: verdict.Unknown, Reason: "interrupted"}, nil
}
