package encode

import "github.com/epibdd/epibdd/spec"

// heavy tells whether it pays to remember the body of a definition by its
// arguments: it has a fold, or asks about other worlds.
func (s *System) heavy(d *spec.Define) bool {
	known, ok := s.weight[d]
	if !ok {
		known = isHeavy(d.Body)
		s.weight[d] = known
	}
	return known
}

func isHeavy(e spec.Expr) bool {
	if _, fold := e.(*spec.Fold); fold || e.Traits()&spec.Modal != 0 {
		return true
	}
	for _, c := range spec.Children(e) {
		if isHeavy(c) {
			return true
		}
	}
	return false
}

// indexedBy tells whether e selects an element of an array or a set by the name
// b, directly or through other operations.
func indexedBy(e spec.Expr, b *spec.Bound) bool {
	switch e := e.(type) {
	case *spec.Element:
		for _, x := range e.Index {
			if mentions(x, b) {
				return true
			}
		}
	case *spec.Binary:
		if e.Op == spec.In && mentions(e.X, b) && e.Y.Traits()&spec.ReadsState != 0 {
			return true
		}
	case *spec.Call:
		for i, a := range e.Args {
			if mentions(a, b) && indexedBy(e.Define.Body, e.Define.Params[i]) {
				return true
			}
		}
	}
	for _, c := range spec.Children(e) {
		if indexedBy(c, b) {
			return true
		}
	}
	return false
}

func mentions(e spec.Expr, b *spec.Bound) bool {
	for _, f := range e.Free() {
		if f == b {
			return true
		}
	}
	return false
}
