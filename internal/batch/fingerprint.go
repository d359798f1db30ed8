package batch

import (
	"crypto/sha256"
	"encoding"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"reflect"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

// fingerprint is a hash of a structure: of all its fields, exported or not, by way of
// reflection, so that none can be forgotten. Pointers are numbered as they are met, so that what
// is shared is gone through once and circles end. Left out is what says nothing of an answer
// (idle), and where a text stands in its file: of a place counts the text, and of one inside
// of the last such text where in it.
type fingerprint struct {
	sum   hash.Hash
	base  map[pointer]uint64 // of what was gone through before the fork
	seen  map[pointer]uint64
	outer struct {
		file       uintptr
		start, end int
	}
	bytes int
	err   error
}

type pointer struct {
	at  uintptr
	typ reflect.Type
}

// most is how many bytes of a structure are hashed.
const most = 64 << 20

var errTooLarge = errors.New("too large")

func newFingerprint() *fingerprint {
	return &fingerprint{sum: sha256.New(), seen: map[pointer]uint64{}}
}

// fork returns a fingerprint that goes on from what f has seen, which does not change any more.
func (f *fingerprint) fork() *fingerprint {
	if f.err != nil {
		return f
	}
	state, err := f.sum.(encoding.BinaryMarshaler).MarshalBinary()
	sum := sha256.New()
	if err == nil {
		err = sum.(encoding.BinaryUnmarshaler).UnmarshalBinary(state)
	}
	return &fingerprint{sum: sum, base: f.seen, seen: map[pointer]uint64{}, outer: f.outer, bytes: f.bytes, err: err}
}

// idle are the fields of a check, and of a model, that no answer depends on: names and texts
// for people, and what is expected.
var idle = map[reflect.Type][]string{
	reflect.TypeFor[spec.Check](): {"ID", "Label", "Doc", "Text", "Expect", "Place"},
	reflect.TypeFor[spec.Model](): {"File", "Name", "Doc"},
}

// add hashes a value.
func (f *fingerprint) add(x any) { f.value(reflect.ValueOf(x)) }

// hex is the hash of all that was added.
func (f *fingerprint) hex() (string, error) {
	if f.err != nil {
		return "", f.err
	}
	return fmt.Sprintf("%x", f.sum.Sum(nil)), nil
}

func (f *fingerprint) write(text string) {
	f.bytes += len(text) + 8
	if f.bytes > most && f.err == nil {
		f.err = errTooLarge
	}
	if f.err == nil {
		f.number(uint64(len(text)))
		f.sum.Write([]byte(text))
	}
}

func (f *fingerprint) number(n uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], n)
	f.sum.Write(b[:])
}

func (f *fingerprint) value(v reflect.Value) {
	if f.err != nil {
		return
	}
	if !v.IsValid() {
		f.write("nil")
		return
	}
	f.write(v.Type().String())
	switch v.Kind() {
	case reflect.Bool, reflect.String, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8,
		reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr, reflect.Float32, reflect.Float64:
		f.write(fmt.Sprint(v))
	case reflect.Interface:
		f.value(v.Elem())
	case reflect.Pointer:
		f.pointer(v)
	case reflect.Struct:
		f.fields(v)
	case reflect.Slice, reflect.Array:
		f.number(uint64(v.Len()))
		for i := range v.Len() {
			f.value(v.Index(i))
		}
	case reflect.Map:
		f.entries(v)
	default:
		if !v.IsNil() {
			f.err = fmt.Errorf("a %s has no hash", v.Type())
		}
	}
}

func (f *fingerprint) pointer(v reflect.Value) {
	if v.IsNil() {
		f.write("nil")
		return
	}
	p := pointer{v.Pointer(), v.Type()}
	n, known := f.base[p]
	if !known {
		n, known = f.seen[p]
	}
	if known {
		f.number(n)
		return
	}
	f.seen[p] = uint64(len(f.base) + len(f.seen) + 1)
	f.value(v.Elem())
}

func (f *fingerprint) fields(v reflect.Value) {
	if v.Type() == reflect.TypeFor[source.Span]() {
		f.span(v)
		return
	}
	for i := range v.NumField() {
		if name := v.Type().Field(i).Name; !slices.Contains(idle[v.Type()], name) {
			f.write(name)
			f.value(v.Field(i))
		}
	}
}

// span hashes a place by its text. A file may be reached by way of fields that are not
// exported, of which reflection tells numbers and texts alone.
func (f *fingerprint) span(v reflect.Value) {
	file, start, end := v.FieldByName("File"), int(v.FieldByName("Start").Int()), int(v.FieldByName("End").Int())
	if file.IsNil() {
		f.write("nowhere")
		return
	}
	if o := f.outer; file.Pointer() == o.file && o.start <= start && end <= o.end {
		f.number(uint64(start - o.start))
		f.number(uint64(end - o.start))
		return
	}
	f.outer.file, f.outer.start, f.outer.end = file.Pointer(), start, end
	f.write(file.Elem().FieldByName("Text").String()[start:end])
}

// entries hashes a map whose keys are texts or numbers, in their order.
func (f *fingerprint) entries(v reflect.Value) {
	keys := v.MapKeys()
	for _, k := range keys {
		switch k.Kind() {
		case reflect.String, reflect.Int, reflect.Int64:
		default:
			f.err = fmt.Errorf("a %s has no hash", v.Type())
			return
		}
	}
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	f.number(uint64(len(keys)))
	for _, k := range keys {
		f.value(k)
		f.value(v.MapIndex(k))
	}
}
