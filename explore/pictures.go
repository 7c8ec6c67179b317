package explore

import (
	"context"
	"net/url"
	"path"
	"slices"
	"strings"

	"dyncrawl"
	"dyncrawl/browser"
)

// pictureNames are how the names of pictures end that a script may show. What only counts
// visits has others mostly, or none.
var pictureNames = []string{".jpg", ".jpeg", ".png", ".webp", ".avif", ".svg", ".bmp"}

// wantsPicture reports whether a script may have asked for a picture to be shown, and wait
// until it has come: what enlarges pictures or crops them does.
func wantsPicture(t browser.Trace) bool {
	if t.Source != "image" || !t.Late {
		return false
	}
	u, err := url.Parse(t.Request.URL)
	return err == nil && slices.Contains(pictureNames, strings.ToLower(path.Ext(u.Path)))
}

// showPictures loads the page with its pictures where they have places to be pressed, and
// with one in their stead where scripts ask for them.
func (e *explorer) showPictures(ctx context.Context) error {
	e.pictured = true
	if e.maps {
		e.tab.AllowResources("image")
		if err := e.tab.Hold(ctx); err != nil {
			return err
		}
	} else if err := e.tab.StandIn(ctx); err != nil {
		return err
	}
	if e.cfg.Once {
		return nil
	}
	e.guard.acted.Store(false)
	e.guard.unsaid.Store(false)
	if err := e.tab.Open(ctx, dyncrawl.Request{URL: e.home, Referrer: e.cfg.Referrer}); err != nil {
		return err
	}
	e.intake.traces, e.intake.answers = 0, 0
	return e.settle(ctx)
}

// atOnce is the weight of what comes before anything else.
const atOnce = 100

// picture has pictures shown once the task has made a script ask for the first, and queues
// the task again: what it led to may be an error, or wait for ever.
func (e *explorer) picture(ctx context.Context, t *task, since int) error {
	if e.pictured || e.cfg.Once || !slices.ContainsFunc(e.tab.Traces(since), wantsPicture) {
		return nil
	}
	e.pictured = true
	if err := e.tab.StandIn(ctx); err != nil {
		return err
	}
	again := *t
	again.key, again.weight, again.fresh = t.key+"|with pictures", atOnce, true
	e.queue.add(&again)
	return nil
}
