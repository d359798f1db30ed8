package kernel

// Work counts what a kernel has done since it was made. It depends on the calls alone: the
// same calls, with the same answers of Config's functions, lead to the same numbers.
//
// Problems that the cache knows are not counted. A step asks at most three further ones, so
// there are at most three times as many as steps and operations.
type Work struct {
	Steps  int64 // of recursion: problems that were not known
	Nodes  int64 // made
	Visits int64 // to nodes, by collections that mark them and by Size
	Swept  int64 // places of tables that collections went through one after the other
	Moves  int64 // exchanges of neighbours in the order, and nodes of their variables
}

// Work returns the counts. It is called between operations.
func (k *Kernel) Work() Work {
	spent := k.spent()
	return Work{Steps: spent - k.visits, Nodes: k.made(), Visits: k.visits, Swept: k.swept, Moves: k.moves}
}

// spent is how often spend or visit was called.
func (k *Kernel) spent() int64 { return k.refuels*(patience+1) + int64(patience-k.fuel) }

// made is the number of nodes made. It is counted at collections: what has become more since
// the last one was made.
func (k *Kernel) made() int64 {
	if k.sweeping {
		return k.madeBefore // and what is in use is not known
	}
	return k.madeBefore + int64(k.count-k.live)
}
