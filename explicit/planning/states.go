package planning

import (
	"errors"
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/plan"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/witness"
)

// States is the game of a model whose worlds are states: it is sound where the goal asks of
// nobody else what they know, and no action does.
type States struct {
	model  *spec.Model
	plan   *spec.Plan
	agents terms.Agents
	o      explicit.Options
	work   *explicit.Budget
	*observer
	goal   *goal
	echo   spec.State
	worlds []spec.State
	index  map[string]plan.World
	start  [][]plan.World
	looks  []int32 // by world: a number, plus 1
	lookOf map[string]int32
	crowds [][]place // where a plan begins, by what was seen so far

	choices  []move
	known    map[string]plan.Choice
	lists    map[string][]plan.Choice // of choices, each there once
	possible map[string]possible      // what an action admits, by what its guards read
	reads    [][]*spec.Var            // of each action: what guards and its owner read
	here     []local                  // by world
	symmetry *scalarsets
}

// move is what can be chosen: the moves of those who plan, in the order of the movers, and
// just one with interleaved steps; none: to wait for others.
type move []spec.Move

// possible are the instances of an action in a state.
type possible struct {
	own    []plan.Choice
	others []spec.Move
}

// local is what is known of the steps from a world.
type local struct {
	listed bool
	own    []plan.Choice
	others [][]spec.Move                 // steps in which those who plan have no part
	joint  map[plan.Choice][][]spec.Move // with joint steps: all steps of a choice
}

// waiting is the choice to let others move.
const waiting plan.Choice = 0

// NewStates prepares a game. If means are asked for, at is where to complain of models that
// have choices where they would need chances.
func NewStates(m *spec.Model, p *spec.Plan, goal spec.Expr, at source.Span, o explicit.Options) (*States, error) {
	return newStates(m, p, goal, at, o, forgotten(m, p, goal))
}

// NewWholeStates prepares a game whose worlds forget nothing. Means are not asked for.
func NewWholeStates(m *spec.Model, p *spec.Plan, goal spec.Expr, o explicit.Options) (*States, error) {
	return newStates(m, p, goal, source.Span{}, o, nil)
}

func newStates(m *spec.Model, p *spec.Plan, goal spec.Expr, at source.Span, o explicit.Options, echo spec.State) (*States, error) {
	s := &States{model: m, plan: p, agents: terms.AgentsOf(m), o: o, work: o.Budget(1<<40, "steps in the search for arguments"), observer: newObserver(m, p, at),
		echo: echo, index: map[string]plan.World{},
		known: map[string]plan.Choice{"": waiting}, choices: []move{nil}, lists: map[string][]plan.Choice{}, possible: map[string]possible{}, lookOf: map[string]int32{}}
	s.goal = newGoal(s, goal)
	s.symmetry = scalarsetsOf(s, goal)
	for _, a := range m.Actions {
		s.reads = append(s.reads, readBy(a))
	}
	all, err := explicit.Beginnings(m, o)
	if err == nil {
		all, err = explicit.Happened(m, p, all, func(c explicit.Candidate) ([]witness.Step, error) {
			return explicit.Steps(m, c.State(), s.work)
		})
	}
	if err != nil {
		return nil, err
	}
	if s.crowds, err = s.gathered(all); err != nil {
		return nil, err
	}
	for _, crowd := range s.crowds {
		var worlds []plan.World
		for i, p := range crowd {
			w, err := s.world(p.state)
			if err != nil {
				return nil, err
			}
			crowd[i].world = w
			worlds = append(worlds, slices.Repeat([]plan.World{w}, p.weight)...)
		}
		s.start = append(s.start, worlds)
	}
	return s, nil
}

// readBy are the variables that guards and the owner of an action read.
func readBy(a *spec.Action) []*spec.Var {
	var vars []*spec.Var
	for _, e := range append(slices.Clone(a.When), a.By) {
		spec.Walk(e, func(e spec.Expr) bool {
			if v, ok := e.(*spec.VarRef); ok && !slices.Contains(vars, v.Var) {
				vars = append(vars, v.Var)
			}
			return true
		})
	}
	return vars
}

