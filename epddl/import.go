package epddl

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// Import reads a file as a document of the spec language. The document is nil where errs has
// an error.
func Import(file *source.File, errs *source.List) (d *document.Document) {
	defer func() {
		if r := recover(); r != nil {
			f, ok := r.(failure)
			if !ok {
				panic(r)
			}
			errs.Add(f.Diagnostic)
			d = nil
		}
	}()
	base, _, _ := strings.Cut(filepath.Base(file.Name), ".")
	im := &importer{
		doc: &document.Document{File: file, Name: base}, used: map[string]bool{},
		atoms: map[string]string{}, agents: map[string]string{}, events: map[string]string{},
	}
	im.task(read(file))
	return readable(im.doc)
}

// Converted stands before the name of a task in that of the text that places are in.
const Converted = "epibdd convert "

// readable is a document with the places of its own text, as convert prints it: answers quote
// formulas as they are written, and nobody reads them in JSON. Where that text is too large to be
// read the places stay those of the task.
func readable(d *document.Document) *document.Document {
	file := source.NewFile(Converted+d.File.Name, document.Write(d))
	if len(file.Text) > document.Largest {
		return d
	}
	var l document.Loader
	read, errs := l.Load(file)
	if errs.Err() != nil {
		return d
	}
	read.File, read.Name = d.File, d.Name
	return read
}

type importer struct {
	doc *document.Document
	at  source.Span // of the task

	used           map[string]bool // names here
	atomNames      []string        // in the file, in its order
	agentNames     []string
	atoms, agents  map[string]string // what they are called here
	events         map[string]string // those of all actions
	worlds         []string
	designated     map[string]bool
	labels         map[string]map[string]bool
	actions        []*action
	public         map[string]bool // see publicAtoms
	planner, world string
	event, off     string // off is empty where all worlds and events are designated
}

func (im *importer) task(v *value) {
	const what = "a task"
	task := v.object(what, "planning-task-info", "language", "facts", "initial-state", "actions", "goal")
	im.at = v.head()
	if info := task["planning-task-info"]; info != nil {
		im.info(info)
	}
	im.language(v.one(task, "language", what))
	state := v.one(task, "initial-state", what)
	relations := im.state(state)
	for _, f := range v.one(task, "actions", what).entries("actions") {
		im.actions = append(im.actions, im.readAction(f))
	}
	goal := im.wrapped(v.one(task, "goal", what), "a goal")

	im.name()
	im.publicAtoms()
	im.init(state, relations)
	for _, a := range im.actions {
		im.action(a)
	}
	im.goal(goal)
}

// info reads what the document is about.
func (im *importer) info(v *value) {
	names := map[string]string{}
	for _, f := range v.entries("planning-task-info") {
		names[f.key] = f.value.text
	}
	if names["problem"] != "" && names["domain"] != "" {
		im.doc.Doc = fmt.Sprintf("The problem %s of the domain %s in EPDDL.", names["problem"], names["domain"])
	}
}

func (im *importer) language(v *value) {
	const what = "a language"
	language := v.object(what, "atoms", "agents")
	atoms := v.one(language, "atoms", what)
	im.atomNames = atoms.names("what atoms there are")
	for i, atom := range im.atomNames {
		at := atoms.items[i].at
		im.atoms[atom] = im.named(atom)
		im.doc.Vars = append(im.doc.Vars, document.Var{Name: ident(at, im.atoms[atom]), Type: &syntax.BoolType{At: here(at)}})
	}
	im.agentNames = v.one(language, "agents", what).names("what agents there are")
	for _, agent := range im.agentNames {
		im.agents[agent] = im.named(agent)
	}
}

// named makes a name of our language, and no other one's, of one of EPDDL, where names may have
// a - and more.
func (im *importer) named(text string) string {
	text = strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, text)
	if strings.Trim(text, "_0123456789") == "" {
		text = "x" + text
	}
	for spec.IsReserved(text) || im.used[text] {
		text += "_"
	}
	im.used[text] = true
	return text
}

// state reads the worlds, and returns the relations of the agents by their names.
func (im *importer) state(v *value) map[string]*value {
	const what = "an initial state"
	state := v.object(what, "worlds", "relations", "labels", "designated")
	worlds := v.one(state, "worlds", what)
	if im.worlds = worlds.names("what worlds there are"); len(im.worlds) == 0 {
		fail(worlds.head(), "", "there is no world")
	}
	is := map[string]bool{}
	for _, w := range im.worlds {
		is[w] = true
	}
	im.labels = map[string]map[string]bool{}
	for _, f := range v.one(state, "labels", what).entries("labels") {
		if !is[f.key] {
			fail(f.at, "", "there is no world %q%s", f.key, source.DidYouMean(f.key, im.worlds))
		}
		im.labels[f.key] = map[string]bool{}
		for i, atom := range f.value.names("what is true") {
			if im.atoms[atom] == "" {
				fail(f.value.items[i].at, "", "there is no atom %q%s", atom, source.DidYouMean(atom, im.atomNames))
			}
			im.labels[f.key][atom] = true
		}
	}
	for _, w := range im.worlds {
		if im.labels[w] == nil {
			fail(state["labels"].head(), "", "there is no label of the world %q", w)
		}
	}
	im.designated = pointed(v.one(state, "designated", what), im.worlds, "world")
	relations := map[string]*value{}
	for _, f := range v.one(state, "relations", what).entries("relations") {
		if im.agents[f.key] == "" {
			fail(f.at, "", "there is no agent %q%s", f.key, source.DidYouMean(f.key, im.agentNames))
		}
		relations[f.key] = f.value
	}
	for _, agent := range im.agentNames {
		state["relations"].one(relations, agent, "relations")
	}
	return relations
}

