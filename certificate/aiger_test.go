package certificate_test

import (
	"bytes"
	"testing"

	"github.com/epibdd/epibdd/certificate"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/internal/certify"
)

// Whatever bytes are read, they are refused, or a certificate of a true verdict.
func FuzzRead(f *testing.F) {
	suite := load(f, "lamp.yaml", lamp)
	for _, c := range suite.Checks {
		var b bytes.Buffer
		if err := certificate.Write(f.Context(), &b, c, expected(c), encode.Options{}); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	for _, text := range []string{"", "aig 0 0 0 0 0\n", "aig 1 0 0 1 1\n2\n\x02\x80", "aig 99999999999 1 0 1 1\n", "aig 1 0 0 1 1\n2\n\x00\x00c\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		cert, err := certify.Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		for _, c := range suite.Checks {
			if c.Label == cert.Check && certify.Check(t.Context(), c, cert, nil) == nil && cert.Answer.String() != expected(c).String() {
				t.Errorf("%s: %s is certified", c.Label, cert.Answer)
			}
		}
	})
}
