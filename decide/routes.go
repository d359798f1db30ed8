package decide

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/symmetry"
	"github.com/epibdd/epibdd/verdict"
)

// Route is a way to a verdict.
type Route struct {
	Name    string
	Theorem string // that makes it sound
	Builds  string // the structure in which the question is asked
	Budget  string // what it may take before another route is tried
	Trusts  string // which of its verdicts count
	Witness string // the case of package bench that shows what it gains; empty: nothing else answers what it answers, or bench/README.md tells of another

	// when tells whether it applies to a question, and says why or why not.
	when func(p *spec.Profile) (bool, string)
	// open begins to answer a question; nil: see Reordering. The function that it returns is called in turns.
	open func(q *question) func() (turn, error)
	// last says that it has no budget: it is taken when no route before it goes on.
	last bool
	// enumerates says that it needs no symbolic system.
	enumerates bool
	// literal says that it reads knowledge actions otherwise than by the product.
	literal bool
	// plans says that it looks for plans.
	plans bool
	// remembers says that it looks for strategies with memory.
	remembers bool
	// weighs says that it looks at the histories of some steps for their shares.
	weighs bool
}

// once is a route that is taken in one turn.
func once(f func(q *question) (turn, error)) func(q *question) func() (turn, error) {
	return func(q *question) func() (turn, error) { return func() (turn, error) { return f(q) } }
}

