package learn

import (
	"encoding/json"
	"html"
	"net/url"
	"strings"
)

// How much text around a value is compared, and how much of it is enough, in bytes.
const (
	contextBefore = 80
	contextAfter  = 12
	contextLeast  = 4
)

// escapes are the ways in which a value may be written in a page.
var escapes = map[string]func(string) string{
	"":     func(s string) string { return s },
	"html": html.EscapeString,
	"json": func(s string) string {
		text, err := json.Marshal(s)
		if err != nil {
			return s
		}
		return strings.Trim(string(text), `"`)
	},
}

// inPage explains one value for each page by the text that stands around it in
// the plain pages. A value that every visit has anew, such as a token for one
// use, is not in them: its context is taken from the rendered page.
func (l *learner) inPage(_ *class, _ slot, table [][]string) (value, bool) {
	values, ok := perPage(table)
	if !ok {
		return value{}, false
	}
	for _, fresh := range []bool{false, true} {
		for _, escape := range sortedKeys(escapes) {
			if v, ok := l.context(values, escape, fresh); ok {
				return v, true
			}
		}
	}
	return value{}, false
}

// context tries every place of the first value as the place of all.
func (l *learner) context(values []string, escape string, fresh bool) (value, bool) {
	var texts, pages, plain []string
	for s, text := range values {
		if text == absent {
			continue
		}
		if l.samples[s].Raw == nil || text == "" {
			return value{}, false
		}
		raw := l.samples[s].Raw.HTML
		texts, plain, pages = append(texts, escapes[escape](text)), append(plain, raw), append(pages, raw)
		if fresh {
			pages[len(pages)-1] = l.samples[s].Page.HTML
		}
	}
	for at := range allIndexes(pages[0], texts[0]) {
		before := pages[0][max(0, at-contextBefore):at]
		end := at + len(texts[0])
		after := pages[0][end:min(len(pages[0]), end+contextAfter)]
		for s := 1; s < len(texts) && before != ""; s++ {
			before, after = agree(pages[s], texts[s], before, after)
		}
		for _, b := range tails(before) {
			v := value{From: fromPage, Before: b, After: shortest(after), Escape: escape, fresh: fresh}
			if after != "" && brings(&v, pages, texts) && isIn(&v, plain) {
				return v, true
			}
		}
	}
	return value{}, false
}

// tails returns the ends of the text in front of a value that begin with a word,
// the shortest first: a short context does not hold what changes nearby. First of
// all comes the beginning of the element whose attribute the value is.
func tails(before string) []string {
	var all []string
	if tag := strings.LastIndexByte(before, '<'); tag > strings.LastIndexByte(before, '>') {
		all = append(all, before[tag:])
	}
	for at := len(before) - contextLeast; at >= 0; at-- {
		if wordStart(before, at) {
			all = append(all, before[at:])
		}
	}
	return all
}

func wordStart(text string, at int) bool {
	return isWord(text[at]) && (at == 0 || !isWord(text[at-1]))
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}

// shortest keeps of the text behind a value what ends it.
func shortest(after string) string { return after[:min(1, len(after))] }

// allIndexes yields the places of part in text.
func allIndexes(text, part string) func(func(int) bool) {
	return func(yield func(int) bool) {
		for from := 0; part != "" && from < len(text); {
			i := strings.Index(text[from:], part)
			if i < 0 || !yield(from+i) {
				return
			}
			from += i + 1
		}
	}
}

// agree returns what before and after have in common with the best place of text.
func agree(page, text, before, after string) (string, string) {
	bestBefore, bestAfter := "", ""
	for at := range allIndexes(page, text) {
		b := commonSuffix(page[:at], before)
		a := commonPrefix(page[at+len(text):], after)
		if len(b) > len(bestBefore) && a != "" {
			bestBefore, bestAfter = b, a
		}
	}
	return bestBefore, bestAfter
}

func commonSuffix(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return b[len(b)-n:]
}

func commonPrefix(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return b[:n]
}

// brings replays the value on the pages. The context must be there once only.
func brings(v *value, pages, texts []string) bool {
	for s := range pages {
		found, ok := cut(pages[s], v)
		if !ok || found != texts[s] || strings.Count(pages[s], v.Before) != 1 {
			return false
		}
	}
	return true
}

// isIn reports whether each plain page has one value in the context.
func isIn(v *value, plain []string) bool {
	for _, page := range plain {
		text, ok := cut(page, v)
		if !ok || text == "" || strings.ContainsAny(text, "<>\n") || strings.Count(page, v.Before) != 1 {
			return false
		}
	}
	return true
}

// between returns what stands between a value's context, as the script reads it.
func between(page string, v *value) (string, bool) {
	text, ok := cut(page, v)
	switch v.Escape {
	case "html":
		text = html.UnescapeString(text)
	case "json":
		var plain string
		if json.Unmarshal([]byte(`"`+text+`"`), &plain) == nil {
			text = plain
		}
	}
	return text, ok && text != ""
}

func cut(page string, v *value) (string, bool) {
	_, rest, ok := strings.Cut(page, v.Before)
	if !ok {
		return "", false
	}
	text, _, ok := strings.Cut(rest, v.After)
	return text, ok
}

// resolve makes a reference absolute.
func resolve(base, ref string) (string, error) {
	b, err := url.Parse(base)
	if err != nil {
		return "", err
	}
	u, err := b.Parse(ref)
	if err != nil {
		return "", err
	}
	return u.String(), nil
}
