package learn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"dyncrawl"
	"dyncrawl/extract"
)

// ErrUnlike is in the chain of an error that speaks against the template: an
// answer is not what the samples' answers were. Errors of the Doer, and answers
// that another try may mend, are not.
var ErrUnlike = errors.New("not like the visits that the template was learned from")

// maxRequests bounds the requests of one call in one visit.
const maxRequests = 1000

// Visit asks for what the page's script would ask for, and returns a page with
// the exchanges, and the items and links that a browser would have brought. Its
// HTML is the plain page where the template needs that, and empty otherwise. An
// error page ends the visit: it is returned without items, links or error.
func (t *Template) Visit(ctx context.Context, url string, do Doer) (*dyncrawl.Page, []dyncrawl.Item, []dyncrawl.Link, error) {
	v := &visit{Template: t, do: do, page: &dyncrawl.Page{URL: url, FinalURL: url, Status: 200, ContentType: "text/html"}}
	v.parts = urlParts(url)
	if ok, err := v.openPage(ctx); err != nil || !ok {
		return v.page, nil, nil, err
	}
	if t.Ready != nil {
		if items, ok := t.Ready.take(v.page); ok {
			return v.page, items, extract.Links(v.page, t.Ready.Follow), nil
		}
	}
	for i := range t.Calls {
		if err := v.call(ctx, i); err != nil {
			return v.page, nil, nil, err
		}
	}
	items, _ := extract.From(v.page, t.Rules)
	links, err := v.links()
	return v.page, items, links, err
}

// visit is one visit under way.
type visit struct {
	*Template
	do      Doer
	page    *dyncrawl.Page
	parts   []part
	answers [][]extract.Document // by call
}

// openPage asks for the plain page where it is needed; ok is false for an error page.
func (v *visit) openPage(ctx context.Context) (ok bool, err error) {
	if !v.Page && v.Ready == nil {
		return true, nil
	}
	raw, err := v.do(ctx, dyncrawl.Request{URL: v.page.URL})
	if err != nil {
		return false, err
	}
	v.page = &dyncrawl.Page{URL: v.page.URL, FinalURL: cmp.Or(raw.FinalURL, v.page.URL), Status: raw.Status, ContentType: raw.ContentType,
		Header: raw.Header, Title: raw.Title, HTML: raw.HTML, FetchedAt: raw.FetchedAt, Timing: raw.Timing}
	return raw.Status < 400, nil
}

// call sends the requests of one call.
func (v *visit) call(ctx context.Context, i int) error {
	c := &v.Calls[i]
	v.answers = append(v.answers, nil)
	runs, err := v.runs(c)
	if err != nil {
		return fmt.Errorf("%s %s: %w", c.Method, c.Pattern, err)
	}
	for run := range runs {
		if err := v.run(ctx, i, run); err != nil {
			return err
		}
	}
	return nil
}

// runs returns how many times the call is made for the values of lists: once
// when none of its values comes from a list.
func (v *visit) runs(c *call) (int, error) {
	n := -1
	for _, s := range c.Slots {
		if s.Value.From != fromEach {
			continue
		}
		all := v.each(s.Value)
		if n >= 0 && n != len(all) {
			return 0, fmt.Errorf("lists of %d and %d values: %w", n, len(all), ErrUnlike)
		}
		n = len(all)
	}
	if n > maxRequests {
		return 0, fmt.Errorf("a list of %d values is too long: %w", n, ErrUnlike)
	}
	if n < 0 {
		return 1, nil
	}
	return n, nil
}

// each returns the different matches in the answers of a call.
func (v *visit) each(val value) []string {
	var all []string
	seen := map[string]bool{}
	for _, answer := range v.answers[val.Call] {
		for _, text := range answer.Texts(val.Select) {
			if !seen[text] && text != "" {
				seen[text] = true
				all = append(all, text)
			}
		}
	}
	return all
}

// run sends one request, and those that continue it.
func (v *visit) run(ctx context.Context, i, run int) error {
	c := &v.Calls[i]
	elements := 0
	next := ""
	for k := range maxRequests {
		r, err := v.request(i, run, k, next)
		if err != nil {
			return fmt.Errorf("%s %s: %w", c.Method, c.Pattern, err)
		}
		answer, err := v.send(ctx, r)
		if err != nil {
			return err
		}
		v.answers[i] = append(v.answers[i], answer)
		if err := c.check(answer); err != nil {
			return fmt.Errorf("%s %s: %w", r.Method, r.URL, err)
		}
		if c.Next.IsZero() && c.End == nil && !c.cursor() {
			return nil
		}
		if c.End != nil && c.End.reached(answer, &elements, c, k) {
			return nil
		}
		if !c.Next.IsZero() {
			if next = first(answer.Texts(c.Next)); next == "" {
				return nil
			}
		} else if c.End == nil && c.cursorEnds(answer) {
			return nil
		}
	}
	return fmt.Errorf("%s %s: no end after %d answers: %w", c.Method, c.Pattern, maxRequests, ErrUnlike)
}

