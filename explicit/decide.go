package explicit

import "github.com/epibdd/epibdd/spec"

// Decide answers a check with the recall, runs and depth that it asks for, and with the
// product interpretation of knowledge actions (package literal has the other ones). With
// memory it looks one step further until the answer is not open, or so many steps were
// followed as the check allows: what goes wrong after more steps does not matter. It looks at
// all layers where these are needed, to find which runs count, and with spec.AutoDepth under
// clock recall, where there are finitely many of them unless something goes wrong.
func Decide(c *spec.Check, o Options) (Answer, error) {
	o.Apart = c.AsksShares()
	memory := c.Recall == spec.PerfectRecall || c.Recall == spec.ClockRecall
	finite := c.Recall == spec.ClockRecall && c.Depth == spec.AutoDepth
	if !memory || finite || Constrained(c.Model, c.Runs) {
		a, _, err := decide(c, c.Depth, o)
		if !finite || Constrained(c.Model, c.Runs) || !isFault(err) {
			return a, err
		}
	}
	depth := c.Layer
	if c.Depth != spec.AutoDepth {
		depth = min(depth, c.Depth)
	}
	for ; ; depth++ {
		follow := depth
		if depth == 0 {
			follow = spec.NoSteps
		}
		if a, over, err := decide(c, follow, o); err != nil || over || !a.Open || depth == c.Depth && c.Depth != spec.AutoDepth {
			return a, err
		}
	}
}

// decide answers a check from at most so many steps. It tells whether there are no more.
func decide(c *spec.Check, depth int, o Options) (a Answer, over bool, err error) {
	s, err := Unroll(c.Model, c.Recall, c.Runs, depth, o)
	if err != nil {
		return Answer{}, false, err
	}
	a, err = s.Check(c)
	if s.horizon == nil {
		return a, true, err
	}
	if err == nil && s.horizon.full && (a.Open || depth != spec.AutoDepth) {
		err = &TooLarge{What: "histories", Limit: s.opts.MaxStates}
	}
	a.Again = c.Recall == spec.PerfectRecall && (s.layers > 0 || s.horizon.rejoined)
	return a, !s.cut && !s.horizon.short, err
}
