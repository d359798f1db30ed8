package report

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// lineWidth is where lines are broken unless there is a terminal, which has its own width.
const lineWidth = 96

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.2fs", d.Seconds()) }

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// oneLine joins the lines of an expression, without its comments.
func oneLine(text string) string {
	var words []string
	for line := range strings.SplitSeq(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		words = append(words, strings.Fields(line)...)
	}
	return strings.Join(words, " ")
}

// wrap joins words into lines of at most width characters, where that is possible.
func wrap(words []string, width int) []string {
	var lines []string
	for len(words) > 0 {
		n, wide := 1, utf8.RuneCountInString(words[0])
		for ; n < len(words); n++ {
			if wide += 1 + utf8.RuneCountInString(words[n]); wide > width {
				break
			}
		}
		lines = append(lines, strings.Join(words[:n], " "))
		words = words[n:]
	}
	return lines
}

// printable keeps control characters of a document from the terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return '?'
		}
		return r
	}, s)
}

// printableLine is printable for what has to stay on one line.
func printableLine(s string) string { return strings.ReplaceAll(printable(s), "\n", "?") }
