package slowplan

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/spec"
)

// world is a history, or where these are sets of states the last state of some.
type world struct {
	key   string // equal for equal worlds
	state spec.State
	// Of histories alone:
	looks []string // by agent: what it saw in all
	layer int
	index int    // in its layer
	next  []step // nil: not followed
	told  bool   // what is said to have happened has happened
}

// step is one that may be taken in a world.
type step struct {
	own, seen string // what those who plan do and observe; own is empty where they do nothing
	cost      int
	to        *world
	moves     []spec.Move
}

// ErrTooMany says that there is more to list than there is room for.
var ErrTooMany = errors.New("this is too much to list")

// Refusal says why a question has no answer.
type Refusal struct{ Reason string }

func (r *Refusal) Error() string { return r.Reason }

// asker knows the question.
type asker struct {
	check *spec.Check
	model *spec.Model
	plan  *spec.Plan
	// interrupted is asked whether to give up
	interrupted func() error
}

func newAsker(c *spec.Check, o Options) *asker {
	if o.Interrupted == nil {
		o.Interrupted = func() error { return nil }
	}
	return &asker{c, c.Model, c.Plan, o.Interrupted}
}

// own is what those who plan do in a step, without what comes of it.
func (q *asker) own(moves []spec.Move, st spec.State) (string, error) {
	own := ""
	for _, m := range moves {
		owner, err := q.owner(m, moves, st)
		if err != nil {
			return "", err
		}
		if owner != nil && slices.Contains(q.plan.By, owner) {
			own += Does([]spec.Move{m})
		}
	}
	return own, nil
}

// owner is the agent that owns a move of a step, nil if nobody does: by is missing, or has no value, or that of no agent.
func (q *asker) owner(m spec.Move, moves []spec.Move, st spec.State) (*spec.Agent, error) {
	if m.Action.By == nil {
		return nil, nil
	}
	var env *spec.Env
	v, err := (&spec.Evaluator{State: st, Moves: moves}).Eval(m.Action.By, env.BindAll(m.Action.Params, m.Args))
	if errors.As(err, new(*spec.Undefined)) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, a := range q.model.Agents {
		if spec.Equal(a.Name, v) {
			return a, nil
		}
	}
	return nil, nil
}

// cost is what a step costs.
func (q *asker) cost(moves []spec.Move) int {
	sum := 0
	for _, m := range moves {
		sum += q.plan.Costs[m.Action.Index]
	}
	return sum
}

// observed is what an agent observes of a step, and sees of the state that it leads to.
func observed(a *spec.Agent, moves []spec.Move, from, to spec.State) string {
	return explicit.Observed(a, moves, from) + "/" + explicit.View(a, to)
}

// happens tells whether a part of what has happened is a step.
func happens(p spec.Program, moves []spec.Move, st spec.State) (bool, error) {
	s, ok := p.(*spec.Step)
	if !ok {
		return true, nil // any step
	}
	for _, m := range moves {
		if m.Action != s.Action {
			continue
		}
		same := true
		for i, x := range s.Args {
			if x == nil {
				continue
			}
			v, err := (&spec.Evaluator{State: st}).Eval(x, nil)
			if err != nil {
				return false, err
			}
			same = same && spec.Equal(v, m.Args[i])
		}
		if same {
			return true, nil
		}
	}
	return false, nil
}

// weighed is a world with how likely it is.
type weighed struct {
	*world
	share *big.Rat
}

// belief are the worlds that those who plan consider possible, each once, in the order of their keys.
type belief []weighed

// added adds a world to a belief.
func (b belief) added(w *world, share *big.Rat) belief {
	i, is := slices.BinarySearchFunc(b, w.key, func(x weighed, key string) int { return strings.Compare(x.key, key) })
	if is {
		b[i].share = new(big.Rat).Add(b[i].share, share)
		return b
	}
	return slices.Insert(b, i, weighed{w, share})
}

