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
		{"time", func(n *node) { limit(r.reader, n, &into.Time, timeLimit, "a time such as 30s, 5m or 1h30m") }},
		{"memory", func(n *node) { limit(r.reader, n, &into.Memory, memoryLimit, "a size such as 512MiB or 8GiB") }},
		{"nodes", func(n *node) { limit(r.reader, n, &into.Nodes, nodeLimit, "a number such as 5_000_000") }},
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

func timeLimit(text string) (time.Duration, bool) {
	d, err := time.ParseDuration(text)
	return d, err == nil && d > 0
}

var size = lazy.Pattern(`^([0-9_]+) ?(B|KiB|MiB|GiB|TiB)$`)

func memoryLimit(text string) (int64, bool) {
	m := size().FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	n, ok := nodeLimit(m[1])
	shift := 10 * strings.Index(" KMGT", m[2][:1])
	if m[2] == "B" {
		shift = 0
	}
	return int64(n) << shift, ok && int64(n) <= math.MaxInt64>>shift
}

func nodeLimit(text string) (int, bool) {
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
