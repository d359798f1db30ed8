package decide

import "testing"

// Where runs end a coalition has kept what it was to keep, unless such runs do not count, and has reached nothing.
func TestCoalitionsWhereRunsEnd(t *testing.T) {
	const model = `
vars: {n: 0..2}
init: "n = 0"
agents: {ann: {sees: [n]}}
actions:
  up: {by: ann, when: "n < 2", then: {n: n + 1}}
`
	counts(t, model+"runs: maximal\n", []struct{ formula, want string }{
		{"<<ann>> G n < 3", "3"},
		{"<<ann>> G n < 2", "0"},
		{"<<ann>> F n = 2", "3"},
		{"<<ann>> F n = 1", "2"},
		{"<<ann>> X n < 3", "2"},
		{"<<ann; uniform>> G n < 3", "3"},
	})
	counts(t, model+"runs: ispl\n", []struct{ formula, want string }{
		{"<<ann>> G n < 3", "0"},
		{"<<ann>> F n = 2", "3"},
		{"<<ann>> X n < 3", "2"},
		{"<<ann; uniform>> G n < 3", "0"},
	})
}