// total is how likely a belief is.
func (b belief) total() *big.Rat {
	sum := new(big.Rat)
	for _, w := range b {
		sum.Add(sum, w.share)
	}
	return sum
}

// key is equal for beliefs of the same worlds; with shares, if these are in proportion too.
func (b belief) key(shares bool) string {
	var text strings.Builder
	total := b.total()
	for _, w := range b {
		text.WriteString(w.key + "\x01")
		if shares {
			text.WriteString(new(big.Rat).Quo(w.share, total).String() + "\x01")
		}
	}
	return text.String()
}

// game is how worlds follow one another.
type game interface {
	// first are the beliefs without steps.
	first() ([]belief, error)
	// steps lists all steps in each world of a belief.
	steps(b belief) ([][]step, error)
	// met tells whether the goal is reached in a belief.
	met(b belief) (bool, error)
	// begin says where plans begin.
	begin(all []belief)
	// open tells whether nothing is known of what comes after a belief.
	open(b belief) bool
}

// begun are the beliefs in which a plan begins: those of histories in which has happened what has.
func (q *asker) begun(g game) ([]belief, error) {
	all, err := g.first()
	if err != nil {
		return nil, err
	}
	for _, p := range q.plan.Happened() {
		var next []belief
		for _, b := range all {
			if test, ok := p.(*spec.Test); ok {
				var left belief
				for _, w := range b {
					is, err := (&spec.Evaluator{State: w.state}).Holds(test.X, nil)
					if err != nil {
						return nil, err
					}
					if is {
						left = append(left, w)
					}
				}
				if len(left) > 0 {
					next = append(next, left)
				}
				continue
			}
			if g.open(b) {
				return nil, ErrTooMany
			}
			lists, err := g.steps(b)
			if err != nil {
				return nil, err
			}
			parts := map[string]belief{}
			var order []string
			for i, w := range b {
				alike := map[string]int64{}
				for _, s := range lists[i] {
					alike[s.own]++
				}
				for _, s := range lists[i] {
					is, err := happens(p, s.moves, w.state)
					if err != nil {
						return nil, err
					}
					if !is {
						continue
					}
					if parts[s.seen] == nil {
						order = append(order, s.seen)
					}
					parts[s.seen] = parts[s.seen].added(s.to, new(big.Rat).Quo(w.share, big.NewRat(alike[s.own], 1)))
				}
			}
			for _, seen := range order {
				next = append(next, parts[seen])
			}
		}
		all = next
	}
	if len(all) == 0 {
		return nil, &Refusal{"this has not happened in any history"}
	}
	g.begin(all)
	return all, nil
}

// states is the game of sets of states.
type states struct {
	*asker
	index map[string]*world
}

func (g *states) world(st spec.State) *world {
	key := spec.Key(st...)
	if g.index[key] == nil {
		g.index[key] = &world{key: key, state: slices.Clone(st)}
	}
	return g.index[key]
}

// room is where formulas are asked of those who plan.
func (g *states) room(b belief) *room {
	r := &room{agents: g.model.Agents, looks: make([][]string, len(g.model.Agents)), part: true, interrupted: g.interrupted}
	for _, w := range b {
		r.states = append(r.states, w.state)
	}
	for _, a := range g.plan.By {
		r.looks[a.Index] = make([]string, len(b))
	}
	return r
}

func (g *states) first() ([]belief, error) {
	all, err := explicit.InitialStates(g.model, explicit.Options{})
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, explicit.ErrNoInitial
	}
	parts, order := map[string]belief{}, []string(nil)
	whole := map[[2]string]string{}
	for _, st := range all {
		seen, err := g.together(whole, func(a *spec.Agent) string { return explicit.View(a, st) })
		if err != nil {
			return nil, err
		}
		if parts[seen] == nil {
			order = append(order, seen)
		}
		parts[seen] = parts[seen].added(g.world(st), big.NewRat(1, int64(len(all))))
	}
	var list []belief
	for _, seen := range order {
		list = append(list, parts[seen])
	}
	return list, nil
}