// world numbers a state without its echoes.
func (s *States) world(st spec.State) (plan.World, error) {
	st = forget(st, s.echo)
	key := spec.Key(st...)
	if w, ok := s.index[key]; ok {
		return w, nil
	}
	if most := s.mostStates(); len(s.worlds) == most {
		return 0, &explicit.TooLarge{What: "states that a plan may come to", Limit: most}
	}
	w := plan.World(len(s.worlds))
	s.index[key], s.worlds, s.here = w, append(s.worlds, st), append(s.here, local{})
	return w, nil
}

func (s *States) mostStates() int {
	if s.o.MaxStates > 0 {
		return s.o.MaxStates
	}
	return 1 << 20
}

// State is a world.
func (s *States) State(w plan.World) spec.State { return s.worlds[w] }

// Moves are what those who plan do in a choice; none: they wait for others, or have no moves.
func (s *States) Moves(c plan.Choice) []spec.Move { return s.choices[c] }

// Start implements plan.Game.
func (s *States) Start() [][]plan.World { return s.start }

// Met implements plan.Game.
func (s *States) Met(b []plan.World) (bool, error) { return s.goal.met(b) }

// Choices implements plan.Game.
func (s *States) Choices(w plan.World) ([]plan.Choice, error) {
	if s.here[w].listed {
		return s.here[w].own, nil
	}
	var l local
	var err error
	if s.model.Joint {
		l, err = s.jointly(w)
	} else {
		l, err = s.singly(w)
	}
	if err != nil {
		return nil, err
	}
	l.listed = true
	s.here[w] = l
	return l.own, nil
}

// singly lists what can be done in a world with interleaved steps.
func (s *States) singly(w plan.World) (local, error) {
	var l local
	key := ""
	var own []plan.Choice
	for i, a := range s.model.Actions {
		values := make([]spec.Value, len(s.reads[i]))
		for k, v := range s.reads[i] {
			values[k] = s.worlds[w][v.Index]
		}
		text := fmt.Sprint(i, ":", spec.Key(values...))
		p, ok := s.possible[text]
		if !ok {
			var err error
			if p, err = s.instances(a, s.worlds[w]); err != nil {
				return l, err
			}
			s.possible[text] = p
		}
		if len(p.own) > 0 {
			key += text + " "
			own = append(own, p.own...)
		}
		for _, m := range p.others {
			l.others = append(l.others, []spec.Move{m})
		}
	}
	if len(l.others) > 0 {
		key += "wait"
		own = append(own, waiting)
	}
	l.own = s.list(key, own)
	return l, s.fair(l, s.worlds[w])
}

// list is a sorted list of choices, the same one for the same key.
func (s *States) list(key string, own []plan.Choice) []plan.Choice {
	if known, ok := s.lists[key]; ok {
		return known
	}
	slices.Sort(own)
	s.lists[key] = own
	return own
}

// instances are the moves that an action admits in a state.
func (s *States) instances(a *spec.Action, st spec.State) (p possible, err error) {
	all, err := explicit.Instances(s.model, a, st, s.work)
	if err != nil {
		return p, err
	}
	for _, args := range all {
		m := spec.Move{Action: a, Args: args}
		owner, err := explicit.Owner(s.model, m, st)
		if err != nil {
			return p, err
		}
		if owner != nil && slices.Contains(s.plan.By, owner) {
			p.own = append(p.own, s.choice(move{m}))
		} else {
			p.others = append(p.others, m)
		}
	}
	return p, nil
}

// choice numbers moves.
func (s *States) choice(m move) plan.Choice {
	key := keyOf(m)
	c, ok := s.known[key]
	if !ok {
		c = plan.Choice(len(s.choices))
		s.known[key], s.choices = c, append(s.choices, m)
	}
	return c
}

func keyOf(m move) string {
	key := ""
	for _, x := range m {
		key += fmt.Sprint(x.Action.Index, "(", spec.Key(x.Args...), ")")
	}
	return key
}

