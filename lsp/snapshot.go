package lsp

import (
	"context"
	"path/filepath"
	"sync"

	"go.lsp.dev/protocol"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/internal/batch"
	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
)

// texts are those that are open in the editor, by their names.
type texts struct {
	mu   sync.Mutex
	open map[string]*snapshot
}

// get returns the present snapshot of a text, nil where it is not open.
func (t *texts) get(uri protocol.DocumentURI) *snapshot {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.open[nameOf(uri)]
}

// all are the snapshots of all open texts.
func (t *texts) all() []*snapshot {
	t.mu.Lock()
	defer t.mu.Unlock()
	var all []*snapshot
	for _, s := range t.open {
		all = append(all, s)
	}
	return all
}

// put makes the snapshot of a text that was opened or changed. What is being found of the
// old one is of no use any more.
func (t *texts) put(ctx context.Context, uri protocol.DocumentURI, version int32, text string) *snapshot {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.replace(ctx, uri, version, text)
}

// renew makes a new snapshot of the same text, because one that it uses has changed; nil where
// the text has changed as well.
func (t *texts) renew(ctx context.Context, s *snapshot) *snapshot {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.open[s.file.Name] != s {
		return nil
	}
	return t.replace(ctx, s.uri, s.version, s.file.Text)
}

func (t *texts) replace(ctx context.Context, uri protocol.DocumentURI, version int32, text string) *snapshot {
	name := nameOf(uri)
	s := &snapshot{uri: uri, version: version, file: source.NewFile(name, text), texts: t, verdicts: map[string]*verdicts{}}
	s.ctx, s.end = context.WithCancel(ctx)
	if old := t.open[name]; old != nil {
		old.end()
		s.before = old.lastNames()
	}
	t.open[name] = s
	return s
}

func (t *texts) remove(uri protocol.DocumentURI) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s := t.open[nameOf(uri)]; s != nil {
		s.end()
		delete(t.open, nameOf(uri))
	}
}

// isCurrent tells whether a text is still as the snapshot has it.
func (t *texts) isCurrent(s *snapshot) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.open[s.file.Name] == s
}

// read is the text of a file, as the editor has it if it is open there.
func (t *texts) read(path string) ([]byte, error) {
	t.mu.Lock()
	s := t.open[path]
	if s == nil {
		s = t.open[filepath.Clean(path)]
	}
	t.mu.Unlock()
	if s != nil {
		return []byte(s.file.Text), nil
	}
	return document.ReadFile(path)
}

// snapshot is a text at one time, and what is known of it.
type snapshot struct {
	uri     protocol.DocumentURI
	version int32
	file    *source.File
	texts   *texts
	ctx     context.Context // ends when the text has changed
	end     func()
	before  *names // of the last text that could be read; nil: none

	nameOnce sync.Once
	own      *names

	modelOnce sync.Once
	suite     *spec.Suite // nil where the document has errors

	telling sync.Mutex // what is wrong with the text is said by one at a time

	mu       sync.Mutex
	lint     []epibdd.Diagnostic // what holds in vain, once that is known
	verdicts map[string]*verdicts
}

// load reads the document.
func (t *snapshot) load() (*epibdd.Document, error) {
	return epibdd.Parse(t.file.Name, t.file.Text, epibdd.Files(t.texts.read))
}

// names are those of the text itself; without any where it cannot be read.
func (t *snapshot) names() *names {
	t.nameOnce.Do(func() { t.own = namesOf(t.file, document.Own(t.file)) })
	return t.own
}

// lastNames are those of the text, or where it cannot be read of the last that could be.
func (t *snapshot) lastNames() *names {
	if n := t.names(); n.part != nil || t.before == nil {
		return n
	}
	return t.before
}

// typed is the document with its types, nil where it has errors.
func (t *snapshot) typed() *spec.Suite {
	t.modelOnce.Do(func() {
		loader := &document.Loader{Library: models.Get, Names: models.Names, ReadFile: t.texts.read, Import: batch.Import}
		if suite, errs := spec.Load(loader, t.file, spec.Options{}); errs.Err() == nil {
			t.suite = suite
		}
	})
	return t.suite
}

// longestChain is how many documents that use one another are looked at.
const longestChain = 32

// chain are the names of the text and of what it uses, the text first.
func (t *snapshot) chain() []*names { return t.texts.chain(t.lastNames()) }

func (t *texts) chain(n *names) []*names {
	all := []*names{n}
	for len(all) < longestChain && n.part != nil && n.part.Use.Text != "" {
		file := t.used(n)
		if file == nil {
			break
		}
		n = namesOf(file, partOf(file))
		all = append(all, n)
	}
	return all
}

// used is the file that a text uses, nil where there is none.
func (t *texts) used(n *names) *source.File {
	use := n.part.Use.Text
	if text, ok := models.Get(use); ok {
		return source.NewFile(builtIn+use, text)
	}
	path := besides(n.file.Name, use)
	text, err := t.read(path)
	if err != nil || len(text) > document.Largest && !document.Foreign(path) {
		return nil
	}
	return source.NewFile(path, string(text))
}

// besides is the path of what a text calls by a name.
func besides(from, name string) string {
	path := filepath.FromSlash(name)
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(from), path)
}

// partOf reads a file by itself, in whatever language it is.
func partOf(file *source.File) *document.Part {
	if !document.Foreign(file.Name) {
		return document.Own(file)
	}
	if d := batch.Import(file, new(source.List)); d != nil {
		return &document.Part{Document: d}
	}
	return nil
}
