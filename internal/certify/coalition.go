package certify

import (
	"slices"

	"github.com/epibdd/epibdd/internal/certify/bitblast"
	"github.com/epibdd/epibdd/spec"
)

// coalition is some agents, with the moves among which they choose here.
type coalition struct {
	who []*spec.Agent
	may func(a *spec.Agent, move string) lit
}

// forces is where a coalition can force a set: there is a step, and in each turn that there is, some choice of its
// moves, all of whose steps lead into it, or to where no run counts. All turns and choices are written out.
func (k *checker) forces(b coalition, z predicate) lit {
	step, forced := no, yes
	for turn := range len(b.who) + 1 {
		var choices []string
		some, all := map[string]lit{}, map[string]lit{}
		for _, a := range k.here.Actions() {
			for _, w := range k.ways(k.here, a) {
				choice, when, may := k.turn(w, b, turn)
				when = k.And(when, w.Guard)
				if _, ok := all[choice]; !ok {
					choices, some[choice], all[choice] = append(choices, choice), no, may
				}
				some[choice] = k.Or(some[choice], when)
				all[choice] = k.And(all[choice], k.Implies(when, k.onward(w.to, not(z)).Not()))
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
// those that none of them owns, without a choice. It may be made where its moves may.
func (k *checker) turn(w way, b coalition, turn int) (choice string, when, may lit) {
	if may = yes; k.model.Joint {
		for i, m := range w.Moves {
			if a := k.model.Movers[i].Agent; slices.Contains(b.who, a) {
				choice, may = choice+m.Key()+";", k.And(may, b.may(a, m.Key()))
			}
		}
		return choice, k.When(turn == len(b.who)), may
	}
	m, others := w.Moves[0], yes
	for i, a := range b.who {
		own := no
		if m.Action.By != nil {
			by, undef := k.here.Of(m.Action.By, bitblast.NamesOf(m))
			own = k.And(undef.Not(), k.here.Is(by, a.Name))
		}
		if i == turn {
			return m.Key(), own, b.may(a, m.Key())
		}
		others = k.And(others, own.Not())
	}
	return "", others, yes
}
