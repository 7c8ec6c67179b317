package extract

import (
	"strings"

	"github.com/PuerkitoBio/goquery"
)

// meta returns the contents of the meta elements called name, in the order of
// the page. Letter case does not count.
func (r *reader) meta(name string) []*node {
	var found []*node
	goquery.NewDocumentFromNode(r.document().element).Find("meta[content]").Each(func(_ int, s *goquery.Selection) {
		for _, attr := range []string{"property", "name", "itemprop", "http-equiv"} {
			if strings.EqualFold(s.AttrOr(attr, ""), name) {
				found = append(found, &node{value: s.AttrOr("content", "")})
				return
			}
		}
	})
	return found
}

// linkedData returns the page's JSON-LD objects of the type.
func (r *reader) linkedData(kind string) []*node {
	var found []*node
	goquery.NewDocumentFromNode(r.document().element).Find(`script[type="application/ld+json" i]`).Each(func(_ int, s *goquery.Selection) {
		script := &node{element: s.Nodes[0]}
		if value, ok := script.json(); ok {
			found = appendTyped(found, value, kind)
		}
	})
	return found
}

// appendTyped appends the objects of the type in value, in lists and in @graph.
func appendTyped(found []*node, value any, kind string) []*node {
	switch v := value.(type) {
	case []any:
		for _, member := range v {
			found = appendTyped(found, member, kind)
		}
	case *object:
		if hasType(v.values["@type"], kind) {
			found = append(found, &node{value: v})
		}
		found = appendTyped(found, v.values["@graph"], kind)
	}
	return found
}

// hasType compares the last part of a type: http://schema.org/Product is a Product.
func hasType(value any, kind string) bool {
	switch v := value.(type) {
	case string:
		return v == kind || v[strings.LastIndexAny(v, "/#:")+1:] == kind
	case []any:
		for _, member := range v {
			if hasType(member, kind) {
				return true
			}
		}
	}
	return false
}
