// Package epibdd decides what players know: it checks models of games and protocols with
// knowledge, specs in YAML or models in ISPL, as the command of the same name does.
//
//	doc, err := epibdd.Load("testdata/specs/lamp.yaml")
//	if err != nil {
//		log.Fatal(err)
//	}
//	for r, err := range doc.Check(context.Background(), epibdd.Options{}) {
//		if err != nil {
//			log.Fatal(err)
//		}
//		fmt.Printf("%s\n%s\n", r, r.Run.Story())
//	}
//
// Ten names to know first:
//
//	Load, Parse, Model   read a document from a file, a text, or the library
//	Param                gives one of its parameters a value
//	Document             what was read; Check decides its checks, Worlds lists its worlds
//	Options              limits, which checks, progress; the zero value will do
//	Result               an answer: its Verdict, Value, Reason, Route and Run
//	Verdict              Holds, Fails, Unknown, Error
//	Run                  what shows the verdict: states, steps, and what somebody
//	                     considers possible; replayed before anybody sees it
//	Query                which worlds to list
//
// Ask puts formulas to a document other than its own. Report checks many documents at a
// time and writes text, JSON, JUnit, Markdown, HTML or annotations of a build; see package
// report. Explain, Format, Convert and ParseOrder are what the command offers besides.
//
// The language of documents is that of docs/language.md; docs/go.md is this page at
// leisure.
//
// A limit on memory is about the process, and time and nodes are about each check. What a
// limit leaves open is Unknown. A panic inside is caught: the check comes out as an Error,
// and a file in Options.BugDir has what is needed to find the bug.
//
// # Stability
//
// The names of this package, those of the structures that report writes as JSON, and the
// documents' language are kept. All other packages are no promise: they are what this one
// is made of, open to be read, and change as it needs.
package epibdd
