package certificate

// OfNodes has functions to worlds with more nodes than n written as single worlds.
func OfNodes(n int) (before int) {
	before, simple = simple, n
	return before
}

// OfWorlds has at most n single worlds written.
func OfWorlds(n int) (before int) {
	before, mostSingle = mostSingle, n
	return before
}
