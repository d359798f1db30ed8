package footprint

import (
	"github.com/epibdd/epibdd/spec"
)

// pair finds the registers of actions that arguments of steps in e are compared with.
func (sc *walk) pair(e spec.Expr, ns places) {
	if t, ok := e.(*spec.Temporal); ok && t.Program != nil {
		sc.pairIn(t.Program, ns)
	}
	for _, below := range spec.Children(e) {
		sc.pair(below, ns)
	}
}

func (sc *walk) pairIn(p spec.Program, ns places) {
	for _, q := range spec.Subprograms(p) {
		sc.pairIn(q, ns)
	}
	step, ok := p.(*spec.Step)
	if !ok {
		return
	}
	taken := map[string]int{} // as actions take them
	for i, b := range step.Action.Params {
		if split := sc.layout.Split[step.Action]; split == nil || split[i] {
			continue
		}
		key := b.Type.String()
		regs := sc.layout.Registers[key][taken[key]:]
		taken[key]++
		if len(regs) == 0 || i >= len(step.Args) || step.Args[i] == nil {
			continue
		}
		if ref, ok := step.Args[i].(*spec.BoundRef); ok {
			if open, _ := ns.Varies(ref.Bound); open.shape != nil && open.shape.Type.String() == b.Type.String() {
				sc.layout.SetBeside(open.shape.Cells(), regs[0].Shape.Cells())
			}
		}
	}
}
