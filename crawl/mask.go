package crawl

import (
	"slices"

	"dyncrawl"
)

// hide takes the secrets out of what a visit is about to write. Links and requests
// that need one are not followed: their addresses cannot be kept.
func (c *Crawler) hide(seen *sight) {
	if c.Mask == nil {
		return
	}
	c.Mask.Page(seen.page)
	for name := range seen.page.Values {
		seen.page.Values[name] = c.Mask.Value(seen.page.Values[name])
	}
	for _, item := range seen.found.items {
		for name := range item.Fields {
			item.Fields[name] = c.Mask.Value(item.Fields[name])
		}
		for i := range item.Problems {
			item.Problems[i] = c.Mask.Text(item.Problems[i])
		}
	}
	seen.links = slices.DeleteFunc(seen.links, func(l dyncrawl.Link) bool { return c.Mask.Marks(l.URL) })
	for i := range seen.links {
		seen.links[i].Text = c.Mask.Text(seen.links[i].Text)
	}
	c.hideExplored(seen)
}

// hideExplored is hide for the states of a page. The picture of one that shows a
// secret is left out.
func (c *Crawler) hideExplored(seen *sight) {
	r := seen.explored
	if r == nil {
		return
	}
	for i := range r.States {
		s := &r.States[i]
		if c.Mask.Holds(s.HTML) {
			s.Picture = nil
		}
		s.URL, s.Title, s.HTML = c.Mask.Text(s.URL), c.Mask.Text(s.Title), c.Mask.Text(s.HTML)
	}
	for i := range r.Edges {
		r.Edges[i].Label = c.Mask.Text(r.Edges[i].Label)
	}
	r.Requests = slices.DeleteFunc(r.Requests, func(q dyncrawl.Request) bool {
		return c.Mask.Marks(q.URL) || c.Mask.Holds(string(q.Body))
	})
}
