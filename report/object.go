package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec"
)

// Object is a JSON object that keeps the order of its members: the variables of
// a state, or the elements of an array by their index.
type Object []Member

// Member is a named part of an Object. Value is a string or an Object.
type Member struct {
	Name  string
	Value any
	field bool // of a record rather than an element of an array
}

// Get returns the value of a member, nil where there is none.
func (o Object) Get(name string) any {
	for _, m := range o {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

// MarshalJSON writes the members in order.
func (o Object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := marshal(m.Name)
		if err != nil {
			return nil, err
		}
		value, err := marshal(m.Value)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// marshal is json.Marshal without escapes for HTML, which make formulas hard to
// read.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

// UnmarshalJSON reads an object of strings and objects.
func (o *Object) UnmarshalJSON(text []byte) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	first, err := dec.Token()
	if err != nil {
		return err
	}
	if first != json.Delim('{') {
		return fmt.Errorf("an object is expected, not %v", first)
	}
	*o = Object{}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return err
		}
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return err
		}
		value, err := memberValue(raw)
		if err != nil {
			return err
		}
		*o = append(*o, Member{Name: name.(string), Value: value})
	}
	return nil
}

func memberValue(raw json.RawMessage) (any, error) {
	if raw[0] == '{' {
		var o Object
		err := json.Unmarshal(raw, &o)
		return o, err
	}
	var s string
	err := json.Unmarshal(raw, &s)
	return s, err
}

// StateOf shows a state of a model by its variables.
func StateOf(m *spec.Model, s spec.State) Object { return stateOf(m.Vars, s) }

// stateOf shows a state by its variables.
func stateOf(vars []*spec.Var, s spec.State) Object {
	o := make(Object, 0, len(vars))
	for i, v := range vars {
		if i < len(s) && !v.Past {
			o = append(o, Member{Name: v.Name, Value: show(v.Type, s[i])})
		}
	}
	return o
}

// show is a value as its type shows it; arrays, and records that hold arrays,
// part by part.
func show(t spec.Type, v spec.Value) any {
	switch t := t.(type) {
	case *spec.OptionType:
		if _, none := v.(spec.Absent); !none {
			return show(t.Elem, v)
		}
	case *spec.ArrayType:
		return showArray(t, v)
	case *spec.RecordType:
		if elems := spec.Elems(v); holdsArray(t) && len(elems) == len(t.Fields) {
			o := make(Object, len(elems))
			for i, f := range t.Fields {
				o[i] = Member{f.Name, show(f.Type, elems[i]), true}
			}
			return o
		}
	}
	return t.Show(v)
}

func showArray(t *spec.ArrayType, v spec.Value) any {
	elems := spec.Elems(v)
	o := make(Object, 0, len(elems))
	for index := range spec.Tuples(t.Index) {
		if len(o) == len(elems) {
			break
		}
		o = append(o, Member{Name: showAll(t.Index, index), Value: show(t.Elem, elems[len(o)])})
	}
	return o
}

func showAll(types []spec.Type, values []spec.Value) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = types[i].Show(v)
	}
	return strings.Join(parts, ", ")
}

func holdsArray(t spec.Type) bool {
	switch t := t.(type) {
	case *spec.ArrayType:
		return true
	case *spec.OptionType:
		return holdsArray(t.Elem)
	case *spec.RecordType:
		for _, f := range t.Fields {
			if holdsArray(f.Type) {
				return true
			}
		}
	}
	return false
}

// cell is a part of a state with a value of its own, such as place[2S] = top.
type cell struct{ name, value string }

func (c cell) String() string { return c.name + " = " + c.value }

// cells lists the parts of a state in order.
func (o Object) cells() []cell { return o.appendCells(nil, "") }

func (o Object) appendCells(cells []cell, prefix string) []cell {
	for _, m := range o {
		name := m.Name
		switch {
		case prefix != "" && m.field:
			name = prefix + "." + m.Name
		case prefix != "":
			name = prefix + "[" + m.Name + "]"
		}
		if inner, ok := m.Value.(Object); ok {
			cells = inner.appendCells(cells, name)
			continue
		}
		cells = append(cells, cell{name, m.Value.(string)})
	}
	return cells
}

// equal tells whether all parts have the same values.
func (o Object) equal(p Object) bool { return slices.Equal(o.cells(), p.cells()) }

// changes lists the parts of o that differ from those of before.
func (o Object) changes(before Object) []cell {
	old := map[string]string{}
	for _, c := range before.cells() {
		old[c.name] = c.value
	}
	var changed []cell
	for _, c := range o.cells() {
		if value, known := old[c.name]; !known || value != c.value {
			changed = append(changed, c)
		}
	}
	return changed
}

func textsOf(o Object) []string {
	var texts []string
	for _, c := range o.cells() {
		texts = append(texts, c.String())
	}
	return texts
}
