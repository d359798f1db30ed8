//go:build !js

package symbolic

import (
	"fmt"
	"reflect"

	"github.com/dalzilio/rudd"
)

// ruddLayout tells where rudd keeps the few private fields that the engine
// reads or writes. They are needed for three things that rudd's interface does
// not offer and that cannot be done without:
//
//   - Life of nodes. rudd counts a finalizer per result, in a counter that
//     stops at 1023 and is changed by the finalizer goroutine while operations
//     run, so that a node in use can be reclaimed and become another function.
//     Without a finalizer (field nodefinalizer) the counter changes only when
//     the engine changes it.
//   - Stopping. An operation has no hook where it could be asked to stop. With
//     the table's length set to 0 its next access panics.
//   - Numbers. How many nodes there are is told only inside a text.
//
// The places are found by name and type, at run time, so both builds of rudd
// (with and without the tag buddy) are covered; a rudd that differs is refused.
type ruddLayout struct {
	tables                     uintptr // in rudd.BDD: a pointer to what follows
	nodes, freenum, freepos    uintptr
	produced                   uintptr // nodes made
	finalizer, history, growth uintptr
	stride                     uintptr // size of one node, of which
	level, refs, low, high     uintptr
}

// findRuddLayout examines the type behind *rudd.BDD.
func findRuddLayout(bdd reflect.Type) (ruddLayout, error) {
	var l ruddLayout
	f := fieldFinder{}
	var tables, nodes, gc, configs reflect.Type
	l.tables, tables = f.find(bdd, "tables", reflect.Pointer)
	tables = f.elem(tables, reflect.Struct)
	l.nodes, nodes = f.find(tables, "nodes", reflect.Slice)
	l.freenum, _ = f.find(tables, "freenum", reflect.Int)
	l.freepos, _ = f.find(tables, "freepos", reflect.Int)
	l.produced, _ = f.find(tables, "produced", reflect.Int)
	l.finalizer, _ = f.find(tables, "nodefinalizer", reflect.Interface)
	l.history, gc = f.find(tables, "gcstat", reflect.Struct)
	history, _ := f.find(gc, "history", reflect.Slice)
	l.growth, configs = f.find(tables, "configs", reflect.Struct)
	increase, _ := f.find(configs, "maxnodeincrease", reflect.Int)
	l.history, l.growth = l.history+history, l.growth+increase

	node := f.elem(nodes, reflect.Struct)
	l.level, _ = f.find(node, "level", reflect.Int32)
	l.refs, _ = f.find(node, "refcou", reflect.Int32)
	l.low, _ = f.find(node, "low", reflect.Int)
	l.high, _ = f.find(node, "high", reflect.Int)
	l.stride = node.Size()
	return l, f.err
}

// fieldFinder looks up fields and keeps the first disappointment, after which
// it returns the empty struct type.
type fieldFinder struct{ err error }

var nothing = reflect.TypeFor[struct{}]()

func (f *fieldFinder) find(t reflect.Type, name string, want reflect.Kind) (uintptr, reflect.Type) {
	if f.err != nil {
		return 0, nothing
	}
	field, ok := t.FieldByName(name)
	if !ok || len(field.Index) != 1 || field.Type.Kind() != want {
		f.err = fmt.Errorf("symbolic: this version of rudd cannot be used: no field %s of kind %s in its type %s", name, want, t)
		return 0, nothing
	}
	return field.Offset, field.Type
}

func (f *fieldFinder) elem(t reflect.Type, want reflect.Kind) reflect.Type {
	if f.err != nil {
		return nothing
	}
	if t = t.Elem(); t.Kind() != want {
		f.err = fmt.Errorf("symbolic: this version of rudd cannot be used: %s where a %s was expected", t, want)
		return nothing
	}
	return t
}

var ruddPlaces, ruddPlacesErr = findRuddLayout(reflect.TypeFor[rudd.BDD]())
