package encode

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/codes"
	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Game is what a coalition can force. In a state it may be the turn of several; a turn
// is a part of the steps among which some members choose: with joint steps there is one,
// in which all members choose together, and with interleaved steps one for each member,
// who chooses among its own, and one of the steps that no member owns (turns.go).
type Game struct {
	Turns   []*Turn
	members []*spec.Agent
	codes   *codes.Codes
}

// Turn are steps of which some members choose one together.
type Turn struct {
	By      []int // who chooses, by Game.Members
	options []*option
}

// option are steps with what is chosen as bits beside those of the state: sets of choices
// are over both.
type option struct {
	bits symbolic.Cube
	into symbolic.Relation // the steps, for where choices lead
	rest symbolic.Relation // the same over the state and these bits, for what leads somewhere
	// least are the least moves of those who choose in a set, and all choices that have them.
	least func(set symbolic.Set) ([]spec.Move, symbolic.Set)
	// ofMember is the least move of one of them alone, and all choices that have it.
	ofMember func(k int, set symbolic.Set) (spec.Move, symbolic.Set)
}

// Choices are states with what is chosen there, by turn and option.
type Choices [][]symbolic.Set

// gameKey is who plays, by name, and the care set in which it was found out whose turn it is.
type gameKey struct {
	care    symbolic.Set
	members string
}

// Game returns the game of a coalition, which is kept with the steps: what its relations learn
// about preimages serves all questions about it. Members without actions have no say.
func (s *System) Game(coalition []*spec.Agent) (g *Game, err error) {
	g = &Game{codes: s.codes}
	var names []spec.Value
	for _, a := range s.model.Actors() {
		if slices.Contains(coalition, a) {
			g.members, names = append(g.members, a), append(names, a.Name)
		}
	}
	key := gameKey{s.care, spec.Key(names...)}
	if kept := s.steps.games[key]; kept != nil {
		return kept, nil
	}
	err = failure.Try(func() {
		if s.steps.joint != nil {
			g.Turns = []*Turn{s.steps.together(g.members)}
		} else {
			g.Turns = s.inTurn(g.members)
		}
	})
	if err == nil {
		if s.steps.games == nil {
			s.steps.games = map[gameKey]*Game{}
		}
		s.steps.games[key] = g
	}
	return g, err
}

// together is the turn of all members in joint steps.
func (s *Steps) together(members []*spec.Agent) *Turn {
	t := &Turn{}
	o := &option{into: s.relation}
	var mine []*move
	var bits []symbolic.Bit
	others := s.codes.Layout.SumBits()
	for _, m := range s.joint.moves {
		if k := slices.Index(members, m.Agent); k >= 0 {
			t.By, mine = append(t.By, k), append(mine, m)
			bits = append(bits, m.MoveBits()...)
		} else {
			others = append(others, m.MoveBits()...)
		}
		others = append(others, m.OutcomeBits()...)
	}
	o.bits = s.codes.Space.Cube(bits...)
	var rest []*symbolic.Part // none where no step is left
	for _, p := range s.joint.relation.Parts() {
		rest = append(rest, p.Quantifying(others))
	}
	o.rest = symbolic.NewRelation(rest...)
	o.least = func(set symbolic.Set) ([]spec.Move, symbolic.Set) {
		var moves []spec.Move
		for _, m := range mine {
			move, has := leastMove(s.codes, m.Mover, set)
			moves, set = append(moves, move), set.And(has)
		}
		return moves, set
	}
	o.ofMember = func(k int, set symbolic.Set) (spec.Move, symbolic.Set) { return leastMove(s.codes, mine[k].Mover, set) }
	t.options = []*option{o}
	return t
}

// Leading returns the choices with which some step leads into a set of states.
func (g *Game) Leading(x symbolic.Set) Choices {
	return g.each(func(_ *Turn, o *option) symbolic.Set { return o.rest.Preimage(x) })
}

// Possible returns the choices with which there is some step.
func (g *Game) Possible() Choices {
	return g.each(func(_ *Turn, o *option) symbolic.Set { return o.rest.Domain(g.codes.Space) })
}

func (g *Game) each(f func(t *Turn, o *option) symbolic.Set) Choices {
	c := make(Choices, len(g.Turns))
	for i, t := range g.Turns {
		for _, o := range t.options {
			c[i] = append(c[i], f(t, o))
		}
	}
	return c
}

// both combines choices turn by turn and option by option.
func (c Choices) both(d Choices, f func(x, y symbolic.Set) symbolic.Set) Choices {
	e := make(Choices, len(c))
	for i := range c {
		for j := range c[i] {
			e[i] = append(e[i], f(c[i][j], d[i][j]))
		}
	}
	return e
}

