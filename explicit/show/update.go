package show

import (
	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// update shows one way in which a knowledge action happens, and the world that it leads
// to, where one decides.
func (m *maker) update(n *witness.Node, e *spec.Update, p position) error {
	n.Claim = witness.UpdateClaim(e, n.Holds)
	if n.Holds == e.All {
		return nil
	}
	ends, err := m.Outcomes(e.Action, n.Env, p.world)
	if err != nil {
		return err
	}
	for _, end := range ends {
		about, err := end.About(e.X)
		if err != nil {
			return err
		}
		holds, err := about.Value(e.X, n.Env, end.World)
		if err != nil {
			return err
		}
		if holds != kleene.Of(n.Holds) {
			continue
		}
		behind := *m
		behind.System = about
		behind.onward = m.onward || about != end.System
		to, err := behind.node(e.X, n.Env, position{world: end.World, steps: p.steps}, n.Holds)
		if err != nil {
			return err
		}
		n.After, n.Claim = &witness.After{Done: end.Done, Node: to}, ""
		return nil
	}
	return nil
}
