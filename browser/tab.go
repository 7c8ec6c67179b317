package browser

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"

	"dyncrawl"
)

// Tab is one page of the browser. It is not safe for concurrent use.
type Tab struct {
	context  *Context
	id       target.ID
	session  *guard
	visit    *visit
	kind     Clock
	clock    *pageClock                                    // nil: the page has its own
	allowed  atomic.Pointer[map[network.ResourceType]bool] // blocked kinds that this page may load
	bodies   chan struct{}                                 // bounds the bodies fetched at the same time
	stops    []func()
	visits   int                        // since it was opened
	watched  runtime.ExecutionContextID // where settle.js has been run
	equipped runtime.ExecutionContextID // where the helpers of a survey are
	heard    atomic.Pointer[time.Time]  // when its page last answered a script; nil: never
	spent    atomic.Bool                // its page hung, used up its time or was cut off: it is not used again
	foreign  map[cdp.FrameID]Session    // of frames in processes of their own

	held     atomic.Bool                      // see Hold
	wide     bool                             // requests for documents wait for our word
	anchored page.ScriptIdentifier            // of the script that keeps documents while they load; empty: there is none
	spares   bool                             // pictures and fonts are refused by their names
	sparing  bool                             // though the tab is not held, until it is reset
	standsIn atomic.Bool                      // see StandIn
	faking   atomic.Bool                      // documents are made up, to fill their storage
	referrer string                           // what the next Goto says it comes from
	opening  atomic.Pointer[dyncrawl.Request] // what the next Goto asks with, when it is more than a URL
	ears     ears
	harms    atomic.Pointer[func(dyncrawl.Request) bool] // see Withhold
	dialogs  atomic.Pointer[DialogAnswer]                // nil: the way that lets the page go on

	gate    atomic.Pointer[Gate] // nil: everything passes
	greeted sync.Map             // realms that were answered with credentials
	keeps   atomic.Bool          // see KeepPopups
	opened  chan target.ID       // windows that were kept
}

// maxBodies is how many answer bodies a tab fetches at the same time.
const maxBodies = 4

// NewTab opens a tab on about:blank, with the clock for its pages.
func (c *Context) NewTab(ctx context.Context, clock Clock) (*Tab, error) {
	res, err := cdp.Call(ctx, c.browser, target.CreateTarget, target.CreateTargetParams{URL: blank, BrowserContextID: c.id})
	if err != nil {
		return nil, fmt.Errorf("open tab: %w", err)
	}
	return c.attach(ctx, res.TargetID, clock)
}

// attach returns a tab for a page that is open.
func (c *Context) attach(ctx context.Context, id target.ID, clock Clock) (*Tab, error) {
	s, err := c.driver.Attach(ctx, id)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open tab: %w", err), c.closeTarget(ctx, id))
	}
	t := &Tab{
		context: c, id: id, session: guarded(s), kind: clock,
		bodies: make(chan struct{}, maxBodies), opened: make(chan target.ID, maxPopups),
	}
	t.visit = newVisit(t.frame(), c.cfg.bodyLimit())
	if clock != RealTime {
		t.clock = newPageClock(t.session, clock == SkipTimers)
	}
	t.AllowResources()
	t.stops = []func(){s.Listen(t.observe), c.driver.Browser().Listen(t.observeBrowser)}
	if err := t.prepare(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open tab: %w", err), t.Close(ctx))
	}
	return t, nil
}

