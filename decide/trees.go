package decide

import (
	"errors"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// nested begins to answer a question about what agents know of one another in the graph of
// their trees (docs/semantics.md#knowledge-trees), of which more and more are listed: in each turn once, and
// again as long as little was done.
func nested(q *question) func() (turn, error) {
	l := &lister{question: q, budget: q.tune.trees, pause: func() error { return symbolic.Interrupted(q.ctx) }}
	return func() (turn, error) {
		if q.hurried {
			return again, nil
		}
		for {
			q.report(nil, "trees", 0, nil)
			l.warnings = q.warnings
			err := l.among()
			switch more := l.budget.times(4); {
			case err == nil:
				q.take(l)
				return decided, nil
			case errors.As(err, new(*symbolic.LimitError)):
				return over, err
			case errors.As(err, new(*explicit.TooLarge)) && more.worlds <= mostTrees:
				if l.budget = more; l.spent < fewTreeParts {
					continue
				}
				return again, nil
			case !q.profile.Restricted: // other routes have more to say
				return over, nil
			}
			return unlisted(q, err)
		}
	}
}

// fewTreeParts is how many parts of expressions are few for trees: some milliseconds.
const fewTreeParts = 12_500

// mostTrees is how many trees are listed at most.
const mostTrees = 1 << 18

// among answers the question among trees.
func (l *lister) among() error {
	o := l.options()
	defer l.account(o)
	s, err := explicit.Trees(l.model, l.runs, l.profile.Nesting, o)
	if err != nil {
		return err
	}
	return l.find(s)
}

// inTrees applies to questions about what agents who remember know of one another, in runs of
// any length.
func inTrees(p *spec.Profile) (bool, string) {
	switch {
	case p.Check.Recall != spec.PerfectRecall:
		return false, "agents do not remember what they saw"
	case p.Check.Depth != spec.AutoDepth:
		return false, "the check says how many steps to look at"
	case p.Nesting == nil:
		return false, "it asks for more than what agents know of one another, or actions ask"
	case p.Observers != nil:
		return false, "nobody is asked what others know"
	case !p.Restricted && p.Horizon != spec.Endless && p.Horizon <= otherLayers:
		return false, "a few steps decide it"
	}
	return true, "somebody is asked what others know"
}
