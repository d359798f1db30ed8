// Package session lets somebody walk through a model: take steps, see what agents see, ask
// what they know and why not, announce something, and go back. It is what stands behind the
// explorer, in a server and in a browser alike, and does nothing that is not in the packages
// that decide checks.
//
// A session has one document. What is asked is a Request and what comes of it Replies, all of
// them values that can be written as JSON; the last reply is marked Done. Requests may be made
// by several goroutines; each ends with its context.
//
// # Places
//
// A place is where somebody stands: a history that begins in an initial state and goes on with
// steps and knowledge actions. Places have numbers and make a tree: two ways on from one place
// are two branches, and going back forgets nothing. Written down, a place is the condition that
// picks its initial state and the texts of what was done since (Path), from which Walk makes it
// again, in this session or another.
//
// # Formulas
//
// What a formula f is worth at a place is asked as a check of the document: of the one initial
// state that satisfies the condition c, whether
//
//	EX{a₁} <α> EX{a₂} f
//
// holds, where a₁, α, a₂ were done. A step leads to one state and an announcement to one world,
// so AX and [α] say the same; they are asked where f fails, for evidence. All routes to a
// verdict are tried, with their limits, and what is shown was replayed. So a formula has at a
// place the value that the command would tell, and a place can be exported as a spec.
//
// Where there are too many histories to be listed, what one agent knows about states is told by
// the states that it considers possible instead, which takes a moment where a check would take
// minutes (belief.go). Tests compare the two.
//
// # Worlds
//
// What an agent considers possible is listed by package explicit where there are few worlds
// (small.go), and found by diagrams elsewhere (large.go): there initial states are picked, not
// listed, and of many worlds a part is shown. So it is behind announcements (told.go), but for those
// behind steps that agents remember of which more is to be known than that something was true;
// these, and what is remembered of joint steps, are not counted, and a reply says so.
//
// Read Session.Do first, then place.go.
package session
