package certificate

// OfNodes has functions to worlds with more nodes than n written as single worlds.
func OfNodes(n int) (before int) {
	before, simple = simple, n
	return before
}
