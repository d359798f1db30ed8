// Package batch runs the checks of many documents: documents become instances
// of models, instances become checks on a pool of workers, and results come
// out in the order of the files as soon as all before them are there.
//
//	files --Load--> Inputs --Select--> Run --> a Sink
//
// The unit of work is a group: the checks of one model, which share a symbolic
// system, made when a route first asks for it, and all that was computed on it. A
// system belongs to one goroutine, so groups run in parallel and the checks of a
// group do not. A limit may cost the system; the next check of the group starts with
// a new one.
//
// Two things never pass silently. A panic below is caught and becomes a result
// of its own; and every run that shows a verdict is replayed by enumeration
// before anybody sees it. In both cases a file is written with all that is
// needed to see it again (bug.go).
//
// Read Run first, then group.decide.
package batch
