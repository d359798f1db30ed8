package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
	"github.com/epibdd/epibdd/witness"
)

// Plan is what agents do to make sure of something.
type Plan struct {
	// By are the agents.
	By []string `json:"by"`
	// Worst is what the plan costs at most.
	Worst int `json:"worst"`
	// Mean is what it costs on average, as a fraction.
	Mean string `json:"mean,omitempty"`
	// Starts are what may be seen at first, each with what is done then.
	Starts []Branch `json:"starts"`
}

// Branch is what may be seen, and what is done then.
type Branch struct {
	// Seen is what those who plan see of the state, where it has changed.
	Seen Object `json:"seen"`
	// Step is what others did, where that is seen, or one of the steps that look alike.
	Step string `json:"step,omitempty"`
	// Worlds is how many histories are possible.
	Worlds int `json:"worlds"`
	// Done says that the goal is reached.
	Done bool `json:"done,omitempty"`
	// Does is what those who plan do next; nothing: they wait for others.
	Does string `json:"does,omitempty"`
	// Others are what could be done instead, in a plan that costs the same: of what is done
	// at first, if somebody asks.
	Others []string `json:"others,omitempty"`
	// Next is what may be seen of it.
	Next []Branch `json:"next,omitempty"`
}

// Bounds are a number, or numbers that it lies between.
type Bounds struct {
	// Lower is the least that is possible, as a fraction.
	Lower string `json:"lower,omitempty"`
	// Upper is the greatest that is possible, as a fraction.
	Upper string `json:"upper,omitempty"`
	// None says that there is no plan.
	None bool `json:"none,omitempty"`
}

func boundsOf(b *verdict.Bounds) *Bounds {
	if b == nil {
		return nil
	}
	out := &Bounds{None: b.None}
	if b.Lower != nil {
		out.Lower = b.Lower.RatString()
	}
	if b.Upper != nil {
		out.Upper = b.Upper.RatString()
	}
	return out
}

func (t *teller) plan(p *witness.Plan) *Plan {
	out := &Plan{Worst: p.Worst, By: []string{}}
	for _, a := range p.By {
		out.By = append(out.By, a.Name.String())
	}
	if p.Mean != nil {
		out.Mean = p.Mean.RatString()
	}
	for _, s := range p.Starts {
		b := t.act(p, s.Next)
		b.Seen, b.Worlds = t.observed(p.By[0], s.Now()), s.Worlds
		for _, moves := range s.Others {
			b.Others = append(b.Others, done(moves))
		}
		out.Starts = append(out.Starts, b)
	}
	return out
}

// branch is a branch behind moves of those who plan (nil: they waited).
func (t *teller) branch(p *witness.Plan, b witness.Branch, own []spec.Move) Branch {
	out := t.act(p, b.Next)
	out.Seen, out.Worlds = Object{}, b.Worlds
	before := map[string]any{}
	for _, m := range t.observed(p.By[0], b.From) { // all of them see the same
		before[m.Name] = m.Value
	}
	for _, m := range t.observed(p.By[0], b.Step.To) {
		if fmt.Sprint(before[m.Name]) != fmt.Sprint(m.Value) || assigned(b.Step, m.Name) {
			out.Seen = append(out.Seen, m)
		}
	}
	var others []string
	for _, m := range b.Step.Moves {
		if !slices.ContainsFunc(own, func(o spec.Move) bool { return o.Action == m.Action && slices.EqualFunc(o.Args, m.Args, spec.Equal) }) {
			others = append(others, m.String())
		}
	}
	if !slices.ContainsFunc(b.Step.Moves, func(m spec.Move) bool { return m.Action.Hidden }) {
		out.Step = strings.Join(others, " & ")
	}
	return out
}

// act is what a plan does next, and what may be seen of that.
func (t *teller) act(p *witness.Plan, a *witness.Act) Branch {
	out := Branch{Done: a.Done}
	if len(a.Moves) > 0 {
		out.Does = done(a.Moves)
	}
	for _, next := range a.Next {
		out.Next = append(out.Next, t.branch(p, next, a.Moves))
	}
	return out
}

// done is what those who plan do.
func done(moves []spec.Move) string {
	if len(moves) == 0 {
		return "wait"
	}
	var does []string
	for _, m := range moves {
		does = append(does, m.String())
	}
	return strings.Join(does, " & ")
}

