package session

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/epibdd/epibdd/report"
	specdoc "github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/verdict"
)

// asked is a formula at the end of a path, as one in its initial state: of what is possible
// (EX, <α>), or of all (AX, [α]), which is the same.
func (p Path) asked(formula string, possible bool) string {
	text := formula
	for i := len(p.Moves) - 1; i >= 0; i-- {
		m := p.Moves[i]
		switch {
		case m.Announce != "" && possible:
			text = "<" + m.Announce + "> (" + text + ")"
		case m.Announce != "":
			text = "[" + m.Announce + "] (" + text + ")"
		case possible && m.State != "":
			text = "EX{" + m.Step + "} (" + m.State + " & (" + text + "))"
		case possible:
			text = "EX{" + m.Step + "} (" + text + ")"
		case m.State != "":
			text = "AX{" + m.Step + "} (" + m.State + " -> (" + text + "))"
		default:
			text = "AX{" + m.Step + "} (" + text + ")"
		}
	}
	return text
}

// value asks a formula at a place.
func (s *Session) value(ctx context.Context, p *place, formula string, possible bool) (*report.Result, error) {
	for _, m := range p.path().Moves {
		if m.Done != nil {
			return nil, errors.New("behind an announcement that can happen in several ways formulas are not asked: write which one it was")
		}
	}
	if _, err := question(specdoc.Formula, formula, ""); err != nil { // in its own words
		return nil, err
	}
	path := p.path()
	c, err := question(specdoc.Formula, path.asked(formula, possible), path.Start)
	if err != nil {
		return nil, err
	}
	in, err := p.doc.asking(c)
	if err != nil {
		return nil, err
	}
	return s.ask(ctx, in)
}

// undecided is the error of a check without an answer.
func undecided(r *report.Result) error {
	if r.Problem != nil {
		return errors.New(r.Problem.Message)
	}
	return fmt.Errorf("not decided: %s", r.Reason)
}

// know tells what a formula is worth at a place, with evidence.
func (s *Session) know(ctx context.Context, p *place, formula string) (*Known, error) {
	if k, _ := p.believed(ctx, formula); k != nil {
		return k, nil
	}
	found, err := s.value(ctx, p, formula, true)
	if err != nil {
		return nil, err
	}
	if found.Verdict == verdict.Fails && len(p.way()) > 1 {
		if found, err = s.value(ctx, p, formula, false); err != nil {
			return nil, err
		}
	}
	k := &Known{Formula: formula, Verdict: string(found.Verdict), Reason: found.Reason, Route: found.Route}
	if found.Problem != nil {
		k.Reason = found.Problem.Message
	}
	if k.Run = inner(found.Run, formula); k.Run != nil {
		k.Story = k.Run.Story()
	}
	return k, nil
}

// inner is the part of a run that is evidence for a formula, where the run has led to its place.
func inner(r *report.Run, formula string) *report.Run {
	if r == nil {
		return nil
	}
	if bare(r.Formula) == bare(formula) {
		return r
	}
	var below []*report.Run
	below = append(below, r.Parts...)
	if r.Path != nil {
		for _, s := range r.Path.Shown {
			below = append(below, s.Run)
		}
	}
	if r.After != nil {
		below = append(below, r.After.Run)
	}
	for _, b := range below {
		if found := inner(b, formula); found != nil {
			return found
		}
	}
	return nil
}

// bare is a formula without blanks and parentheses around it.
func bare(text string) string { return strings.Join(strings.Fields(text), " ") }

// why looks for a world that an agent considers possible and where a formula is not true.
func (s *Session) why(ctx context.Context, p *place, agent, formula string) (*Why, error) {
	wanted := "K{" + agent + "} (" + formula + ")"
	if k, other := p.believed(ctx, wanted); k != nil {
		return &Why{Known: *k, Agent: agent, State: other}, nil
	}
	k, err := s.know(ctx, p, wanted)
	if err != nil {
		return nil, err
	}
	w := &Why{Known: *k, Agent: agent}
	if k.Run != nil && k.Run.Epistemic != nil {
		e := k.Run.Epistemic
		w.State, w.Start, w.Done = e.State, e.Start, e.Done
		for _, step := range e.Origin {
			w.Origin = append(w.Origin, labelOf(step))
		}
	}
	return w, nil
}

// labelOf writes a step as a program would.
func labelOf(s report.Step) string {
	if len(s.Moves) > 0 || len(s.Args) == 0 {
		return s.Action
	}
	args := make([]string, len(s.Args))
	for i, a := range s.Args {
		args[i] = fmt.Sprint(a.Value)
	}
	return s.Action + "(" + strings.Join(args, ", ") + ")"
}

// find goes to where a formula is true, by steps.
func (s *Session) find(ctx context.Context, p *place, formula string) (*Place, error) {
	wanted := "EF (" + formula + ")"
	k, err := s.value(ctx, p, wanted, true)
	switch {
	case err != nil:
		return nil, err
	case k.Verdict == verdict.Fails:
		return nil, errors.New("no run from here leads to such a state")
	case k.Verdict != verdict.Holds:
		return nil, undecided(k)
	}
	p.doc.mu.Lock()
	defer p.doc.mu.Unlock()
	at, run := p, inner(k.Run, wanted)
	if run == nil {
		return nil, errors.New("there is such a state, but the run that leads there was not shown")
	}
	if run.Path != nil {
		for _, step := range run.Path.Steps {
			m := Move{Step: labelOf(step)}
			next, err := s.moved(ctx, at, m)
			if err != nil {
				m.State = step.State.Condition()
				if next, err = s.moved(ctx, at, m); err != nil {
					return nil, err
				}
			}
			at = next
		}
	}
	return s.look(ctx, at)
}
