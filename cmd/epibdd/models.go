package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
)

const modelsHelp = `Without a command, lists the specs that come with epibdd. A spec starts from
one of them with 'use: NAME'.

EXAMPLES:
   epibdd models
   epibdd models show eleusis
   epibdd models copy eleusis my-eleusis.yaml
   epibdd models check --time 1m
   epibdd models check bit-transmission eleusis --verbose`

// builtin begins the names of files that are in the program.
const builtin = "built-in "

func (p *program) modelsCommand() *cli.Command {
	return &cli.Command{
		Name:        "models",
		Usage:       "list, show, copy and check the specs that come with epibdd",
		Description: modelsHelp,
		Action:      p.listModels,
		Subcommands: []*cli.Command{
			{
				Name: "list", Usage: "list them with what they are about",
				Action: p.listModels,
			},
			{
				Name: "show", Usage: "print one", ArgsUsage: "NAME",
				Action: p.showModel,
			},
			{
				Name: "copy", Usage: "write one to a file, NAME.yaml unless named", ArgsUsage: "NAME [FILE]",
				Flags:  []cli.Flag{&cli.BoolFlag{Name: "force", Aliases: []string{"f"}, Usage: "overwrite a file that is there"}},
				Action: p.copyModel,
			},
			{
				Name: "check", Usage: "decide the checks that they come with", ArgsUsage: "[NAME...]",
				Description: "Flags are those of 'epibdd check'.",
				Flags:       checkFlags(),
				Action:      p.checkModels,
			},
		},
	}
}

func (p *program) listModels(c *cli.Context) error {
	if c.Args().Present() {
		return usage(commandName(c), "all models are listed; 'epibdd models show' prints one")
	}
	w := tabwriter.NewWriter(p.stdout, 0, 0, 3, ' ', 0)
	for _, name := range models.Names() {
		text, _ := models.Get(name)
		fmt.Fprintf(w, "%s\t%s\n", name, firstSentence(docOf(name, text)))
	}
	return w.Flush()
}

// docOf is what a model says about itself.
func docOf(name, text string) string {
	loader := &document.Loader{Library: models.Get, Names: models.Names}
	d, _ := loader.Load(source.NewFile(builtin+name, text))
	if d == nil {
		return ""
	}
	return d.Doc
}

// sentenceEnd is a full stop after a word, not after an initial.
var sentenceEnd = regexp.MustCompile(`[\pL\pN)]{2}\. `)

// firstSentence is what a list has room for.
func firstSentence(doc string) string {
	text := strings.Join(strings.Fields(doc), " ")
	if at := sentenceEnd.FindStringIndex(text); at != nil {
		text = text[:at[1]-1]
	}
	return shortened(text, 100)
}

// modelText returns the text of the model that an argument names.
func modelText(name string) (string, error) {
	if text, ok := models.Get(name); ok {
		return text, nil
	}
	return "", input("there is no model %q%s; 'epibdd models' lists them", name, didYouMean(name, models.Names()))
}

func (p *program) showModel(c *cli.Context) error {
	if c.NArg() != 1 {
		return usage("epibdd models show", "the name of one model is needed")
	}
	text, err := modelText(c.Args().First())
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(p.stdout, text)
	return err
}

func (p *program) copyModel(c *cli.Context) error {
	if c.NArg() < 1 || c.NArg() > 2 {
		return usage("epibdd models copy", "the name of a model is needed, and perhaps a file")
	}
	name := c.Args().First()
	text, err := modelText(name)
	if err != nil {
		return err
	}
	path := name + ".yaml"
	if c.NArg() == 2 {
		path = c.Args().Get(1)
	}
	return writeSpec(path, text, c.Bool("force"))
}

// writeSpec writes a new file, or with force over one that is there.
func writeSpec(path, text string, force bool) error {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) && !force {
		return input("%s is there already; --force overwrites it", path)
	}
	if err := writeAtomically(path, []byte(text)); err != nil {
		return input("cannot write %s: %s", path, document.Reason(err))
	}
	return nil
}

func (p *program) checkModels(c *cli.Context) error {
	chosen := c.Args().Slice()
	if len(chosen) == 0 {
		chosen = models.Names()
	}
	var files []found
	for _, name := range chosen {
		text, err := modelText(name)
		if err != nil {
			return err
		}
		files = append(files, found{file: source.NewFile(builtin+name, text)})
	}
	return p.check(c, files)
}
