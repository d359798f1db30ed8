// Package syntax reads and prints the expressions, formulas, types, programs and
// heads of declarations that stand in a spec; it knows nothing of YAML, and gives
// names no meaning.
//
// A text is a source.Span: the bytes of a scalar as they stand in the file, so
// that every node knows its place exactly and nothing is ever unescaped. Each
// Parse function reads one whole text. After an error, which it adds to a
// source.List with its place and a way out, it returns nil. One error is reported
// for each text.
//
//	var errs source.List
//	f := syntax.ParseExpr(span, &errs)   // K{i} a = b & c
//	syntax.String(f)                     // "K{i} a = b & c"
//
// # Grammar
//
// A name is made of letters, digits and _, with at least one letter or a leading
// _ (2S, 10D); an int of digits and _ (44_460_928_512_000). Of the signs the
// longest is taken: <-> -> <= >= != << >> .. and single characters. Blanks, line
// breaks and # up to the end of the line only part tokens.
//
//	expr     = imp { "<->" imp } ;                  imp here without a bare "->"
//	imp      = or [ "->" imp ] ;
//	or       = and { "|" and } ;
//	and      = run { "&" run } ;
//	run      = not [ "U" not ] ;                    "U" only within ("A"|"E") "(" … ")"
//	not      = prefix not | share | coalition | cmp ;
//	prefix   = "!" | ("K"|"KW"|"KV"|"S") "{" range "}"
//	         | ("E"|"D"|"C") group                   E: only if no "[" follows
//	         | ("AX"|"EX"|"AG"|"EG"|"AF"|"EF") [ super ]
//	         | "[" program "]" | "<" program ">"
//	         | "X" | "G" | "F" ;
//	coalition= "<<" items [ ";" "uniform" [ ":" ("objective"|"subjective") ] ] ">>" ( ("X"|"G"|"F") not | until ) ;
//	cmp      = range [ ("="|"!="|"<"|"<="|">"|">="|"in") range ] ;
//	range    = sum [ ".." sum ] ;
//	sum      = term { ("+"|"-") term } ;
//	term     = unary { ("*"|"/"|"mod") unary } ;
//	unary    = "-" unary | postfix ;
//	postfix  = primary { "." name | "[" list "]" | "(" [ list | binders ":" expr ] ")" } ;
//	primary  = int | name | "true" | "false" | "none" | "(" expr ")"
//	         | "{" [ list | binders ":" expr ] "}"
//	         | "if" expr "then" expr "else" expr
//	         | ("forall"|"exists") binders ":" expr
//	         | "the" name "in" type ":" expr
//	         | ("A"|"E") [ super ] until
//	         | ("A"|"E") "(" expr ")"
//	         | ("past"|"does") "{" program "}" ;
//	list     = expr { "," expr } ;
//	binders  = name { "," name } "in" type { "," name { "," name } "in" type } ;
//	share    = "share" [ group ] "(" expr ")" ("="|"!="|"<"|"<="|">"|">=") int [ "/" int ] ;
//	until    = "[" expr "U" expr "]" ;
//	super    = "{" program [ ";" "<=" sum ] "}" ;    no bound with AX and EX
//	group    = "{" items [ ";" sum ] "}" ;           ";" only with E
//	items    = range { "," range } | binders [ ":" expr ] ;
//
//	program  = "some" binders ":" program | choice ;
//	choice   = mark { "|" mark } [ "|" "some" binders ":" program ]
//	         | seq "!" seq { "!" seq } ;
//	mark     = [ "!" ] seq ;                         at most one "!", and only in a choice
//	seq      = conc { ";" conc } ;
//	conc     = rep { "&" rep } ;
//	rep      = atom { "*" | "{" "<=" sum "}" } ;
//	atom     = "?" test | "L" group rep | "(" program ")" | "_" | name [ "(" arg { "," arg } ")" ] ;
//	test     = prefix test | share | postfix ;
//	arg      = "_" | expr ;
//
//	type     = ( "bool" | "set" type | "array" type { "," type } "of" type
//	         | "[" list "]" | "(" type ")" | range ) [ "?" ] ;
//	sig      = name [ "(" param { "," param } ")" ] ;
//	param    = name { "," name } ("in"|":") type ;
//	entry    = expr [ "for" binders [ "if" expr ] ] | binders ":" expr ;
//	who      = "all" | expr | binders [ "if" expr ] ;
//	least    = name "in" range ;
//
// if, forall, exists and some reach as far as they can. A prefix operator binds
// looser than a comparison and stands only where a whole comparison could: in
// a = K{i} b it needs parentheses.
//
// # Words that are operators only somewhere
//
// K, S, E, D, C, A, AX, U, L, past and their like are ordinary names (suits are
// called S, D and C, a card has the value K) except here:
//
//   - K, KW, KV, S, E, D, C, past, does and, in a program, L: before "{". No name
//     can stand before a brace, so nothing is lost.
//   - AX, EX, AG, EG, AF, EF: before whatever begins an operand ("(", "[", "{" and
//     "<" do, "-" does not). Such a name is indexed as (AX)[1].
//   - E{…} before "[", and A{…}: until. A[…], E[…]: until if a U stands in these
//     very brackets behind the end of an operand; otherwise an array is indexed.
//   - the: before a name, as nothing else is.
//   - A, E: before "(". A definition of that name is applied as (A)(x).
//   - X, G, F: behind "<<…>>", and like AX before whatever begins an operand.
//   - U: in A(…) and E(…), but not in brackets in there, where a name cannot stand.
//
// # Reading the package
//
// Begin with the table in operators.go and parser.binary in expr.go, which climbs
// it; above each method stands the rule that it reads. lexer.go cuts the text
// into tokens; brackets.go pairs the brackets, so that every look ahead is one
// step over a bracket; formula.go, program.go, types.go, binders.go and decl.go
// hold the rest of the grammar, typos.go the hints. print*.go write trees with
// the parentheses that their authors wrote, and walk.go visits them.
//
// The parser goes down recursively and ends at the first error by a panic with a
// failure, which catch in parser.go turns into a diagnostic; no other panic is
// caught and none leaves the package. The nesting of brackets and prefix operators
// is limited, chains of operators are read in loops, and the number of tokens of a
// text is limited too: a tree is never so deep that recursion over it is in
// danger.
package syntax
