// Package pool gives jobs to workers on other machines, by a NATS server with JetStream.
//
// A job is a text and an answer is a text; what they say is up to who asks and who works.
// Client.Ask asks for one, and Work answers one after the other.
//
// # Where things are
//
// A queue has a name, which is that of what can be asked: who calls it otherwise never meets
// its jobs. It is a stream of JetStream from which a message is taken once (a work queue), and a
// bucket of objects. A client has a name of its own, drawn at random, and numbers what it asks.
// These two are the key of a job. The bucket has the job and the answer by the key; the message
// says the key, and has it as its id.
//
// # Exactly once
//
// A message that is published again, because nobody knows whether it came, has the same id and
// is the same message. A worker that takes a message holds it for the time of a lease, and says
// again and again that it is at work (InProgress). If it says nothing for so long, as it has
// died or its connection is lost, the message is given to another one. A worker writes the
// answer first and acknowledges the message then, so that nothing is lost; it passes a message
// over to which there is an answer already, or nobody waits any more; and a client takes the
// first answer to a key and no other, so that nothing is there twice.
//
// # Poison
//
// A job may kill whoever takes it up. A message that was taken three times (Worker.Deaths) and
// never answered is answered by the next one who takes it, with ErrPoison. Workers that die by
// themselves may give the same answer: why one has died is not known. A worker that is told to stop gives
// its message back, which does not count.
//
// Read Client.Ask first, then worker.take.
package pool
