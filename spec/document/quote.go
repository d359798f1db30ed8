package document

import "strings"

// quote returns text in quotes that keep it verbatim, or "" where neither kind
// does.
func quote(text string) string {
	switch {
	case !strings.ContainsAny(text, "\"\\"):
		return `"` + text + `"`
	case !strings.Contains(text, "'"):
		return "'" + text + "'"
	}
	return ""
}

// bare says that a text of one line needs no quotes: neither YAML nor we take
// it for anything else. In flow style more characters mean something.
func bare(text string, flow bool) bool {
	switch {
	case text == "" || text == "null" || text == "~" || text == "<<":
		return false
	case strings.TrimSpace(text) != text || strings.ContainsAny(text, "\t\n"):
		return false
	case strings.ContainsRune("!&*[{]}|>%@`'\"?#,:=", rune(text[0])):
		return false
	case text[0] == '-' && (len(text) == 1 || text[1] == ' ' || text[1] == '-'), strings.HasPrefix(text, "..."):
		return false
	case strings.Contains(text, ": ") || strings.HasSuffix(text, ":") || strings.Contains(text, " #"):
		return false
	}
	return !flow || !strings.ContainsAny(text, "[]{},?:")
}
