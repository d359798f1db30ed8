package session

import (
	"context"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
)

// What is listed of a place at most.
const (
	mostSteps    = 400
	mostInstance = 4000 // of an action are tried for what stops it
	mostArgs     = 12   // are named for one reason
)

// look describes a place.
func (s *Session) look(ctx context.Context, p *place) (*Place, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	m := p.doc.model
	out := &Place{
		ID: p.id, Label: p.label(), Told: p.move.Announce != "", Path: p.path(),
		State: report.StateOf(m, p.state), Steps: []Step{}, Blocked: []Blocked{}, Agents: []Eyes{},
	}
	if p.parent != nil {
		out.Parent = p.parent.id
	}
	for _, at := range p.way() {
		out.Way = append(out.Way, at.id)
	}
	steps, ask, err := p.next(ctx)
	if err != nil {
		out.Still = errLimit(err).Error()
	} else {
		out.More = len(steps) > mostSteps
		out.Steps = p.listed(steps)
		if out.Blocked, err = p.blocked(steps, ask); err != nil {
			out.Still = err.Error()
		}
	}
	for _, a := range m.Agents {
		out.Agents = append(out.Agents, Eyes{Name: a.Name.String(), All: a.All, Sees: report.ViewOf(m, a, p.state)})
	}
	if len(p.told()) > 0 || len(p.doc.tellings) > 0 {
		if at, err := p.stand(ctx); err == nil {
			out.Tellings = p.tellings(at)
			for i, a := range at.system.Model().Agents {
				out.Agents[i].Uninformed = !at.system.Informed(a)
			}
		}
	}
	return out, nil
}

// listed are the first of some steps.
func (p *place) listed(steps []taken) []Step {
	m := p.doc.model
	times := map[string]int{}
	for _, step := range steps {
		times[step.label]++
	}
	// Of each agent, the labels of the steps that look the same to it.
	looks := make([]map[string]string, len(m.Agents))
	several := make([]map[string]bool, len(m.Agents))
	for i, a := range m.Agents {
		looks[i], several[i] = map[string]string{}, map[string]bool{}
		for _, step := range steps {
			seen := explicit.Observed(a, step.moves, p.state)
			if other, known := looks[i][seen]; known && other != step.label {
				several[i][seen] = true
			}
			looks[i][seen] = step.label
		}
	}
	all := []Step{}
	for _, step := range steps[:min(len(steps), mostSteps)] {
		one := Step{Label: step.label}
		if times[step.label] > 1 {
			one.State = step.condition(m)
		}
		for _, move := range step.moves {
			by, err := explicit.Owner(m, move, p.state)
			switch {
			case err != nil || by == nil:
			case m.Joint:
				one.Parts = append(one.Parts, Part{by.Name.String(), move.String()})
			default:
				one.By = by.Name.String()
			}
		}
		for i, a := range m.Agents {
			if several[i][explicit.Observed(a, step.moves, p.state)] {
				one.Unseen = append(one.Unseen, a.Name.String())
			}
		}
		all = append(all, one)
	}
	return all
}

// blocked are the instances of actions that cannot be taken, by what stops them.
func (p *place) blocked(steps []taken, ask explicit.Asking) ([]Blocked, error) {
	m := p.doc.model
	out := []Blocked{}
	can := map[string]bool{}
	for _, step := range steps {
		for _, move := range step.moves {
			can[move.Key()] = true
		}
	}
	for _, a := range m.Actions {
		types := make([]spec.Type, len(a.Params))
		for i, b := range a.Params {
			types[i] = b.Type
		}
		at, tried := map[string]int{}, 0
		for args := range spec.Tuples(types) {
			if tried++; tried > mostInstance {
				break
			}
			move := spec.Move{Action: a, Args: slices.Clone(args)}
			if can[move.Key()] {
				continue
			}
			unmet, err := explicit.Unmet(m, move, p.state, ask)
			if err != nil {
				return out, err
			}
			because := "somebody else has nothing to do"
			if unmet != nil {
				because = strings.Join(strings.Fields(unmet.Span().Text()), " ")
			} else if !m.Joint {
				continue
			}
			i, known := at[because]
			if !known {
				i = len(out)
				at[because] = i
				out = append(out, Blocked{Action: a.Name, Because: because})
			}
			b := &out[i]
			if b.Count++; len(b.Args) < mostArgs && len(args) > 0 {
				b.Args = append(b.Args, move.String()[len(a.Name)+1:len(move.String())-1])
			}
		}
	}
	return out, nil
}
