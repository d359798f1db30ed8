package planning

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/plan"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

// Refusal says why a question has no answer: what is planned for cannot be told apart, or
// there are choices of others where a mean needs chances.
type Refusal struct {
	Place  source.Span
	Reason string
	State  spec.State // where it is so; nil: nowhere in particular
}

func (r *Refusal) Error() string { return r.Reason }

// observer numbers what those who plan observe, and knows what they are to pay.
type observer struct {
	model *spec.Model
	plan  *spec.Plan
	mean  source.Span // where a mean is asked for; without a file: nowhere
	text  map[string]int32
	costs map[[2]int32]int    // of steps that look alike, with one choice or in histories that look alike
	whole []map[string]string // by member: what all of them together observe when it observes something
}

func newObserver(m *spec.Model, p *spec.Plan, mean source.Span) *observer {
	o := &observer{model: m, plan: p, mean: mean, text: map[string]int32{}, costs: map[[2]int32]int{}}
	for range p.By {
		o.whole = append(o.whole, map[string]string{})
	}
	return o
}

// gathered divides histories by what those who plan saw in them.
func (o *observer) gathered(all []explicit.Candidate) ([][]place, error) {
	if len(all) == 0 {
		return nil, &Refusal{Place: o.plan.After.Span(), Reason: "this has not happened in any history, so the check asks about nothing"}
	}
	common := big.NewInt(1)
	for _, c := range all {
		d := c.Share.Denom()
		common.Div(new(big.Int).Mul(common, d), new(big.Int).GCD(nil, nil, common, d))
	}
	var groups [][]place
	number := map[string]int{}
	least := int64(0)
	for _, c := range all {
		times := new(big.Int).Div(new(big.Int).Mul(common, c.Share.Num()), c.Share.Denom())
		if !times.IsInt64() || times.Int64() > mostTimes {
			return nil, &explicit.TooLarge{What: "histories that are equally likely", Limit: mostTimes}
		}
		text, err := o.history(c)
		if err != nil {
			return nil, err
		}
		k, ok := number[text]
		if !ok {
			k = len(groups)
			number[text], groups = k, append(groups, nil)
		}
		groups[k] = append(groups[k], place{state: c.State(), times: 1, weight: int(times.Int64()), history: c})
		least = gcd(times.Int64(), least)
	}
	for _, crowd := range groups {
		for i := range crowd {
			crowd[i].weight /= int(least)
		}
	}
	return groups, nil
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// mostTimes bounds how many histories that are equally likely one history stands for.
const mostTimes = 1 << 16

// history is what was seen in a history.
func (o *observer) history(c explicit.Candidate) (string, error) {
	seen := make([]string, len(o.plan.By))
	before := ""
	now := c.Start
	for k := -1; k < len(c.Steps); k++ {
		for i, a := range o.plan.By {
			if k >= 0 {
				seen[i] = explicit.Observed(a, c.Steps[k].Moves, now) + "/" + explicit.View(a, c.Steps[k].To)
			} else {
				seen[i] = explicit.View(a, now)
			}
		}
		text, err := o.together(before, seen, now)
		if err != nil {
			return "", err
		}
		before += text + "\x00"
		if k >= 0 {
			now = c.Steps[k].To
		}
	}
	return before, nil
}

// step numbers what is observed of a step with some choice. Of a step of their own, with
// the choice, those who plan know everything but where it leads. That they see the same is asked of all choices
// together: a plan says who makes which move, and histories in which it was another one are not told apart by that.
func (o *observer) step(c plan.Choice, own bool, moves []spec.Move, from, to spec.State, cost int) (int32, error) {
	own = own && len(o.plan.By) == 1 && !moves[0].Action.Hidden
	parts := make([]string, len(o.plan.By))
	for i, a := range o.plan.By {
		if own {
			parts[i] = "." + explicit.View(a, to)
		} else {
			parts[i] = explicit.Observed(a, moves, from) + "/" + explicit.View(a, to)
		}
	}
	before := ""
	if len(parts) > 1 {
		for _, a := range o.plan.By {
			before += explicit.View(a, from) + "&"
		}
	}
	text, err := o.together(before, parts, from)
	if err != nil {
		return 0, err
	}
	n := o.number(text)
	return n, o.priced(int32(c), n, cost, from)
}

// number numbers what is observed of a step.
func (o *observer) number(text string) int32 {
	n, ok := o.text[text]
	if !ok {
		n = int32(len(o.text))
		o.text[text] = n
	}
	return n
}

// priced notes what a step costs: what is seen of it, with what is known before, has to tell.
func (o *observer) priced(known, seen int32, cost int, from spec.State) error {
	key := [2]int32{known, seen}
	if before, ok := o.costs[key]; ok && before != cost {
		return &Refusal{o.plan.Place, fmt.Sprintf("steps that look alike cost %d and %d, so that nobody could tell what a plan has cost", before, cost), from}
	}
	o.costs[key] = cost
	return nil
}

// together joins what the members observe, which must be the same for all of them.
func (o *observer) together(where string, parts []string, st spec.State) (string, error) {
	if len(parts) == 1 {
		return parts[0], nil
	}
	all := strings.Join(parts, "&")
	for i, p := range parts {
		if before, ok := o.whole[i][where+":"+p]; ok && before != all {
			return "", o.unshared(i, st)
		}
		o.whole[i][where+":"+p] = all
	}
	return all, nil
}

func (o *observer) unshared(i int, st spec.State) error {
	return &Refusal{o.plan.Place, fmt.Sprintf("%s plan together only if all of them see the same; %s does not see all that the others do", spec.AgentNames(o.plan.By), o.plan.By[i].Name), st}
}

// fair refuses a state in which others have a choice that is no matter of chance, if a mean
// is asked for.
func (o *observer) fair(l local, st spec.State) error {
	if o.mean.File == nil {
		return nil
	}
	refuse := func(format string, args ...any) error {
		return &Refusal{o.mean, "there is no mean, since not everything is a matter of chance: " + fmt.Sprintf(format, args...), st}
	}
	if o.model.Joint {
		for _, steps := range l.joint {
			if len(steps) > 1 {
				return refuse("other agents, or what comes of a step, leave a choice")
			}
		}
		return nil
	}
	if len(l.others) > 0 && l.own[len(l.own)-1] != waiting {
		return refuse("it is open whether those who plan are to move, or somebody else")
	}
	if len(l.others) < 2 {
		return nil
	}
	first := l.others[0][0].Action
	for _, moves := range l.others {
		owner, err := explicit.Owner(o.model, moves[0], st)
		switch a := moves[0].Action; {
		case err != nil:
			return err
		case owner != nil:
			return refuse("%s is chosen by somebody else", a.Name)
		case a != first:
			return refuse("%s and %s are both possible, and nobody chooses", first.Name, a.Name)
		}
	}
	return nil
}
