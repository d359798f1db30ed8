package plan

// steps keeps what a game has answered: trying a choice may be slow.
type steps struct {
	game    Game
	choices [][]Choice // by world; nil: not asked for yet
	one     [][]Step   // by world and choice, where there is one step; To < 0: not asked for yet
	more    map[[2]int32][]Step
	single  [1]Step
}

// several marks an entry of one that stands for steps in more.
const several = -2

func newSteps(g Game) *steps { return &steps{game: g, more: map[[2]int32][]Step{}} }

func (t *steps) at(w World) ([]Choice, error) {
	for int(w) >= len(t.choices) {
		t.choices = append(t.choices, nil)
	}
	if t.choices[w] == nil {
		c, err := t.game.Choices(w)
		if err != nil {
			return nil, err
		}
		if c == nil {
			c = []Choice{}
		}
		t.choices[w] = c
	}
	return t.choices[w], nil
}

// try lists the steps of a choice in a world. The list is good until the next call.
func (t *steps) try(w World, c Choice) ([]Step, error) {
	for int(w) >= len(t.one) {
		t.one = append(t.one, nil)
	}
	row := t.one[w]
	if int(c) >= len(row) {
		longer := make([]Step, max(int(c)+1, 2*len(row)))
		for i := copy(longer, row); i < len(longer); i++ {
			longer[i].To = -1
		}
		row, t.one[w] = longer, longer
	}
	switch row[c].To {
	case -1:
		list, err := t.game.Try(w, c)
		if err != nil {
			return nil, err
		}
		if len(list) != 1 {
			row[c].To = several
			t.more[[2]int32{int32(w), int32(c)}] = list
			return list, nil
		}
		row[c] = list[0]
	case several:
		return t.more[[2]int32{int32(w), int32(c)}], nil
	}
	t.single[0] = row[c]
	return t.single[:], nil
}

// common lists the choices that can be made in all of some worlds.
func (t *steps) common(worlds []World) ([]Choice, error) {
	all, err := t.at(worlds[0])
	if err != nil {
		return nil, err
	}
	shared := true
	for _, w := range worlds[1:] {
		these, err := t.at(w)
		if err != nil {
			return nil, err
		}
		if same(all, these) {
			continue
		}
		if shared {
			all, shared = append([]Choice{}, all...), false
		}
		all = intersect(all, these)
	}
	return all, nil
}

// same tells whether two lists are one, which they often are.
func same(a, b []Choice) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// intersect keeps in a, which is changed, what is in b too; both are in increasing order.
func intersect(a, b []Choice) []Choice {
	kept, j := a[:0], 0
	for _, c := range a {
		for j < len(b) && b[j] < c {
			j++
		}
		if j < len(b) && b[j] == c {
			kept = append(kept, c)
		}
	}
	return kept
}
