package document

import (
	"github.com/epibdd/epibdd/spec/source"
)

// withoutBase complains about what only a document with use can say.
func (own *layer) withoutBase(errs *source.List) {
	for _, p := range own.with {
		refuse(errs, p.Name.Place, "defaults of this document stand under params", "with sets parameters of a used document, but there is no use")
	}
	for _, gone := range own.removed {
		refuse(errs, gone.at, "null removes an entry of a used document, but there is no use", "empty value of %q", gone.name)
	}
}

// onto lays own over the document it uses, which it changes and returns.
func (own *layer) onto(base *Document, errs *source.List) *Document {
	own.set(base, errs)
	own.remove(base, errs)
	base.File, base.Name, base.Doc = own.File, own.Name, own.Doc
	base.Params = overlay(base.Params, own.Params, paramName)
	base.Types = overlay(base.Types, own.Types, typeName)
	base.Defines = overlay(base.Defines, own.Defines, defineName)
	base.Vars = overlay(base.Vars, own.Vars, varName)
	base.Agents = overlay(base.Agents, own.Agents, agentName)
	base.Actions = overlay(base.Actions, own.Actions, actionName)
	base.Programs = overlay(base.Programs, own.Programs, programName)
	base.History = overlay(base.History, own.History, programName)
	base.Init = append(base.Init, own.Init...)
	base.Fairness = append(base.Fairness, own.Fairness...)
	if own.Show != nil {
		base.Show = own.Show
	}
	later(&base.Steps, own.Steps)
	later(&base.Recall, own.Recall)
	later(&base.Runs, own.Runs)
	if own.Depth.File != nil {
		base.Depth, base.DepthExpr = own.Depth, own.DepthExpr
	}
	base.Limits = own.Limits.Over(base.Limits)
	base.Checks, base.Sweep = own.Checks, own.Sweep
	return base
}

func later(base *Word, own Word) {
	if own.Text != "" {
		*base = own
	}
}

func paramName(p Param) string     { return p.Name.Name }
func typeName(t Type) string       { return t.Name.Name }
func defineName(d Define) string   { return sigName(d.Sig) }
func varName(v Var) string         { return v.Name.Name }
func agentName(a Agent) string     { return nameOfAgent(a.Who) }
func actionName(a Action) string   { return sigName(a.Sig) }
func programName(p Program) string { return sigName(p.Sig) }

// overlay replaces entries of base in their places and appends new ones.
func overlay[T any](base, own []T, name func(T) string) []T {
	at := map[string]int{}
	for i, e := range base {
		at[name(e)] = i
	}
	for _, e := range own {
		if i, ok := at[name(e)]; ok {
			base[i] = e
			continue
		}
		base = append(base, e)
	}
	return base
}

// set gives parameters of the used document other defaults.
func (own *layer) set(base *Document, errs *source.List) {
	at := map[string]int{}
	for i, p := range base.Params {
		at[p.Name.Name] = i
	}
	for _, p := range own.with {
		i, ok := at[p.Name.Name]
		if !ok {
			complain(errs, p.Name.Place, "the used document has no parameter %q%s", p.Name.Name, source.DidYouMean(p.Name.Name, names(base.Params, paramName)))
			continue
		}
		base.Params[i] = p
	}
}

// remove takes out the entries that own sets to null.
func (own *layer) remove(base *Document, errs *source.List) {
	for _, gone := range own.removed {
		switch gone.section {
		case "params":
			base.Params = without(base.Params, gone, paramName, errs)
		case "types":
			base.Types = without(base.Types, gone, typeName, errs)
		case "define":
			base.Defines = without(base.Defines, gone, defineName, errs)
		case "vars":
			base.Vars = without(base.Vars, gone, varName, errs)
		case "agents":
			base.Agents = without(base.Agents, gone, agentName, errs)
		case "actions":
			base.Actions = without(base.Actions, gone, actionName, errs)
		case "programs":
			base.Programs = without(base.Programs, gone, programName, errs)
		case "history":
			base.History = without(base.History, gone, programName, errs)
		}
	}
}

func without[T any](base []T, gone removal, name func(T) string, errs *source.List) []T {
	if errs.Full() {
		return base
	}
	for i, e := range base {
		if name(e) == gone.name {
			return append(base[:i:i], base[i+1:]...)
		}
	}
	complain(errs, gone.at, "nothing to remove: the used document has no %q under %s%s", gone.name, gone.section, source.DidYouMean(gone.name, names(base, name)))
	return base
}

func names[T any](list []T, name func(T) string) []string {
	var found []string
	for _, e := range list {
		found = append(found, name(e))
	}
	return found
}
