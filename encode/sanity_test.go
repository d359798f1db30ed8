package encode

import (
	"fmt"

	"github.com/epibdd/epibdd/symbolic"
)

// sane checks the invariants of the encoding and returns the first that is
// violated. It costs an image for each part of each action.
func (s *System) sane() error {
	for _, set := range []struct {
		name string
		set  symbolic.Set
	}{{"the initial states", s.init}, {"the faults of init", s.initFault}} {
		if !set.set.SubsetOf(s.codes.Valid) {
			return fmt.Errorf("encode: %s are not all states", set.name)
		}
	}
	if got := s.codes.Count(s.codes.Valid); got.Cmp(s.codes.Layout.Size()) != 0 {
		return fmt.Errorf("encode: %s valid codes for %s states", got, s.codes.Layout.Size())
	}
	for _, a := range s.steps.actions {
		if err := s.saneAction(a); err != nil {
			return fmt.Errorf("encode: action %s: %w", a.spec.Name, err)
		}
	}
	if s.steps.joint != nil {
		for _, p := range s.steps.relation.Parts() {
			if !p.Image(s.codes.Valid).SubsetOf(s.codes.Valid) || !p.Preimage(s.codes.Valid).SubsetOf(s.codes.Valid) {
				return fmt.Errorf("encode: a joint step leads to or from an unused code")
			}
		}
	}
	return nil
}

// saneAction checks that steps lead from states to states, exactly where the
// action is enabled and not faulty.
func (s *System) saneAction(a *action) error {
	aux := s.codes.Space.Cube(a.aux...)
	enabled := s.codes.Space.Empty()
	for _, p := range a.parts {
		if !p.enabled.Disjoint(p.fault.And(s.codes.Valid)) {
			return fmt.Errorf("an instance is both enabled and faulty")
		}
		enabled = enabled.Or(p.enabled.Exists(aux))
	}
	enabled = enabled.And(s.codes.Valid)
	for _, p := range a.relation.Parts() {
		if !p.Image(s.codes.Valid).SubsetOf(s.codes.Valid) {
			return fmt.Errorf("a step leads to an unused code")
		}
		if !p.Preimage(s.codes.Valid).SubsetOf(s.codes.Valid) {
			return fmt.Errorf("a step leads from an unused code")
		}
	}
	if domain := a.relation.Domain(s.codes.Space).And(s.codes.Valid); !domain.Equal(enabled) {
		return fmt.Errorf("the relation is not total where the action is enabled")
	}
	return nil
}
