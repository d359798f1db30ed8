// Package form reads certificates: what is claimed, as a file says it (docs/trust.md, "What is in one").
//
// Nothing that a file says is trusted. Whatever is read here is held to the model by package certify, so that a claim that
// is read for another one is refused there, or true. What those who check rely on is that the check and the verdict
// are those of the file, and that reading ends, within the length of the file.
package form
