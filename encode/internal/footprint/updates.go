package footprint

import (
	"fmt"

	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/spec"
)

// updates plans blocks for the knowledge actions in a formula, of which depth are
// performed before it, and joins what their tests read. There has to be a block for each: once
// the walk is tired, names have any value, and alternatives are as many as there may be.
func (sc *walk) updates(e spec.Expr, ns places, depth int) {
	if e.Traits()&spec.Modal == 0 {
		return
	}
	sc.tired()
	switch e := e.(type) {
	case *spec.Update:
		sc.updates(e.X, ns, sc.perform(e.Action, nil, ns, depth))
		return
	case *spec.Call:
		sc.updates(e.Define.Body, sc.arguments(e.Define.Params, e.Args, ns), depth)
		for _, a := range e.Args {
			sc.updates(a, ns, depth)
		}
		return
	case *spec.Fold:
		sc.eachOrAny(e.Binders, ns, func(ns places) { sc.updates(e.Body, ns, depth) })
		return
	}
	for _, c := range spec.Children(e) {
		sc.updates(c, ns, depth)
	}
}

// perform plans blocks for a knowledge action and returns the depth behind it.
func (sc *walk) perform(p, outer spec.Program, ns places, depth int) int {
	if outer == nil {
		if _, seq := p.(*spec.Seq); !seq {
			outer = p
		}
	}
	last := depth
	switch p := p.(type) {
	case *spec.Seq:
		for _, q := range p.Parts {
			last = sc.perform(q, outer, ns, last)
		}
		return last
	case *spec.Choice:
		for i, q := range p.Parts {
			if p.Marked < 0 || p.Marked == i {
				last = max(last, sc.perform(q, outer, ns, depth))
			}
		}
		return last
	case *spec.SomeOf:
		sc.eachOrAny(p.Binders, ns, func(ns places) { last = max(last, sc.perform(p.Body, outer, ns, depth)) })
		return last
	case *spec.Run:
		return sc.perform(p.Named.Body, outer, sc.arguments(p.Named.Params, p.Args, ns), depth)
	}
	var reads layout.Edge
	n := sc.orMost(sc.alternatives(p, outer, ns, depth, &reads))
	reads = layout.Unique(reads)
	if n > 1 {
		b := sc.layout.NumberingFor(layout.Occurrence{Program: outer, Depth: depth}, n)
		b.Reads = layout.Unique(append(b.Reads, reads...))
	}
	if key := fmt.Sprint(reads); !sc.joined[key] { // the same question to the next player is no news
		sc.joined[key] = true
		sc.join(reads)
	}
	return depth + 1
}

// alternatives is how many alternatives a knowledge action has at most, with
// what its tests read.
func (sc *walk) alternatives(p, outer spec.Program, ns places, depth int, reads *layout.Edge) int {
	n := 0
	add := func(more int) { n = min(n+more, layout.MaxAlternatives) }
	switch p := p.(type) {
	case *spec.Test:
		sc.updates(p.X, ns, depth)
		if p.X.Traits()&spec.Modal == 0 {
			*reads = append(*reads, sc.reads(p.X, ns)...)
		}
		return 1
	case *spec.Choice:
		for _, q := range p.Parts {
			add(sc.alternatives(q, outer, ns, depth, reads))
		}
		return n
	case *spec.SomeOf:
		sc.eachOrAny(p.Binders, ns, func(ns places) { add(sc.alternatives(p.Body, outer, ns, depth, reads)) })
		return sc.orMost(n)
	case *spec.Run:
		return sc.alternatives(p.Named.Body, outer, sc.arguments(p.Named.Params, p.Args, ns), depth, reads)
	case *spec.Learn:
		return sc.alternatives(p.X, outer, ns, depth, reads)
	}
	n = 1
	_, seq := p.(*spec.Seq)
	for _, q := range spec.Subprograms(p) {
		n = min(n*sc.alternatives(q, outer, ns, depth, reads), layout.MaxAlternatives)
		if seq { // what follows is asked of the worlds that this part leads to
			sc.layout.NumberingFor(layout.Occurrence{Program: outer, Depth: depth}, sc.orMost(n))
			depth++
		}
	}
	return n
}

// eachOrAny calls f for the instances of binders, and once the walk is tired for names of which no value is known.
func (sc *walk) eachOrAny(bs []spec.Binder, ns places, f func(places)) {
	sc.each(bs, ns, f)
	if sc.visits > maxVisits {
		f(ns)
	}
}

// orMost is a number of alternatives, the greatest there may be once the walk is tired.
func (sc *walk) orMost(n int) int {
	if sc.visits > maxVisits {
		return layout.MaxAlternatives
	}
	return n
}
