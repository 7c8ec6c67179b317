package browser

import (
	"context"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
)

// blocked are the kinds of resources that a crawl has no use for. Only requests
// for them wait for our word.
var blocked = []network.ResourceType{network.ResourceTypeImage, network.ResourceTypeMedia, network.ResourceTypeFont}

// mediaFiles are the extensions of files that a lean browser does not load. It
// knows media by them alone: to be asked about requests slows down all others.
var mediaFiles = []string{"aac", "avi", "flac", "flv", "m3u8", "m4a", "m4s", "m4v", "mkv", "mov", "mp3", "mp4", "mpd", "mpeg", "oga", "ogg", "ogv", "opus", "wav", "webm"}

// pictureFiles are the extensions of pictures and fonts that a held page is not to
// load: being asked about each of them costs more than the page.
var pictureFiles = []string{"png", "jpg", "jpeg", "gif", "webp", "avif", "bmp", "ico", "woff", "woff2", "ttf", "otf", "eot"}

// refuseFiles has files refused by their extensions, none for an empty list. What
// asks for them is heard of all the same.
func (t *Tab) refuseFiles(ctx context.Context, extensions []string) error {
	files := network.SetBlockedURLsParams{URLPatterns: []*network.BlockPattern{}}
	for _, extension := range extensions {
		files.URLPatterns = append(files.URLPatterns, &network.BlockPattern{URLPattern: "*://*:*/*." + extension, Block: true})
	}
	_, err := cdp.Call(ctx, t.session, network.SetBlockedURLs, files)
	return err
}

// block has the resources refused that a crawl has no use for.
func (t *Tab) block(ctx context.Context) error {
	if t.gate.Load() != nil {
		return gateSession(ctx, t.session)
	}
	if !t.context.cfg.Lean {
		return t.intercept(ctx, patternsOf(blocked))
	}
	if err := t.interceptNone(ctx); err != nil {
		return err
	}
	return t.refuseFiles(ctx, mediaFiles)
}

// intercept has the requests wait for our word that fit one of the patterns. Where a
// proxy asks who we are, documents do: of other requests it would not be heard, and
// once it was answered Chromium knows.
func (t *Tab) intercept(ctx context.Context, patterns []*fetch.RequestPattern) error {
	asks := t.context.proxyAsks()
	if asks {
		patterns = append(patterns, documentPattern())
	}
	_, err := cdp.Call(ctx, t.session, fetch.Enable, fetch.EnableParams{Patterns: patterns, HandleAuthRequests: &asks})
	return err
}

// interceptNone is intercept for no request at all.
func (t *Tab) interceptNone(ctx context.Context) error {
	if t.context.proxyAsks() {
		return t.intercept(ctx, nil)
	}
	_, err := cdp.Call(ctx, t.session, fetch.Disable, cdp.Empty{})
	return err
}

func documentPattern() *fetch.RequestPattern {
	return &fetch.RequestPattern{URLPattern: "*", ResourceType: network.ResourceTypeDocument}
}

func patternsOf(kinds []network.ResourceType) (patterns []*fetch.RequestPattern) {
	for _, kind := range kinds {
		patterns = append(patterns, &fetch.RequestPattern{URLPattern: "*", ResourceType: kind})
	}
	return patterns
}

// AllowResources lets the page load, from now on and until the next Reset, the
// kinds "image", "media" and "font", which are refused otherwise.
func (t *Tab) AllowResources(kinds ...string) {
	allowed := make(map[network.ResourceType]bool)
	for _, kind := range blocked {
		for _, k := range kinds {
			allowed[kind] = allowed[kind] || strings.EqualFold(k, string(kind))
		}
	}
	t.allowed.Store(&allowed)
}

// allowsAny reports whether the page may load any of the kinds that are refused
// otherwise.
func (t *Tab) allowsAny() bool {
	for _, allowed := range *t.allowed.Load() {
		if allowed {
			return true
		}
	}
	return false
}

// judge answers a request of a session that waits for our word.
func (t *Tab) judge(s Session, ev *fetch.EventRequestPaused) {
	ctx := context.Background()
	switch {
	case !t.passes(ev), t.withholds(ev):
		refuse(s, ev.RequestID, network.ErrorReasonBlockedByClient)
	case ev.ResourceType == network.ResourceTypeDocument && t.faking.Load():
		t.fulfill(ctx, ev.RequestID)
	case ev.ResourceType == network.ResourceTypeDocument && s == Session(t.session):
		t.judgeDocument(ctx, ev)
	case slices.Contains(blocked, ev.ResourceType) && !(*t.allowed.Load())[ev.ResourceType]:
		if ev.ResourceType == network.ResourceTypeImage && t.standsIn.Load() {
			show(s, ev.RequestID)
			return
		}
		refuse(s, ev.RequestID, network.ErrorReasonBlockedByClient)
	default:
		_, _ = cdp.Call(ctx, s, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: ev.RequestID})
	}
}

// fulfill answers a request for a document with an empty one, while storage is
// being restored.
func (t *Tab) fulfill(ctx context.Context, id fetch.RequestID) {
	_, _ = cdp.Call(ctx, t.session, fetch.FulfillRequest, fetch.FulfillRequestParams{
		RequestID:       id,
		ResponseCode:    200,
		ResponseHeaders: []*fetch.HeaderEntry{{Name: "Content-Type", Value: "text/html"}},
	})
}
