// Package smcdel reads the text format of SMCDEL, the symbolic model checker for dynamic
// epistemic logic (van Benthem, van Eijck, Gattinger and Su, "Symbolic model checking for
// dynamic epistemic logic", 2015 and 2018), version 1.3.0, as a document of our language.
//
// # The language
//
// A file has atoms, numbers after VARS; a LAW, a boolean formula that says which sets of
// atoms are states; after OBS what each agent sees; and questions: TRUE? of one state,
// VALID? of all states, WHERE? for the states in which a formula is true. Formulas are
// boolean, of knowledge (K, knows that, knows whether, comknow, distknow), and behind
// announcements: [!f] g, the announcement whether, [?!f] g, and those of a group that the
// others notice, [a,b!f] g. & and | bind alike and to the left, and so do -> and iff, more
// loosely; the prefixes K, Kw, Forall and Exists reach as far to the right as they can, all
// others as little.
//
// # What becomes of it
//
// An atom 7 is the variable p7, the law is init, and there are no steps, so that its worlds
// are the states. [!f] g is [L{all} ?f] g, and [?!f] g is
// [L{all} (L{all} ?f | L{all} ?!f)] g; the members of a group learn in
// L{all} (!L{a, b} ?f | L{a, b} ?!f) that f, others that they learn whether. TRUE? is a formula at its state, VALID? a formula, and WHERE? a count.
//
// Read Import and then parser.form.
package smcdel
