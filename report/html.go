// What this needs brings templates and XML, and a page in a browser writes no such file.
//go:build !js

package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/epibdd/epibdd/spec/source"
)

// A report as one file for browsers: it loads nothing, and its policy lets nothing run but the
// script in it. Without the script all is there to be read and printed; with it checks are
// filtered and runs gone through step by step.

//go:embed html/report.html
var page string

//go:embed html/report.css
var style string

//go:embed html/report.js
var script string

// htmlWriter writes the page at the end.
type htmlWriter struct {
	collector
	w io.Writer
	o Options
}

func init() { formats["html"] = newHTML }

func newHTML(w io.Writer, o Options) Writer { return &htmlWriter{w: w, o: o} }

// htmlPage is what the page shows.
type htmlPage struct {
	Policy, Summary, Made string
	Style                 template.CSS
	Script                template.JS
	Counts                []htmlCount
	Specs                 []htmlSpec
}

// htmlCount is a filter with the number of checks that it is about.
type htmlCount struct {
	Status, Word string
	N            int
}

// htmlSpec is a document.
type htmlSpec struct {
	File, Doc, Errors string
	Tables            []htmlTable
	Plots             []htmlPlot
	Checks            []htmlCheck
}

// htmlCheck is a check and its answer.
type htmlCheck struct {
	Status, Word, Label, Answer, Time string
	Doc, Formula, Chances             string
	Open                              bool
	Facts                             []htmlFact
	Remarks                           []string
	Run                               *Run
}

// htmlFact is something about a check, with its name.
type htmlFact struct{ Name, Value string }

func (h *htmlWriter) Close(s *Summary) error {
	p := htmlPage{
		Policy:  "default-src 'none'; style-src " + hashed(style) + "; script-src " + hashed(script) + "; base-uri 'none'; form-action 'none'",
		Summary: s.String(), Style: template.CSS(style), Script: template.JS(script),
	}
	if v := h.o.Call.Version; v != "" {
		p.Made = strings.TrimSpace("epibdd " + v + " " + strings.Join(h.o.Call.Options, " "))
	}
	count := map[Status]int{}
	for _, c := range h.specs {
		spec := htmlSpec{File: c.File, Doc: c.Doc}
		if len(c.Errors) > 0 {
			spec.Errors = source.Errors(c.Errors).Error()
		}
		for _, r := range c.results {
			status := r.Status()
			if h.o.Quiet && (status == Met || status == Open) {
				continue
			}
			count[status]++
			spec.Checks = append(spec.Checks, htmlCheckOf(r))
		}
		spec.Tables, spec.Plots = tablesOf(c.results), plotsOf(c.results)
		if len(spec.Checks) > 0 || spec.Errors != "" {
			p.Specs = append(p.Specs, spec)
		}
	}
	for status := Met; status <= Broken; status++ {
		if count[status] > 0 {
			p.Counts = append(p.Counts, htmlCount{statusNames[status], statusWords[status], count[status]})
		}
	}
	return pages(h.o.Show).Execute(h.w, p)
}

// hashed is how a policy names a style or a script by its text.
func hashed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// statusNames and statusWords are the classes of the page, and what stands on it.
var (
	statusNames = map[Status]string{Met: "met", Open: "open", Unmet: "unmet", Stopped: "stopped", Cut: "cut", Faulty: "faulty", Broken: "broken"}
	statusWords = map[Status]string{Met: "ok", Open: "open", Unmet: "failed", Stopped: "limit", Cut: "cut off", Faulty: "error", Broken: "bug"}
)

func htmlCheckOf(r *Result) htmlCheck {
	status := r.Status()
	lines := strings.Split(question(r.Check), "\n") // the last one without what the author says of it
	asked := lines[len(lines)-1]
	c := htmlCheck{
		Status: statusNames[status], Word: statusWords[status], Label: r.Check.Label, Answer: r.outcome(), Time: seconds(r.Time),
		Doc: r.Check.Doc, Formula: asked, Chances: r.chances(), Open: status != Met && status != Open, Run: r.Run,
	}
	fact := func(name, value string) {
		if value != "" {
			c.Facts = append(c.Facts, htmlFact{name, value})
		}
	}
	fact("expected", expected(r.Check))
	fact("route", r.Route)
	fact("basis", r.basis())
	if r.States != nil {
		fact("states", r.States.String())
	}
	if r.Nodes > 0 {
		fact("nodes", fmt.Sprint(r.Nodes))
	}
	for _, w := range r.Warnings {
		c.Remarks = append(c.Remarks, w.Error())
	}
	if r.Problem != nil {
		c.Remarks = append(c.Remarks, r.Problem.Error())
	}
	if r.Cause == Bug {
		c.Remarks = append(c.Remarks, printable(strings.TrimSpace(r.Details+"\n"+r.SavedTo)))
	}
	return c
}

