package lsp

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/protocol"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec/source"
)

// commandCheck decides a check. Its arguments are the URI of a text and the id of a check.
const commandCheck = "epibdd.check"

// Answer is what the command epibdd.check answers: the results of the check, one for each row
// of the sweep, and the report as text.
type Answer struct {
	Checks []report.CheckRecord `json:"checks"`
	Report string               `json:"report"`
}

// verdicts are the results of a check in all rows.
type verdicts struct {
	at      source.Span
	results []*epibdd.Result
}

// verdict is what a check came to, if it was decided for this text; else nil.
func (t *snapshot) verdict(id string) *verdicts {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.verdicts[id]
}

// title is what is shown beside a check.
func (v *verdicts) title() string {
	if len(v.results) == 1 {
		r := v.results[0]
		_, answer, _ := strings.Cut(r.String(), ": ")
		return mark(r.Status()) + " " + answer
	}
	worst, met := report.Met, 0
	for _, r := range v.results {
		if s := r.Status(); s > worst {
			worst = s
		}
		if r.Status() == report.Met {
			met++
		}
	}
	return fmt.Sprintf("%s %d of %d as expected", mark(worst), met, len(v.results))
}

func mark(s report.Status) string {
	switch s {
	case report.Met:
		return "✓"
	case report.Open:
		return "•"
	case report.Stopped, report.Cut:
		return "?"
	}
	return "✗"
}

// diagnostics are about answers that are not as expected.
func (v *verdicts) diagnostics() []protocol.Diagnostic {
	var found []protocol.Diagnostic
	for _, r := range v.results {
		p := protocol.Diagnostic{Range: rangeOf(v.at), Source: "epibdd", Message: r.String()}
		switch r.Status() {
		case report.Unmet, report.Faulty, report.Broken:
			p.Severity = protocol.DiagnosticSeverityError
		case report.Stopped:
			p.Severity = protocol.DiagnosticSeverityWarning
		case report.Open:
			p.Severity = protocol.DiagnosticSeverityInformation
		default:
			continue
		}
		found = append(found, p)
	}
	return found
}

// ownChecks are the checks that stand in a text.
func (t *snapshot) ownChecks() []*decl {
	var all []*decl
	for d := range t.names().declared {
		if d.kind == check && d.at.File == t.file {
			all = append(all, d)
		}
	}
	return all
}

func runCommand(t *snapshot, id, title string) *protocol.Command {
	return &protocol.Command{Title: title, Command: commandCheck, Arguments: []any{string(t.uri), id}}
}

// CodeLens stands beside each check: it runs it, and then says what came of it.
func (s *server) CodeLens(_ context.Context, params *protocol.CodeLensParams) ([]protocol.CodeLens, error) {
	t := s.texts.get(params.TextDocument.URI)
	if t == nil {
		return nil, nil
	}
	lenses := []protocol.CodeLens{}
	for _, c := range t.ownChecks() {
		title := "▶ run this check"
		if v := t.verdict(c.name); v != nil {
			title = v.title()
		}
		lenses = append(lenses, protocol.CodeLens{Range: rangeOf(c.at), Command: runCommand(t, c.name, title)})
	}
	return lenses, nil
}

// CodeAction runs the check at the cursor, for editors that show no lens.
func (s *server) CodeAction(_ context.Context, params *protocol.CodeActionParams) ([]protocol.CodeAction, error) {
	t := s.texts.get(params.TextDocument.URI)
	if t == nil {
		return nil, nil
	}
	from, to := offsetOf(t.file, params.Range.Start), offsetOf(t.file, params.Range.End)
	actions := []protocol.CodeAction{}
	all := t.ownChecks()
	for i, c := range all {
		end := len(t.file.Text)
		if i+1 < len(all) {
			end = all[i+1].at.Start
		}
		first := t.file.Offset(t.file.Position(c.at.Start).Line, 1)
		if first <= to && from < end {
			actions = append(actions, protocol.CodeAction{Title: "Run the check " + c.name, Command: runCommand(t, c.name, "Run the check "+c.name)})
		}
	}
	return actions, nil
}

// ExecuteCommand decides a check, which the editor may stop by cancelling the request or its
// progress.
func (s *server) ExecuteCommand(ctx context.Context, params *protocol.ExecuteCommandParams) (any, error) {
	if params.Command != commandCheck {
		return nil, refusal("there is no command %q", params.Command)
	}
	if len(params.Arguments) != 2 {
		return nil, refusal("%s takes the URI of a text and the id of a check", commandCheck)
	}
	uri, _ := params.Arguments[0].(string)
	id, _ := params.Arguments[1].(string)
	t := s.texts.get(protocol.DocumentURI(uri))
	if t == nil {
		return nil, refusal("the text %s is not open", uri)
	}
	i := slices.IndexFunc(t.ownChecks(), func(d *decl) bool { return d.name == id })
	if i < 0 {
		return nil, refusal("there is no check %q", id)
	}
	doc, err := t.load()
	if err != nil {
		return nil, refusal("the document has mistakes")
	}
	ctx, progress := s.begin(ctx, params.WorkDoneToken, "epibdd: "+id)
	answer, results, err := ask(ctx, doc, id, progress.report)
	if err != nil {
		progress.end("")
		return nil, err
	}
	if ctx.Err() != nil {
		progress.end("stopped")
		return nil, context.Canceled
	}
	v := &verdicts{t.ownChecks()[i].at, results}
	t.mu.Lock()
	t.verdicts[id] = v
	t.mu.Unlock()
	progress.end(v.title())
	s.publish(t)
	s.refreshLenses()
	return answer, nil
}

