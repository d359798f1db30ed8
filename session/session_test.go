package session

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/models"
)

// request is answered by a T, which has to be what comes over the wire.
func request[T any](t *testing.T, s *Session, r Request) T {
	t.Helper()
	answer, err := ask[T](t, s, r)
	if err != "" {
		t.Fatalf("%s: %s", r.Op, err)
	}
	return answer
}

func ask[T any](t *testing.T, s *Session, r Request) (answer T, failure string) {
	t.Helper()
	var last Reply
	s.Do(context.Background(), r, func(r Reply) { last = r })
	if !last.Done {
		t.Fatalf("%s: there is no last reply", r.Op)
	}
	if last.Error != "" {
		return answer, last.Error
	}
	wire, err := json.Marshal(last.Answer)
	if err == nil {
		err = json.Unmarshal(wire, &answer)
	}
	if err != nil {
		t.Fatalf("%s: %v", r.Op, err)
	}
	return answer, ""
}

// opened is a session with a text, or a model of the library.
func opened(t *testing.T, r Request) *Session {
	t.Helper()
	s := New(Options{BugDir: t.TempDir()})
	r.Op = "load"
	request[Document](t, s, r)
	return s
}

// begin stands in the first initial state with a condition.
func begin(t *testing.T, s *Session, at string) Place {
	t.Helper()
	return request[Place](t, s, Request{Op: "walk", Path: &Path{Start: at}})
}

func labels(p Place) string {
	var all []string
	for _, s := range p.Steps {
		all = append(all, s.Label)
	}
	return strings.Join(all, " ")
}

// Hexa (van Ditmarsch): three players, three cards; six deals, four after one says that she
// does not have white, two after two cannot win.
func TestWalkOfHexa(t *testing.T) {
	s := opened(t, Request{Name: "hexa"})
	if d := request[Document](t, s, Request{Op: "load", Name: "hexa"}); !slices.Equal(d.Cards, []string{"red", "white", "blue"}) {
		t.Errorf("cards %q", d.Cards)
	}
	starts := request[Starts](t, s, Request{Op: "start"})
	if starts.Count != "6" || len(starts.Listed) != 6 {
		t.Fatalf("%s initial states, %d listed", starts.Count, len(starts.Listed))
	}
	p := begin(t, s, "holds[one] = red & holds[two] = white")
	if p.State.Get("holds") == nil || len(p.Agents) != 3 {
		t.Fatalf("%+v", p)
	}
	if !slices.Contains(p.Tellings, "nocard(one, white)") || slices.Contains(p.Tellings, "nocard(one, red)") {
		t.Errorf("what can be said: %q", p.Tellings)
	}
	count := func(p Place, agent, want string) Worlds {
		t.Helper()
		w := request[Worlds](t, s, Request{Op: "worlds", Place: p.ID, Agent: agent})
		if w.Count != want {
			t.Errorf("after %v %s considers %s worlds possible, not %s (%s)", p.Path.Moves, agent, w.Count, want, w.Why)
		}
		return w
	}
	known := func(p Place, formula, want string) Known {
		t.Helper()
		k := request[Known](t, s, Request{Op: "know", Place: p.ID, Formula: formula})
		if k.Verdict != want {
			t.Errorf("after %v %s is %s, not %s (%s)", p.Path.Moves, formula, k.Verdict, want, k.Reason)
		}
		return k
	}
	if w := count(p, "one", "2"); !w.List[0].Actual || w.List[1].Actual {
		t.Errorf("the actual world is not the first: %+v", w.List)
	}
	if g := request[Graph](t, s, Request{Op: "graph", Place: p.ID}); len(g.Worlds) != 6 || !g.All || len(g.Agents) != 3 {
		t.Errorf("the graph has %d worlds: %+v", len(g.Worlds), g)
	}
	known(p, "K{three} holds[one] = red", "fails")
	told := request[Place](t, s, Request{Op: "take", Place: p.ID, Announce: "nocard(one, white)"})
	if told.Parent != p.ID || !told.Told {
		t.Errorf("%+v", told)
	}
	count(told, "one", "2")
	count(told, "two", "2")
	count(told, "three", "1")
	if g := request[Graph](t, s, Request{Op: "graph", Place: told.ID}); len(g.Worlds) != 4 {
		t.Errorf("the graph has %d worlds", len(g.Worlds))
	}
	known(told, "K{three} holds[one] = red", "holds")
	if k := known(told, "K{two} holds[one] = red", "fails"); k.Run == nil || k.Run.Epistemic == nil {
		t.Errorf("no evidence: %+v", k)
	}
	why := request[Why](t, s, Request{Op: "why", Place: told.ID, Agent: "two", Formula: "holds[one] = red"})
	if why.Verdict != "fails" || why.State == nil || why.State.Condition() != "holds[one] = blue & holds[two] = white & holds[three] = red" {
		t.Errorf("why: %+v", why)
	}
	// One can say what she knows: which cards she does not have, and not which ones others have.
	says := request[Says](t, s, Request{Op: "says", Place: p.ID, Agent: "one"}).List
	for text, want := range map[string]bool{"nocard(one, white)": true, "nocard(one, red)": false, "nocard(two, red)": true, "nocard(two, blue)": false, "showcard(one, two, red)": true} {
		if slices.Contains(says, text) != want {
			t.Errorf("%s can be said by one: %v\n%q", text, !want, says)
		}
	}
	if _, err := ask[Place](t, s, Request{Op: "take", Place: p.ID, Announce: "nocard(two, white)"}); !strings.Contains(err, "cannot be said") {
		t.Errorf("what is not true was announced: %s", err)
	}
	// Going back is standing at the parent; the other branch is still there.
	back := request[Place](t, s, Request{Op: "look", Place: told.Parent})
	if back.ID != p.ID {
		t.Errorf("%+v", back)
	}
	if again := request[Place](t, s, Request{Op: "take", Place: p.ID, Announce: "nocard(one, white)"}); again.ID != told.ID {
		t.Errorf("the same announcement led to place %d and %d", told.ID, again.ID)
	}
	// What is exported says the same when it is checked.
	x := request[Export](t, s, Request{Op: "export", Place: told.ID, Formula: "K{three} holds[one] = red"})
	if got := verdicts(t, opened(t, Request{Text: x.Text})); got != "at-the-end holds" {
		t.Errorf("%s\n%s", got, x.Text)
	}
}