// Routes are the rows of the table, in the order in which they take turns.
var Routes = []Route{
	{
		Name:    "enumeration",
		Theorem: "the definitions, printed and repaired (docs/semantics.md#interpretations)",
		Builds:  "all reachable states, and sets of them that knowledge actions lead to, up to bisimulation",
		Budget:  "explicit.Options",
		Trusts:  "all",
		when: func(p *spec.Profile) (bool, string) {
			return p.Check.IsLiteral(), "it asks about another reading of knowledge actions than the product"
		},
		open:       once(enumerate),
		enumerates: true,
		literal:    true,
	},
	{
		Name:       SmallWorlds,
		Theorem:    "the definitions (docs/semantics.md)",
		Builds:     "all worlds, or those of the first steps, one by one",
		Budget:     "2,000 worlds, 120,000 parts of expressions; the same in turns with the others, and as many parts again for each 32 bits of a state that has 64 or more, up to 512; then 20,000 and 50,000,000; agents who remember are asked about the first steps before these lead to twice as many worlds",
		Trusts:     "all",
		Witness:    "specs/joint-memory",
		when:       listable,
		open:       once(enumerateFew),
		enumerates: true,
	},
	{
		Name:    "planning",
		Theorem: "what those who plan consider possible is all that a plan can depend on (docs/semantics.md#plans); Bonet and Geffner 2000",
		Builds:  "sets of states that those who plan consider possible, or of histories if the goal asks others what they know",
		Budget:  "explicit.Options, 4,000,000 sets",
		Trusts:  "bounds from both sides",
		when: func(p *spec.Profile) (bool, string) {
			return p.Check.Kind == spec.PlanCheck, "it asks for a plan"
		},
		open:       once(planned),
		enumerates: true,
		plans:      true,
	},
	{
		Name:    "strategies-with-memory",
		Theorem: "members who share what they observe choose by the states, or trees, in which plays may be (docs/semantics.md#remembering); Reif 1984, Raskin et al. 2007",
		Builds:  "sets of states or trees in which plays may be after the same observations, under clock after as many steps",
		Budget:  "explicit.Options, 8,192 sets, 262,144 choices",
		Trusts:  "all",
		when: func(p *spec.Profile) (bool, string) {
			switch {
			case !p.Remembering:
				return false, "it asks for no strategy with memory"
			case p.Restricted:
				return false, "strategies with memory are not defined where only some runs count"
			case p.Check.Layer > 0 || p.Check.After != nil || p.Check.IsMeasured():
				return false, "strategies with memory are asked for where runs begin"
			}
			return true, "it asks for strategies with memory"
		},
		open:       once(remember),
		enumerates: true,
		remembers:  true,
	},
	{
		Name:    "weighed-histories",
		Theorem: "the definition (docs/semantics.md#chances)",
		Builds:  "the histories of so many steps, with their weights",
		Budget:  "explicit.Options",
		Trusts:  "all",
		when: func(p *spec.Profile) (bool, string) {
			return asksOfSteps(p.Check), "it asks for shares of the histories of some steps"
		},
		open:       measureHistories,
		enumerates: true,
		weighs:     true,
	},
	{
		Name:    WeighedTrails,
		Theorem: "histories that end in the same state and look the same to who is asked are told apart by nothing that comes after (docs/semantics.md#chances)",
		Builds:  "sums of the weights of such histories, step by step",
		Budget:  "none; only where more than a few are to be listed",
		Trusts:  "all",
		Witness: "large/cluedo-turns",
		when:    trailed,
		open:    once(weighTrails),
		weighs:  true,
	},
	{
		Name:    "axioms",
		Theorem: "what the axioms of S5 prove is true in every world, and agents who see the same know the same (docs/semantics.md#axioms); Fagin, Halpern, Moses and Vardi 1995",
		Builds:  "the meaning of a formula over its parts",
		Budget:  "32 parts",
		Trusts:  "holds of a formula, fails of some",
		Witness: "specs/axioms",
		when:    provable,
		open:    once(byAxioms),
	},
	{
		Name:    "bounded-refutation",
		Theorem: "what the first steps of a run refute is refuted (docs/semantics.md#depth); Biere, Cimatti, Clarke and Zhu 1999",
		Builds:  "the first layers after single initial states",
		Budget:  "4 initial states, 8 steps, 4,000,000 nodes",
		Trusts:  "fails of a formula, holds of some",
		Witness: "large/eleusis-52-laws",
		when: func(p *spec.Profile) (bool, string) {
			if ok, why := future(p); !ok {
				return false, why
			}
			switch {
			case p.Restricted:
				return false, "which runs count takes all of each run to tell"
			case p.Check.Kind == spec.LeastCheck:
				return false, "a least number is no verdict on single runs"
			case p.AboutRuns:
				return false, "it asks about runs as wholes"
			}
			return true, "it asks what may come"
		},
		open: once(refute),
	},
	{
		Name:    "near-runs",
		Theorem: "a run that is found is a run; all worlds that runs come to from where it is asked decide (docs/semantics.md#formulas-about-runs)",
		Builds:  "the worlds that runs come to in the over-approximation, as long as an automaton may accept them",
		Budget:  "20,000 and 250,000 nodes of worlds, 4,000,000 and 8,000,000 of all",
		Trusts:  "all, if no worlds are missing; else runs that are found",
		when: func(p *spec.Profile) (bool, string) {
			if ok, why := future(p); !ok {
				return false, why
			}
			return spec.Asks[*spec.OnRuns](p.Check.Formula), "it asks about runs as wholes"
		},
		open: once(nearby),
	},
	{
		Name:    "over-approximation",
		Theorem: "a formula of time depends on what steps lead to alone (docs/semantics.md#time); Moon, Jang, Somenzi and Pixley 1998",
		Builds:  "states that no step leaves, all reachable ones among them",
		Budget:  "8,000,000 nodes, and only where the reachable states are more than 250,000",
		Trusts:  "all, if nothing goes wrong in any of the states",
		Witness: "large/eleusis-52-laws",
		when:    future,
		open:    once(approximate),
	},
	{
		Name:    "reachable-states",
		Theorem: "the definition (docs/semantics.md#recall-none)",
		Builds:  "the reachable states",
		Budget:  "none",
		Trusts:  "all",
		when: func(p *spec.Profile) (bool, string) {
			return p.Check.Recall == "" || p.Check.Recall == spec.NoRecall, "agents see the present state alone"
		},
		open: once(reach),
		last: true,
	},
	{
		Name:    "single-beginnings",
		Theorem: "histories that look the same begin in states that look the same (docs/semantics.md#parts)",
		Builds:  "the worlds that are reached from initial states which nobody takes for other ones",
		Budget:  "4 of these parts; 2,000 worlds of each, then 8,000, then, when the others have worked as long, 1,000 histories and 4,000,000 nodes; all and 20,000 worlds at once where there are very many; only where there are more than 200 initial states",
		Trusts:  "fails of a formula, holds of some",
		Witness: "large/eleusis-five-laws",
		when:    apart,
		open:    begin,
	},
	{
		Name:    "parts-of-layers",
		Theorem: "histories that nobody takes for others have all that is confused with them among them (docs/semantics.md#narrow); a verdict that no other history can change (docs/semantics.md#depth)",
		Builds:  "some of the histories of 0, 1, 2, … steps, and all that is confused with them",
		Budget:  "125 histories, 1,200,000 parts of expressions, then eight times as many when the others have worked twice as long as these are expected to take, or would take longer, at once where states have 64 bits or more; only where there are not more than 200 initial states",
		Trusts:  "what both bounds agree on, if nothing goes wrong in any of the states",
		Witness: "large/eleusis-play",
		when: func(p *spec.Profile) (bool, string) {
			if ok, why := apart(p); !ok {
				return false, why
			}
			return true, "where few histories may show it"
		},
		open: narrow,
	},
	{
		Name:    "conceivable-worlds",
		Theorem: "steps and confusion lead from reachable worlds to reachable ones where what is public determines the steps (docs/semantics.md#public-steps)",
		Builds:  "states with what is publicly known of what is hidden, whether reachable or not",
		Budget:  "16,384 nodes, then 8,000,000, and four times as many with each turn; only where the reachable worlds are more than 1,000 nodes",
		Trusts:  "all, if nothing goes wrong in any of the worlds",
		Witness: "large/eleusis-laws",
		when:    publicly,
		open:    growing(conceive),
	},
	{
		Name:    "public-steps",
		Theorem: "what is publicly known stands for histories where what everybody sees determines the steps (docs/semantics.md#public-steps); van der Meyden and Shilov 1999",
		Builds:  "reachable states with what is publicly known of what is hidden",
		Budget:  "16,384 nodes, then 8,000,000, and four times as many with each turn",
		Trusts:  "all",
		Witness: "specs/gossip",
		when:    publicly,
		open:    growing(inform),
	},
	{
		Name:       "knowledge-trees",
		Theorem:    "what agents know of one another, as deep as it is asked, is a function of finitely many trees (docs/semantics.md#knowledge-trees); van der Meyden and Shilov 1999",
		Builds:     "trees of what agents consider possible that others consider possible, one by one",
		Budget:     "2,000 trees, and four times as many with each turn, at once while 12,500 parts of expressions are not reached; up to 128,000",
		Trusts:     "all",
		Witness:    "specs/private-bits",
		when:       inTrees,
		open:       nested,
		enumerates: true,
	},
	{
		Name:    "lasso",
		Theorem: "a layer is a function of the one before it (docs/semantics.md#recall-clock); a verdict on the first layers that no later one can change (docs/semantics.md#depth)",
		Builds:  "the states after 0, 1, 2, … steps, up to a layer that comes again",
		Budget:  "more and more steps, up to the depth of the check; with depth: auto 1,000,000 steps of work, and twice as much with each turn",
		Trusts:  "what both bounds agree on",
		when: func(p *spec.Profile) (bool, string) {
			return p.Check.Recall == spec.ClockRecall, "agents count steps"
		},
		open: layered,
	},
	{
		Name:    "histories",
		Theorem: "histories that look the same are one world (docs/semantics.md#recall-perfect); a verdict on the first layers that no later one can change (docs/semantics.md#depth)",
		Builds:  "the histories of 0, 1, 2, … steps",
		Budget:  "more and more steps, up to the depth of the check; with depth: auto 1,000,000 steps of work, and twice as much with each turn",
		Trusts:  "what both bounds agree on",
		when: func(p *spec.Profile) (bool, string) {
			switch {
			case p.Check.Recall != spec.PerfectRecall:
				return false, "agents do not remember what they saw"
			case p.Restricted:
				return false, "which runs count is not defined for histories that are cut off"
			}
			return true, "agents remember what they saw"
		},
		open: layered,
	},
	{
		Name:    "information-graph",
		Theorem: "what an observer knows is a function of the states that it considers possible (docs/semantics.md#information-graphs); van der Meyden 1998, Raskin et al. 2007",
		Builds:  "sets of states that observers consider possible",
		Budget:  "20,000 nodes, and twice as many with each turn",
		Trusts:  "all",
		Witness: "specs/eleusis-endless",
		when: func(p *spec.Profile) (bool, string) {
			switch {
			case p.Check.Recall != spec.PerfectRecall:
				return false, "agents do not remember what they saw"
			case p.Check.Depth != spec.AutoDepth:
				return false, "the check says how many steps to look at"
			case p.Observers == nil:
				return false, "somebody is asked what others know, or about histories as such"
			case !p.Restricted && p.Horizon != spec.Endless && p.Horizon <= otherLayers:
				return false, "a few steps decide it"
			}
			return true, "nobody is asked what others know"
		},
		open: observed,
	},
	{
		Name:    Symmetry,
		Theorem: "a formula does not tell states apart that an automorphism of the model leads to (docs/semantics.md#symmetry); Ip and Dill 1996, Emerson and Sistla 1996",
		Builds:  "what the routes before it build, for the instances of outer quantifiers that the others follow from",
		Budget:  "32,768 expressions and entries of tables",
		Trusts:  "what they trust",
		Witness: "anonymity/100",
		when: func(p *spec.Profile) (bool, string) {
			r := symmetry.Reduce(p.Check)
			if r == nil {
				return false, "nothing is asked of all values of a type of which the model tells none apart"
			}
			return true, "the model does not tell values apart of " + r.String()
		},
	},
	{
		Name:    Reordering,
		Theorem: "a set does not depend on the order of variables; Bryant 1986, Rudell 1993",
		Builds:  "what the routes before it build, under orders that are looked for while diagrams grow",
		Budget:  "none; only where the others met a limit on nodes or memory",
		Trusts:  "all",
		when: func(p *spec.Profile) (bool, string) {
			return true, "where the order found from the model alone meets a limit on nodes or memory"
		},
	},
}

