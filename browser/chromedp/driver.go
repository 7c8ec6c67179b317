// Package chromedp drives Chromium through the library of that name.
package chromedp

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	lib "github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/remote"

	"dyncrawl/browser"
	"dyncrawl/browser/chrome"
)

// driver implements browser.Driver.
type driver struct {
	router  *browser.Router
	session browser.Session
	ctx     context.Context // holds the library's browser; its end ends the connection
	cancel  context.CancelFunc
	process io.Closer // nil for a browser that somebody else started
}

// Launch starts Chromium and connects to it over a pipe.
func Launch(ctx context.Context, cfg chrome.Config) (browser.Driver, error) {
	p, err := chrome.Start(ctx, cfg)
	if err != nil {
		return nil, err
	}
	r, w := p.Pipe()
	d, err := open(ctx, lib.NewPipeConn(r, w), p)
	if err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return d, nil
}

// Connect connects to a browser that runs already, at its WebSocket URL.
func Connect(ctx context.Context, url string) (browser.Driver, error) {
	conn, err := remote.DialContext(ctx, url)
	if err != nil {
		return nil, fmt.Errorf("connect to browser %s: %w", url, err)
	}
	return open(ctx, conn, nil)
}

func open(ctx context.Context, tr lib.Transport, process io.Closer) (browser.Driver, error) {
	d := &driver{router: browser.NewRouter(), process: process}
	root, cancel := context.WithCancel(context.Background())
	b, err := lib.NewBrowserTransport(root, &tap{Transport: tr, router: d.router}, lib.WithBrowserLogf(discard))
	if err != nil {
		cancel()
		return nil, fmt.Errorf("open browser connection: %w", err)
	}
	d.ctx, _ = lib.NewAllocatorContext(root, allocator{b}) // ends with root
	lib.FromContext(d.ctx).Browser = b                     // else each target keeps a goroutine until the browser ends
	d.cancel = cancel
	d.session = d.router.Browser(b)
	if _, err := cdp.Call(ctx, d.session, target.SetDiscoverTargets, target.SetDiscoverTargetsParams{Discover: true}); err != nil {
		cancel()
		return nil, fmt.Errorf("discover targets: %w", err)
	}
	return d, nil
}

func (d *driver) Browser() browser.Session { return d.session }

// Attach implements browser.Driver. The library enables what its own actions
// need on every target; ours need less, so most of it is turned off again.
func (d *driver) Attach(ctx context.Context, id target.ID) (browser.Session, error) {
	tctx, cancel := lib.NewContext(d.ctx, lib.WithTargetID(id), lib.WithDetachOnCancel())
	stop := context.AfterFunc(ctx, cancel)
	// The target lives as long as the context of its first run.
	if err := lib.Do(tctx); err != nil {
		cancel()
		return nil, fmt.Errorf("attach to target %s: %w", id, err)
	}
	if !stop() {
		return nil, fmt.Errorf("attach to target %s: %w", id, ctx.Err())
	}
	t := lib.FromContext(tctx).Target
	s := d.router.Session(t.SessionID, t)
	go func() {
		<-s.Done()
		cancel()
	}()
	if err := quieten(ctx, s); err != nil {
		d.router.End(t.SessionID) // its target may have gone before the router knew it
		return nil, err
	}
	return s, nil
}

// quieten turns off what chromedp enables and Tab has no use for: console and
// DOM events of a busy page cost more than the page itself.
func quieten(ctx context.Context, s cdp.Session) error {
	for _, method := range []string{runtime.CommandDisable, log.CommandDisable, css.CommandDisable, dom.CommandDisable} {
		if err := s.Call(ctx, method, nil, nil); err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
	}
	if _, err := cdp.Call(ctx, s, target.SetDiscoverTargets, target.SetDiscoverTargetsParams{}); err != nil {
		return fmt.Errorf("stop discovery: %w", err)
	}
	flatten := true
	if _, err := cdp.Call(ctx, s, target.SetAutoAttach, target.SetAutoAttachParams{Flatten: &flatten}); err != nil {
		return fmt.Errorf("stop auto-attach: %w", err)
	}
	_, err := cdp.Call(ctx, s, page.SetLifecycleEventsEnabled, page.SetLifecycleEventsEnabledParams{})
	return err
}

// TakeStarved reports whether the crash of a page is its end for using too much
// memory, in a browser of ours.
func (d *driver) TakeStarved() bool {
	p, ok := d.process.(*chrome.Process)
	return ok && p.TakeStarved()
}

// Close implements browser.Driver.
func (d *driver) Close() error {
	d.cancel()
	d.router.Close() // the library's reader may have stopped without another look at the connection
	if d.process == nil {
		return nil
	}
	return d.process.Close()
}

// tap shows every message to the router before the library gets it.
type tap struct {
	lib.Transport
	router *browser.Router
}

func (t *tap) Read(ctx context.Context, msg *cdproto.Message) error {
	for {
		if err := ctx.Err(); err != nil {
			return err // nobody takes what is read now
		}
		if err := t.Transport.Read(ctx, msg); err != nil {
			t.router.Close()
			return err
		}
		if !t.router.Route(msg) {
			return nil
		}
		*msg = cdproto.Message{}
	}
}

// allocator gives chromedp's contexts the browser that is connected already.
type allocator struct{ browser *lib.Browser }

func (a allocator) Allocate(context.Context, ...lib.BrowserOption) (*lib.Browser, error) {
	return a.browser, nil
}

func (a allocator) Wait()          {}
func (a allocator) Attaches() bool { return true }

func discard(string, ...any) {}
