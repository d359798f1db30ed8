package decide

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/replay"
	"github.com/epibdd/epibdd/explicit/show"
	"github.com/epibdd/epibdd/internal/randmodel"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// TestPartsOfLayers decides random questions by some parts of the layers of histories, and by all
// histories of as many steps as it takes: the answers agree, and what shows them is replayed.
func TestPartsOfLayers(t *testing.T) {
	for name, write := range map[string]func(seed uint64) string{
		"interleaved": func(seed uint64) string { return careful(seed, false) },
		"joint":       func(seed uint64) string { return careful(seed, true) },
		"told":        told,
	} {
		t.Run(name, func(t *testing.T) {
			tally := map[string]int{}
			for _, seed := range seeds(t, *pairs/10, 20) {
				suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), write(seed))
				if err != nil {
					tally["refused"]++
					continue
				}
				for _, chk := range suite.Checks {
					comparePartsOfLayers(t, seed, chk, tally)
				}
			}
			t.Logf("%v", tally)
			if tally["decided by parts alone"] < tally["asked"]/200 {
				t.Errorf("only %d of %d questions were decided by parts of layers where whole ones leave them open: the test tests little", tally["decided by parts alone"], tally["asked"])
			}
		})
	}
}

// careful is a document about agents who remember, in which hardly anything goes wrong.
func careful(seed uint64, joint bool) string {
	return randmodel.Document(rand.New(rand.NewPCG(seed, 6)), randmodel.Options{Checks: perDocument, Joint: joint, Recall: "perfect", Risky: -1})
}

// told is a document about two who learn in three rounds, by what can be chosen and what they see of
// it, of bits that are hidden.
func told(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 7))
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	sight := func() string {
		return pick("[a, last]", "[b, last]", "[last, n]", "[last]", `["last = 1", n]`, `["a = b", last]`)
	}
	seen := pick("", "", "", "    seen: {all: [x]}\n", "    seen: {ann: [x], bob: [\"x = 1\"]}\n", "    seen: {all: [\"x > 0\"]}\n")
	text := fmt.Sprintf(`
vars: {a, b: bool, n: 0..3, last: 0..3}
init: [n = 0, last = 0%s]
agents: {ann: {sees: %s}, bob: {sees: %s}}
actions:
  tell(x in 0..3):
    when: ["n < 3", %q]
    then: {n: n + 1, last: x, b: %q}
%srecall: perfect
check:
`, pick("", ", a | b", ", a -> b"), sight(), sight(), pick("a -> x != 1", "x = 1 -> a = b", "a | x > 1", "x = 2 -> !b", "true"), pick("b", "b", "b != (x = 3)", "a & b"), seen)
	fact := func() string { return pick("a", "b", "(a = b)", "(a | !b)") }
	know := func() string {
		return pick("K{ann} ", "K{bob} ", "KW{ann} ", "KW{bob} ", "!K{ann} ", "S{bob} ", "K{ann} K{bob} ", "!KW{bob} KW{ann} ") + fact()
	}
	for k := range perDocument {
		p, q := know(), know()
		shape := pick("EF (P)", "AF (P)", "EG (P)", "AG (P)", "E[P U Q]", "A[P U Q]", "EF (P & EX Q)", "AF (P | AX Q)", "EF (P & AG Q)", "EX (P) & EF (Q)")
		text += fmt.Sprintf("  - {id: c%d, %s: %q}\n", k, pick("formula", "some"), strings.NewReplacer("P", p, "Q", q).Replace(shape))
	}
	return text
}

