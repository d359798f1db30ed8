package certificate_test

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/certificate"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/internal/certify"
	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/internal/randmodel"
	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
)

func load(t testing.TB, name, text string) *spec.Suite {
	t.Helper()
	suite, errs := spec.Load(&document.Loader{Library: models.Get, Names: models.Names, ReadFile: document.ReadFile}, source.NewFile(name, text), spec.Options{})
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	return suite
}

// expected is the answer that a check expects.
func expected(c *spec.Check) certify.Answer {
	return certify.Answer{Holds: c.Expect.Verdict == "holds", Count: c.Expect.Number}
}

func check(ctx context.Context, c *spec.Check, text []byte) error {
	cert, err := certify.Read(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return certify.Check(ctx, c, cert, nil)
}

// TestRandomVerdicts writes certificates of random questions, as enumeration answers them, and
// of the opposite: the former are certified, the latter are not, whatever is changed in them.
func TestRandomVerdicts(t *testing.T) {
	certified := random(t, func(rng *rand.Rand, seed uint64) string {
		return randmodel.Document(rng, randmodel.Options{Risky: -1, Checks: 12, Depth: 2 + int(seed%2), Joint: seed%3 == 2})
	})
	for _, feature := range []string{"bounds", "coalitions", "counts", "fairness", "repeated E", "repetition", "runs: ispl"} {
		if certified[feature] == 0 {
			t.Errorf("nothing with %s is certified: %v", feature, certified)
		}
	}
}

// features are what certificates of a check need rules of their own for.
func features(c *spec.Check, needs *question.List) map[string]bool {
	profile := spec.ProfileOf(c, c.Runs)
	has := map[string]bool{"counts": c.Kind == spec.CountCheck, "fairness": profile.Restricted, "runs: ispl": profile.Runs == spec.IsplRuns && !profile.Restricted}
	for _, n := range needs.Needs {
		switch x := n.Expr.(type) {
		case *spec.Temporal:
			has["bounds"] = has["bounds"] || x.Bound != nil
			has["repetition"] = has["repetition"] || x.Program != nil && strings.Contains(x.Program.Span().Text(), "*")
		case *spec.Coalition:
			has["coalitions"] = true
			if x.Uniform {
				kind := "objective"
				if x.Subjective {
					kind = "subjective"
				}
				has["uniform"], has[kind], has[fmt.Sprintf("uniform for %c", x.Op)] = true, true, true
			}
			if profile.Restricted {
				has["fair strategies"], has[fmt.Sprintf("fair strategies for %c", x.Op)] = true, true
			}
		case *spec.GroupKnows:
			has["repeated E"] = has["repeated E"] || x.Times != nil
		}
	}
	return has
}

// The same of what coalitions bring about on fair runs.
func TestRandomFairStrategies(t *testing.T) {
	certified := random(t, func(rng *rand.Rand, seed uint64) string {
		return randmodel.Document(rng, randmodel.Options{Risky: -1, Checks: 8, Depth: 2, Joint: seed%2 == 1, Turns: seed%2 == 0, Fairness: true, States: 60})
	})
	for _, op := range "XFGU" {
		if feature := fmt.Sprintf("fair strategies for %c", op); certified[feature] == 0 {
			t.Errorf("nothing with %s is certified: %v", feature, certified)
		}
	}
}

// The same of strategies that are functions of what members see.
func TestRandomUniformStrategies(t *testing.T) {
	certified := random(t, func(rng *rand.Rand, seed uint64) string {
		return randmodel.Game(rng, randmodel.GameOptions{Checks: 8, Joint: seed%2 == 1, Fair: seed%5 == 0})
	})
	for _, kind := range []string{"objective", "subjective", "uniform for X", "uniform for F", "uniform for G", "uniform for U"} {
		if certified[kind] == 0 {
			t.Errorf("nothing that is %s is certified: %v", kind, certified)
		}
	}
}

// The same of strategies with memory.
func TestRandomStrategiesWithMemory(t *testing.T) {
	certified := random(t, func(rng *rand.Rand, seed uint64) string {
		return randmodel.Game(rng, randmodel.GameOptions{Checks: 3, Joint: seed%4 > 1, Recall: []string{"clock", "perfect"}[seed%2]})
	})
	for _, kind := range []string{"objective", "subjective", "uniform for X", "uniform for F", "uniform for G", "uniform for U"} {
		if certified[kind] == 0 {
			t.Errorf("nothing that is %s is certified: %v", kind, certified)
		}
	}
}

// The same of questions about knowledge actions.
func TestRandomKnowledgeActions(t *testing.T) {
	random(t, func(rng *rand.Rand, seed uint64) string {
		return randmodel.Learning(rng, randmodel.LearningOptions{Checks: 12, Depth: 2 + int(seed%2), Joint: seed%3 == 2})
	})
}

// The same of agents who remember.
func TestRandomMemory(t *testing.T) {
	random(t, func(rng *rand.Rand, seed uint64) string {
		recall := []string{"clock", "perfect"}[seed%2]
		if seed%4 < 2 {
			return randmodel.Learning(rng, randmodel.LearningOptions{Checks: 12, Depth: 2, Recall: recall})
		}
		return randmodel.Document(rng, randmodel.Options{Risky: -1, Checks: 12, Depth: 2, Recall: recall})
	})
}

// random returns how many verdicts of what kind were certified.
func random(t *testing.T, document func(rng *rand.Rand, seed uint64) string) map[string]int {
	documents, mutants := 60, 20
	if testing.Short() {
		documents, mutants = 25, 10
	}
	certified, refused, kept := 0, 0, 0
	uncovered, kinds := map[string]int{}, map[string]int{}
	defer certificate.OfNodes(certificate.OfNodes(0))
	for seed := range uint64(documents) {
		certificate.OfNodes(int(seed%2) * 1000) // single worlds, or functions to them
		text := document(rand.New(rand.NewPCG(seed, 18)), seed)
		suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), text)
		if err != nil {
			continue
		}
		for _, c := range suite.Checks {
			needs, err := question.Needs(c, true)
			if err != nil {
				uncovered[err.Error()]++
				continue
			}
			s, err := explicit.Unroll(c.Model, c.Recall, c.Runs, c.Depth, explicit.Options{MaxStates: 3000})
			if err != nil {
				continue
			}
			answer, err := s.Check(c)
			if err != nil || answer.Open {
				continue
			}
			found := certify.Answer{Holds: answer.Holds}
			if c.Kind == spec.CountCheck {
				found.Count = big.NewInt(int64(answer.Count))
			}
			for i, claimed := range []certify.Answer{found, certificate.Opposite(found)} {
				right := i == 0
				var b bytes.Buffer
				err := certificate.Write(t.Context(), &b, c, claimed, encode.Options{})
				if reason, ok := certify.Uncovered(err); ok {
					uncovered[reason]++
					continue
				}
				if err != nil {
					t.Fatalf("seed %d, %s: %v", seed, c.Text, err)
				}
				err = check(t.Context(), c, b.Bytes())
				reason, open := certify.Uncovered(err)
				switch {
				case open:
					uncovered[reason]++
				case right && err != nil:
					t.Errorf("seed %d, %s: %v: %v\n%s", seed, c.Text, claimed, err, text)
				case !right && err == nil:
					t.Errorf("seed %d, %s: %v is certified\n%s", seed, c.Text, claimed, text)
				case err == nil:
					certified++
					for kind, has := range features(c, needs) {
						if has {
							kinds[kind]++
						}
					}
				}
				rng := rand.New(rand.NewPCG(seed, 19))
				for range mutants {
					changed := mutated(rng, b.Bytes())
					if check(t.Context(), c, changed) != nil {
						refused++
						continue
					}
					kept++
					if now, _ := certify.Read(bytes.NewReader(changed)); now.Answer.String() != found.String() {
						t.Errorf("seed %d, %s: %v is certified after a change\n%s", seed, c.Text, now.Answer, text)
					}
				}
			}
		}
	}
	t.Logf("%d certified, of these %v; of changed ones %d refused and %d still proofs of true verdicts; not covered: %v", certified, kinds, refused, kept, uncovered)
	if certified < documents {
		t.Errorf("only %d certified", certified)
	}
	return kinds
}

