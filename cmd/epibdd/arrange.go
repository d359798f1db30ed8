package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
)

// arrange moves flags before the other arguments of their command, because the
// library stops looking for flags at the first argument that is none. It knows
// from the declared flags which of them take a value. "--" ends the flags.
//
// An unknown flag is an error here, where it is known what was meant.
func arrange(app *cli.App, args []string) ([]string, error) {
	if len(args) == 0 {
		return args, nil
	}
	rest, err := arrangeLevel(app.Name, app.Flags, app.Commands, args[1:])
	return append([]string{args[0]}, rest...), err
}

func arrangeLevel(name string, flags []cli.Flag, commands []*cli.Command, args []string) ([]string, error) {
	var front, others []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			others = append(others, args[i+1:]...)
			i = len(args)
		case arg == "-" || !strings.HasPrefix(arg, "-"):
			if sub := find(commands, arg); sub != nil && len(others) == 0 {
				rest, err := arrangeLevel(name+" "+sub.Name, withHelp(sub), sub.Subcommands, args[i+1:])
				return append(append(front, arg), rest...), err
			}
			others = append(others, arg)
		case len(commands) == 0 && asksHelp(arg):
			return []string{arg}, nil // which the library would take other arguments for the topics of
		default:
			used, err := takeFlag(name, flags, args[i:])
			if err != nil {
				return nil, err
			}
			front = append(front, args[i:i+used]...)
			i += used - 1
		}
	}
	if len(commands) > 0 && len(others) > 0 {
		return nil, usage(name, "unknown command %q%s", others[0], epibdd.DidYouMean(others[0], names(commands)))
	}
	if len(others) > 0 {
		front = append(append(front, "--"), others...)
	}
	return front, nil
}

// asksHelp tells the flag that every command has.
func asksHelp(arg string) bool {
	return slices.Contains(cli.HelpFlag.Names(), strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-"))
}

// takeFlag returns how many arguments the flag at the beginning of args takes
// up, its value included.
func takeFlag(command string, flags []cli.Flag, args []string) (int, error) {
	name, _, hasValue := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(args[0], "-"), "-"), "=")
	var known []string
	for _, f := range flags {
		for _, n := range f.Names() {
			if n != name {
				if len(n) > 1 { // a letter is like many a short word
					known = append(known, n)
				}
				continue
			}
			if hasValue || !takesValue(f) {
				return 1, nil
			}
			if len(args) == 1 {
				return 0, usage(command, "%s needs a value", args[0])
			}
			return 2, nil
		}
	}
	// Dashes are alike in all flags, so that they say nothing of what was meant.
	did := strings.Replace(epibdd.DidYouMean(name, known), `"`, `"--`, 1)
	return 0, usage(command, "unknown flag %s%s", dashed(name), did)
}

func takesValue(f cli.Flag) bool {
	d, ok := f.(cli.DocGenerationFlag)
	return ok && d.TakesValue()
}

func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

func find(commands []*cli.Command, name string) *cli.Command {
	for _, c := range commands {
		if c.HasName(name) {
			return c
		}
	}
	return nil
}

// withHelp are the flags of a command and the one that every command has.
func withHelp(c *cli.Command) []cli.Flag {
	return append(c.Flags[:len(c.Flags):len(c.Flags)], cli.HelpFlag)
}

func names(commands []*cli.Command) []string {
	var all []string
	for _, c := range commands {
		all = append(all, c.Names()...)
	}
	return all
}
