package report

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// randomBranches are what may be seen up to a depth.
func randomBranches(r *rand.Rand, depth int) []Branch {
	var all []Branch
	for i := range 1 + r.IntN(4) {
		b := Branch{Seen: Object{{Name: "x<y", Value: fmt.Sprint(i)}}, Worlds: 1}
		if b.Done = depth == 0 || r.IntN(4) == 0; !b.Done {
			b.Next = randomBranches(r, depth-1)
			if r.IntN(5) > 0 {
				b.Does = fmt.Sprintf("do(%d & %s)", r.IntN(9), strings.Repeat("long ", r.IntN(30)))
			}
		}
		all = append(all, b)
	}
	return all
}

// Boxes of a drawn plan do not overlap, and a drawing is well-formed.
func TestDrawnPlansDoNotOverlap(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 1))
		run := &Run{Plans: []*Plan{{By: []string{"ann"}, Starts: randomBranches(r, 3)}, {By: []string{"ann"}, Starts: randomBranches(r, 2)}}}
		var out strings.Builder
		if err := run.WritePlanSVG(&out); err != nil {
			t.Fatal(err)
		}
		type box struct{ x, y, width, height float64 }
		var boxes []box
		var whole box
		for d := xml.NewDecoder(strings.NewReader(out.String())); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			e, ok := token.(xml.StartElement)
			if !ok || e.Name.Local != "svg" && e.Name.Local != "rect" {
				continue
			}
			of := map[string]float64{}
			for _, a := range e.Attr {
				of[a.Name.Local], _ = strconv.ParseFloat(a.Value, 64)
			}
			b := box{of["x"], of["y"], of["width"], of["height"]}
			switch {
			case e.Name.Local == "svg":
				whole = b
			case b.height > 0:
				boxes = append(boxes, b)
			}
		}
		for i, a := range boxes {
			if a.x < 0 || a.y < 0 || a.x+a.width > whole.width || a.y+a.height > whole.height {
				t.Fatalf("seed %d: %v stands outside of the drawing, %v", seed, a, whole)
			}
			for _, b := range boxes[:i] {
				if a.x < b.x+b.width && b.x < a.x+a.width && a.y < b.y+b.height && b.y < a.y+a.height {
					t.Fatalf("seed %d: %v and %v overlap", seed, a, b)
				}
			}
		}
		if len(boxes) < 4 {
			t.Fatalf("seed %d: %d boxes", seed, len(boxes))
		}
	}
}