// pointed reads which worlds or events are designated.
func pointed(v *value, all []string, what string) map[string]bool {
	is := map[string]bool{}
	for i, x := range v.names("what is designated") {
		if !slices.Contains(all, x) {
			fail(v.items[i].at, "", "there is no %s %q%s", what, x, source.DidYouMean(x, all))
		}
		is[x] = true
	}
	if len(is) == 0 {
		fail(v.head(), "", "no %s is designated", what)
	}
	return is
}

// name finds names for all that the task itself does not name.
func (im *importer) name() {
	partly := len(im.designated) < len(im.worlds)
	type event struct {
		name string
		at   source.Span
	}
	var events []event
	for _, a := range im.actions {
		a.called = im.named(a.name)
		partly = partly || len(a.designated) < len(a.events)
		if len(a.events) == 1 {
			continue
		}
		for i, e := range a.events {
			if im.events[e] == "" {
				im.events[e] = im.named(e)
				events = append(events, event{im.events[e], a.at[i]})
			}
		}
	}
	if len(im.actions) > 0 {
		im.planner = im.named("planner")
	}
	if partly {
		im.off = im.named("off")
	}
	if len(events) > 0 {
		im.event = im.named("event")
		t := &syntax.EnumType{At: here(im.at)}
		for _, e := range events {
			t.Elems = append(t.Elems, ref(e.at, e.name))
		}
		im.doc.Types = append(im.doc.Types, document.Type{Name: ident(im.at, im.named("Event")), Expr: t})
	}
}

// init says which worlds there are at first, and who confuses which.
func (im *importer) init(state *value, relations map[string]*value) {
	at := state.head()
	called := map[string]string{}
	t := &syntax.EnumType{At: here(at)}
	for _, w := range im.worlds {
		called[w] = im.named(w)
		t.Elems = append(t.Elems, ref(at, called[w]))
	}
	im.world = im.named("world")
	im.doc.Vars = append(im.doc.Vars, document.Var{Name: ident(at, im.world), Type: t})
	where := func(is func(w string) bool) syntax.Expr {
		var in []string
		for _, w := range im.worlds {
			if is(w) {
				in = append(in, called[w])
			}
		}
		if len(in) == 0 || len(in) == len(im.worlds) {
			return truth(at, len(in) > 0)
		}
		return among(at, im.world, in)
	}
	starts := func(name string, x syntax.Expr) {
		im.doc.Init = append(im.doc.Init, binary(at, syntax.EQ, ref(at, name), x))
	}
	for _, atom := range im.atomNames {
		starts(im.atoms[atom], where(func(w string) bool { return im.labels[w][atom] }))
	}
	if im.off != "" {
		im.doc.Vars = append(im.doc.Vars, document.Var{Name: ident(at, im.off), Type: &syntax.BoolType{At: here(at)}})
		starts(im.off, where(func(w string) bool { return !im.designated[w] }))
	}
	for _, agent := range im.agentNames {
		v := relations[agent]
		classes := relation(v, agent, im.worlds)
		im.agent(v.head(), im.agents[agent], views(v.head(), im.world, classes, called))
	}
	if im.planner != "" {
		var sees []syntax.Expr
		if im.off != "" {
			sees = []syntax.Expr{ref(at, im.off)}
		}
		im.agent(at, im.planner, sees)
		im.doc.Steps = document.Word{Span: at, Text: "joint"}
		im.doc.Recall = document.Word{Span: at, Text: "perfect"}
	}
}

func (im *importer) agent(at source.Span, name string, sees []syntax.Expr) {
	im.doc.Agents = append(im.doc.Agents, document.Agent{
		Who: &syntax.Who{At: here(at), Value: ref(at, name)}, Sees: entries(sees),
	})
}

// entries are lists of expressions as they stand behind sees and seen.
func entries(xs []syntax.Expr) []*syntax.Entry {
	var all []*syntax.Entry
	for _, x := range xs {
		all = append(all, &syntax.Entry{At: here(x.Span()), Value: x})
	}
	return all
}

// goal asks for a plan, or, where nothing can be done, whether the goal is reached.
func (im *importer) goal(f *formula) {
	at := f.at
	c := document.Check{Span: at, ID: ident(at, "goal"), Formula: im.expr(f)}
	if im.planner != "" {
		c.Kind, c.Plan = document.Plans, &document.Plan{By: []syntax.Expr{ref(at, im.planner)}}
	}
	switch {
	case im.off == "":
	case im.planner == "":
		c.At = not(at, ref(at, im.off))
	default:
		c.Formula = binary(at, syntax.OR, ref(at, im.off), c.Formula)
		c.After = &syntax.Test{At: here(at), X: not(at, ref(at, im.off))}
	}
	im.doc.Checks = append(im.doc.Checks, c)
}
