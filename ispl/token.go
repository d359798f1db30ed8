package ispl

// token is a kind of token. Words of the language are all reserved: none of them
// can be a name.
type token int

const (
	tEOF token = iota
	tName
	tNumber

	// Signs, the longest first where one begins another.
	tRange // ..
	tLE    // <=
	tGE    // >=
	tNE    // <>
	tArrow // ->
	tLT
	tGT
	tEQ
	tNot
	tLParen
	tRParen
	tLBrace
	tRBrace
	tLBrack
	tRBrack
	tColon
	tComma
	tSemi
	tDot
	tPlus
	tMinus
	tTimes
	tDivide
	tBitOr
	tBitAnd
	tBitNot
	tBitXor
	tQuery

	// Words.
	tSemantics
	tMultiAssignment
	tSingleAssignment
	tMA
	tSA
	tAgent
	tEnvironment
	tObsvars
	tLobsvars
	tVars
	tRedStates
	tGreenStates
	tActions
	tAction
	tProtocol
	tOther
	tEvolution
	tEvaluation
	tInitStates
	tGroups
	tFairness
	tFormulae
	tEnd
	tBoolean
	tTrue
	tFalse
	tIf
	tAnd
	tOr
	tLTL
	tCTLStar
	tAG
	tEG
	tAX
	tEX
	tAF
	tEF
	tA
	tE
	tX
	tF
	tG
	tU
	tK
	tGK
	tGCK
	tDK
	tO

	tokens
)

var tokenText = [tokens]string{
	tEOF: "end of file", tName: "name", tNumber: "number",
	tRange: "..", tLE: "<=", tGE: ">=", tNE: "<>", tArrow: "->", tLT: "<", tGT: ">", tEQ: "=", tNot: "!",
	tLParen: "(", tRParen: ")", tLBrace: "{", tRBrace: "}", tLBrack: "[", tRBrack: "]",
	tColon: ":", tComma: ",", tSemi: ";", tDot: ".", tPlus: "+", tMinus: "-", tTimes: "*", tDivide: "/",
	tBitOr: "|", tBitAnd: "&", tBitNot: "~", tBitXor: "^", tQuery: "?",
	tSemantics: "Semantics", tMultiAssignment: "MultiAssignment", tSingleAssignment: "SingleAssignment",
	tMA: "MA", tSA: "SA", tAgent: "Agent", tEnvironment: "Environment",
	tObsvars: "Obsvars", tLobsvars: "Lobsvars", tVars: "Vars", tRedStates: "RedStates", tGreenStates: "GreenStates",
	tActions: "Actions", tAction: "Action", tProtocol: "Protocol", tOther: "Other", tEvolution: "Evolution",
	tEvaluation: "Evaluation", tInitStates: "InitStates", tGroups: "Groups", tFairness: "Fairness", tFormulae: "Formulae",
	tEnd: "end", tBoolean: "boolean", tTrue: "true", tFalse: "false", tIf: "if", tAnd: "and", tOr: "or",
	tLTL: "LTL", tCTLStar: "CTL*", tAG: "AG", tEG: "EG", tAX: "AX", tEX: "EX", tAF: "AF", tEF: "EF",
	tA: "A", tE: "E", tX: "X", tF: "F", tG: "G", tU: "U", tK: "K", tGK: "GK", tGCK: "GCK", tDK: "DK", tO: "O",
}

// String returns the token as it is written.
func (t token) String() string { return tokenText[t] }

// reserved are the words that are never names. CTL* is not made of letters alone
// and is the lexer's business.
var reserved = func() map[string]token {
	words := map[string]token{}
	for t := tSemantics; t < tokens; t++ {
		words[t.String()] = t
	}
	delete(words, tCTLStar.String())
	return words
}()
