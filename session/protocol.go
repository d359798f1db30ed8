package session

import (
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
)

// Request asks for something. Op says what, and which of the other fields matter.
type Request struct {
	// Op is load, check, start, walk, look, take, worlds, says, graph, know, why, find or
	// export.
	Op string `json:"op"`

	// Of load: the text of a document, or the name of a file of the session or of a model of
	// the library; parameters, and what agents remember ("" as the document says).
	Text   string            `json:"text,omitempty"`
	Name   string            `json:"name,omitempty"`
	Params map[string]string `json:"params,omitempty"`
	Recall string            `json:"recall,omitempty"`

	// Of check: which checks; none: all.
	Only []string `json:"only,omitempty"`

	// Of start: which initial states, how many at most, and whether one is drawn, by a seed.
	At   string `json:"at,omitempty"`
	Most int    `json:"most,omitempty"`
	Draw bool   `json:"draw,omitempty"`
	Seed uint64 `json:"seed,omitempty"`

	// Of all that stand somewhere.
	Place int `json:"place,omitempty"`
	// Of take: a step, or a knowledge action; Done chooses among the ways in which this can
	// happen.
	Step     string   `json:"step,omitempty"`
	Announce string   `json:"announce,omitempty"`
	Done     []string `json:"done,omitempty"`
	// Of worlds, says and why.
	Agent string `json:"agent,omitempty"`
	// Of know, why, find and export.
	Formula string `json:"formula,omitempty"`
	// Of walk.
	Path *Path `json:"path,omitempty"`
}

// Path is a place that is written down.
type Path struct {
	// Start holds in the initial state alone.
	Start string `json:"start"`
	Moves []Move `json:"moves"`
}

// Move is a step or a knowledge action.
type Move struct {
	Step     string   `json:"step,omitempty"`
	Announce string   `json:"announce,omitempty"`
	Done     []string `json:"done,omitempty"`
	// State holds in the state that a step leads to where its text leaves that open.
	State string `json:"state,omitempty"`
}

// Reply is a part of an answer. The last one has Done.
type Reply struct {
	// Progress of what takes long.
	Progress *Progress `json:"progress,omitempty"`
	// Result is a check that is decided.
	Result *Result `json:"result,omitempty"`
	// Answer is what was asked for, by Op: *Document, *Starts, *Place, *Worlds, *Says,
	// *Graph, *Known, *Why or *Export.
	Answer any `json:"answer,omitempty"`
	// Error says why there is none, Errors where the text of a document is wrong, and Ways
	// in which ways a knowledge action can happen where one has to be chosen.
	Error  string          `json:"error,omitempty"`
	Errors []report.Remark `json:"errors,omitempty"`
	Ways   [][]string      `json:"ways,omitempty"`
	Done   bool            `json:"done,omitempty"`
}

// Progress says what is being done.
type Progress struct {
	Check     string `json:"check,omitempty"`
	Phase     string `json:"phase"`
	Iteration int    `json:"iteration,omitempty"`
	Nodes     int    `json:"nodes,omitempty"`
}

// Result is the answer to a check as reports have it, in one line, and told.
type Result struct {
	report.CheckRecord
	Line  string `json:"line"`
	Story string `json:"story,omitempty"`
}

// Document is what was loaded.
type Document struct {
	File     string          `json:"file"`
	Name     string          `json:"name"`
	Doc      string          `json:"doc"`
	Text     string          `json:"text"`
	Params   []Param         `json:"params"`
	Recall   string          `json:"recall"`
	Joint    bool            `json:"joint,omitempty"`
	Agents   []string        `json:"agents"`
	Actions  []Action        `json:"actions"`
	Programs []string        `json:"programs"`
	Tells    []string        `json:"tells"` // those that are knowledge actions
	Checks   []Check         `json:"checks"`
	Warnings []report.Remark `json:"warnings,omitempty"`
	// Show are the variables that the document wants to be shown; none: all.
	Show []string `json:"show,omitempty"`
	// Cards are the values of the type Card, if there is one, which are drawn as cards.
	Cards []string `json:"cards,omitempty"`
	// Library lists the models there are, and Words what may stand in formulas.
	Library []string `json:"library"`
	Words   []string `json:"words"`
}

// Param is a parameter with its value.
type Param struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Action is an action with the names of its arguments.
type Action struct {
	Name   string   `json:"name"`
	Params []string `json:"params"`
}

// Check is a check that can be asked.
type Check struct {
	ID      string `json:"id"`
	Doc     string `json:"doc,omitempty"`
	Formula string `json:"formula"`
	Expect  string `json:"expect,omitempty"`
	Line    int    `json:"line,omitempty"`
	// Strategic says that a plan or a strategy may come of it.
	Strategic bool `json:"strategic,omitempty"`
}