// Reordering is the route that is left where all others ended at a limit on nodes or
// memory: the same once more, in a system that looks for better orders of its variables.
// Whoever makes systems takes it.
const Reordering = "reordering"

// future applies to questions about what may come after initial worlds, and nothing else.
func future(p *spec.Profile) (bool, string) {
	if !p.Future || p.Check.Recall != "" && p.Check.Recall != spec.NoRecall {
		return false, "it asks for more than what may come"
	}
	return true, "it asks what may come"
}

// publicly applies to questions about runs of any length of agents who remember.
func publicly(p *spec.Profile) (bool, string) {
	switch {
	case p.Check.Recall != spec.PerfectRecall:
		return false, "agents do not remember what they saw"
	case p.Check.Depth != spec.AutoDepth:
		return false, "the check says how many steps to look at"
	case p.Historic:
		return false, "it asks about histories as such"
	case p.Static:
		return false, "the histories without steps are all it is about"
	case p.Unrelated:
		return false, "what nobody knows is about all histories of as many steps"
	}
	return true, "where what everybody sees determines the steps"
}

// Names are the names of the routes.
func Names() []string {
	names := make([]string, len(Routes))
	for i, r := range Routes {
		names[i] = r.Name
	}
	return names
}

// Applies tells whether a route applies to a question, and says why or why not.
func (r Route) Applies(p *spec.Profile) (bool, string) {
	if p.Check.IsLiteral() != r.literal {
		return false, "other readings of knowledge actions than the product are enumerated, and these alone"
	}
	if (p.Check.Kind == spec.PlanCheck) != r.plans {
		return false, "plans are searched for in a way of their own"
	}
	if p.Remembering != r.remembers {
		return false, "strategies with memory are searched for in a way of their own"
	}
	if asksOfSteps(p.Check) != r.weighs {
		return false, "histories have shares of steps that others chose, which are enumerated"
	}
	return r.when(p)
}

