package main

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// initialized is a line of Go's trace of the packages that a program starts with.
var initialized = regexp.MustCompile(`(?m)^init (github\.com/epibdd/epibdd\S*) @.* (\d+) bytes, \d+ allocs$`)

// mostAtStart is how many bytes a package of ours may allocate before the program begins. Words
// and operators take less; a regular expression with classes of letters, or a schema that is
// read, takes ten times as much, and each small file waits for it.
const mostAtStart = 8 << 10

// This process is not the program but begins with its packages. What those of the tests
// allocate in package main itself is not told apart from what the program does there.
func TestPackagesStartWithLittle(t *testing.T) {
	c := exec.Command(os.Args[0], "-test.run", "^$")
	c.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	seen := 0
	for _, m := range initialized.FindAllStringSubmatch(string(out), -1) {
		if strings.HasSuffix(m[1], "/cmd/epibdd") {
			continue
		}
		seen++
		if n, err := strconv.Atoi(m[2]); err != nil || n > mostAtStart {
			t.Errorf("%s allocates %s bytes before the program begins, and may %d: make it when it is asked for", m[1], m[2], mostAtStart)
		}
	}
	if seen < 5 {
		t.Errorf("%d packages of ours were seen:\n%s", seen, out)
	}
}
