// Package lazy makes what few calls need when the first of them asks for it. The
// program starts for each small file anew, and what is made of package-level variables is
// made each time: regular expressions with classes of letters alone took as long as a
// small check.
package lazy

import (
	"regexp"
	"sync"
)

// Pattern returns a function that returns the regular expression of a text, compiled once,
// when it is first called. It panics then if the text is none.
func Pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
