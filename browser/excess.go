package browser

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"

	"dyncrawl"
)

// What a page may ask for in one visit.
const (
	maxRequests = 2000
	maxAttached = 200      // however short they last
	maxMessages = 5000     // messages that its sockets get, before nobody listens any more
	maxDocument = 32 << 20 // bytes of the main document, unpacked
)

// Reasons why a page is partial that no later Settle takes back.
const (
	Requests = "requests" // it asked for more than a page may
	Frames   = "frames"   // it had more frames than a page may
	Scrolled = "scroll"   // it was longer than there was time to scroll

	Truncated = "dom_truncated" // its document is longer than what is kept
)

// request counts a request, and cuts off a page that makes too many.
func (t *Tab) request(ev *network.EventRequestWillBeSent) {
	if t.visit.request(ev) == maxRequests {
		t.cutShort(Requests)
	}
}

// attach counts a frame, and cuts off a page that has too many: each costs the browser
// as much as a small page, at the cost of other pages.
func (t *Tab) attach() {
	if t.visit.attach() == maxAttached {
		t.cutShort(Frames)
	}
}

// cutShort gives up the requests that are open, and what the page asks for after that
// fails at once. Such a tab is not used again.
func (t *Tab) cutShort(reason string) {
	t.visit.flawed(reason)
	t.visit.cutOff()
	t.spent.Store(true)
	t.session.Ignore("Network") // thousands more would keep the events of other pages waiting
	all := network.SetBlockedURLsParams{URLPatterns: []*network.BlockPattern{{URLPattern: "*://*:*/*", Block: true}}}
	go func() {
		_, _ = cdp.Call(context.Background(), t.session, network.SetBlockedURLs, all)
		_, _ = cdp.Call(context.Background(), t.session, page.StopLoading, cdp.Empty{})
	}()
}

// message counts a message of a socket. A page that gets them without end would keep
// the browser and us busy with telling of them, at the cost of other pages: it is
// not listened to any more. What it asks for after that is not known, and such a tab
// is not used again.
func (t *Tab) message() {
	if t.visit.message() != maxMessages {
		return
	}
	t.spent.Store(true)
	go func() {
		_, _ = cdp.Call(context.Background(), t.session, network.Disable, cdp.Empty{})
		t.visit.cutOff()
	}()
}

// message counts a message and returns how many there were.
func (v *visit) message() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.messages++
	return v.messages
}

// cutOff forgets what is in flight.
func (v *visit) cutOff() {
	v.mu.Lock()
	defer v.mu.Unlock()
	clear(v.traffic.pending)
}

// receive counts the bytes of the main document, and gives up one without end.
func (t *Tab) receive(ev *network.EventDataReceived) {
	if n := t.visit.receive(ev); n > maxDocument && n-ev.DataLength <= maxDocument {
		t.breakWith(dyncrawl.ClassTooLarge, fmt.Sprintf("the page has more than %d MiB", maxDocument>>20))
	}
}

// starver is a Driver whose browser ends pages that use too much memory.
type starver interface {
	TakeStarved() bool // the crash that is told of is such an end
}

// crashed gives up a tab whose process has ended.
func (t *Tab) crashed(ev *target.EventTargetCrashed) {
	class := dyncrawl.ClassCrashRenderer
	s, ok := t.context.driver.(starver)
	if ev.Status == "oom" || ok && ev.Status == "killed" && s.TakeStarved() {
		class = dyncrawl.ClassOOMTab
	}
	t.breakWith(class, fmt.Sprintf("the page crashed (%s, %d)", ev.Status, ev.ErrorCode))
}

// freeze stops the timers and tasks of the page until the returned function is
// called. Our own scripts run.
func (t *Tab) freeze(ctx context.Context) (thaw func()) {
	set := func(ctx context.Context, state page.SetWebLifecycleStateState) {
		_, _ = cdp.Call(ctx, t.session, page.SetWebLifecycleState, page.SetWebLifecycleStateParams{State: state})
	}
	set(ctx, page.SetWebLifecycleStateStateFrozen)
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), answerTimeout)
		defer cancel()
		set(ctx, page.SetWebLifecycleStateStateActive)
	}
}

// settled returns why the last Settle left the page partial, if it did.
func (v *visit) settled() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.partial
}

// request counts a request and returns how many there were.
func (v *visit) request(ev *network.EventRequestWillBeSent) int {
	v.mu.Lock()
	defer v.mu.Unlock()
	if ev.RedirectResponse == nil {
		v.requests++
	}
	return v.requests
}

// attach counts a frame and returns how many there were.
func (v *visit) attach() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.frames++
	return v.frames
}

// receive counts bytes, and returns how many of the main document there are, 0 when
// ev is about another.
func (v *visit) receive(ev *network.EventDataReceived) int64 {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.traffic.receive(ev) {
		v.signal()
	}
	if string(ev.RequestID) != string(v.documents[v.main]) { // a document has the id of its request
		return 0
	}
	v.received += ev.DataLength
	return v.received
}

// flawed notes why the page is partial, whatever comes.
func (v *visit) flawed(reason string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.flaw = reason
}

// reason returns why the page is partial. The caller holds mu.
func (v *visit) reason() string {
	if v.flaw != "" {
		return v.flaw
	}
	return v.partial
}
