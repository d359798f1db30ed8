package circuit

import (
	"errors"
	"fmt"
)

// Refusal says why a question has no answer, or a certificate does not certify. It is panicked
// with, and Refused makes it an error.
type Refusal struct {
	Open    bool // nothing is wrong: this is not covered
	Foreign bool // what was read is no certificate at all
	Reason  string
}

func (r *Refusal) Error() string { return r.Reason }

// Open says what is not covered.
func Open(format string, args ...any) *Refusal {
	return &Refusal{Open: true, Reason: fmt.Sprintf(format, args...)}
}

// Wrong says what is wrong.
func Wrong(format string, args ...any) *Refusal {
	return &Refusal{Reason: fmt.Sprintf(format, args...)}
}

// Refused makes an error of a refusal that was panicked with.
func Refused(err *error) {
	if p := recover(); p != nil {
		r, ok := p.(*Refusal)
		if !ok {
			panic(p)
		}
		*err = r
	}
}

// Uncovered tells whether an error says that a question is not covered, and why.
func Uncovered(err error) (reason string, ok bool) {
	var r *Refusal
	if errors.As(err, &r) && r.Open {
		return r.Reason, true
	}
	return "", false
}
