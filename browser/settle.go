package browser

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"time"

	"dyncrawl"
)

//go:embed settle.js
var settleJS string

// Expressions for the object that watches the document: one that makes it where
// it is not there yet, and a short one for where it is.
var (
	newWatch = "(" + strings.TrimSpace(settleJS) + ")()"
	oldWatch = `globalThis[Symbol.for("dyncrawl.watch")]`
)

// watch evaluates what follows the object that watches the document.
func (t *Tab) watch(ctx context.Context, call string, out any) error {
	id, err := t.IsolatedContext(ctx, t.frame())
	if err != nil {
		return err
	}
	object := newWatch
	if t.watched == id {
		object = oldWatch
	}
	if err := t.evaluate(ctx, id, object+call, out); err != nil {
		return err
	}
	t.watched = id
	return nil
}

// watches reports whether the document that is there is watched.
func (t *Tab) watches() bool {
	id, known := t.visit.world(t.frame())
	return known && id == t.watched
}

// SettleConfig says when a page counts as complete.
type SettleConfig struct {
	Quiet  time.Duration // without a request that matters and without a change of the DOM; zero means 300 ms
	Real   bool          // the quiet time is real even where the tab skips it: something is missing that a busy machine may bring late
	Frames bool          // scripts of the page may do with the next frame what a timer has told them to
	Brief  bool          // do not look ahead to what a page that looks unfinished may do much later
	Budget time.Duration // after which the page is kept as it is; zero means 30 s
}

func (c SettleConfig) withDefaults() SettleConfig {
	if c.Quiet == 0 {
		c.Quiet = 300 * time.Millisecond
	}
	if c.Budget == 0 {
		c.Budget = 30 * time.Second
	}
	return c
}

// within returns the budget, or nine tenths of the time that is left to ctx when
// that is less.
func within(ctx context.Context, budget time.Duration) time.Duration {
	if deadline, ok := ctx.Deadline(); ok {
		budget = min(budget, time.Until(deadline)*9/10)
	}
	return budget
}

// Reasons why a page is partial, as in dyncrawl.Page.
const (
	NeverSettled = "never_settled" // it kept changing
	LoadTimeout  = "load_timeout"  // its load event never came
	ScriptHang   = "script_hang"   // its script had to be stopped after the load event
)

const (
	longPoll  = 5 * time.Second  // a request still open this long after all else is quiet is a long poll
	hangAfter = 10 * time.Second // a page that does not answer for this long hangs
	maxWait   = 5 * time.Second  // longest single wait inside the page
)

// Settle waits until the page is complete: the load event has fired, no request
// that matters is in flight, and the DOM has not changed for the quiet time,
// counted from the call, so that what a click sets off has its chance to begin.
//
// Not waited for: WebSockets, event streams, beacons, prefetches and preloads,
// long polls, requests that repeat themselves, changes that repeat themselves
// (a clock, an animation), and frames of other sites once they are loaded.
//
// A page that is not complete within the budget is kept: Settle returns nil and
// Snapshot says why the page is partial. Errors are left for pages that are of
// no use: a crash, a script that never yields, endless dialogs or navigations,
// or the end of ctx.
//
// The last tenth of the time until ctx's deadline is left for reading the page.
func (t *Tab) Settle(ctx context.Context, cfg SettleConfig) error {
	cfg = cfg.withDefaults()
	bounded, cancel := context.WithTimeout(ctx, within(ctx, cfg.Budget))
	defer cancel()
	s := &settling{tab: t, SettleConfig: cfg, fresh: true, ahead: cfg.Brief, slow: cfg.Real}
	s.end, _ = bounded.Deadline()
	s.half = time.Now().Add(time.Until(s.end) / 2)
	reason, err := s.run(bounded)
	switch {
	case t.session.life.Err() != nil:
		err = context.Cause(t.session.life)
	case ctx.Err() != nil:
		err = ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		reason, err = s.outOfTime(ctx)
	}
	if err != nil {
		return fmt.Errorf("settle page: %w", err)
	}
	t.visit.settle(reason)
	return t.awaitBodies(ctx)
}

