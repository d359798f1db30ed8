//go:build unix

package main

import (
	"math"
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/symbolic/kernel"
)

// set is a function of a package, by a number. Results are kept until they are dropped;
// constants and literals need neither.
type set int

const (
	falsity set = 0
	truth   set = 1
)

// bdds is what families need of a package.
type bdds interface {
	lit(v int) set
	not(f set) set
	and(f, g set) set
	or(f, g set) set
	xor(f, g set) set
	ite(f, g, h set) set
	cube(vars []int) set // ascending
	exists(f, cube set) set
	forall(f, cube set) set
	andExists(f, g, cube set) set
	exchange(from, to []int) // what exchanged does from now on
	exchanged(f set) set
	image(f, steps, cube set) set // exchanged(andExists(f, steps, cube))
	keep(f set) set
	drop(f set)
	equal(f, g set) bool

	// bits is the logarithm of the number of vectors in f, to the base of 2.
	bits(f set) float64
	// size counts nodes below functions, as if no edge could be complemented, and as if
	// they could; 0 if the package cannot tell.
	size(all []set) (plain, complemented int)
}

// room is the number of nodes for which tables are made at first, here and in families.c.
var room = 1 << 18

var packages = map[string]func(vars int) bdds{
	"kernel":   func(vars int) bdds { return newKernel(vars) },
	"product":  func(vars int) bdds { return &fused{kernelBDDs: newKernel(vars)} },
	"symbolic": func(vars int) bdds { return newSpace(vars, "kernel") },
	"rudd":     func(vars int) bdds { return newSpace(vars, "rudd") },
}

// kernelBDDs counts how often each node is kept.
type kernelBDDs struct {
	k     *kernel.Kernel
	kept  []uint32
	swap  *kernel.Map
	steps *kernel.Product
}

func newKernel(vars int) *kernelBDDs {
	b := &kernelBDDs{}
	b.k = kernel.New(kernel.Config{Vars: vars, Room: room, Roots: func(yield func(kernel.Ref)) {
		for i, n := range b.kept {
			if n > 0 {
				yield(kernel.Ref(2 * i))
			}
		}
	}})
	return b
}

func (b *kernelBDDs) keep(f set) set {
	for int(f>>1) >= len(b.kept) {
		b.kept = append(b.kept, make([]uint32, len(b.kept)+1)...)
	}
	b.kept[f>>1]++
	return f
}

func (b *kernelBDDs) drop(f set)              { b.kept[f>>1]-- }
func (b *kernelBDDs) equal(f, g set) bool     { return f == g }
func (b *kernelBDDs) result(f kernel.Ref) set { return b.keep(set(f)) }
func (b *kernelBDDs) lit(v int) set           { return set(b.k.Literal(v)) }
func (b *kernelBDDs) not(f set) set           { return b.keep(f ^ 1) }
func (b *kernelBDDs) and(f, g set) set        { return b.result(b.k.And(kernel.Ref(f), kernel.Ref(g))) }
func (b *kernelBDDs) or(f, g set) set         { return b.result(b.k.Or(kernel.Ref(f), kernel.Ref(g))) }
func (b *kernelBDDs) xor(f, g set) set        { return b.result(b.k.Xor(kernel.Ref(f), kernel.Ref(g))) }
func (b *kernelBDDs) exists(f, cube set) set {
	return b.result(b.k.Exists(kernel.Ref(f), kernel.Ref(cube)))
}
func (b *kernelBDDs) forall(f, cube set) set {
	return b.result(b.k.Forall(kernel.Ref(f), kernel.Ref(cube)))
}
func (b *kernelBDDs) exchange(from, to []int) {
	b.swap = b.k.NewMap(append(from, to...), append(to, from...))
}
func (b *kernelBDDs) exchanged(f set) set { return b.result(b.k.Permute(kernel.Ref(f), b.swap)) }

func (b *kernelBDDs) cube(vars []int) set {
	c := kernel.True
	for _, v := range slices.Backward(vars) {
		c = b.k.And(b.k.Literal(v), c)
	}
	return b.result(c)
}

func (b *kernelBDDs) bits(f set) float64 {
	known := map[kernel.Ref]float64{kernel.False: 0, kernel.True: 1}
	var density func(f kernel.Ref) float64
	density = func(f kernel.Ref) float64 {
		d, ok := known[f]
		if !ok {
			d = (density(b.k.Low(f)) + density(b.k.High(f))) / 2
			known[f] = d
		}
		return d
	}
	return math.Log2(density(kernel.Ref(f))) + float64(b.k.Vars())
}

func (b *kernelBDDs) size(all []set) (plain, complemented int) {
	seen := map[kernel.Ref]bool{}
	var visit func(f kernel.Ref)
	visit = func(f kernel.Ref) {
		if f.IsConstant() || seen[f] {
			return
		}
		seen[f] = true
		plain++
		if !seen[f.Not()] {
			complemented++
		}
		visit(b.k.Low(f))
		visit(b.k.High(f))
	}
	for _, f := range all {
		visit(kernel.Ref(f))
	}
	return plain, complemented
}

