package value

import (
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Functions returns truth values that together are as good as v.
func Functions(sp *symbolic.Space, v Value) []symbolic.Set {
	var fs []symbolic.Set
	switch v := v.(type) {
	case Truth:
		return []symbolic.Set{v.In}
	case Scalar:
		return codeBits(sp, v.Cases)
	case Tuple:
		fs = append(fs, v.Absent)
		for _, p := range v.Parts {
			for _, f := range Functions(sp, p) {
				fs = append(fs, f.Diff(v.Absent))
			}
		}
	case Family:
		fs = append(fs, v.Absent)
		for _, m := range v.Members {
			fs = append(fs, m.In.Diff(v.Absent))
		}
	}
	return fs
}

// codeBits numbers the cases and returns the bits of the number.
func codeBits(sp *symbolic.Space, cases []Case) []symbolic.Set {
	c := layout.Cell{Values: make([]spec.Value, max(len(cases), 1))}
	fs := make([]symbolic.Set, c.Width())
	for i := range fs {
		var sets []symbolic.Set
		for code, k := range cases {
			if c.BitOf(code, i) {
				sets = append(sets, k.When)
			}
		}
		fs[i] = sp.OrAll(sets...)
	}
	return fs
}
