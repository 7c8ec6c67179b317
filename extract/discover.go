package extract

import (
	"maps"
	"mime"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"dyncrawl"
)

// Text is a text that may name URLs: the source of a page, its DOM at some
// moment, a style sheet, a script, a feed.
type Text struct {
	URL  string // absolute; what relative references begin at unless the text says otherwise
	Type string // media type; empty: HTML
	Body string
}

// Guess begins the Source of links that only look like URLs, in scripts, JSON and
// comments. They are ranked lowest: some of them lead nowhere.
const Guess = "guess:"

// Sources of strings of scripts that look like URLs, but lead to no page.
const (
	GuessAsked = Guess + "request" // the script asks for it, or sends something there
	GuessPart  = Guess + "part"    // the script adds to it, or adds it to something
)

// IsGuess reports whether the link only looks like one.
func IsGuess(l dyncrawl.Link) bool { return strings.HasPrefix(l.Source, Guess) }

// Discover returns every URL that the text names, in its order, once for each
// source and 10,000 at most: all attributes that ever held URLs in HTML and SVG,
// comments, templates, noscript, style sheets, scripts, JSON, robots.txt, site
// maps, feeds, descriptions of searches, web manifests, calendars, tables and other
// text. URLs are absolute, http or https, and without fragments except routes.
func Discover(t Text) []dyncrawl.Link {
	d := newDiscovery(t.URL)
	kind, _, _ := strings.Cut(t.Type, ";")
	kind = strings.ToLower(strings.TrimSpace(kind))
	switch {
	case strings.HasSuffix(withoutQuery(t.URL), "/robots.txt"):
		d.robots(t.Body)
	case kind == "text/css":
		d.css("css", t.Body)
	case strings.Contains(kind, "manifest") && kind != "text/cache-manifest":
		d.manifest(t.Body)
	case kind == "application/speculationrules+json":
		d.declared("speculationrules", t.Body)
	case strings.Contains(kind, "json"):
		d.json(t.Body)
	case strings.Contains(kind, "javascript"), strings.Contains(kind, "ecmascript"):
		d.script("script", t.Body)
	case strings.Contains(kind, "xml") && kind != "application/xhtml+xml", strings.HasPrefix(strings.TrimSpace(t.Body), "<?xml") && !strings.Contains(t.Body, "<html"):
		d.xml(t.Body)
	case kind == "text/plain":
		d.words("text", t.Body)
	case kind == "text/csv":
		d.table(t.Body)
	case strings.HasSuffix(kind, "mpegurl"):
		d.playlist(t.Body)
	case kind == "text/calendar", kind == "text/vcard":
		d.addresses(foldedLine.ReplaceAllString(t.Body, ""))
	case strings.HasPrefix(kind, "text/") && !strings.Contains(kind, "html") && !strings.HasPrefix(strings.TrimSpace(t.Body), "<"):
		d.addresses(t.Body)
	default:
		d.document(t.Body)
	}
	return d.links
}

// urlHeaders hold a URL.
var urlHeaders = []string{"Location", "Content-Location", "Content-Base", "URI", "SourceMap", "X-SourceMap", "X-Pingback"}

// Headers returns the URLs that the headers of an answer name.
func Headers(url string, h http.Header) []dyncrawl.Link {
	d := newDiscovery(url)
	for _, name := range urlHeaders {
		for _, value := range h.Values(name) {
			d.add(value, "header "+name, "")
		}
	}
	for _, value := range h.Values("Refresh") {
		d.add(refreshTarget(value), "header Refresh", "")
	}
	for _, name := range []string{"Link", "Link-Template"} {
		for _, value := range h.Values(name) {
			for _, ref := range between(value, '<', '>') {
				if name == "Link-Template" {
					ref = withoutParameters(ref)
				}
				d.add(ref, "header Link", "")
			}
		}
	}
	d.policies(h)
	for _, name := range slices.Sorted(maps.Keys(h)) {
		known := slices.ContainsFunc(urlHeaders, func(u string) bool { return strings.EqualFold(u, name) })
		if value := h.Get(name); !known && strings.HasPrefix(name, "X-") && looksLikeURL(value) {
			d.add(value, Guess+"header "+name, "")
		}
	}
	return d.links
}

