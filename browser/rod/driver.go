// Package rod drives Chromium through the library of that name.
package rod

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/chromedp/cdproto/target"
	lib "github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/cdp"
	"github.com/go-rod/rod/lib/proto"

	"dyncrawl/browser"
	"dyncrawl/browser/chrome"
)

// driver implements browser.Driver.
type driver struct {
	router  *browser.Router
	session browser.Session
	client  *cdp.Client
	rod     *lib.Browser
	conn    io.Closer
	process io.Closer // nil for a browser that somebody else started
}

// Launch starts Chromium and connects to it over a pipe.
func Launch(ctx context.Context, cfg chrome.Config) (browser.Driver, error) {
	p, err := chrome.Start(ctx, cfg)
	if err != nil {
		return nil, err
	}
	d, err := open(newPipe(p.Pipe()), p)
	if err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return d, nil
}

// Connect connects to a browser that runs already, at its WebSocket URL.
func Connect(ctx context.Context, url string) (browser.Driver, error) {
	ws := new(cdp.WebSocket)
	if err := ws.Connect(ctx, url, nil); err != nil {
		return nil, fmt.Errorf("connect to browser %s: %w", url, err)
	}
	return open(ws, nil)
}

// conn is how messages reach the browser.
type conn interface {
	cdp.WebSocketable
	io.Closer
}

func open(c conn, process io.Closer) (browser.Driver, error) {
	d := &driver{router: browser.NewRouter(), client: cdp.New(), conn: c, process: process}
	d.session = d.router.Browser(caller{client: d.client})
	d.client.Start(&tap{conn: c, router: d.router})
	d.rod = lib.New().Client(d.client).NoDefaultDevice()
	if err := d.rod.Connect(); err != nil { // turns the discovery of targets on
		return nil, errors.Join(fmt.Errorf("open browser connection: %w", err), c.Close())
	}
	return d, nil
}

func (d *driver) Browser() browser.Session { return d.session }

// Attach implements browser.Driver.
func (d *driver) Attach(ctx context.Context, id target.ID) (browser.Session, error) {
	life, cancel := context.WithCancel(context.Background())
	stop := context.AfterFunc(ctx, cancel)
	p, err := d.rod.Context(life).PageFromTarget(proto.TargetTargetID(id))
	if err == nil && !stop() {
		err = ctx.Err()
	}
	if err != nil {
		cancel()
		return nil, fmt.Errorf("attach to target %s: %w", id, err)
	}
	s := d.router.Session(target.SessionID(p.SessionID), caller{d.client, string(p.SessionID)})
	go func() {
		<-s.Done()
		cancel()
		d.rod.RemoveState(p.TargetID) // rod keeps closed pages otherwise
	}()
	return s, nil
}

// TakeStarved reports whether the crash of a page is its end for using too much
// memory, in a browser of ours.
func (d *driver) TakeStarved() bool {
	p, ok := d.process.(*chrome.Process)
	return ok && p.TakeStarved()
}

// Close implements browser.Driver.
func (d *driver) Close() error {
	err := d.conn.Close()
	d.router.Close()
	if d.process == nil {
		return err
	}
	return d.process.Close()
}
