package extract

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

var (
	cssURL    = regexp.MustCompile(`(?i)url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"'\s]+))\s*\)|@import\s+(?:"([^"]*)"|'([^']*)')`)
	imageSet  = regexp.MustCompile(`image-set\((?:[^()]|\([^()]*\))*\)`)
	inSet     = regexp.MustCompile(`[(,]\s*(?:"([^"]*)"|'([^']*)')`)
	typed     = regexp.MustCompile(`(?i)(?:type|url)\([^()]*\)`) // of a picture in a set; its URL was found
	sourceMap = regexp.MustCompile(`[#@]\s*sourceMappingURL=(\S+)`)
	quoted    = regexp.MustCompile("\"((?:[^\"\\\\\\n]|\\\\.)*)\"|'((?:[^'\\\\\\n]|\\\\.)*)'|`((?:[^`\\\\]|\\\\.)*)`")
	inText    = regexp.MustCompile(`(?i)\bhttps?://[^\s"'<>()\\]+|(?:^|[\s"'(=,])((?:\.{0,2}/)?[\w~%-][\w.~%-]*(?:/[\w.~%-]+)+/?(?:\?[^\s"'<>()]*)?|/[\w~%-][\w./~%-]*(?:\?[^\s"'<>()]*)?)`)
	inLines   = regexp.MustCompile(`(?i)\bhttps?://[^\s"'<>()\\]+|(?:^|[^\w/.~%-])(/[\w~%-][\w./~%-]*(?:\?[^\s"'<>()\\]*)?)`)

	foldedLine = regexp.MustCompile(`\r?\n[ \t]`) // of calendars and visiting cards (RFC 5545, RFC 6350)
	parameter  = regexp.MustCompile(`\{[^{}]*\}`)

	pathShape = regexp.MustCompile(`^(?:/|\./|(?:\.\./)+)[\w~%:@!$&*+,;=-][\w.~%:@!$&*+,;=/-]*(?:\?[^\s<>"{}|\\^]*)?(?:#[^\s<>]*)?$`)
	fileShape = regexp.MustCompile(`^[\w~%-][\w.~%-]*(?:/[\w.~%-]+)*\.(?:html?|xhtml|php\d?|aspx?|jspx?|do|action|cgi|pl|cfm|xml|json|rss|atom|txt)(?:\?[^\s<>"]*)?(?:#[^\s<>]*)?$`)
	deepShape = regexp.MustCompile(`^[\w~%-]+(?:/[\w.~%-]+)+/?(?:\?[^\s<>"]*)?$`)
	mediaType = regexp.MustCompile(`^(?:application|audio|font|image|message|model|multipart|text|video|x-[a-z]+)/[\w.+*-]+$`)
)

// looksLikeURL reports whether a text by itself is a URL: absolute, a path, or
// the name of a page.
func looksLikeURL(text string) bool {
	if len(text) < 2 || len(text) > 2048 || strings.ContainsAny(text, " \t\n<>{}\\") {
		return false
	}
	lower := strings.ToLower(text)
	if strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://") || strings.HasPrefix(lower, "//") {
		return len(text) > 8 && !strings.HasPrefix(lower, "http://www.w3.org/") && !strings.HasPrefix(lower, "https://www.w3.org/")
	}
	return pathShape.MatchString(text) || fileShape.MatchString(text)
}

// css reads the references of a style sheet or of a style attribute.
func (d *discovery) css(source, text string) {
	for _, groups := range cssURL.FindAllStringSubmatch(text, -1) {
		d.add(strings.Join(groups[1:], ""), source, "")
	}
	for _, set := range imageSet.FindAllString(text, -1) {
		for _, groups := range inSet.FindAllStringSubmatch(typed.ReplaceAllString(set, ""), -1) {
			d.add(groups[1]+groups[2], source, "")
		}
	}
	d.maps(text)
	for _, comment := range styleComment.FindAllString(text, -1) {
		d.words(source, sourceMap.ReplaceAllString(comment, ""))
	}
}

var styleComment = regexp.MustCompile(`(?s)/\*.*?\*/`)

func (d *discovery) maps(text string) {
	for _, groups := range sourceMap.FindAllStringSubmatch(text, -1) {
		d.add(groups[1], "sourceMappingURL", "")
	}
}

