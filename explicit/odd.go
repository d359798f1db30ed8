package explicit

import "github.com/epibdd/epibdd/spec"

// Odd is something that is so in a world and that an author may not have meant.
type Odd struct {
	Step   *spec.Step     // a program may get stuck after it; nil: after any step
	Passed *spec.Temporal // true there although a run that ends refutes it
	State  spec.State
}
