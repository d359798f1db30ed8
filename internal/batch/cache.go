package batch

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// Cache keeps answers in a folder, each in a file whose name is the hash of all that the
// answer depends on: the program itself, the typed model and check, and the options. What was
// not decided is not kept. A file that is not as it was written is passed over.
type Cache struct {
	dir     string
	program string // the hash of the program
}

// OpenCache makes a folder if there is none.
func OpenCache(dir string) (*Cache, error) {
	program, err := programHash()
	if err != nil {
		return nil, fmt.Errorf("the program cannot be read, and answers of others must not be taken: %w", err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	return &Cache{dir, program}, nil
}

// programHash is the hash of the file of this program: a version may be that of a working tree
// with changes.
var programHash = sync.OnceValues(func() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", sum.Sum(nil)), nil
})

// keys makes the keys of the checks of one model; nil: of none.
func (c *Cache) keys(m *spec.Model, o *Options) *fingerprint {
	if c == nil {
		return nil
	}
	f := newFingerprint()
	f.write(c.program)
	f.add(struct {
		Routes       verdict.RouteChoice
		Alternatives bool
		NoEvidence   bool
		Encode       encode.Options
	}{o.Routes, o.Alternatives, o.NoEvidence, o.Encode})
	f.add(m)
	return f
}

// entry is a file of the cache. Sum is the hash of the answer.
type entry struct {
	Key, Sum string
	Answer   json.RawMessage
}

func (c *Cache) path(key string) string { return filepath.Join(c.dir, key[:2], key+".json") }

// get returns the answer to a check, nil where there is none.
func (c *Cache) get(key string, check *spec.Check) *report.Result {
	start := time.Now()
	text, err := os.ReadFile(c.path(key))
	if err != nil {
		return nil
	}
	var e entry
	if json.Unmarshal(text, &e) != nil || e.Key != key || e.Sum != fmt.Sprintf("%x", sha256.Sum256(e.Answer)) {
		return nil
	}
	r, err := report.Restore(e.Answer, check, time.Since(start))
	if err != nil {
		return nil
	}
	return r
}

// put keeps an answer, if it is one. That there is no room for it is no reason to fail.
func (c *Cache) put(key string, r *report.Result) {
	answer, err := r.Store()
	if err != nil {
		return
	}
	text, err := json.Marshal(entry{key, fmt.Sprintf("%x", sha256.Sum256(answer)), answer})
	if err != nil {
		return
	}
	path := c.path(key)
	if os.MkdirAll(filepath.Dir(path), 0o777) != nil {
		return
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return
	}
	_, err = tmp.Write(text)
	if tmp.Close() != nil || err != nil || os.Rename(tmp.Name(), path) != nil {
		os.Remove(tmp.Name())
	}
}
