package plan

import (
	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/spec"
)

// needs counts registers by type.
type needs map[string]need

type need struct {
	typ spec.Type
	n   int
}

// include raises n to what m needs.
func (n needs) include(m needs) {
	for k, v := range m {
		if v.n > n[k].n {
			n[k] = v
		}
	}
}

// add counts one more register.
func (n needs) add(t spec.Type) { n.addAs(t.String(), t) }

func (n needs) addAs(key string, t spec.Type) { n[key] = need{t, n[key].n + 1} }

// registersOf returns the registers that the evaluation of e needs at once.
func (p planner) registersOf(e spec.Expr, known map[spec.Expr]needs) needs {
	if n, ok := known[e]; ok {
		return n
	}
	p.spend(1)
	n := needs{}
	for _, c := range spec.Children(e) {
		n.include(p.registersOf(c, known))
	}
	if fold, ok := e.(*spec.Fold); ok {
		for i, kept := range p.tune.InRegisters(fold) {
			if kept {
				n.add(fold.Binders[i].Bound.Type)
			}
		}
		for i, open := range p.tune.Opens(fold) {
			if b := fold.Binders[i].Bound; open {
				n.addAs(tune.OpenKey(b.Type), b.Type)
			}
		}
	}
	known[e] = n
	return n
}
