package crawl

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/explore"
	"dyncrawl/extract"
	"dyncrawl/store"
)

// sends reports whether the request is more than asking for a URL.
func sends(lease *errand) bool {
	return lease.Request.Method != "" && lease.Request.Method != http.MethodGet
}

func (c *Crawler) explores(lease *errand) bool { return c.Flow.Explores(lease.Request.URL) }

// maxErrorPages is how many error pages of a run have their links followed: those of a
// site are mostly alike, and one may lead to ever more of them.
const maxErrorPages = 20

// onward returns what an error page leads to, where pages are explored.
func (c *Crawler) onward(lease *errand, page *dyncrawl.Page, class dyncrawl.Class) []dyncrawl.Request {
	switch class {
	case dyncrawl.ClassNotFound, dyncrawl.ClassHTTP4xx, dyncrawl.ClassHTTP5xx:
	default:
		return nil
	}
	if page == nil || !c.explores(lease) || c.errorPages.Add(1) > maxErrorPages {
		return nil
	}
	return c.scope.requests(lease.Request, extract.Links(page, c.Flow.Follow))
}

// visitTime returns how long the visit may take.
func (c *Crawler) visitTime(lease *errand) time.Duration {
	if c.explores(lease) {
		return c.pageBudget() + cmp.Or(c.Flow.Explore.Time, explore.MostTime)
	}
	return c.pageBudget()
}

// enter takes the tab to the leased request. A page that is to be explored is
// held, so that it cannot leave, unless nothing is expected of it; but steps of the
// flow may lead it on.
func (c *Crawler) enter(ctx context.Context, tab *browser.Tab, lease *errand) error {
	holds := c.explores(lease) && len(c.Flow.PageSteps(lease.Request.URL)) == 0
	lease.loose = holds && c.isCalm(lease)
	switch {
	case lease.loose:
		if err := tab.Spare(ctx); err != nil {
			return err
		}
		return tab.Open(ctx, lease.Request)
	case !holds && !sends(lease):
		return tab.Goto(ctx, lease.Request.URL)
	}
	if err := tab.Hold(ctx); err != nil {
		return err
	}
	return tab.Open(ctx, lease.Request)
}

// exploreIn explores the page and adds what was found to what was seen.
func (c *Crawler) exploreIn(ctx context.Context, tab *browser.Tab, lease *errand, seen *sight) error {
	if !c.explores(lease) {
		return nil
	}
	if at, err := tab.URL(ctx); err != nil || at != seen.page.FinalURL { // the tab has looked at the check page
		if err := errors.Join(err, c.enter(ctx, tab, lease), tab.Settle(ctx, c.settle())); err != nil {
			return err
		}
	}
	cfg := c.exploreConfig(seen.page)
	cfg.Once, cfg.Referrer = sends(lease), lease.Request.Referrer
	if lease.loose {
		cfg.Hold = func(ctx context.Context) error { return c.hold(ctx, tab, lease) }
	} else if err := tab.Hold(ctx); err != nil {
		return err
	}
	result, err := explore.Page(ctx, tab, cfg)
	if !lease.loose {
		c.noteCalm(lease, result.Lively)
	}
	if err != nil {
		c.Log.Warn("the exploration of a page broke off", "url", lease.Request.URL, "error", err)
		result.Limits = append(result.Limits, string(dyncrawl.ClassOf(err)))
	}
	seen.explored = result
	seen.page.Timing.Total = time.Since(seen.page.FetchedAt)
	seen.links = mergeLinks(seen.links, result.Links)
	for i := 1; i < len(result.States); i++ {
		c.takeState(seen, &result.States[i])
	}
	if len(result.Limits) > 0 {
		c.Log.Info("the exploration of a page was cut short", "url", lease.Request.URL, "limits", result.Limits)
	}
	return ctx.Err()
}

func (c *Crawler) exploreConfig(page *dyncrawl.Page) explore.Config {
	e := c.Flow.Explore
	html := ""
	if page.ContentType == "text/html" {
		html = page.HTML
	}
	return explore.Config{
		States: e.States, Events: e.Events, Depth: e.Depth, Time: e.Time, HTML: html, Forms: explore.Forms(e.Forms),
		InScope: c.scope.admits, Memory: &c.explored, Picture: true, Upload: c.Upload, Settle: browser.SettleConfig{Quiet: c.Flow.Browser.Quiet},
	}
}

// takeState takes the items of a state that the page did not show before.
func (c *Crawler) takeState(seen *sight, s *explore.State) {
	if len(c.Flow.Extract) == 0 {
		return
	}
	page := *seen.page
	page.HTML, page.Title = s.HTML, s.Title
	items, counts := extract.From(&page, c.Flow.Extract)
	seen.found.addNew(items, counts)
}

