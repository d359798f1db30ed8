package smcdel

import (
	"fmt"
	"path/filepath"
	"strings"

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
		parser: &parser{tokens: scan(file), atoms: map[string]string{}, agents: map[string]string{}},
		doc:    &document.Document{File: file, Name: base}, used: map[string]bool{},
	}
	im.vars()
	im.law()
	im.observations()
	for i := 1; im.kind() != ""; i++ {
		im.job(i)
	}
	return im.doc
}

type importer struct {
	*parser
	doc  *document.Document
	used map[string]bool
}

// vars reads the atoms.
func (im *importer) vars() {
	im.expect("VARS")
	for {
		digits, at := im.integer()
		if im.atoms[digits] != "" {
			fail(at, "", "the atom %s is there twice", digits)
		}
		v := named("p"+digits, im.used)
		im.atoms[digits], im.order = v, append(im.order, digits)
		im.doc.Vars = append(im.doc.Vars, document.Var{
			Name: syntax.Ident{At: here(at), Name: v}, Type: &syntax.BoolType{At: here(at)},
		})
		if !im.accept(",") {
			return
		}
	}
}

// law reads which states there are.
func (im *importer) law() {
	at := im.expect("LAW")
	law := im.form()
	if im.modal {
		fail(at, "", "the law is about atoms, and not about what somebody knows")
	}
	im.doc.Init = []syntax.Expr{law}
}

// observations reads what agents see.
func (im *importer) observations() {
	im.expect("OBS")
	for first := true; first || im.kind() == name; first = false {
		at := im.at()
		if !im.accept(name) {
			im.wanted("an agent")
		}
		if im.agents[at.Text()] != "" {
			fail(at, "", "the agent %s is there twice", at.Text())
		}
		called := named(at.Text(), im.used)
		im.agents[at.Text()] = called
		im.expect(":")
		agent := document.Agent{Who: &syntax.Who{At: here(at), Value: ref(at, called)}}
		for {
			digits, at := im.atom()
			agent.Sees = append(agent.Sees, &syntax.Entry{At: here(at), Value: ref(at, im.atoms[digits])})
			if !im.accept(",") {
				break
			}
		}
		im.doc.Agents = append(im.doc.Agents, agent)
	}
}

// job reads a question.
func (im *importer) job(i int) {
	at := im.at()
	c := document.Check{Span: at, ID: syntax.Ident{At: here(at), Name: fmt.Sprintf("job-%d", i)}}
	switch {
	case im.accept("TRUE?"):
		c.At = im.state()
	case im.accept("VALID?"):
	case im.accept("WHERE?"):
		c.Kind = document.Count
	default:
		im.wanted("TRUE?, VALID? or WHERE?")
	}
	c.Formula = im.form()
	im.doc.Checks = append(im.doc.Checks, c)
}

// state reads the atoms that are true, and says that these are and no others.
func (im *importer) state() syntax.Expr {
	at := im.expect("{")
	is := map[string]bool{}
	if im.kind() == number {
		for {
			digits, _ := im.atom()
			is[digits] = true
			if !im.accept(",") {
				break
			}
		}
	}
	im.expect("}")
	var all []syntax.Expr
	for _, digits := range im.order {
		x := ref(at, im.atoms[digits])
		if !is[digits] {
			x = not(at, x)
		}
		all = append(all, x)
	}
	return chain(at, syntax.AND, all)
}
