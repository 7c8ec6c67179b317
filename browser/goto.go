package browser

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/runtime"

	"dyncrawl"
)

// Goto takes the tab to an http or https URL. It returns when the answer's
// headers are in and its document has begun; Settle waits for the rest. A 404
// or 500 that comes with a page is no error. Errors carry a class.
func (t *Tab) Goto(ctx context.Context, rawURL string) error {
	u, err := url.Parse(rawURL)
	switch {
	case err != nil:
		return &dyncrawl.Error{Class: dyncrawl.ClassURL, Err: fmt.Errorf("go to page: %w", err)}
	case !slices.Contains([]string{"http", "https"}, strings.ToLower(u.Scheme)):
		return &dyncrawl.Error{Class: dyncrawl.ClassScheme, Err: fmt.Errorf("go to %s: only http and https are crawled", rawURL)}
	case u.Host == "":
		return &dyncrawl.Error{Class: dyncrawl.ClassURL, Err: fmt.Errorf("go to %s: it names no host", rawURL)}
	}
	t.visits++
	t.clock.run()
	if err := t.narrow(ctx); err != nil {
		return fmt.Errorf("go to %s: %w", rawURL, err)
	}
	if sameDocument(t.visit.currentURL(), rawURL) {
		if err := t.leave(ctx, resetTimeout); err != nil {
			return fmt.Errorf("leave the page for %s: %w", rawURL, err)
		}
	}
	t.visit.begin(rawURL)
	if err := t.navigate(ctx, rawURL); err != nil {
		return fmt.Errorf("go to %s: %w", rawURL, err)
	}
	return nil
}

// sameDocument reports whether going from one URL to the other would only move
// to a fragment of the document that is there, with what it has become.
func sameDocument(from, to string) bool {
	from, _, _ = strings.Cut(from, "#")
	to, _, fragment := strings.Cut(to, "#")
	return fragment && from == to
}

// await returns when cond holds, or with the error that ended the wait. Only
// events can make cond true.
func (t *Tab) await(ctx context.Context, cond func() bool) error {
	for !cond() {
		if err := t.next(ctx, nil); err != nil {
			return err
		}
	}
	return nil
}

// next waits for the next event that matters, or for the timer.
func (t *Tab) next(ctx context.Context, timer <-chan time.Time) error {
	select {
	case <-t.visit.wake:
		return nil
	case <-timer:
		return nil
	case <-t.session.life.Done():
		return context.Cause(t.session.life)
	case <-t.session.Done():
		return &dyncrawl.Error{Class: dyncrawl.ClassCrashBrowser, Err: errGone}
	case <-ctx.Done():
		return ctx.Err()
	}
}

// terminateScript stops what the page's script is doing. It reports whether the
// page listens again.
func (t *Tab) terminateScript(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	if _, err := cdp.Call(ctx, t.session, runtime.TerminateExecution, cdp.Empty{}); err != nil {
		return false
	}
	return t.answers()
}

// answers reports whether the page's script lets others have a turn.
func (t *Tab) answers() bool {
	t.clock.run()
	return t.replies()
}

// replies is answers for a page that is being left, whose clock is not ours to run.
func (t *Tab) replies() bool {
	ctx, cancel := context.WithTimeout(context.Background(), answerTimeout)
	defer cancel()
	err := t.evaluate(ctx, 0, "0", nil)
	return err == nil || ctx.Err() == nil && !t.Broken() // an answer all the same: the document has just changed
}

// isAlive is answers for a page that may have answered a moment ago: then it is not
// asked again.
func (t *Tab) isAlive() bool {
	heard := t.heard.Load()
	return heard != nil && time.Since(*heard) < momentAgo && !t.Broken() || t.answers()
}

// momentAgo is how fresh an answer of a page must be to count as one now.
const momentAgo = 50 * time.Millisecond

// answerTimeout is how long a page that listens may take to answer.
const answerTimeout = time.Second
