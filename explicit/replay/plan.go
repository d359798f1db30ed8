package replay

import (
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// planned follows a plan along all that may be seen, with all histories that may be the
// actual one: whether the goal is reached, and what that costs. That no plan costs less is
// nothing that a plan could show.
type planned struct {
	*replay
	n      *witness.Node
	plan   *spec.Plan
	shown  *witness.Plan
	system *explicit.System // of histories, where the goal asks others what they know; else nil
	worst  int
	mean   *big.Rat
}

// candidate are histories that those who plan consider possible: the state that they ended in, how
// many there are, how likely they are, and the number of one if histories are enumerated.
type candidate struct {
	state spec.State
	times int
	share *big.Rat
	world int
}

// sized checks how many histories a plan says are possible.
func (p *planned) sized(crowd []candidate, worlds int) error {
	n := 0
	for _, c := range crowd {
		n += c.times
	}
	if n != worlds {
		return p.mismatch(p.n, "%d worlds are possible where the plan says %d", n, worlds)
	}
	return nil
}

// plans checks the plans that show the answer to a question for one.
func (r *replay) plans(c *spec.Check, n *witness.Node) error {
	if n.Formula != c.Formula || len(n.Plans) == 0 || !n.Holds {
		return r.mismatch(n, "the check %s asks for a plan", c.ID)
	}
	for _, shown := range n.Plans {
		p := &planned{replay: r, n: n, plan: c.Plan, shown: shown, mean: new(big.Rat)}
		if err := p.check(c); err != nil {
			return err
		}
	}
	return nil
}

func (p *planned) check(c *spec.Check) error {
	all, err := explicit.Beginnings(p.model, p.opts)
	if err != nil {
		return err
	}
	if !p.plan.OwnMind(p.model, c.Formula) || p.model.AsksKnowledge() != nil {
		long := 1
		for _, b := range p.shown.Starts {
			long = max(long, len(b.Before)+length(b.Next))
		}
		if p.system, err = explicit.Unroll(p.model, spec.PerfectRecall, p.runs, long, p.opts); err != nil {
			return err
		}
	}
	if all, err = explicit.Happened(p.model, p.plan, all, p.follows); err != nil {
		return err
	}
	total := new(big.Rat)
	for _, c := range all {
		total.Add(total, c.Share)
	}
	groups := map[string][]candidate{}
	for _, c := range all {
		at := candidate{state: c.State(), times: 1, share: new(big.Rat).Quo(c.Share, total)}
		if p.system != nil {
			w, known := p.system.Locate(c.Start, c.Steps)
			if !known || w == explicit.Beyond {
				return p.mismatch(p.n, "a history in which the plan begins is no world")
			}
			at.world = w
		}
		key := p.past(c.Start, c.Steps)
		groups[key] = append(groups[key], at)
	}
	if len(groups) != len(p.shown.Starts) {
		return p.mismatch(p.n, "%d different things may have been seen, and the plan has %d", len(groups), len(p.shown.Starts))
	}
	for _, b := range p.shown.Starts {
		key := p.past(b.State, b.Before)
		crowd := groups[key]
		if crowd == nil {
			return p.mismatch(p.n, "the plan is for something else than what may have been seen")
		}
		delete(groups, key)
		if err := p.sized(crowd, b.Worlds); err != nil {
			return err
		}
		if err := p.follow(crowd, b.Next, 0); err != nil {
			return err
		}
	}
	switch {
	case p.worst != p.shown.Worst:
		return p.mismatch(p.n, "the plan costs %d at most, not %d", p.worst, p.shown.Worst)
	case p.shown.Mean != nil && p.mean.Cmp(p.shown.Mean) != 0:
		return p.mismatch(p.n, "the plan costs %s on average, not %s", p.mean.RatString(), p.shown.Mean.RatString())
	}
	return nil
}

// follows lists the steps that may follow a history.
func (p *planned) follows(c explicit.Candidate) ([]witness.Step, error) {
	if p.system == nil {
		return explicit.Steps(p.model, c.State(), p.opts.Budget(1<<24, "steps"))
	}
	w, known := p.system.Locate(c.Start, c.Steps)
	if !known || w == explicit.Beyond {
		return nil, p.mismatch(p.n, "a history in which the plan begins is no world")
	}
	return p.arrows(w)
}

// arrows lists the steps from a history.
func (p *planned) arrows(w int) ([]witness.Step, error) {
	var steps []witness.Step
	for _, a := range p.system.Arrows(w) {
		if a.To == explicit.Beyond {
			return nil, p.mismatch(p.n, "the plan is longer than it is")
		}
		steps = append(steps, witness.Step{Moves: a.Moves, To: p.system.States()[a.To]})
	}
	return steps, nil
}

// past is what those who plan saw in a history.
func (p *planned) past(start spec.State, steps []witness.Step) string {
	key, now := p.look(nil, nil, start), start
	for _, s := range steps {
		key += p.look(s.Moves, now, s.To)
		now = s.To
	}
	return key
}

// length is how many steps a plan may take.
func length(a *witness.Act) int {
	n := 0
	for _, b := range a.Next {
		n = max(n, 1+length(b.Next))
	}
	return n
}

// look is what those who plan see of a step, or of an initial state.
func (p *planned) look(moves []spec.Move, from, to spec.State) string {
	key := ""
	for _, a := range p.plan.By {
		if from != nil {
			key += explicit.Observed(a, moves, from) + "/"
		}
		key += explicit.View(a, to) + "\x00"
	}
	return key
}

// branches checks that there is a branch for everything that may be seen, and follows all.
func (p *planned) branches(groups map[string][]candidate, all []witness.Branch, cost int) error {
	if len(all) != len(groups) {
		return p.mismatch(p.n, "%d different things may be seen, and the plan has %d", len(groups), len(all))
	}
	used := map[string]bool{}
	for _, b := range all {
		key := p.look(b.Step.Moves, b.From, b.Step.To)
		crowd := groups[key]
		if crowd == nil || used[key] {
			return p.mismatch(p.n, "the plan is for something else than what may be seen")
		}
		used[key] = true
		if !slices.ContainsFunc(crowd, func(c candidate) bool { return terms.SameState(c.state, b.Step.To) }) {
			return p.mismatch(p.n, "the plan shows a state that is not possible there")
		}
		if err := p.sized(crowd, b.Worlds); err != nil {
			return err
		}
		if err := p.follow(crowd, b.Next, cost+p.plan.Cost(b.Step.Moves)); err != nil {
			return err
		}
	}
	return nil
}

// follow does what the plan says where some histories are possible, after what it has cost.
func (p *planned) follow(crowd []candidate, a *witness.Act, cost int) error {
	p.report.Steps++
	if p.opts.Interrupted != nil {
		if err := p.opts.Interrupted(); err != nil {
			return err
		}
	}
	if a.Done {
		p.worst = max(p.worst, cost)
		for _, c := range crowd {
			p.mean.Add(p.mean, new(big.Rat).Mul(c.share, big.NewRat(int64(cost), 1)))
		}
		return p.reached(crowd)
	}
	groups := map[string][]candidate{}
	prices := map[string]int{}
	for _, c := range crowd {
		steps, err := p.steps(c, a.Moves)
		if err != nil {
			return err
		}
		for _, s := range steps {
			to := candidate{state: s.To, times: c.times, share: new(big.Rat).Quo(c.share, big.NewRat(int64(len(steps)), 1))}
			if p.system != nil {
				w, ok := p.system.Follow(c.world, s.Moves)
				if !ok || w == explicit.Beyond {
					return p.mismatch(p.n, "%s leads to no history", s)
				}
				to.world = w
			}
			key := p.look(s.Moves, c.state, s.To)
			price := p.plan.Cost(s.Moves)
			if before, ok := prices[key]; ok && before != price {
				return p.mismatch(p.n, "steps that look alike cost %d and %d", before, price)
			}
			prices[key] = price
			groups[key] = added(groups[key], to)
		}
	}
	return p.branches(groups, a.Next, cost)
}

// added adds a history to others, of which those that are alike are one.
func added(crowd []candidate, c candidate) []candidate {
	for i := range crowd {
		if crowd[i].world == c.world && terms.SameState(crowd[i].state, c.state) {
			crowd[i].times += c.times
			crowd[i].share.Add(crowd[i].share, c.share)
			return crowd
		}
	}
	return append(crowd, c)
}

// steps lists what may happen in a history if those who plan make some moves (nil: they
// wait): their own step, and those of others.
func (p *planned) steps(c candidate, own []spec.Move) ([]witness.Step, error) {
	if p.model.Joint || p.model.AsksKnowledge() != nil {
		return p.among(c, own)
	}
	var all []witness.Step
	if own != nil {
		owner, err := explicit.Owner(p.model, own[0], c.state)
		if err != nil {
			return nil, err
		}
		to, ok, err := explicit.Apply(p.model, own, c.state)
		if err != nil {
			return nil, err
		}
		if !ok || owner == nil || !p.plan.Asks(owner.Name) {
			return nil, p.mismatch(p.n, "%s is not possible in %s", own[0], explicit.ShowState(p.model, c.state))
		}
		all = append(all, witness.Step{Moves: own, To: to})
	}
	work := p.opts.Budget(1<<24, "steps in the search for arguments")
	for _, a := range p.model.Actions {
		if p.plan.Owns(p.model, a) {
			continue
		}
		instances, err := explicit.Instances(p.model, a, c.state, work)
		if err != nil {
			return nil, err
		}
		for _, args := range instances {
			m := spec.Move{Action: a, Args: args}
			owner, err := explicit.Owner(p.model, m, c.state)
			if err != nil {
				return nil, err
			}
			if owner != nil && p.plan.Asks(owner.Name) {
				continue
			}
			to, err := explicit.Effect(p.model, []spec.Move{m}, c.state)
			if err != nil {
				return nil, err
			}
			all = append(all, witness.Step{Moves: []spec.Move{m}, To: to})
		}
	}
	return all, p.sure(c, all)
}

// among lists the same among all steps.
func (p *planned) among(c candidate, own []spec.Move) ([]witness.Step, error) {
	var steps []witness.Step
	var err error
	if p.system != nil {
		if steps, err = p.arrows(c.world); err != nil {
			return nil, err
		}
	} else {
		if steps, err = explicit.Steps(p.model, c.state, p.opts.Budget(1<<24, "steps")); err != nil {
			return nil, err
		}
	}
	var all []witness.Step
	taken := false
	for _, s := range steps {
		var mine []spec.Move
		for _, m := range s.Moves {
			owner, err := explicit.Owner(p.model, m, c.state)
			if err != nil {
				return nil, err
			}
			if owner != nil && p.plan.Asks(owner.Name) {
				mine = append(mine, m)
			}
		}
		same := slices.EqualFunc(mine, own, func(x, y spec.Move) bool {
			return x.Action == y.Action && slices.EqualFunc(x.Args, y.Args, spec.Equal)
		})
		if same || len(mine) == 0 && !p.model.Joint {
			all = append(all, s)
		}
		taken = taken || same
	}
	if !taken {
		return nil, p.mismatch(p.n, "what the plan says is not possible in %s", explicit.ShowState(p.model, c.state))
	}
	return all, p.sure(c, all)
}

// sure checks that something happens, and where there is a mean that only chance decides
// what.
func (p *planned) sure(c candidate, all []witness.Step) error {
	if len(all) == 0 {
		return p.mismatch(p.n, "nothing can happen in %s", explicit.ShowState(p.model, c.state))
	}
	if p.shown.Mean == nil || len(all) == 1 {
		return nil
	}
	for _, s := range all {
		owner, err := explicit.Owner(p.model, s.Moves[0], c.state)
		if err != nil {
			return err
		}
		if p.model.Joint || owner != nil || s.Moves[0].Action != all[0].Moves[0].Action {
			return p.mismatch(p.n, "there is a choice in %s that is no matter of chance", explicit.ShowState(p.model, c.state))
		}
	}
	return nil
}

// reached checks the goal in all histories that are possible.
func (p *planned) reached(crowd []candidate) error {
	for _, c := range crowd {
		var holds bool
		var err error
		if p.system != nil {
			holds, err = p.system.Holds(p.n.Formula, nil, c.world)
		} else {
			holds, err = (&outlook{p.agents, crowd}).evaluator(c).Holds(p.n.Formula, nil)
		}
		if err != nil {
			return err
		}
		if !holds {
			return p.mismatch(p.n, "the goal is not reached in %s", explicit.ShowState(p.model, c.state))
		}
	}
	return nil
}

// outlook evaluates formulas about those who consider some histories possible, and no
// others.
type outlook struct {
	agents terms.Agents
	crowd  []candidate
}

func (o *outlook) evaluator(c candidate) *spec.Evaluator {
	ev := terms.In(c.state)
	ev.Modal = func(e spec.Expr, env *spec.Env) (bool, error) { return o.modal(e, env, c) }
	return ev
}

func (o *outlook) modal(e spec.Expr, env *spec.Env, c candidate) (bool, error) {
	switch e := e.(type) {
	case *spec.Knows:
		who, err := o.evaluator(c).Eval(e.Agent, env)
		if err == nil {
			_, err = o.agents.Named(e.Agent, who)
		}
		if err != nil {
			return false, err
		}
		values, err := o.values(e.X, env)
		if err != nil {
			return false, err
		}
		alike := !slices.ContainsFunc(values, func(v spec.Value) bool { return !spec.Equal(v, values[0]) })
		switch e.Op {
		case spec.KnowsThat:
			return alike && spec.Equal(values[0], spec.Bool(true)), nil
		case spec.Supposes:
			return slices.ContainsFunc(values, func(v spec.Value) bool { return spec.Equal(v, spec.Bool(true)) }), nil
		}
		return alike, nil
	case *spec.GroupKnows:
		times, err := terms.Times(e, env)
		if err != nil {
			return false, err
		}
		members, err := o.agents.Members(e.Group, o.evaluator(c), env)
		switch {
		case err != nil:
			return false, err
		case times == 0, len(members) == 0 && e.Op == spec.Common:
			return o.evaluator(c).Holds(e.X, env)
		case len(members) == 0 && e.Op == spec.Everybody:
			return true, nil
		}
		values, err := o.values(e.X, env)
		return err == nil && !slices.ContainsFunc(values, func(v spec.Value) bool { return !spec.Equal(v, spec.Bool(true)) }), err
	}
	return false, spec.ErrModal
}

// values are those of an expression in all histories.
func (o *outlook) values(e spec.Expr, env *spec.Env) ([]spec.Value, error) {
	var values []spec.Value
	for _, c := range o.crowd {
		v, err := o.evaluator(c).Eval(e, env)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	return values, nil
}
