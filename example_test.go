package epibdd_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"strings"
	"time"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/report"
)

func Example() {
	doc, err := epibdd.Load("testdata/specs/lamp.yaml")
	if err != nil {
		log.Fatal(err)
	}
	for r, err := range doc.Check(context.Background(), epibdd.Options{}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s\n%s\n", r, r.Run.Story())
	}
	// Output:
	// light-tells: holds
	//
	// darkness-does-not: fails
	// AG (!lit -> KW{ann} broken) fails
	//   start: lit = false, broken = false, switched = 0
	//     here !lit -> KW{ann} broken fails:
	//       here KW{ann} broken fails:
	//         here broken fails
	//         ann considers also possible (reached by switch(false)): broken = true, switched = 1
	//           here broken holds
	// worlds: is 7
}

func ExampleParse() {
	const text = `
vars: {sent, arrived: bool}
init: "!sent & !arrived"
agents: {ann: {sees: [sent]}}
actions: {send(ok in bool): {then: {sent: true, arrived: arrived | ok}}}
check: [{id: knows, formula: "AG (arrived -> K{ann} arrived)"}]
`
	doc, err := epibdd.Parse("message.yaml", text)
	if err != nil {
		log.Fatal(err)
	}
	for r, err := range doc.Check(context.Background(), epibdd.Options{}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(r.Check.Label, r.Verdict)
	}
	// Output: knows fails
}

func ExampleModel() {
	doc, err := epibdd.Model("muddy-children", epibdd.Param("n", "4"))
	if err != nil {
		log.Fatal(err)
	}
	for r, err := range doc.Check(context.Background(), epibdd.Options{Only: []string{"worlds"}}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(r.Check.Label, r.Value)
	}
	// Output: worlds 16
}

func ExampleAsk() {
	doc, err := epibdd.Load("testdata/specs/lamp.yaml", epibdd.Param("n", "1"),
		epibdd.Ask("EF K{ann} lit", "AG KW{ann} broken"))
	if err != nil {
		log.Fatal(err)
	}
	for r, err := range doc.Check(context.Background(), epibdd.Options{}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(r)
	}
	// Output:
	// EF K{ann} lit: holds
	// AG KW{ann} broken: fails
}

func ExampleErrors() {
	_, err := epibdd.Parse("lamp.yaml", "vars: {lit: bool}\ninit: \"!lti\"\n")
	var errs epibdd.Errors
	if errors.As(err, &errs) {
		for _, e := range errs {
			fmt.Printf("%s, %s\n", e.Span, e.Message)
		}
	}
	fmt.Println(err)
	// Output:
	// lamp.yaml:2:9, unknown name "lti"; did you mean "lit"?
	// lamp.yaml:2:9: error: unknown name "lti"; did you mean "lit"?
	//  2 | init: "!lti"
	//    |         ^~~
}

func ExampleOptions() {
	doc, err := epibdd.Model("eleusis", epibdd.Param("moves", "3"))
	if err != nil {
		log.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	options := epibdd.Options{
		Only:    []string{"rule", "states"},
		Limits:  epibdd.Limits{Nodes: 1000, Time: time.Minute},
		Without: []string{"small-worlds"}, // which needs no nodes
		Progress: func(p epibdd.Progress) {
			if p.Iteration > 1000 { // of one fixpoint
				cancel()
			}
		},
	}
	for r, err := range doc.Check(ctx, options) {
		if err != nil {
			log.Fatal(err)
		}
		if r.Verdict == epibdd.Unknown {
			fmt.Println(r.Check.Label, "met a limit on", r.Limit)
		}
	}
	// Output:
	// rule met a limit on nodes
	// states met a limit on nodes
}

func ExampleRun() {
	doc, err := epibdd.Load("testdata/specs/lamp.yaml", epibdd.Ask("AG !(lit & switched = 3)"))
	if err != nil {
		log.Fatal(err)
	}
	for r, err := range doc.Check(context.Background(), epibdd.Options{}) {
		if err != nil {
			log.Fatal(err)
		}
		for i, step := range r.Run.Path.Steps {
			fmt.Println(i+1, step, "lit:", step.State.Get("lit"))
		}
		for _, shown := range r.Run.Path.Shown {
			fmt.Println("there", shown.Run.Formula, shown.Run.Holds)
		}
	}
	// Output:
	// 1 switch(true) lit: true
	// 2 switch(true) lit: false
	// 3 switch(true) lit: true
	// there !(lit & switched = 3) false
}

func ExampleQuery() {
	doc, err := epibdd.Model("hexa")
	if err != nil {
		log.Fatal(err)
	}
	ws, err := doc.Worlds(context.Background(), epibdd.Query{After: "nocard(one, white)"}, epibdd.Options{})
	if err != nil {
		log.Fatal(err)
	}
	classes, err := ws.Classes("two")
	if err != nil {
		log.Fatal(err)
	}
	for i, w := range ws.List {
		fmt.Println(w.Label, "is in class", classes[i], "of two")
	}
	// Output:
	// red, white, blue is in class 0 of two
	// red, blue, white is in class 1 of two
	// blue, red, white is in class 2 of two
	// blue, white, red is in class 0 of two
}

func ExampleReport() {
	var docs []*epibdd.Document
	for _, path := range []string{"testdata/specs/lamp.yaml", "missing.yaml"} {
		doc, err := epibdd.Load(path)
		if err != nil {
			fmt.Println(err)
		}
		docs = append(docs, doc) // reports name it all the same
	}
	var page strings.Builder
	w, err := report.New("markdown", &page, report.Options{})
	if err != nil {
		log.Fatal(err)
	}
	summary, err := epibdd.Report(context.Background(), docs, epibdd.Options{Jobs: 2}, w)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(summary.Met, "as expected,", summary.BadSpecs, "could not be read")
	// Output:
	// cannot read missing.yaml: there is no such file
	// 3 as expected, 1 could not be read
}

func ExampleDocument_Lint() {
	doc, err := epibdd.Parse("vain.yaml", `
vars: {hot, lit: bool}
init: "!hot & !lit"
agents: {ann: {sees: [lit]}}
actions: {switch: {then: {lit: "!lit"}}}
check:
  - {id: told, formula: "AG (hot -> K{ann} hot)", expect: holds}
  - {id: lit, count: lit}
`)
	if err != nil {
		log.Fatal(err)
	}
	warnings, err := doc.Lint(context.Background(), epibdd.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, w := range warnings {
		fmt.Println(w.Message)
	}
	var results []*epibdd.Result
	for r, err := range doc.Check(context.Background(), epibdd.Options{}) {
		if err != nil {
			log.Fatal(err)
		}
		results = append(results, r)
	}
	accepted, err := doc.Accept(results)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(accepted.Accepted, "of", accepted.File)
	lines := strings.Split(strings.TrimSpace(accepted.Text), "\n")
	fmt.Println(strings.TrimSpace(lines[len(lines)-1]))
	// Output:
	// hot is never true where the formula comes to it, and what it implies is not looked at
	// [lit] of vain.yaml
	// - {id: lit, count: lit, expect: 1}
}
