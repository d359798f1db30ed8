// Package kernel keeps Boolean functions as reduced ordered binary decision
// diagrams with complemented edges, in flat arrays.
//
// # Functions
//
// A function is a Ref: the index of a node, shifted by one, and a bit that says
// whether the node's function is meant or its complement. Node 0 is the
// terminal, false. Every other node is an if-then-else of the variable at its
// level. Its else edge may be complemented, its then edge may not (Minato,
// Ishiura and Yajima, 1990); so a function has one node and one sign, equality
// is equality of Refs, and negation is free.
//
// # Nodes
//
// A node is 16 bytes: level, both edges, and the next node in the chain of the
// unique table, whose heads take 4 bytes more for each place. Hashes are sums
// of products by odd constants, of which the upper bits are used: two or three
// multiplications that do not wait for each other. Large tables lie in address space of
// their own and grow where they are; see the type tables.
//
// # Results known
//
// All operations share one cache, direct-mapped, 16 bytes an entry (Brace,
// Rudell and Bryant, 1990); see the type entry. It doubles with the table and
// keeps its entries then. A collection drops only those that mention a node
// that it reclaims. Where it is too small, problems are solved again and again, which shows
// in many steps for few new nodes: the cache grows by itself then, and so does a full table,
// as long as they are not large.
//
// # Products
//
// A relational product of states and a relation can read the states as renamed,
// and make its result renamed; see Product. Copies of the states under other
// variables, once a third of all nodes, are not made then.
//
// # Reclaiming
//
// Nothing is counted. The owner of a kernel says, when asked, which functions it
// holds (Config.Roots), and a collection marks what can be reached from there
// and sweeps the rest. Collections run in Collect and, when the table is full,
// inside operations: recursions keep their operands and intermediate results
// on a stack of their own, where the collection finds them. A result is safe
// until the next operation on the kernel.
//
// # Limits
//
// An operation that meets a limit of SetLimits, or that Config.Halted tells to
// stop, panics with a *Stop. Tables are changed in steps that are complete by
// themselves, so nothing has to be undone: what the operation had made is not
// in use and goes with the next collection. The loops over whole tables look outside
// as well: a copy is dropped then, a sweep or the chains are done when the next operation
// begins.
//
// Recursions are as deep as there are variables, at most.
//
// # Order
//
// Nodes hold the level of their variable, and hashes are over the variable. When
// two neighbours in the order are exchanged (Rudell, 1993), the nodes that do
// not mix the two only get another level; the others are turned in place. So a
// Ref keeps its function under every order. Sift and Arrange first collect and
// empty the cache; while they work parents are counted, and nodes left without
// parents go at once. Groups of neighbours move together.
//
// # Measured and given up
//
//   - With the sum of products for a hash, chains are as long as with a random
//     one, to one per cent, on the families of package symbolic's benchmarks.
//   - Half of the time in large tables is waiting for memory, for a head and a
//     node each.
//   - Two or four heads of chains for each node shorten the chains, and gain nothing.
//     A cache of twice the size finds a tenth more in the largest conjunctions, and
//     costs as much everywhere.
//   - Finding a node through a child that has no other parent, and keeping in chains only nodes
//     whose children all have several, took 4 bytes more a node and 70 lines. Queens and Milner's
//     scheduler gained 2.0 and 1.7 and the other drivers of bench/cpackages 0.7 to 1.2, 1.16 in the mean, and
//     whole checks of the families of bench 1.0 to 1.4, 1.17 in the mean: less than the 1.3 that was asked for it.
//   - Leaving conjunctions out of the cache whose operands have one parent each, for they come up
//     once in an operation: Milner's scheduler gained 2.1, but philosophers and cryptographers took
//     2.5 to 3 times as long, since the next operation asks for the same conjunctions.
//   - Tables in Go's heap, which were copied when they grew: the processes of package
//     bench took half as much memory again, for a limit on memory counted what was there twice
//     for a moment, and Go let garbage accumulate by the size of the tables.
package kernel
