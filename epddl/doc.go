// Package epddl reads epistemic planning tasks in EPDDL, the Epistemic Planning Domain Definition
// Language, as its toolkit plank has grounded them, as a document of our language.
//
// # The format
//
// The language and its meaning are those of Burigana and Fabiano, "The Epistemic Planning Domain
// Definition Language" (2022), and "The Epistemic Planning Domain Definition Language: Official
// Guideline" (2026, arXiv 2601.20969). A task that is grounded is written as JSON by "plank export";
// what is read here is what the sources of plank write (a-burigana/plank on GitHub, folder
// src/lib/epddl/json-printer, commits 07dca606, 2c529970, 4c74bb5d and 147f1ca2, 2025 and 2026):
// one object with "language" (atoms and agents), "facts", "initial-state" (worlds, relations, labels,
// designated), "actions" by their names (events, relations of observability types, designated,
// preconditions, effects, observability-conditions) and "goal". A formula is an atom, "true",
// "false", or an object with a connective or a modality; null stands for an object without entries.
// Earlier versions wrote arrays of objects with one key each, which is refused. What actions do is
// as in src/lib/del/semantics there, the product update with abstract event models.
//
// # What becomes of it
//
// An atom is a variable. What agents confuse at first they confuse by an unchanging variable world,
// whose classes they see. An action is a step of an agent who plans, by which an event comes about
// that nobody chooses; the others see which action it is, and the class of the event. A variable off
// says that the world is not designated, or that an event was none of the designated ones: such
// histories are only what agents consider possible. The goal is a check with a plan that reaches it
// in all others. A plan is a sequence of actions, since who plans observes no events.
//
// # What is refused
//
// Relations, of the initial state and of observability types that somebody has, that are no
// equivalence relations, since here agents know; and conditions on who observes what that are not
// about atoms whose value is common knowledge, or of which not exactly one is true. plank asks these
// conditions in the designated worlds, once for all others.
//
// Read Import, then importer.action.
package epddl
