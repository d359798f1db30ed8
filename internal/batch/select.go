package batch

import (
	"fmt"
	"hash/fnv"
	"path/filepath"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

// Select returns the inputs with those of their checks alone whose id, or id with values
// of the sweep, one of the patterns names: id[n=3] names the rows of id in which n is 3,
// whatever else they have. In a pattern * stands for any text. No patterns select all;
// a pattern that names no check of any input is an error.
func Select(inputs []*Input, patterns []string) ([]*Input, error) {
	if len(patterns) == 0 {
		return inputs, nil
	}
	used := make([]bool, len(patterns))
	var known []string
	selected := make([]*Input, len(inputs))
	for i, in := range inputs {
		selected[i] = in.Keep(func(c *spec.Check) bool {
			known = append(known, c.ID, c.Label)
			return matches(patterns, used, c)
		})
	}
	for i, p := range patterns {
		if !used[i] {
			return nil, fmt.Errorf("no check %q%s", p, source.DidYouMean(p, known))
		}
	}
	return selected, nil
}

// Shard returns the inputs with the kth of n parts of their checks. Which part a check
// belongs to depends on the name of its document and on its row of the sweep alone, so that
// other documents and checks move none; checks of one model stay together.
func Shard(inputs []*Input, k, n int) []*Input {
	parts := make([]*Input, len(inputs))
	for i, in := range inputs {
		parts[i] = in
		if in.Asked() == nil {
			continue
		}
		all := []string{}
		part := in.Keep(func(c *spec.Check) bool {
			all = append(all, c.Label)
			return shardOf(in.File.Name, c, n) == k
		})
		part.all = all
		parts[i] = part
	}
	return parts
}

func shardOf(file string, c *spec.Check, n int) int {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\x00%s", filepath.ToSlash(filepath.Clean(file)), c.Label[len(c.ID):])
	return int(h.Sum64()%uint64(n)) + 1
}

// Matches tells whether a pattern names a check.
func Matches(pattern string, c *spec.Check) bool {
	return matches([]string{pattern}, make([]bool, 1), c)
}

// matches says whether some pattern names c, and notes all that do.
func matches(patterns []string, used []bool, c *spec.Check) bool {
	any := false
	for i, p := range patterns {
		if glob(p, c.ID) || glob(p, c.Label) || partly(p, c) {
			used[i], any = true, true
		}
	}
	return any
}

// partly says whether pattern gives some of the values that the row of c has.
func partly(pattern string, c *spec.Check) bool {
	id, asked := row(pattern, strings.IndexByte(pattern, '['))
	_, has := row(c.Label, len(c.ID))
	if len(asked) == 0 || !glob(id, c.ID) {
		return false
	}
	for _, a := range asked {
		if !slices.ContainsFunc(has, func(h string) bool { return glob(a, h) }) {
			return false
		}
	}
	return true
}

// row cuts the values of a sweep, which begin with the bracket at this offset,
// off a label: id[n=3,deal=[a,b]] has two. There are none where no bracket is.
func row(label string, at int) (id string, values []string) {
	if at < 0 || at >= len(label) || label[at] != '[' || !strings.HasSuffix(label, "]") {
		return label, nil
	}
	inner, depth, start := label[at+1:len(label)-1], 0, 0
	for i, c := range inner {
		switch c {
		case '[', '(', '{':
			depth++
		case ']', ')', '}':
			depth--
		case ',':
			if depth == 0 {
				values, start = append(values, strings.TrimSpace(inner[start:i])), i+1
			}
		}
	}
	return label[:at], append(values, strings.TrimSpace(inner[start:]))
}

// glob says that a pattern, in which * stands for any text, is text from its beginning to its end.
func glob(pattern, text string) bool {
	parts := strings.Split(pattern, "*")
	for i, part := range parts {
		at := strings.Index(text, part)
		switch {
		case i == len(parts)-1:
			return strings.HasSuffix(text, part) && (i > 0 || text == part)
		case at < 0 || i == 0 && at > 0:
			return false
		}
		text = text[at+len(part):]
	}
	return true
}
