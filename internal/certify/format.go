package certify

import (
	"github.com/epibdd/epibdd/internal/certify/circuit"
	"github.com/epibdd/epibdd/internal/certify/form"
)

// A certificate is what package form reads.
type (
	Certificate = form.Certificate
	Answer      = form.Answer
	Cell        = form.Cell
	Claim       = form.Claim
)

// Refusal says why a certificate does not certify.
type Refusal = circuit.Refusal

// Read reads a certificate, and Uncovered tells of an error whether it says that a question is not covered, and why.
var (
	Read        = form.Read
	Uncovered   = circuit.Uncovered
	open, wrong = circuit.Open, circuit.Wrong
)
