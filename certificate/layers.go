package certificate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/internal/certify"
	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// remember finds the layers of worlds with memory, and has a certificate written about as many
// as decide the check.
func (a *author) remember(ctx context.Context, c *spec.Check, o encode.Options, write func() error) error {
	base := a.sys
	if c.Recall == spec.ClockRecall {
		return a.follow(ctx, c, write)
	}
	agents := question.Remembering(spec.ProfileOf(c, c.Runs))
	if c.Kind == spec.CountCheck && c.Layer > 0 {
		agents[len(agents)-1] = encode.Witness
	}
	for copies := 1; ; copies *= 2 {
		var err error
		if a.sys, err = encode.Remember(ctx, base, agents, copies, symbolic.Limits{Nodes: o.Symbolic.Nodes, Memory: o.Symbolic.Memory}); err != nil {
			return err
		}
		if err := a.follow(ctx, c, write); !errors.As(err, &encode.TooFewBitsError{}) {
			return err
		}
	}
}

// mostSteps is how many steps are followed.
const mostSteps = 64

// mostTurns is how many are followed where a strategy is sought.
const mostTurns = 12

func (a *author) follow(ctx context.Context, c *spec.Check, write func() error) error {
	return a.sys.Space().Do(ctx, func() error {
		profile := spec.ProfileOf(c, c.Runs)
		options := ctlk.Options{Runs: profile.Runs, Recall: c.Recall}
		ask := kripke.Asking{Guards: func(m *kripke.Structure) encode.Modal { return ctlk.Guards(ctlk.New(m, options), m) }}
		u, err := kripke.Unroll(a.sys, c.Recall, a.sys.Init(), ask)
		if err != nil {
			return err
		}
		tries, again, most := mostBranches, false, mostSteps
		if profile.Remembering {
			most = mostTurns
		}
		undecided := &certify.Refusal{Open: true, Reason: fmt.Sprintf("what is not decided by %d steps", most)}
		for depth := c.Layer; depth <= most; depth++ {
			for !u.Closed() && u.Fault == nil && u.Depth() <= depth {
				if err := u.Grow(ask); err != nil {
					return err
				}
			}
			if u.Fault != nil && u.Depth() < depth {
				return &certify.Refusal{Open: true, Reason: "what may be faulty after some steps"}
			}
			if a.m, a.records = u.Structure(depth), nil; again {
				a.m = a.m.Unwound(depth)
			}
			for _, l := range a.m.Layers {
				a.recording(l.System.Recorded())
				for _, e := range l.Next {
					a.recording(a.written(e))
				}
			}
			a.matches = &matches{author: a, known: map[ctlk.KeyOf]*match{}, tries: tries}
			if a.comesAgain(len(a.m.Layers) - 1) {
				a.matches.tries = fewBranches
			}
			options.Remembered = a.matches.truth
			a.ev = ctlk.New(a.m, options)
			if done, err := a.decides(c); err != nil {
				return err
			} else if done {
				return write()
			}
			switch {
			case a.m.Cut:
				tries = a.matches.tries
			case profile.Remembering && a.comesAgain(len(a.m.Layers)-1): // and something else may be done then
				again = true
			default:
				return undecided
			}
		}
		return undecided
	})
}

// recording adds history variables to those of the certificate.
func (a *author) recording(list []*encode.HistoryVariable) {
	for _, v := range list {
		if !slices.Contains(a.records, v) {
			a.records = append(a.records, v)
		}
	}
}

// written are the history variables that worlds have as steps along an edge reach them.
func (a *author) written(e kripke.Edge) (list []*encode.HistoryVariable) {
	for _, v := range a.m.Layers[e.To].System.Recorded() {
		list = append(list, e.Late(v))
	}
	return list
}

// decides tells whether the layers decide a check.
func (a *author) decides(c *spec.Check) (bool, error) {
	asked := a.m.At(c.Layer)
	if c.At != nil {
		at, err := a.ev.Formula(c.At, nil, asked)
		if err != nil {
			return false, err
		}
		asked = at.Lower
	}
	if c.Kind == spec.CountCheck && c.After != nil {
		return true, nil
	}
	t, err := a.ev.Formula(c.Formula, nil, asked)
	if err != nil {
		return false, err
	}
	if c.Kind == spec.FormulaCheck {
		t = t.Not(asked)
	}
	return t.Exact() || c.Kind != spec.CountCheck && !t.Lower.IsEmpty(), nil
}

