package ctlk

import (
	"github.com/epibdd/epibdd/spec"
)

// A formula without fixpoints looks at so many steps and no more: the verdict on
// it is exact where so many are followed.

// endless is the horizon of what looks at runs of any length.
const endless = -1

// mostSteps is the greatest number of steps that a check is about; endless where there is
// none. Which runs count takes all of each run to tell.
func mostSteps(chk *spec.Check, restricted bool) int {
	most := 0
	if restricted {
		most = endless
	}
	for _, e := range chk.Asked() {
		most = longer(most, horizon(e))
	}
	if most != endless {
		most += chk.Layer
	}
	if chk.Depth != spec.AutoDepth && (most == endless || most > chk.Depth) {
		most = chk.Depth
	}
	return most
}

// horizon is the greatest number of steps that a formula (nil: none) looks at.
func horizon(e spec.Expr) int { return ahead(e, endless) }

// leastHorizon is horizon where nothing is repeated that need not be: what may be
// repeated without end is not repeated at all.
func leastHorizon(e spec.Expr) int { return ahead(e, 0) }

// ahead is horizon with a number of repetitions, 0 or endless, for those that nothing
// bounds.
func ahead(e spec.Expr, unbounded int) int {
	if e == nil || e.Traits()&spec.IsTemporal == 0 {
		return 0
	}
	if _, runs := e.(*spec.OnRuns); runs {
		return unbounded
	}
	below := 0 // in tests of a program as well
	for _, x := range spec.Children(e) {
		below = longer(below, ahead(x, unbounded))
	}
	t, temporal := e.(*spec.Temporal)
	if !temporal {
		return below
	}
	times := 1
	if t.Op != spec.NextTime {
		times = repetitions(t, unbounded)
	}
	length := stepsOfProgram(t.Program, unbounded)
	if below == endless || times == endless || length == endless && times > 0 {
		return endless
	}
	return below + times*max(length, 0)
}

func longer(a, b int) int {
	if a == endless || b == endless {
		return endless
	}
	return max(a, b)
}

// repetitions is the greatest bound on repetitions that there may be: a name that
// is bound, such as that of a search for the least number, has a last value.
func repetitions(t *spec.Temporal, unbounded int) int {
	if t.Bound == nil {
		return unbounded
	}
	n, ok := t.Bound.Type().(*spec.IntType)
	if !ok || n.Hi < 0 || n.Hi >= 1<<20 {
		return unbounded
	}
	return int(n.Hi)
}

// stepsOfProgram is the greatest number of steps of an execution.
func stepsOfProgram(p spec.Program, unbounded int) int {
	switch p := p.(type) {
	case nil, *spec.AnyStep, *spec.Step:
		return 1
	case *spec.Test:
		return 0
	case *spec.Star:
		return unbounded
	case *spec.SomeOf:
		return stepsOfProgram(p.Body, unbounded)
	case *spec.Run:
		return stepsOfProgram(p.Named.Body, unbounded)
	case *spec.Seq:
		total := 0
		for _, q := range p.Parts {
			n := stepsOfProgram(q, unbounded)
			if n == endless {
				return endless
			}
			total += n
		}
		return total
	case *spec.Choice:
		most := 0
		for _, q := range p.Parts {
			most = longer(most, stepsOfProgram(q, unbounded))
		}
		return most
	}
	return unbounded
}