// mutated changes something in a certificate: a line of its claims or its place, a number in
// one, an output or its place, a gate, or any byte.
func mutated(rng *rand.Rand, text []byte) []byte {
	text = slices.Clone(text)
	var m, i, l, o, a int
	fmt.Sscanf(string(text), "aig %d %d %d %d %d", &m, &i, &l, &o, &a)
	lines := bytes.SplitAfterN(text, []byte("\n"), o+2)
	rest := lines[o+1] // gates, names, claims
	symbols := bytes.Index(rest, []byte("i0 "))
	if i == 0 {
		symbols = bytes.Index(rest, []byte("o0 "))
	}
	comment := bytes.Index(rest, []byte("\nc\n")) + 3
	claims := bytes.SplitAfter(rest[comment:], []byte("\n"))
	claims = claims[:len(claims)-1]
	changed := func(line []byte, deltas ...int) []byte {
		fields := strings.Fields(string(line))
		n := rng.IntN(len(fields))
		if v, err := strconv.Atoi(fields[n]); err == nil {
			fields[n] = strconv.Itoa(max(0, v+deltas[rng.IntN(len(deltas))]))
		}
		if world := []byte(fields[n]); len(world) > 1 && world[0] == '=' {
			world[1+rng.IntN(len(world)-1)] ^= 1
			fields[n] = string(world)
		}
		return []byte(strings.Join(fields, " ") + "\n")
	}
	x, y := 2+rng.IntN(len(claims)-2), 2+rng.IntN(len(claims)-2)
	p, q := 1+rng.IntN(o), 1+rng.IntN(o)
	switch kind := rng.IntN(8); {
	case kind == 0:
		claims = slices.Delete(claims, x, x+1)
	case kind == 1:
		claims[x], claims[y] = claims[y], claims[x]
	case kind < 4:
		claims[x] = changed(claims[x], -1, 1, rng.IntN(9)-4)
	case kind == 4:
		lines[p], lines[q] = lines[q], lines[p]
	case kind == 5:
		lines[p] = changed(lines[p], -2, -1, 1, 2)
	case kind == 6 && symbols > 0:
		rest[rng.IntN(symbols)] ^= 1 << rng.IntN(3)
	default:
		rest[rng.IntN(len(rest))] ^= 1 << rng.IntN(8)
	}
	return slices.Concat(slices.Concat(lines[:o+1]...), rest[:comment], slices.Concat(claims...))
}

