// Command compare answers random questions about random documents by diagrams, by enumeration
// from the definitions, and by certificates that a checker of its own accepts or refuses, for as
// long as one likes; and what plans cost as package slowplan does it besides:
//
//	go run ./internal/compare -seeds 1-100000 -note compare.json
//	go run ./internal/compare -seeds 1-10000 -plans
//	go run ./internal/compare -today 100
//
// With a note it goes on where it stopped. Where answers differ it prints the document, without
// the lines that do not matter, and in the end fails. -today takes seeds that are other ones each
// day, which are printed as all are.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/certificate"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/internal/certify"
	"github.com/epibdd/epibdd/internal/randmodel"
	"github.com/epibdd/epibdd/spec"
)

func main() {
	seeds := flag.String("seeds", "1-1000", "the first and the last seed")
	today := flag.Int("today", 0, "so many seeds of today instead")
	onPlans := flag.Bool("plans", false, "documents about plans alone")
	note := flag.String("note", "", "a file that says how far the work is")
	flag.Parse()
	debug.SetGCPercent(-1) // each question leaves much behind, and nothing is large
	debug.SetMemoryLimit(1 << 30)
	n := Note{Plans: *onPlans}
	if _, err := fmt.Sscanf(*seeds, "%d-%d", &n.First, &n.Last); err != nil || n.First > n.Last {
		fmt.Fprintln(os.Stderr, "compare: -seeds are the first and the last one, as in 1-1000")
		os.Exit(2)
	}
	if *today > 0 {
		n.First = uint64(time.Now().Unix()/86400) * 100_000
		n.Last = n.First + uint64(*today) - 1
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	wrong, err := run(ctx, n, *note, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(2)
	}
	if wrong > 0 {
		os.Exit(1)
	}
}

// Note says how far the work is.
type Note struct {
	First, Last, Next uint64
	Plans             bool // of documents about plans alone
	Tally             map[string]int
}

// block is how many seeds are worked on before a note is taken.
const block = 100

// run goes through the seeds, and returns how many answers differ.
func run(ctx context.Context, n Note, path string, out io.Writer) (wrong int, err error) {
	n.Next, n.Tally = n.First, map[string]int{}
	if text, err := os.ReadFile(path); path != "" && err == nil {
		var old Note
		if err := json.Unmarshal(text, &old); err != nil {
			return 0, err
		}
		if old.First == n.First && old.Last == n.Last && old.Plans == n.Plans {
			n = old
		}
	}
	fmt.Fprintf(out, "seeds %d to %d, from %d\n", n.First, n.Last, n.Next)
	for n.Next <= n.Last && ctx.Err() == nil {
		end := min(n.Next+block, n.Last+1)
		tally, found := together(ctx, n.Next, end, n.Plans)
		if ctx.Err() != nil {
			break
		}
		for k, v := range tally {
			n.Tally[k] += v
		}
		for _, f := range found {
			fmt.Fprint(out, f)
		}
		n.Next = end
		if path != "" {
			text, err := json.MarshalIndent(n, "", "  ")
			if err == nil {
				err = os.WriteFile(path, text, 0o666)
			}
			if err != nil {
				return 0, err
			}
		}
	}
	for _, k := range slices.Sorted(maps.Keys(n.Tally)) {
		fmt.Fprintf(out, "%8d %s\n", n.Tally[k], k)
	}
	return n.Tally["wrong"], nil
}

// together works on some seeds at once.
func together(ctx context.Context, from, to uint64, plans bool) (tally map[string]int, found []string) {
	tally = map[string]int{}
	var lock sync.Mutex
	var workers sync.WaitGroup
	queue := make(chan uint64)
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for seed := range queue {
				text := document(seed)
				if plans {
					text = planning(rand.New(rand.NewPCG(seed, 30)))
				}
				for _, d := range compare(ctx, text) {
					lock.Lock()
					tally[d.kind]++
					lock.Unlock()
					if d.kind != "wrong" {
						continue
					}
					small := shrunk(text, func(text string) bool {
						return slices.ContainsFunc(compare(ctx, text), func(e answer) bool { return e.kind == "wrong" && e.id == d.id })
					})
					lock.Lock()
					found = append(found, fmt.Sprintf("seed %d, %s: %s\n%s\n", seed, d.id, d.says, small))
					lock.Unlock()
				}
			}
		})
	}
	for seed := from; seed < to; seed++ {
		queue <- seed
	}
	close(queue)
	workers.Wait()
	return tally, found
}