// script guesses the URLs among the strings of a program.
func (d *discovery) script(source, text string) {
	for _, l := range literals(text) {
		switch value := l.value; {
		case strings.Contains(value, "<") && strings.Contains(value, "="):
			d.guesses(source, value)
		case looksLikeURL(value), deepShape.MatchString(value) && !mediaType.MatchString(value):
			d.add(value, l.role(text, source), "")
		case strings.Contains(value, "://"):
			d.words(source, value)
		}
	}
	d.maps(text)
	for _, m := range scriptComment.FindAllString(text, -1) {
		d.words(source, m)
	}
}

var scriptComment = regexp.MustCompile(`(?s)/\*.*?\*/|(?m)(?:^|\s)//[^\n]*`)

// guesses reads markup in a string of a program.
func (d *discovery) guesses(source, markup string) {
	inner := &discovery{base: d.base, page: d.page, seen: map[string]bool{}, depth: d.depth + 1}
	if inner.depth > maxDepth {
		return
	}
	inner.document(markup)
	for _, l := range inner.links {
		d.add(l.URL, Guess+source, l.Text)
	}
}

// literal is a string of a program, and where it stands there.
type literal struct {
	value    string
	from, to int
}

// What a program does with a string: it asks for that or sends something there, or it
// adds something to it.
var (
	asked   = regexp.MustCompile(`(?i)(?:\bfetch\s*\(\s*|\.(?:get|getJSON|load|ajax|post|put|patch|delete|del|sendBeacon)\s*\(\s*|\.open\(\s*["'][a-z]+["']\s*,\s*)$`)
	addedTo = regexp.MustCompile(`^\s*(?:\+[^+=]|\.concat\()`)
	added   = regexp.MustCompile(`[^+]\+\s*$`)
)

const nearby = 200 // bytes around a string that tell what is done with it

// role is the source of a URL that is a string of the program: what it makes requests
// to is no page, nor is a part of an address, unless it is the beginning of one and ends
// as that of a folder.
func (l literal) role(text, source string) string {
	before, after := text[max(0, l.from-nearby):l.from], text[l.to:min(len(text), l.to+nearby)]
	switch {
	case asked.MatchString(before):
		return GuessAsked
	case added.MatchString(before), addedTo.MatchString(after) && !strings.HasSuffix(l.value, "/"):
		return GuessPart
	}
	return Guess + source
}

// quotedStrings returns the string literals of a program; see literals.
func quotedStrings(text string) (values []string) {
	for _, l := range literals(text) {
		values = append(values, l.value)
	}
	return values
}

// literals returns the strings of a program, unescaped as far as URLs need it. Those
// that are added to one another are one.
func literals(text string) []literal {
	var found []literal
	for _, at := range quoted.FindAllStringSubmatchIndex(text, -1) {
		var value string
		for group := 2; group < len(at); group += 2 {
			if at[group] >= 0 {
				value = unescaped(text[at[group]:at[group+1]])
			}
		}
		if last := len(found) - 1; last >= 0 && strings.TrimSpace(text[found[last].to:at[0]]) == "+" {
			found[last].value += value
			found[last].to = at[1]
		} else {
			found = append(found, literal{value, at[0], at[1]})
		}
	}
	return found
}

// unescaped returns what a string literal says, as far as URLs need it.
func unescaped(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	text = escape.ReplaceAllStringFunc(text, func(code string) string {
		n, err := strconv.ParseUint(strings.Trim(code[2:], "{}"), 16, 32)
		if r := rune(n); err == nil && unicode.IsPrint(r) {
			return string(r)
		}
		return code
	})
	return escapedSign.Replace(text)
}

var (
	escape      = regexp.MustCompile(`\\u[0-9A-Fa-f]{4}|\\u\{[0-9A-Fa-f]{1,6}\}|\\x[0-9A-Fa-f]{2}`)
	escapedSign = strings.NewReplacer(`\/`, `/`, `\"`, `"`, `\'`, `'`)
)

