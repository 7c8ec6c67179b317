package browser

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"

	"dyncrawl"
)

//go:embed hold.js
var holdJS string

// Hold has the document that the next Goto shows stay, until the tab is reset:
// whatever it does to leave for another one is noted as a Trace, and answered
// with nothing. A document that loads itself anew while it settles may do so
// twice. Service workers are asked and touches are
// heard of as they are with a person.
func (t *Tab) Hold(ctx context.Context) error {
	t.held.Store(true)
	if err := t.refusePictures(ctx, !t.allowsAny()); err != nil {
		return fmt.Errorf("hold the page: %w", err)
	}
	if t.wide {
		return nil
	}
	t.wide = true
	patterns := append(patternsOf(scripted), documentPattern())
	if !t.context.cfg.Lean {
		patterns = append(patterns, patternsOf(blocked)...)
	}
	if err := t.intercept(ctx, patterns); err != nil {
		return fmt.Errorf("hold the page: %w", err)
	}
	if err := t.accost(ctx, true); err != nil {
		return fmt.Errorf("hold the page: %w", err)
	}
	if err := t.anchor(ctx); err != nil {
		return fmt.Errorf("hold the page: %w", err)
	}
	return nil
}

// scripted are the kinds of requests that scripts make without leaving their document.
var scripted = []network.ResourceType{network.ResourceTypeXHR, network.ResourceTypeFetch, network.ResourceTypePing}

// Withhold has the requests of a held page's scripts fail unsent of which harms says so,
// until the tab is reset. They are traces all the same. Harms runs at the same time as
// itself and must return soon.
func (t *Tab) Withhold(harms func(r dyncrawl.Request) bool) { t.harms.Store(&harms) }

// withholds reports whether the request is one to withhold.
func (t *Tab) withholds(ev *fetch.EventRequestPaused) bool {
	harms := t.harms.Load()
	return harms != nil && slices.Contains(scripted, ev.ResourceType) && (*harms)(requestOf(ev.Request))
}

// anchor has documents refuse to leave while they load, from now on.
func (t *Tab) anchor(ctx context.Context) error {
	if t.anchored != "" {
		return nil
	}
	script := page.AddScriptToEvaluateOnNewDocumentParams{Source: holdJS, WorldName: world}
	res, err := cdp.Call(ctx, t.session, page.AddScriptToEvaluateOnNewDocument, script)
	t.anchored = res.Identifier
	return err
}

// weigh takes back what anchor did.
func (t *Tab) weigh(ctx context.Context) error {
	if t.anchored == "" {
		return nil
	}
	script := page.RemoveScriptToEvaluateOnNewDocumentParams{Identifier: t.anchored}
	_, err := cdp.Call(ctx, t.session, page.RemoveScriptToEvaluateOnNewDocument, script)
	t.anchored = ""
	return err
}

// refusePictures has pictures and fonts refused without asking us, or not. A lean browser
// has none.
func (t *Tab) refusePictures(ctx context.Context, on bool) error {
	if t.context.cfg.Lean || t.spares == on {
		return nil
	}
	t.spares = on
	if on {
		return t.refuseFiles(ctx, slices.Concat(pictureFiles, mediaFiles))
	}
	return t.refuseFiles(ctx, nil)
}

// Spare has pictures and fonts of the pages that follow refused as cheaply as for a
// held page, until the tab is reset.
func (t *Tab) Spare(ctx context.Context) error {
	if t.context.cfg.Lean || t.allowsAny() {
		return nil
	}
	t.sparing = true
	if t.spares && !t.wide {
		return nil
	}
	if err := t.loosen(ctx); err != nil {
		return fmt.Errorf("spare the page its pictures: %w", err)
	}
	if err := errors.Join(t.interceptNone(ctx), t.refusePictures(ctx, true)); err != nil {
		return fmt.Errorf("spare the page its pictures: %w", err)
	}
	return nil
}

