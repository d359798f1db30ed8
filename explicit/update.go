package explicit

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

// extension is what a knowledge action makes of the worlds of another system: a
// world is a world w there with an alternative that can happen in w, and agents
// confuse two if they confuse both parts.
type extension struct {
	base         *System
	alternatives []alternative
	origin, of   []int // by world: where it comes from, and by which alternative
	learners     party
}

// extended is the system after a knowledge action, or after a part of one.
func (s *System) extended(p spec.Program, env *spec.Env, where set) (*System, error) {
	return once(s.memo.behind, keyOf(p, env, where.key()), func() (*System, error) {
		learners, err := s.learners(p, env)
		if err != nil {
			return nil, err
		}
		x := &extension{base: s, learners: learners}
		if x.alternatives, err = s.alternatives(p, env, where); err != nil {
			return nil, err
		}
		next := &System{model: s.model, runs: s.runs, opts: s.opts, agents: s.agents, memo: newMemo(), extension: x}
		next.memory = memory{recall: s.memory.recall, depth: s.memory.depth, short: s.memory.short, rejoined: s.memory.rejoined, full: s.memory.full}
		for w, st := range s.worlds {
			for i, way := range x.alternatives {
				if !way.dom.has(w) {
					continue
				}
				if len(next.worlds) == s.opts.MaxStates {
					return nil, &TooLarge{What: "worlds after a knowledge action", Limit: s.opts.MaxStates}
				}
				x.origin, x.of = append(x.origin, w), append(x.of, i)
				next.worlds = append(next.worlds, st)
				if s.memory.recall != "" {
					next.memory.steps = append(next.memory.steps, s.memory.steps[w])
				}
			}
		}
		return next, nil
	})
}

// present are the worlds to which as many steps led as to w: what somebody knows
// in w is about them. Without memory these are all.
func (s *System) present(w int) set {
	if s.memory.recall == "" {
		return newSet(len(s.worlds), true)
	}
	in := make(set, len(s.worlds))
	for v, n := range s.memory.steps {
		in[v] = kleeneOf(n == s.memory.steps[w])
	}
	return in
}

// look is what an agent sees in a world, with what it saw of knowledge actions.
func (x *extension) look(a *spec.Agent, w int) string {
	return fmt.Sprint(x.base.views(a).of[x.origin[w]], " ", x.alternatives[x.of[w]].view[a.Index])
}

// informed is an error unless the agent learnt of the knowledge action that led
// to the worlds: it has no relation between them otherwise.
func (s *System) informed(a *spec.Agent, at interface{ Span() source.Span }) error {
	learners := s.learnt
	if s.extension != nil {
		learners = s.extension.learners
	}
	if learners == nil || learners[a] {
		return nil
	}
	return &spec.Undefined{Place: at.Span(), Reason: spec.Uninformed(a)}
}

// onward are the histories that go on from the worlds behind a knowledge action, the
// same worlds first: agents remember what they saw before and of the action.
func (s *System) onward() (*System, error) {
	if s.memory.recall != spec.PerfectRecall {
		return nil, errors.New(spec.Forgetting)
	}
	if constrained(s.model, s.runs) {
		return nil, ErrNotFair
	}
	return once(s.memo.behind, memoKey{what: "onward"}, func() (*System, error) {
		next := newSystem(s.model, s.runs, s.opts)
		next.learnt = s.extension.learners
		next.memory = memory{
			recall: s.memory.recall, depth: s.memory.depth, short: s.memory.short, rejoined: s.memory.rejoined, full: s.memory.full,
			known: map[string]int{}, looks: make([][]int, len(s.model.Agents)),
		}
		for w, st := range s.worlds {
			next.initial = append(next.initial, next.grow(st, s.memory.steps[w]))
			for _, a := range s.model.Agents {
				next.remember(a, s.look(a, w))
			}
		}
		if len(next.worlds) == 0 {
			return next, nil
		}
		err := next.follow(s.opts.budget(s.opts.MaxWork))
		*next.memory.short = *next.memory.short || next.memory.cut
		*next.memory.rejoined = *next.memory.rejoined || next.memory.layers > 0
		return next, err
	})
}

