package decide

import "testing"

// Questions that ask for shares of worlds are decided by sums over diagrams and by
// enumeration: more than 1,000 of present states, others of layers and histories.
func TestSharesAgainstExplicit(t *testing.T) {
	write := func(recall string) func(seed uint64) string {
		return func(seed uint64) string {
			writer := newAuthor(seed)
			writer.recall, writer.shares = recall, true
			return writer.document(perDocument)
		}
	}
	t.Run("none", func(t *testing.T) { compare(t, seeds(t, *pairs/perDocument, 10), write("")) })
	for _, recall := range memoryModes {
		t.Run(recall, func(t *testing.T) { compareMemory(t, write(recall)) })
	}
}
