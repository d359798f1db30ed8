package explicit

import (
	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/memo"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// operands say what stands below an operator means.
type operands interface {
	// truth are the worlds in which a formula is true.
	truth(f spec.Expr, env *spec.Env) (kleene.Set, error)
	// values are those of any expression in all worlds.
	values(e spec.Expr, env *spec.Env) ([]spec.Value, error)
	// evaluator evaluates expressions in a world, formulas of any kind included.
	evaluator(w int) *spec.Evaluator
}

// scope is where an operator is applied: a structure, what the operands mean in its
// worlds, and what was computed of them.
type scope struct {
	*structure
	operands
	*tables
	agents terms.Agents
}

// tables keep what was computed for all worlds at once.
type tables struct {
	opts      Options
	sets      map[memo.Key]kleene.Set
	lists     map[memo.Key][]spec.Value
	relations map[memo.Key]relation
	groups    map[*spec.Group][]*spec.Agent // the same in all worlds
	// spent counts the truth values computed, of which there are limit at most.
	spent, limit int
	parts        *Budget   // of evaluations; nil: no bound
	odd          func(Odd) // nil: nobody is told
	unshared     bool      // it is open what members bring about who remember different things
}

func newTables(o Options) *tables {
	return &tables{
		opts: o,
		sets: map[memo.Key]kleene.Set{}, lists: map[memo.Key][]spec.Value{}, relations: map[memo.Key]relation{}, groups: map[*spec.Group][]*spec.Agent{},
		limit: o.MaxTruth, parts: o.Parts, odd: o.Odd,
	}
}

// charge accounts for one table over all worlds.
func (s *scope) charge() error { return s.chargeFor(len(s.worlds)) }

// chargeFor is charge for so many truth values.
func (s *scope) chargeFor(n int) error {
	if s.spent += n; s.spent > s.limit {
		return &TooLarge{What: "truth values", Limit: s.limit}
	}
	return nil
}
