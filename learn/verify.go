package learn

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"dyncrawl"
)

// reproduces replays the template on the sample's own answers.
func (t *Template) reproduces(s *Sample) error {
	_, items, links, err := t.Visit(context.Background(), s.Page.URL, t.recorded(s))
	if err != nil {
		return fmt.Errorf("replay %s: %w", s.Page.URL, err)
	}
	if err := sameItems(s.Items, items); err != nil {
		return fmt.Errorf("replay %s: %w", s.Page.URL, err)
	}
	if diff := difference(addresses(s.Links), addresses(links)); diff != "" {
		return fmt.Errorf("replay %s: link %s", s.Page.URL, diff)
	}
	return nil
}

// recorded answers with what the sample's exchanges brought.
func (t *Template) recorded(s *Sample) Doer {
	known := map[string]*dyncrawl.Exchange{}
	for i := range s.Page.Exchanges {
		x := &s.Page.Exchanges[i]
		known[t.identity(x.Method, x.URL, x.RequestBody)] = x
	}
	return func(_ context.Context, r dyncrawl.Request) (*dyncrawl.Page, error) {
		if r.Method == "" && s.Raw != nil {
			raw := *s.Raw
			raw.FinalURL, raw.FetchedAt = finalURL(s.Page), s.Page.FetchedAt
			return &raw, nil
		}
		x := known[t.identity(r.Method, r.URL, r.Body)]
		if x == nil {
			return nil, fmt.Errorf("the script did not send %s %s", r.Method, r.URL)
		}
		return &dyncrawl.Page{URL: r.URL, FinalURL: r.URL, Status: x.Status, ContentType: x.ContentType, HTML: string(x.Body), FetchedAt: s.Page.FetchedAt}, nil
	}
}

// identity is equal for requests that ask the same: what is new with every
// visit, the order of parameters and headers do not count.
func (t *Template) identity(method, rawURL string, body []byte) string {
	r, err := takeApart(&dyncrawl.Exchange{Method: method, URL: rawURL, RequestBody: body})
	if err != nil {
		return method + " " + rawURL
	}
	for i := range t.Calls {
		for _, s := range t.Calls[i].Slots {
			if s.Value.fresh || s.Value.From == fromTime || s.Value.From == fromRandom {
				delete(r.values, s.slot)
			}
		}
	}
	parts := []string{method, r.origin}
	for s, text := range r.values {
		parts = append(parts, fmt.Sprintf("%s=%q", s, text))
	}
	slices.Sort(parts[2:])
	return strings.Join(parts, " ")
}

// sameItems compares two sets of items and names the first difference.
func sameItems(want, got []dyncrawl.Item) error {
	if diff := difference(texts(want), texts(got)); diff != "" {
		return fmt.Errorf("item %s", diff)
	}
	return nil
}

// texts writes items so that equal ones are equal texts.
func texts(items []dyncrawl.Item) []string {
	all := make([]string, len(items))
	for i, item := range items {
		fields := map[string]any{}
		for name, v := range item.Fields {
			if v != nil {
				fields[name] = v
			}
		}
		text, err := json.Marshal(fields)
		if err != nil {
			text = fmt.Append(nil, fields)
		}
		all[i] = item.Type + " " + string(text) + strings.Join(item.Problems, "; ")
	}
	return all
}

func addresses(links []dyncrawl.Link) []string {
	all := make([]string, len(links))
	for i, link := range links {
		all[i] = link.URL
	}
	return all
}

// difference names the first text that only one of two sets has; empty when they
// are equal.
func difference(want, got []string) string {
	have, wanted := set(got), set(want)
	for _, text := range want {
		if !have[text] {
			return "is missing: " + clip(text, 200)
		}
	}
	for _, text := range got {
		if !wanted[text] {
			return "is too much: " + clip(text, 200)
		}
	}
	if a, b := len(want), len(got); a != b {
		return fmt.Sprintf("comes %d times, not %d: %v", b, a, slices.Sorted(slices.Values(got)))
	}
	return ""
}
