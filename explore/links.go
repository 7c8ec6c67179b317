package explore

import (
	"context"
	"mime"
	"net/http"
	"regexp"
	"strings"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/extract"
)

// intake is how far a page was read.
type intake struct {
	asked   map[string]bool // requests that are kept
	traces  int             // that were taken in
	answers int             // of exchanges that were read
	changes int             // of the document, when its markup was read last
	refs    uint32          // in it then
}

// keepLinks notes links, each source of a URL once.
func (e *explorer) keepLinks(links []dyncrawl.Link) {
	for _, l := range links {
		if key := l.URL + " " + l.Source; !e.known[key] {
			e.known[key] = true
			e.Links = append(e.Links, l)
		}
	}
}

// readSource reads the page as it came, its headers and its text, and reports
// whether anything can happen there. If not, the rendered page, which is read too,
// is all that it shows; without a script it is the source.
func (e *explorer) readSource(ctx context.Context) (lively bool, err error) {
	answer := e.tab.Answer()
	e.keepLinks(extract.Headers(answer.FinalURL, answer.Header))
	rendered := extract.Text{URL: answer.FinalURL, Body: e.cfg.HTML}
	controls, scripts := holds(e.cfg.HTML)
	bare, source, kind := e.cfg.HTML != "" && !controls && !scripts, "", sentType(answer)
	if !bare || e.cfg.Hold == nil || !mayAct(kind, "") { // else no script took itself away: none of the pages like it had one
		if source, err = e.tab.Source(ctx); err != nil {
			return false, err
		}
	}
	if bare && !mayLive(source) {
		e.keepLinks(extract.Discover(rendered))
		if source != "" && !mayAct(kind, source) {
			e.keepLinks(extract.Discover(extract.Text{URL: answer.FinalURL, Type: kind, Body: source}))
		}
		e.takeTraces(ctx)
		return false, nil
	}
	e.keepLinks(extract.Discover(extract.Text{URL: answer.FinalURL, Type: kind, Body: source}))
	e.maps = imageMap.MatchString(source)
	if !mayAct(kind, source) {
		return false, nil
	}
	e.mood = e.temper(ctx, source, e.cfg.HTML)
	lively = e.cfg.HTML == "" || e.mood >= stirs
	if !lively && (e.mood == listens || controls) {
		if lively, err = e.tab.Lively(ctx); err != nil {
			return true, err
		}
	}
	if lively {
		e.widens = asksWidth.MatchString(source) || asksWidth.MatchString(e.cfg.HTML)
		e.around.code = codeOf(answer.FinalURL, source)
		return true, nil
	}
	e.keepLinks(extract.Discover(rendered))
	e.takeTraces(ctx)
	return false, nil
}

// sentType returns the media type of the page as it was sent; empty when it was not. The
// browser takes feeds for plain text.
func sentType(answer *dyncrawl.Page) string {
	sent, _, err := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	switch {
	case sent == "":
		return ""
	case err == nil && strings.HasSuffix(sent, "+xml"):
		return sent
	}
	return answer.ContentType
}

// imageMap matches a picture with places to be pressed. They are none where the picture
// was not loaded.
var imageMap = regexp.MustCompile(`(?i)\susemap\s*=`)

// asksWidth matches what asks for a window that is wider than usual: a media query of a
// script or a style sheet.
var asksWidth = regexp.MustCompile(`(?i)(?:min-width\s*:|width\s*>=?)\s*(?:1[3-9]|2[0-5])\d\dpx`)

// mayAct reports whether a document of the type is a page, and no listing that the
// browser has dressed up, such as of XML or JSON.
func mayAct(kind, source string) bool {
	switch kind {
	case "", "text/html", "application/xhtml+xml", "image/svg+xml":
		return true
	}
	return strings.Contains(source, "<?xml-stylesheet")
}

// readMarkup reads the document and its frames when they have changed.
func (e *explorer) readMarkup(ctx context.Context) error {
	same := e.intake.changes > 0 && e.intake.changes == e.view.Changes && e.intake.refs == e.view.Refs
	if same && len(e.view.Doors) == 0 || !e.changed() {
		return nil
	}
	e.intake.changes, e.intake.refs = e.view.Changes, e.view.Refs
	documents, err := e.tab.Markup(ctx)
	if err != nil {
		return err
	}
	for _, d := range documents {
		e.keepLinks(extract.Discover(extract.Text{URL: d.URL, Body: d.HTML}))
	}
	return nil
}

