package session

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/epibdd/epibdd/internal/batch"
	"github.com/epibdd/epibdd/ispl"
	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	specdoc "github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
	"github.com/epibdd/epibdd/verdict"
)

type progress = verdict.Progress

// document is what is loaded. Places belong to one.
type document struct {
	in       *batch.Input
	settings batch.Settings
	model    *spec.Model
	programs []string // their heads, as in show(p, q in Player)
	tells    []string // those of them that are knowledge actions
	cards    []string // values of the type Card
	tellings []string // knowledge actions of the document, with their arguments

	mu    sync.Mutex // is held by whoever walks
	small smallWorlds
	// tooLarge says that there are too many worlds to be listed after so many steps.
	tooLarge   error
	tooLargeAt int
	manyStarts bool         // too many initial states to be listed
	large      *largeWorlds // nil: not made yet
	told       *toldWorlds  // of the place that was looked at last; nil: none
}

// load makes another document the one of the session.
func (s *Session) load(r Request) (*Document, error) {
	name, text, params, recall := r.Name, r.Text, r.Params, r.Recall
	if name == "" && text == "" {
		name = s.o.First
		params, recall = maps.Clone(s.o.Params), s.o.Recall
		if params == nil {
			params = map[string]string{}
		}
		maps.Copy(params, r.Params)
		if r.Recall != "" {
			recall = r.Recall
		}
	}
	if text == "" {
		var ok bool
		if text, ok = s.o.Files[name]; !ok {
			if text, ok = models.Get(name); !ok {
				return nil, fmt.Errorf("there is no model %q", name)
			}
			name = "built-in " + name
		}
	}
	if name == "" {
		name = "document.yaml"
	}
	settings := batch.Settings{Library: models.Get, Names: models.Names, ReadFile: s.readFile}
	if recall != "" {
		settings.Spec.Recall = spec.Recall(recall)
	}
	for _, p := range slices.Sorted(maps.Keys(params)) {
		assigned, errs := specdoc.ParseAssignment(p + "=" + params[p])
		if err := errs.Err(); err != nil {
			return nil, err
		}
		settings.Spec.Params = append(settings.Spec.Params, assigned)
	}
	in := batch.Load(source.NewFile(name, text), settings)
	if in.Suite == nil {
		return nil, source.Errors(in.Errors)
	}
	d := &document{in: in, settings: settings}
	c, err := question(specdoc.Formula, "true", "")
	if err != nil {
		return nil, err
	}
	bare, err := d.asking(c) // without what checks alone ask of the past
	if err != nil {
		return nil, err
	}
	d.model = bare.Suite.Models[0]
	d.findNames()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.doc, s.places = d, nil
	return d.describe(), nil
}

// readFile is how documents read others: only those that the session has.
func (s *Session) readFile(path string) ([]byte, error) {
	text, ok := s.o.Files[path]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	return []byte(text), nil
}

// document is the one that is loaded, nil where none is.
func (s *Session) document() *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.doc
}

// words of formulas that an editor may complete.
var words = []string{
	"AX", "EX", "AF", "EF", "AG", "EG", "A[", "E[", "K{", "KW{", "KV{", "S{", "E{", "D{", "C{", "L{", "forall", "exists", "count", "sum",
	"if", "then", "else", "true", "false", "none", "all", "in",
}

func (d *document) describe() *Document {
	m := d.model
	out := &Document{
		File: d.in.File.Name, Name: d.in.Suite.Name, Doc: strings.TrimSpace(d.in.Suite.Doc), Text: d.in.File.Text,
		Params: []Param{}, Recall: string(m.Recall), Joint: m.Joint, Agents: []string{}, Actions: []Action{}, Programs: []string{}, Tells: []string{}, Checks: []Check{},
		Warnings: report.Remarks(d.in.Warnings), Library: models.Names(), Words: slices.Clone(words),
	}
	for _, p := range m.Params {
		out.Params = append(out.Params, Param{p.Name, p.Value.String()})
	}
	for _, v := range m.Show {
		out.Show = append(out.Show, v.Name)
	}
	for _, v := range m.Vars {
		if !v.Past {
			out.Words = append(out.Words, v.Name)
		}
	}
	for _, a := range m.Agents {
		out.Agents = append(out.Agents, a.Name.String())
		out.Words = append(out.Words, a.Name.String())
	}
	for _, a := range m.Actions {
		action := Action{a.Name, []string{}}
		for _, b := range a.Params {
			action.Params = append(action.Params, b.Name)
		}
		out.Actions = append(out.Actions, action)
		out.Words = append(out.Words, a.Name)
	}
	out.Cards = d.cards
	out.Programs = append(out.Programs, d.programs...)
	out.Tells = append(out.Tells, d.tells...)
	for _, head := range d.programs {
		name, _, _ := strings.Cut(head, "(")
		out.Words = append(out.Words, name)
	}
	for _, c := range d.in.Suite.Checks {
		check := Check{ID: c.Label, Strategic: strategic(c), Doc: strings.TrimSpace(c.Doc), Formula: c.Text}
		if c.Expect != nil {
			check.Expect = c.Expect.Text
		}
		if c.Place.File == d.in.File {
			check.Line = c.Place.File.Position(c.Place.Start).Line
		}
		out.Checks = append(out.Checks, check)
	}
	return out
}

