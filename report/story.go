package report

import (
	"fmt"
	"slices"
	"strings"
)

// notRechecked marks what only the symbolic computation vouches for.
const notRechecked = "decided symbolically, not re-checked"

// Story tells a run to people: the first state with all its variables, then
// each step with what it changes. Evidence about a state stands below it,
// indented. Of no run there is nothing to tell.
func (r *Run) Story() string { return r.tell(lineWidth, nil) }

// tell is the story in lines of some width, of some variables, or where none are given of those
// that the document shows.
func (r *Run) tell(width int, show []string) string {
	if r == nil {
		return ""
	}
	if show = r.visible(show); len(show) == 0 {
		show = r.show
	}
	s := story{width: width, show: show}
	s.say(0, "%s", r.sentence())
	if p := r.Past; p != nil {
		s.past(1, p)
		s.evidence(2, r)
	} else if len(r.Plans) > 0 {
		s.evidence(1, r)
	} else {
		s.start = r.State
		s.cells(1, "start:", s.shown(r.State.cells()))
		s.evidence(1, r)
	}
	return strings.Join(s.lines, "\n")
}

// visible are those of some variables that there are.
func (r *Run) visible(show []string) []string {
	return slices.DeleteFunc(slices.Clone(show), func(name string) bool { return r.State.Get(name) == nil })
}

// past tells the steps to the state that is asked about.
func (s *story) past(depth int, p *Past) {
	s.start = p.Start
	s.cells(depth, "start:", s.shown(p.Start.cells()))
	before := p.Start
	for i, step := range p.Steps {
		s.step(depth, i+1, step, before, "")
		s.way = append(s.way, step)
		before = step.State
	}
	s.say(depth, "after %s:", plural(len(p.Steps), "step", "steps"))
}

// story collects the lines of a text.
type story struct {
	width int      // of a line
	show  []string // the variables that are told of; none: all
	lines []string

	// The present world is where these steps lead, and these knowledge actions after them.
	start Object
	way   []Step
	done  []string
}

func (s *story) say(depth int, format string, args ...any) {
	s.fill(depth, strings.Fields(fmt.Sprintf(format, args...)))
}

// fill says words in as many lines as it takes, all but the first indented further.
func (s *story) fill(depth int, words []string) {
	indent := strings.Repeat("  ", min(depth, s.width/6))
	for i, line := range wrap(words, max(s.width-len(indent)-len(hang), s.width/3)) {
		if i > 0 {
			line = hang + line
		}
		s.lines = append(s.lines, indent+line)
	}
}

// hang is how much further lines are indented that go on.
const hang = "    "

// cells lists parts of a state behind lead, each on one line if that is possible.
func (s *story) cells(depth int, lead string, cells []cell) {
	words := strings.Fields(lead)
	for i, c := range cells {
		text := c.String()
		if i+1 < len(cells) {
			text += ","
		}
		words = append(words, text)
	}
	s.fill(depth, words)
}

// shown are the parts of those variables that are told of.
func (s *story) shown(cells []cell) []cell {
	if len(s.show) == 0 {
		return cells
	}
	return slices.DeleteFunc(cells, func(c cell) bool {
		name := c.name
		if i := strings.IndexAny(name, "[."); i >= 0 {
			name = name[:i]
		}
		return !slices.Contains(s.show, name)
	})
}

// sentence says that the formula of r holds or fails.
func (r *Run) sentence() string {
	text := r.Formula
	if r.Times > 0 {
		if r.everybody != "" {
			text = r.everybody
		}
		text += ", " + plural(r.Times, "time", "times") + ","
	}
	if len(r.With) > 0 {
		var with []string
		for _, c := range r.With.cells() {
			with = append(with, c.String())
		}
		text += " with " + strings.Join(with, ", ")
	}
	if r.Holds {
		return text + " holds"
	}
	return text + " fails"
}

// isLeaf says that r is nothing but its formula.
func (r *Run) isLeaf() bool {
	return r.isClaim() && r.Claim == ""
}

// isClaim says that r is nothing but its formula and perhaps a claim.
func (r *Run) isClaim() bool {
	return len(r.Parts) == 0 && r.Path == nil && r.Epistemic == nil && r.After == nil && r.Strategy == nil && len(r.Plans) == 0 && !slices.ContainsFunc(r.Unchecked, r.isOther)
}

// isOther says that something unchecked is not the claim.
func (r *Run) isOther(what string) bool { return what != r.Claim }

// node tells evidence in the state that was shown last.
func (s *story) node(depth int, r *Run) {
	switch {
	case r.isLeaf():
		s.say(depth, "here %s", r.sentence())
	case r.isClaim():
		s.say(depth, "here %s: %s", r.sentence(), r.claim())
	default:
		s.say(depth, "here %s:", r.sentence())
		s.evidence(depth+1, r)
	}
}