// verdicts are those of all checks of a session.
func verdicts(t *testing.T, s *Session) string {
	t.Helper()
	var all []string
	s.Do(context.Background(), Request{Op: "check"}, func(r Reply) {
		if r.Error != "" {
			t.Error(r.Error)
		}
		if r.Result != nil {
			all = append(all, r.Result.ID+" "+string(r.Result.Verdict))
		}
	})
	return strings.Join(all, ", ")
}

// What cannot be taken is told apart from what can, also where names are those of several: abc is a and bc, or ab and c.
func TestBlockedStepsWithOneName(t *testing.T) {
	s := opened(t, Request{Text: `
types: {A: [a, ab], B: [bc, c], Pair: {record: {x: A, y: B}, names: "{x}{y}"}}
vars: {played: bool}
actions:
  play(p in Pair): {when: "p.x = a & p.y = bc", then: {played: "true"}}
check: [{id: goes-on, formula: "EF played"}]
`})
	blocked, count := begin(t, s, "").Blocked, 0
	for _, b := range blocked {
		count += b.Count
	}
	if count != 3 {
		t.Errorf("blocked: %+v, want three of four pairs", blocked)
	}
}

// The lamp: steps, what stops others, and a state that is looked for.
func TestWalkOfALamp(t *testing.T) {
	text := `
vars: {lit: bool, switched: 0..3}
init: "!lit & switched = 0"
agents: {ann: {sees: [lit]}, bob: {sees: []}}
actions:
  switch: {when: ["switched < 2 & true"], then: {lit: "!lit", switched: switched + 1}}
  rest(n in 1..3): {when: ["lit | switched > 0", "n > switched"], then: {switched: n}}
recall: perfect
check: [{id: goes-on, formula: "EF (lit & switched = 3)"}]
`
	s := opened(t, Request{Text: text})
	p := begin(t, s, "")
	if got := labels(p); got != "switch" {
		t.Errorf("steps %s", got)
	}
	if b := p.Blocked; len(b) != 1 || b[0].Action != "rest" || b[0].Because != "lit | switched > 0" || b[0].Count != 3 || strings.Join(b[0].Args, " ") != "1 2 3" {
		t.Errorf("blocked: %+v", b)
	}
	p = request[Place](t, s, Request{Op: "take", Place: p.ID, Step: "switch"})
	if got := labels(p); got != "switch rest(2) rest(3)" {
		t.Errorf("steps %s", got)
	}
	if b := p.Blocked; len(b) != 1 || b[0].Because != "n > switched" || b[0].Count != 1 {
		t.Errorf("blocked: %+v", b)
	}
	found := request[Place](t, s, Request{Op: "find", Place: p.ID, Formula: "lit & switched = 3"})
	if len(found.Path.Moves) != 2 || found.Path.Moves[1].Step != "rest(3)" {
		t.Errorf("found by %+v", found.Path)
	}
	if _, err := ask[Place](t, s, Request{Op: "find", Place: found.ID, Formula: "!lit & switched = 0"}); !strings.Contains(err, "no run") {
		t.Error(err)
	}
	if x := request[Export](t, s, Request{Op: "export", Place: found.ID}); !strings.HasPrefix(x.Text, "# the document was changed") {
		t.Errorf("of a text that no file has:\n%s", x.Text)
	}
	if got := verdicts(t, s); got != "goes-on holds" {
		t.Error(got)
	}
}