// Starts are initial states.
type Starts struct {
	// Count is how many there are with what was asked.
	Count string `json:"count"`
	// Listed are some, or all, with the conditions that pick them.
	Listed []Start `json:"listed"`
}

// Start is an initial state.
type Start struct {
	Condition string        `json:"condition"`
	State     report.Object `json:"state"`

	state spec.State
}

// Place is where somebody stands.
type Place struct {
	ID     int           `json:"id"`
	Parent int           `json:"parent,omitempty"` // 0: none
	Label  string        `json:"label"`
	Told   bool          `json:"told,omitempty"` // a knowledge action led here
	Path   Path          `json:"path"`
	Way    []int         `json:"way"` // the places from the start to here
	State  report.Object `json:"state"`
	// Steps can be taken, and if there are More these are not all of them.
	Steps []Step `json:"steps"`
	More  bool   `json:"more,omitempty"`
	// Blocked are actions that cannot, with what stops them.
	Blocked []Blocked `json:"blocked"`
	// Tellings are knowledge actions of the document that can happen here.
	Tellings []string `json:"tellings,omitempty"`
	// Still says why no steps are listed although there may be some.
	Still  string `json:"still,omitempty"`
	Agents []Eyes `json:"agents"`
}

// Step is one that can be taken.
type Step struct {
	Label string `json:"label"`
	// By owns it; empty: nobody does, or it is a joint step, with the Parts of all.
	By    string `json:"by,omitempty"`
	Parts []Part `json:"parts,omitempty"`
	// State tells it from others of the same label; empty: there are none.
	State string `json:"state,omitempty"`
	// Unseen are the agents who do not see which step it was.
	Unseen []string `json:"unseen,omitempty"`
}

// Part is what one agent does in a joint step.
type Part struct {
	By   string `json:"by"`
	Does string `json:"does"`
}

// Blocked are instances of an action that one conjunct of its guards stops.
type Blocked struct {
	Action  string   `json:"action"`
	Because string   `json:"because"`
	Args    []string `json:"args,omitempty"` // of some of them
	Count   int      `json:"count"`
}

// Eyes are what an agent sees.
type Eyes struct {
	Name string        `json:"name"`
	All  bool          `json:"all,omitempty"`
	Sees report.Object `json:"sees"`
	// Uninformed did not learn of an announcement: nobody can say what it knows.
	Uninformed bool `json:"uninformed,omitempty"`
}

// Worlds are what an agent considers possible.
type Worlds struct {
	Agent string  `json:"agent"`
	Count string  `json:"count"`
	Of    string  `json:"of"` // "worlds", or "states" where histories were not told apart
	List  []World `json:"list"`
	// Why says why nothing was counted.
	Why string `json:"why,omitempty"`
}

// Says are knowledge actions of the document that can happen wherever an agent may stand for all
// that it knows: those that it can choose.
type Says struct {
	Agent string   `json:"agent"`
	List  []string `json:"list"`
}

// World is one world.
type World struct {
	State  report.Object `json:"state"`
	Done   []string      `json:"done,omitempty"`
	Actual bool          `json:"actual,omitempty"`
}

// Graph is some worlds, and for each agent the class of each of them.
type Graph struct {
	Worlds []World `json:"worlds"`
	Agents []Class `json:"agents"`
	All    bool    `json:"all"` // none is left out that somebody considers possible, and so on
	Why    string  `json:"why,omitempty"`
}

// Class numbers the worlds by what an agent confuses.
type Class struct {
	Name  string `json:"name"`
	Class []int  `json:"class"`
}

// Known is what a formula is worth at a place.
type Known struct {
	Formula string      `json:"formula"`
	Verdict string      `json:"verdict"`
	Reason  string      `json:"reason,omitempty"`
	Route   string      `json:"route,omitempty"`
	Run     *report.Run `json:"run,omitempty"` // from the place on
	Story   string      `json:"story,omitempty"`
}

// Why says whether an agent knows something, and if not a world that it considers possible
// where it is otherwise.
type Why struct {
	Known
	Agent  string        `json:"agent"`
	State  report.Object `json:"state,omitempty"`
	Start  report.Object `json:"start,omitempty"`
	Origin []string      `json:"origin,omitempty"` // the steps that lead there
	Done   []string      `json:"done,omitempty"`
}

// Export is a place as a spec, with a check of a formula.
type Export struct {
	Text string `json:"text"`
}
