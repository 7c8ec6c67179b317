package learn

import (
	"fmt"
	"strings"

	"dyncrawl"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Endpoint is what a page's script asked for, and what of it the page shows.
type Endpoint struct {
	Method      string
	URL         string // of the first such request; "*" stands for segments that vary
	Status      int
	ContentType string
	Requests    int
	Bytes       int
	Shown       []Shown // at most maxShown
}

// Shown is a text of the page and the place in the answer where it lies.
type Shown struct{ Path, Text string }

// maxShown bounds the texts that are listed for one endpoint.
const maxShown = 12

// Endpoints lists the endpoints that a rendered page asked, in the order in which
// they were asked first.
func Endpoints(p *dyncrawl.Page) []Endpoint {
	visible := visibleTexts(p.HTML)
	var all []Endpoint
	for _, c := range classify([]Sample{{Page: p}}) {
		x := c.first()
		e := Endpoint{Method: c.method, URL: x.URL, Status: x.Status, ContentType: x.ContentType, Requests: len(c.by[0])}
		for _, y := range c.by[0] {
			e.Bytes += len(y.Body)
		}
		if a := readAnswers(c.by); a != nil && x.Status > 0 {
			e.Shown = a.shown(visible)
			if !a.json {
				e.Shown = shownHTML(string(x.Body), visible)
			}
		}
		all = append(all, e)
	}
	return all
}

// shown returns the places whose texts the page shows.
func (a *answers) shown(visible map[string]bool) []Shown {
	var found []Shown
	for _, p := range a.paths {
		for _, text := range p.all(0) {
			if p.leaf && len([]rune(text)) > 1 && visible[text] && len(found) < maxShown {
				found = append(found, Shown{p.name, text})
				break
			}
		}
	}
	return found
}

// shownHTML returns the elements of an HTML answer whose texts the page shows,
// one of each kind.
func shownHTML(answer string, visible map[string]bool) []Shown {
	var found []Shown
	known := map[string]bool{}
	eachElement(parseFragment(answer), func(n *html.Node) {
		name := namesOf(n)[0]
		if n.FirstChild == nil || n.FirstChild.Type != html.TextNode || known[name] || len(found) == maxShown {
			return
		}
		if text := folded(n.FirstChild.Data); len([]rune(text)) > 1 && visible[text] {
			known[name] = true
			found = append(found, Shown{name, text})
		}
	})
	return found
}

func folded(text string) string { return strings.Join(strings.Fields(text), " ") }

// visibleTexts returns the texts between tags, white space folded.
func visibleTexts(page string) map[string]bool {
	texts := map[string]bool{}
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		return texts
	}
	for n := range root.Descendants() {
		if n.Type == html.TextNode && n.Parent.DataAtom != atom.Script && n.Parent.DataAtom != atom.Style {
			texts[folded(n.Data)] = true
		}
	}
	return texts
}

// String describes the endpoint in several lines.
func (e Endpoint) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s → %d %s, %d requests, %d bytes", e.Method, e.URL, e.Status, e.ContentType, e.Requests, e.Bytes)
	for _, s := range e.Shown {
		fmt.Fprintf(&b, "\n  %-30s %s", s.Path, clip(s.Text, 60))
	}
	return b.String()
}