// changed reports whether the documents may differ from the source.
func (e *explorer) changed() bool {
	return e.view.Scripts || e.view.Changes != 0 || len(e.view.Window) > 0 || len(e.view.Doors) > 0
}

// takeTraces takes in what the page has asked for since the last time: every URL
// is a link, and what has a method or a body of its own is a request too.
func (e *explorer) takeTraces(ctx context.Context) {
	fresh := e.tab.Traces(e.intake.traces)
	e.intake.traces += len(fresh)
	for _, t := range fresh {
		e.keepTrace(t)
		e.readResource(ctx, t)
		e.readMade(ctx, t)
	}
	e.readAnswers()
}

// resourceTypes are the texts that a page is made of, by the source of their
// trace.
var resourceTypes = map[string]string{"script": "text/javascript", "stylesheet": "text/css", "manifest": "application/manifest+json"}

// resourceLimit bounds the texts that are searched for URLs.
const resourceLimit = 1 << 20

// readResource reads a script or a style sheet of the crawl's own hosts that was
// not read before.
func (e *explorer) readResource(ctx context.Context, t browser.Trace) {
	kind := resourceTypes[t.Source]
	if kind == "" || !e.cfg.InScope(t.Request.URL) || !e.cfg.Memory.fresh(t.Request.URL) {
		return
	}
	if body := e.tab.Resource(ctx, t.Request.URL); len(body) < resourceLimit {
		e.keepLinks(extract.Discover(extract.Text{URL: t.Request.URL, Type: kind, Body: body}))
	}
}

// readMade reads a document of the page's own making that it wanted to show in
// another window.
func (e *explorer) readMade(ctx context.Context, t browser.Trace) {
	if m := e.tab.Made(ctx, t.Request.URL, resourceLimit); m.Text != "" {
		e.keepLinks(extract.Discover(extract.Text{URL: e.home, Type: m.Type, Body: m.Text}))
	}
}

// readAnswers reads the answers that the page's script has got since the last time.
func (e *explorer) readAnswers() {
	all := e.tab.Exchanges()
	for _, x := range all[min(e.intake.answers, len(all)):] {
		e.failed = e.failed || failed(x)
		if len(x.Body) > 0 && len(x.Body) < resourceLimit && e.cfg.Memory.fresh(x.Method+" "+x.URL) {
			e.keepLinks(extract.Discover(extract.Text{URL: x.URL, Type: x.ContentType, Body: string(x.Body)}))
		}
	}
	e.intake.answers = len(all)
}

// failed reports whether the server failed to answer. That it was asked too often is no
// failure.
func failed(x dyncrawl.Exchange) bool {
	return x.Status >= http.StatusInternalServerError || x.Status == http.StatusRequestTimeout
}

// bodyLimit bounds the body of a request that is kept to be made again.
const bodyLimit = 64 << 10

func (e *explorer) keepTrace(t browser.Trace) {
	if t.Answer != nil {
		e.keepLinks(extract.Headers(t.Request.URL, t.Answer))
		return
	}
	address, ok := extract.Address(t.Request.URL)
	if t.Source == "websocket" {
		address, ok = t.Request.URL, true
	}
	if !ok {
		return
	}
	e.keepLinks([]dyncrawl.Link{{URL: address, Source: t.Source}})
	if t.Source == "websocket" || t.Source == "eventsource" {
		e.streams, e.streamed = true, true
	}
	r := t.Request
	if r.URL = address; r.Method == "" || r.Method == http.MethodGet || t.Source != "form" || len(r.Body) > bodyLimit {
		return
	}
	r.Body = e.withFiles(r.Body)
	sameBoundary(&r)
	key := r.Method + " " + r.URL + " " + string(r.Body)
	if e.intake.asked[key] {
		return
	}
	e.intake.asked[key] = true
	if e.cfg.Forms != AllForms && (harmfulRequest(r) || e.guard.unsaid.Load() && !onlyAsks(r)) {
		e.Refused++
		return
	}
	e.Requests = append(e.Requests, r)
}

// refuse counts a control that is left alone.
func (e *explorer) refuse(c *browser.Control) {
	if key := "refused " + c.Path; !e.known[key] {
		e.known[key] = true
		e.Refused++
	}
}
