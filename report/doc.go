// Package report writes down what became of checks: as text for people, JSON,
// JUnit, Markdown, HTML, or annotations of a build.
//
// A Spec is a document that was asked about, a Result the answer to one of its
// checks. What the author expected decides the Status of a result, and with it
// the word in a text report, the element in JUnit and the exit code:
//
//	Met      the answer is the one expected
//	Open     nothing was expected
//	Unmet    another answer than the one expected
//	Stopped  a limit was reached before there was an answer
//	Cut      the work was interrupted
//	Faulty   the model or the question makes no sense in some reachable state
//	Broken   the tool is wrong: it panicked, or its evidence could not be replayed
//
// A Writer takes specs and results in the order of the files as they are
// decided. Text and annotations appear at once; the other formats are one
// document each, written by Close.
//
// A Run shows a verdict. RunOf makes it of a tree of package witness: names and values
// as their types show them, without the model. JSON is that structure; story.go tells
// it to people, and table.go shows its path step by step.
//
// Read Result and Writer first. The names in the JSON document are stable; its
// schema is schema/report.schema.json.
package report
