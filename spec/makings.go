package spec

import (
	"sync"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
)

// makings are what a suite was made of, from which further checks of it are made.
type makings struct {
	*builder
	lock sync.Mutex
	of   map[*Model]*making
}

// making is what a model was made of.
type making struct {
	*resolver
	set []document.Param
}

// Document is what the suite was made of. It does not change.
func (s *Suite) Document() *document.Document { return s.makings.doc }

// Like makes a check of the model of another one that is in the suite, and of its row; nil: it would
// be mistaken. It has a model of its own if it looks back with a condition on the past that the model
// does not follow.
func (s *Suite) Like(known *Check, c document.Check) *Check {
	m := s.makings
	m.lock.Lock()
	defer m.lock.Unlock()
	made := m.of[known.Model]
	if made == nil {
		return nil
	}
	m.errs = new(source.List)
	check, _ := m.instance(made.resolver, &c, made.set, known.Label[len(known.ID):])
	if check.Formula == nil {
		return nil
	}
	return check
}
