package spec

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// Suite is a document with its parameters given: its models and its checks, in
// the order of the document, once for each row of the sweep.
type Suite struct {
	File *source.File
	Name string
	Doc  string
	// Models has one model for each different choice of parameters, the
	// document's own defaults or first row first.
	Models []*Model
	Checks []*Check
	// Warnings are about what is odd in the document, though no error.
	Warnings []source.Diagnostic
	// Rest says that there are errors in some rows of the sweep alone, and that Models and Checks
	// are those of the other rows.
	Rest bool
	// PassedOver are parameters of Options.IfAny that the document does not have.
	PassedOver []string

	makings *makings
}

// Options are what the caller sets over the document.
type Options struct {
	// Checks, if not nil, are asked instead of those of the document, of its first row.
	Checks []document.Check
	Params []document.Param // -p: over defaults and sweeps
	// IfAny are set likewise where the document has them, and passed over where not.
	IfAny []document.Param
	// Given is what has happened before the plan of a check, of which nothing is expected
	// then; nil, or nil for a check: what the document says.
	Given  func(*Check) syntax.Program
	Recall Recall // over all that the document says; empty: nothing
	Depth  *int   // likewise; nil: nothing
}

// maxInstances bounds the rows of a sweep.
const maxInstances = 10_000

// Resolve gives a document its meaning. The list has all that is wrong with it, and
// warnings; with errors in it the suite is not to be used unless it is the Rest, though it
// is never nil.
func Resolve(d *document.Document, o Options) (*Suite, *source.List) {
	if o.Checks != nil {
		asked := *d
		asked.Checks = o.Checks
		d = &asked
	}
	b := &builder{doc: d, options: o, errs: &source.List{}, models: map[string]*resolver{}}
	b.suite = &Suite{File: d.File, Name: d.Name, Doc: d.Doc, makings: &makings{builder: b, of: map[*Model]*making{}}}
	b.ifAny()
	b.checkOverrides()
	rows := b.rows()
	if len(rows) > maxInstances {
		b.errs.Errorf(d.Sweep.Span, "the sweep has %d rows; at most %d are possible", len(rows), maxInstances)
		rows = rows[:1]
	}
	if o.Checks != nil {
		rows = rows[:1]
	}
	b.suite.Rest = b.errs.Err() == nil
	b.errs = b.allRows(rows, b.errs)
	if len(b.suite.Models) == 0 {
		b.model(nil, nil)
	}
	b.warnUnseen()
	b.suite.Warnings = b.errs.Warnings()
	return b.suite, b.errs
}

// allRows makes the checks of all rows. What is wrong with some rows alone is said with
// the first of these, and the suite is the Rest then, unless more is wrong or so much that not all
// rows were looked at.
func (b *builder) allRows(rows [][]document.Param, errs *source.List) *source.List {
	type found struct {
		source.Diagnostic
		row  string
		rows int
	}
	var all []*found
	known := map[source.Diagnostic]*found{}
	tried, bad := 0, 0
	rest := *b.suite
	for _, row := range rows {
		b.errs = new(source.List)
		models, checks := len(b.suite.Models), len(b.suite.Checks)
		b.row(row)
		tried++
		if b.errs.Err() != nil {
			bad++
		} else {
			rest.Models = append(rest.Models, b.suite.Models[models:]...)
			rest.Checks = append(rest.Checks, b.suite.Checks[checks:]...)
		}
		for _, d := range b.errs.All() {
			if known[d] == nil {
				known[d] = &found{d, rowText(row), 0}
				all = append(all, known[d])
			}
			known[d].rows++
		}
		if len(all) > 0 && b.errs.Full() {
			break
		}
	}
	for _, f := range all {
		if f.Severity == source.Error && f.rows < tried {
			f.Message += fmt.Sprintf(" (in the row %s%s)", f.row, others(f.rows-1))
		}
		errs.Add(f.Diagnostic)
	}
	rest.Rest = rest.Rest && 0 < bad && bad < tried && tried == len(rows)
	if b.suite.Rest = rest.Rest; rest.Rest {
		*b.suite = rest
	}
	return errs
}

func others(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return ", and another one"
	}
	return fmt.Sprintf(", and %d others", n)
}

