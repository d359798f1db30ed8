package encode

import (
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
)

// namesIn are the names of env, of which open ones depend on their registers.
func (s *System) namesIn(env *spec.Env) value.Names {
	n := value.Names{Env: env}
	if len(s.layout.Opened) == 0 {
		return n
	}
	for _, b := range env.Open() {
		n = n.Bind(b, s.read(s.layout.Opened[env.Lookup(b).(spec.Open)].Shape))
	}
	return n
}
