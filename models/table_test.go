package models_test

import (
	"math/big"
	"testing"

	"github.com/epibdd/epibdd/bench"
	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
)

// drawn is how many ways there are to draw two hands of n cards from classes of
// cards, so that the first hand has a card of each class.
func drawn(classes [3]int64, n int64) *big.Int {
	binomial := func(n, k int64) *big.Int {
		if k < 0 || k > n {
			return new(big.Int)
		}
		return new(big.Int).Binomial(n, k)
	}
	all := new(big.Int)
	for a := int64(1); a <= n; a++ {
		for b := int64(1); a+b < n; b++ {
			c := n - a - b
			ways := binomial(classes[0], a)
			ways.Mul(ways, binomial(classes[1], b))
			ways.Mul(ways, binomial(classes[2], c))
			all.Add(all, ways)
		}
	}
	return all.Mul(all, binomial(classes[0]+classes[1]+classes[2]-n, n))
}

// anyOfThree is for how many starters, cards left out, hands and laws whoever begins
// chooses which of three bits of the law the first reply tells: all classes are in
// the hand.
func anyOfThree(values, suits, hand int64) *big.Int {
	var classes [3]int64
	for v := int64(1); v <= values; v++ {
		classes[v%3] += suits
	}
	all := new(big.Int)
	for top := range classes { // a starter of each class, and then a card left out
		for out := range classes {
			left := classes
			ways := left[top]
			left[top]--
			ways *= left[out]
			left[out]--
			all.Add(all, new(big.Int).Mul(big.NewInt(ways), drawn(left, hand)))
		}
	}
	return all.Lsh(all, 9)
}

// TestFamilyOfLaws compares what is counted of 512 laws with a count by classes, and
// decides that they are told bit by bit with few cards.
func TestFamilyOfLaws(t *testing.T) {
	const name = "large/eleusis-laws-52.yaml"
	suite, errs := spec.Load(&document.Loader{Library: models.Get}, source.NewFile(name, allDocuments(t)[name]), spec.Options{})
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	for _, c := range suite.Checks {
		if c.ID == "any-of-three" && c.Expect.Number.Cmp(anyOfThree(13, 4, 25)) != 0 {
			t.Errorf("%d expected, by classes %d", c.Expect.Number, anyOfThree(13, 4, 25))
		}
	}
	const small = `
use: eleusis-table
with: {values: 6, suits: 2, deal: none, hand: 5, moves: 3}
params: {ways: 0}
check:
  - {id: one-bit, formula: "AX{move} (bits_known(alice) = 1 & bits_known(bob) = 1)", expect: holds}
  - {id: any-of-three, count: "count(x in Class, y in Class: EX{move} KW{bob} says[x, y]) = 3", expect: ways}
`
	text := small + "sweep: {ways: [" + anyOfThree(6, 2, 5).String() + "]}\n"
	if _, err := bench.Decide(t.Context(), text, symbolic.Engines()[0]); err != nil {
		t.Error(err)
	}
}

// TestFamilyOfLawsByEnumeration decides by enumeration what is asked of 512 laws on
// the full deck, with three cards.
func TestFamilyOfLawsByEnumeration(t *testing.T) {
	if testing.Short() {
		t.Skip("3,072 initial states")
	}
	const three = `
use: eleusis-table
with: {values: 3, suits: 1, deal: none, hand: 1, moves: 2}
check:
  - {id: deals, count: true, expect: 6 * 512}
  - {id: one-bit, formula: "AX{move} (bits_known(alice) = 1 & bits_known(bob) = 1)", expect: holds}
  - {id: at-most-a-bit-a-move, formula: "AG{move} (bits_known(alice) <= replies & bits_known(alice) = bits_known(bob))", expect: holds}
  - {id: two-bits, count: "EF{move} (bits_known(bob) = 2)", expect: 1536}
  - {id: a-bit-of-the-starter, count: "AX{move} exists x in Class, y in Class: K{alice} says[x, y]", expect: 1536}
`
	suite, errs := spec.Load(&document.Loader{Library: models.Get}, source.NewFile("three.yaml", three), spec.Options{})
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	for _, c := range suite.Checks {
		if sys := enumerate(t, c, 50_000); sys == nil || !meets(t, sys, c) {
			t.Errorf("%s was not decided", c.Label)
		}
	}
	if _, err := bench.Decide(t.Context(), three, symbolic.Engines()[0]); err != nil {
		t.Error(err)
	}
}
