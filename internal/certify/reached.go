package certify

import (
	"strings"

	"github.com/epibdd/epibdd/spec"
)

// mostListed is how many worlds are listed to certify that all are reached.
const mostListed = 4096

// reached certifies that steps lead to all worlds: they are initial, or else so few that
// steps are followed one by one.
func (k *checker) reached() {
	if k.exact {
		return
	}
	in, _ := k.initial(k.here)
	if k.possible(k.isHere, in.not()) {
		k.listed(in)
	}
	k.exact = true
}

func (k *checker) listed(in lit) {
	known, found := map[string]bool{}, no
	var queue []*eval
	add := func(vars []value) {
		equal, key := yes, ""
		for i, v := range vars {
			equal = k.and(equal, k.here.equal(k.here.vars[i], v))
			key += k.key(k.model.Vars[i].Type, v)
		}
		if known[key] {
			return
		}
		if len(queue) == mostListed {
			panic(open("what somebody does not know, among more than %d worlds of which not all are initial", mostListed))
		}
		known[key], found = true, k.or(found, equal)
		queue = append(queue, k.at(vars))
	}
	for k.possible(k.isHere, in, found.not()) {
		inputs := map[lit]bool{}
		var vars []value
		for i, v := range k.model.Vars {
			var list []value
			leaves(v.Type, k.here.vars[i], func(_ spec.Type, x value) {
				for _, c := range x.cases {
					if k.shows(c.when, inputs) {
						list = append(list, constant(c.value))
						return
					}
				}
			})
			x, _ := built(v.Type, k.here, list)
			vars = append(vars, x)
		}
		add(vars)
	}
	for i := 0; i < len(queue); i++ {
		for _, a := range k.model.Actions {
			ways, _ := k.take(queue[i], a)
			for _, w := range ways {
				if w.guard == yes {
					add(w.to.vars)
				}
			}
		}
	}
	k.never(wrong("a world is not reached"), k.isHere, found.not())
}

// key tells constant values of a type apart.
func (k *checker) key(t spec.Type, x value) string {
	var b strings.Builder
	leaves(t, x, func(_ spec.Type, x value) {
		for _, c := range x.cases {
			if c.when == yes {
				b.WriteString(spec.Key(c.value) + ";")
			}
		}
	})
	return b.String()
}

// shows is the value of a wire where the solver has found one for all inputs that matter.
func (c *circuit) shows(l lit, known map[lit]bool) bool {
	pos := l &^ 1
	v, ok := known[pos]
	if !ok {
		switch g := c.gates[pos/2]; {
		case pos == no:
		case g[0] == pos:
			v = c.told[pos/2] && c.solver.Value(c.literal(pos))
		default:
			v = c.shows(g[0], known) && c.shows(g[1], known)
		}
		known[pos] = v
	}
	return v != (l&1 == 1)
}
