package learn

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"dyncrawl/extract"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// answers lists what lies where in the answers of a class.
type answers struct {
	json  bool
	paths []*path // in the order in which they are met first
	at    map[string]*path
}

// path is a place in the answers and the texts that lie there. Its name is a
// selector; the members of all lists share one path.
type path struct {
	name  string
	texts [][][]string // by sample and exchange
	leaf  bool         // a plain value, not an object or a list
	html  bool         // texts are HTML
	list  bool         // beneath a list
}

// all returns the texts of one sample, of all exchanges together.
func (p *path) all(sample int) []string { return slices.Concat(p.texts[sample]...) }

// readAnswers indexes the answers; nil when they are neither JSON nor HTML.
func readAnswers(by [][]*exchange) *answers {
	a := &answers{json: true, at: map[string]*path{}}
	for s := range by {
		for k, x := range by[s] {
			value, err := decodeJSON(x.Body)
			if err != nil {
				a.json = false
				break
			}
			a.walk(value, "$", false, by, s, k)
		}
	}
	if a.json {
		return a
	}
	a.paths, a.at = nil, map[string]*path{}
	for s := range by {
		for k, x := range by[s] {
			if !looksLikeHTML(string(x.Body)) && len(strings.TrimSpace(string(x.Body))) > 0 {
				return nil
			}
			a.fragment(string(x.Body), "", by, s, k)
		}
	}
	return a
}

// looksLikeHTML reports whether text begins with a tag or a comment.
func looksLikeHTML(text string) bool { return tag.MatchString(text) }

var tag = regexp.MustCompile(`^\s*<[a-zA-Z!]`)

// path returns the path of that name.
func (a *answers) path(name string, by [][]*exchange) *path {
	p := a.at[name]
	if p == nil {
		p = &path{name: name, texts: make([][][]string, len(by))}
		for s := range by {
			p.texts[s] = make([][]string, len(by[s]))
		}
		a.at[name], a.paths = p, append(a.paths, p)
	}
	return p
}

// walk indexes a JSON value and what lies beneath it.
func (a *answers) walk(v any, name string, list bool, by [][]*exchange, s, k int) {
	p := a.path(name, by)
	p.list = list
	switch v := v.(type) {
	case map[string]any:
		p.texts[s][k] = append(p.texts[s][k], "")
		for _, key := range sortedKeys(v) {
			a.walk(v[key], name+member(key), list, by, s, k)
		}
	case []any:
		p.texts[s][k] = append(p.texts[s][k], "")
		for i := range v {
			a.walk(v[i], name+"[*]", true, by, s, k)
		}
	case nil:
		p.texts[s][k] = append(p.texts[s][k], "")
	default:
		text := fmt.Sprint(v)
		p.leaf = true
		p.texts[s][k] = append(p.texts[s][k], text)
		if looksLikeHTML(text) {
			p.html = true
			a.fragment(text, name+" >> ", by, s, k)
		}
	}
}

var plainKey = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// member writes the step to an object's member in JSONPath.
func member(key string) string {
	if plainKey.MatchString(key) {
		return "." + key
	}
	return "['" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(key) + "']"
}

// fragment indexes the attributes of the elements in HTML.
func (a *answers) fragment(text, prefix string, by [][]*exchange, s, k int) {
	eachElement(parseFragment(text), func(n *html.Node) {
		for _, attr := range n.Attr {
			for _, name := range namesOf(n) {
				p := a.path(prefix+name+"@"+attr.Key, by)
				p.leaf, p.list = true, true
				p.texts[s][k] = append(p.texts[s][k], attr.Val)
			}
		}
	})
}

// namesOf returns selectors that n can be found by, the tightest first.
func namesOf(n *html.Node) []string {
	var names []string
	for _, a := range n.Attr {
		switch {
		case a.Key == "name" && plainKey.MatchString(a.Val):
			names = append(names, fmt.Sprintf(`%s[name="%s"]`, n.Data, a.Val))
		case a.Key == "class":
			for _, class := range strings.Fields(a.Val) {
				if cssName.MatchString(class) {
					names = append(names, n.Data+"."+class)
				}
			}
		}
	}
	return append(names, n.Data)
}

var cssName = regexp.MustCompile(`^[A-Za-z_][-\w]*$`)

// parseFragment parses part of a page.
func parseFragment(text string) *html.Node {
	root := &html.Node{Type: html.DocumentNode}
	within := &html.Node{Type: html.ElementNode, Data: "template", DataAtom: atom.Template}
	nodes, err := html.ParseFragment(strings.NewReader(text), within)
	if err != nil {
		return root
	}
	for _, n := range nodes {
		root.AppendChild(n)
	}
	return root
}

// eachElement calls fn with every element beneath n in the order of the document.
func eachElement(n *html.Node, fn func(*html.Node)) {
	for c := range n.Descendants() {
		if c.Type == html.ElementNode {
			fn(c)
		}
	}
}

// selector compiles text that this package has made; a text that cannot be
// compiled, as a name may be too odd, selects nothing.
func selector(text string) extract.Selector {
	s, err := extract.ParseSelector(text)
	if err != nil {
		return extract.Selector{}
	}
	return s
}