func comparePartsOfLayers(t *testing.T, seed uint64, chk *spec.Check, tally map[string]int) {
	endless := *chk
	endless.Depth = spec.AutoDepth
	p := spec.ProfileOf(&endless, "")
	if ok, _ := apart(p); !ok || p.Static {
		return
	}
	tally["asked"]++
	starts, err := explicit.Unroll(chk.Model, chk.Recall, chk.Runs, spec.NoSteps, explicit.Options{})
	if err != nil {
		return
	}
	room := explicit.Options{MaxStates: len(starts.States())*int(1+seed%3) + int(seed%11)}
	decide := func(asked []*spec.Agent) (*explicit.System, explicit.Answer, error) {
		o := room
		o.Asked = asked
		sys, err := explicit.Unroll(chk.Model, chk.Recall, chk.Runs, spec.AutoDepth, o)
		if err != nil {
			return nil, explicit.Answer{}, err
		}
		a, err := sys.Check(&endless)
		return sys, a, err
	}
	sys, got, err := decide(p.Memories)
	if err != nil || got.Open {
		return
	}
	want, err := explicit.Decide(chk, explicit.Options{MaxStates: 1000, MaxWork: 1 << 19})
	switch {
	case errors.As(err, new(*explicit.TooLarge)):
		tally["too large"]++
	case err != nil: // something goes wrong in histories that were not looked at
		tally["wrong elsewhere"]++
	case want.Open:
		tally["open otherwise"]++
	case got.Holds != want.Holds || fmt.Sprint(got.Least) != fmt.Sprint(want.Least):
		t.Errorf("seed %d, %s: parts of layers say %v %v, all histories %v %v\n%s", seed, chk.ID, got.Holds, got.Least, want.Holds, want.Least, chk.Text)
	default:
		tally["agreed"]++
	}
	if _, whole, err := decide(nil); err == nil && whole.Open {
		tally["decided by parts alone"]++
	}
	if at := got.Shows; at != nil {
		run, err := show.Verdict(sys, &endless, at.Env, at.World, at.Holds)
		if errors.Is(err, show.ErrElsewhere) { // other routes show it
			tally["shown elsewhere"]++
			return
		}
		if err != nil {
			t.Errorf("seed %d, %s: %v\n%s", seed, chk.ID, err, chk.Text)
			return
		}
		a := &verdict.Answer{Verdict: verdict.Fails, Run: run, Depth: sys.Depth()}
		err = replayed(replay.NewReplayer(chk.Model, explicit.Options{MaxStates: 50_000, MaxClaim: 200}), &endless, a)
		if errors.As(err, new(*explicit.Fault)) || errors.As(err, new(*explicit.UndefinedIn)) {
			tally["wrong elsewhere"]++
		} else if err != nil {
			t.Errorf("seed %d, %s: %v\n%s\n%s", seed, chk.ID, err, chk.Text, outline(run))
		}
		tally["shown"]++
	}
}

// What is too much to be listed is not listed again for the next check of a model, and takes its turns
// as late as before.
func TestPartsOfLayersAreTriedOnce(t *testing.T) {
	const model = `
vars: {x: 0..9, y: 0..9, hidden: bool}
init: [x = 0, y = 0]
agents: {ann: {sees: [x]}}
actions:
  step(n, m in 0..9): {then: {x: n, y: m}}
recall: perfect
`
	for _, question := range []string{"formula: AX (K{ann} x = 0 | x != 0)", "formula: AG !K{ann} hidden"} {
		chk := parse(t, document(model, question)).Checks[0]
		system := func(ctx context.Context, chk *spec.Check) (*encode.System, error) {
			return encode.New(ctx, chk.Model, encode.Options{Asked: chk.Asked()})
		}
		tune := defaults
		tune.narrow.parts = 500
		meter := &symbolic.Meter{}
		d := Lazy(chk.Model, system, "", Options{Routes: verdict.RouteChoice{Only: "parts-of-layers"}, Meter: meter, tune: &tune})
		var listed []int64
		for range 2 {
			before := meter.Enumerated
			if _, err := d.Check(context.Background(), chk); err != nil {
				t.Fatal(err)
			}
			listed = append(listed, meter.Enumerated-before)
		}
		if listed[0] < 400 || listed[1] > 40 {
			t.Errorf("%s: %d parts of expressions are listed, which is too much, and then %d", question, listed[0], listed[1])
		}
	}
}