// jointly lists what can be done in a world with joint steps.
func (s *States) jointly(w plan.World) (local, error) {
	l := local{joint: map[plan.Choice][][]spec.Move{}}
	steps, err := explicit.Steps(s.model, s.worlds[w], s.work)
	if err != nil {
		return l, err
	}
	for _, st := range steps {
		c := s.choice(s.part(st.Moves))
		if l.joint[c] == nil {
			l.own = append(l.own, c)
		}
		l.joint[c] = append(l.joint[c], st.Moves)
	}
	slices.Sort(l.own)
	return l, s.fair(l, s.worlds[w])
}

// part is what those who plan do in a joint step, without outcomes.
func (s *States) part(moves []spec.Move) move {
	var own move
	for i, m := range moves {
		if slices.Contains(s.plan.By, s.model.Movers[i].Agent) {
			own = append(own, spec.Move{Action: m.Action, Args: m.Args})
		}
	}
	return own
}

// Try implements plan.Game.
func (s *States) Try(w plan.World, c plan.Choice) ([]plan.Step, error) {
	if _, err := s.Choices(w); err != nil {
		return nil, err
	}
	l := &s.here[w]
	if s.model.Joint {
		return s.follow(w, c, nil, l.joint[c])
	}
	if c == waiting {
		return s.follow(w, c, nil, l.others)
	}
	return s.follow(w, c, s.choices[c], l.others)
}

// follow takes a step of those who plan (nil: none), and steps of others.
func (s *States) follow(w plan.World, c plan.Choice, own []spec.Move, others [][]spec.Move) ([]plan.Step, error) {
	st := s.worlds[w]
	steps := make([]plan.Step, 0, 1+len(others))
	add := func(mine bool, moves []spec.Move) error {
		to, err := explicit.Effect(s.model, moves, st)
		if err != nil {
			return err
		}
		cost := s.plan.Cost(moves)
		seen, err := s.step(c, mine, moves, st, to, cost)
		if err != nil {
			return err
		}
		v, err := s.world(to)
		steps = append(steps, plan.Step{Seen: seen, To: v, Cost: int32(cost)})
		return err
	}
	if own != nil {
		if err := add(true, own); err != nil {
			return nil, err
		}
	}
	for _, moves := range others {
		if err := add(false, moves); err != nil {
			return nil, err
		}
	}
	if !s.work.Spend(len(steps)) {
		return nil, s.work.Exceeded()
	}
	return steps, nil
}

// Steps are those of a choice that was tried in a world, in the same order.
func (s *States) Steps(w plan.World, c plan.Choice) [][]spec.Move {
	l := &s.here[w]
	switch {
	case s.model.Joint:
		return l.joint[c]
	case c == waiting:
		return l.others
	}
	return append([][]spec.Move{s.choices[c]}, l.others...)
}

// Class implements plan.Classifying.
func (s *States) Class(w plan.World) int32 { return s.goal.class(w) }

// Look implements plan.Classifying: who remembers what it saw sees the same in all worlds of
// a belief, but for echoes, which worlds have forgotten.
func (s *States) Look(w plan.World) int32 {
	for int(w) >= len(s.looks) {
		s.looks = append(s.looks, 0)
	}
	if s.looks[w] == 0 {
		text := explicit.View(s.plan.By[0], s.worlds[w])
		n, ok := s.lookOf[text]
		if !ok {
			n = int32(len(s.lookOf) + 1)
			s.lookOf[text] = n
		}
		s.looks[w] = n
	}
	return s.looks[w]
}

// Done implements plan.Classifying.
func (s *States) Done(w plan.World) bool { return s.goal.done(w) }

// evaluator evaluates expressions in a world.
func (s *States) evaluator(w plan.World) *spec.Evaluator { return terms.In(s.worlds[w]) }

// inWorld says of an error in which world an expression has no value.
func (s *States) inWorld(w plan.World, err error) error {
	var u *spec.Undefined
	if errors.As(err, &u) {
		return &explicit.UndefinedIn{Undefined: u, Model: s.model, State: s.worlds[w]}
	}
	return err
}
