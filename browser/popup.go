package browser

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/chromedp/cdproto/target"
)

// popups are the windows that a page has opened and nobody has taken yet.
type popups struct {
	mu   sync.Mutex
	ids  []target.ID
	wake chan struct{} // holds one signal
}

// KeepPopups has the windows that the page opens stay open, for Popup, until
// Reset. Else they are closed at once. The browser must have been started so
// that they open at all.
func (t *Tab) KeepPopups() {
	t.popups.CompareAndSwap(nil, &popups{wake: make(chan struct{}, 1)})
}

// dropPopups ends KeepPopups and closes what nobody took.
func (t *Tab) dropPopups() {
	p := t.popups.Swap(nil)
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, id := range p.ids {
		go func() { _ = t.context.closeTarget(context.Background(), id) }()
	}
}

// opened takes a window that the page has opened. It runs on the reader.
func (t *Tab) opened(id target.ID) {
	p := t.popups.Load()
	if p == nil {
		go func() { _ = t.context.closeTarget(context.Background(), id) }()
		return
	}
	p.mu.Lock()
	p.ids = append(p.ids, id)
	p.mu.Unlock()
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// Popup waits for a window that the page opens, or takes the first that it has
// opened since KeepPopups and that was not taken yet. Close it; it may have closed
// itself. It keeps its own pop-ups too.
func (t *Tab) Popup(ctx context.Context) (*Tab, error) {
	p := t.popups.Load()
	if p == nil {
		return nil, fmt.Errorf("wait for a pop-up: they are closed")
	}
	for {
		if id, ok := p.take(); ok {
			tab, err := t.context.adopt(ctx, id, RealTime)
			if err != nil {
				return nil, fmt.Errorf("take the pop-up: %w", err)
			}
			tab.KeepPopups()
			return tab, tab.catchUp(ctx)
		}
		select {
		case <-p.wake:
		case <-t.session.Done():
			return nil, fmt.Errorf("wait for a pop-up: %w", errGone)
		case <-ctx.Done():
			return nil, fmt.Errorf("wait for a pop-up: none was opened: %w", ctx.Err())
		}
	}
}

func (p *popups) take() (target.ID, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.ids) == 0 {
		return "", false
	}
	id := p.ids[0]
	p.ids = slices.Delete(p.ids, 0, 1)
	return id, true
}

// catchUp learns the URL of a page that began before we listened.
func (t *Tab) catchUp(ctx context.Context) error {
	var at string
	if err := t.EvalIsolated(ctx, "location.href", &at); err != nil {
		return fmt.Errorf("read the URL of the pop-up: %w", err)
	}
	t.visit.catchUp(at)
	return nil
}

// catchUp notes a document that was there before the first event.
func (v *visit) catchUp(url string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.commits == 0 {
		v.current, v.loaded = url, true
	}
}

// Gone is closed when the tab was closed or lost its browser.
func (t *Tab) Gone() <-chan struct{} { return t.session.Done() }
