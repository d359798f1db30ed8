// Package document turns the YAML text of a spec into a Document: every
// expression parsed, everything that it uses merged in, nothing resolved.
//
// Read Loader.Load first, then Document; Format is the other way in, and Write the
// way out for documents that were made by programs.
//
// # From file to document
//
// A file passes through three small steps, one type each:
//
//	text --parse--> *node --read--> *layer --merge--> *Document
//
// A node (tree.go) is a YAML value with its place in the file. A layer
// (layer.go) is what one file says: a Document and the entries that it removes
// from the document it uses. A reader (reader.go) reads texts, words and lists of a
// tree, and sections (sections.go) make a layer of them. Merging (use.go, merge.go) lays
// it over the document that is used.
//
// # How texts get their spans
//
// The text of an expression is the source text of its scalar, never what YAML
// makes of it: a span is a contiguous range of bytes of the file, without the
// quotes and without the header of a block. Nothing is unescaped or folded, so
// that a place inside an expression is a place in the file, and "#" inside a
// quoted text or a block is the comment of the expression language.
//
// The YAML library says where a scalar begins, counting characters; where it
// ends is found again in the source (scalar.go): at the closing quote, or after
// the last character of the value, for plain and block scalars change nothing
// but blanks and line breaks.
//
// What YAML cannot read is mended for it and read again (mend.go): colons of quantifiers
// are written over, and so are values that cannot be read, after that has been said. No
// character moves, so that places stay.
//
// Only the texts for people, doc and the display pattern of a record, and the
// target of use are taken as YAML reads them.
//
// # What is refused, and why
//
// YAML changes some texts without a word, and a formula that lost its negation
// is still a formula. So these are errors, each with the line as it should be
// written: tags ("!done -> q" is the text "-> q" with a tag), anchors ("&x y"),
// aliases, merge keys, a mapping where an expression is expected ("- a: b"; a quantifier
// with its colon is none),
// texts that a comma cuts in two inside [ ] and { } ("{x: f(a, b)}" has two
// keys), empty values, repeated and unknown keys, keys that are not texts, and
// further documents in one file. Because aliases never get through, a small
// file stays a small document; size and depth have a limit all the same.
//
// A file behind use that is no document at all, because it is no mapping or has a key that
// no document has, is refused where use stands, and none of it is quoted: it may be
// anything that can be read. What is wrong with a document is said with its line, whoever
// uses it. A named pipe is not opened, since that may wait for ever.
//
// # Merging
//
// A document with use starts from another one. Named entries (params, types,
// define, vars, agents, actions, programs, history) are replaced whole, in the
// place of the old entry, and new ones follow; "name: null" removes one. init
// and fairness add up. Of steps, recall, depth, runs and each of the limits the
// later wins. check and sweep are not inherited, nor are name and doc.
package document
