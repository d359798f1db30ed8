package kripke

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Alternative is one way in which a knowledge action may happen: the worlds of a layer
// in which it can, and what each agent sees of it, by Agent.Index; "" is nothing.
type Alternative struct {
	Domain symbolic.Set
	View   []string
	Named  bool   // the action as it is written, with its marks, admits it
	Done   string // in the words of the action
}

// Product is what the structure behind a knowledge action has besides that before it: a
// world there is a world before with an alternative that can happen in it, numbered by
// a block of bits. Agents confuse two if they confuse both parts
// (docs/semantics.md#knowledge-actions).
//
// The closure under equal views needs no second copy of the worlds: the views of the two
// parts are functions of different bits, so it is taken part by part.
type Product struct {
	Before   *Structure
	Ways     [][]Alternative // by layer
	Named    Set             // the worlds to which the action as it is written leads
	Learners map[*spec.Agent]bool
	index    *encode.Block   // nil: there is at most one alternative in each layer
	blocks   []*encode.Block // of this action and those before it
	space    *symbolic.Space
	classes  map[string][]class
}

// Update returns the structure behind a knowledge action that may happen in the given
// ways, by layer, of which the learners know afterwards. o tells which action it is, for
// the block of bits that numbers the ways.
func (m *Structure) Update(o encode.Occurrence, ways [][]Alternative, learners map[*spec.Agent]bool) (*Structure, error) {
	p := &Product{Before: m, Ways: ways, Learners: learners, blocks: m.Product.Blocks(), space: m.Space(), classes: map[string][]class{}}
	most := 0
	for _, in := range ways {
		most = max(most, len(in))
	}
	if most > 1 {
		var err error
		if p.index, err = m.System.Block(o, most, p.blocks); err != nil {
			return nil, err
		}
		p.blocks = append(slices.Clip(p.blocks), p.index)
	}
	worlds := m.None()
	p.Named = m.None()
	for k, in := range ways {
		all, named := make([]symbolic.Set, len(in)), make([]symbolic.Set, len(in))
		for i, a := range in {
			all[i], named[i] = a.Domain, p.space.Empty()
			if a.Named {
				named[i] = a.Domain
			}
		}
		worlds[k], p.Named[k] = p.among(all), p.among(named)
	}
	return &Structure{System: m.System, Layers: m.Layers, Worlds: worlds, Starts: m.Starts.And(worlds), Memory: m.Memory, Product: p}, nil
}

// Depth is the number of knowledge actions that led to the structure.
func (m *Structure) Depth() int {
	if m.Product == nil {
		return 0
	}
	return 1 + m.Product.Before.Depth()
}

// Informed reports whether it makes sense to ask what an agent knows: it learnt of the
// knowledge action before.
func (m *Structure) Informed(a *spec.Agent) bool {
	return m.Product == nil || m.Product.Learners[a]
}

// Blocks are those of the knowledge actions up to p (nil: none).
func (p *Product) Blocks() []*encode.Block {
	if p == nil {
		return nil
	}
	return p.blocks
}

// Bits are those that worlds have because of the knowledge actions up to p (nil: none).
func (p *Product) Bits() []symbolic.Bit {
	var all []symbolic.Bit
	for _, b := range p.Blocks() {
		all = append(all, b.Bits()...)
	}
	return all
}

// Is are the vectors with the i-th alternative.
func (p *Product) Is(i int) symbolic.Set {
	if p.index == nil {
		return p.space.Full()
	}
	return p.index.Is(i)
}

// among are the worlds with an alternative in the domain that a list has for it.
func (p *Product) among(domains []symbolic.Set) symbolic.Set {
	if p.index == nil {
		return p.space.OrAll(domains...)
	}
	return p.index.Among(domains)
}

// Origins returns the worlds of the structure before from which those of a part of a
// layer come.
func (p *Product) Origins(part symbolic.Set) symbolic.Set {
	if p.index == nil {
		return part
	}
	return part.Exists(p.space.Cube(p.index.Bits()...))
}

// WaysIn are the alternatives in layer k.
func (p *Product) WaysIn(k int) []Alternative { return p.Ways[min(k, len(p.Ways)-1)] }

// inAll is the product with the alternatives in layer k as those in all layers.
func (p *Product) inAll(k int) *Product {
	if p == nil {
		return nil
	}
	q := *p
	q.Ways = [][]Alternative{p.WaysIn(k)}
	q.Before = &Structure{Product: p.Before.Product.inAll(k)}
	q.classes = map[string][]class{}
	return &q
}

// indistinguishable are the vectors that differ from one in part at most in the alternative,
// by one that looks the same to the agents.
func (p *Product) indistinguishable(agents []*spec.Agent, k int, part symbolic.Set) symbolic.Set {
	if p.index == nil {
		return part
	}
	var found []symbolic.Set
	for _, class := range p.classesOf(agents, k) {
		here := part.And(class.numbers)
		if !class.apart {
			here = p.Origins(here).And(class.numbers)
		}
		found = append(found, here)
	}
	return p.space.OrAll(found...)
}

// class is a set of alternatives.
type class struct {
	numbers symbolic.Set
	apart   bool // each looks different from all others; else they look the same
}

// classesOf divides the alternatives in layer k by what the agents see of them.
func (p *Product) classesOf(agents []*spec.Agent, k int) []class {
	who := fmt.Sprint(k)
	for _, a := range agents {
		who += fmt.Sprint(" ", a.Index)
	}
	if known, ok := p.classes[who]; ok {
		return known
	}
	var keys []string
	members := map[string][]symbolic.Set{}
	for i, way := range p.WaysIn(k) {
		var key strings.Builder
		for _, a := range agents {
			key.WriteString(way.View[a.Index])
			key.WriteByte('\n')
		}
		if members[key.String()] == nil {
			keys = append(keys, key.String())
		}
		members[key.String()] = append(members[key.String()], p.Is(i))
	}
	var all []class
	var apart []symbolic.Set
	for _, key := range keys {
		if one := members[key]; len(one) == 1 {
			apart = append(apart, one[0])
			continue
		}
		all = append(all, class{numbers: p.space.OrAll(members[key]...)})
	}
	if len(apart) > 0 {
		all = append(all, class{p.space.OrAll(apart...), true})
	}
	p.classes[who] = all
	return all
}
