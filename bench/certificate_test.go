package bench

import (
	"bytes"
	"testing"

	"github.com/epibdd/epibdd/certificate"
	"github.com/epibdd/epibdd/decide"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/internal/certify"
	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
)

// BenchmarkCertificates decides a check, writes a certificate of the verdict, and holds it to the
// model.
func BenchmarkCertificates(b *testing.B) {
	for _, q := range []struct{ model, param, check string }{
		{"dining-cryptographers", "n=10", "parity"},
		{"dining-cryptographers", "n=30", "parity"},
		{"dining-cryptographers", "n=100", "parity"},
		{"dining-cryptographers", "n=30", "everybody-knows"},
		{"dining-cryptographers", "n=20", "neighbours-together"},
		{"eleusis", "", "rule"},
		{"eleusis", "", "complete"},
	} {
		var o spec.Options
		if q.param != "" {
			p, errs := document.ParseAssignment(q.param)
			if err := errs.Err(); err != nil {
				b.Fatal(err)
			}
			o.Params = append(o.Params, p)
		}
		text, _ := models.Get(q.model)
		suite, errs := spec.Load(&document.Loader{Library: models.Get}, source.NewFile(q.model+".yaml", text), o)
		if err := errs.Err(); err != nil {
			b.Fatal(err)
		}
		for _, c := range suite.Checks {
			if c.ID != q.check {
				continue
			}
			name := q.model + "/" + q.param + "/" + q.check
			b.Run(name+"/decide", func(b *testing.B) {
				for b.Loop() {
					sys, err := encode.New(b.Context(), c.Model, encode.Options{Asked: c.Asked()})
					if err != nil {
						b.Fatal(err)
					}
					a, err := decide.New(sys, c.Runs, decide.Options{NoEvidence: true}).Check(b.Context(), c)
					if err != nil || a.Verdict != verdict.Holds {
						b.Fatalf("%+v, %v", a, err)
					}
				}
			})
			var written bytes.Buffer
			write := func(b *testing.B) {
				written.Reset()
				if err := certificate.Write(b.Context(), &written, c, certify.Answer{Holds: true}, encode.Options{}); err != nil {
					b.Fatal(err)
				}
			}
			b.Run(name+"/write", func(b *testing.B) {
				for b.Loop() {
					write(b)
				}
				b.ReportMetric(float64(written.Len()), "bytes")
			})
			b.Run(name+"/check", func(b *testing.B) {
				write(b)
				b.ResetTimer()
				for b.Loop() {
					cert, err := certify.Read(bytes.NewReader(written.Bytes()))
					if err != nil {
						b.Fatal(err)
					}
					if err := certify.Check(b.Context(), c, cert, nil); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
