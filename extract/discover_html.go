package extract

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// urlAttributes hold a URL on whatever element they stand; those of some
// elements only are in the table below.
var urlAttributes = []string{
	"about", "action", "altimg", "attributionsrc", "background", "cdgroup", "cite", "codebase", "datasrc", "definitionurl", "dynsrc",
	"formaction", "href", "icon", "itemid", "longdesc", "lowsrc", "pluginspage", "pluginurl", "poster", "resource", "src", "urn", "xlink:href",
}

// elementAttributes hold a URL on the elements that are named.
var elementAttributes = map[string][]string{
	"applet":  {"code", "object"},
	"body":    {"profile"},
	"embed":   {"code"},
	"head":    {"profile"},
	"html":    {"manifest"},
	"iframe":  {"data"},
	"input":   {"usemap"},
	"object":  {"classid", "data", "usemap"},
	"img":     {"usemap"},
	"animate": {"by", "from", "to"},
	"set":     {"to"},
	"video":   {"controlslist"},
}

// listAttributes hold several URLs, separated by commas or white space.
var listAttributes = []string{"archive", "ping"}

func (d *discovery) node(n *html.Node) {
	switch n.Type {
	case html.CommentNode:
		d.comment(n.Data)
	case html.DoctypeNode:
		d.add(attrValue(n, "system"), "doctype", "")
	case html.TextNode:
		d.text(n)
	case html.ElementNode:
		d.element(n)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		d.node(c)
	}
}

// text guesses URLs in what a reader reads.
func (d *discovery) text(n *html.Node) {
	if n.Parent == nil || n.Parent.DataAtom == atom.Script || n.Parent.DataAtom == atom.Style {
		return
	}
	d.reading("text", n.Data)
}

// reading guesses URLs in text for readers: of names without a slash, those of pages that
// stand in quotes.
func (d *discovery) reading(source, text string) {
	if !strings.Contains(text, "/") && !strings.Contains(text, "#!") && !strings.ContainsAny(text, quotes) {
		return
	}
	for word := range strings.FieldsSeq(text) {
		bare := strings.TrimRight(strings.TrimLeft(word, leading), trailing)
		if !strings.HasPrefix(bare, "./") && !strings.HasPrefix(bare, "../") {
			bare = strings.TrimLeft(bare, ".")
		}
		switch {
		case strings.Count(bare, "/") > 1 && looksLikeURL(bare), route.MatchString(bare),
			strings.HasPrefix(bare, ".") && looksLikeURL(bare), isQuoted(word) && pageName.MatchString(bare):
			d.add(bare, Guess+source, "")
		}
	}
}

// What may stand around a URL in a text for readers.
const (
	quotes   = "\"'`“”„«»‘’‚「」"
	leading  = quotes + "()[]<>,;:!?"
	trailing = leading + "."
)

// isQuoted reports whether a quotation begins with the word.
func isQuoted(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	return strings.ContainsRune(quotes, first)
}

// pageName matches the name of a file that is a page.
var pageName = regexp.MustCompile(`^[\w~%-][\w.~%-]*\.(?:html?|xhtml|php\d?|aspx?|jspx?)(?:\?[^\s<>"]*)?$`)

// route matches a place within a page that its script shows.
var route = regexp.MustCompile(`^#[!/][\w/-]+$`)

// instruction is how HTML takes what tells XML of its style sheet: for a comment.
const instruction = "?xml-stylesheet "

func (d *discovery) comment(text string) {
	if said, ok := strings.CutPrefix(text, instruction); ok {
		d.markup("xml-stylesheet", "<link "+strings.TrimSuffix(said, "?")+">")
		return
	}
	if strings.Contains(text, "<") {
		from := len(d.links)
		d.markup("comment", text)
		if len(d.links) > from {
			return
		}
	}
	d.words("comment", text)
}

func (d *discovery) element(n *html.Node) {
	for _, a := range n.Attr {
		d.attribute(n, a)
	}
	switch n.DataAtom {
	case atom.Meta:
		d.meta(n)
	case atom.Param:
		d.param(n)
	case atom.Img:
		d.serverMap(n)
	case atom.Style:
		d.css("style", rawText(n))
	case atom.Script:
		d.scriptElement(n)
	case atom.Noframes, atom.Noembed, atom.Xmp, atom.Textarea, atom.Plaintext:
		d.markup(n.Data, rawText(n))
	}
}

