package replay

import (
	"errors"
	"math/big"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// NewReplayer prepares the replay of evidence about m.
func NewReplayer(m *spec.Model, o explicit.Options) *Replayer {
	return &Replayer{model: m, opts: o, agents: terms.AgentsOf(m), walker: explicit.NewWalker(m), systems: map[reading]*explicit.System{}, crowded: map[reading]bool{}}
}

// Replay checks evidence for the answer to a check: that its formula has the
// truth value root.Holds in root.State, an initial state that the check asks
// about. It fails with *Mismatch where something does not fit, with
// *explicit.TooLarge where there is no room to tell, and with the error of an
// interruption.
func Replay(m *spec.Model, c *spec.Check, root *witness.Node, o explicit.Options) (*Report, error) {
	return NewReplayer(m, o).Replay(c, root)
}

// Worlds tells of how many worlds a check without memory is: if they are too many to decide
// claims among them, nobody needs to find that out again.
func (rp *Replayer) Worlds(c *spec.Check, n *big.Int) {
	o, ok := rp.opts.ForClaims()
	if of := rp.readingOf(c); ok && of.recall == "" && n.Cmp(big.NewInt(int64(o.MaxStates))) > 0 {
		rp.systems[of] = nil
	}
}

// Listed gives the worlds of a check without memory, which need not be listed again: to list them a second
// time would find the same.
func (rp *Replayer) Listed(c *spec.Check, s *explicit.System) {
	o, ok := rp.opts.ForClaims()
	of := rp.readingOf(c)
	if _, known := rp.systems[of]; known || !ok || of.recall != "" || len(s.States()) > o.MaxStates {
		return
	}
	o.Apart = of.apart
	rp.systems[of] = s.Afresh(o)
}

// Replay is Replay for many pieces of evidence about one model, which is then
// enumerated once for each way in which checks read it. With memory claims are about
// as many steps of runs as the depth of the check says.
func (rp *Replayer) Replay(c *spec.Check, root *witness.Node) (*Report, error) {
	r := &replay{Replayer: rp, reading: rp.readingOf(c), report: &Report{}}
	r.along = r.alongOf(c)
	if err := explicit.FindIdle(c.At, c.Formula); err != nil {
		return nil, err
	}
	if c.Kind == spec.PlanCheck {
		if err := r.plans(c, root); err != nil {
			return nil, err
		}
		return r.report, nil
	}
	t := &tree{r}
	h, err := t.root(c, root)
	if err == nil {
		err = t.node(root, h)
	}
	if errors.Is(err, kleene.ErrOpen) { // of something that is no claim, such as the name of an agent
		o, _ := rp.opts.ForClaims()
		err = &explicit.TooLarge{What: "states are needed to decide what the evidence is about", Limit: max(o.MaxStates, 0)}
	}
	if err != nil {
		return nil, err
	}
	return r.report, nil
}