// prepare tells the page what to report and how to behave. It holds for the
// life of the tab.
func (t *Tab) prepare(ctx context.Context) error {
	limit, post := int64(t.context.cfg.bodyLimit()), int64(requestBodyLimit)
	commands := []struct {
		method string
		params any
	}{
		{page.Enable.Method, page.EnableParams{}},
		{network.Enable.Method, network.EnableParams{MaxResourceBufferSize: &limit, MaxPostDataSize: &post}},
		{network.SetBypassServiceWorker.Method, network.SetBypassServiceWorkerParams{Bypass: true}},
		{emulation.SetFocusEmulationEnabled.Method, emulation.SetFocusEmulationEnabledParams{Enabled: true}},
	}
	for _, c := range commands {
		if err := t.session.Call(ctx, c.method, c.params, nil); err != nil {
			return err
		}
	}
	if agent := t.context.userAgent; agent != "" {
		_, err := cdp.Call(ctx, t.session, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: agent})
		if err != nil {
			return err
		}
	}
	if err := t.block(ctx); err != nil || t.clock == nil {
		return err
	}
	// A worker may change the page at any time: its clock is then its own.
	_, err := cdp.Call(ctx, t.session, target.SetAutoAttach, target.SetAutoAttachParams{
		AutoAttach: true, Flatten: new(true), Filter: target.Filter{{Type: "worker"}, {Type: "shared_worker"}, {Exclude: true}},
	})
	return err
}

// Session returns the tab's connection, for commands that Tab has no method for.
func (t *Tab) Session() Session { return t.session }

// frame is the id of the main frame: Chromium gives it that of the target.
func (t *Tab) frame() cdp.FrameID { return cdp.FrameID(t.id) }

// Broken reports that the tab crashed, hung or lost its browser: close it.
func (t *Tab) Broken() bool { return t.session.failed() }

// breakWith gives the tab up: its pending and later commands fail with the class.
func (t *Tab) breakWith(class dyncrawl.Class, reason string) {
	t.session.fail(&dyncrawl.Error{Class: class, Err: errors.New(reason)})
}

// URL returns the URL of the page, changes by script included.
func (t *Tab) URL(context.Context) (string, error) {
	if err := context.Cause(t.session.life); err != nil {
		return "", fmt.Errorf("URL of the page: %w", err)
	}
	return t.visit.currentURL(), nil
}

// Status returns the HTTP status of the page; 0 when it had none.
func (t *Tab) Status() int { return t.visit.status() }

// Answer returns what is known of the page without asking it: what the network
// told, without title and HTML. Pages that cannot be read have no more.
func (t *Tab) Answer() *dyncrawl.Page { return t.visit.page() }

// resetTimeout bounds the try to leave a page.
const resetTimeout = 2 * time.Second

// blank is where a tab rests.
const blank = "about:blank"

// Reset leaves the page and forgets it: the tab is ready for another URL. It
// keeps cookies and storage. A page that does not let go breaks the tab.
func (t *Tab) Reset(ctx context.Context) error { return t.reset(ctx, resetTimeout) }

// reset is Reset for a page that is given so long to let go.
func (t *Tab) reset(ctx context.Context, patience time.Duration) error {
	t.held.Store(false)
	t.sparing = false
	t.opening.Store(nil)
	t.harms.Store(nil)
	t.AnswerDialogs(nil)
	t.KeepPopups(false)
	err := t.openGate(ctx)
	if err == nil {
		err = t.leave(ctx, patience)
	}
	if err != nil {
		t.breakWith(dyncrawl.ClassScriptHang, "the page does not let go of its tab")
		return fmt.Errorf("reset tab: %w", context.Cause(t.session.life))
	}
	return nil
}

func (t *Tab) leave(ctx context.Context, patience time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	t.AllowResources()
	t.standsIn.Store(false)
	t.clock.run()
	t.visit.begin(blank)
	return t.navigate(ctx, blank)
}

// Close closes the tab, whatever its state.
func (t *Tab) Close(ctx context.Context) error {
	t.clock.halt()
	for _, stop := range t.stops {
		stop()
	}
	defer t.session.fail(errGone)
	return t.context.closeTarget(ctx, t.id)
}

func (c *Context) closeTarget(ctx context.Context, id target.ID) error {
	if c.silent.Load() {
		return fmt.Errorf("close tab: %w", errSilent)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), resetTimeout)
	defer cancel()
	if _, err := cdp.Call(ctx, c.browser, target.CloseTarget, target.CloseTargetParams{TargetID: id}); err != nil {
		return fmt.Errorf("close tab: %w", err)
	}
	return nil
}
