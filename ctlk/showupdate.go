package ctlk

import (
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// showUpdate says what a knowledge action leads to.
func (c *Checker) showUpdate(n *witness.Node, e *spec.Update) error {
	how := map[bool]string{true: "after some execution of ", false: "after no execution of "}
	if e.All {
		how = map[bool]string{true: "after every execution of ", false: "not after every execution of "}
	}
	n.Claim = how[n.Holds] + programText(e.Action)
	return nil
}
