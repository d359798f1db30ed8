// Package verdict says what an answer to a check is, whoever found it: decision
// diagrams or enumeration.
//
// A question that is a formula Holds or Fails; one for a number holds where there is
// one, which is the Value of the Answer. Where a limit was met the verdict is Unknown,
// with a Reason, and never a guess. An answer names the Route that led to it: a row of
// the table in package decide, which sets it.
package verdict