// Documents read no file that the session was not given.
func TestNothingElseIsRead(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret.yaml")
	if err := os.WriteFile(secret, []byte("vars: {x: bool}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := New(Options{Files: map[string]string{"mine.yaml": "use: ./base.yaml\n", "base.yaml": "vars: {y: bool}\n"}, First: "mine.yaml"})
	if d := request[Document](t, s, Request{Op: "load"}); d.Name != "mine" {
		t.Errorf("%+v", d)
	}
	for _, r := range []Request{{Name: secret}, {Text: "use: " + secret + "\n"}, {Text: "use: ../../../etc/passwd\n"}} {
		r.Op = "load"
		if d, err := ask[Document](t, s, r); err == "" {
			t.Errorf("%+v was loaded: %+v", r, d)
		}
	}
}

// One finds the same number of worlds possible by listing them and by diagrams, after steps, with
// joint steps and behind knowledge actions.
func TestLargeAsSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and in one goroutine")
	}
	joint, err := os.ReadFile("../testdata/specs/joint.yaml")
	if err != nil {
		t.Fatal(err)
	}
	told, joined := 0, 0
	for _, doc := range []Request{
		{Name: "eleusis", Recall: "perfect", Params: map[string]string{"laws": "[parity, match]", "moves": "2"}},
		{Name: "eleusis", Recall: "perfect", Params: map[string]string{"laws": "[parity, match]", "moves": "2", "rejected": "hidden", "hands": "private"}},
		{Name: "eleusis", Recall: "clock", Params: map[string]string{"laws": "[parity, match]", "moves": "2"}},
		{Name: "eleusis", Params: map[string]string{"laws": "[parity, match]", "moves": "2"}},
		{Name: "mars-robot", Recall: "perfect"},
		{Text: string(joint), Recall: "none"},
		{Text: string(joint), Recall: "clock"},
		{Name: "hexa"}, {Name: "russian-cards"}, {Name: "muddy-children"}, {Name: "aces-eights"}, {Name: "shown-twice"},
	} {
		s := opened(t, doc)
		p := begin(t, s, "")
		for n := 0; n < 5; n++ {
			at, err := s.place(s.doc, p.ID)
			if err != nil {
				t.Fatal(err)
			}
			small, err := at.stand(context.Background())
			if err != nil {
				t.Logf("%v after %d steps: %v", doc, n, err)
				break
			}
			for i, a := range at.doc.model.Agents {
				if !small.system.Informed(small.system.Model().Agents[i]) {
					continue
				}
				confused := small.system.At(small.world).Confused(small.system.Model().Agents[i])
				states := map[string]bool{}
				for _, w := range confused {
					states[explicit.ShowState(at.doc.model, small.system.States()[w])] = true
				}
				large, err := at.largeWorlds(context.Background(), a, 3)
				if err != nil {
					t.Fatal(err)
				}
				want := len(confused)
				if large.Of == "states" {
					want = len(states)
				}
				switch {
				case large.Why != "":
					t.Logf("%v after %d steps: %s", doc, n, large.Why)
					continue
				case large.Count != fmt.Sprint(want):
					t.Errorf("%v: after %v %s considers %d %s possible, by diagrams %s", doc, p.Path.Moves, a.Name, want, large.Of, large.Count)
				}
				if p.Told {
					told++
				}
				if at.doc.model.Joint && n > 0 {
					joined++
				}
			}
			if doc.Recall == "perfect" && n > 1 {
				parts := strings.Split(p.State.Condition(), " & ")
				for i, a := range at.doc.model.Agents {
					believes(t, s, p, a.Name.String(), parts[(11*n+5*i)%len(parts)])
				}
			}
			if doc.Recall == "perfect" && n == 1 { // everybody is told a part of the state
				parts := strings.Split(p.State.Condition(), " & ")
				p = request[Place](t, s, Request{Op: "take", Place: p.ID, Announce: "L{all} ?(" + parts[7%len(parts)] + ")"})
				continue
			}
			if len(p.Tellings) > 0 {
				next, failed := ask[Place](t, s, Request{Op: "take", Place: p.ID, Announce: p.Tellings[(3*n)%len(p.Tellings)]})
				if failed != "" { // in several ways
					break
				}
				p = next
				continue
			}
			if len(p.Steps) == 0 {
				break
			}
			p = request[Place](t, s, Request{Op: "take", Place: p.ID, Step: p.Steps[n%len(p.Steps)].Label, At: p.Steps[n%len(p.Steps)].State})
		}
	}
	if t.Logf("%d compared behind knowledge actions, %d behind joint steps", told, joined); told < 20 || joined < 4 {
		t.Error("too little was compared")
	}
}

