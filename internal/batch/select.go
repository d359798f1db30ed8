package batch

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

// Select keeps the checks whose id, or id with the values of the sweep, one of
// the patterns names. In a pattern * stands for any text. No patterns keep all;
// a pattern that names no check of any input is an error.
func Select(inputs []*Input, patterns []string) error {
	if len(patterns) == 0 {
		return nil
	}
	used := make([]bool, len(patterns))
	var known []string
	for _, in := range inputs {
		if in.Suite == nil {
			continue
		}
		for _, c := range in.Suite.Checks {
			known = append(known, c.ID, c.Label)
		}
		in.Suite.Checks = slices.DeleteFunc(slices.Clone(in.Suite.Checks), func(c *spec.Check) bool {
			return !matches(patterns, used, c)
		})
	}
	for i, p := range patterns {
		if !used[i] {
			return fmt.Errorf("no check %q%s", p, source.DidYouMean(p, known))
		}
	}
	return nil
}

// matches says whether some pattern names c, and notes all that do.
func matches(patterns []string, used []bool, c *spec.Check) bool {
	any := false
	for i, p := range patterns {
		if glob(p, c.ID) || glob(p, c.Label) {
			used[i], any = true, true
		}
	}
	return any
}

func glob(pattern, text string) bool {
	parts := strings.Split(pattern, "*")
	for i, p := range parts {
		parts[i] = regexp.QuoteMeta(p)
	}
	return regexp.MustCompile("(?s)^" + strings.Join(parts, ".*") + "$").MatchString(text)
}
