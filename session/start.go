package session

import (
	"context"
	"math/big"
	"math/rand/v2"
	"strconv"

	specdoc "github.com/epibdd/epibdd/spec/document"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// Initial states are listed up to so many; of more some are picked by diagrams.
const (
	mostStarts = 1 << 12
	startWork  = 1 << 20
)

// starts finds initial states.
func (d *document) starts(ctx context.Context, r Request) (*Starts, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	most := r.Most
	if most <= 0 {
		most = 24
	}
	var cond spec.Expr
	if r.At != "" {
		c, err := question(specdoc.Formula, r.At, "")
		if err != nil {
			return nil, err
		}
		in, err := d.asking(c)
		if err != nil {
			return nil, err
		}
		cond = in.Suite.Checks[0].Formula
		if cond.Traits()&spec.Modal != 0 {
			return d.startsKnowing(ctx, r)
		}
	}
	random := rand.New(rand.NewPCG(r.Seed, 0))
	var all []spec.State
	var err error
	if !d.manyStarts {
		all, err = explicit.InitialStates(d.model, explicit.Options{MaxStates: mostStarts, MaxWork: startWork, Interrupted: ctx.Err})
		d.manyStarts = explicit.IsTooLarge(err)
	}
	if d.manyStarts {
		count, picked, err := d.largeStarts(ctx, cond, most, r.Draw, random)
		if err != nil {
			return nil, errLimit(err)
		}
		return d.listed(count.String(), picked), nil
	}
	if err != nil {
		return nil, err
	}
	var fit []spec.State
	for _, st := range all {
		holds := true
		if cond != nil {
			if holds, err = (&spec.Evaluator{State: st}).Holds(cond, nil); err != nil {
				return nil, err
			}
		}
		if holds {
			fit = append(fit, st)
		}
	}
	count := strconv.Itoa(len(fit))
	if r.Draw {
		random.Shuffle(len(fit), func(i, j int) { fit[i], fit[j] = fit[j], fit[i] })
	}
	return d.listed(count, fit[:min(len(fit), most)]), nil
}

func (d *document) listed(count string, states []spec.State) *Starts {
	out := &Starts{Count: count, Listed: []Start{}}
	for _, st := range states {
		o := report.StateOf(d.model, st)
		out.Listed = append(out.Listed, Start{Condition: o.Condition(), State: o, state: st})
	}
	return out
}

// startsKnowing picks one initial state by a formula that only a decision tells.
func (d *document) startsKnowing(ctx context.Context, r Request) (*Starts, error) {
	c, err := question(specdoc.Some, r.At, "")
	if err != nil {
		return nil, err
	}
	in, err := d.asking(c)
	if err != nil {
		return nil, err
	}
	found, err := (&Session{}).ask(ctx, in)
	switch {
	case err != nil:
		return nil, err
	case found.Verdict == verdict.Fails:
		return &Starts{Count: "0", Listed: []Start{}}, nil
	case found.Verdict != verdict.Holds || found.Run == nil:
		return nil, undecided(found)
	}
	one, err := d.starts(ctx, Request{At: found.Run.State.Condition(), Most: 1})
	if err == nil {
		one.Count = "at least 1"
	}
	return one, err
}

// largeStarts counts initial states with a condition and picks some, by diagrams.
func (d *document) largeStarts(ctx context.Context, cond spec.Expr, most int, draw bool, r *rand.Rand) (*big.Int, []spec.State, error) {
	l, err := d.largeSystem(ctx)
	if err != nil {
		return nil, nil, err
	}
	var count *big.Int
	var picked []spec.State
	err = l.base.Space().Do(ctx, func() error {
		if err := l.base.Fault(l.base.Space().Empty()); err != nil {
			return err
		}
		where := l.base.Init()
		if cond != nil {
			truth, err := l.base.Truth(cond, nil, nil)
			if err != nil {
				return err
			}
			where = where.And(truth.True)
		}
		if count = l.base.Count(where); count.Cmp(big.NewInt(mostWorlds)) > 0 { // and so are the worlds
			d.tooLarge, d.tooLargeAt = &explicit.TooLarge{What: "worlds", Limit: mostWorlds}, 0
		}
		for len(picked) < most && !where.IsEmpty() {
			var st spec.State
			if draw {
				st = l.base.Draw(where, r)
			} else {
				st, _ = l.base.Pick(where)
			}
			picked = append(picked, st)
			where = where.Diff(l.base.Single(st))
		}
		return nil
	})
	return count, picked, err
}