// update is the set of worlds in which [α] f or <α> f is true, of those alone to
// which as many steps lead as to w if f is about runs.
func (s *System) update(e *spec.Update, env *spec.Env, w int) (set, error) {
	where, what := newSet(len(s.worlds), true), "update"
	if e.X.Traits()&spec.IsTemporal != 0 {
		where = s.present(w)
		what += where.key()
	}
	return once(s.memo.truth, keyOf(e, env, what), func() (set, error) {
		if err := s.charge(); err != nil {
			return nil, err
		}
		in := newSet(len(s.worlds), e.All)
		for w := range s.worlds {
			if !where.has(w) {
				continue
			}
			ends, err := s.outcomes(e.Action, env, w, false)
			if err != nil {
				return nil, err
			}
			for _, end := range ends {
				holds, err := end.holds(e.X, env)
				if err != nil {
					return nil, err
				}
				if e.All {
					in[w] = min(in[w], holds)
				} else {
					in[w] = max(in[w], holds)
				}
			}
		}
		return in, nil
	})
}

// outcome is a world to which a knowledge action leads.
type outcome struct {
	system *System
	world  int
	done   []string // by the actions outside of every L
}

// holds says whether a formula is true there, one about runs of what comes then.
func (o outcome) holds(f spec.Expr, env *spec.Env) (kleene, error) {
	s := o.system
	if f.Traits()&spec.IsTemporal != 0 {
		var err error
		if s, err = s.onward(); err != nil {
			return open, err
		}
	}
	return s.holds(f, env, o.world)
}

// outcomes are the worlds to which a knowledge action leads from w: those of the
// action as it is written, or all of its type. What stands outside of every L is
// taken part by part, and its arguments are read in w.
func (s *System) outcomes(p spec.Program, env *spec.Env, w int, all bool) ([]outcome, error) {
	switch p := p.(type) {
	case *spec.Seq:
		ends := []outcome{{s, w, nil}}
		for _, part := range p.Parts {
			var next []outcome
			for _, end := range ends {
				more, err := end.system.outcomes(part, env, end.world, all)
				if err != nil {
					return nil, err
				}
				for _, last := range more {
					last.done = slices.Concat(end.done, last.done)
					next = append(next, last)
				}
			}
			ends = next
		}
		return ends, nil
	case *spec.Choice:
		if p.Marked >= 0 {
			return s.outcomes(p.Parts[p.Marked], env, w, all)
		}
		return s.outcomesOf(s.sameNames(p.Parts, env), w, all)
	case *spec.SomeOf, *spec.Run:
		bodies, err := s.bodies(p, s.evaluator(w), env)
		if err != nil {
			return nil, s.inWorld(w, err)
		}
		return s.outcomesOf(bodies, w, all)
	}
	next, err := s.extended(p, env, s.present(w))
	if err != nil {
		return nil, s.inWorld(w, err)
	}
	var ends []outcome
	for v, origin := range next.extension.origin {
		way := next.extension.alternatives[next.extension.of[v]]
		if origin == w && (all || way.named) {
			ends = append(ends, outcome{next, v, []string{way.done}})
		}
	}
	return ends, nil
}

func (s *System) outcomesOf(bodies []body, w int, all bool) ([]outcome, error) {
	var ends []outcome
	for _, b := range bodies {
		more, err := s.outcomes(b.p, b.env, w, all)
		if err != nil {
			return nil, err
		}
		ends = append(ends, more...)
	}
	return ends, nil
}

// key is a text that is equal for equal sets.
func (s set) key() string {
	var b strings.Builder
	for _, in := range s {
		b.WriteByte(byte('0' + in))
	}
	return b.String()
}
