package graphviz

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"time"
)

// The program is the one that is named as its origin: the file of go-graphviz v0.2.9.
func TestProgramIsAsItWasTaken(t *testing.T) {
	const want = "7cc5b0a5f176aeaa69760ed5dc3282ceda2b1b04229b22de77bb0a5eab45578e"
	if got := fmt.Sprintf("%x", sha256.Sum256(program)); got != want {
		t.Errorf("the sum of graphviz.wasm is %s", got)
	}
}

// A graph is drawn the same each time, by each engine and in several formats; what cannot be
// read, or is not known, is an error.
func TestRender(t *testing.T) {
	const graph = `digraph g { a [label="<&\"é"]; a -> b }`
	for _, engine := range []Engine{Dot, Neato} {
		for format, want := range map[string]string{"svg": "&lt;&amp;&quot;é</text>", "plain": "node a", "json": `"name": "b"`} {
			first, err := Render(context.Background(), graph, engine, format)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Contains(first, []byte(want)) {
				t.Errorf("%s %s: %q is not in\n%s", engine, format, want, first)
			}
			if second, err := Render(context.Background(), graph, engine, format); err != nil || !bytes.Equal(first, second) {
				t.Errorf("%s %s: drawn in two ways, or %v", engine, format, err)
			}
		}
	}
	for _, wrong := range [][3]string{{"digraph {", "dot", "svg"}, {graph, "spiral", "svg"}, {graph, "dot", "hologram"}} {
		if out, err := Render(context.Background(), wrong[0], Engine(wrong[1]), wrong[2]); err == nil {
			t.Errorf("%q: no error, but %s", wrong, out)
		}
	}
}

// Who does not want to wait any longer does not.
func TestRenderIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	if out, err := Render(ctx, "digraph { a -> b }", Dot, "svg"); err == nil {
		t.Errorf("no error, but %s", out)
	}
}

// A graph that takes too long is given up, and it is said why.
func TestRenderGivesUp(t *testing.T) {
	defer func(p time.Duration) { patience = p }(patience)
	patience = time.Nanosecond
	if out, err := Render(context.Background(), "digraph { a -> b }", Dot, "svg"); err == nil || !strings.Contains(err.Error(), "too large to be drawn") {
		t.Errorf("%v, %s", err, out)
	}
}
