package explain

import (
	"bytes"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/report"
)

// Routes stand in both forms: for people the name of a check once, in JSON a list that
// is empty where nothing is known.
func TestRoutes(t *testing.T) {
	x := &Explanation{Spec: "s.yaml", States: new(report.Number), InitStates: new(report.Number), Checks: []Check{
		{ID: "safe", Routes: []Route{
			{Name: "bounded refutation", Theorem: "Biere et al. 1999", Why: "time alone"},
			{Name: "reachable states", Theorem: "Emerson and Clarke 1980", Why: "always"},
		}},
		{ID: "live", Routes: []Route{}},
	}}
	var text, doc bytes.Buffer
	if err := x.WriteText(&text, false); err != nil {
		t.Fatal(err)
	}
	if want := "are tried\n  safe  bounded refutation, reachable states\n\n"; !strings.Contains(text.String(), want) {
		t.Errorf("got %s", text.String())
	}
	text.Reset()
	if err := x.WriteText(&text, true); err != nil {
		t.Fatal(err)
	}
	want := `
routes to a verdict, in the order in which they are tried
  safe  bounded refutation  time alone  Biere et al. 1999
        reachable states    always      Emerson and Clarke 1980
`
	if !strings.Contains(text.String(), want) {
		t.Errorf("got %s", text.String())
	}
	if err := x.WriteJSON(&doc); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"theorem": "Biere et al. 1999"`, "\"id\": \"live\",\n      \"routes\": []"} {
		if !strings.Contains(doc.String(), want) {
			t.Errorf("%s is not in %s", want, doc.String())
		}
	}
	x.Checks = x.Checks[1:]
	text.Reset()
	if err := x.WriteText(&text, true); err != nil || strings.Contains(text.String(), "routes") {
		t.Errorf("%v: %s", err, text.String())
	}
}
