package certify

import "fmt"

// Refusal says why a certificate does not certify.
type Refusal struct {
	Open   bool // nothing is wrong: this is not covered
	Reason string
}

func (r *Refusal) Error() string { return r.Reason }

func open(format string, args ...any) *Refusal {
	return &Refusal{Open: true, Reason: fmt.Sprintf(format, args...)}
}

func wrong(format string, args ...any) *Refusal {
	return &Refusal{Reason: fmt.Sprintf(format, args...)}
}