// taken is a route on which a question is being answered.
type taken struct {
	*Route
	next func() (turn, error) // nil: the route has come to its end
}

// decide lets the routes that apply take turns, until one of them has a verdict.
func (q *question) decide() error {
	var open []*taken
	for i := range Routes {
		r := &Routes[i]
		if ok, _ := r.Applies(q.profile); ok && r.open != nil && q.o.Routes.Allows(r.Name) {
			open = append(open, &taken{r, r.open(q)})
		}
	}
	for len(open) > 0 {
		for i, t := range open {
			if t.last && i > 0 {
				break
			}
			end, err := q.turn(t)
			if q.overtaken != nil && (end != decided || err != nil) {
				q.overtaken()
				q.answer.Route = SmallWorlds
				return nil
			}
			if err != nil || end == decided {
				q.answer.Route = t.Name
				return err
			}
			if end == over {
				t.next = nil
			}
		}
		q.hurried = false
		open = slices.DeleteFunc(open, func(t *taken) bool { return t.next == nil })
	}
	if q.mistake != nil {
		return q.mistake
	}
	return q.noRoute()
}

// turn takes the next turn of a route, after making the system if it is the first to need it.
func (q *question) turn(t *taken) (turn, error) {
	if q.base == nil && !t.enumerates {
		sys, err := q.encoded(q.ctx, q.chk)
		if err != nil {
			return over, err
		}
		q.base = sys
	}
	return t.next()
}

// noRoute answers a question that no route has answered: among worlds that are listed with all the
// effort there is for them, or by saying why no route can be taken.
func (q *question) noRoute() error {
	if q.profile.Restricted && q.profile.Remembering {
		return q.mistaken(verdict.Unsupported, q.chk.Place, "which runs count is not defined for strategies with memory: with recall: clock and perfect there can be no fairness and no runs: infinite where a coalition is asked about")
	}
	if ok, _ := listable(q.profile); ok && q.o.Routes.Allows(SmallWorlds) {
		return q.listAll()
	}
	q.answer.Stop(verdict.NoRoute)
	return nil
}