// document is that of a seed: every kind in turn.
func document(seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 20))
	switch seed % 10 {
	case 0:
		return learning(rng, seed%20 == 0, seed%40 == 10)
	case 1:
		return randmodel.Document(rng, randmodel.Options{Joint: true, States: 100})
	case 2:
		return randmodel.Document(rng, randmodel.Options{Recall: "clock"})
	case 3:
		return randmodel.Document(rng, randmodel.Options{Recall: "perfect", AnyDepth: seed%30 == 3})
	case 4:
		return randmodel.Document(rng, randmodel.Options{Runs: "maximal", Risky: -1})
	case 5:
		return remembered(rng)
	case 6:
		return randmodel.Game(rng, randmodel.GameOptions{Checks: 8, Joint: rng.IntN(2) == 0, Fair: rng.IntN(5) == 0})
	case 7, 8:
		return planning(rng)
	}
	return randmodel.Document(rng, randmodel.Options{Turns: seed%20 == 19})
}

// learning is a document about knowledge actions, whose steps ask for what they tell, or without
// steps, and then of actions that are spelt in two ways or not.
func learning(rng *rand.Rand, steps, spelt bool) string {
	o := randmodel.LearningOptions{Joint: true, Spelt: spelt}
	if steps {
		o.Recall, o.Steps = []string{"clock", "perfect"}[rng.IntN(2)], []string{"", "joint"}[rng.IntN(2)]
		o.Depth, o.Checks, o.Asking = 2, 6, true
	}
	return randmodel.Learning(rng, o)
}

// planning is a document about what plans cost.
func planning(rng *rand.Rand) string {
	switch rng.IntN(7) {
	case 0:
		return randmodel.Planning(rng)
	case 5:
		return randmodel.Chancy(rng)
	case 1:
		return randmodel.Guessing(rng)
	case 2:
		return randmodel.Contingent(rng)
	case 3:
		return randmodel.Seeking(rng)
	case 6:
		return randmodel.Paying(rng)
	}
	return randmodel.Document(rng, randmodel.Options{Recall: "perfect", Plans: true, Joint: rng.IntN(3) == 0, Checks: 4})
}

// remembered is a game of members with memory, who often share what they observe.
func remembered(rng *rand.Rand) string {
	return randmodel.Game(rng, randmodel.GameOptions{Checks: 4, Joint: rng.IntN(2) == 0, Recall: []string{"clock", "perfect"}[rng.IntN(2)], Shared: rng.IntN(2) == 0})
}

// answer is what comes of one question.
type answer struct{ id, kind, says string }

// patience bounds one answer; what takes longer does not count. Nearly all take much less: a
// longer one gives a fiftieth more answers in twice the time.
const patience = time.Second / 4

// compare answers the questions of a document in every way.
func compare(ctx context.Context, text string) (all []answer) {
	suite, err := spec.Parse("random.yaml", text)
	if err != nil {
		return nil
	}
	doc, err := epibdd.Parse("random.yaml", text)
	if err != nil {
		return nil
	}
	dir, err := os.MkdirTemp("", "compare-*")
	if err != nil {
		return []answer{{"", "wrong", err.Error()}}
	}
	defer os.RemoveAll(dir)
	i, enumerated := 0, &enumeration{}
	for r, err := range doc.Check(ctx, epibdd.Options{Without: []string{"small-worlds"}, Limits: epibdd.Limits{Time: patience}, BugDir: dir, Jobs: 1}) {
		if err != nil || ctx.Err() != nil {
			return all
		}
		c := suite.Checks[i]
		i++
		if c.Kind == spec.PlanCheck {
			all = append(all, planned(ctx, c, r)...)
		} else {
			all = append(all, enumerated.judged(ctx, c, r))
		}
		if r.Verdict == epibdd.Holds || r.Verdict == epibdd.Fails {
			answer := certify.Answer{Holds: r.Verdict == epibdd.Holds}
			switch {
			case c.Kind == spec.CountCheck:
				answer.Count = r.Value
			case c.Kind == spec.PlanCheck:
				answer.Holds = false
				if !r.Plan.Worst.None {
					answer.Count = r.Plan.Worst.Upper.Num()
				}
			}
			all = append(all, certified(ctx, c, answer)...)
		}
	}
	return all
}