// strategic tells whether a plan or a strategy may come of a check.
func strategic(c *spec.Check) bool {
	found := c.Kind == spec.PlanCheck
	spec.Walk(c.Formula, func(e spec.Expr) bool {
		if _, ok := e.(*spec.Coalition); ok {
			found = true
		}
		return !found
	})
	return found
}

// mostTellings is how many knowledge actions are offered at each place.
const mostTellings = 96

// findNames finds what the document has names for: its cards, its programs, and of those that are
// knowledge actions the instances, if they are not too many.
func (d *document) findNames() {
	loader := &specdoc.Loader{Library: d.settings.Library, Names: d.settings.Names, ReadFile: d.settings.ReadFile, Import: ispl.Import}
	read, errs := loader.Load(d.in.File)
	if read == nil || errs.Err() != nil {
		return
	}
	if slices.ContainsFunc(read.Types, func(t specdoc.Type) bool { return t.Name.Name == "Card" }) {
		d.cards = d.cardsOf("Card")
	}
	for _, p := range read.Programs {
		head := p.Sig.Span().Text()
		d.programs = append(d.programs, head)
		if all := d.instances(p.Sig.Name.Name, head); len(all) > 0 {
			d.tells, d.tellings = append(d.tells, head), append(d.tellings, all...)
		}
	}
	if len(d.tellings) > mostTellings {
		d.tellings = nil
	}
}

// mostCards is how many values of a type may be drawn as cards.
const mostCards = 128

// cardsOf are the values of a type, none where they are too many. They are asked for by a formula that
// is not decided when it is read.
func (d *document) cardsOf(name string) []string {
	c, err := question(specdoc.Formula, "forall c in "+name+": EX true", "")
	if err != nil {
		return nil
	}
	in, err := d.asking(c)
	if err != nil {
		return nil
	}
	all, ok := in.Suite.Checks[0].Formula.(*spec.Fold)
	if !ok {
		return nil
	}
	var cards []string
	of := all.Binders[0].Bound.Type
	for v := range of.All() {
		if len(cards) == mostCards {
			return nil
		}
		cards = append(cards, of.Show(v))
	}
	return cards
}

// instances are those of a knowledge action; none where a program is not one.
func (d *document) instances(name, head string) []string {
	formula, args := "["+name+"] true", ""
	if params, ok := strings.CutPrefix(strings.TrimSuffix(head, ")"), name+"("); ok {
		var names []string
		for _, b := range syntax.ParseParams(textOf("program", params), &source.List{}) {
			for _, n := range b.Names {
				names = append(names, n.Name)
			}
		}
		args = "(" + strings.Join(names, ", ") + ")"
		formula = "forall " + params + ": [" + name + args + "] true"
	}
	c, err := question(specdoc.Formula, formula, "")
	if err != nil {
		return nil
	}
	in, err := d.asking(c)
	if err != nil {
		return nil
	}
	body, types := in.Suite.Checks[0].Formula, []spec.Type{}
	if f, ok := body.(*spec.Fold); ok {
		for _, b := range f.Binders {
			types = append(types, b.Bound.Type)
		}
		body = f.Body
	}
	if _, ok := body.(*spec.Update); !ok {
		return nil
	}
	var all []string
	for values := range spec.Tuples(types) {
		if len(all) > mostTellings {
			return all
		}
		if args == "" {
			all = append(all, name)
			continue
		}
		shown := make([]string, len(values))
		for i, v := range values {
			shown[i] = types[i].Show(v)
		}
		all = append(all, name+"("+strings.Join(shown, ", ")+")")
	}
	return all
}

// asking is the document with other checks than its own.
func (d *document) asking(checks ...specdoc.Check) (*batch.Input, error) {
	settings := d.settings
	settings.Spec.Checks = checks
	in := batch.Load(d.in.File, settings)
	if in.Suite == nil {
		return nil, source.Errors(in.Errors)
	}
	return in, nil
}

// question is a check of a formula, of the initial states with a condition (empty: all).
func question(kind specdoc.CheckKind, formula, at string) (specdoc.Check, error) {
	errs := &source.List{}
	text := textOf("formula", formula)
	c := specdoc.Check{
		Span: text, ID: syntax.Ident{At: syntax.At{Place: text}, Name: "question"},
		Kind: kind, Formula: syntax.ParseExpr(text, errs),
	}
	if at != "" {
		c.At = syntax.ParseExpr(textOf("condition", at), errs)
	}
	return c, errs.Err()
}

// announcement is a check that asks behind a knowledge action.
func announcement(action string) (specdoc.Check, error) {
	c, err := question(specdoc.Count, "true", "")
	if err != nil {
		return c, err
	}
	errs := &source.List{}
	c.After = syntax.ParseProgram(textOf("announcement", action), errs)
	return c, errs.Err()
}

func textOf(file, text string) source.Span {
	return source.Span{File: source.NewFile(file, text), End: len(text)}
}
