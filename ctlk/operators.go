package ctlk

import (
	"fmt"

	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

// New returns an evaluator of formulas about a structure.
func New(m *kripke.Structure, o Options) *Evaluator {
	if o.Runs == "" {
		o.Runs = m.Model().Runs
	}
	s := &setting{m: m, o: o, agents: map[string]*spec.Agent{}, domains: &domains{}, meaning: operatorOf}
	for _, a := range m.Model().Agents {
		s.agents[spec.Key(a.Name)] = a
	}
	return &Evaluator{setting: s, memo: newMemo(), warnings: &source.List{}}
}

// operatorOf is the meaning of a modal operator. A new operator is a line here, a
// function in a file of its own, and its equation in doc.go and docs/semantics.md.
func operatorOf(e spec.Expr) operator {
	switch e := e.(type) {
	case *spec.Knows:
		return operator{mean: knows, within: kept, around: true}
	case *spec.GroupKnows:
		return operator{mean: groupKnows, within: kept, first: e.Op == spec.Common}
	case *spec.Share:
		return operator{mean: share, within: kept, asked: true}
	case *spec.Temporal:
		return operator{mean: temporal, within: temporalWithin}
	case *spec.OnRuns:
		return operator{mean: onRuns, within: kept, nearby: true}
	case *spec.Update:
		return operator{mean: update, within: updateWithin}
	case *spec.Coalition:
		return operator{mean: coalition, within: coalitionWithin}
	}
	panic(fmt.Sprintf("ctlk: no meaning for %T", e))
}

// kept is an operator whose meaning is found in all worlds, and kept.
func kept(c *Evaluator, e spec.Expr, env *spec.Env, where kripke.Set) (kripke.Truth, error) {
	return c.Modal(e, env, where)
}
