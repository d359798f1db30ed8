package document

import "github.com/epibdd/epibdd/spec/source"

// layer is what one file says, before it is laid over what it uses.
type layer struct {
	Document
	use     Word // the name or path after use; empty: none
	with    []Param
	removed []removal
	canon   map[*node]string // see reader
	root    *node
}

// removal takes an entry of the used document out.
type removal struct {
	at      source.Span
	section string // the key under which it stands
	name    string // as in nameOf…
}