// together is what all who plan observe, which each of them has to know from what it observes itself.
func (g *states) together(whole map[[2]string]string, look func(a *spec.Agent) string) (string, error) {
	all := ""
	for _, a := range g.plan.By {
		all += look(a) + "&"
	}
	for _, a := range g.plan.By {
		key := [2]string{a.Name.String(), look(a)}
		if before, ok := whole[key]; ok && before != all {
			return "", &Refusal{"those who plan do not see the same"}
		}
		whole[key] = all
	}
	return all, nil
}

func (g *states) steps(b belief) ([][]step, error) {
	lists := make([][]step, len(b))
	whole := map[[2]string]string{}
	r := g.room(b)
	for i, w := range b {
		all, err := explicit.Successors(g.model, w.state, func(e spec.Expr, env *spec.Env) (bool, error) { return r.modal(e, env, i) })
		if err != nil {
			return nil, err
		}
		for _, s := range all {
			l := step{cost: g.cost(s.Moves), to: g.world(s.To), moves: s.Moves}
			if l.own, err = g.own(s.Moves, w.state); err != nil {
				return nil, err
			}
			if l.seen, err = g.together(whole, func(a *spec.Agent) string { return observed(a, s.Moves, w.state, s.To) }); err != nil {
				return nil, err
			}
			lists[i] = append(lists[i], l)
		}
	}
	return lists, nil
}

func (g *states) met(b belief) (bool, error) {
	r := g.room(b)
	all := make([]int, len(b))
	for i := range all {
		all[i] = i
	}
	return r.everywhere(g.check.Formula, nil, all)
}

func (g *states) begin([]belief) {}

func (g *states) open(belief) bool { return false }

// histories is the game of histories, layer by layer.
type histories struct {
	*asker
	layers [][]*world
	rooms  []*room // where actions ask what is known
	minds  []*room // where the goal does: those who plan know what has happened; nil: not made yet
	truths map[*world]bool
	more   bool // steps lead on from the last layer
}

// newHistories lists histories until there are too many, or no longer ones.
func newHistories(q *asker, most, depth int) (*histories, error) {
	g := &histories{asker: q, truths: map[*world]bool{}}
	all, err := explicit.InitialStates(q.model, explicit.Options{})
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, explicit.ErrNoInitial
	}
	var now []*world
	for _, st := range all {
		w := &world{key: spec.Key(st...), state: st}
		for _, a := range q.model.Agents {
			w.looks = append(w.looks, explicit.View(a, st))
		}
		now = append(now, w)
	}
	for total := 0; ; {
		if err := g.lay(now); err != nil {
			return nil, err
		}
		next, err := g.follow(now, most-total)
		if total += len(next); err != nil && !errors.Is(err, ErrTooMany) {
			return nil, err
		}
		if len(next) == 0 && err == nil {
			return g, nil
		}
		if err != nil || len(g.layers) > depth {
			for _, w := range now {
				w.next = nil
			}
			g.more = true
			return g, nil
		}
		now = next
	}
}

// lay adds a layer.
func (g *histories) lay(now []*world) error {
	r := &room{agents: g.model.Agents, looks: make([][]string, len(g.model.Agents)), interrupted: g.interrupted}
	for i, w := range now {
		w.layer, w.index = len(g.layers), i
		r.states = append(r.states, w.state)
		for k := range g.model.Agents {
			r.looks[k] = append(r.looks[k], w.looks[k])
		}
	}
	g.layers, g.rooms = append(g.layers, now), append(g.rooms, r)
	first := g.plan.By[0]
	for _, a := range g.plan.By[1:] {
		to, from := map[string]string{}, map[string]string{}
		for _, w := range now {
			x, y := w.looks[first.Index], w.looks[a.Index]
			if old, ok := to[x]; ok && old != y {
				return &Refusal{"those who plan do not see the same"}
			}
			if old, ok := from[y]; ok && old != x {
				return &Refusal{"those who plan do not see the same"}
			}
			to[x], from[y] = y, x
		}
	}
	return nil
}

