package browser

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"

	"dyncrawl"
)

// Trace is a request that the page was seen to make, or to want.
type Trace struct {
	Request dyncrawl.Request // URL and, where it has them, method, body and its content type
	Answer  http.Header      // what headers of an answer tell of other URLs; Source is "answer" then
	Late    bool             // it was asked for when the markup had been read, by a script or by something that has come since
	Source  string           // "navigation", "form", "redirect", "window.open", "history", "download", or the browser's word for what was loaded: "xhr", "fetch", "ping", "script", …
}

// maxTraces is how many traces of a page are kept.
const maxTraces = 10_000

// Traces returns what the page has asked for since Goto, in its order, without
// the first from of them.
func (t *Tab) Traces(from int) []Trace {
	t.visit.mu.Lock()
	defer t.visit.mu.Unlock()
	return slices.Clone(t.visit.traces[min(from, len(t.visit.traces)):])
}

// trace notes a request. What the page has made itself is none, but for windows on
// it; see Made. The caller holds mu.
func (v *visit) trace(source string, r dyncrawl.Request) {
	if len(v.traces) < maxTraces && r.URL != "" && (source == "window.open" || !made(r.URL)) {
		v.traces = append(v.traces, Trace{Request: r, Source: source})
	}
}

// note takes an event that tells of a URL. The caller holds mu.
func (v *visit) note(ev any) {
	switch ev := ev.(type) {
	case *page.EventWindowOpen:
		v.trace("window.open", dyncrawl.Request{URL: ev.URL})
	case *page.EventNavigatedWithinDocument:
		v.trace("history", dyncrawl.Request{URL: ev.URL})
	case *page.EventFrameRequestedNavigation:
		if ev.Reason != page.ClientNavigationReasonFormSubmissionPost { // where a form is sent to is no page; see departs
			v.trace("navigation", dyncrawl.Request{URL: ev.URL})
		}
	case *network.EventWebSocketCreated:
		v.trace("websocket", dyncrawl.Request{URL: ev.URL})
	case *network.EventRequestWillBeSent:
		v.noteRequest(ev)
	case *network.EventResponseReceived:
		v.noteAnswer(ev)
	}
}

// telling are the headers by which answers to a page's requests name other URLs.
var telling = []string{"Content-Location", "Link", "Refresh", "SourceMap", "X-SourceMap"}

// noteAnswer notes what the headers of an answer name. Those of the page itself are in
// its Snapshot.
func (v *visit) noteAnswer(ev *network.EventResponseReceived) {
	if ev.Type == network.ResourceTypeDocument && ev.FrameID == v.main || len(v.traces) >= maxTraces {
		return
	}
	var named http.Header
	for name, value := range ev.Response.Headers {
		text, _ := value.(string)
		if text == "" || !slices.ContainsFunc(telling, func(t string) bool { return strings.EqualFold(t, name) }) {
			continue
		}
		if named == nil {
			named = http.Header{}
		}
		named[http.CanonicalHeaderKey(name)] = strings.Split(text, "\n")
	}
	if named != nil {
		v.traces = append(v.traces, Trace{Request: dyncrawl.Request{URL: ev.Response.URL}, Answer: named, Source: "answer"})
	}
}

func (v *visit) noteRequest(ev *network.EventRequestWillBeSent) {
	switch {
	case ev.RedirectResponse != nil:
		v.trace("redirect", requestOf(ev.Request))
	case ev.Type == network.ResourceTypeDocument && ev.FrameID == v.main: // what was asked for, or what Hold notes
	default:
		before := len(v.traces)
		v.trace(strings.ToLower(cmp.Or(string(ev.Type), "other")), requestOf(ev.Request))
		if len(v.traces) > before && ev.Initiator != nil {
			v.traces[before].Late = ev.Initiator.Type != network.InitiatorTypeParser
		}
	}
}

// requestOf returns the request in our words.
func requestOf(r *network.Request) dyncrawl.Request {
	out := dyncrawl.Request{URL: r.URL + r.URLFragment, Method: r.Method}
	if r.Method == http.MethodGet {
		out.Method = ""
		return out
	}
	for _, entry := range r.PostDataEntries {
		out.Body = append(out.Body, entry.Bytes...)
	}
	out.Body = out.Body[:min(len(out.Body), requestBodyLimit)]
	if kind := header(r.Headers).Get("Content-Type"); kind != "" {
		out.Header = http.Header{"Content-Type": {kind}}
	}
	return out
}

// made reports whether the URL names something that a page has made itself.
func made(url string) bool { return strings.HasPrefix(url, "data:") || strings.HasPrefix(url, "blob:") }

// Made is what a page has put behind a blob: or data: URL.
type Made struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// Made returns what is behind such a URL, the zero value for others, for what is
// longer than limit bytes, and when the page has let go of it.
func (t *Tab) Made(ctx context.Context, url string, limit int) (m Made) {
	if made(url) {
		const read = `fetch(%q).then(async (r) => ({type: r.headers.get("content-type") ?? "", blob: await r.blob()}))
			.then(async ({type, blob}) => blob.size > %d ? {} : {type, text: await blob.text()})`
		_ = t.EvalIsolated(ctx, fmt.Sprintf(read, url, limit), &m)
	}
	return m
}

func withoutFragment(url string) string {
	url, _, _ = strings.Cut(url, "#")
	return url
}

// Source returns the text of the main document as it came, before any script
// changed it; empty when the browser does not have it.
func (t *Tab) Source(ctx context.Context) (string, error) {
	id := t.visit.document(t.frame()) // a document has the id of its request
	res, err := cdp.Call(ctx, t.session, network.GetResponseBody, network.GetResponseBodyParams{RequestID: network.RequestID(id)})
	switch {
	case err == nil:
		return string(res.Body), nil
	case t.Broken(), ctx.Err() != nil:
		return "", fmt.Errorf("read the source of the page: %w", err)
	}
	return "", nil
}

// Live reports whether something may be pushed to the page at any moment: it has
// a socket, an event stream or a worker open.
func (t *Tab) Live() bool { return t.visit.isLive() }

// Said returns how many messages the page's sockets have sent.
func (t *Tab) Said() int {
	t.visit.mu.Lock()
	defer t.visit.mu.Unlock()
	return t.visit.said
}

// Resource returns the text of something that the page has loaded, such as a
// script, by its frame's resource tree; empty when the browser has let go of it.
func (t *Tab) Resource(ctx context.Context, url string) string {
	res, err := cdp.Call(ctx, t.session, page.GetResourceContent, page.GetResourceContentParams{FrameID: t.frame(), URL: url})
	if err != nil || res.Base64encoded {
		return ""
	}
	return string(res.Content)
}
