package batch

import (
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// Replay returns the claims of a run as doubts: nothing decides them again yet.
func (System) Replay(_ *spec.Check, run *witness.Node) ([]*witness.Node, error) {
	return claims(run), nil
}

// claims lists the nodes of a run that claim something.
func claims(n *witness.Node) []*witness.Node {
	if n == nil {
		return nil
	}
	var all []*witness.Node
	if n.Claim != "" {
		all = append(all, n)
	}
	for _, p := range n.Parts {
		all = append(all, claims(p)...)
	}
	if n.Path != nil {
		for _, s := range n.Path.Shown {
			all = append(all, claims(s.Node)...)
		}
	}
	if n.Jump != nil {
		all = append(all, claims(n.Jump.To)...)
	}
	return all
}
