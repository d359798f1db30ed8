package encode

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/encode/order"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
)

func orderOf(s *System) []string {
	var b strings.Builder
	if err := WriteOrder(s, &b); err != nil {
		panic(err)
	}
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

func parseOrder(t *testing.T, text string) order.File {
	t.Helper()
	o, errs := order.Parse(source.NewFile("o.txt", text))
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	return o
}

// TestOrderFile writes an order, shuffles it, and builds systems with it, on
// both engines: the order is the one asked for, and the answers are the same.
func TestOrderFile(t *testing.T) {
	m := load(t, dining, "n=6")
	plain := build(t, m)
	names := orderOf(plain)
	random := rand.New(rand.NewPCG(5, 5))
	for _, engine := range symbolic.Engines() {
		for range 5 {
			random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
			s, err := New(t.Context(), m, Options{
				Symbolic: symbolic.Options{Engine: engine},
				Order:    parseOrder(t, "# shuffled\n\n"+strings.Join(names, " # a cell\n")),
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := orderOf(s); !slices.Equal(got, names) {
				t.Errorf("%s: the order is %v, want %v", engine, got, names)
			}
			a, b := plain.Steps().Reach(plain.Init(), nil), s.Steps().Reach(s.Init(), nil)
			if x, y := plain.codes.Count(a), s.codes.Count(b); x.Cmp(y) != 0 {
				t.Errorf("%s: %v states in another order, %v before", engine, y, x)
			}
		}
	}
}

// TestPartOfAnOrder names some cells: the others follow those above them.
func TestPartOfAnOrder(t *testing.T) {
	const four = `
vars: {a: bool, b: bool, c: bool, d: bool}
init: "true"
`
	for _, k := range []struct{ file, want string }{
		{"", "a b c d"},
		{"d\na", "d a b c"},
		{"c\nb", "a c d b"},
		{"d", "a b c d"},
	} {
		s, err := New(t.Context(), load(t, four), Options{Order: parseOrder(t, k.file)})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(orderOf(s), " "); got != k.want {
			t.Errorf("%q gives %s, want %s", k.file, got, k.want)
		}
	}
}

func TestWrongOrder(t *testing.T) {
	_, errs := order.Parse(source.NewFile("o.txt", "payer\ncoin[1]\npayer\n"))
	if err := errs.Err(); err == nil || !strings.Contains(err.Error(), "o.txt:3:1") || !strings.Contains(err.Error(), "in line 1") {
		t.Errorf("a name twice: %v", err)
	}
	_, err := New(t.Context(), load(t, dining, "n=4"), Options{Order: parseOrder(t, "payer\n  coin[5] # too many\n")})
	var wrong *order.UnknownCell
	if !errors.As(err, &wrong) || !strings.Contains(err.Error(), `did you mean "coin[`) {
		t.Fatalf("an unknown name: %v", err)
	}
	if got := wrong.Diagnostic().Span.String(); got != "o.txt:2:3" {
		t.Errorf("the place is %s", got)
	}
}

// TestRegistersHaveNames looks for two cells of one name.
func TestRegistersHaveNames(t *testing.T) {
	s := buildTuned(t, load(t, `
types: {Big: 1..40}
vars: {f: array Big of bool}
init: "forall a in Big, b in Big: f[a] | f[b]"
`), small)
	names := orderOf(s)
	slices.Sort(names)
	if unique := slices.Compact(slices.Clone(names)); len(unique) != len(names) || !slices.Contains(names, "a Big, no. 2") {
		t.Errorf("the names are not unique, or there is no second register: %v", names)
	}
}

// TestBlocksHaveNames looks for two blocks of alternatives of one name, which an order that was written would name twice.
func TestBlocksHaveNames(t *testing.T) {
	suite, err := spec.Parse("t.yaml", `
vars: {x: array 0..5 of bool}
agents: {a: {sees: "x[0]"}, b: {sees: "x[1]"}}
check:
  - {id: one, formula: "[L{a, b} (L{a} ?x[0] | L{a} ?x[1]); L{a, b} (L{b} ?x[2] | L{b} ?x[3])] K{a} x[2]"}
  - {id: two, formula: "[L{a, b} (L{a} ?x[4] | L{a} ?x[1]); L{a, b} (L{b} ?x[5] | L{b} ?x[3])] K{b} x[2]"}
`)
	if err != nil {
		t.Fatal(err)
	}
	var o Options
	for _, c := range suite.Checks {
		o.Asked = append(o.Asked, c.Asked()...)
	}
	m := suite.Checks[0].Model
	s, err := New(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	names := orderOf(s)
	if !slices.Contains(names, "alternative 2, no. 2") {
		t.Errorf("no two actions are the second one: %q", names)
	}
	slices.Reverse(names)
	o.Order = parseOrder(t, strings.Join(names, "\n"))
	again, err := New(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	if got := orderOf(again); !slices.Equal(got, names) {
		t.Errorf("the order is %q, want %q", got, names)
	}
}
