package certify

import "github.com/epibdd/epibdd/spec"

// coalition is some agents, with the moves among which they choose here.
type coalition struct {
	who []*spec.Agent
	may func(a *spec.Agent, move string) lit
}

// forces is where a coalition can force a set: there is a step, and in each turn that there is, some choice of its
// moves, all of whose steps lead into it, or to where no run counts. All turns and choices are written out.
func (k *checker) forces(b coalition, z predicate) lit {
	type choice struct {
		turn int
		made string
	}
	var choices []choice
	some, all := map[choice]lit{}, map[choice]lit{}
	for _, w := range k.all(k.here) {
		for _, t := range k.here.Turns(w.Moves, b.who) {
			c, when, may := choice{t.Number, t.Choice}, k.And(t.When, w.Guard), yes
			for _, m := range t.Made {
				may = k.And(may, b.may(m.Agent, m.Move))
			}
			if _, ok := all[c]; !ok {
				choices, some[c], all[c] = append(choices, c), no, may
			}
			some[c] = k.Or(some[c], when)
			all[c] = k.And(all[c], k.Implies(when, k.onward(w.to, not(z)).Not()))
		}
	}
	step, forced := no, yes
	for turn := range len(b.who) + 1 {
		can, good := no, no
		for _, c := range choices {
			if c.turn == turn {
				can, good = k.Or(can, some[c]), k.Or(good, k.And(some[c], all[c]))
			}
		}
		step, forced = k.Or(step, can), k.And(forced, k.Implies(can, good))
	}
	return k.And(step, forced)
}
