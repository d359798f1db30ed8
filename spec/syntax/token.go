package syntax

// Token is a kind of token; operators and keywords have one each.
type Token int

// The tokens. Words in capitals (K, AX, …) are operators only where the
// grammar says so, and names elsewhere: the lexer reads them as NAME, and KNOWS
// to COMMON exist only as operators of the tree.
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

	TRUE
	FALSE
	ABSENT // none
	IF
	THEN
	ELSE
	FORALL
	EXISTS
	SOME
	FOR
	OF
	ARRAY
	SET
	BOOL

	tokens // how many there are
)

var tokenText = [tokens]string{
	EOF: "end of text", NAME: "name", INT: "number",
	IFF: "<->", IMP: "->", OR: "|", AND: "&", NOT: "!",
	EQ: "=", NE: "!=", LT: "<", LE: "<=", GT: ">", GE: ">=", IN: "in",
	RANGE: "..", PLUS: "+", MINUS: "-", TIMES: "*", DIVIDE: "/", MOD: "mod",
	KNOWS: "K", WHETHER: "KW", VALUE: "KV", SUPPOSE: "S", EVERY: "E", DISTR: "D", COMMON: "C",
	LPAREN: "(", RPAREN: ")", LBRACK: "[", RBRACK: "]", LBRACE: "{", RBRACE: "}",
	LCOAL: "<<", RCOAL: ">>", COMMA: ",", SEMI: ";", COLON: ":", DOT: ".", QUERY: "?",
	TRUE: "true", FALSE: "false", ABSENT: "none", IF: "if", THEN: "then", ELSE: "else",
	FORALL: "forall", EXISTS: "exists", SOME: "some", FOR: "for", OF: "of",
	ARRAY: "array", SET: "set", BOOL: "bool",
}

// String returns the token as it is written.
func (t Token) String() string { return tokenText[t] }

// reserved are the words that are never names.
var reserved = func() map[string]Token {
	words := map[string]Token{"in": IN, "mod": MOD}
	for t := TRUE; t < tokens; t++ {
		words[t.String()] = t
	}
	return words
}()

// Reserved reports whether word is a keyword and so cannot be a name.
func Reserved(word string) bool {
	_, is := reserved[word]
	return is
}
