package spec

// A formula without fixpoints looks at so many steps and no more: the verdict on
// it is exact where so many are followed.

// Endless is the horizon of what looks at runs of any length.
const Endless = -1

// mostSteps is the greatest number of steps that a check is about; Endless where there is
// none. Which runs count takes all of each run to tell.
func mostSteps(chk *Check, restricted bool) int {
	most := 0
	if restricted {
		most = Endless
	}
	for _, e := range chk.Asked() {
		most = longer(most, horizon(e))
	}
	if most != Endless {
		most += chk.Layer
	}
	if chk.Depth != AutoDepth && (most == Endless || most > chk.Depth) {
		most = chk.Depth
	}
	return most
}

// horizon is the greatest number of steps that a formula (nil: none) looks at.
func horizon(e Expr) int { return ahead(e, Endless) }

// LeastHorizon is the greatest number of steps that a formula (nil: none) looks at where
// nothing is repeated that need not be: what may be repeated without end is not repeated
// at all.
func LeastHorizon(e Expr) int { return ahead(e, 0) }

// ahead is horizon with a number of repetitions, 0 or Endless, for those that nothing
// bounds.
func ahead(e Expr, unbounded int) int {
	if e == nil || e.Traits()&IsTemporal == 0 {
		return 0
	}
	if _, runs := e.(*OnRuns); runs {
		return unbounded
	}
	below := 0 // in tests of a program as well
	for _, x := range Children(e) {
		below = longer(below, ahead(x, unbounded))
	}
	t, temporal := e.(*Temporal)
	if !temporal {
		return below
	}
	times := 1
	if t.Op != NextTime {
		times = repetitions(t, unbounded)
	}
	length := stepsOfProgram(t.Program, unbounded)
	if below == Endless || times == Endless || length == Endless && times > 0 {
		return Endless
	}
	return below + times*max(length, 0)
}

func longer(a, b int) int {
	if a == Endless || b == Endless {
		return Endless
	}
	return max(a, b)
}

// repetitions is the greatest bound on repetitions that there may be: a name that
// is bound, such as that of a search for the least number, has a last value.
func repetitions(t *Temporal, unbounded int) int {
	if t.Bound == nil {
		return unbounded
	}
	n, ok := t.Bound.Type().(*IntType)
	if !ok || n.Hi < 0 || n.Hi >= 1<<20 {
		return unbounded
	}
	return int(n.Hi)
}

// stepsOfProgram is the greatest number of steps of an execution.
func stepsOfProgram(p Program, unbounded int) int {
	switch p := p.(type) {
	case nil, *AnyStep, *Step:
		return 1
	case *Test:
		return 0
	case *Star:
		return unbounded
	case *SomeOf:
		return stepsOfProgram(p.Body, unbounded)
	case *Run:
		return stepsOfProgram(p.Named.Body, unbounded)
	case *Seq:
		total := 0
		for _, q := range p.Parts {
			n := stepsOfProgram(q, unbounded)
			if n == Endless {
				return Endless
			}
			total += n
		}
		return total
	case *Choice:
		most := 0
		for _, q := range p.Parts {
			most = longer(most, stepsOfProgram(q, unbounded))
		}
		return most
	}
	return unbounded
}
