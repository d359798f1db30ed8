package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
)

func main() {
	if os.Getenv("GOGC") == "" {
		collectRarely(0)
	}
	os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// run is the program as a function: arguments and streams in, exit code out.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	p := &program{args: args, stdin: stdin, stdout: stdout, stderr: stderr}
	return p.run(context.Background())
}

func (p *program) run(ctx context.Context) (code int) {
	defer func() {
		if r := recover(); r != nil {
			code = p.panicked(r)
		}
	}()
	app := p.app()
	args, err := p.arranged(app)
	if err == nil {
		err = app.RunContext(ctx, args)
	}
	return p.exit(err)
}

// arranged are the arguments as the library wants them: flags first. What a
// shell asks to complete is not complete, so it is left alone.
func (p *program) arranged(app *cli.App) ([]string, error) {
	if n := len(p.args); n > 0 && p.args[n-1] == completing {
		return p.args, nil
	}
	app.Setup()
	return arrange(app, p.args)
}

// exit says what went wrong and returns the exit code.
func (p *program) exit(err error) int {
	if err == nil {
		return exitOK
	}
	var e *exitError
	if !errors.As(err, &e) {
		e = &exitError{exitInput, err}
	}
	if e.err != nil {
		p.say("epibdd: %s", strings.TrimSpace(e.err.Error()))
	}
	return e.code
}

const about = `Answers questions about what players know: models games and protocols as
interpreted systems, and decides formulas of time and knowledge on them.

Exit codes: 0 all expectations met, 1 some not, 2 bad input or usage,
3 a limit was reached, 70 a bug of epibdd, 130 interrupted.`

func (p *program) app() *cli.App {
	app := &cli.App{
		Name:        "epibdd",
		Usage:       "a model checker for games and protocols with knowledge",
		Description: about,
		HideVersion: true, // a command of its own

		Reader: p.stdin, Writer: p.stdout, ErrWriter: p.stderr,
		Commands: []*cli.Command{
			p.checkCommand(), p.modelsCommand(), formatter{p}.command(), p.convertCommand(), linter{p}.command(), p.mergeCommand(), p.explainCommand(), lister{p}.command(), p.graphCommand(), p.exploreCommand(), p.lspCommand(), planner{p}.command(),
			p.schemaCommand(), p.versionCommand(), p.completionCommand(),
		},
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return usage("epibdd", "unknown command %q%s", c.Args().First(), epibdd.DidYouMean(c.Args().First(), names(c.App.Commands)))
			}
			return cli.ShowAppHelp(c)
		},
		EnableBashCompletion:      true,
		DisableSliceFlagSeparator: true, // -p deal=[a,b] is one value
		ExitErrHandler:            func(*cli.Context, error) {},
		OnUsageError:              onUsageError,
		HideHelpCommand:           true,
	}
	p.finish(app.Commands)
	return app
}

// finish gives all commands what they have in common.
func (p *program) finish(commands []*cli.Command) {
	for _, c := range commands {
		c.HideHelpCommand = true
		c.OnUsageError = onUsageError
		c.BashComplete = p.complete(c)
		p.finish(c.Subcommands)
	}
}

func onUsageError(c *cli.Context, err error, _ bool) error {
	return usage(commandName(c), "%s", err)
}