// settling is one call of Settle.
type settling struct {
	tab *Tab
	SettleConfig
	end   time.Time // of the budget or of the caller's context
	half  time.Time // when half of that is over
	fresh bool      // the page has not been asked yet

	begun  int  // exchanges that had begun when it was last looked at
	before int  // changes of the document then, before the last of them was answered; 0: that is not known
	busy   bool // it did not tell in time
	looks  int  // how often it was looked at for that

	latency time.Duration // longest time that the page took to answer
	slow    bool          // it takes too long over skipped time
	skipped time.Duration // of the page's own time
	ahead   bool          // it was asked what it does much later
	news    int           // how often it looked unfinished and went on
	unused  int           // how often it did not skip its time
}

// run returns why the page is partial, which is empty when it has settled.
func (s *settling) run(ctx context.Context) (reason string, err error) {
	for {
		s.tab.clock.run()
		quiet, err := s.awaitStill(ctx)
		switch {
		case errors.Is(err, errHangs) && ctx.Err() != nil:
			return "", ctx.Err()
		case errors.Is(err, errHangs):
			if !s.tab.answers() {
				return s.tab.stopHang(ctx)
			}
			s.slow = true // it, or the machine, is busy
			s.tab.clock.unstick()
		case errors.Is(err, errMoved):
			s.tab.clock.run()
			if err := s.tab.next(ctx, time.After(s.Quiet)); err != nil {
				return "", err
			}
		case err != nil:
			return "", err
		case quiet:
			return "", nil
		case s.skipped > s.Budget:
			return NeverSettled, nil
		}
	}
}

// awaitStill waits for the network and then for the document, and reports whether
// neither did anything in the quiet time.
func (s *settling) awaitStill(ctx context.Context) (quiet bool, err error) {
	if s.tab.clock != nil {
		s.prepareEarly(ctx)
	}
	if err := s.awaitRequests(ctx); err != nil {
		return false, err
	}
	switch {
	case s.tab.clock == nil || s.slow:
		return s.awaitSlow(ctx)
	case s.tab.visit.isLive():
		return s.awaitLive(ctx)
	}
	return s.skipQuiet(ctx)
}

// awaitSlow waits in real time for a page that takes too long over skipped time. It
// is asked all the same what it does much later: the machine may have been busy, or
// the page only for a while.
func (s *settling) awaitSlow(ctx context.Context) (quiet bool, err error) {
	quiet, err = s.awaitDOM(ctx, max(s.Quiet, min(slowness*s.latency, keeperQuiet)))
	if !quiet || err != nil || s.tab.clock == nil {
		return quiet, err
	}
	if more, err := s.mayGoOn(ctx); !more || err != nil {
		return err == nil, err
	}
	return s.lookAhead(ctx)
}

// awaitRequests returns when the page has loaded and nothing that matters is in
// flight, long polls aside.
func (s *settling) awaitRequests(ctx context.Context) error {
	for {
		wait, err := s.tab.visit.unsettled()
		switch {
		case err != nil || wait == 0:
			return err
		case s.tab.clock.isStuck():
			return errHangs
		case s.tab.clock != nil:
			s.lookBefore(ctx)
			wait = min(wait, stuckAfter)
		}
		timer := time.NewTimer(wait)
		err = s.tab.next(ctx, timer.C)
		timer.Stop()
		if err != nil {
			return err
		}
	}
}

var (
	// errHangs says that the page does not answer.
	errHangs = errors.New("the page's script never yields")
	// errMoved says that the document went away under a question.
	errMoved = errors.New("the page went to another document")
)

// awaitDOM asks the page to answer when it has not changed for so long.
func (s *settling) awaitDOM(ctx context.Context, long time.Duration) (quiet bool, err error) {
	limit := min(maxWait, time.Until(s.end))
	call := fmt.Sprintf(".wait(%d, %d, %t)", long.Milliseconds(), limit.Milliseconds(), s.fresh)
	if err := s.askLong(ctx, call, limit, &quiet); err != nil {
		return false, err
	}
	s.fresh = false
	return quiet && s.tab.visit.idle() >= long, ctx.Err()
}