// believes compares what is known where worlds can be listed with what is told of the states that
// agents consider possible, as where they cannot.
func believes(t *testing.T, s *Session, p Place, agent, fact string) {
	t.Helper()
	at, err := s.place(s.doc, p.ID)
	if err != nil {
		t.Fatal(err)
	}
	subject, _, _ := strings.Cut(fact, " = ")
	for _, f := range []string{"K{" + agent + "} " + fact, "KW{" + agent + "} " + fact, "S{" + agent + "} !(" + fact + ")", "KV{" + agent + "} " + subject, fact + " -> !K{" + agent + "} !(" + fact + ")"} {
		k, failed := ask[Known](t, s, Request{Op: "know", Place: p.ID, Formula: f})
		listed := s.doc.small
		s.doc.small, s.doc.tooLarge, s.doc.tooLargeAt = smallWorlds{}, &explicit.TooLarge{}, 0
		b, other := at.believed(context.Background(), f)
		s.doc.small, s.doc.tooLarge = listed, nil
		if b == nil {
			continue
		}
		if failed != "" || k.Verdict != b.Verdict {
			t.Errorf("after %v %s is %s (%s), by belief %s", p.Path.Moves, f, k.Verdict, failed, b.Verdict)
		}
		if strings.HasPrefix(f, "K{") && b.Verdict == "fails" && (other == nil || slices.Contains(strings.Split(other.Condition(), " & "), fact)) {
			t.Errorf("after %v %s fails: %s shows nothing", p.Path.Moves, f, other.Condition())
		}
		believed++
	}
}

// believed counts comparisons.
var believed int

