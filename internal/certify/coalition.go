package certify

import (
	"slices"

	"github.com/epibdd/epibdd/internal/certify/bitblast"
	"github.com/epibdd/epibdd/spec"
)

// forces is where agents can force a set: there is a step, and in each turn that there is, some choice
// all of whose steps lead into it, or to where no run counts. All turns and choices are written out.
func (k *checker) forces(who []*spec.Agent, z predicate) lit {
	step, forced := no, yes
	for turn := range len(who) + 1 {
		var choices []string
		some, all := map[string]lit{}, map[string]lit{}
		for _, a := range k.here.Actions() {
			for _, w := range k.ways(k.here, a) {
				choice, when := k.turn(w, who, turn)
				when = k.And(when, w.Guard)
				if _, ok := all[choice]; !ok {
					choices, some[choice], all[choice] = append(choices, choice), no, yes
				}
				some[choice] = k.Or(some[choice], when)
				all[choice] = k.And(all[choice], k.Implies(k.And(when, k.lasting(w.to)), z(w.to)))
			}
		}
		can, good := no, no
		for _, c := range choices {
			can, good = k.Or(can, some[c]), k.Or(good, k.And(some[c], all[c]))
		}
		step, forced = k.Or(step, can), k.And(forced, k.Implies(can, good))
	}
	return k.And(step, forced)
}

// turn is where a way is one of a turn, and what is chosen there: with joint steps there is one
// turn, in which all choose together; else one of each agent, who chooses among its ways, and a last one of
// those that none of them owns, without a choice.
func (k *checker) turn(w way, who []*spec.Agent, turn int) (choice string, when lit) {
	if k.model.Joint {
		for i, m := range w.Moves {
			if slices.Contains(who, k.model.Movers[i].Agent) {
				choice += m.Key() + ";"
			}
		}
		return choice, k.When(turn == len(who))
	}
	m, others := w.Moves[0], yes
	for i, a := range who {
		own := no
		if m.Action.By != nil {
			by, undef := k.here.Of(m.Action.By, bitblast.NamesOf(m))
			own = k.And(undef.Not(), k.here.Is(by, a.Name))
		}
		if i == turn {
			return m.Key(), own
		}
		others = k.And(others, own.Not())
	}
	return "", others
}
