package main

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
)

// completing is the last argument when a shell asks how to go on.
const completing = "--generate-bash-completion"

// The scripts ask the program what can follow; where it has nothing to say they
// complete file names.
var (
	//go:embed completion.bash
	bashScript string
	//go:embed completion.zsh
	zshScript string
)

const completionHelp = `Prints a script by which a shell completes commands, flags, their values and
file names.

EXAMPLES:
   source <(epibdd completion bash)
   epibdd completion zsh > "${fpath[1]}/_epibdd"
   epibdd completion fish > ~/.config/fish/completions/epibdd.fish`

func (p *program) completionCommand() *cli.Command {
	return &cli.Command{
		Name:        "completion",
		Usage:       "print a completion script for bash, zsh or fish",
		ArgsUsage:   "bash|zsh|fish",
		Description: completionHelp,
		Action: func(c *cli.Context) error {
			script, err := completionScript(c)
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(p.stdout, script)
			return err
		},
	}
}

func completionScript(c *cli.Context) (string, error) {
	shell := c.Args().First()
	switch {
	case c.NArg() != 1:
		return "", usage("epibdd completion", "one of %s is needed", strings.Join(shells, ", "))
	case shell == "bash":
		return bashScript, nil
	case shell == "zsh":
		return zshScript, nil
	case shell == "fish":
		return fishScript(c.App)
	}
	return "", usage("epibdd completion", "no completion for %q%s; there is one for %s", shell, epibdd.DidYouMean(shell, shells), strings.Join(shells, ", "))
}

var shells = []string{"bash", "zsh", "fish"}

// fishScript is the library's, which offers no files after commands with
// subcommands of their own; these take none.
func fishScript(app *cli.App) (string, error) {
	script, err := app.ToFishCompletion()
	if err != nil {
		return "", err
	}
	for _, command := range []string{"check", "explain", "explore", "graph", "lint", "plan", "worlds"} {
		for _, f := range choices(command) {
			script += fmt.Sprintf("complete -c epibdd -f -n '__fish_seen_subcommand_from %s' -l %s -x -a '%s'\n", command, f.name, strings.Join(f.words, " "))
		}
	}
	return script, nil
}

// complete says what can follow the arguments so far: the value of a flag, the
// name of a model, or what the library knows of commands and flags.
func (p *program) complete(command *cli.Command) cli.BashCompleteFunc {
	return func(c *cli.Context) {
		last := ""
		if n := len(p.args); n > 1 {
			last = p.args[n-2]
		}
		values := wordsOf(command.Name, strings.TrimLeft(last, "-"))
		switch {
		case strings.HasPrefix(last, "-") && values != nil:
		case strings.HasPrefix(last, "-"):
			cli.DefaultCompleteWithFlags(command)(c)
			return
		case command.Name == "completion":
			values = shells
		case command.Name == "schema":
			values = epibdd.Schemas()
		case takesModels(c):
			values = epibdd.Models()
		case len(command.Subcommands) > 0:
			cli.DefaultCompleteWithFlags(command)(c)
			return
		}
		for _, v := range values {
			fmt.Fprintln(c.App.Writer, v)
		}
	}
}

// takesModels says that the arguments of the present command are models.
func takesModels(c *cli.Context) bool {
	return strings.HasPrefix(commandName(c), "epibdd models ")
}
