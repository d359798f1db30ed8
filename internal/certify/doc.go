// Package certify holds certificates to the models that they are about: it is the core of cmd/epicert, which
// docs/trust.md proves right rule by rule. With the packages below it, it shares with the rest of epibdd the
// reading of documents (package spec and those below) and nothing else: no decision diagrams of ours, no encoder, no
// operators. Package certificate writes what is read here; a test keeps the imports of cmd/epicert to this, and another
// one the core to 1,500 lines.
//
// A certificate claims sets of states: the worlds, and for each operator about time or
// knowledge in the formula where it is true, with what an induction needs (layers, functions to
// worlds that look alike); package form says how they are written. Each rule is some queries to a SAT solver that must have
// no answer. Three packages do the rest, and each says in its doc.go what is trusted of it: question lists which
// claims there have to be, bitblast translates expressions, steps and views into circuits, and circuit asks. Of package
// form, which reads certificates, nothing has to be trusted.
//
// Read package form, and check.go from Check on; then the rules: fixpoint.go, which has the one for all operators, time.go,
// fair.go, coalition.go and knowledge.go, which make theirs of it; reached.go and layers.go about worlds,
// update.go about knowledge actions, count.go about numbers, plan.go about what plans cost.
package certify
