package main

import (
	"bytes"
	"os"
	"testing"
)

// TestPictures draws the pictures of the reference again.
func TestPictures(t *testing.T) {
	for file, args := range map[string][]string{
		"hexa.svg":          nil,
		"hexa-showcard.svg": {"--after", "showcard(one, two, red)"},
	} {
		var out, errs bytes.Buffer
		args = append([]string{"epibdd", "worlds", "../../models/hexa.yaml", "--format", "svg", "--actual", "paper"}, args...)
		if code := run(args, nil, &out, &errs); code != 0 {
			t.Fatalf("exit code %d: %s", code, errs.String())
		}
		want, err := os.ReadFile("../../docs/" + file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(out.Bytes(), want) {
			t.Errorf("docs/%s is not what the command writes", file)
		}
	}
}