// The full deck of Eleusis: initial states are drawn, not listed.
func TestFullDeck(t *testing.T) {
	s := opened(t, Request{Text: fullDeck})
	starts := request[Starts](t, s, Request{Op: "start", Most: 3, Draw: true, Seed: 7})
	if starts.Count != "670481856545836608" || len(starts.Listed) != 3 { // 2 * 52 * 51 * C(50, 25)
		t.Fatalf("%s initial states, %d listed", starts.Count, len(starts.Listed))
	}
	p := begin(t, s, starts.Listed[1].Condition)
	if p.State.Condition() != starts.Listed[1].Condition || len(p.Steps) != 25 {
		t.Fatalf("%d steps from\n%s", len(p.Steps), p.State.Condition())
	}
	p = request[Place](t, s, Request{Op: "take", Place: p.ID, Step: p.Steps[3].Label})
	p = request[Place](t, s, Request{Op: "take", Place: p.ID, Step: p.Steps[0].Label})
	held := "" // some card of bob
	for _, part := range strings.Split(p.State.Condition(), " & ") {
		if strings.HasSuffix(part, "] = bob") {
			held = part[len("place["):strings.Index(part, "]")]
		}
	}
	w := request[Worlds](t, s, Request{Op: "worlds", Place: p.ID, Agent: "bob", Most: 4})
	if w.Why != "" || w.Count == "" || len(w.List) == 0 {
		t.Errorf("%+v", w)
	}
	if k := request[Known](t, s, Request{Op: "know", Place: p.ID, Formula: "KV{alice} law <-> KV{bob} law"}); k.Verdict != "holds" || k.Route != byBelief {
		t.Errorf("%+v", k)
	}
	if w := request[Why](t, s, Request{Op: "why", Place: p.ID, Agent: "alice", Formula: "place[" + held + "] = bob"}); w.Verdict != "fails" || w.State == nil {
		t.Errorf("%+v", w)
	}
}

const fullDeck = `
use: eleusis
with: {values: 13, suits: 4, deal: none, hand: 25, laws: [parity, match], moves: 3, threshold: 7, first: alice, hands: private}
recall: perfect
`

// A place that is written down is found again, in all models of the library and all specs that
// are shipped: the texts of states are conditions that pick them.
func TestPlacesAreFoundAgain(t *testing.T) {
	docs := map[string]Request{}
	for _, name := range models.Names() {
		docs[name] = Request{Name: name}
	}
	files, err := filepath.Glob("../testdata/specs/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	all := map[string]string{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.ToSlash(f)] = string(text)
		docs[f] = Request{Name: filepath.ToSlash(f)}
	}
	for name, doc := range docs {
		if testing.Short() && strings.Contains(name, "/") {
			continue
		}
		s := New(Options{Files: all, BugDir: t.TempDir()})
		doc.Op = "load"
		if _, err := ask[Document](t, s, doc); err != "" {
			t.Errorf("%s: %s", name, err)
			continue
		}
		starts, failed := ask[Starts](t, s, Request{Op: "start", Draw: true, Seed: 1, Most: 1})
		if failed != "" || len(starts.Listed) == 0 {
			t.Errorf("%s: no initial state: %s", name, failed)
			continue
		}
		p := begin(t, s, starts.Listed[0].Condition)
		for range 3 {
			if p.Still != "" {
				t.Logf("%s: %s", name, p.Still)
			}
			if len(p.Steps) == 0 {
				break
			}
			step := p.Steps[len(p.Steps)/2]
			p = request[Place](t, s, Request{Op: "take", Place: p.ID, Step: step.Label, At: step.State})
		}
		again, err := ask[Place](t, s, Request{Op: "walk", Path: &p.Path})
		if err != "" || again.ID != p.ID {
			t.Errorf("%s: place %d is %d again: %s", name, p.ID, again.ID, err)
		}
	}
}