// askLong calls a method of the object that watches the document which answers
// within the limit.
func (s *settling) askLong(ctx context.Context, method string, limit time.Duration, out any) error {
	patience := min(limit+hangAfter, time.Until(s.end)+answerTimeout)
	ask, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	defer context.AfterFunc(ctx, func() {
		if context.Cause(ctx) == context.Canceled { // not at the end of the budget: the page is about to answer
			cancel()
		}
	})()
	err := s.tab.watch(ask, method, out)
	switch {
	case err == nil:
		return nil
	case s.tab.Broken(), ctx.Err() == context.Canceled:
		return err
	case ask.Err() != nil:
		return errHangs
	}
	return errMoved
}

// outOfTime says what became of a page that used up its budget. What it leaves behind,
// and the priority that it may have lost by never resting, are not for another page.
func (s *settling) outOfTime(ctx context.Context) (reason string, err error) {
	s.tab.spent.Store(true)
	if !s.tab.answers() {
		return s.tab.stopHang(ctx)
	}
	loaded := s.tab.visit.hasLoaded()
	switch {
	case loaded && s.isStill(ctx):
		return "", nil
	case s.tab.visit.wanders():
		return "", &dyncrawl.Error{Class: dyncrawl.ClassNavLoop, Err: errors.New("the page navigates by itself again and again")}
	case !loaded:
		return LoadTimeout, nil
	}
	return NeverSettled, nil
}

// stopHang ends the script of a page that does not answer. A page that had
// loaded before is of use still.
func (t *Tab) stopHang(ctx context.Context) (reason string, err error) {
	loaded := t.visit.hasLoaded()
	t.spent.Store(true)
	if !t.terminateScript(context.WithoutCancel(ctx)) {
		t.blame()
		return "", context.Cause(t.session.life)
	}
	if !loaded {
		return "", &dyncrawl.Error{Class: dyncrawl.ClassScriptHang, Err: errHangs}
	}
	return ScriptHang, nil
}

// blame gives a tab up that does not answer: it is the page's doing, unless the
// whole browser is silent.
func (t *Tab) blame() {
	if t.context.answers() {
		t.breakWith(dyncrawl.ClassScriptHang, errHangs.Error())
		return
	}
	t.breakWith(dyncrawl.ClassCrashBrowser, errSilent.Error())
}

// awaitBodies returns when the bodies of all exchanges are there that have been
// answered by now. A page that never settles may get answers faster than they can
// be read: at half of the time that is left, it is kept with those that are there.
func (t *Tab) awaitBodies(ctx context.Context) error {
	bounded, cancel := ctx, context.CancelFunc(func() {})
	if deadline, ok := ctx.Deadline(); ok {
		bounded, cancel = context.WithTimeout(ctx, time.Until(deadline)/2)
	}
	defer cancel()
	answered, _ := t.visit.bodies()
	err := t.await(bounded, func() bool {
		_, fetched := t.visit.bodies()
		return fetched >= answered
	})
	if bounded.Err() != nil && ctx.Err() == nil && !t.Broken() && t.visit.settled() != "" {
		return nil
	}
	return err
}

// unsettled returns how long to wait at most before asking again, 0 when the
// page has loaded and nothing that matters is in flight.
func (v *visit) unsettled() (time.Duration, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case v.commits > maxCommits:
		return 0, &dyncrawl.Error{Class: dyncrawl.ClassNavLoop, Err: fmt.Errorf("the page navigated %d times by itself", v.commits-1)}
	case v.broken != "":
		return 0, netError(v.broken, 0, false)
	case !v.loaded:
		return time.Hour, nil
	}
	return v.traffic.waiting(), nil
}

// idle returns how long ago something that matters last happened, 0 while the
// page loads or waits for an answer.
func (v *visit) idle() time.Duration {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.loaded || v.traffic.waiting() > 0 {
		return 0
	}
	return time.Since(v.traffic.last)
}

func (v *visit) hasLoaded() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.loaded
}

// bodies returns how many bodies were asked for, and how many are there.
func (v *visit) bodies() (answered, fetched int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.traffic.answered, v.traffic.fetched
}

// settle notes the end of a Settle, the last of which counts.
func (v *visit) settle(reason string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.timing.Settled = time.Since(v.started)
	v.partial = reason
}
