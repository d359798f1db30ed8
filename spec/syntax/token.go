package syntax

// Token is a kind of token; operators and keywords have one each.
type Token int

// The tokens. Words in capitals (K, AX, …) are operators only where the
// grammar says so, and names elsewhere.
const (
	EOF Token = iota
	NAME
	INT

	IFF     // <->
	IMP     // ->
	OR      // |
	AND     // &
	NOT     // !
	EQ      // =
	NE      // !=
	LT      // <
	LE      // <=
	GT      // >
	GE      // >=
	IN      // in
	RANGE   // ..
	PLUS    // +
	MINUS   // -
	TIMES   // *
	DIVIDE  // /
	MOD     // mod
	KNOWS   // K
	WHETHER // KW
	VALUE   // KV
	SUPPOSE // S
	EVERY   // E{…}
	DISTR   // D
	COMMON  // C

	LPAREN
	RPAREN
	LBRACK
	RBRACK
	LBRACE
	RBRACE
	LCOAL // <<
	RCOAL // >>
	COMMA
	SEMI
	COLON
	DOT
	QUERY // ?
)

var tokenText = map[Token]string{
	EOF: "end of text", NAME: "name", INT: "number",
	IFF: "<->", IMP: "->", OR: "|", AND: "&", NOT: "!",
	EQ: "=", NE: "!=", LT: "<", LE: "<=", GT: ">", GE: ">=", IN: "in",
	RANGE: "..", PLUS: "+", MINUS: "-", TIMES: "*", DIVIDE: "/", MOD: "mod",
	KNOWS: "K", WHETHER: "KW", VALUE: "KV", SUPPOSE: "S", EVERY: "E", DISTR: "D", COMMON: "C",
	LPAREN: "(", RPAREN: ")", LBRACK: "[", RBRACK: "]", LBRACE: "{", RBRACE: "}",
	LCOAL: "<<", RCOAL: ">>", COMMA: ",", SEMI: ";", COLON: ":", DOT: ".", QUERY: "?",
}

// String returns the token as it is written.
func (t Token) String() string { return tokenText[t] }