// assigned tells whether a step gives a variable a value, be it the one that it had.
func assigned(s witness.Step, name string) bool {
	for _, m := range s.Moves {
		for _, t := range m.Action.Then {
			if t.Var.Name == name {
				return true
			}
		}
	}
	return false
}

// heading says whose plan it is and what it costs.
func (p *Plan) heading() string {
	text := fmt.Sprintf("a plan of %s: %d at most", strings.Join(p.By, ", "), p.Worst)
	if p.Mean != "" {
		text += ", " + p.Mean + " on average"
	}
	return text
}

// plan tells a plan as a decision tree. Branches after which the same is done are one.
func (s *story) plan(depth int, p *Plan) {
	s.say(depth, "%s", p.heading())
	if len(p.Starts) == 1 {
		s.act(depth+1, p.Starts[0])
		return
	}
	s.fork(depth+1, p.Starts)
}

// act tells what is done, and what comes of it.
func (s *story) act(depth int, b Branch) {
	s.say(depth, "%s", b.act())
	s.others(depth, b)
	if !b.Done {
		s.fork(depth+1, b.Next)
	}
}

// others tells what could be done instead.
func (s *story) others(depth int, b Branch) {
	if len(b.Others) > 0 {
		s.say(depth, "(or at the same cost: %s)", clipped(b.Others))
	}
}

// clipped joins alternatives, as many as there is room for.
func clipped(all []string) string {
	text := strings.Join(all, " | ")
	if runes := []rune(text); len(runes) > widestSight {
		return fmt.Sprintf("%s … (%d in all)", string(runes[:widestSight]), len(all))
	}
	return text
}

// fork tells branches, those that go on alike together.
func (s *story) fork(depth int, all []Branch) {
	for _, f := range folded(all) {
		seen := clipped(f.seen)
		switch {
		case f.first.Done:
			s.say(depth, "%s: done (%s)", seen, plural(f.worlds, "world", "worlds"))
		case f.first.Does == "" && len(f.first.Next) == 1:
			s.say(depth, "%s, then %s", seen, f.first.Next[0].sight())
			s.act(depth+1, f.first.Next[0])
		case f.first.Does == "":
			s.say(depth, "%s (%s), wait", seen, plural(f.worlds, "world", "worlds"))
			s.others(depth+1, f.first)
			s.fork(depth+1, f.first.Next)
		default:
			s.say(depth, "%s (%s): %s", seen, plural(f.worlds, "world", "worlds"), f.first.Does)
			s.others(depth+1, f.first)
			s.fork(depth+1, f.first.Next)
		}
	}
}

// fold is branches after which the same is done and seen.
type fold struct {
	seen   []string // of each branch
	worlds int      // of all
	first  Branch
}

// folded joins branches that go on alike.
func folded(all []Branch) []*fold {
	var folds []*fold
	of := map[string]*fold{}
	for _, b := range all {
		key := b.future()
		f := of[key]
		if f == nil {
			f = &fold{first: b}
			of[key], folds = f, append(folds, f)
		}
		f.seen, f.worlds = append(f.seen, b.sight()), f.worlds+b.Worlds
	}
	return folds
}

// act is what is done.
func (b *Branch) act() string {
	switch {
	case b.Done:
		return "done"
	case b.Does == "":
		return "wait"
	}
	return b.Does
}

// widestSight is how long a list of what may be seen or done gets at most.
const widestSight = 160

// sight is what is seen.
func (b *Branch) sight() string {
	var parts []string
	if b.Step != "" {
		parts = append(parts, b.Step)
	}
	for _, c := range b.Seen.cells() {
		parts = append(parts, c.String())
	}
	if len(parts) == 0 {
		return "nothing new"
	}
	return strings.Join(parts, ", ")
}

// future is equal for branches after which the same is done and seen.
func (b *Branch) future() string {
	if b.Done {
		return "done"
	}
	var parts []string
	for _, n := range b.Next {
		parts = append(parts, n.sight()+" -> "+n.future())
	}
	slices.Sort(parts)
	return b.Does + strings.Join(b.Others, "|") + "{" + strings.Join(parts, "; ") + "}"
}