// Load reads and resolves a document, with all that it uses. The suite is nil where a
// text cannot be read; otherwise it and the list are those of Resolve.
func Load(l *document.Loader, file *source.File, o Options) (*Suite, *source.List) {
	d, errs := l.Load(file)
	if d == nil || errs.Err() != nil {
		return nil, errs
	}
	suite, more := Resolve(d, o)
	errs.Merge(more)
	return suite, errs
}

// Parse reads a document from text, without anything to use: use finds no model of the
// library, and files beside name. The error, if any, is a source.Errors.
func Parse(name, text string) (*Suite, error) {
	suite, errs := Load(&document.Loader{}, source.NewFile(name, text), Options{})
	return suite, errs.Err()
}

// builder makes the instances of a document.
type builder struct {
	doc     *document.Document
	options Options
	errs    *source.List
	suite   *Suite
	models  map[string]*resolver // by the parameters that were set
}

// ifAny adds the parameters that the document has to those that the caller sets.
func (b *builder) ifAny() {
	for _, p := range b.options.IfAny {
		has := func(d document.Param) bool { return d.Name.Name == p.Name.Name }
		if slices.ContainsFunc(b.doc.Params, has) {
			b.options.Params = append(slices.Clip(b.options.Params), p)
		} else {
			b.suite.PassedOver = append(b.suite.PassedOver, p.Name.Name)
		}
	}
}

// checkOverrides refuses a parameter on the command line that the document does not have.
func (b *builder) checkOverrides() {
	for _, p := range b.options.Params {
		b.knownParam(p.Name)
	}
	for _, c := range b.doc.Sweep.Columns {
		b.knownParam(c.Name)
	}
	for _, row := range b.doc.Sweep.Rows {
		for _, p := range row {
			b.knownParam(p.Name)
		}
	}
	for i := range b.doc.Checks {
		for _, p := range b.doc.Checks[i].With {
			b.knownParam(p.Name)
		}
	}
}

func (b *builder) knownParam(id syntax.Ident) {
	var known []string
	for _, p := range b.doc.Params {
		if p.Name.Name == id.Name {
			return
		}
		known = append(known, p.Name.Name)
	}
	b.errs.Errorf(id.Place, "there is no parameter %q%s", id.Name, source.DidYouMean(id.Name, known))
}

// rows lists the parameters of each instance: those of the sweep, with columns
// that the caller sets replaced, each different row once.
func (b *builder) rows() [][]document.Param {
	rows := [][]document.Param{nil}
	switch s := b.doc.Sweep; {
	case len(s.Rows) > 0:
		rows = s.Rows
	case len(s.Columns) > 0:
		rows = b.product(s.Columns)
	}
	var different [][]document.Param
	have := map[string]bool{}
	for _, row := range rows {
		row = b.without(row)
		if key := paramKey(row); !have[key] {
			have[key] = true
			different = append(different, row)
		}
	}
	return different
}

func (b *builder) product(columns []document.Column) [][]document.Param {
	rows := [][]document.Param{nil}
	for _, c := range columns {
		var longer [][]document.Param
		for _, row := range rows {
			for _, v := range c.Values {
				longer = append(longer, append(slices.Clip(row), document.Param{Name: c.Name, Value: v}))
			}
			if len(longer) > maxInstances {
				return longer
			}
		}
		rows = longer
	}
	return rows
}

// without drops the parameters of a row that the caller sets.
func (b *builder) without(row []document.Param) []document.Param {
	var kept []document.Param
	for _, p := range row {
		if !slices.ContainsFunc(b.options.Params, func(o document.Param) bool { return o.Name.Name == p.Name.Name }) {
			kept = append(kept, p)
		}
	}
	return kept
}

// paramKey is equal for rows that set the same parameters to the same texts.
func paramKey(row []document.Param) string {
	var s strings.Builder
	for _, p := range row {
		fmt.Fprintf(&s, "%s=%s;", p.Name.Name, paramText(p.Value))
	}
	return s.String()
}

