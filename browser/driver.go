// Package browser renders pages in Chromium: it opens tabs, takes them to a
// URL, waits until the page has stopped changing, and reads what is there.
//
// Everything is written once over a Session, which speaks the DevTools protocol
// in the words of cdproto. A Driver hands out sessions; there is one for each
// of the libraries chromedp and rod.
package browser

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
)

// Session is the connection to one target (a page, a frame) or to the browser.
type Session interface {
	// Call runs a command; Subscribe buffers the events of one method. A Call
	// fails once the session is done.
	cdp.Session

	// Listen hands every event of the session to fn, in order, as a pointer to
	// cdproto's type, such as *network.EventRequestWillBeSent. Events that do
	// not decode are left out. fn runs on the reader of the connection: it must
	// return at once and must not call a session. An event that the browser
	// sent before it answered a Call is delivered before that Call returns.
	Listen(fn func(ev any)) (stop func())

	// Ignore leaves out the events of a domain, such as "Network", from now on,
	// before they are decoded.
	Ignore(domain string)

	// Done is closed when the target or the browser is gone.
	Done() <-chan struct{}
}

// Driver is a connection to one browser.
type Driver interface {
	// Browser is the session of the browser itself. Discovery of targets is
	// on: it reports Target.targetCreated, targetCrashed and the like.
	Browser() Session

	// Attach opens a session to a target: a page, or a frame that runs in a
	// process of its own.
	Attach(ctx context.Context, id target.ID) (Session, error)

	// Close ends the connection, and the browser too when the driver started it.
	Close() error
}
