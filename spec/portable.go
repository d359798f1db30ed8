package spec

import (
	"encoding/json"
	"errors"
)

// MarshalValue writes a value as JSON, which UnmarshalValue reads again: composite values
// as an object with their kind, all others as JSON has them.
func MarshalValue(v Value) ([]byte, error) {
	switch v := v.(type) {
	case Bool, Int, Symbol:
		return json.Marshal(v)
	case Absent:
		return []byte("null"), nil
	case Record, Array, Set, List:
		elems := []json.RawMessage{}
		for _, e := range Elems(v) {
			text, err := MarshalValue(e)
			if err != nil {
				return nil, err
			}
			elems = append(elems, text)
		}
		return json.Marshal(map[int][]json.RawMessage{v.rank(): elems})
	}
	return nil, errors.New("it is no value of a model")
}

// UnmarshalValue reads what MarshalValue has written.
func UnmarshalValue(text []byte) (Value, error) {
	var x any
	if err := json.Unmarshal(text, &x); err != nil {
		return nil, err
	}
	switch x := x.(type) {
	case bool:
		return Bool(x), nil
	case string:
		return Symbol(x), nil
	case nil:
		return Absent{}, nil
	case float64:
		var n Int
		err := json.Unmarshal(text, &n)
		return n, err
	}
	var parts map[int][]json.RawMessage
	if err := json.Unmarshal(text, &parts); err != nil {
		return nil, err
	}
	for rank, texts := range parts {
		elems := make([]Value, len(texts))
		for i, t := range texts {
			var err error
			if elems[i], err = UnmarshalValue(t); err != nil {
				return nil, err
			}
		}
		for _, v := range []Value{Record(elems), Array(elems), Set(elems), List(elems)} {
			if v.rank() == rank && len(parts) == 1 {
				return v, nil
			}
		}
	}
	return nil, errors.New("it is no value")
}
