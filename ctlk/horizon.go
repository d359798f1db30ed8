package ctlk

import (
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
)

// A formula without fixpoints looks at so many steps and no more: the verdict on
// it is exact where so many are followed.

// endless is the horizon of what looks at runs of any length.
const endless = -1

// mostSteps is the greatest number of steps that a check is about; endless where there is
// none. Which runs count takes all of each run to tell.
func mostSteps(chk *spec.Check, restricted bool) int {
	most := furthest(chk.Asked()...)
	if restricted {
		most = endless
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
func horizon(e spec.Expr) int {
	if e == nil || e.Traits()&spec.IsTemporal == 0 {
		return 0
	}
	if _, runs := e.(*spec.OnRuns); runs {
		return endless
	}
	below := furthest(encode.Children(e)...) // in tests of a program as well
	t, temporal := e.(*spec.Temporal)
	if !temporal {
		return below
	}
	times := 1
	if t.Op != spec.NextTime {
		if times = greatestBound(t); times == endless {
			return endless
		}
	}
	length := stepsOfProgram(t.Program)
	if below == endless || length == endless && times > 0 {
		return endless
	}
	return below + times*max(length, 0)
}

func furthest(es ...spec.Expr) int {
	most := 0
	for _, e := range es {
		switch h := horizon(e); {
		case h == endless:
			return endless
		default:
			most = max(most, h)
		}
	}
	return most
}

// greatestBound is the greatest bound on repetitions that there may be: a name that
// is bound, such as that of a search for the least number, has a last value.
func greatestBound(t *spec.Temporal) int {
	if t.Bound == nil {
		return endless
	}
	n, ok := t.Bound.Type().(*spec.IntType)
	if !ok || n.Hi < 0 || n.Hi >= 1<<20 {
		return endless
	}
	return int(n.Hi)
}

// stepsOfProgram is the greatest number of steps of an execution.
func stepsOfProgram(p spec.Program) int {
	switch p := p.(type) {
	case nil, *spec.AnyStep, *spec.Step:
		return 1
	case *spec.Test:
		return 0
	case *spec.Star:
		return endless
	case *spec.SomeOf:
		return stepsOfProgram(p.Body)
	case *spec.Run:
		return stepsOfProgram(p.Named.Body)
	case *spec.Seq:
		total := 0
		for _, q := range p.Parts {
			n := stepsOfProgram(q)
			if n == endless {
				return endless
			}
			total += n
		}
		return total
	case *spec.Choice:
		most := 0
		for _, q := range p.Parts {
			n := stepsOfProgram(q)
			if n == endless {
				return endless
			}
			most = max(most, n)
		}
		return most
	}
	return endless
}
