package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
)

const modelsHelp = `Without a command, lists the specs that come with epibdd. A spec starts from
one of them with 'use: NAME'.

EXAMPLES:
   epibdd models
   epibdd models show eleusis
   epibdd models copy eleusis my-eleusis.yaml
   epibdd models check --time 1m
   epibdd models check bit-transmission eleusis --verbose`

// library is what the program does with the models that come with it.
type library struct{ *program }

func (p *program) modelsCommand() *cli.Command {
	l := library{p}
	return &cli.Command{
		Name:        "models",
		Usage:       "list, show, copy and check the specs that come with epibdd",
		Description: modelsHelp,
		Action:      l.listModels,
		Subcommands: []*cli.Command{
			{
				Name: "list", Usage: "list them with what they are about",
				Action: l.listModels,
			},
			{
				Name: "show", Usage: "print one", ArgsUsage: "NAME",
				Action: l.showModel,
			},
			{
				Name: "copy", Usage: "write one to a file, NAME.yaml unless named", ArgsUsage: "NAME [FILE]",
				Flags:  []cli.Flag{&cli.BoolFlag{Name: "force", Aliases: []string{"f"}, Usage: "overwrite a file that is there"}},
				Action: l.copyModel,
			},
			{
				Name: "check", Usage: "decide the checks that they come with", ArgsUsage: "[NAME...]",
				Description: "Flags are those of 'epibdd check'.",
				Flags:       checkFlags(),
				Action:      l.checkModels,
			},
		},
	}
}

func (l library) listModels(c *cli.Context) error {
	if c.Args().Present() {
		return usage(commandName(c), "all models are listed; 'epibdd models show' prints one")
	}
	w := tabwriter.NewWriter(l.stdout, 0, 0, 3, ' ', 0)
	for _, name := range epibdd.Models() {
		doc, err := epibdd.Model(name, epibdd.Ask())
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\t%s\n", name, firstSentence(doc.Doc()))
	}
	return w.Flush()
}

// sentenceEnd is a full stop after a word, not after an initial.
var sentenceEnd = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\pL\pN)]{2}\. `) })

// firstSentence is what a list has room for.
func firstSentence(doc string) string {
	text := strings.Join(strings.Fields(doc), " ")
	if at := sentenceEnd().FindStringIndex(text); at != nil {
		text = text[:at[1]-1]
	}
	return shortened(text, 100)
}

// model loads the model that an argument names.
func model(name string, settings ...epibdd.Setting) (*epibdd.Document, error) {
	if !slices.Contains(epibdd.Models(), name) {
		return nil, input("there is no model %q%s; 'epibdd models' lists them", name, epibdd.DidYouMean(name, epibdd.Models()))
	}
	return epibdd.Model(name, settings...)
}

func (l library) showModel(c *cli.Context) error {
	if c.NArg() != 1 {
		return usage("epibdd models show", "the name of one model is needed")
	}
	doc, err := model(c.Args().First(), epibdd.Ask())
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(l.stdout, doc.Text())
	return err
}

func (l library) copyModel(c *cli.Context) error {
	if c.NArg() < 1 || c.NArg() > 2 {
		return usage("epibdd models copy", "the name of a model is needed, and perhaps a file")
	}
	name := c.Args().First()
	doc, err := model(name, epibdd.Ask())
	if err != nil {
		return err
	}
	path := name + ".yaml"
	if c.NArg() == 2 {
		path = c.Args().Get(1)
	}
	return writeNew(path, doc.Text(), c.Bool("force"))
}

func (l library) checkModels(c *cli.Context) error {
	chosen := c.Args().Slice()
	for _, name := range chosen {
		if _, err := model(name, epibdd.Ask()); err != nil {
			return err
		}
	}
	if len(chosen) == 0 {
		chosen = epibdd.Models()
	}
	return l.check(c, func(settings []epibdd.Setting) []*epibdd.Document {
		var docs []*epibdd.Document
		for _, name := range chosen {
			doc, err := epibdd.Model(name, settings...)
			l.sayAbout(doc, err)
			docs = append(docs, doc)
		}
		return docs
	})
}