// enumeration answers the questions of a document from what was unrolled once for all that are
// asked about the same runs; what was too much to unroll is not tried again.
type enumeration struct {
	ctx  context.Context // of the question that is answered
	last runs
	s    *explicit.System
	err  error
	// stale: an interrupted question may have kept less than what is true in s
	stale bool
}

// runs are what a question is about.
type runs struct {
	model  *spec.Model
	recall spec.Recall
	runs   spec.Runs
	depth  int
	apart  bool // histories that look the same to all are kept apart, as shares ask
}

func (n *enumeration) unrolled(c *spec.Check) (*explicit.System, error) {
	asked := runs{c.Model, c.Recall, c.Runs, c.Depth, c.AsksShares()}
	if n.stale && n.err == nil || n.last != asked {
		o := explicit.Options{Apart: asked.apart, Interrupted: func() error { return n.ctx.Err() }}
		n.last, n.stale = asked, false
		n.s, n.err = explicit.Unroll(c.Model, c.Recall, c.Runs, c.Depth, o)
	}
	return n.s, n.err
}

// judged compares the answer of diagrams with that of enumeration.
func (n *enumeration) judged(ctx context.Context, c *spec.Check, r *epibdd.Result) answer {
	got := fmt.Sprint(r.Verdict)
	switch {
	case r.SavedTo != "":
		return answer{c.ID, "wrong", "a bug: " + r.Reason}
	case r.Verdict == epibdd.Unknown:
		return answer{c.ID, "unknown", ""}
	case r.Value != nil:
		got = r.Value.String()
	case c.Kind == spec.LeastCheck && r.Verdict != epibdd.Error:
		got = "none"
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	n.ctx = ctx
	defer func() { n.stale = n.stale || ctx.Err() != nil }()
	s, err := n.unrolled(c)
	want := "error"
	if err == nil {
		var a explicit.Answer
		if a, err = s.Check(c); err == nil {
			switch {
			case a.Open:
				return answer{c.ID, "open by enumeration", ""}
			case c.Kind == spec.CountCheck:
				want = fmt.Sprint(a.Count)
			case c.Kind == spec.LeastCheck && a.Least == nil:
				want = "none"
			case c.Kind == spec.LeastCheck:
				want = a.Least.String()
			default:
				want = map[bool]string{true: "holds", false: "fails"}[a.Holds]
			}
		}
	}
	remembers := c.Recall != "" && c.Recall != spec.NoRecall
	switch {
	case errors.As(err, new(*explicit.TooLarge)) || errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil:
		return answer{c.ID, "too much to enumerate", ""}
	case remembers && (got == "error" || want == "error"): // it depends on how far runs are followed
		return answer{c.ID, "errors with memory", ""}
	case got != want:
		return answer{c.ID, "wrong", fmt.Sprintf("diagrams say %s, enumeration %s", got, want)}
	}
	return answer{c.ID, "same by diagrams and enumeration", ""}
}

// certified writes a certificate of a verdict, and one of the opposite.
func certified(ctx context.Context, c *spec.Check, found certify.Answer) (all []answer) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for i, claimed := range []certify.Answer{found, certificate.Opposite(found)} {
		var b bytes.Buffer
		if err := certificate.Write(ctx, &b, c, claimed, encode.Options{}); err != nil {
			continue
		}
		cert, err := certify.Read(&b)
		if err == nil {
			err = certify.Check(ctx, c, cert, nil)
		}
		_, uncovered := certify.Uncovered(err)
		switch {
		case uncovered:
		case i > 0 && err == nil:
			all = append(all, answer{c.ID, "wrong", "the opposite of the verdict is certified"})
		case i > 0:
			all = append(all, answer{c.ID, "certificates of the opposite refused", ""})
		case err != nil:
			all = append(all, answer{c.ID, "wrong", "the verdict is not certified: " + err.Error()})
		default:
			all = append(all, answer{c.ID, "certified", ""})
		}
	}
	return all
}

// shrunk drops lines, many at a time and then one by one, as long as something is so.
func shrunk(text string, is func(string) bool) string {
	lines := strings.SplitAfter(text, "\n")
	for size := len(lines) / 2; size > 0; size /= 2 {
		for i := 0; i+size <= len(lines); {
			less := slices.Concat(lines[:i], lines[i+size:])
			if is(strings.Join(less, "")) {
				lines = less
			} else {
				i++
			}
		}
	}
	return strings.Join(lines, "")
}