func (b *kernelBDDs) ite(f, g, h set) set {
	return b.result(b.k.Ite(kernel.Ref(f), kernel.Ref(g), kernel.Ref(h)))
}

func (b *kernelBDDs) andExists(f, g, cube set) set {
	return b.result(b.k.AndExists(kernel.Ref(f), kernel.Ref(g), kernel.Ref(cube)))
}

func (b *kernelBDDs) image(f, steps, cube set) set { return image(b, f, steps, cube) }

func image(b bdds, f, steps, cube set) set {
	next := b.andExists(f, steps, cube)
	defer b.drop(next)
	return b.exchanged(next)
}

// fused takes images in one pass, as package symbolic does.
type fused struct {
	*kernelBDDs
	back *kernel.Map
}

func (b *fused) exchange(from, to []int) { b.back = b.k.NewMap(to, from) }

func (b *fused) image(f, steps, cube set) set {
	if b.steps == nil {
		b.steps = b.k.NewProduct(b.k.NewMap(nil, nil), kernel.Ref(cube), b.back)
	}
	return b.result(b.k.Product(kernel.Ref(f), kernel.Ref(steps), b.steps))
}

// space is an engine as package symbolic drives it.
type space struct {
	sp    *symbolic.Space
	sets  []symbolic.Set
	cubes []symbolic.Cube // of those sets that are cubes
	free  []set
	swap  symbolic.Renaming
}

func newSpace(vars int, engine string) *space {
	sp, err := symbolic.NewSpace(vars, symbolic.Options{Engine: engine, Room: room})
	if err != nil {
		panic(err)
	}
	b := &space{sp: sp}
	b.number(sp.Empty())
	b.number(sp.Full())
	for v := range vars {
		b.number(sp.Lit(symbolic.Bit(v)))
	}
	return b
}

func (b *space) number(s symbolic.Set) set {
	if n := len(b.free); n > 0 {
		f := b.free[n-1]
		b.free, b.sets[f] = b.free[:n-1], s
		return f
	}
	b.sets, b.cubes = append(b.sets, s), append(b.cubes, symbolic.Cube{})
	return set(len(b.sets) - 1)
}

func (b *space) constant(f set) bool      { return int(f) < b.sp.Bits()+2 }
func (b *space) lit(v int) set            { return set(v + 2) }
func (b *space) equal(f, g set) bool      { return b.sets[f].Equal(b.sets[g]) }
func (b *space) not(f set) set            { return b.number(b.sets[f].Not()) }
func (b *space) and(f, g set) set         { return b.number(b.sets[f].And(b.sets[g])) }
func (b *space) or(f, g set) set          { return b.number(b.sets[f].Or(b.sets[g])) }
func (b *space) xor(f, g set) set         { return b.number(b.sets[f].Xor(b.sets[g])) }
func (b *space) ite(f, g, h set) set      { return b.number(b.sets[f].Ite(b.sets[g], b.sets[h])) }
func (b *space) exists(f, cube set) set   { return b.number(b.sets[f].Exists(b.cubes[cube])) }
func (b *space) forall(f, cube set) set   { return b.number(b.sets[f].Forall(b.cubes[cube])) }
func (b *space) exchanged(f set) set      { return b.number(b.sets[f].Rename(b.swap)) }
func (b *space) image(f, g, cube set) set { return image(b, f, g, cube) }

func (b *space) andExists(f, g, cube set) set {
	return b.number(b.sets[f].AndExists(b.sets[g], b.cubes[cube]))
}

// keep gives the set another number.
func (b *space) keep(f set) set { return b.number(b.sets[f]) }

func (b *space) drop(f set) {
	if !b.constant(f) {
		b.sets[f], b.cubes[f] = symbolic.Set{}, symbolic.Cube{}
		b.free = append(b.free, f)
	}
}

func (b *space) cube(vars []int) set {
	c := b.sp.Cube(toBits(vars)...)
	f := b.number(b.sp.Full())
	b.cubes[f] = c
	return f
}

func (b *space) exchange(from, to []int) {
	var err error
	if b.swap, err = b.sp.Renaming(toBits(to), toBits(from)); err != nil {
		panic(err)
	}
}

func (b *space) bits(f set) float64 {
	var mantissa big.Float
	exponent := mantissa.SetInt(b.sets[f].Count(b.sp.Order())).MantExp(&mantissa)
	m, _ := mantissa.Float64()
	return math.Log2(m) + float64(exponent)
}

func (b *space) size([]set) (plain, complemented int) { return 0, 0 }

func toBits(vars []int) []symbolic.Bit {
	var s []symbolic.Bit
	for _, v := range vars {
		s = append(s, symbolic.Bit(v))
	}
	return s
}
