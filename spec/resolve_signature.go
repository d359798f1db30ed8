package spec

import (
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/syntax"
)

// parameters resolves the parameters of a declaration; they are in scope in the result.
func (r expressions) parameters(sig *syntax.Sig) (expressions, []*Bound) {
	var params []*Bound
	for _, p := range sig.Params {
		t := typing{r}.parameter(p.Domain)
		for _, id := range p.Names {
			b := r.newBound(id, t)
			r.context = r.bind(b, id)
			params = append(params, b)
		}
	}
	return r, params
}

// parameter resolves the type of a parameter.
func (r typing) parameter(x syntax.Expr) Type {
	if b, ok := x.(*syntax.Binary); ok && b.Op != syntax.RANGE {
		r.fail(x.Span(), "the type of a parameter is expected here; say more in the guard")
	}
	return r.typeExpr(x)
}

// define resolves a definition with its parameters in scope.
func (r expressions) define(d document.Define) *Define {
	inner, params := r.parameters(d.Sig)
	inner.context = inner.inStep()
	return &Define{Name: d.Sig.Name.Name, Params: params, Body: inner.expr(d.Body, nil)}
}

// namedProgram resolves a named program with its parameters in scope.
func (r expressions) namedProgram(p document.Program) *NamedProgram {
	inner, params := r.parameters(p.Sig)
	body := programs{inner}.program(p.Body)
	r.unmixed(body)
	return &NamedProgram{Name: p.Sig.Name.Name, Params: params, Body: body}
}