// Each of these is certified, and with one thing changed is not.
func TestWrongCertificates(t *testing.T) {
	suite := load(t, "lamp.yaml", lamp)
	written := map[string]string{}
	for _, c := range suite.Checks {
		var b bytes.Buffer
		if err := certificate.Write(t.Context(), &b, c, expected(c), encode.Options{}); err != nil {
			t.Fatal(err)
		}
		if err := check(t.Context(), c, b.Bytes()); err != nil {
			t.Errorf("%s: %v\n%s", c.Label, err, &b)
		}
		written[c.Label] = b.String()
	}
	for _, change := range []struct{ check, old, new, reason string }{
		{"reach", "verdict holds", "verdict fails", "the verdict is another one"},
		{"reach", "verdict holds\n", "", "there are 0 lines of verdict, not one"},
		{"reach", "verdict holds", "verdict fails\nverdict holds", "there are 2 lines of verdict, not one"},
		{"reach", "claim 0 : 1 2 3 4", "claim 0 :", "is in no layer"},
		{"reach", "claim 0 : 1 2 3 4", "claim 0 : 1 3 4", "layer 1 does not lead on"},
		{"reach", "claim 0 : 1", "claim 0 : 99", "\"99\" is no number from 0 to 5"},
		{"states", "verdict 5", "verdict 4", "there are 5, not 4"},
		{"states", "verdict 5", "verdict holds", "holds is no verdict of the check"},
		{"states", "o0 count", "o0 number", "there is no set of what is counted"},
		{"states", "o1 worlds", "o1 words", "no claim is about the worlds"},
		{"states", "claim 0 :", "claim 1 :\nclaim 0 :", "another claim is about \"worlds\""},
		{"dark", "claim 10 : 11 12 13 14 :", "claim 10 : 11 :", "it is not said which steps lead to the worlds"},
		{"dark", "claim 10 : 11 12 13 14 :", "claim 10 : 10 11 12 13 14 : 15 16 17 18 :", "a world of layer 0 is not reached"},
		{"knows", "cell", "cell 1 : 0\ncell", "bits, not 4"},
		{"knows", "cell 1 : 0", "cell 1 : 7", "a cell has no value 7, or has it twice"},
		{"knows", "end\n", "", "the end is missing"},
		{"knows", "end\n", "end\nend\n", "something stands behind the end"},
		{"knows", "aig ", "aag ", "it does not start with aig"},
		{"knows", " 0 ", " 1 ", "the first line is not: aig M I 0 O A"},
		{"knows", "check \"knows\"", "check \"reach\"", "the certificate is about reach"},
	} {
		c := suite.Checks[slices.IndexFunc(suite.Checks, func(c *spec.Check) bool { return c.Label == change.check })]
		text := written[change.check]
		text = strings.Replace(text, change.old, change.new, 1)
		if err := check(t.Context(), c, []byte(text)); err == nil || !strings.Contains(err.Error(), change.reason) {
			t.Errorf("%s with %q for %q: %v, want %q", change.check, change.new, change.old, err, change.reason)
		}
	}
	// The worlds of one certificate, and sets that are all or nothing.
	for label, text := range written {
		c := suite.Checks[slices.IndexFunc(suite.Checks, func(c *spec.Check) bool { return c.Label == label })]
		lines := strings.SplitAfter(text, "\n")
		worlds, err := strconv.Atoi(regexp.MustCompile(`(?m)^o(\d+) worlds$`).FindStringSubmatch(text)[1])
		if err != nil {
			t.Fatal(err)
		}
		lines[1+worlds] = "0\n"
		if err := check(t.Context(), c, []byte(strings.Join(lines, ""))); err == nil {
			t.Errorf("%s: no worlds are certified", label)
		}
	}
}

