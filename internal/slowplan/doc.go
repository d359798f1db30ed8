// Package slowplan answers questions about plans slowly, as docs/semantics.md#plans says it, so that
// others can be compared with it. It takes single steps and observations from package explicit,
// values of expressions from spec.Evaluator, and nothing from those who plan.
//
// ByHistories is the definition itself: all histories of some steps at most are listed, with what each
// agent confuses, and plans are looked for among the sets of histories that those who plan confuse. What
// lies beyond the last layer is open, so that answers are bounds.
//
// ByStates keeps the set of the states that those who plan consider possible and asks formulas within it.
// That is right where nobody else is asked what is known; then worst cases are exact.
//
// Read solve.go first.
package slowplan