// follow makes the next layer.
func (g *histories) follow(now []*world, most int) ([]*world, error) {
	var next []*world
	mine := map[string]bool{} // by what those who plan saw: whether the last step was theirs
	r := g.rooms[len(g.rooms)-1]
	number := map[string]string{} // of what was seen, which becomes long
	for i, w := range now {
		all, err := explicit.Successors(g.model, w.state, func(e spec.Expr, env *spec.Env) (bool, error) { return r.modal(e, env, i) })
		if err != nil {
			return nil, err
		}
		w.next = []step{}
		for k, s := range all {
			v := &world{key: fmt.Sprint(w.key, "\x02", k), state: s.To}
			for j, a := range g.model.Agents {
				seen := w.looks[j] + "\x03" + observed(a, s.Moves, w.state, s.To)
				if number[seen] == "" {
					number[seen] = fmt.Sprint(len(number) + 1)
				}
				v.looks = append(v.looks, number[seen])
			}
			l := step{seen: v.looks[g.plan.By[0].Index], cost: g.cost(s.Moves), to: v, moves: s.Moves}
			if l.own, err = g.own(s.Moves, w.state); err != nil {
				return nil, err
			}
			own, known := mine[l.seen]
			if mine[l.seen] = l.own != "" && !s.Moves[0].Action.Hidden; known && own != mine[l.seen] && len(g.plan.By) == 1 && !g.model.Joint {
				return nil, &Refusal{"who plans does not see which steps are its own"}
			}
			w.next = append(w.next, l)
			if next = append(next, v); len(next) > most {
				return next, ErrTooMany
			}
		}
	}
	return next, nil
}

func (g *histories) first() ([]belief, error) {
	parts, order := map[string]belief{}, []string(nil)
	for _, w := range g.layers[0] {
		seen := w.looks[g.plan.By[0].Index]
		if parts[seen] == nil {
			order = append(order, seen)
		}
		parts[seen] = parts[seen].added(w, big.NewRat(1, int64(len(g.layers[0]))))
	}
	var list []belief
	for _, seen := range order {
		list = append(list, parts[seen])
	}
	return list, nil
}

func (g *histories) steps(b belief) ([][]step, error) {
	var lists [][]step
	for _, w := range b {
		lists = append(lists, w.next)
	}
	return lists, nil
}

func (g *histories) met(b belief) (bool, error) {
	all := true
	for _, w := range b {
		is, ok := g.truths[w.world]
		if !ok {
			var err error
			if is, err = g.mind(w.layer).holds(g.check.Formula, nil, w.index); err != nil {
				return false, err
			}
			g.truths[w.world] = is
		}
		all = all && is
	}
	return all, nil
}

// begin marks the histories that follow those in which plans begin.
func (g *histories) begin(all []belief) {
	var mark func(w *world)
	mark = func(w *world) {
		w.told = true
		for _, st := range w.next {
			mark(st.to)
		}
	}
	for _, b := range all {
		for _, w := range b {
			mark(w.world)
		}
	}
}

// mind is the room of a layer for those who know what has happened.
func (g *histories) mind(layer int) *room {
	if g.minds == nil {
		g.minds = make([]*room, len(g.layers))
	}
	if g.minds[layer] == nil {
		r := *g.rooms[layer]
		r.looks = slices.Clone(r.looks)
		for _, a := range g.plan.By {
			looks := slices.Clone(r.looks[a.Index])
			for i, w := range g.layers[layer] {
				looks[i] += fmt.Sprint(w.told)
			}
			r.looks[a.Index] = looks
		}
		g.minds[layer] = &r
	}
	return g.minds[layer]
}

func (g *histories) open(b belief) bool {
	return g.more && b[0].layer == len(g.layers)-1
}
