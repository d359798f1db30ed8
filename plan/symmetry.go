package plan

import "slices"

// symmetry keeps the images of worlds and choices under exchanges of two values.
type symmetry struct {
	game    Symmetric
	swaps   []Swap
	worlds  [][]World  // by swap; -1: not asked for yet
	choices [][]Choice // likewise
}

func symmetryOf(g Game) *symmetry {
	game, ok := g.(Symmetric)
	if !ok || len(game.Swaps()) == 0 {
		return nil
	}
	y := &symmetry{game: game, swaps: game.Swaps()}
	y.worlds, y.choices = make([][]World, len(y.swaps)), make([][]Choice, len(y.swaps))
	return y
}

// generators are exchanges that all others are made of: those with the first value of each type.
func (y *symmetry) generators() []int {
	var first []int
	for i, swap := range y.swaps {
		if swap.I == 0 {
			first = append(first, i)
		}
	}
	return first
}

func (y *symmetry) world(swap int, w World) (World, error) {
	for int(w) >= len(y.worlds[swap]) {
		y.worlds[swap] = append(y.worlds[swap], -1)
	}
	if y.worlds[swap][w] < 0 {
		to, err := y.game.SwapWorld(swap, w)
		if err != nil {
			return 0, err
		}
		y.worlds[swap][w] = to
	}
	return y.worlds[swap][w], nil
}

func (y *symmetry) choice(swap int, c Choice) Choice {
	for int(c) >= len(y.choices[swap]) {
		y.choices[swap] = append(y.choices[swap], -1)
	}
	if y.choices[swap][c] < 0 {
		y.choices[swap][c] = y.game.SwapChoice(swap, c)
	}
	return y.choices[swap][c]
}

// image is a part after an exchange, tidy.
func (y *symmetry) image(swap int, p *part) (part, error) {
	q := part{seen: p.seen, cost: p.cost, worlds: make([]World, len(p.worlds)), weights: p.weights}
	for i, w := range p.worlds {
		to, err := y.world(swap, w)
		if err != nil {
			return q, err
		}
		q.worlds[i] = to
	}
	q.tidy(true)
	return q, nil
}

// mostExchanged is up to how many worlds a belief is exchanged into a smaller one: beyond that it
// costs more than it saves.
const mostExchanged = 1024

// canonical exchanges values as long as the part becomes smaller. The result need not be
// the smallest there is: it is one that is worth the same, which is all that matters. Used
// (nil: nobody asks) gets the exchanges in their order.
func (s *Search) canonical(p *part, used *[]int) error {
	y := s.symmetry
	if y == nil || len(p.worlds) > mostExchanged {
		return nil
	}
	for smaller := true; smaller; {
		smaller = false
		for i := range y.swaps {
			q, err := y.image(i, p)
			if err != nil {
				return err
			}
			if c := slices.Compare(q.worlds, p.worlds); c < 0 || c == 0 && slices.Compare(q.weights, p.weights) < 0 {
				p.worlds, p.weights, smaller = q.worlds, q.weights, true
				if used != nil {
					*used = append(*used, i)
				}
			}
		}
	}
	return nil
}

// fixing lists exchanges of values that leave a belief as it is and generate all of its
// kind: of each class of values that are interchangeable there, those of neighbours.
func (s *Search) fixing(b *belief) ([]int, error) {
	y := s.symmetry
	if y == nil {
		return nil, nil
	}
	p := part{worlds: b.worlds, weights: b.weights}
	var fixing []int
	joined := map[[2]int]bool{} // values that are interchangeable with a smaller one
	for i, swap := range y.swaps {
		if joined[[2]int{swap.Type, swap.J}] {
			continue
		}
		q, err := y.image(i, &p)
		if err != nil {
			return nil, err
		}
		if slices.Equal(q.worlds, p.worlds) && slices.Equal(q.weights, p.weights) {
			joined[[2]int{swap.Type, swap.J}] = true
			fixing = append(fixing, i)
		}
	}
	return fixing, nil
}

// orbits keeps one of each set of choices that exchanges lead to from one another.
func (y *symmetry) orbits(choices []Choice, swaps []int) []Choice {
	if len(swaps) == 0 {
		return choices
	}
	place := make(map[Choice]int, len(choices))
	for i, c := range choices {
		place[c] = i
	}
	seen := make([]bool, len(choices))
	var kept, todo []Choice
	for i, c := range choices {
		if seen[i] {
			continue
		}
		seen[i] = true
		kept, todo = append(kept, c), append(todo[:0], c)
		for len(todo) > 0 {
			c := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, swap := range swaps {
				d := y.choice(swap, c)
				if j, ok := place[d]; ok && !seen[j] {
					seen[j] = true
					todo = append(todo, d)
				}
			}
		}
	}
	return kept
}