// words guesses the URLs in plain text.
func (d *discovery) words(source, text string) {
	for _, groups := range inText.FindAllStringSubmatch(text, -1) {
		ref := groups[1]
		if ref == "" {
			ref = groups[0]
		}
		if ref = strings.TrimRight(ref, ".,;:!?"); !mediaType.MatchString(ref) && len(ref) > 1 {
			d.add(ref, Guess+source, "")
		}
	}
}

// addresses guesses the URLs in text that has its own ways to part things, such as
// a calendar. Paths begin with a slash there: what merely has one is a time zone or
// a media type.
func (d *discovery) addresses(text string) {
	for _, groups := range inLines.FindAllStringSubmatch(text, -1) {
		ref := groups[1]
		if ref == "" {
			ref = groups[0]
		}
		d.add(strings.TrimRight(ref, ".,;:!?"), Guess+"text", "")
	}
}

// playlist reads what is to be played and, in quotes, what belongs to that (RFC 8216).
func (d *discovery) playlist(text string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "#") {
			d.add(line, "playlist", "")
		} else if _, uri, ok := strings.Cut(line, `URI="`); ok {
			uri, _, _ = strings.Cut(uri, `"`)
			d.add(uri, "playlist", "")
		}
	}
}

// table guesses the URLs in the cells of a table, where a comma ends a URL unless
// it is quoted.
func (d *discovery) table(text string) {
	r := csv.NewReader(strings.NewReader(text))
	r.LazyQuotes, r.FieldsPerRecord, r.ReuseRecord = true, -1, true
	if head, _, _ := strings.Cut(text, "\n"); strings.Count(head, ";") > strings.Count(head, ",") {
		r.Comma = ';'
	}
	for cells, err := r.Read(); err == nil; cells, err = r.Read() {
		for _, cell := range cells {
			d.addresses(cell)
		}
	}
}

// json guesses the URLs among the strings of JSON.
func (d *discovery) json(text string) {
	var value any
	if json.Unmarshal([]byte(text), &value) != nil {
		d.script("json", text)
		return
	}
	d.jsonValue(value)
}

func (d *discovery) jsonValue(value any) {
	switch v := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			d.jsonValue(v[name])
		}
	case []any:
		for _, inner := range v {
			d.jsonValue(inner)
		}
	case string:
		switch {
		case looksLikeURL(v), deepShape.MatchString(v) && !mediaType.MatchString(v):
			d.add(v, Guess+"json", "")
		case strings.Contains(v, "<") && strings.Contains(v, "="):
			d.guesses("json", v)
		}
	}
}

// declared reads JSON whose properties are known to hold URLs: linked data, import
// maps and speculation rules. What else looks like one there is a guess.
func (d *discovery) declared(source, text string) {
	var value any
	if json.Unmarshal([]byte(text), &value) != nil {
		d.script(source, text)
		return
	}
	d.declaredValue(source, "", value)
	d.jsonValue(value)
}

// urlProperties are the properties of linked data (schema.org) and of speculation
// rules that hold URLs.
var urlProperties = []string{"@id", "contentUrl", "embedUrl", "item", "mainEntityOfPage", "sameAs", "target", "thumbnailUrl", "url", "urlTemplate", "urls"}

func (d *discovery) declaredValue(source, name string, value any) {
	switch v := value.(type) {
	case map[string]any:
		for _, inner := range slices.Sorted(maps.Keys(v)) {
			if name == "imports" {
				d.declaredValue(source, "url", v[inner])
			} else {
				d.declaredValue(source, inner, v[inner])
			}
		}
	case []any:
		for _, inner := range v {
			d.declaredValue(source, name, inner)
		}
	case string:
		if slices.Contains(urlProperties, name) && !strings.HasPrefix(v, "_:") && !strings.Contains(v, "{") && strings.Contains(v, "/") {
			d.add(v, source, "")
		}
	}
}

// manifest reads a web app manifest (www.w3.org/TR/appmanifest).
func (d *discovery) manifest(text string) {
	var m map[string]any
	if json.Unmarshal([]byte(text), &m) != nil {
		return
	}
	d.manifestValue("", m)
}

func (d *discovery) manifestValue(key string, value any) {
	switch v := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			d.manifestValue(name, v[name])
		}
	case []any:
		for _, inner := range v {
			d.manifestValue(key, inner)
		}
	case string:
		switch key {
		case "start_url", "scope", "url", "src", "action", "id", "serviceworker":
			d.add(v, "manifest "+key, "")
		}
	}
}

