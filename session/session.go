package session

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/epibdd/epibdd/internal/batch"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
)

// Options of a session.
type Options struct {
	// Files are the documents that can be read, by their names, and First is the one that
	// is loaded where a request names none. Nothing else is read from any disk.
	Files map[string]string
	First string
	// Params are given to First.
	Params map[string]string
	Recall string // over what First says
	// BugDir is the folder for files about bugs.
	BugDir string
}

// Session is a document and the places in it where somebody has been.
type Session struct {
	o Options

	mu     sync.Mutex
	doc    *document
	places []*place // by their numbers less one
}

// New returns a session in which nothing is loaded yet.
func New(o Options) *Session { return &Session{o: o} }

// Do answers a request. It tells emit of each reply, one after the other.
func (s *Session) Do(ctx context.Context, r Request, emit func(Reply)) {
	answer, err := s.do(ctx, r, emit)
	last := Reply{Answer: answer, Done: true}
	if err != nil {
		last = failure(err)
	}
	emit(last)
}

// failure is the reply where something went wrong.
func failure(err error) Reply {
	r := Reply{Error: err.Error(), Done: true}
	var errs source.Errors
	var placed interface{ Diagnostic() source.Diagnostic }
	var ways *waysError
	switch {
	case errors.As(err, &errs):
		r.Errors = report.Remarks(errs)
		r.Error = errs[0].Message
		if errs[0].Hint != "" {
			r.Error += " (" + errs[0].Hint + ")"
		}
	case errors.As(err, &ways):
		r.Ways = ways.ways
	case errors.As(err, &placed):
		r.Error = placed.Diagnostic().Message
	case errors.Is(err, context.DeadlineExceeded):
		r.Error = "this took too long"
	}
	return r
}

// errLimit turns limits that diagrams met into words.
func errLimit(err error) error {
	var limit *symbolic.LimitError
	if errors.As(err, &limit) {
		return fmt.Errorf("this met a limit: %s", limit.Kind)
	}
	return err
}

func (s *Session) do(ctx context.Context, r Request, emit func(Reply)) (answer any, err error) {
	defer func() {
		if p := recover(); p != nil { // whoever walks elsewhere goes on
			err = fmt.Errorf("this is a bug of the program: it panicked: %v", p)
		}
	}()
	if r.Op == "load" {
		return s.load(r)
	}
	d := s.document()
	if d == nil {
		return nil, errors.New("no document is loaded")
	}
	if r.Op == "check" {
		return nil, s.check(ctx, d, r.Only, emit)
	}
	if r.Op == "start" || r.Op == "walk" {
		d.mu.Lock()
		defer d.mu.Unlock()
		if r.Op == "start" {
			return d.starts(ctx, r)
		}
		return s.walk(ctx, d, r.Path)
	}
	p, err := s.place(d, r.Place)
	if err != nil {
		return nil, err
	}
	switch r.Op { // formulas are asked beside whoever walks
	case "know":
		return s.know(ctx, p, r.Formula)
	case "why":
		return s.why(ctx, p, r.Agent, r.Formula)
	case "find":
		return s.find(ctx, p, r.Formula)
	case "export":
		return s.export(p, r.Formula)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	switch r.Op {
	case "look":
		return s.look(ctx, p)
	case "take":
		return s.take(ctx, p, Move{Step: r.Step, Announce: r.Announce, Done: r.Done, State: r.At})
	case "worlds":
		return s.worlds(ctx, p, r.Agent, r.Most)
	case "says":
		return s.says(ctx, p, r.Agent)
	case "graph":
		return s.graph(ctx, p, r.Most)
	}
	return nil, fmt.Errorf("nobody can be asked to %q", r.Op)
}

// Interactive questions end after some time, for whoever waits.
const patience = 30 * time.Second

// check decides checks of the document and tells of each.
func (s *Session) check(ctx context.Context, d *document, only []string, emit func(Reply)) error {
	inputs := []*batch.Input{d.in}
	var err error
	if inputs, err = batch.Select(inputs, only); err != nil {
		return err
	}
	var said time.Time
	var mu sync.Mutex // progress comes from any goroutine
	o := batch.Options{BugDir: s.o.BugDir, About: "a session", Jobs: 1, Progress: func(p progress) {
		mu.Lock()
		defer mu.Unlock()
		if time.Since(said) < 100*time.Millisecond {
			return
		}
		said = time.Now()
		emit(Reply{Progress: &Progress{Check: p.Check, Phase: p.Phase, Iteration: p.Iteration, Nodes: p.Nodes}})
	}}
	_, err = batch.Run(ctx, inputs, o, &sink{func(r *report.Result) {
		mu.Lock()
		defer mu.Unlock()
		emit(Reply{Result: resultOf(r)})
	}})
	return err
}

// sink passes results on.
type sink struct{ tell func(*report.Result) }

func (s *sink) Spec(*report.Spec) error { return nil }
func (s *sink) Result(r *report.Result) error {
	s.tell(r)
	return nil
}

func resultOf(r *report.Result) *Result {
	return &Result{CheckRecord: r.Record(), Line: r.String(), Story: r.Run.Story()}
}

// ask decides one check, with limits for whoever waits.
func (s *Session) ask(ctx context.Context, in *batch.Input) (*report.Result, error) {
	var found *report.Result
	o := batch.Options{BugDir: s.o.BugDir, About: "a session", Jobs: 1, Limits: spec.Limits{Time: patience}}
	_, err := batch.Run(ctx, []*batch.Input{in}, o, &sink{func(r *report.Result) { found = r }})
	return found, err
}