// claim is the text of a claim, with a mark if nothing else vouches for it.
func (r *Run) claim() string {
	if slices.Contains(r.Unchecked, r.Claim) {
		return r.Claim + " (" + notRechecked + ")"
	}
	return r.Claim
}

// evidence tells what shows the formula of r.
func (s *story) evidence(depth int, r *Run) {
	for _, p := range r.Parts {
		s.node(depth, p)
	}
	if r.Path != nil {
		s.path(depth, r.State, r.Path)
	}
	if r.After != nil {
		s.say(depth, "after %s:", strings.Join(r.After.Done, "; "))
		before := s.done
		s.done = slices.Concat(before, r.After.Done)
		s.node(depth+1, r.After.Run)
		s.done = before
	}
	if r.Epistemic != nil {
		s.epistemicStep(depth, r.State, r.Epistemic)
	}
	for _, p := range r.Plans {
		s.plan(depth, p)
	}
	for _, p := range r.Strategy {
		s.say(depth, "%s", p)
	}
	if r.Claim != "" {
		s.say(depth, "%s", r.claim())
	}
	for _, what := range r.Unchecked {
		if what != r.Claim {
			s.say(depth, "%s (%s)", what, notRechecked)
		}
	}
}

// path tells the steps, and at the marks what is shown there.
func (s *story) path(depth int, start Object, p *Path) {
	behind := len(s.way)
	defer func() { s.way = s.way[:behind] }()
	leaves := map[string]bool{}
	s.possible(depth+1, p, 0)
	s.marks(depth, p, 0, leaves)
	before := start
	for i, step := range p.Steps {
		s.step(depth, i+1, step, before, p.repetition(i+1))
		s.way = append(s.way, step)
		s.possible(depth+1, p, i+1)
		s.marks(depth, p, i+1, leaves)
		before = step.State
	}
	for _, line := range p.ends() {
		s.say(depth, "%s", line)
	}
}

// ends says how the path goes on.
func (p *Path) ends() []string {
	var all []string
	switch {
	case p.Loop != nil && p.Marks[*p.Loop] == 0:
		all = append(all, "back to the start, for ever")
	case p.Loop != nil:
		all = append(all, fmt.Sprintf("back to step %d, for ever", p.Marks[*p.Loop]))
	case p.Ends:
		all = append(all, "no further step is possible")
	}
	if p.Fair && p.Loop == nil {
		all = append(all, "from here some run goes on that counts")
	}
	return all
}

// possible tells what agents consider possible after n steps, where that has changed.
func (s *story) possible(depth int, p *Path, n int) {
	for i, k := range p.Possible {
		before := p.possibleBefore(i)
		switch {
		case k.After != n || before != nil && before.value() == k.value():
		case k.Count == 1 && len(k.Values) == 1:
			s.say(depth, "%s knows that %s = %s", k.Agent, k.About, k.value())
		case len(k.Values) == 0:
			s.say(depth, "%s considers %s of %s possible", k.Agent, k.value(), k.About)
		case before != nil && before.Count > k.Count:
			s.say(depth, "%s still considers %s = %s possible", k.Agent, k.About, k.value())
		default:
			s.say(depth, "%s considers %s = %s possible", k.Agent, k.About, k.value())
		}
	}
}

// possibleBefore is what the agent considered possible when that was last noted.
func (p *Path) possibleBefore(i int) *Possible {
	for j := i - 1; j >= 0; j-- {
		if p.Possible[j].Agent == p.Possible[i].Agent && p.Possible[j].About == p.Possible[i].About {
			return &p.Possible[j]
		}
	}
	return nil
}

// value lists the values, or says how many they are.
func (p *Possible) value() string {
	if len(p.Values) == 0 {
		return plural(p.Count, "value", "values")
	}
	return strings.Join(p.Values, ", ")
}

// repetition says that a repetition of the program ends with step n; "" where
// every step is one, or one is all there is, which goes without saying.
func (p *Path) repetition(n int) string {
	if p.once || len(p.Marks) == len(p.Steps)+1 && p.Marks[len(p.Marks)-1] == len(p.Steps) {
		return ""
	}
	if i := slices.Index(p.Marks, n); i > 0 {
		return fmt.Sprintf("   (end of repetition %d)", i)
	}
	return ""
}

// lastShown is the last mark at which anything is shown; -1 where a loop has no last.
func (p *Path) lastShown() int {
	last := -1
	if p.Loop != nil {
		return last
	}
	for _, shown := range p.Shown {
		last = max(last, shown.Mark)
	}
	return last
}

