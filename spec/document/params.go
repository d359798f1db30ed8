package document

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// params reads the parameters with their defaults.
func (r *sections) params(n *node) {
	r.mapping(n, func(key, value *node) {
		name, ok := r.name(key)
		if !ok {
			return
		}
		if value.null {
			r.remove("params", name.Name, key.full)
			return
		}
		if v, ok := r.param(value); ok && r.once("params", name.Name, name.Place) {
			r.layer.Params = append(r.layer.Params, Param{name, v})
		}
	})
}

// settings reads values for parameters: with, and a row of a sweep.
func (r *sections) settings(n *node) []Param {
	var found []Param
	r.mapping(n, func(key, value *node) {
		name, ok := r.name(key)
		if !ok {
			return
		}
		if v, ok := r.param(value); ok {
			found = append(found, Param{name, v})
		}
	})
	return found
}

// param reads a value: a list of values, or a text.
func (r *sections) param(n *node) (ParamValue, bool) {
	if n.kind == list {
		v := ParamValue{Span: n.full}
		for _, item := range n.items {
			if one, ok := r.param(item); ok {
				v.List = append(v.List, one)
			}
		}
		return v, true
	}
	if !r.scalar(n, "a value") || r.errs.Full() {
		return ParamValue{}, false
	}
	var errs source.List
	v := paramText(n.text, &errs)
	r.errs.Merge(&errs)
	if errs.Err() != nil {
		return ParamValue{}, false
	}
	r.note(n, printParam(n, v))
	return v, true
}

func printParam(n *node, v ParamValue) string {
	if v.IsList() {
		return squeeze(n.text.Text())
	}
	return syntax.String(v.Expr)
}

// areWords tells a text of names and numbers only, with bars or blanks
// between them.
func areWords(text string) bool { return isMadeOf(text, "_| \t\n\f\r") }

// operators are words that make a text an expression although it looks like a
// list of names.
var operators = map[string]bool{
	"if": true, "then": true, "else": true, "mod": true, "in": true,
	"forall": true, "exists": true, "some": true, "for": true, "set": true, "array": true, "of": true,
}

// paramText reads a value from a text: [a, b] is a list as in YAML, a text of
// several words or with bars is one too, anything else is an expression.
func paramText(at source.Span, errs *source.List) ParamValue {
	at = trim(at)
	switch {
	case strings.HasPrefix(at.Text(), "["):
		return bracketList(at, errs)
	case isWordList(at.Text()):
		return wordList(at, errs)
	}
	return ParamValue{Span: at, Expr: syntax.ParseExpr(at, errs)}
}

func isWordList(text string) bool {
	words := strings.Fields(strings.ReplaceAll(text, "|", " "))
	if !areWords(text) || len(words) == 0 {
		return false
	}
	for _, w := range words {
		if operators[w] {
			return false
		}
	}
	return len(words) > 1 || strings.Contains(text, "|")
}

// wordList reads "1 2 3" and "2S | 3H 4S".
func wordList(at source.Span, errs *source.List) ParamValue {
	v := ParamValue{Span: at}
	if !strings.Contains(at.Text(), "|") {
		v.List = words(at, errs)
		return v
	}
	for _, part := range split(at, '|') {
		v.List = append(v.List, ParamValue{Span: trim(part), List: words(part, errs)})
	}
	return v
}

// words reads each word of a text as an expression.
func words(at source.Span, errs *source.List) []ParamValue {
	var found []ParamValue
	text := at.Text()
	for i := 0; i < len(text); {
		if isBlank(text[i]) {
			i++
			continue
		}
		end := wordEnd(text, i)
		word := source.Span{File: at.File, Start: at.Start + i, End: at.Start + end}
		found = append(found, ParamValue{Span: word, Expr: syntax.ParseExpr(word, errs)})
		i = end
	}
	return found
}