// pages is the template of the page, where runs show some variables before others; none: those
// that the document shows.
func pages(show []string) *template.Template {
	of := func(r *Run) []string {
		if s := r.visible(show); len(s) > 0 {
			return s
		}
		return r.show
	}
	return template.Must(template.New("report").Funcs(template.FuncMap{
		"sentence": (*Run).sentence,
		"leaf":     (*Run).isClaim,
		"cells":    func(r *Run) []htmlChange { return changesOf(r.State, nil, of(r)) },
		"past": func(r *Run) []htmlPosition {
			return positionsOf(r.Past.Start, &Path{Steps: r.Past.Steps, Marks: []int{0}, once: true}, of(r))
		},
		"path":    func(r *Run) []htmlPosition { return positionsOf(r.State, r.Path, of(r)) },
		"ends":    (*Path).ends,
		"step":    func(r *Run) htmlPossible { return possibleOf(r, of(r)) },
		"join":    func(words []string) string { return strings.Join(words, "; ") },
		"heading": (*Plan).heading,
		"acts":    firstActs,
		"sees":    Play.where,
		"claim": func(r *Run) string {
			if r.Claim == "" {
				return ""
			}
			return r.claim()
		},
		"unchecked": func(r *Run) []string {
			var all []string
			for _, what := range r.Unchecked {
				if r.isOther(what) {
					all = append(all, what+" ("+notRechecked+")")
				}
			}
			return all
		},
	}).Parse(page))
}

// htmlPosition is a position of a run: what was done to get there and what that changed, what is
// considered possible, and evidence in its state.
type htmlPosition struct {
	Title, Note string
	Changes     []htmlChange
	Possible    []string
	Shown       []*Run
}

// htmlChange is a part of a state with its value, and the one before. Aside says that it is not
// among those that are to be shown before others.
type htmlChange struct {
	Name, Old, New string
	Aside          bool
}

// changesOf are the parts of a state that differ from those of one before, or all.
func changesOf(o, before Object, show []string) []htmlChange {
	s := story{show: show}
	old := map[string]string{}
	for _, c := range before.cells() {
		old[c.name] = c.value
	}
	var all []htmlChange
	for _, c := range o.changes(before) {
		all = append(all, htmlChange{c.name, old[c.name], c.value, len(s.shown([]cell{c})) == 0})
	}
	return all
}

func positionsOf(start Object, p *Path, show []string) []htmlPosition {
	var s story // what is said of positions is what stories say
	s.width = 1 << 20
	all := []htmlPosition{{Title: "start", Changes: changesOf(start, nil, show)}}
	before := start
	for i, step := range p.Steps {
		pos := htmlPosition{Title: fmt.Sprintf("%d. %s", i+1, step), Changes: changesOf(step.State, before, show), Note: strings.TrimSpace(p.repetition(i + 1))}
		if len(pos.Changes) == 0 {
			pos.Note = strings.TrimSpace("nothing changes " + pos.Note)
		}
		all = append(all, pos)
		before = step.State
	}
	for i := range all {
		s.lines = nil
		s.possible(0, p, i)
		all[i].Possible = s.lines
	}
	for _, shown := range p.Shown {
		if shown.Mark < len(p.Marks) {
			at := &all[p.Marks[shown.Mark]]
			at.Shown = append(at.Shown, shown.Run)
		}
	}
	return all
}

// htmlPossible is a state that agents consider possible.
type htmlPossible struct {
	Who, What, How string
	Changes        []htmlChange
	Run            *Run
}

func possibleOf(r *Run, show []string) htmlPossible {
	j := r.Epistemic
	var s story
	p := htmlPossible{Who: j.who(), What: "what is so here", How: s.reached(j, j.Done), Changes: changesOf(j.State, r.State, show), Run: j.Run}
	if len(p.Changes) > 0 {
		p.Who, p.What = p.Who+" also", "what differs in "+plural(len(p.Changes), "part", "parts")
	}
	return p
}

// htmlAct is a node of a plan: what was seen, in so many worlds, what is done then, and what may
// come of it. Branches that go on alike are one.
type htmlAct struct {
	Seen, Worlds, Does, Others string
	Done                       bool
	Next                       []htmlAct
}

// firstActs are what a plan begins with.
func firstActs(p *Plan) []htmlAct {
	acts := actsOf(p.Starts)
	if len(acts) == 1 {
		acts[0].Seen = "at first"
	}
	return acts
}

func actsOf(all []Branch) []htmlAct {
	var acts []htmlAct
	for _, f := range folded(all) {
		acts = append(acts, htmlAct{
			Seen: clipped(f.seen), Worlds: plural(f.worlds, "world", "worlds"),
			Does: f.first.act(), Others: clipped(f.first.Others), Done: f.first.Done, Next: actsOf(f.first.Next),
		})
	}
	return acts
}
