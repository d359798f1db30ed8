package session

import (
	"context"
	"errors"
	"slices"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	specdoc "github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// Where there are too many histories to be listed, what one agent knows about a state is told by
// the states that it considers possible, which are found without the histories of all others:
// K{i} f holds where f, which is about states alone, holds in all of them. Of more than that, such
// as what somebody knows about what others know, it says nothing.

// byBelief names that way of finding out.
const byBelief = "what is possible here"

// errBeyond says that a formula is about more than what single agents know about states.
var errBeyond = errors.New("this is about more than what single agents know about states")

// believed is what a formula is worth at a place, and if it says that an agent knows something
// and is not true, a state that shows it; nil where this way does not lead to an answer.
func (p *place) believed(ctx context.Context, formula string) (*Known, report.Object) {
	m := p.doc.model
	if m.Recall != spec.PerfectRecall || m.Joint || m.AsksKnowledge() != nil || explicit.Constrained(m, "") {
		return nil, nil
	}
	p.doc.mu.Lock()
	defer p.doc.mu.Unlock()
	if _, err := p.stand(ctx); !explicit.IsTooLarge(err) {
		return nil, nil
	}
	c, err := question(specdoc.Formula, formula, "")
	if err != nil {
		return nil, nil
	}
	in, err := p.doc.asking(c)
	if err != nil || len(in.Suite.Models[0].Vars) != len(m.Vars) {
		return nil, nil
	}
	l, err := p.doc.largeSystem(ctx)
	if err != nil || l.remembering(ctx) != nil {
		return nil, nil
	}
	var holds bool
	var shown report.Object
	err = l.memory.Space().Do(ctx, func() error {
		beliefs := map[*spec.Agent]symbolic.Set{}
		ev := &spec.Evaluator{State: p.state}
		ev.Modal = func(e spec.Expr, env *spec.Env) (bool, error) {
			k, ok := e.(*spec.Knows)
			if !ok || k.X.Traits()&spec.Modal != 0 {
				return false, errBeyond
			}
			who, err := ev.Eval(k.Agent, env)
			if err != nil {
				return false, err
			}
			i := slices.IndexFunc(m.Agents, func(a *spec.Agent) bool { return spec.Equal(a.Name, who) })
			if i < 0 {
				return false, errBeyond
			}
			a := m.Agents[i]
			if _, ok := beliefs[a]; !ok {
				if beliefs[a], err = l.belief(p, a); err != nil {
					return false, err
				}
			}
			known, other, err := l.knows(k, env, beliefs[a])
			if err == nil && !other.IsEmpty() {
				st, _ := l.memory.Pick(other)
				shown = report.StateOf(m, st)
			}
			return known, err
		}
		holds, err = ev.Holds(in.Suite.Checks[0].Formula, nil)
		return err
	})
	if err != nil {
		return nil, nil
	}
	k := &Known{Formula: formula, Verdict: string(verdict.Holds), Route: byBelief}
	if !holds {
		k.Verdict = string(verdict.Fails)
	}
	return k, shown
}

// knows tells whether an agent knows something about states who considers some possible. Of K
// that is not so, other are those where it is otherwise.
func (l *largeWorlds) knows(k *spec.Knows, env *spec.Env, possible symbolic.Set) (known bool, other symbolic.Set, err error) {
	none := possible.Space().Empty()
	if k.Op == spec.KnowsValue {
		cases, undefined, err := l.memory.Cases(k.X, env, nil)
		if err != nil || !undefined.Disjoint(possible) {
			return false, none, errors.Join(errBeyond, err)
		}
		n := 0
		for _, c := range cases {
			if !c.When.Disjoint(possible) {
				n++
			}
		}
		return n == 1, none, nil
	}
	truth, err := l.memory.Truth(k.X, env, nil)
	if err != nil || !truth.Undefined.Disjoint(possible) {
		return false, none, errors.Join(errBeyond, err)
	}
	all, some := possible.SubsetOf(truth.True), !possible.Disjoint(truth.True)
	switch k.Op {
	case spec.KnowsThat:
		return all, possible.Diff(truth.True), nil
	case spec.KnowsWhether:
		return all || !some, none, nil
	case spec.Supposes:
		return some, none, nil
	}
	return false, none, errBeyond
}
