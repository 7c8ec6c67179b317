package learn

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"dyncrawl"
	"dyncrawl/extract"
)

// send has the request answered and keeps the exchange.
func (v *visit) send(ctx context.Context, r dyncrawl.Request) (extract.Document, error) {
	started := time.Now()
	answer, err := v.do(ctx, r)
	if err != nil {
		return extract.Document{}, err
	}
	v.page.FetchedAt = answer.FetchedAt
	v.page.Exchanges = append(v.page.Exchanges, dyncrawl.Exchange{
		Kind: "fetch", Method: r.Method, URL: r.URL, RequestHeader: r.Header, RequestBody: r.Body, Status: answer.Status,
		ContentType: answer.ContentType, Body: []byte(answer.HTML), Started: started, Took: time.Since(started),
	})
	return extract.NewDocument(answer.HTML), statusError(&r, answer.Status)
}

// statusError returns why an answer cannot be used.
func statusError(r *dyncrawl.Request, status int) error {
	err := fmt.Errorf("%s %s answered %d", r.Method, r.URL, status)
	class := dyncrawl.ClassHTTP4xx
	switch {
	case status < 400:
		return nil
	case status == 429:
		return &dyncrawl.Error{Class: dyncrawl.ClassHTTP429, Err: err}
	case status >= 500:
		return &dyncrawl.Error{Class: dyncrawl.ClassHTTP5xx, Err: err}
	case status == 401:
		class = dyncrawl.ClassHTTPAuth
	case status == 404 || status == 410:
		class = dyncrawl.ClassNotFound
	}
	return &dyncrawl.Error{Class: class, Err: fmt.Errorf("%w: %w", err, ErrUnlike)}
}

// check compares an answer with what all samples had.
func (c *call) check(answer extract.Document) error {
	for _, e := range c.Expect {
		if got := first(answer.Texts(e.Select)); got != e.Text {
			return fmt.Errorf("%s is %q, not %q: %w", e.Select, got, e.Text, ErrUnlike)
		}
	}
	return nil
}

// cursor reports whether requests take a value from the answer before.
func (c *call) cursor() bool {
	for _, s := range c.Slots {
		if s.Value.From == fromCursor {
			return true
		}
	}
	return false
}

// cursorEnds reports whether the answer has no value for the next request.
func (c *call) cursorEnds(answer extract.Document) bool {
	for _, s := range c.Slots {
		if s.Value.From == fromCursor && first(answer.Texts(s.Value.Select)) == "" {
			return true
		}
	}
	return false
}

// reached reports whether the k-th answer of a run is its last. elements counts
// those of all answers so far.
func (e *end) reached(answer extract.Document, elements *int, c *call, k int) bool {
	here := 0
	if !e.List.IsZero() {
		here = len(answer.Texts(e.List))
		*elements += here
	}
	if e.Below > 0 {
		return here < e.Below
	}
	text := first(answer.Texts(e.Select))
	if e.Count == "" {
		return text == e.Text
	}
	total, err := strconv.Atoi(text)
	return err != nil || here == 0 && e.Count == countElements || e.progress(*elements, c, k) >= total
}

// What a total is compared with.
const (
	countElements = "elements" // those of all answers so far
	countNext     = "next"     // the counter of the next request
	countThis     = "this"     // the counter of this request
)

func (e *end) progress(elements int, c *call, k int) int {
	if e.Count == countElements {
		return elements
	}
	for _, s := range c.Slots {
		if s.Value.From == fromCounter {
			if e.Count == countNext {
				k++
			}
			return s.Value.Start + k*s.Value.Step
		}
	}
	return elements
}

func first(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	return texts[0]
}