// Diff are the choices of c that are none of d.
func (c Choices) Diff(d Choices) Choices { return c.both(d, symbolic.Set.Diff) }

// In are the choices of c in a set of states.
func (c Choices) In(x symbolic.Set) Choices {
	return c.both(c, func(y, _ symbolic.Set) symbolic.Set { return y.And(x) })
}

// Where are the states with some of the choices of a turn.
func (g *Game) Where(turn int, c Choices) symbolic.Set {
	sets := make([]symbolic.Set, len(c[turn]))
	for i, o := range g.Turns[turn].options {
		sets[i] = c[turn][i].Exists(o.bits)
	}
	return g.codes.Space.OrAll(sets...)
}

// Members returns the members that have a say, in the order of Model.Actors.
func (g *Game) Members() []*spec.Agent { return g.members }

// After returns the states into which some step leads that begins in a state with
// a choice.
func (g *Game) After(c Choices) symbolic.Set {
	var sets []symbolic.Set
	for i, t := range g.Turns {
		for j, o := range t.options {
			if !c[i][j].IsEmpty() {
				sets = append(sets, o.into.Image(c[i][j]))
			}
		}
	}
	return g.codes.Space.OrAll(sets...)
}

// Decision is what a member may do: all choices of an option that have one of its moves.
type Decision struct {
	Move                 spec.Move
	member, turn, option int
	has                  symbolic.Set
}

// Decisions returns the moves of a member that occur among choices, the least one of each
// option first.
func (g *Game) Decisions(member int, c Choices) []Decision {
	var all []Decision
	for i, t := range g.Turns {
		k := slices.Index(t.By, member)
		if k < 0 {
			continue
		}
		for j, o := range t.options {
			left := c[i][j].Exists(g.codes.Space.Cube(g.codes.Layout.StateBits()...))
			for !left.IsEmpty() {
				move, has := o.ofMember(k, left)
				all = append(all, Decision{move, member, i, j, has})
				left = left.Diff(has)
			}
		}
	}
	return all
}

// Nothing is the decision of a member for none of its moves.
func (g *Game) Nothing(member int) Decision { return Decision{member: member, turn: -1} }

// Does are the states with a choice among some that follows a decision.
func (g *Game) Does(c Choices, d Decision) symbolic.Set {
	return c[d.turn][d.option].And(d.has).Exists(g.Turns[d.turn].options[d.option].bits)
}

// Decided are the choices of c that follow a decision in a set of states.
func (g *Game) Decided(c Choices, view symbolic.Set, d Decision) Choices {
	e := make(Choices, len(c))
	for i, t := range g.Turns {
		for j, x := range c[i] {
			switch {
			case !slices.Contains(t.By, d.member):
			case i == d.turn && j == d.option:
				x = x.And(view.Imp(d.has))
			default:
				x = x.Diff(view)
			}
			e[i] = append(e[i], x)
		}
	}
	return e
}

// Pick returns the least moves among choices, of each turn in which there are some, by
// Members; who chooses in none of these has no move, which has no action. With them come all
// choices that have these moves, and those of nobody.
func (g *Game) Pick(c Choices) ([]spec.Move, Choices) {
	moves := make([]spec.Move, len(g.members))
	picked := make(Choices, len(c))
	for i, t := range g.Turns {
		done := len(t.By) == 0
		for j, o := range t.options {
			x := c[i][j]
			if len(t.By) > 0 {
				if done || x.IsEmpty() {
					x = g.codes.Space.Empty()
				} else {
					var of []spec.Move
					of, x = o.least(x)
					for n, k := range t.By {
						moves[k] = of[n]
					}
					done = true
				}
			}
			picked[i] = append(picked[i], x)
		}
	}
	return moves, picked
}

// leastMove is the least move of a mover in a set, with the set of all that have it.
func leastMove(cs *codes.Codes, m *layout.Mover, set symbolic.Set) (spec.Move, symbolic.Set) {
	v := layout.Vector{}
	cs.Least(set, &layout.Shape{Cell: m.Choice}, v)
	o := m.Options[v.Code(m.Choice.Cur)]
	has := cs.Takes(m, o)
	set = set.And(has)
	move := spec.Move{Action: o.Action, Args: make([]spec.Value, len(o.Args))}
	for i, sh := range o.Args {
		move.Args[i] = o.Fixed[i]
		if sh != nil {
			set = cs.Least(set, sh, v)
			move.Args[i] = sh.ValueOf(func(c *layout.Cell) int { return v.Code(c.Cur) })
			has = has.And(cs.Space.Singleton(v.Assignment(sh.Bits())))
		}
	}
	return move, has
}
