package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
)

// The library writes a flag that may be repeated twice, and defaults that are
// none. It asks this function instead.
func init() { cli.FlagStringer = flagHelp }

// flagHelp is the line of a flag: its names with the word that stands for its
// value, and what it does. In the text that word is in backquotes.
func flagHelp(f cli.Flag) string {
	d, ok := f.(cli.DocGenerationFlag)
	if !ok {
		return ""
	}
	word, text := placeholder(d.GetUsage())
	var names []string
	for _, n := range f.Names() {
		name := dashed(n)
		if d.TakesValue() && word != "" {
			name += " " + word
		}
		names = append(names, name)
	}
	if value := strings.Trim(d.GetValue(), `"`); d.TakesValue() && value != "" && value != "0" {
		text += fmt.Sprintf(" (default: %s)", value)
	}
	return strings.Join(names, ", ") + "\t" + text
}

// placeholder splits the word in backquotes off a text, in which it stays.
func placeholder(text string) (word, plain string) {
	before, rest, found := strings.Cut(text, "`")
	if !found {
		return "", text
	}
	word, after, _ := strings.Cut(rest, "`")
	return word, before + word + after
}
