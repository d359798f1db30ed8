package symbolic

// Companion is other work that takes turns with that of the spaces that are made with it
// (Options.Companion), in their goroutine. Whoever comes to an end first has the answer.
type Companion struct {
	// Turn, if not nil, is called inside Do each time when about so much work was done,
	// in steps of recursion. When it returns true the outermost Do returns a *LimitError
	// of the kind Overtaken. It does not use spaces.
	Turn func(work int) (done bool)
	// Every is how much work is done between turns; 0 stands for the work of some
	// milliseconds.
	Every int

	work int // since the last turn
}

const (
	turnWork      = 1 << 14 // between turns, in steps
	operationWork = 8       // of an operation that begins
	haltingWork   = 1 << 12 // between two looks of the kernel outside
)

// accompany gives the companion its turn after more work, and tells whether it is done.
func (fr *frame) accompany(work int) bool {
	if fr == nil {
		return false
	}
	sp := fr.space
	c := sp.companion
	if c == nil || c.Turn == nil {
		return false
	}
	every := c.Every
	if every == 0 {
		every = turnWork
	}
	if c.work += work; c.work < every {
		return false
	}
	work, c.work = c.work, 0
	if !c.Turn(work) {
		return false
	}
	for fr.outer != nil {
		fr = fr.outer
	}
	sp.stop.CompareAndSwap(nil, &LimitError{Kind: Overtaken, frame: fr})
	return true
}
