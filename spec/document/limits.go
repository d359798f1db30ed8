package document

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/epibdd/epibdd/internal/lazy"
)

// limits reads what stops a check.
func (r *sections) limits(n *node, into *Limits) {
	r.fields(n, "limits", []field{
		{"time", func(n *node) { limit(r.reader, n, &into.Time, ParseTime, "a time such as 30s, 5m or 1h30m") }},
		{"memory", func(n *node) { limit(r.reader, n, &into.Memory, ParseMemory, "a size such as 512MiB or 8GiB") }},
		{"nodes", func(n *node) { limit(r.reader, n, &into.Nodes, ParseCount, "a number such as 5_000_000") }},
	})
}

func limit[T any](r *reader, n *node, into *T, parse func(string) (T, bool), what string) {
	if !r.scalar(n, what) {
		return
	}
	text := strings.TrimSpace(n.text.Text())
	value, ok := parse(text)
	if !ok {
		refuse(r.errs, n.text, "write "+what, "%q is no limit", squeeze(text))
		return
	}
	r.note(n, text)
	*into = value
}

// ParseTime reads a time such as 30s, 5m or 1h30m, more than 0; ok is false for others.
func ParseTime(text string) (t time.Duration, ok bool) {
	d, err := time.ParseDuration(text)
	return d, err == nil && d > 0
}

var size = lazy.Pattern(`^([0-9_]+) ?(B|KiB|MiB|GiB|TiB)$`)

// ParseMemory reads a size such as 512MiB or 8GiB, more than 0, in bytes; ok is false for others.
func ParseMemory(text string) (bytes int64, ok bool) {
	m := size().FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	n, ok := ParseCount(m[1])
	shift := 10 * strings.Index(" KMGT", m[2][:1])
	if m[2] == "B" {
		shift = 0
	}
	return int64(n) << shift, ok && int64(n) <= math.MaxInt64>>shift
}

// ParseCount reads a number such as 5_000_000, more than 0; ok is false for others.
func ParseCount(text string) (n int, ok bool) {
	n, err := strconv.Atoi(strings.ReplaceAll(text, "_", ""))
	return n, err == nil && n > 0
}

// Over returns l with what it leaves open taken from base.
func (l Limits) Over(base Limits) Limits {
	if l.Time == 0 {
		l.Time = base.Time
	}
	if l.Memory == 0 {
		l.Memory = base.Memory
	}
	if l.Nodes == 0 {
		l.Nodes = base.Nodes
	}
	return l
}
