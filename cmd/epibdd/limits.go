package main

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

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
		{"time", "30s, 5m or 1h30m", func(s string) (ok bool) { l.Time, ok = parseTime(s); return }},
		{"memory", "512MiB or 8GiB", func(s string) (ok bool) { l.Memory, ok = parseMemory(s); return }},
		{"nodes", "5_000_000", func(s string) (ok bool) { l.Nodes, ok = parseCount(s); return }},
	} {
		if text := c.String(f.name); isSet(c, f.name) && !f.parse(text) {
			return l, fmt.Errorf("--%s %q is no limit; write it as in %s", f.name, text, f.example)
		}
	}
	return l, nil
}

func parseTime(text string) (time.Duration, bool) {
	d, err := time.ParseDuration(text)
	return d, err == nil && d > 0
}

func isTime(text string) bool {
	_, ok := parseTime(text)
	return ok
}

var sizes = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([0-9_]+) ?(B|KiB|MiB|GiB|TiB)$`) })

func parseMemory(text string) (int64, bool) {
	m := sizes().FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	n, ok := parseCount(m[1])
	shift := map[string]int{"B": 0, "KiB": 10, "MiB": 20, "GiB": 30, "TiB": 40}[m[2]]
	return int64(n) << shift, ok && int64(n) <= math.MaxInt64>>shift
}

func parseCount(text string) (int, bool) {
	n, err := strconv.Atoi(strings.ReplaceAll(text, "_", ""))
	return n, err == nil && n > 0
}