// mergeLinks adds the links that are not there yet.
func mergeLinks(links, more []dyncrawl.Link) []dyncrawl.Link {
	type key struct{ url, source string }
	known := map[key]bool{}
	for _, l := range links {
		known[key{l.URL, l.Source}] = true
	}
	for _, l := range more {
		if !known[key{l.URL, l.Source}] {
			links = append(links, l)
		}
	}
	return links
}

// foundRequests returns the requests with a method or a body that belong to the
// crawl.
func (c *Crawler) foundRequests(from dyncrawl.Request, seen *sight) []dyncrawl.Request {
	if seen.explored == nil || c.scope.depth != nil && from.Depth+1 > *c.scope.depth {
		return nil
	}
	var requests []dyncrawl.Request
	for _, r := range seen.explored.Requests {
		if c.scope.admits(r.URL) && !logsOut(dyncrawl.Link{URL: r.URL}) {
			r.Depth, r.Referrer = from.Depth+1, from.URL
			requests = append(requests, r)
		}
	}
	return requests
}

// saveExplored writes what the exploration has found.
func saveExplored(ctx context.Context, tx *store.Tx, page int64, r *explore.Result) error {
	e := store.Exploration{Events: r.Events, Returns: r.Returns, Refused: r.Refused, Usual: r.Usual, Limits: r.Limits}
	for _, s := range r.States {
		e.States = append(e.States, store.PageState{Hash: s.Hash, URL: s.URL, Title: s.Title, Depth: s.Depth, HTML: s.HTML, Picture: s.Picture})
	}
	for _, x := range r.Edges {
		gestures, err := json.Marshal(x.Gestures)
		if err != nil {
			return err
		}
		e.Transitions = append(e.Transitions, store.Transition{From: x.From, To: x.To, Label: x.Label, Gestures: gestures, Assumed: x.Assumed})
	}
	return tx.SaveExploration(ctx, page, e)
}

// wellKnown returns the files of the requests' hosts that list URLs.
func wellKnown(requests []dyncrawl.Request) []dyncrawl.Request {
	var files []dyncrawl.Request
	seen := map[string]bool{}
	for _, r := range requests {
		u, err := url.Parse(r.URL)
		if err != nil || seen[u.Host] {
			continue
		}
		seen[u.Host] = true
		for _, path := range []string{"/robots.txt", "/sitemap.xml"} {
			files = append(files, dyncrawl.Request{URL: u.Scheme + "://" + u.Host + path, Priority: guessed})
		}
	}
	return files
}

// guessed is the priority of URLs that may lead nowhere.
const guessed = -10

// rank is the priority of a link: what only looks like a URL comes last.
func rank(l dyncrawl.Link) int {
	if extract.IsGuess(l) {
		return guessed
	}
	return 0
}

// assets are the sources of URLs that a page is made of, or that its script asks
// for: they are known, but are no pages. Neither is what only a form should ask for.
var assets = []string{
	"img[", "source[", "video[", "audio[", "track[", "script", "stylesheet", "image", "media", "font", "css", "style", "sourceMappingURL",
	"link[rel=stylesheet]", "link[rel=icon]", "link[rel=shortcut]", "link[rel=apple-touch-icon]", "link[rel=mask-icon]", "link[rel=preload]",
	"link[rel=modulepreload]", "link[rel=pingback]", "input[src]", "use[", "image[", "manifest src", "header SourceMap", "header X-SourceMap", "header Content-Security",
	"header Report", "header NEL", "header Expect-CT", "header Public-Key-Pins", "meta[content-security-policy]", "websocket", "form", "a[download]", "xhr", "fetch", "ping", "beacon", "preflight", "eventsource", "cspviolationreport", "signedexchange", "base[", "playlist", "other",
	extract.GuessAsked, extract.GuessPart,
}

// otherMethod matches the attributes by which libraries are told to ask with another method
// than GET, such as hx-post and data-hx-delete.
var otherMethod = regexp.MustCompile(`-(post|put|patch|delete)(-to)?\]$`)

// leadsToPage reports whether the link may lead to a page that a crawl visits.
func leadsToPage(l dyncrawl.Link) bool {
	if strings.Contains(l.Source, "rel=nofollow") || strings.HasSuffix(l.Source, "action]") || strings.HasSuffix(l.Source, "[style]") || strings.HasSuffix(l.Source, "[background]") ||
		strings.HasSuffix(l.Source, "[poster]") || strings.HasSuffix(l.Source, "srcset]") || strings.HasSuffix(l.Source, "[ping]") || otherMethod.MatchString(l.Source) {
		return false
	}
	return !slices.ContainsFunc(assets, func(prefix string) bool { return strings.HasPrefix(l.Source, prefix) })
}