// accost has the browser behave as one that a person uses by hand: service workers
// are asked, and pages may listen to touches, as on a screen that can be touched.
func (t *Tab) accost(ctx context.Context, on bool) error {
	bypass := network.SetBypassServiceWorkerParams{Bypass: !on}
	if _, err := cdp.Call(ctx, t.session, network.SetBypassServiceWorker, bypass); err != nil {
		return err
	}
	_, err := cdp.Call(ctx, t.session, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: on})
	return err
}

// narrow has documents of a tab that is not held any more load without our word.
// Until then they get it: a tab that is held page after page is told once.
func (t *Tab) narrow(ctx context.Context) error {
	if t.held.Load() || t.sparing || !t.wide && !t.spares {
		return nil
	}
	if err := t.loosen(ctx); err != nil {
		return err
	}
	if err := t.refusePictures(ctx, false); err != nil {
		return err
	}
	return t.block(ctx)
}

// loosen has documents go where they like again.
func (t *Tab) loosen(ctx context.Context) error {
	if !t.wide {
		return nil
	}
	t.wide = false
	if err := t.weigh(ctx); err != nil {
		return err
	}
	return t.accost(ctx, false)
}

// Open is Goto for a request with a method and a body, such as a form makes. As when a link
// is followed, a page of the same origin is told where it is come from. For more than a URL the
// tab must be held.
func (t *Tab) Open(ctx context.Context, r dyncrawl.Request) error {
	if sameOrigin(r.Referrer, r.URL) {
		t.referrer = withoutFragment(r.Referrer)
	}
	if r.Method != "" && r.Method != http.MethodGet {
		t.opening.Store(&r)
	}
	return t.Goto(ctx, r.URL)
}

// sameOrigin reports whether both URLs have the same scheme, host and port.
func sameOrigin(a, b string) bool {
	u, err := url.Parse(a)
	v, other := url.Parse(b)
	return err == nil && other == nil && u.Host != "" && u.Scheme == v.Scheme && u.Host == v.Host
}

// judgeDocument answers a request for a document.
func (t *Tab) judgeDocument(ctx context.Context, ev *fetch.EventRequestPaused) {
	if t.held.Load() && t.visit.departs(ev) {
		_, _ = cdp.Call(ctx, t.session, fetch.FailRequest, fetch.FailRequestParams{
			RequestID: ev.RequestID, ErrorReason: network.ErrorReasonAborted,
		})
		return
	}
	pass := fetch.ContinueRequestParams{RequestID: ev.RequestID}
	if r := t.opening.Load(); r != nil && ev.FrameID == t.frame() && ev.RedirectedRequestID == "" && ev.Request.URL == withoutFragment(r.URL) {
		t.opening.Store(nil)
		pass.Method, pass.PostData, pass.Headers = r.Method, r.Body, headersOf(ev.Request.Headers, r.Header)
	}
	_, _ = cdp.Call(ctx, t.session, fetch.ContinueRequest, pass)
}

// headersOf returns the browser's headers with those of the request put over them.
func headersOf(own network.Headers, set http.Header) []*fetch.HeaderEntry {
	all := header(own)
	for name, values := range set {
		all[name] = values
	}
	var list []*fetch.HeaderEntry
	for name, values := range all {
		for _, value := range values {
			list = append(list, &fetch.HeaderEntry{Name: name, Value: value})
		}
	}
	return list
}

// maxReloads is how often a held document may load itself anew.
const maxReloads = 2

// departs reports whether the request would replace the document that is held,
// or send a form into one of its frames, and notes it then. Its frames may show
// what they like.
func (v *visit) departs(ev *fetch.EventRequestPaused) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	posts := ev.Request.Method != http.MethodGet
	switch {
	case ev.FrameID != v.main:
		if posts {
			v.trace("form", requestOf(ev.Request))
		}
		return posts
	case v.commits == 0:
		return false
	case !posts && v.timing.Settled == 0 && v.commits <= maxReloads && ev.Request.URL == withoutFragment(v.current):
		return false
	}
	source := "navigation"
	if posts {
		source = "form"
	}
	v.trace(source, requestOf(ev.Request))
	if !v.loaded {
		v.load() // it is not parsed any further, and its load event never comes
		v.signal()
	}
	return true
}
