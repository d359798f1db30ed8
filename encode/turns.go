package encode

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/codes"
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// inTurn are the turns of members in interleaved steps: each chooses among its own
// steps, an option for each part of an action, and one turn has the steps that no member
// owns, in which there is no choice.
func (s *System) inTurn(members []*spec.Agent) []*Turn {
	turns := make([]*Turn, len(members))
	for k := range members {
		turns[k] = &Turn{By: []int{k}}
	}
	var rest []*symbolic.Part
	for _, act := range s.steps.actions {
		var open []*part
		for _, p := range act.parts {
			others := p.clone()
			for k, a := range members {
				own := p.clone()
				mine := s.owned(act, p, a)
				own.guard(mine)
				others.guard(mine.Not())
				if !own.enabled.Disjoint(s.codes.Valid) {
					turns[k].options = append(turns[k].options, optionOf(s.codes, act, own))
				}
			}
			open = append(open, others)
		}
		rest = append(rest, relation(s.codes, act, open).Parts()...)
	}
	all := symbolic.NewRelation(rest...)
	nobody := &option{bits: s.codes.Space.Cube(), into: all, rest: all}
	return append(turns, &Turn{options: []*option{nobody}})
}

// owned is where an agent owns the instances of a part, over the state and the arguments in
// registers. Where the owner has no value nobody does.
func (s *System) owned(act *action, p *part, a *spec.Agent) symbolic.Set {
	by := act.spec.By
	if by == nil || !slices.Contains(s.model.MayBe(by), a) {
		return s.codes.Space.Empty()
	}
	ns := value.Names{}
	for i, b := range act.spec.Params {
		if v := p.args[i]; v != nil {
			ns = ns.Bind(b, value.Constant{V: v})
		} else {
			ns = ns.Bind(b, s.codes.Read(act.registers[i].Shape))
		}
	}
	r := s.evaluator(nil).Eval(by, ns)
	return value.CaseOf(s.codes.Space, value.AsCases(s.codes.Space, r.Val), a.Name).Diff(r.Undef)
}

// optionOf is a part of an action among whose instances somebody chooses.
func optionOf(cs *codes.Codes, act *action, p *part) *option {
	least := func(set symbolic.Set) (spec.Move, symbolic.Set) {
		move := spec.Move{Action: act.spec, Args: slices.Clone(p.args)}
		v, has := layout.Vector{}, cs.Space.Full()
		for i, reg := range act.registers {
			if reg != nil {
				set = cs.Least(set, reg.Shape, v)
				move.Args[i] = reg.Shape.ValueOf(func(c *layout.Cell) int { return v.Code(c.Cur) })
				has = has.And(cs.Space.Singleton(v.Assignment(reg.Shape.Bits())))
			}
		}
		return move, has
	}
	return &option{
		bits: cs.Space.Cube(act.aux...),
		into: symbolic.NewRelation(symbolicPart(cs, p.guards, p.writes, act.aux)),
		rest: symbolic.NewRelation(symbolicPart(cs, p.guards, p.writes, nil)),
		least: func(set symbolic.Set) ([]spec.Move, symbolic.Set) {
			move, has := least(set)
			return []spec.Move{move}, set.And(has)
		},
		ofMember: func(_ int, set symbolic.Set) (spec.Move, symbolic.Set) { return least(set) },
	}
}