// What agents know by formulas is what is so in all worlds that are listed for them: two ways to
// the same, over walks with steps and announcements.
func TestKnownIsWhatAllListedWorldsSay(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and in one goroutine")
	}
	believed = 0
	const seed = 5
	t.Logf("seed %d", seed)
	for _, doc := range []Request{
		{Name: "eleusis", Recall: "perfect", Params: map[string]string{"laws": "[parity, match]", "moves": "2"}},
		{Name: "eleusis", Recall: "perfect", Params: map[string]string{"laws": "[parity, match]", "moves": "2", "rejected": "hidden", "hands": "private", "player": "curious"}},
		{Name: "eleusis", Recall: "perfect", Params: map[string]string{"laws": "[parity, match, ace]", "moves": "3", "rejected": "hidden", "hands": "private"}},
		{Name: "eleusis", Recall: "clock", Params: map[string]string{"laws": "[parity, match]", "moves": "2", "hands": "private"}},
		{Name: "eleusis", Recall: "none", Params: map[string]string{"laws": "[parity, match]", "moves": "2"}},
		{Name: "mars-robot", Recall: "perfect"}, {Name: "coordinated-attack", Recall: "perfect"},
		{Name: "dining-cryptographers", Recall: "perfect"}, {Name: "bit-transmission", Recall: "perfect"},
		{Name: "hexa"}, {Name: "muddy-children"}, {Name: "twocards"}, {Name: "russian-cards"},
	} {
		r := rand.New(rand.NewPCG(seed, 0))
		s := opened(t, doc)
		starts := request[Starts](t, s, Request{Op: "start", Draw: true, Seed: seed, Most: 1})
		p := begin(t, s, starts.Listed[0].Condition)
		asked := 0
		for range 4 {
			for range 2 {
				agent := p.Agents[r.IntN(len(p.Agents))]
				if agent.Uninformed {
					continue
				}
				w := request[Worlds](t, s, Request{Op: "worlds", Place: p.ID, Agent: agent.Name, Most: 1 << 13})
				if w.Why != "" || fmt.Sprint(len(w.List)) != w.Count {
					continue
				}
				parts := strings.Split(w.List[r.IntN(len(w.List))].State.Condition(), " & ")
				fact := parts[r.IntN(len(parts))]
				all := "holds"
				for _, world := range w.List {
					if !slices.Contains(strings.Split(world.State.Condition(), " & "), fact) {
						all = "fails"
					}
				}
				k, failed := ask[Known](t, s, Request{Op: "know", Place: p.ID, Formula: "K{" + agent.Name + "} " + fact})
				if failed != "" || k.Verdict != all {
					t.Errorf("%s %s: after %v K{%s} %s is %s, and of the worlds listed it %s (%s %s)", doc.Name, doc.Recall, p.Path.Moves, agent.Name, fact, k.Verdict, all, failed, k.Reason)
				}
				asked++
				believes(t, s, p, agent.Name, fact)
			}
			next := Request{Op: "take", Place: p.ID}
			if len(p.Steps) > 0 {
				step := p.Steps[r.IntN(len(p.Steps))]
				next.Step, next.At = step.Label, step.State
			} else if len(p.Tellings) > 0 {
				next.Announce = p.Tellings[r.IntN(len(p.Tellings))]
			} else {
				break
			}
			on, failed := ask[Place](t, s, next)
			if failed != "" {
				t.Logf("%s: %+v: %s", doc.Name, next, failed)
				break
			}
			p = on
		}
		t.Logf("%s %s: %d asked, after %v", doc.Name, doc.Recall, asked, p.Path.Moves)
	}
	if believed < 60 {
		t.Errorf("only %d formulas were told by belief", believed)
	}
}