const lamp = `
vars: {lit: bool, broken: bool, n: 0..3}
init: "!lit & n = 0"
agents: {ann: {sees: lit}, bob: {sees: n}}
actions:
  toggle: {when: "!broken & n < 3", then: {lit: "!lit", n: n + 1}}
check:
  - {id: knows, formula: "AG (lit -> K{ann} !broken)", expect: holds}
  - {id: knows-not, formula: "AG (!lit -> KW{ann} broken)", expect: fails}
  - {id: reach, some: "EF (n = 3)", expect: holds}
  - {id: all-reach, formula: "EF (n = 3)", expect: fails}
  - {id: must, formula: "AF (broken | n = 3)", expect: holds}
  - {id: stays, formula: "EG !lit", expect: fails}
  - {id: until, formula: "A[broken -> !lit U n = 0]", expect: holds}
  - {id: common, formula: "AG (n = 1 -> C{ann, bob} true)", expect: holds}
  - {id: not-common, formula: "EX C{bob} !broken", expect: fails}
  - {id: states, count: "true", expect: 5}
  - {id: dark, count: "!lit & !KW{ann} broken", expect: 3}
  - {id: together, formula: "AG (D{ann, bob} broken | D{ann, bob} !broken)", expect: fails}
`

// Who asks what everybody in an empty group knows needs no witness, and no steps to one.
func TestNobodyIsAsked(t *testing.T) {
	const nobody = `
vars: {x: bool, y: bool}
init: "!x"
agents: {ann: {sees: []}}
actions:
  go: {then: {x: "true"}}
check:
  - {id: a, formula: "KW{ann} EF E{i in Agent: i != i} y", expect: holds}
  - {id: b, formula: "E{i in Agent: i != i} y", expect: holds}
`
	for _, c := range load(t, "nobody.yaml", nobody).Checks {
		var b bytes.Buffer
		if err := certificate.Write(t.Context(), &b, c, expected(c), encode.Options{}); err != nil {
			t.Errorf("%s: %v", c.ID, err)
		} else if err := check(t.Context(), c, b.Bytes()); err != nil {
			t.Errorf("%s: %v", c.ID, err)
		}
	}
}

