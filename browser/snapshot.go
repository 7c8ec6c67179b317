package browser

import (
	"context"
	_ "embed"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"

	"dyncrawl"
)

//go:embed snapshot.js
var snapshotJS string

// maxTitle is how many bytes of a page's title are kept.
const maxTitle = 4 << 10

// maxHTML is how many bytes of a rendered document are kept.
const maxHTML = 32 << 20

// rendered is what snapshot.js returns.
type rendered struct {
	Title     string `json:"title"`
	HTML      string `json:"html"`
	Truncated bool   `json:"truncated"`
}

// render reads the document. One that keeps changing stands still for that
// time, one that is still loading is as long as it is now.
func (t *Tab) render(ctx context.Context) (r rendered, err error) {
	switch t.visit.settled() {
	case NeverSettled:
		defer t.freeze(ctx)()
	case LoadTimeout:
		if _, err := cdp.Call(ctx, t.session, page.StopLoading, cdp.Empty{}); err != nil {
			return r, err
		}
	}
	if err := t.read(ctx, &r); err != nil {
		return r, err
	}
	if r.Truncated || len(r.HTML) > maxHTML {
		t.visit.flawed(Truncated)
		r.HTML = cut(r.HTML, maxHTML)
	}
	return r, nil
}

// readTries is how many documents a page may put in the place of the one that
// is read.
const readTries = 3

// read runs snapshot.js.
func (t *Tab) read(ctx context.Context, r *rendered) error {
	script := fmt.Sprintf("(%s)(%d, %d)", snapshotJS, maxTitle, maxHTML)
	for try := 1; ; try++ {
		err := t.EvalIsolated(ctx, script, r)
		switch {
		case err == nil || t.Broken() || !navigated(err):
			return err
		case try == readTries:
			return &dyncrawl.Error{Class: dyncrawl.ClassNavLoop, Err: fmt.Errorf("the page keeps going to other documents: %w", err)}
		}
	}
}

// HTML returns the rendered document: doctype, elements, and open shadow roots
// as <template shadowrootmode="open">. Frames are not part of it.
func (t *Tab) HTML(ctx context.Context) (string, error) {
	r, err := t.render(ctx)
	if err != nil {
		return "", fmt.Errorf("read HTML: %w", err)
	}
	return r.HTML, nil
}

// Snapshot returns the page as it is now, with its exchanges since Goto. It
// waits for the bodies of answers that have come in.
func (t *Tab) Snapshot(ctx context.Context) (*dyncrawl.Page, error) {
	if err := t.awaitBodies(ctx); err != nil {
		return nil, fmt.Errorf("take snapshot: %w", err)
	}
	r, err := t.render(ctx)
	if err != nil {
		return nil, fmt.Errorf("take snapshot: %w", err)
	}
	p := t.visit.page()
	p.Title = cut(r.Title, maxTitle)
	p.HTML = r.HTML
	return p, nil
}

// Exchanges returns the XHR and fetch requests since the last Goto, in the order
// in which they started.
func (t *Tab) Exchanges() []dyncrawl.Exchange {
	t.visit.mu.Lock()
	defer t.visit.mu.Unlock()
	return t.visit.traffic.list()
}

// Popups returns the first URLs that the page has tried to open in new windows
// since the last Goto. No window ever opens.
func (t *Tab) Popups() []string {
	t.visit.mu.Lock()
	defer t.visit.mu.Unlock()
	return slices.Clone(t.visit.popups)
}

// page returns what the events told.
func (v *visit) page() *dyncrawl.Page {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.timing.Total = time.Since(v.started)
	p := &dyncrawl.Page{
		URL:       v.url,
		FinalURL:  v.current,
		Partial:   v.reason(),
		FetchedAt: v.started,
		Timing:    v.timing,
		Exchanges: v.traffic.list(),
	}
	if v.answer != nil {
		p.Status = int(v.answer.Status)
		p.ContentType = strings.ToLower(v.answer.MimeType)
		p.Header = header(v.answer.Headers)
	}
	return p
}

// header turns Chromium's headers into Go's: values of the same name come
// joined by newlines.
func header(from network.Headers) http.Header {
	h := make(http.Header, len(from))
	for name, value := range from {
		text, _ := value.(string)
		for line := range strings.SplitSeq(text, "\n") {
			h.Add(name, line)
		}
	}
	return h
}

// cut returns at most n bytes of s, whole runes.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}