// request makes the k-th request of a run; next is its URL when the answer before gave one.
func (v *visit) request(i, run, k int, next string) (dyncrawl.Request, error) {
	c := &v.Calls[i]
	b := builder{leaves: map[string]string{}, header: map[string][]string{}}
	for _, s := range c.Slots {
		if s.Value.From == fromNothing || next != "" && (s.In == inPath || s.In == inQuery) {
			continue
		}
		text, ok, err := v.value(i, &s.Value, run, k)
		if err != nil {
			return dyncrawl.Request{}, fmt.Errorf("%s: %w", s.slot, err)
		}
		if ok {
			b.put(s.slot, text)
		}
	}
	r, err := b.request(c.Method, cmp.Or(c.Origin, originOf(v.page.URL)), v.bodies[i])
	r.Referrer = v.page.FinalURL
	if next != "" && err == nil {
		r.URL, err = resolve(v.page.FinalURL, next)
	}
	return r, err
}

// value returns a value for the k-th request of a run; ok is false when the
// parameter is left out.
func (v *visit) value(i int, val *value, run, k int) (text string, ok bool, err error) {
	switch val.From {
	case fromNothing:
		return "", false, nil
	case fromURL:
		return v.part(val)
	case fromPage:
		text, ok = between(v.page.HTML, val)
	case fromAnswer:
		for _, answer := range v.answers[val.Call] {
			if text = first(answer.Texts(val.Select)); text != "" {
				break
			}
		}
		ok = text != ""
	case fromEach:
		return v.each(*val)[run], true, nil
	case fromCounter:
		return strconv.Itoa(val.Start + k*val.Step), true, nil
	case fromCursor:
		if k == 0 {
			return v.value(i, val.First, run, k)
		}
		text = first(v.answers[i][len(v.answers[i])-1].Texts(val.Select))
		ok = text != ""
	case fromTime:
		return strconv.FormatInt(time.Now().UnixNano()/(int64(time.Second)/val.Unit), 10), true, nil
	case fromRandom:
		return strconv.FormatFloat(rand.Float64(), 'f', 16, 64), true, nil
	default:
		return val.Text, true, nil
	}
	if !ok {
		return "", false, fmt.Errorf("%s gives no value: %w", val, ErrUnlike)
	}
	return text, true, nil
}

// part returns a value made of a part of the page's URL.
func (v *visit) part(val *value) (string, bool, error) {
	for _, p := range v.parts {
		if p.name == val.Part {
			return val.Prefix + p.text + val.Suffix, true, nil
		}
	}
	return "", false, fmt.Errorf("the page's URL has no %s: %w", val.Part, ErrUnlike)
}

// links returns the links of the page, each once.
func (v *visit) links() ([]dyncrawl.Link, error) {
	var links []dyncrawl.Link
	for i := range v.Links {
		l := &v.Links[i]
		text, _, err := v.value(0, &l.URL, 0, 0)
		if err != nil {
			return nil, fmt.Errorf("link %s: %w", l.URL.String(), err)
		}
		if links, err = v.addLink(links, text, l.Source); err != nil {
			return nil, err
		}
	}
	page := v.page
	if !v.Plain {
		without := *v.page
		without.HTML = ""
		page = &without
	}
	seen := map[string]bool{}
	for _, l := range links {
		seen[l.URL] = true
	}
	for _, l := range extract.Links(page, v.Follow) {
		if seen[l.URL] {
			continue
		}
		if name, ok := strings.CutPrefix(l.Source, "follow:"); ok {
			l.Source = cmp.Or(v.Source[name], l.Source)
		}
		links = append(links, l)
	}
	return links, nil
}

func (v *visit) addLink(links []dyncrawl.Link, ref, source string) ([]dyncrawl.Link, error) {
	address, err := resolve(v.page.FinalURL, ref)
	if err != nil {
		return nil, err
	}
	return append(links, dyncrawl.Link{URL: address, Source: source}), nil
}
