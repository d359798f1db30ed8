package symbolic

import (
	"math"

	"github.com/epibdd/epibdd/internal/heuristic"
)

// upkeep says how many new nodes make it worth while to look for dead handles, with which
// results are lost. Where new sets come all the time, as in a search for states, that is not
// many: tables beyond what processors cache are slower. Where the same is asked again of
// sets that have died meanwhile, as in the rounds of the muddy children, nodes are found
// again as long as they are there, so that steps for a new one become more and more from one
// clean-up to the next, and few nodes live on. Nodes and steps are counted, and neither Go's heap nor time, so that
// the same is done whatever else is there.
type upkeep struct {
	nodes int // to be made before the next look
	most  int // that this may be
	least int // that most may be

	began, midway Work // after the last clean-up, and half-way to the next one
	half          int  // nodes in use half-way; once they are passed, none are
}

// With the least one all along sliding tiles take 0.85 of the time that they take with some,
// and a hundred muddy children 3.4 times as long. Where patience was worth while there is twice as
// much the next time: with some all along 150 muddy children take 3.6 times as long.
const (
	leastPatience = 1 << 17
	somePatience  = 1 << 19
	mostPatience  = 1 << 22
)

// newUpkeep is that of a space beside so many objects that are read at each look.
func newUpkeep(beside int) upkeep {
	least := min(somePatience, max(leastPatience, beside))
	return upkeep{most: least, least: least}
}

// begin is called after a clean-up.
func (u *upkeep) begin(sp *Space) {
	u.began = sp.engine.work()
	u.half = (sp.live + filled(sp, sp.engine.usage())) / 2
}

// pass is called half-way to the next clean-up.
func (u *upkeep) pass(sp *Space) { u.midway, u.half = sp.engine.work(), math.MaxInt }

// learn looks back before a clean-up.
func (u *upkeep) learn(sp *Space) {
	if u.half != math.MaxInt {
		return
	}
	first, second := u.midway.sub(u.began), sp.engine.work().sub(u.midway)
	before := u.most
	u.most = u.least
	died := int64(sp.live) < second.Nodes/4
	if died && 4*second.Steps*first.Nodes > 7*first.Steps*second.Nodes && !sp.without.Has(heuristic.Patience) {
		u.most = min(max(2*before, somePatience), mostPatience)
	}
}
