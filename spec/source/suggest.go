package source

import (
	"fmt"
	"strings"
)

// DidYouMean returns `; did you mean "x"?` for the candidate nearest to name,
// or "" where none is near enough to be a slip of the pen.
func DidYouMean(name string, candidates []string) string {
	best, distance := "", len(name)/3+2
	for _, c := range candidates {
		d := editDistance(name, c, distance)
		switch {
		case c == name:
		case strings.EqualFold(c, name):
			return suggestion(c)
		case d >= len(name): // no letter in common: another name, however short
		case d < distance, d == distance && best == "" && d <= len(name)/2:
			best, distance = c, d
		}
	}
	if best == "" {
		return ""
	}
	return suggestion(best)
}

func suggestion(name string) string { return fmt.Sprintf("; did you mean %q?", name) }

// editDistance counts insertions, deletions, substitutions and swaps of
// neighbours (optimal string alignment); anything over limit is limit+1.
func editDistance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	two, one, now := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range one {
		one[j] = j
	}
	for i := 1; i <= len(a); i++ {
		now[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			now[j] = min(one[j]+1, now[j-1]+1, one[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				now[j] = min(now[j], two[j-2]+1)
			}
		}
		two, one, now = one, now, two
	}
	return one[len(b)]
}
