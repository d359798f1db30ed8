package symbolic

// Progress is called after each iteration of a fixpoint with its number, from
// 1, all that was reached, and what the iteration added.
type Progress func(iteration int, reached, added Set)

// Reach returns the states reachable from the given ones in any number of
// steps, the least fixpoint of X = from ∪ Image(X). The parts are chained, after
// Roig, Cortadella and Pastor (1995): each part starts from what the parts
// before it have found in the same iteration, which saves iterations where
// parts are actions of different agents. progress may be nil.
func (r Relation) Reach(from Set, progress Progress) Set {
	return r.chain(from, from.Space().Full(), (*Part).Image, progress)
}

// ReachWithin is Reach along states of within only: the least fixpoint of
// X = from ∪ (within ∩ Image(X)).
func (r Relation) ReachWithin(from, within Set, progress Progress) Set {
	return r.chain(from, within, (*Part).Image, progress)
}

// Coreach returns the states from which some sequence of steps leads into to,
// all states but the last being in through: the least fixpoint of
// X = to ∪ (through ∩ Preimage(X)), in temporal logic E[through U to].
func (r Relation) Coreach(to, through Set, progress Progress) Set {
	return r.chain(to, through, (*Part).Preimage, progress)
}

// chain returns the least fixpoint of X = from ∪ (within ∩ ⋃ step(p, X)). Every
// state is expanded by every part: in the iteration that finds it by the parts
// still to come, in the next one by all.
func (r Relation) chain(from, within Set, step func(*Part, Set) Set, progress Progress) Set {
	reached, added := from, from
	for i := 1; !added.IsEmpty(); i++ {
		before, fresh := reached, added
		for _, p := range r.parts {
			found := step(p, fresh).And(within).Diff(reached)
			reached, fresh = reached.Or(found), fresh.Or(found)
		}
		added = reached.Diff(before)
		if progress != nil {
			progress(i, reached, added)
		}
	}
	return reached
}