// Of a joint step each agent's part is told; checks that may come with a strategy are marked, and
// what the document wants to be shown is passed on.
func TestJointStepsAndStrategies(t *testing.T) {
	text, err := os.ReadFile("../testdata/specs/two-doors.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s := New(Options{})
	d := request[Document](t, s, Request{Op: "load", Text: string(text) + "  - {id: plain, formula: EF place = outside}\nshow: place\n"})
	for _, c := range d.Checks {
		if c.Strategic != (c.ID != "plain") {
			t.Errorf("%s: %v", c.ID, c.Strategic)
		}
	}
	if !slices.Equal(d.Show, []string{"place"}) {
		t.Errorf("shown: %q", d.Show)
	}
	p := begin(t, s, "true")
	if len(p.Steps) != 6 { // go(left), go(right) or obey, and call(left) or call(right)
		t.Errorf("steps: %s", labels(p))
	}
	for _, step := range p.Steps {
		if len(step.Parts) != 2 || step.Parts[0].By != "walker" || step.Parts[1].By != "guide" || step.Label != step.Parts[0].Does+" & "+step.Parts[1].Does {
			t.Errorf("%+v", step)
		}
	}
}

// Behind announcements in games with too many worlds to list: of the 3·10¹⁰ deals that a player of
// Cluedo considers possible those are left in which what was said is true, and whoever did not see
// which card was shown tells nothing of it.
func TestAnnouncementsInLargeGames(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and in one goroutine")
	}
	s := opened(t, Request{Name: "cluedo"})
	p := begin(t, s, "holder[mustard] = 1 & holder[plum] = 1 & holder[green] = 1 & holder[candlestick] = 2 & holder[peacock] = 3")
	count := func(p Place, agent string) string {
		t.Helper()
		w := request[Worlds](t, s, Request{Op: "worlds", Place: p.ID, Agent: agent, Most: 3})
		if w.Why != "" || len(w.List) == 0 || !w.List[0].Actual {
			t.Errorf("after %v: %+v", p.Path.Moves, w)
		}
		return w.Count
	}
	before := []string{count(p, "1"), count(p, "3")}
	told := request[Place](t, s, Request{Op: "take", Place: p.ID, Announce: "L{all} ?(holder[candlestick] = 2)"})
	if one := count(told, "1"); one == before[0] || one == "1" {
		t.Errorf("the announcement leaves %s of %s worlds", one, before[0])
	}
	if k := request[Known](t, s, Request{Op: "know", Place: told.ID, Formula: "K{1} holder[candlestick] = 2 & !K{1} holder[peacock] = 3"}); k.Verdict != "holds" {
		t.Errorf("%+v", k)
	}
	shown := request[Place](t, s, Request{Op: "take", Place: told.ID, Announce: "L{1, 3} ?(holder[peacock] = 3)"})
	if w := request[Worlds](t, s, Request{Op: "worlds", Place: shown.ID, Agent: "2"}); !strings.Contains(w.Why, "did not learn") {
		t.Errorf("%+v", w)
	}
	if a, b := count(told, "3"), count(shown, "3"); a != b {
		t.Errorf("who knew it learnt something: %s, %s", a, b)
	}
	if _, err := ask[Place](t, s, Request{Op: "take", Place: p.ID, Announce: "L{all} ?(holder[candlestick] = 3)"}); !strings.Contains(err, "cannot be said") {
		t.Errorf("what is not true was announced: %s", err)
	}
	if _, err := ask[Place](t, s, Request{Op: "take", Place: p.ID, Announce: "L{all} ?(K{1} holder[candlestick] = 2)"}); !strings.Contains(err, "cannot be said") {
		t.Errorf("what is not known was announced: %s", err)
	}
	// The full deck, behind a step that is remembered.
	s = opened(t, Request{Text: fullDeck})
	p = begin(t, s, request[Starts](t, s, Request{Op: "start", Most: 1, Draw: true, Seed: 7}).Listed[0].Condition)
	p = request[Place](t, s, Request{Op: "take", Place: p.ID, Step: p.Steps[0].Label})
	var held string
	for _, part := range strings.Split(p.State.Condition(), " & ") {
		if strings.HasSuffix(part, "] = bob") {
			held = part
		}
	}
	known := func(p Place, want string) {
		t.Helper()
		if k := request[Known](t, s, Request{Op: "know", Place: p.ID, Formula: "K{alice} " + held}); k.Verdict != want || k.Route != byBelief {
			t.Errorf("after %v: %+v", p.Path.Moves, k)
		}
	}
	known(p, "fails")
	told = request[Place](t, s, Request{Op: "take", Place: p.ID, Announce: "L{all} ?(" + held + ")"})
	known(told, "holds")
	count(told, "alice")
	known(request[Place](t, s, Request{Op: "take", Place: told.ID, Step: told.Steps[0].Label}), "holds")
	if w := request[Worlds](t, s, Request{Op: "worlds", Place: request[Place](t, s, Request{Op: "take", Place: told.ID, Announce: "L{alice} ?(" + held + ")"}).ID, Agent: "alice"}); !strings.Contains(w.Why, "too many worlds") {
		t.Errorf("%+v", w)
	}
}