// robots reads robots.txt (RFC 9309): what it forbids is named too.
func (d *discovery) robots(text string) {
	for line := range strings.SplitSeq(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		field, value, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		field, value = strings.ToLower(strings.TrimSpace(field)), strings.TrimSpace(value)
		switch field {
		case "disallow", "allow":
			value, _, _ = strings.Cut(strings.TrimSuffix(value, "$"), "*")
			d.add(value, "robots "+field, "")
		case "sitemap":
			d.add(value, "robots sitemap", "")
		}
	}
}

// xml reads site maps, feeds and other XML: what elements and attributes hold
// that is a URL.
func (d *discovery) xml(text string) {
	decoder := xml.NewDecoder(strings.NewReader(text))
	decoder.Strict = false
	decoder.CharsetReader = passCharset
	name := ""
	bases := []string{d.base} // of the document and of the elements that are open
	defer func() { d.base = bases[0] }()
	for {
		token, err := decoder.Token()
		if err != nil {
			return
		}
		switch token := token.(type) {
		case xml.StartElement:
			name = token.Name.Local
			d.rebase(token.Attr)
			bases = append(bases, d.base)
			for _, a := range token.Attr {
				d.xmlAttribute(name, a)
			}
		case xml.EndElement:
			name = ""
			bases = bases[:len(bases)-1]
			d.base = bases[len(bases)-1]
		case xml.CharData:
			d.xmlText(name, strings.TrimSpace(string(token)))
		case xml.ProcInst:
			for _, ref := range between(string(token.Inst), '"', '"') {
				if token.Target == "xml-stylesheet" && strings.Contains(ref, "/") && !mediaType.MatchString(ref) {
					d.add(ref, "xml-stylesheet", "")
				}
			}
		}
	}
}

// xmlSpace is the name space of xml:base.
const xmlSpace = "http://www.w3.org/XML/1998/namespace"

// rebase has references begin where the attributes of an element say (XML Base), as those
// of feeds do (RFC 4287, section 2).
func (d *discovery) rebase(attributes []xml.Attr) {
	for _, a := range attributes {
		if a.Name.Local == "base" && a.Name.Space == xmlSpace {
			if base, err := resolve(d.base, a.Value); err == nil {
				d.base = base
			}
		}
	}
}

func (d *discovery) xmlAttribute(name string, a xml.Attr) {
	switch key := strings.ToLower(a.Name.Local); {
	case key == "href", key == "src", key == "action", strings.HasSuffix(key, "url"): // htmlUrl and xmlUrl of lists of feeds (OPML 2.0)
		d.add(a.Value, "xml "+name+"["+key+"]", "")
	case key == "template" && name == "Url": // of a description of a search (OpenSearch 1.1)
		d.add(withoutParameters(a.Value), "xml Url[template]", "")
	}
}

// withoutParameters returns the URL that a template makes when none of its
// parameters is given (RFC 6570).
func withoutParameters(template string) string { return parameter.ReplaceAllString(template, "") }

func (d *discovery) xmlText(name, text string) {
	switch lower := strings.ToLower(name); {
	case text == "" || name == "":
	case lower == "loc" || lower == "link" || lower == "url" || lower == "guid" && looksLikeURL(text) || lower == "comments" || lower == "docs":
		d.add(text, "xml "+name, "")
	case looksLikeURL(text):
		d.add(text, Guess+"xml "+name, "")
	case strings.Contains(text, "<") && strings.Contains(text, "href"):
		d.markup("xml "+name, text)
	}
}

// between returns what stands between each pair of the marks.
func between(text string, left, right byte) []string {
	var found []string
	for {
		i := strings.IndexByte(text, left)
		if i < 0 {
			return found
		}
		j := strings.IndexByte(text[i+1:], right)
		if j < 0 {
			return found
		}
		found = append(found, text[i+1:i+1+j])
		text = text[i+2+j:]
	}
}

// passCharset takes the text as it is: it was decoded already.
func passCharset(_ string, input io.Reader) (io.Reader, error) { return input, nil }
