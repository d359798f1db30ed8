package replay

import (
	"cmp"
	"errors"
	"slices"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/spec"
)

// Under perfect recall there are millions of histories after a few steps where there are many steps to choose from, and
// what agents know at the end of one of them is about few. So a claim about the end of a history is decided
// among what agents take for it, without looking at the others, and only what depends on these, such as
// what may come, among all histories that there is room for.

// along are the histories of which some one is, and what agents take for it.
type along struct {
	asked  []*spec.Agent
	system *explicit.System // of the history that was asked about last; nil: none
	tried  *history         // and which one that was
}

// alongOf is nil where what is asked may be about whole layers of histories, or about other ones besides
// those that agents confuse (docs/semantics.md#narrow).
func (r *replay) alongOf(c *spec.Check) *along {
	p := spec.ProfileOf(c, r.runs)
	if r.recall != spec.PerfectRecall || p.Restricted || p.Guarded || p.Acted || p.Shares || p.Unrelated || p.Planned || c.IsMeasured() {
		return nil
	}
	return &along{asked: p.Memories}
}

// alongside is decide by the histories along one; ok is false where these do not decide it.
func (r *replay) alongside(h *history, ask func(s *explicit.System, w int) (bool, error)) (holds, ok bool, err error) {
	if whole := r.systems[r.reading]; r.along == nil || whole != nil {
		return false, false, nil
	}
	if w := r.along.locate(h); w != explicit.Beyond {
		return answer(r.along.system, w, ask)
	}
	if through := cmp.Or(h.of, h); through != r.along.tried {
		r.along.tried = through
		if err := r.follow(through); err != nil {
			return false, false, err
		}
	}
	if w := r.along.locate(h); w != explicit.Beyond {
		return answer(r.along.system, w, ask)
	}
	return false, false, nil
}

// follow lists the histories along one, unless there is no room for them or something goes wrong there, which
// all histories are to tell.
func (r *replay) follow(h *history) error {
	o, ok := r.opts.ForClaims()
	if !ok || r.crowded[r.reading] {
		return nil
	}
	s, err := explicit.Along(r.model, r.runs, r.along.asked, h.states[0], h.steps, o)
	switch {
	case tooLarge(err):
		r.crowded[r.reading] = true
	case err == nil:
		r.along.system = s
	case !refutes(err) && !errors.Is(err, explicit.ErrNoInitial):
		return err
	}
	return nil
}

// locate finds the end of a history among those that were listed last.
func (a *along) locate(h *history) int {
	if a.system == nil {
		return explicit.Beyond
	}
	w, _ := a.system.Locate(h.states[0], h.steps)
	return w
}

// concerns says of an agent that it is asked about, too.
func (a *along) concerns(agent *spec.Agent) {
	if a != nil && !slices.Contains(a.asked, agent) {
		*a = along{asked: append(slices.Clip(a.asked), agent)}
	}
}
