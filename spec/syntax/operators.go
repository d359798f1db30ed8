package syntax

// level is how tightly an operator binds; a higher level binds tighter.
type level int

// The levels. A prefix operator stands between "&" and the comparisons, so that
// K{i} a = b & c is (K{i} (a = b)) & c.
const (
	levelIff level = iota + 1
	levelImp
	levelOr
	levelAnd
	levelUntil // f U g between formulas about runs; not in the table, since U is a name elsewhere
	levelPrefix
	levelCompare
	levelRange
	levelSum
	levelTerm
	levelUnary
	levelPostfix
	levelPrimary
)

// operator says how an infix operator binds, and how tightly its operands must
// bind to stand without parentheses.
type operator struct{ level, left, right level }

// operators is the one table of infix operators, which parser and printer both
// read. An operator chains to the left where left is its own level, to the right
// where right is, and not at all where neither is.
var operators = [tokens]operator{
	IFF: {levelIff, levelIff, levelOr}, // on both sides nothing as loose as ->
	IMP: {levelImp, levelOr, levelImp},
	OR:  {levelOr, levelOr, levelAnd},
	AND: {levelAnd, levelAnd, levelUntil},

	EQ: {levelCompare, levelRange, levelRange},
	NE: {levelCompare, levelRange, levelRange},
	LT: {levelCompare, levelRange, levelRange},
	LE: {levelCompare, levelRange, levelRange},
	GT: {levelCompare, levelRange, levelRange},
	GE: {levelCompare, levelRange, levelRange},
	IN: {levelCompare, levelRange, levelRange},

	RANGE: {levelRange, levelSum, levelSum},

	PLUS:   {levelSum, levelSum, levelTerm},
	MINUS:  {levelSum, levelSum, levelTerm},
	TIMES:  {levelTerm, levelTerm, levelUnary},
	DIVIDE: {levelTerm, levelTerm, levelUnary},
	MOD:    {levelTerm, levelTerm, levelUnary},
}

// knowers are the operators of one agent, groupers those of a group.
var (
	knowers  = map[string]Token{"K": KNOWS, "KW": WHETHER, "KV": VALUE, "S": SUPPOSE}
	groupers = map[string]Token{"E": EVERY, "D": DISTR, "C": COMMON}
)

// temporal are the operators of a path quantifier and a path operator in one word.
var temporal = map[string]TemporalOp{
	"AX": Next, "EX": Next,
	"AG": Globally, "EG": Globally,
	"AF": Eventually, "EF": Eventually,
}

// paths are the path operators that may follow a coalition, or stand before a
// formula about a run.
var paths = map[string]TemporalOp{"X": Next, "G": Globally, "F": Eventually}
