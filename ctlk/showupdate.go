package ctlk

import (
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// showUpdate says what a knowledge action leads to.
func (c *Checker) showUpdate(n *witness.Node, e *spec.Update) error {
	n.Claim = "after no execution of " + programText(e.Action)
	if e.All == n.Holds {
		n.Claim = "after every execution of " + programText(e.Action)
	}
	return nil
}
