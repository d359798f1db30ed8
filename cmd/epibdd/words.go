package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
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
	case "explain":
		formats = []string{"text", "json"}
	case "worlds":
		formats = []string{"text", "dot", "svg"}
	}
	return []wordFlag{
		{"format", formats},
		{"recall", []string{string(spec.NoRecall), string(spec.ClockRecall), string(spec.PerfectRecall)}},
		{"engine", symbolic.Engines()},
		{"reach", reachMethods()},
	}
}

// wordsOf are the words that a flag of a command may be, nil for other flags.
func wordsOf(command, flag string) []string {
	for _, f := range wordFlags(command) {
		if f.name == flag {
			return f.words
		}
	}
	return nil
}

func reachMethods() []string {
	var names []string
	for _, m := range symbolic.Methods() {
		names = append(names, string(m))
	}
	return names
}

// checkWords refuses any other word.
func checkWords(c *cli.Context) error {
	for _, f := range wordFlags(c.Command.Name) {
		if value := c.String(f.name); c.IsSet(f.name) && !slices.Contains(f.words, value) {
			return usage(commandName(c), "--%s is one of %s, not %q%s", f.name, strings.Join(f.words, ", "), value, didYouMean(value, f.words))
		}
	}
	return nil
}
