package replay

import (
	"errors"
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// Report says what a replay saw.
type Report struct {
	Steps, EpistemicSteps int
	Claims                []Claim
}

// Claim is something that no run shows.
type Claim struct {
	Node *witness.Node // on which it stands
	What string
	// Checked says that enumeration has confirmed it.
	Checked bool
}

// Unchecked lists the claims that had to be believed.
func (r *Report) Unchecked() []Claim {
	return slices.DeleteFunc(slices.Clone(r.Claims), func(c Claim) bool { return c.Checked })
}

// Mismatch is evidence that does not show what it says.
type Mismatch struct {
	Model  *spec.Model
	Node   *witness.Node
	Reason string
}

func (e *Mismatch) Error() string {
	holds := "true"
	if !e.Node.Holds {
		holds = "false"
	}
	what := "a formula"
	if e.Node.Formula != nil && e.Node.Formula.Span().Text() != "" {
		what = e.Node.Formula.Span().Text()
	}
	return fmt.Sprintf("the evidence that %s is %s in state %s does not fit: %s",
		what, holds, explicit.ShowState(e.Model, e.Node.State), e.Reason)
}

// refutes tells whether an error is about the model or the evidence. All others, limits
// and interruptions, say nothing about either.
func refutes(err error) bool {
	return errors.As(err, new(*Mismatch)) || errors.As(err, new(*explicit.Fault)) ||
		errors.As(err, new(*explicit.Malformed)) || errors.As(err, new(*spec.Undefined))
}