// layers claims the worlds of each layer, with a function back to the one before, and what
// steps record of what is seen.
func (a *author) layers() error {
	last := len(a.m.Layers) - 1
	for k, layer := range a.m.Layers {
		d := &draft{set: a.m.Worlds[k].And(a.blank(k))}
		if k > 0 {
			f, err := a.backward(k-1, kripke.Edge{To: k})
			if err != nil {
				return err
			}
			d.witnesses = append(d.witnesses, f)
		}
		a.say(question.LayerKey(k, question.Reached), d)
		for _, e := range layer.Next {
			if err := a.record(k, e); err != nil {
				return err
			}
		}
	}
	if next := a.m.Layers[last].Next; len(next) > 0 {
		to := next[0].To
		f, err := a.backward(last, next[0])
		if err != nil {
			return err
		}
		a.say(question.BackKey(last+1, to), &draft{set: a.m.Worlds[to].And(a.blank(to)), witnesses: []map[symbolic.Bit]symbolic.Set{f}})
	}
	return nil
}

// backward makes a function to the worlds of a layer from those to which steps lead along an edge.
func (a *author) backward(from int, e kripke.Edge) (map[symbolic.Bit]symbolic.Set, error) {
	var lost []symbolic.Bit
	written := a.written(e)
	for _, v := range a.records {
		if !slices.Contains(written, v) {
			lost = append(lost, v.Bit)
		}
	}
	sys, sp := a.m.Layers[from].System, a.sys.Space()
	all, _, err := a.back(sys, a.m.Worlds[from].And(a.blank(from)), sp.Empty(), lost)
	if err != nil {
		return nil, err
	}
	f := a.joined(all)
	for b, set := range f {
		f[b] = e.Into(set.Exists(sp.Cube(lost...)))
	}
	return f, nil
}

// blank are the worlds of a layer in which bits that record nothing there are 0.
func (a *author) blank(k int) symbolic.Set {
	sp := a.sys.Space()
	blank, past := sp.Full(), a.m.Layers[k].System.Past()
	for _, v := range a.records {
		if !slices.Contains(past, v.Bit) {
			blank = blank.Diff(sp.Lit(v.Bit))
		}
	}
	return blank
}

// record claims what each step from a layer along an edge records.
func (a *author) record(from int, e kripke.Edge) error {
	if len(a.records) == 0 {
		return nil
	}
	sp, before, after := a.sys.Space(), a.m.Layers[from].System.Past(), a.m.Layers[e.To].System.Past()
	return everyStep(a.sys.Model(), func(moves []spec.Move) {
		d := &draft{set: sp.Empty()}
		for _, v := range a.records {
			switch w := e.Late(v); {
			case !slices.Contains(after, v.Bit):
				d.layers = append(d.layers, sp.Empty())
			case slices.Contains(before, w.Bit):
				d.layers = append(d.layers, sp.Lit(w.Bit))
			default:
				d.layers = append(d.layers, a.m.Layers[from].System.Noted(w, moves))
			}
		}
		a.say(question.LayerKey(from, question.StepKey(moves)), d)
	})
}

// everyStep calls f with the moves of each step that there may be.
func everyStep(m *spec.Model, f func(moves []spec.Move)) error {
	var movers []*spec.Mover
	if movers = m.Movers; !m.Joint {
		movers = []*spec.Mover{{}}
		for _, a := range m.Actions {
			movers[0].Choices = append(movers[0].Choices, spec.Choices{Action: a, Args: make([]spec.Value, len(a.Params))})
		}
	}
	list := [][]spec.Move{nil}
	for _, who := range movers {
		var next [][]spec.Move
		for _, c := range who.Choices {
			var types []spec.Type
			for _, b := range slices.Concat(c.Action.Params, c.Action.Outcome) {
				types = append(types, b.Type)
			}
			for tuple := range spec.Tuples(types) {
				n := len(c.Action.Params)
				move := spec.Move{Action: c.Action, Args: slices.Clone(tuple[:n]), Outcome: slices.Clone(tuple[n:])}
				if !move.HasArgs(c.Args) {
					continue
				}
				for _, before := range list {
					next = append(next, append(slices.Clip(before), move))
				}
				if len(next) > mostMoves {
					return &certify.Refusal{Open: true, Reason: fmt.Sprintf("more than %d steps", mostMoves)}
				}
			}
		}
		list = next
	}
	for _, moves := range list {
		f(moves)
	}
	return nil
}

const mostMoves = 1 << 12