func (d *discovery) attribute(n *html.Node, a html.Attribute) {
	name := strings.ToLower(a.Key)
	if a.Namespace != "" {
		name = a.Namespace + ":" + name
	}
	source := n.Data + "[" + name + "]"
	if slices.Contains(urlAttributes, name) {
		d.unquoted(source, a.Val)
	}
	switch {
	case n.DataAtom == atom.Param && name == "value", n.DataAtom == atom.Link && name == "href" && !namesResource(n):
	case (name == "href" || name == "xlink:href" || name == "src" || name == "data") && dataMarkup.MatchString(a.Val):
		d.dataDocument(source, a.Val)
	case name == "href" || name == "xlink:href":
		d.add(a.Val, hrefSource(n, source), linkText(n))
	case slices.Contains(urlAttributes, name), slices.Contains(elementAttributes[n.Data], name):
		d.add(d.inCodebase(n, name, a.Val), source, linkText(n))
	case slices.Contains(listAttributes, name):
		for _, ref := range strings.FieldsFunc(a.Val, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' || r == '\t' }) {
			d.add(d.inCodebase(n, name, ref), source, "")
		}
	case name == "srcset", name == "imagesrcset":
		for _, ref := range srcset(a.Val) {
			d.add(ref, source, "")
		}
	case name == "srcdoc":
		d.markup("srcdoc", a.Val)
	case name == "style":
		d.css(source, a.Val)
	case name == "values" && n.Data == "animate":
		for ref := range strings.SplitSeq(a.Val, ";") {
			d.add(ref, source, "")
		}
	case strings.HasPrefix(name, "data-"):
		d.dataAttribute(source, a.Val)
	case strings.HasPrefix(name, "on"):
		d.script(name, a.Val)
	case strings.Contains(a.Val, "url("): // presentation attributes of SVG
		d.css(source, a.Val)
	case n.DataAtom != atom.Meta && looksLikeURL(a.Val):
		d.add(a.Val, Guess+source, "")
	case name == "title" || name == "alt" || name == "aria-label" || name == "placeholder":
		d.reading(source, a.Val)
	}
}

// serverMap adds where a picture in a link leads whose server is told which place of it was
// pressed, at the middle of the picture (HTML Living Standard, the img element, ismap).
func (d *discovery) serverMap(n *html.Node) {
	if !slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return strings.EqualFold(a.Key, "ismap") }) {
		return
	}
	for around := n.Parent; around != nil; around = around.Parent {
		if href := attrValue(around, "href"); around.DataAtom == atom.A && href != "" {
			d.add(fmt.Sprintf("%s?%d,%d", strings.TrimSpace(href), middle(n, "width"), middle(n, "height")), "a[ismap]", linkText(around))
			return
		}
	}
}

// middle returns half of an attribute that is a number of pixels, 0 where it says none.
func middle(n *html.Node, name string) int {
	length, _ := strconv.Atoi(attrValue(n, name))
	return length / 2
}

// unquoted guesses the URL of an attribute whose quotes are not a pair.
func (d *discovery) unquoted(source, value string) {
	whole, _, broken := strings.Cut(value, ">")
	if !broken {
		whole, broken = strings.CutSuffix(value, `"`)
	}
	if broken {
		d.add(whole, Guess+source, "")
	}
}

// inCodebase returns a reference of an applet or object as it is to be read: some begin
// at its codebase (HTML 4.01, 13.3 and 13.4).
func (d *discovery) inCodebase(n *html.Node, name, ref string) string {
	if n.DataAtom != atom.Applet && n.DataAtom != atom.Object || !slices.Contains([]string{"archive", "classid", "code", "data"}, name) {
		return ref
	}
	codebase := attrValue(n, "codebase")
	if codebase == "" {
		return ref
	}
	base, err := resolve(d.base, codebase)
	if err != nil {
		return ref
	}
	if absolute, err := resolve(base, ref); err == nil {
		return absolute
	}
	return ref
}

// namesResource reports whether a link element refers to something to load:
// hints to connect name no more than a host.
func namesResource(n *html.Node) bool {
	rel := strings.ToLower(attrValue(n, "rel"))
	return rel != "preconnect" && rel != "dns-prefetch"
}

// hrefSource names the kind of a link: rel tells what it is for.
func hrefSource(n *html.Node, source string) string {
	rel := strings.Fields(strings.ToLower(attrValue(n, "rel")))
	switch {
	case n.DataAtom == atom.Link && len(rel) > 0:
		return "link[rel=" + rel[0] + "]"
	case slices.Contains(rel, "nofollow"):
		return n.Data + "[rel=nofollow]"
	case n.DataAtom == atom.A && hasAttr(n, "download"):
		return "a[download]"
	}
	return source
}

func attrValue(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if strings.EqualFold(a.Key, name) && a.Namespace == "" {
			return a.Val
		}
	}
	return ""
}

func hasAttr(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}

func linkText(n *html.Node) string {
	switch n.DataAtom {
	case atom.A:
		return nameOf(n)
	case atom.Area, atom.Img:
		return attrValue(n, "alt")
	}
	return attrValue(n, "title")
}

// nameOf returns what a reader sees of a link or, where that is but a sign or a
// picture, what is said of it: only that tells what the link does.
func nameOf(n *html.Node) string {
	text := visibleText(n)
	if readable(text) {
		return text
	}
	return cmp.Or(saidOf(n), text)
}

