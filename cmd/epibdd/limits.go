package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
)

// limitsOf reads --time, --memory and --nodes. They are written as under limits
// in a document, and win over it.
func limitsOf(c *cli.Context) (l epibdd.Limits, err error) {
	for _, f := range []struct {
		name, example string
		parse         func(string) bool
	}{
		{"time", "30s, 5m or 1h30m", func(s string) (ok bool) { l.Time, ok = epibdd.ParseTime(s); return }},
		{"memory", "512MiB or 8GiB", func(s string) (ok bool) { l.Memory, ok = epibdd.ParseMemory(s); return }},
		{"nodes", "5_000_000", func(s string) (ok bool) { l.Nodes, ok = epibdd.ParseCount(s); return }},
	} {
		if text := c.String(f.name); isSet(c, f.name) && !f.parse(text) {
			return l, fmt.Errorf("--%s %q is no limit; write it as in %s", f.name, text, f.example)
		}
	}
	return l, nil
}
