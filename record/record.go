// Package record watches a person use a site and writes down what they did as a
// flow: steps that a careful person would write, the session that they end with,
// and what tells it from being logged out.
package record

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"log/slog"
	"slices"
	"sync"
	"time"

	"dyncrawl/browser"
	"dyncrawl/captcha"
)

var (
	//go:embed selectors.js
	selectorsJS string
	//go:embed record.js
	recordJS string
)

// Config says what a recording is about.
type Config struct {
	Name string       // of the session and the flow
	URL  string       // where it begins
	Log  *slog.Logger //

	// Opened is told of each window that the site opens, before the person acts
	// in it. Nil: nobody needs to know.
	Opened func(*browser.Tab)

	// Secret names the secret that takes the place of what was typed: kind is
	// password or code, field the field's name on the page. Nil or an empty answer:
	// a name made of the session's and the kind.
	Secret func(kind, field string) string

	// Seed names the secret that holds the seed from which the one-time codes of a
	// field follow (RFC 6238): the flow makes them by itself then. Nil or an empty
	// answer: there is none, and the code is a secret like others.
	Seed func(field string) string
}

// Recorder keeps what a person does in a tab. Finish it, or Stop it.
type Recorder struct {
	cfg     Config
	tab     *browser.Tab
	life    context.Context
	cancel  context.CancelFunc
	follows sync.WaitGroup

	mu      sync.Mutex
	watches []*browser.Watch // that of the tab first
	actions []action
	windows []window
	sealed  bool // what happens is not the person's doing any more
	ended   chan struct{}
}

// window is how far a window has come.
type window struct {
	pages int    // top documents that it had
	at    string // URL of the last one
}

// Start begins to record in the tab and goes to the URL.
func Start(ctx context.Context, tab *browser.Tab, cfg Config) (*Recorder, error) {
	r := &Recorder{cfg: cfg, tab: tab, ended: make(chan struct{})}
	r.life, r.cancel = context.WithCancel(context.Background())
	tab.AllowResources("image", "font", "media")
	if err := r.watch(ctx, tab); err != nil {
		r.cancel()
		return nil, err
	}
	if err := tab.Goto(ctx, cfg.URL); err != nil {
		r.Stop()
		return nil, err
	}
	return r, nil
}

// watch records in a window, and in those that it opens.
func (r *Recorder) watch(ctx context.Context, tab *browser.Tab) error {
	r.mu.Lock()
	number := len(r.windows)
	r.windows = append(r.windows, window{})
	r.mu.Unlock()
	tab.OnDialog(func(d browser.Dialog, reply browser.Reply) {
		if d.Kind != "beforeunload" {
			go r.keep(action{Kind: "dialog", At: millis(time.Now()), reply: reply, window: number})
		}
	})
	left, err := json.Marshal(captcha.LeftToPeople())
	if err != nil {
		return err
	}
	script := "globalThis.dyncrawlLeftToPeople = " + string(left) + ";\n" + selectorsJS + recordJS
	w, err := tab.Watch(ctx, script, func(report browser.Report) {
		a, err := parseAction(report)
		if err != nil {
			r.cfg.Log.Debug("not recorded", "error", err)
			return
		}
		a.window = number
		r.keep(a)
	})
	if err != nil {
		return err
	}
	r.mu.Lock()
	r.watches = append(r.watches, w)
	r.mu.Unlock()
	r.follows.Go(func() {
		tab.EachPopup(r.life, func(popup *browser.Tab) {
			if err := r.watch(r.life, popup); err != nil {
				r.cfg.Log.Warn("a window is not recorded", "error", err)
			}
			if r.cfg.Opened != nil {
				r.cfg.Opened(popup)
			}
		})
	})
	return nil
}

// keep notes an action with the page that it happened on.
func (r *Recorder) keep(a action) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.sealed {
		return
	}
	if a.Kind == "end" {
		r.sealed = true
		close(r.ended)
		return
	}
	w := &r.windows[a.window]
	if a.Kind == "document" && a.Top {
		w.pages++
	}
	if a.Top {
		w.at = a.URL
	}
	a.page, a.at = w.pages, w.at
	r.actions = append(r.actions, a)
	r.cfg.Log.Debug("recorded", "kind", a.Kind, "selector", first(a.Chain), "url", a.URL)
}

func first(chain []string) string {
	if len(chain) == 0 {
		return ""
	}
	return chain[0]
}

func millis(t time.Time) float64 { return float64(t.UnixMicro()) / 1000 }

// Stop ends the recording; the tab goes on.
func (r *Recorder) Stop() {
	r.cancel()
	r.follows.Wait()
	r.mu.Lock()
	watches := r.watches
	r.watches = nil
	r.mu.Unlock()
	for _, w := range watches {
		w.Stop()
	}
}

// inOrder returns the actions in the order in which they happened.
func (r *Recorder) inOrder() []action {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := slices.Clone(r.actions)
	slices.SortStableFunc(all, func(a, b action) int { return cmp.Compare(a.At, b.At) })
	return all
}
