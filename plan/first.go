package plan

import "slices"

// WorstFirst lists, for each belief in which a plan may have to begin, the other choices with
// which some plan begins whose worst case is that of the one found. Of choices that exchanges of
// values make of one another, or that lead to the same, one is listed.
func (s *Search) WorstFirst() ([][]Choice, error) {
	return s.first(-1, func(b *belief, o *option) (bool, error) {
		edges, err := s.follow(b, o)
		if err != nil {
			return false, err
		}
		ok, _, err := s.all(edges, b.upper)
		return ok, err
	})
}

// MeanFirst is WorstFirst of the least mean, after Mean has found it and MeanPlan a plan.
func (s *Search) MeanFirst() ([][]Choice, error) {
	return s.means.first(s.left(), s.means.isBest)
}

// isBest tells whether an option is worth what a belief is, whose least total is known. Those of the beliefs
// that it leads to are known then.
func (s *Search) isBest(b *belief, o *option) (bool, error) {
	s.top, s.trail = &descent{}, append(s.trail[:0], taken{from: b})
	total, ok, _, err := s.sum(b, o, b.most.add(whole(1)))
	return ok && total == b.most, err
}

// first lists the choices that a condition selects, besides the best one.
func (s *Search) first(left int32, selects func(b *belief, o *option) (bool, error)) (all [][]Choice, err error) {
	err = s.guarded(func() error {
		for _, worlds := range s.start {
			p := part{worlds: slices.Clone(worlds)}
			p.tidy(s.weighted)
			p.lowest()
			var exchanged []int
			if err := s.canonical(&p, &exchanged); err != nil {
				return err
			}
			b, _, err := s.intern(&p, left)
			if err != nil {
				return err
			}
			others, err := s.others(b, selects)
			if err != nil {
				return err
			}
			for i := range others {
				for _, swap := range slices.Backward(exchanged) {
					others[i] = s.symmetry.choice(swap, others[i])
				}
			}
			all = append(all, others)
		}
		return nil
	})
	return all, err
}

func (s *Search) others(b *belief, selects func(b *belief, o *option) (bool, error)) ([]Choice, error) {
	if b.met {
		return nil, nil
	}
	options, err := s.expand(b)
	if err != nil {
		return nil, err
	}
	var others []Choice
	for i := range options {
		if options[i].choice == b.best {
			continue
		}
		ok, err := selects(b, &options[i])
		if err != nil {
			return nil, err
		}
		if ok {
			others = append(others, options[i].choice)
		}
	}
	return others, nil
}