// policies reads where reports are to be sent to.
func (d *discovery) policies(h http.Header) {
	for _, name := range []string{"Content-Security-Policy", "Content-Security-Policy-Report-Only"} {
		for _, value := range h.Values(name) {
			d.policy(value, "header "+name)
		}
	}
	for _, name := range []string{"Report-To", "Reporting-Endpoints", "NEL", "Expect-CT", "Public-Key-Pins", "Public-Key-Pins-Report-Only", "Speculation-Rules"} {
		for _, value := range h.Values(name) {
			for _, ref := range quotedStrings(value) {
				if strings.Contains(ref, "/") || name == "Speculation-Rules" { // it holds nothing but addresses
					d.add(ref, "header "+name, "")
				}
			}
		}
	}
}

// policy reads where a content security policy wants reports.
func (d *discovery) policy(value, source string) {
	for directive := range strings.SplitSeq(value, ";") {
		if words := strings.Fields(directive); len(words) > 1 && strings.EqualFold(words[0], "report-uri") {
			for _, ref := range words[1:] {
				d.add(ref, source, "")
			}
		}
	}
}

// discovery collects links.
type discovery struct {
	base  string
	page  string
	begin resolver
	links []dyncrawl.Link
	seen  map[string]bool // URL and source
	depth int             // of markup within comments and srcdoc
}

func newDiscovery(url string) *discovery {
	return &discovery{base: url, page: url, seen: map[string]bool{}}
}

// add keeps the link unless it leads nowhere or is known.
func (d *discovery) add(ref, source, text string) {
	if ref = strings.TrimSpace(ref); ref == "" || len(d.links) >= maxLinks {
		return
	}
	absolute, err := d.begin.resolve(d.base, ref)
	if err != nil {
		return
	}
	address, ok := webAddress(absolute)
	if !ok || d.seen[address+" "+source] || strings.HasPrefix(ref, "#") && address == withoutFragment(d.base) {
		return
	}
	d.seen[address+" "+source] = true
	d.links = append(d.links, dyncrawl.Link{URL: address, Source: source, Text: clip(fold(text), maxLinkText)})
}

func withoutQuery(url string) string {
	url, _, _ = strings.Cut(withoutFragment(url), "?")
	return url
}

func withoutFragment(url string) string {
	url, _, _ = strings.Cut(url, "#")
	return url
}

// document reads HTML as a browser without scripts does, which looks into
// noscript too.
func (d *discovery) document(body string) {
	root, err := html.ParseWithOptions(strings.NewReader(body), html.ParseOptionEnableScripting(false))
	if err != nil {
		return
	}
	if d.depth == 0 {
		d.base = baseOf(root, d.page)
	}
	d.node(root)
	if at := strings.LastIndexByte(body, '<'); d.depth == 0 && at > strings.LastIndexByte(body, '>') { // it ends within a tag
		d.guesses("cut off", body[at:]+">")
	}
}

// maxDepth is how deep markup may lie in comments and srcdoc of other markup.
const maxDepth = 4

// markup reads HTML that stands in a comment or an attribute.
func (d *discovery) markup(within, body string) {
	if d.depth >= maxDepth {
		return
	}
	inner := &discovery{base: d.base, page: d.page, seen: map[string]bool{}, depth: d.depth + 1}
	inner.document(body)
	for _, l := range inner.links {
		source, guessed := strings.CutPrefix(l.Source, Guess)
		if source = within + " " + source; guessed {
			source = Guess + source
		}
		d.add(l.URL, source, l.Text)
	}
}

// typeOf returns the media type that an attribute names, lower case.
func typeOf(value string) string {
	kind, _, err := mime.ParseMediaType(value)
	if err != nil {
		return strings.ToLower(strings.TrimSpace(value))
	}
	return kind
}

// Address returns the URL as a crawl visits it: http or https, without a fragment
// unless that is a route (#/ and #!). False for others.
func Address(rawURL string) (string, bool) { return webAddress(rawURL) }
