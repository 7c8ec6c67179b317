package browser

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"

	"dyncrawl"
)

// navigate loads url in the main frame and waits until its document is there.
func (t *Tab) navigate(ctx context.Context, url string) error {
	defer t.pushOut()()
	t.equipped, t.ears = 0, ears{} // the process of another site counts its worlds anew
	params := page.NavigateParams{URL: url, Referrer: t.referrer}
	t.referrer = ""
	res, err := cdp.Call(ctx, t.session, page.Navigate, params)
	switch {
	case err != nil:
		return err
	case res.ErrorText != "":
		return t.failed(ctx, netError(res.ErrorText, t.visit.status(), res.IsDownload))
	case res.LoaderID == "": // the same document, another fragment
		return nil
	}
	err = t.await(ctx, func() bool { return t.visit.committed(res.LoaderID) || t.visit.gaveUp(res.LoaderID) })
	if err != nil || t.visit.committed(res.LoaderID) {
		return err
	}
	return t.failed(ctx, netError("net::ERR_ABORTED", 0, false))
}

// failed explains why a navigation failed. Chromium says "aborted" as well when
// the process ended that was to show the document, of which no other event tells.
func (t *Tab) failed(ctx context.Context, err error) error {
	if dyncrawl.ClassOf(err) != dyncrawl.ClassNavLoop {
		return err
	}
	bounded, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	lost := t.await(bounded, t.visit.overtaken)
	switch {
	case lost == nil:
		return err
	case t.Broken(), ctx.Err() != nil:
		return lost
	}
	return &dyncrawl.Error{Class: dyncrawl.ClassCrashRenderer, Err: fmt.Errorf("the process of the page ended before its document was there (%w)", err)}
}

// pushOut stops scripts of the old document that keep a navigation from beginning
// or from being committed, until stop is called. Handlers of leaving may never end,
// and there are four kinds of them. A page that answers is only slow: what it would
// be told to stop might be the script of the new document.
func (t *Tab) pushOut() (stop func()) {
	done := make(chan struct{})
	go func() {
		tick, hangs := time.NewTicker(answerTimeout/4), false
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			if hangs = hangs || t.visit.heldBack() && !t.replies(); hangs && t.visit.heldBack() {
				ctx, cancel := context.WithTimeout(context.Background(), answerTimeout)
				_, _ = cdp.Call(ctx, t.session, runtime.TerminateExecution, cdp.Empty{})
				cancel()
			}
		}
	}()
	return func() { close(done) }
}

// ask notes that a document is asked for.
func (v *visit) ask(ev *network.EventRequestWillBeSent) {
	if ev.Type == network.ResourceTypeDocument && ev.FrameID == v.main && ev.RedirectResponse == nil {
		v.asked++
		v.asking = ev.RequestID
	}
}

// overtaken reports that the page went elsewhere instead of where it was sent.
func (v *visit) overtaken() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.asked > 1 || v.commits > 0
}

// Moved reports whether the page went to another document by itself.
func (t *Tab) Moved() bool {
	t.visit.mu.Lock()
	defer t.visit.mu.Unlock()
	return t.visit.commits > 1
}

// wanders reports that the page loads one document after the other.
func (v *visit) wanders() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.commits > manyCommits
}

// gaveUp reports that the request for the document has ended without it.
func (v *visit) gaveUp(id cdp.LoaderID) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.lost == network.RequestID(id) && v.documents[v.main] != id // a document has the id of its request
}

// heldBack reports that a navigation waits for the old document: its request
// has not been sent, or it was answered and is not shown.
func (v *visit) heldBack() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.commits == 0 && (v.asked == 0 || v.answer != nil)
}