func paramText(v document.ParamValue) string {
	if !v.IsList() {
		return syntax.String(v.Expr)
	}
	parts := make([]string, len(v.List))
	for i, e := range v.List {
		parts[i] = paramText(e)
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// rowText is what stands in brackets in the labels of the checks of a row.
func rowText(row []document.Param) string {
	parts := make([]string, len(row))
	for i, p := range row {
		parts[i] = p.Name.Name + "=" + paramText(p.Value)
	}
	return strings.Join(parts, ",")
}

// row makes the checks of one row.
func (b *builder) row(row []document.Param) {
	label := rowText(row)
	if label != "" {
		label = "[" + label + "]"
	}
	b.model(row, nil)
	for i := range b.doc.Checks {
		b.check(&b.doc.Checks[i], row, label)
	}
}

// warnUnseen warns of entries of seen where nobody remembers what they saw. That
// others see nothing of joint steps is how imported models are, and no mistake.
func (b *builder) warnUnseen() {
	remembers := slices.ContainsFunc(b.suite.Models, func(m *Model) bool { return m.Recall == PerfectRecall }) ||
		slices.ContainsFunc(b.suite.Checks, func(c *Check) bool { return c.Recall == PerfectRecall })
	if remembers {
		return
	}
	for i := range b.doc.Actions {
		a := &b.doc.Actions[i]
		if !a.HasSeen && len(a.Frame) == 0 || a.Sig.Name.Place.File != b.doc.File { // whoever uses an action need not care
			continue
		}
		at := a.Sig.Name.Place
		if len(a.Seen) > 0 {
			at = a.Seen[0].Who.Place
		} else if len(a.Confuses) > 0 {
			b.errs.Warnf(a.Confuses[0].Who.Place, "confuses has an effect only under recall: perfect, where agents remember what they saw of a step")
			continue
		} else if len(a.Frame) > 0 {
			continue
		} else if b.doc.Steps.Text == "joint" {
			continue
		}
		b.errs.Warnf(at, "seen has an effect only under recall: perfect, where agents remember what they saw of a step")
	}
}

// check makes one instance of a check, if its condition holds. One that looks
// back with a condition on the past that its model does not follow gets a model
// of its own, so that the answers to other checks do not depend on this one.
func (b *builder) check(c *document.Check, row []document.Param, label string) {
	set := slices.Concat(row, b.without(c.With))
	r := b.model(set, c)
	asked := true
	if c.If != nil && (!r.try(func() { asked = r.constBool(c.If) }) || !asked) {
		return
	}
	check, own := b.instance(r, c, set, label)
	if own != r {
		b.suite.makings.of[own.model] = &making{own, set}
	}
	b.suite.Checks = append(b.suite.Checks, check)
}

// instance makes a check of a model, or of one of its own.
func (b *builder) instance(r *resolver, c *document.Check, set []document.Param, label string) (*Check, *resolver) {
	check := questions{r}.instance(c, label, b.options)
	if r.grown {
		r.grown = false
		r = b.build(set, c)
		r.sealed = false
		check = questions{r}.instance(c, label, b.options)
		r.sealed = true
	}
	return check, r
}

// model resolves the document for the given parameters, once, and once more for each check
// with a fairness of its own.
func (b *builder) model(set []document.Param, c *document.Check) *resolver {
	key := paramKey(set)
	if c != nil && c.HasFairness {
		key += "fairness"
		for _, f := range c.Fairness {
			key += "; " + syntax.String(f)
		}
	}
	if r := b.models[key]; r != nil {
		return r
	}
	r := b.build(set, c)
	b.models[key] = r
	b.suite.makings.of[r.model] = &making{r, set}
	b.suite.Models = append(b.suite.Models, r.model)
	return r
}

// build resolves the document for the given parameters, and for a check, if that is not nil.
func (b *builder) build(set []document.Param, c *document.Check) *resolver {
	d := *b.doc
	if c != nil && c.HasFairness {
		d.Fairness = c.Fairness
	}
	d.Params = slices.Clone(d.Params)
	for _, p := range slices.Concat(set, b.options.Params) {
		for i := range d.Params {
			if d.Params[i].Name.Name == p.Name.Name {
				d.Params[i].Value = p.Value
			}
		}
	}
	r := newResolver(&d, b.errs)
	r.build()
	if b.options.Recall != "" {
		r.model.Recall = b.options.Recall
	}
	if b.options.Depth != nil {
		r.model.Depth = *b.options.Depth
	}
	return r
}
