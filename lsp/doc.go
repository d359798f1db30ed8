// Package lsp shows documents to editors, by the Language Server Protocol: what is wrong with
// them as they are typed, what a name or an operator means, where names are declared, and
// checks that are decided on request, with their verdicts beside them.
//
// Serve answers one editor. What it knows of a text is a snapshot, which does not change: a
// change of the text makes a new one, and with it goes what was found of the old one, so that
// no verdict is shown beside a text that it is not about. Texts that are open in the editor
// stand for those on the disk, also where other documents use them.
//
// # What is known of a text that is half typed
//
// Diagnostics are those of the front door (package epibdd), with all mistakes of a text at
// once. Names come from the syntax alone (names.go): each part of a text that can be read
// declares and mentions names, and a part that cannot be read takes nothing from the others.
// Where YAML itself cannot be read the last names that could be are used for completion.
//
// A name belongs to a space: values (parameters, types, variables, definitions, values of
// types, agents), steps (actions and programs), fields of records, and ids of checks. Bound
// names hide no others, so that a name means the binder around it that has it, and else what
// the document declares, or what a document that it uses does.
//
// # Reading the package
//
// Begin with server.go, which has what editors may ask; snapshot.go has what is known of a
// text; each file from hover.go on has one feature.
package lsp
