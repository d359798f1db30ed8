package chance

import (
	"encoding/json"
	"math/big"

	"github.com/epibdd/epibdd/spec"
)

// portable is a Weighted as JSON.
type portable struct {
	Value  json.RawMessage
	Weight *big.Rat
}

// MarshalJSON writes the value so that UnmarshalJSON reads it again.
func (w Weighted) MarshalJSON() ([]byte, error) {
	value, err := spec.MarshalValue(w.Value)
	if err != nil {
		return nil, err
	}
	return json.Marshal(portable{value, w.Weight})
}

// UnmarshalJSON reads what MarshalJSON has written.
func (w *Weighted) UnmarshalJSON(text []byte) error {
	var p portable
	err := json.Unmarshal(text, &p)
	if err == nil {
		w.Weight = p.Weight
		w.Value, err = spec.UnmarshalValue(p.Value)
	}
	return err
}
