package browser

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/target"
)

// KeepPopups has the windows that the page opens from now on stay open, for
// NextPopup; by default none does. With false those that nobody took are closed.
func (t *Tab) KeepPopups(keep bool) {
	t.keeps.Store(keep)
	for !keep {
		select {
		case id := <-t.opened:
			go func() { _ = t.context.closeTarget(context.Background(), id) }()
		default:
			return
		}
	}
}

// NextPopup returns a tab for the next window that the page has opened; nil when
// there is none. The caller closes it.
func (t *Tab) NextPopup(ctx context.Context) (*Tab, error) {
	select {
	case id := <-t.opened:
		return t.adopt(ctx, id)
	default:
		return nil, nil
	}
}

// adopt returns a tab for a window that was opened by the page's script.
func (t *Tab) adopt(ctx context.Context, id target.ID) (*Tab, error) {
	popup, err := t.context.attach(ctx, id, RealTime)
	if err != nil {
		return nil, fmt.Errorf("enter pop-up: %w", err)
	}
	popup.allowed.Store(t.allowed.Load())
	popup.dialogs.Store(t.dialogs.Load())
	popup.keeps.Store(true)
	if g := t.gate.Load(); g != nil {
		err = popup.Gate(ctx, g)
	}
	if err == nil {
		err = popup.catchUp(ctx)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("enter pop-up: %w", err), popup.Close(ctx))
	}
	return popup, nil
}

// catchUp learns of a document that was there before the tab was attached.
func (t *Tab) catchUp(ctx context.Context) error {
	var page struct {
		URL    string `json:"url"`
		Loaded bool   `json:"loaded"`
	}
	if err := t.EvalIsolated(ctx, `({url: location.href, loaded: document.readyState === "complete"})`, &page); err != nil {
		return err
	}
	t.visit.join(page.URL, page.Loaded)
	return nil
}

// join takes over a document whose beginning was missed.
func (v *visit) join(url string, loaded bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.commits == 0 {
		v.url, v.current, v.commits = url, url, 1
	}
	v.loaded = v.loaded || loaded
	v.signal()
}

// Gone reports that the page was closed, by itself or with its browser.
func (t *Tab) Gone() bool {
	select {
	case <-t.session.Done():
		return true
	default:
		return false
	}
}

// keep takes a window that the page opened, or closes it.
func (t *Tab) keep(id target.ID) {
	if t.keeps.Load() {
		select {
		case t.opened <- id:
			return
		default:
		}
	}
	go func() { _ = t.context.closeTarget(context.Background(), id) }()
}

// Stranger returns a tab in an empty context of the same browser: to sites it is
// a visitor that they do not know. close ends both.
func (t *Tab) Stranger(ctx context.Context) (tab *Tab, close func(context.Context) error, err error) {
	c, err := NewContext(ctx, t.context.driver, t.context.cfg)
	if err != nil {
		return nil, nil, err
	}
	tab, err = c.NewTab(ctx, RealTime)
	if err != nil {
		return nil, nil, errors.Join(err, c.Close(context.WithoutCancel(ctx)))
	}
	return tab, func(ctx context.Context) error { return errors.Join(tab.Close(ctx), c.Close(ctx)) }, nil
}

// popupPause is how long EachPopup waits before it looks again.
const popupPause = 50 * time.Millisecond

// EachPopup hands every window that the page opens to fn, until ctx or the tab
// ends. It keeps windows open.
func (t *Tab) EachPopup(ctx context.Context, fn func(*Tab)) {
	t.KeepPopups(true)
	for !t.Gone() && sleep(ctx, popupPause) == nil {
		if popup, err := t.NextPopup(ctx); err == nil && popup != nil {
			fn(popup)
		}
	}
}
