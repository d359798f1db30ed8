package report

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Merge makes one report of those of all shards. It proves that they are parts of one
// whole: of the same version, options and documents, with every check exactly once. If they
// are not, the error names all that is wrong. names are what errors call the parts.
func Merge(parts []*Document, names []string) (*Document, error) {
	m := &merger{parts: parts, names: names}
	m.whole()
	if len(m.problems) > 0 {
		return nil, errors.Join(m.problems...)
	}
	first := parts[0]
	all := &Document{Version: first.Version, Options: first.Options, Specs: []SpecRecord{}}
	for i := range first.Specs {
		all.Specs = append(all.Specs, m.spec(i))
	}
	for i, p := range parts {
		s := p.Summary
		if i > 0 {
			s.Specs, s.BadSpecs = 0, 0
		}
		all.Summary.add(s)
	}
	if len(m.problems) > 0 {
		return nil, errors.Join(m.problems...)
	}
	return all, nil
}

type merger struct {
	parts    []*Document
	names    []string
	problems []error
}

func (m *merger) problem(format string, args ...any) {
	m.problems = append(m.problems, fmt.Errorf(format, args...))
}

// whole says what is missing, there twice, or of another call.
func (m *merger) whole() {
	if len(m.parts) == 0 {
		m.problem("there are no reports")
		return
	}
	first, name := m.parts[0], m.names[0]
	of := 0
	from := map[int]string{}
	for i, p := range m.parts {
		this := m.names[i]
		k, n, ok := ParseShard(p.Shard)
		switch {
		case !ok:
			m.problem("%s is no shard: it was made without --shard", this)
			continue
		case of != 0 && n != of:
			m.problem("%s is shard %s, and others are of %d", this, p.Shard, of)
		case from[k] != "":
			m.problem("%s and %s are both shard %s", from[k], this, p.Shard)
		}
		if of == 0 {
			of = n
		}
		from[k] = this
		if p.Version != first.Version {
			m.problem("%s is of version %s, and %s of %s", this, p.Version, name, first.Version)
		}
		if !slices.Equal(p.Options, first.Options) {
			m.problem("%s was made with %q, and %s with %q", this, strings.Join(p.Options, " "), name, strings.Join(first.Options, " "))
		}
		if p.Summary.Interrupted > 0 {
			m.problem("%s was interrupted: %d checks have no answer", this, p.Summary.Interrupted)
		}
		if !slices.EqualFunc(p.Specs, first.Specs, sameSpec) {
			m.problem("%s and %s are about other documents, or other checks of these", name, this)
		}
	}
	for k := 1; k <= of; k++ {
		if from[k] == "" {
			m.problem("shard %d/%d is missing", k, of)
		}
	}
}

func sameSpec(a, b SpecRecord) bool {
	return a.Spec == b.Spec && slices.Equal(a.All, b.All) && slices.Equal(a.Errors, b.Errors)
}

// spec puts the checks of a document together in their order.
func (m *merger) spec(i int) SpecRecord {
	rec := m.parts[0].Specs[i]
	found := map[string]CheckRecord{}
	for j, p := range m.parts {
		for _, c := range p.Specs[i].Checks {
			if _, twice := found[c.ID]; twice {
				m.problem("%s: %s %s is there twice", m.names[j], rec.Spec, c.ID)
			}
			found[c.ID] = c
		}
	}
	rec.Checks = []CheckRecord{}
	for _, id := range rec.All {
		c, ok := found[id]
		if !ok {
			m.problem("%s %s is in no shard", rec.Spec, id)
			continue
		}
		rec.Checks = append(rec.Checks, c)
		delete(found, id)
	}
	for id := range found {
		m.problem("%s %s is not among the checks of the document", rec.Spec, id)
	}
	rec.All = nil
	return rec
}

// ParseShard reads a shard such as 2/12: the second of twelve.
func ParseShard(text string) (k, n int, ok bool) {
	a, b, _ := strings.Cut(text, "/")
	k, err1 := strconv.Atoi(a)
	n, err2 := strconv.Atoi(b)
	return k, n, err1 == nil && err2 == nil && 1 <= k && k <= n
}

// add adds up two summaries.
func (s *Summary) add(o Summary) {
	s.Specs += o.Specs
	s.Checks += o.Checks
	s.Met += o.Met
	s.Unmet += o.Unmet
	s.Open += o.Open
	s.Limited += o.Limited
	s.Interrupted += o.Interrupted
	s.Faulty += o.Faulty
	s.Broken += o.Broken
	s.BadSpecs += o.BadSpecs
	s.Seconds += o.Seconds
}
