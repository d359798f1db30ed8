package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"html"
	"io"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// box is a box of a picture with the widest of its lines, in letters.
type box struct {
	title                    string
	left, top, right, bottom float64
	widest                   int
}

var numbers = regexp.MustCompile(`-?[0-9.]+,-?[0-9.]+`)

// boxesOf reads the boxes that Graphviz drew: groups of the class node, whose outline is the
// first path or polygon in them.
func boxesOf(t *testing.T, svg []byte) []box {
	t.Helper()
	var all []box
	inside := false
	var text strings.Builder
	var name string
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			name = e.Name.Local
			of := map[string]string{}
			for _, a := range e.Attr {
				of[a.Name.Local] = a.Value
			}
			if name == "g" {
				if inside = of["class"] == "node"; inside {
					all = append(all, box{})
				}
			}
			outline := of["d"] + of["points"]
			if last := len(all) - 1; inside && outline != "" && all[last].right == all[last].left {
				for i, p := range numbers.FindAllString(outline, -1) {
					x, y, _ := strings.Cut(p, ",")
					px, _ := strconv.ParseFloat(x, 64)
					py, _ := strconv.ParseFloat(y, 64)
					b := &all[last]
					if i == 0 {
						b.left, b.right, b.top, b.bottom = px, px, py, py
					}
					b.left, b.right, b.top, b.bottom = min(b.left, px), max(b.right, px), min(b.top, py), max(b.bottom, py)
				}
			}
			text.Reset()
		case xml.CharData:
			text.Write(e)
		case xml.EndElement:
			if last := len(all) - 1; inside && e.Name.Local == "text" {
				all[last].widest = max(all[last].widest, utf8.RuneCountInString(text.String()))
			} else if inside && e.Name.Local == "title" {
				all[last].title = text.String()
			}
			text.Reset()
		}
	}
}

// checkBoxes says where boxes overlap, or letters stand outside of their box.
func checkBoxes(t *testing.T, boxes []box) {
	t.Helper()
	const letter = 7.2 // width of a letter of Courier in 12 points
	for i, a := range boxes {
		if float64(a.widest)*letter > a.right-a.left+1 {
			t.Errorf("box %s is %.0f wide, and holds %d letters", a.title, a.right-a.left, a.widest)
		}
		for _, b := range boxes[:i] {
			if a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom {
				t.Errorf("boxes %s and %s overlap", a.title, b.title)
			}
		}
	}
}

var (
	lines   = regexp.MustCompile(`class="edge">\s*<title>(.*?)</title>(?s:.*?) d="([^"]*)"`)
	width   = regexp.MustCompile(`<svg width="(\d+)pt"`)
	letters = regexp.MustCompile(`font-size="([0-9.]+)"`)
)

// checkLines says which lines do not go from the middle of a box to that of another, or are drawn
// above one.
func checkLines(t *testing.T, svg string, boxes []box) {
	t.Helper()
	of := map[string]box{}
	for _, b := range boxes {
		of[b.title] = b
	}
	inMiddle := func(b box, point string) bool {
		x, y, _ := strings.Cut(point, ",")
		px, _ := strconv.ParseFloat(x, 64)
		py, _ := strconv.ParseFloat(y, 64)
		return math.Abs(px-(b.left+b.right)/2) <= 1 && math.Abs(py-(b.top+b.bottom)/2) <= 1
	}
	for _, l := range lines.FindAllStringSubmatch(svg, -1) {
		from, to, _ := strings.Cut(html.UnescapeString(l[1]), "--")
		points := numbers.FindAllString(l[2], -1)
		if first, last := points[0], points[len(points)-1]; !inMiddle(of[from], first) || !inMiddle(of[to], last) {
			t.Errorf("the line of %s and %s goes from %s to %s", from, to, first, last)
		}
	}
	if strings.LastIndex(svg, `class="edge"`) > strings.Index(svg, `class="node"`) {
		t.Error("a line is drawn above a box")
	}
}

// checkLegend says where the last text of a picture, which is in the legend, is too small to be
// read in the picture as a whole.
func checkLegend(t *testing.T, svg string) {
	t.Helper()
	wide, _ := strconv.ParseFloat(width.FindStringSubmatch(svg)[1], 64)
	size := 0.0
	for _, m := range letters.FindAllStringSubmatch(svg, -1) {
		x, _ := strconv.ParseFloat(m[1], 64)
		size = max(size, x)
	}
	if wide > 110*size {
		t.Errorf("a legend in letters of %.0f points in a picture that is %.0f wide", size, wide)
	}
}

// Boxes do not overlap, in the pictures of all models that can be drawn, lines reach them, and the
// legend can be read.
func TestPicturesOfModelsDoNotOverlap(t *testing.T) {
	files, err := filepath.Glob("../../models/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	specs, err := filepath.Glob("../../testdata/specs/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	short := map[string]bool{"cheryls-birthday": true, "wise-men": true, "aces-eights": true, "false-coin": true, "hexa": true, "dining-announcements": true, "cluedo-play": true}
	drawn := 0
	for _, file := range append(files, specs...) {
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		if testing.Short() && !short[name] {
			continue
		}
		t.Run(name, func(t *testing.T) {
			var out, errs bytes.Buffer
			switch code := run([]string{"epibdd", "worlds", file, "--format", "svg"}, nil, &out, &errs); {
			case code == exitInput && (strings.Contains(errs.String(), "too many for a picture") || strings.Contains(errs.String(), "not be listed")):
				return
			case code != exitOK:
				t.Fatalf("exit code %d: %s", code, errs.String())
			}
			boxes := boxesOf(t, out.Bytes())
			if len(boxes) == 0 {
				t.Fatal("there is no box")
			}
			drawn++
			checkBoxes(t, boxes)
			checkLines(t, out.String(), boxes)
			checkLegend(t, out.String())
			var states bytes.Buffer
			if code := run([]string{"epibdd", "graph", file, "--format", "svg"}, nil, &states, &errs); code == exitOK {
				checkBoxes(t, boxesOf(t, states.Bytes()))
			}
		})
	}
	if drawn < len(short) {
		t.Errorf("%d models were drawn, of %d at least", drawn, len(short))
	}
}
