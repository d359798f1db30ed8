package decide

import (
	"errors"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// Of agents who remember there are more worlds after each step, and what is asked about runs of any length
// is often decided by the first ones: where someone may learn something, two moves may show it. So while
// worlds are listed the question is asked of those after as many steps as were followed, what comes after
// them being open as for a check that names a number of steps (docs/semantics.md#depth), and again before
// there are twice as many: then all of these answers together take not much longer than the last one, and
// few worlds are listed that were not asked for.

// moreWorlds is how many times as many worlds there are when the question is asked again.
const moreWorlds = 2

// firstSteps answers a question by the first steps while more are followed.
type firstSteps struct {
	*lister
	worlds int                     // of which it was asked last
	last   func() *explicit.System // of which it was not asked; nil: of all
}

// errDecided says that the first steps decide.
var errDecided = errors.New("decided")

// asked tells whether the first steps may decide what is asked about runs of any length.
func (f *firstSteps) asked() bool {
	return f.chk.Recall != "" && f.chk.Recall != spec.NoRecall && f.chk.Depth == spec.AutoDepth && !f.profile.Shares && !f.profile.Restricted
}

// known answers the question by the steps that were followed before.
func (f *firstSteps) known(first []*explicit.System) error {
	for _, sys := range first {
		if err := f.ask(sys); err != nil {
			if errors.Is(err, errDecided) {
				err = nil
			}
			return err
		}
	}
	return nil
}

// next answers the question by the steps that were followed so far, if with one more there are many more
// worlds than it was asked of.
func (f *firstSteps) next(worlds, more int, first func() *explicit.System) error {
	if f.last = first; worlds+more < max(f.tune.first, moreWorlds*f.worlds) {
		return nil
	}
	return f.rest()
}

// rest answers the question by all steps that were followed.
func (f *firstSteps) rest() error {
	if f.last == nil {
		return nil
	}
	sys, kept := f.last(), f.listed()
	f.last, kept.first = nil, append(kept.first, sys)
	return f.ask(sys)
}

// ask answers the question in the worlds of the first steps: errDecided says that they decide.
func (f *firstSteps) ask(sys *explicit.System) error {
	f.worlds = len(sys.States())
	f.warnings = source.List{}
	o := f.options()
	defer f.account(o)
	switch err := f.find(sys.Afresh(o)); {
	case err == nil:
		return errDecided
	case errors.Is(err, errAbandoned), errors.As(err, new(*symbolic.LimitError)):
		return err
	}
	f.answer, f.warnings = verdict.Answer{}, source.List{}
	return nil
}