func (s *story) step(depth, n int, step Step, before Object, mark string) {
	lead := fmt.Sprintf("%d. %s:", n, step)
	all := step.State.changes(before)
	changes := s.shown(slices.Clone(all))
	switch {
	case len(all) == 0:
		s.say(depth, "%s nothing changes%s", lead, mark)
	case len(changes) == 0:
		s.say(depth, "%s nothing changes that is shown%s", lead, mark)
	default:
		changes[len(changes)-1].value += mark
		s.cells(depth, lead, changes)
	}
}

// plain is what r says where that is of the present state alone: that a condition holds, or that
// somebody does not know what is not so. It is empty if there is more.
func (s *story) plain(r *Run) string {
	if r.isLeaf() {
		return r.sentence()
	}
	alone := *r
	alone.Epistemic = nil
	j := r.Epistemic
	if !alone.isLeaf() || j.Run == nil || len(j.State.changes(r.State)) > 0 || len(s.otherwise(j.Done)) > 0 || !s.isHere(j) {
		return ""
	}
	if there := s.plain(j.Run); there != "" {
		return r.sentence() + ": " + j.who() + ": " + there
	}
	return ""
}

// marks tells what is shown after n steps. That the same plain condition holds
// at each mark is said at the first and, where there is one, at the last.
func (s *story) marks(depth int, p *Path, n int, leaves map[string]bool) {
	for _, shown := range p.Shown {
		if shown.Mark >= len(p.Marks) || p.Marks[shown.Mark] != n {
			continue
		}
		if text := s.plain(shown.Run); text != "" {
			if leaves[text] && shown.Mark != p.lastShown() {
				continue
			}
			leaves[text] = true
		}
		s.node(depth+1, shown.Run)
	}
}

// epistemicStep tells a state that agents confuse with the present one: how it is
// reached, what is different in it, and what is so there.
func (s *story) epistemicStep(depth int, here Object, j *EpistemicStep) {
	all := j.State.changes(here)
	changes := s.shown(slices.Clone(all))
	other := s.otherwise(j.Done)
	switch who := j.who(); {
	case len(all) == 0 && len(other) == 0 && s.isHere(j):
		s.say(depth, "%s possible what is so here:", who)
	case len(all) == 0:
		s.say(depth, "%s possible what is so here (%s):", who, s.reached(j, other))
	case len(changes) == 0:
		s.say(depth, "%s also possible (%s) what differs in nothing that is shown:", who, s.reached(j, other))
	case len(other) > 0: // which is long
		s.say(depth, "%s also possible (%s):", who, s.reached(j, other))
		s.cells(depth+1, "there", changes)
	default:
		s.cells(depth, fmt.Sprintf("%s also possible (%s):", who, s.reached(j, nil)), changes)
	}
	if j.Run != nil {
		before := *s
		s.start, s.way, s.done = j.Start, slices.Clip(j.Origin), j.Done
		s.node(depth+1, j.Run)
		s.start, s.way, s.done = before.start, before.way, before.done
	}
}

// isHere tells whether the steps to the other state are those that led to the present one.
func (s *story) isHere(j *EpistemicStep) bool {
	return j.Start.equal(s.start) && slices.EqualFunc(j.Origin, s.way, func(t, u Step) bool { return t.String() == u.String() && t.State.equal(u.State) })
}

// sameSteps tells whether the same was done.
func (s *story) sameSteps(j *EpistemicStep) bool {
	return slices.EqualFunc(j.Origin, s.way, func(t, u Step) bool { return t.String() == u.String() })
}

// otherwise are those of the things done elsewhere that were done differently here.
func (s *story) otherwise(done []string) []string {
	var other []string
	for i, d := range done {
		if i >= len(s.done) || s.done[i] != d {
			other = append(other, d)
		}
	}
	return other
}

// who are the agents, with a verb.
func (j *EpistemicStep) who() string {
	switch len(j.Agents) {
	case 0:
		return "an empty group considers"
	case 1:
		return j.Agents[0] + " considers"
	}
	return strings.Join(j.Agents, " and ") + " together consider"
}

// reached says how the other state is reached, and what of done is other there.
func (s *story) reached(j *EpistemicStep, done []string) string {
	var steps []string
	for _, t := range j.Origin {
		steps = append(steps, t.String())
	}
	how := "an initial state"
	switch {
	case len(steps) > 1 && s.sameSteps(j):
		how = "reached by the same steps"
	case len(steps) > 0:
		how = "reached by " + strings.Join(steps, ", ")
	}
	if len(done) > 0 {
		how += ", after " + strings.Join(done, "; ")
	}
	return how
}

// String writes a step with its arguments, as in turn(4S).
func (s Step) String() string {
	if len(s.Args) == 0 {
		return s.Action
	}
	var args []string
	for _, c := range s.Args {
		args = append(args, fmt.Sprint(c.Value))
	}
	return s.Action + "(" + strings.Join(args, ", ") + ")"
}
