package session

import (
	"fmt"
	"strings"

	specdoc "github.com/epibdd/epibdd/spec/document"
)

// export writes a place as a spec with a check: the document's text, without its checks, and
// one that asks a formula there.
func (s *Session) export(p *place, formula string) (*Export, error) {
	if strings.TrimSpace(formula) == "" {
		formula = "true"
	}
	if _, err := question(specdoc.Formula, formula, ""); err != nil {
		return nil, err
	}
	d := p.doc
	path := p.path()
	var b strings.Builder
	if name, ok := strings.CutPrefix(d.in.File.Name, "built-in "); ok {
		fmt.Fprintf(&b, "name: a-walk\nuse: %s\n", name)
	} else {
		if s.o.Files[d.in.File.Name] != d.in.File.Text {
			fmt.Fprintf(&b, "# the document was changed: save it as %s first\n", d.in.File.Name)
		}
		fmt.Fprintf(&b, "name: a-walk\nuse: %s\n", quoted(d.in.File.Name))
	}
	if len(d.settings.Spec.Params) > 0 {
		var with []string
		for _, v := range d.model.Params {
			for _, given := range d.settings.Spec.Params {
				if given.Name.Name == v.Name {
					with = append(with, v.Name+": "+v.Value.String())
				}
			}
		}
		fmt.Fprintf(&b, "with: {%s}\n", strings.Join(with, ", "))
	}
	fmt.Fprintf(&b, "recall: %s\ncheck:\n  - id: at-the-end\n    at: %s\n    formula: %s\n", d.model.Recall, quoted(path.Start), quoted(path.asked(formula, true)))
	return &Export{b.String()}, nil
}

// quoted is a text in YAML.
func quoted(text string) string { return fmt.Sprintf("%q", text) }
