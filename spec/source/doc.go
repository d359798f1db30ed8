// Package source knows where a text came from and how to complain about it.
//
// A File is a text with a name. A Span is a range of bytes of one file; every
// token, expression and declaration carries one, from the YAML scalar down to
// a single operator. A Diagnostic is a message about a span; it is kept as data
// and rendered last, with the source line and a caret:
//
//	lights.yaml:14:23: error: unknown agent "alcie"; did you mean "alice"?
//	 14 |   formula: AG (p -> K{alcie} q)
//	    |                       ^~~~~
//
// Diagnostics are collected in a List, which is what loading a document
// returns: all that is wrong with it, sorted by place, up to a cap.
package source