// What is optional and has parts is written in more bits than one, which are 0 where it is
// none, so that it is counted once; and who sees something of all that is in a set, or what has
// no value, sees how many there are, and that.
func TestOptionalParts(t *testing.T) {
	const parts = `
types:
  Suit: [H, S]
  Card: {record: {val: 1..3, suit: Suit}}
vars:
  held: Card?
  hand: set Suit
  marks: "(array Suit of 1..2?)?"
init: "held = none & hand = {} & marks = none"
agents:
  ann: {sees: ["held.val for s in hand"]}
  bob: {sees: ["marks[H]"]}
actions:
  draw(c in Card): {when: "held = none", then: {held: c, hand: "hand + {c.suit}"}}
  drop: {when: "held != none", then: {held: none}}
  mark: {then: {marks: "if marks = none then ([1, none]) else none"}}
check:
  - {id: states, count: "true"}
  - {id: without, count: "held = none | marks = none"}
  - {id: value, formula: "AG (held != none -> exists v in 1..3: K{ann} (held != none & held.val = v))"}
  - {id: suit, formula: "AG (held != none & hand = {S} -> K{ann} (held != none & held.suit = S))"}
  - {id: nothing, formula: "AG (marks = none -> !K{bob} marks = none)"}
  - {id: marked, formula: "AG (marks != none -> K{bob} (marks != none & marks[S] = none))"}
`
	for _, c := range load(t, "parts.yaml", parts).Checks {
		s, err := explicit.New(c.Model, c.Runs, explicit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		found, err := s.Check(c)
		if err != nil {
			t.Fatal(c.ID, err)
		}
		answer := certify.Answer{Holds: found.Holds}
		if c.Kind == spec.CountCheck {
			answer.Count = big.NewInt(int64(found.Count))
		}
		for _, claimed := range []certify.Answer{answer, certificate.Opposite(answer)} {
			var b bytes.Buffer
			if err := certificate.Write(t.Context(), &b, c, claimed, encode.Options{}); err != nil {
				t.Fatalf("%s: %v", c.ID, err)
			}
			if err := check(t.Context(), c, b.Bytes()); (err == nil) != (claimed.String() == answer.String()) {
				t.Errorf("%s: %v, where %v is true: %v", c.ID, claimed, answer, err)
			}
		}
	}
}

// Whether a number is odd is found without the number: what the dining cryptographers say is
// counted in another order than their coins stand in. With the numbers it would take until the
// test is stopped.
func TestSumsModuloTwo(t *testing.T) {
	text, _ := models.Get("dining-cryptographers")
	suite, errs := spec.Load(&document.Loader{}, source.NewFile("dining.yaml", strings.Replace(text, "sweep: {n: [2, 3, 4, 5]}", "sweep: {n: [40]}", 1)), spec.Options{})
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	for _, c := range suite.Checks {
		if c.ID != "parity" {
			continue
		}
		var b bytes.Buffer
		if err := certificate.Write(t.Context(), &b, c, certify.Answer{Holds: true}, encode.Options{}); err != nil {
			t.Fatal(err)
		}
		if err := check(t.Context(), c, b.Bytes()); err != nil {
			t.Error(err)
		}
	}
}

// certifiedAlone writes certificates of the expected answers of a document and of the opposite ones, and
// reports which of the former are refused and which of the latter are not.
func certifiedAlone(t *testing.T, name, text string) {
	t.Helper()
	for _, c := range load(t, name, text).Checks {
		for _, claimed := range []certify.Answer{expected(c), certificate.Opposite(expected(c))} {
			var b bytes.Buffer
			if err := certificate.Write(t.Context(), &b, c, claimed, encode.Options{}); err != nil {
				t.Errorf("%s: %v", c.ID, err)
			} else if err := check(t.Context(), c, b.Bytes()); (err == nil) != (claimed == expected(c)) {
				t.Errorf("%s: %s: %v", c.ID, claimed, err)
			}
		}
	}
}

// What stands several times at one place of the document is certified one by one: operators that a bounded
// program is written out to, and repetitions in it, which lead on to different things, also where an argument
// depends on the state.
func TestSeveralOfOnePlace(t *testing.T) {
	const several = `
vars: {x: 0..9, y: 0..9}
init: x = 0 & y = 0
actions:
  up: {when: x < 9, then: {x: x + 1}}
  round: {then: {x: "0"}}
  jump: {when: x > 0 & x < 5, then: {x: x + 5}}
programs:
  again: "(up*; jump){<= 2}"
  leap(n in 0..9): "up*; ?(x = n); jump"
check:
  - {id: twice, formula: "EX{again} x = 9", expect: holds}
  - {id: never, formula: "EX{again; round; ?(x = 1)} true", expect: fails}
  - {id: all, formula: "AX{(up*; jump){<= 2}} x < 9", expect: fails}
  - {id: none, formula: "[(up*; round){<= 3}] x < 1", expect: holds}
  - {id: choice, formula: "EX{some n in 0..9: (up*; ?(x = 3); ?(n = 7))} x = 3", expect: holds}
  - {id: no-choice, formula: "EX{some n in 0..9: (up*; ?(x = n); ?(n > 9))} true", expect: fails}
  - {id: steps, formula: "EF{again} x = 9", expect: holds}
  - {id: argument, formula: "EX{leap(if x < 7 then x + 3 else 0)} x = 8", expect: holds}
  - {id: argument-of-one-value, formula: "EX{leap(y + 3)} x = 8", expect: holds}
  - {id: arguments, formula: "AG (x > 0 & x < 5 -> EX{leap(x)} x = 9)", expect: fails}
`
	certifiedAlone(t, "several.yaml", several)
}

// A claim about an operator is about all worlds, though for the verdict no strategy was looked for where what
// is around it was decided without.
func TestStrategiesThatNobodyNeeded(t *testing.T) {
	certifiedAlone(t, "needless.yaml", `
types: {Color: [red, green, blue]}
steps: joint
vars: {v: Color, w: bool}
init: w
agents: {ann: {sees: [v = green]}, cat: {sees: []}}
actions: {stay: {by: cat}}
check:
  - {id: everybody, formula: "(v = red & w = false) -> E{ann, cat} (<<cat; uniform>> G w)", expect: holds}
  - {id: next, formula: "(v = red & w = false) -> AX (<<cat; uniform: subjective>> F v = blue)", expect: holds}
  - {id: until, formula: "w | EF (<<cat; uniform>> [w U v = red])", expect: holds}
`)
}

// Whom an operator asks may depend on the state.
func TestWhoIsAskedByState(t *testing.T) {
	const turns = `
vars: {turn: Agent, coin: bool, told: array Agent of bool}
init: "forall p in Agent: !told[p]"
agents:
  ann: {sees: [turn, told, "if told[ann] then coin else none"]}
  bob: {sees: [turn, told, "if told[bob] then coin else none"]}
actions:
  look: {when: "!told[turn]", then: {"told[turn]": "true"}}
  pass: {then: {turn: "if turn = ann then bob else ann"}}
check:
  - {id: who-looked-knows, formula: "AG (told[turn] -> KW{turn} coin)", expect: holds}
  - {id: who-did-not-does-not, formula: "AG (!told[turn] -> !KW{turn} coin)", expect: holds}
  - {id: everybody, formula: "AG E{p in Agent: told[p]} (coin | true)", expect: holds}
  - {id: not-yet, formula: "AG (coin -> E{p in Agent: told[p]} coin)", expect: holds}
  - {id: not-the-others, formula: "AG (coin -> E{p in Agent: !told[p]} coin)", expect: fails}
`
	certifiedAlone(t, "turns.yaml", turns)
}

// Where a place has fewer layers than another one its last stands for all that follow, but not those of the
// other: bob's links lead from w = 0 over w = 1 to w = 2, where x = 1, and where x = 0 there is none. The layers of x = 1
// stop growing too soon.
func TestLayersOfOtherPlaces(t *testing.T) {
	c := load(t, "far.yaml", `
vars: {x: 0..1, w: 0..2}
init: x = 1 | w = 0
agents:
  ann: {sees: [x, w = 2]}
  bob: {sees: [x, w = 0]}
check:
  - id: far
    formula: "[L{all} (L{bob} ?(x = 0) | L{bob} ?(x = 1))] E{ann, bob; 2} !(x = 1 & w = 2)"
    at: x = 1 & w = 0
`).Checks[0]
	var b bytes.Buffer
	if err := certificate.Write(t.Context(), &b, c, certify.Answer{Holds: true}, encode.Options{}); err != nil {
		t.Fatal(err)
	}
	cert, err := certify.Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	claims := map[string]*certify.Claim{}
	for name, claim := range cert.Claims {
		at, _, _ := strings.Cut(name, " ")
		if strings.Contains(name, "E{ann, bob; 2}") {
			claims[at] = claim
		}
		if strings.Contains(name, "[L{all}") {
			claims[""] = claim
		}
	}
	short, long := claims["@1.0"], claims["@1.1"]
	short.Layers = short.Layers[:1]
	long.Layers[2] = long.Layers[1]
	long.Set = long.Layers[1] ^ 1
	claims[""].Set = long.Set
	if err := certify.Check(t.Context(), c, cert, nil); err == nil || !strings.Contains(err.Error(), "something leads into the set from outside") {
		t.Errorf("a wrong verdict: %v", err)
	}
}

// What is asked by the state is claimed of those whom it may ask: of others nothing may be recorded.
func TestWhoMayBeAsked(t *testing.T) {
	c := load(t, "asked.yaml", `
types: {Player: [ann, bob]}
vars: {turn: Player, coin: bool, told: bool}
init: "turn = ann & !told"
agents: {ann: {sees: [turn]}, bob: {sees: [turn, "if told then coin else none"]}, dealer: {sees: []}}
recall: perfect
actions:
  tell: {when: "!told & !K{turn} coin & !K{turn} !coin", then: {told: "true", turn: bob}}
  pass: {when: told, then: {turn: ann}}
check: [{id: q, formula: "AX KW{turn} coin", expect: holds}]
`).Checks[0]
	var b bytes.Buffer
	if err := certificate.Write(t.Context(), &b, c, expected(c), encode.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := check(t.Context(), c, b.Bytes()); err != nil {
		t.Error(err)
	}
}

// What is asked about time alone is claimed in more worlds than are reached, where these are
// fewer nodes: of the full deck of Eleusis, without how many cards there are in each hand.
func TestMoreWorldsThanAreReached(t *testing.T) {
	if testing.Short() {
		t.Skip("52 cards are dealt")
	}
	text, err := os.ReadFile("../testdata/large/eleusis-52.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range load(t, "eleusis-52.yaml", string(text)).Checks {
		if c.ID != "complete" {
			continue
		}
		var b bytes.Buffer
		if err := certificate.Write(t.Context(), &b, c, expected(c), encode.Options{}); err != nil {
			t.Fatal(err)
		}
		// What is reached has hundreds of thousands, for 26 cards are counted in each of two hands.
		if cert, err := certify.Read(&b); err != nil || len(cert.Gates) > 20_000 {
			t.Errorf("%v: more worlds than are reached are more than 20,000 gates", err)
		}
	}
}

// That somebody does not know which of many values something has takes two functions to worlds with different ones.
func TestTwoWorldsOfManyValues(t *testing.T) {
	suite := load(t, "m.yaml", `
vars: {a: 0..40, b: "0..3?", far: bool}
init: [far -> a < 10]
agents: {i: {sees: [a > 20, far]}}
check:
  - {id: some-cell, formula: "!KV{i} a", expect: holds}
  - {id: optional, formula: "!KV{i} b", expect: holds}
  - {id: sums, formula: "(!far -> !KV{i} (a / 7)) & !KV{i} (if b = none then 0 else b)", expect: holds}
  - {id: where, some: "KV{i} (a / 10) & !KV{i} a", expect: holds}
`)
	for _, c := range suite.Checks {
		var b bytes.Buffer
		if err := certificate.Write(t.Context(), &b, c, expected(c), encode.Options{}); err != nil {
			t.Fatal(err)
		}
		if err := check(t.Context(), c, b.Bytes()); err != nil {
			t.Errorf("%s: %v", c.Label, err)
		}
		cert, err := certify.Read(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		most := 0
		for _, claim := range cert.Claims {
			most = max(most, len(claim.Witnesses))
		}
		if most != 2 {
			t.Errorf("%s: there are %d functions", c.Label, most)
		}
	}
}