// ask decides the rows of a check.
func ask(ctx context.Context, doc *epibdd.Document, id string, say func(epibdd.Progress)) (*Answer, []*epibdd.Result, error) {
	var text bytes.Buffer
	writer, err := report.New("text", &text, report.Options{})
	if err != nil {
		return nil, nil, err
	}
	both := &recorded{Writer: writer}
	if _, err := epibdd.Report(ctx, []*epibdd.Document{doc}, epibdd.Options{Only: []string{id}, Progress: say}, both); err != nil {
		return nil, nil, err
	}
	answer := &Answer{Report: text.String(), Checks: []report.CheckRecord{}}
	for _, r := range both.results {
		answer.Checks = append(answer.Checks, r.Record())
	}
	return answer, both.results, nil
}

// recorded is a writer of reports that keeps the results.
type recorded struct {
	report.Writer
	results []*epibdd.Result
}

func (r *recorded) Result(x *epibdd.Result) error {
	r.results = append(r.results, x.Brief())
	return r.Writer.Result(x)
}

// progress tells the editor how far a check is.
type progress struct {
	s     *server
	token *protocol.ProgressToken // nil: the editor shows none
	last  time.Time
	stop  context.CancelFunc
}

// begin begins progress, under the token of the editor or one of ours. The context ends when
// the editor wants it to.
func (s *server) begin(ctx context.Context, token *protocol.ProgressToken, title string) (context.Context, *progress) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(s.ctx, cancel)
	p := &progress{s: s, token: token, last: time.Now(), stop: func() { stop(); cancel() }}
	s.mu.Lock()
	s.count++
	ours := fmt.Sprintf("epibdd-%d", s.count)
	shown := s.can.Window != nil && s.can.Window.WorkDoneProgress
	s.mu.Unlock()
	if token == nil && shown {
		create := &protocol.WorkDoneProgressCreateParams{Token: *protocol.NewProgressToken(ours)}
		if _, err := s.conn.Call(ctx, protocol.MethodWorkDoneProgressCreate, create, nil); err == nil {
			p.token = protocol.NewProgressToken(ours)
		}
	}
	if p.token != nil {
		s.mu.Lock()
		s.tasks[p.token.String()] = cancel
		s.mu.Unlock()
		p.tell(&protocol.WorkDoneProgressBegin{Kind: protocol.WorkDoneProgressKindBegin, Title: title, Cancellable: true})
	}
	return ctx, p
}

func (p *progress) tell(value any) {
	if p.token != nil {
		p.s.notify(protocol.MethodProgress, &protocol.ProgressParams{Token: *p.token, Value: value})
	}
}

// report says what is being done, a few times a second at most.
func (p *progress) report(what epibdd.Progress) {
	p.s.mu.Lock()
	due := time.Since(p.last) > 300*time.Millisecond
	if due {
		p.last = time.Now()
	}
	p.s.mu.Unlock()
	if due {
		p.tell(&protocol.WorkDoneProgressReport{Kind: protocol.WorkDoneProgressKindReport, Message: what.Phase, Cancellable: true})
	}
}

func (p *progress) end(message string) {
	if p.token != nil {
		p.s.mu.Lock()
		delete(p.s.tasks, p.token.String())
		p.s.mu.Unlock()
	}
	p.stop()
	p.tell(&protocol.WorkDoneProgressEnd{Kind: protocol.WorkDoneProgressKindEnd, Message: message})
}

// WorkDoneProgressCancel stops a check.
func (s *server) WorkDoneProgressCancel(_ context.Context, params *protocol.WorkDoneProgressCancelParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.tasks[params.Token.String()]; cancel != nil {
		cancel()
	}
	return nil
}

// refreshLenses lets the editor ask for lenses again, if it can.
func (s *server) refreshLenses() {
	s.mu.Lock()
	can := s.can.Workspace != nil && s.can.Workspace.CodeLens != nil && s.can.Workspace.CodeLens.RefreshSupport
	s.mu.Unlock()
	if can {
		s.beside(func() { _, _ = s.conn.Call(s.ctx, protocol.MethodCodeLensRefresh, nil, nil) })
	}
}
