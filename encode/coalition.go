package encode

import (
	"github.com/epibdd/epibdd/encode/internal/codes"
	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Game is what a coalition can force. Its moves are bits beside those of the
// state: sets of choices are over both.
type Game struct {
	steps   *Steps
	members []*move
	bits    symbolic.Cube  // what the members choose
	rest    *symbolic.Part // the steps, over the state and these bits
}

// Game returns the game of a coalition. Members without actions have no say.
func (s *System) Game(coalition []*spec.Agent) (g *Game, err error) {
	err = failure.Try(func() { g = s.steps.game(coalition) })
	return g, err
}

func (s *Steps) game(coalition []*spec.Agent) *Game {

	g := &Game{steps: s}
	in := make(map[*spec.Agent]bool)
	for _, a := range coalition {
		in[a] = true
	}
	others := s.codes.Layout.SumBits()
	var mine []symbolic.Bit
	for _, m := range s.joint.moves {
		if in[m.Agent] {
			g.members = append(g.members, m)
			mine = append(mine, m.MoveBits()...)
		} else {
			others = append(others, m.MoveBits()...)
		}
		others = append(others, m.OutcomeBits()...)
	}
	steps := s.joint.relation.Parts()[0]
	g.bits = s.codes.Space.Cube(mine...)
	g.rest = s.codes.Space.NewPart(steps.Conjuncts(), steps.Writes(), others)
	return g
}

// Leading returns the choices with which some step leads into a set of states.
func (g *Game) Leading(x symbolic.Set) symbolic.Set { return g.rest.Preimage(x) }

// States returns the states with some of the choices.
func (g *Game) States(choices symbolic.Set) symbolic.Set { return choices.Exists(g.bits) }

// Members returns the members that have a say, in the order of Model.Movers.
func (g *Game) Members() []*spec.Agent {
	var agents []*spec.Agent
	for _, m := range g.members {
		agents = append(agents, m.Agent)
	}
	return agents
}

// After returns the states into which some step leads that begins in a state with
// a choice.
func (g *Game) After(choices symbolic.Set) symbolic.Set {
	return g.steps.relation.Image(choices)
}

// Moves returns the moves of the k-th member that occur among choices, each as
// the set of all choices that have it, the least one first.
func (g *Game) Moves(k int, choices symbolic.Set) []symbolic.Set {
	m := g.members[k]
	var other []symbolic.Bit
	for i, o := range g.members {
		if i != k {
			other = append(other, o.MoveBits()...)
		}
	}
	left := choices.Exists(g.steps.codes.Space.Cube(append(other, g.steps.codes.Layout.StateBits()...)...))
	var moves []symbolic.Set
	for !left.IsEmpty() {
		_, move := leastMove(g.steps.codes, m.Mover, left)
		moves = append(moves, move)
		left = left.Diff(move)
	}
	return moves
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

// Pick returns the least moves of the members among choices, and all choices that
// have them.
func (g *Game) Pick(choices symbolic.Set) ([]spec.Move, symbolic.Set) {
	var moves []spec.Move
	for _, m := range g.members {
		move, has := leastMove(g.steps.codes, m.Mover, choices)
		moves, choices = append(moves, move), choices.And(has)
	}
	return moves, choices
}