// saidOf returns the first name that an attribute gives to n or to what is in it.
func saidOf(n *html.Node) string {
	for _, name := range []string{"aria-label", "title", "alt"} {
		if said := attrValue(n, name); readable(said) {
			return said
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if said := saidOf(c); said != "" {
			return said
		}
	}
	return ""
}

// readable reports whether the text has words or numbers: signs have none.
func readable(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}

// dataAttribute reads a data-* attribute, which may hold a URL, JSON or markup.
func (d *discovery) dataAttribute(source, value string) {
	switch trimmed := strings.TrimSpace(value); {
	case looksLikeURL(trimmed):
		d.add(trimmed, source, "")
	case strings.HasPrefix(trimmed, "{"), strings.HasPrefix(trimmed, "["):
		for _, ref := range quotedStrings(trimmed) {
			if looksLikeURL(ref) {
				d.add(ref, source, "")
			}
		}
	case strings.HasPrefix(trimmed, "<"):
		d.markup(source, trimmed)
	}
}

// meta reads a meta element: a refresh, a header's place, or a property.
func (d *discovery) meta(n *html.Node) {
	content := attrValue(n, "content")
	switch equiv := strings.ToLower(attrValue(n, "http-equiv")); equiv {
	case "":
	case "refresh":
		d.add(refreshTarget(content), "meta[refresh]", "")
		return
	case "link":
		for _, ref := range between(content, '<', '>') {
			d.add(ref, "meta[link]", "")
		}
		return
	case "location", "content-location":
		d.add(content, "meta["+equiv+"]", "")
		return
	case "content-security-policy":
		d.policy(content, "meta["+equiv+"]")
		return
	default:
		return
	}
	name := strings.ToLower(attrValue(n, "name") + attrValue(n, "property") + attrValue(n, "itemprop"))
	if looksLikeURL(content) || strings.Contains(content, "/") && !strings.ContainsAny(content, " ;,") && hasURLName(name) {
		d.add(content, "meta["+name+"]", "")
		return
	}
	for part := range strings.SplitSeq(content, ";") { // such as action-uri and polling-uri of pinned sites
		if key, uri, ok := strings.Cut(part, "="); ok && strings.Contains(strings.ToLower(key), "-uri") {
			d.add(strings.TrimSpace(uri), "meta["+name+"]", "")
		}
	}
}

// hasURLName reports whether a property's name says that it is a URL.
func hasURLName(name string) bool {
	for _, word := range []string{"url", "image", "video", "audio", "icon", "logo", "config", "canonical", "href", "src", "player", "task"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// refreshTarget returns the URL of a refresh: "5; url='next.html'".
func refreshTarget(value string) string {
	_, rest, ok := strings.Cut(strings.ReplaceAll(value, ",", ";"), ";")
	if !ok {
		return ""
	}
	rest = strings.TrimSpace(rest)
	if len(rest) > 3 && strings.EqualFold(rest[:3], "url") {
		if after, ok := strings.CutPrefix(strings.TrimSpace(rest[3:]), "="); ok {
			rest = strings.TrimSpace(after)
		}
	}
	return strings.Trim(rest, `"'`)
}

// param reads a parameter of an object or applet.
func (d *discovery) param(n *html.Node) {
	name := strings.ToLower(attrValue(n, "name"))
	value := attrValue(n, "value")
	if strings.EqualFold(attrValue(n, "valuetype"), "ref") || hasURLName(name) || name == "movie" || name == "filename" || looksLikeURL(value) {
		d.add(value, "param[value]", "")
	}
}

// scriptElement reads what stands in a script element, by its type.
func (d *discovery) scriptElement(n *html.Node) {
	text := rawText(n)
	switch kind := typeOf(attrValue(n, "type")); {
	case kind == "application/ld+json", kind == "importmap", kind == "speculationrules":
		d.declared(kind[strings.LastIndex(kind, "/")+1:], text)
	case strings.Contains(kind, "json"):
		d.json(text)
	case strings.Contains(kind, "template") || strings.HasSuffix(kind, "/html") || strings.Contains(kind, "handlebars"):
		d.markup("script", text)
	default:
		d.script("script", text)
	}
}

// dataMarkup matches the beginning of a URL that holds a document or a drawing.
var dataMarkup = regexp.MustCompile(`(?i)^\s*data:(?:text/html|image/svg\+xml|application/xhtml\+xml)[;,]`)

// dataDocument reads the markup that a URL of the scheme data holds (RFC 2397).
func (d *discovery) dataDocument(source, address string) {
	head, body, _ := strings.Cut(address, ",")
	text, err := url.PathUnescape(body)
	if err != nil {
		text = body
	}
	if strings.HasSuffix(strings.ToLower(head), ";base64") {
		decoded, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return
		}
		text = string(decoded)
	}
	d.markup(source, text)
}

// srcset returns the URLs of a list of pictures.
func srcset(value string) []string {
	var refs []string
	for rest := strings.TrimLeft(value, ", \t\n\r"); rest != ""; rest = strings.TrimLeft(rest, ", \t\n\r") {
		end := strings.IndexAny(rest, " \t\n\r")
		if end < 0 {
			return append(refs, strings.TrimRight(rest, ","))
		}
		ref := rest[:end]
		rest = rest[end:]
		if trimmed := strings.TrimRight(ref, ","); trimmed != ref {
			refs = append(refs, trimmed)
			continue
		}
		refs = append(refs, ref)
		_, after, _ := strings.Cut(rest, ",")
		rest = after
	}
	return refs
}