// bracketList reads [a, b], nested as deep as a document may be.
func bracketList(at source.Span, errs *source.List) ParamValue {
	v := ParamValue{Span: at}
	text := at.Text()
	if !strings.HasSuffix(text, "]") {
		complain(errs, at, "a list ends with ]")
		return v
	}
	if depth := len(text) - len(strings.TrimLeft(text, "[ ")); depth > 2*deepest {
		complain(errs, at, "nested too deeply: more than %d levels", deepest)
		return v
	}
	inner := source.Span{File: at.File, Start: at.Start + 1, End: at.End - 1}
	if strings.TrimSpace(inner.Text()) == "" {
		return v
	}
	for _, part := range split(inner, ',') {
		if strings.TrimSpace(part.Text()) == "" {
			complain(errs, at, "empty item of a list")
			continue
		}
		v.List = append(v.List, paramText(part, errs))
	}
	return v
}

// split cuts a text at each separator outside brackets.
func split(at source.Span, separator byte) []source.Span {
	var parts []source.Span
	text, start, depth := at.Text(), at.Start, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case c == separator && depth == 0:
			parts = append(parts, source.Span{File: at.File, Start: start, End: at.Start + i})
			start = at.Start + i + 1
		}
	}
	return append(parts, source.Span{File: at.File, Start: start, End: at.End})
}

// trim drops the blanks around a text.
func trim(at source.Span) source.Span {
	text := at.Text()
	at.Start += len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	at.End -= len(text) - len(strings.TrimRight(text, " \t\r\n"))
	at.End = max(at.Start, at.End)
	return at
}

// AssignmentPrefix begins the names of the files that assignments are the texts
// of: -p n. Lines and columns say little there.
const AssignmentPrefix = "-p "

// assigned is the name before the = at this offset, or else all of the text, as
// far as a message has room for it.
func assigned(text string, at int) string {
	name := text
	if at >= 0 && strings.TrimSpace(text[:at]) != "" {
		name = text[:at]
	}
	if name = squeeze(name); len(name) > longest {
		name = strings.ToValidUTF8(name[:longest], "") + "…"
	}
	if name == "" || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(name)
	}
	return name
}

// ParseAssignment reads name=value as given on the command line; the value is
// written as under params, lists also as [a, b].
func ParseAssignment(text string) (Param, *source.List) {
	errs := new(source.List)
	at := strings.IndexByte(text, '=')
	file := source.NewFile(AssignmentPrefix+assigned(text, at), text)
	all := source.Span{File: file, End: len(text)}
	if at < 0 || strings.TrimSpace(text[at+1:]) == "" {
		refuse(errs, all, "write it as in n=5 or deal='2S | 3H 4S'", "a parameter and its value are expected")
		return Param{}, errs
	}
	if !readable(file, errs) {
		return Param{}, errs
	}
	names := syntax.ParseNames(trim(source.Span{File: file, End: at}), errs)
	value := paramText(source.Span{File: file, Start: at + 1, End: len(text)}, errs)
	if errs.Err() != nil {
		return Param{}, errs
	}
	if len(names) != 1 {
		complain(errs, all, "one parameter is expected before =")
		return Param{}, errs
	}
	return Param{names[0], value}, errs
}

// sweep reads columns or rows.
func (r *sections) sweep(n *node) {
	sweep := &r.layer.Sweep
	sweep.Span = n.full
	if n.kind == list {
		for _, row := range n.items {
			if row.kind == broken {
				continue
			}
			if row.kind != mapping {
				refuse(r.errs, row.full, "as in - {n: 3, worlds: 32}", "a row is a mapping from parameters to values")
				continue
			}
			sweep.Rows = append(sweep.Rows, r.settings(row))
		}
		return
	}
	if n.kind != mapping {
		refuse(r.errs, n.full, "as in sweep: {n: [3, 5, 7]}", "a mapping of lists, or a list of mappings, is expected")
		return
	}
	for _, p := range r.settings(n) {
		if !p.Value.IsList() {
			hint := "write [" + p.Value.Text() + "]"
			if strings.Contains(p.Value.Text(), "..") {
				hint = "list the values, as in [1, 2, 3]; a range is one value, a set"
			}
			refuse(r.errs, p.Value.Span, hint, "a list of values is expected")
			continue
		}
		sweep.Columns = append(sweep.Columns, Column{p.Name, p.Value.List})
	}
}
