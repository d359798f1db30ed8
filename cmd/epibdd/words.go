package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/report"
)

// wordFlag is a flag whose value is one of a few words.
type wordFlag struct {
	name  string
	words []string
}

// wordFlags are those of a command that reads models.
func wordFlags(command string) []wordFlag {
	formats := report.Formats()
	switch command {
	case "lint":
		return []wordFlag{{"format", []string{"text", "sarif"}}}
	case "explore":
		return []wordFlag{{"recall", epibdd.Recalls()}}
	case "explain":
		formats = []string{"text", "json"}
	case "worlds":
		formats = []string{"text", "dot", "svg"}
	case "graph":
		formats = []string{"dot", "svg"}
	case "plan":
		formats = []string{"text", "markdown", "dot", "svg", "json"}
	}
	return []wordFlag{
		{"format", formats},
		{"recall", epibdd.Recalls()},
		{"engine", epibdd.Engines()},
		{"reach", epibdd.Methods()},
	}
}

// choices are the flags whose values a shell can complete: besides those of a few words
// the ones that name routes.
func choices(command string) []wordFlag {
	all := wordFlags(command)
	if command == "check" {
		all = append(all, wordFlag{"route", epibdd.Routes()}, wordFlag{"without", epibdd.Routes()})
	}
	return all
}

// wordsOf are the words that a flag of a command may be, nil for other flags.
func wordsOf(command, flag string) []string {
	for _, f := range choices(command) {
		if f.name == flag {
			return f.words
		}
	}
	return nil
}

// checkWords refuses any other word.
func checkWords(c *cli.Context) error {
	for _, f := range wordFlags(c.Command.Name) {
		if value := c.String(f.name); isSet(c, f.name) && !slices.Contains(f.words, value) {
			return usage(commandName(c), "--%s is one of %s, not %q%s", f.name, strings.Join(f.words, ", "), value, epibdd.DidYouMean(value, f.words))
		}
	}
	return nil
}
