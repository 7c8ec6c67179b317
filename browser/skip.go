package browser

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/target"
)

const (
	// realQuiet is how much real time must pass without a request, at least: for
	// what comes neither from the network nor from a timer, such as the next of the
	// sixty frames that are drawn a second.
	realQuiet = 17 * time.Millisecond
	// restLimit is how long is waited for a page that always has something to do.
	restLimit = 100 * time.Millisecond
	// slowness is how much longer than the page's own answers must be waited for
	// what is not seen: on a machine that is busy, all that is on its way comes late.
	slowness = 2
	// liveQuiet is the quiet time of a page with a socket, an event stream or a
	// worker, behind its chatter.
	liveQuiet = 150 * time.Millisecond
	// unfinishedQuiet is the real time that a page which looks unfinished is given
	// to go on, at most: it may draw or decode something. Half of that does where
	// the page's own answers are swift. keeperQuiet is that of one whose site keeps
	// a database, or that computes in a worker.
	unfinishedQuiet = 250 * time.Millisecond
	keeperQuiet     = time.Second
	// lookAhead is how much later a page that waits for its timers may go on.
	lookAhead = 30 * time.Second
)

// skipQuiet has the page live through the quiet time at once and reports
// whether it was quiet. When it was, but looks unfinished, it is asked what it
// will do later.
func (s *settling) skipQuiet(ctx context.Context) (quiet bool, err error) {
	var now glance
	if err := s.ask(ctx, fmt.Sprintf(".rest(%d)", restLimit.Milliseconds()), &now); err != nil {
		return false, err
	}
	if news, err := s.awaitEffect(ctx, now); news || err != nil {
		return false, err
	}
	s.tab.clock.halt() // what was granted is used up meanwhile
	if quiet, err = s.awaitRealQuiet(ctx); !quiet || err != nil {
		return false, err
	}
	// Timers that bound the wait for an answer are longer than the quiet time.
	quiet, now, err = s.skip(ctx, now, s.Quiet, emulation.VirtualTimePolicyAdvance)
	if quiet && err == nil && s.Frames {
		quiet, err = s.awaitFrame(ctx)
	}
	switch {
	case !quiet || err != nil || s.ahead:
		return quiet, err
	case s.tab.visit.isLive(): // since a moment ago: it is waited for in real time
		return false, nil
	}
	s.ahead = true
	if !now.Unfinished && !s.tab.clock.always {
		return true, nil
	}
	return s.lookAhead(ctx)
}

// awaitFrame waits for the next frame and reports whether nothing came of it: timers
// that were skipped to may have asked for it.
func (s *settling) awaitFrame(ctx context.Context) (quiet bool, err error) {
	s.tab.clock.run()
	var now glance
	err = s.ask(ctx, fmt.Sprintf(".frame(%d)", restLimit.Milliseconds()), &now)
	return err == nil && !now.Changed, err
}

// mayGoOn reports whether the page looks unfinished, the first time that it is asked.
func (s *settling) mayGoOn(ctx context.Context) (bool, error) {
	if s.ahead {
		return false, nil
	}
	s.ahead = true
	return s.unfinished(ctx)
}

// unfinished reports whether the page is to be asked what it does much later.
func (s *settling) unfinished(ctx context.Context) (bool, error) {
	if s.tab.clock.always {
		return true, nil
	}
	return s.looksUnfinished(ctx)
}

// looksUnfinished reports whether the page looks as if more were to come.
func (s *settling) looksUnfinished(ctx context.Context) (yes bool, err error) {
	err = s.ask(ctx, fmt.Sprintf(".unfinished(%t)", !s.tab.visit.hasAsked()), &yes)
	return yes, err
}

// glance asks whether the page has changed and, if not, whether it looks unfinished.
func (s *settling) glance(ctx context.Context) (now glance, err error) {
	err = s.ask(ctx, fmt.Sprintf(".glance(%t)", !s.tab.visit.hasAsked()), &now)
	return now, err
}

// awaitLive waits in real time for a page that something live may change at any
// moment: a worker, which may compute before it says anything, for long when the
// page looks unfinished.
func (s *settling) awaitLive(ctx context.Context) (quiet bool, err error) {
	if quiet, err = s.awaitDOM(ctx, liveQuiet); !quiet || err != nil {
		return false, err
	}
	if more, err := s.mayGoOn(ctx); !more || err != nil {
		return err == nil, err
	}
	news, err := s.awaitNews(ctx, keeperQuiet)
	return !news && err == nil, err
}

// lookAhead gives a page that looks unfinished some real time, for what no timer
// brings, and then has it live through what its timers bring much
// later. Its clock stops while an answer is outstanding.
func (s *settling) lookAhead(ctx context.Context) (quiet bool, err error) {
	s.tab.clock.run()
	if news, err := s.awaitNews(ctx, s.brief()); news || err != nil {
		return false, err
	}
	s.tab.clock.halt()
	var now glance
	if err := s.ask(ctx, ".glance()", &now); err != nil {
		return false, err
	}
	policy := emulation.VirtualTimePolicyPauseIfNetworkFetchesPending
	if s.tab.visit.isOpen() { // it would stop the clock for good
		policy = emulation.VirtualTimePolicyAdvance
	}
	skipped := s.skipped
	quiet, _, err = s.skip(ctx, now, lookAhead, policy)
	s.skipped = skipped // it is no sign of a page that never settles
	// If it did not take that time, the machine may have been busy: it is asked again.
	s.ahead = !s.slow || s.unused >= maxNews || time.Now().After(s.half)
	return quiet, err
}

// insists reports whether the page is to be asked to skip its time once more, though
// it did not: what it does later was to be seen in any case, and the machine may have
// been busy.
func (s *settling) insists() bool {
	s.unused++
	return s.tab.clock.always && s.unused <= maxNews
}

// maxNews bounds how often a page that looks unfinished may go on and look so
// again.
const maxNews = 3

// awaitNews reports whether a page that looks unfinished goes on within the real
// time that it is given: brief, unless its site keeps a database. If so, and it
// then looks unfinished again, it is asked once more.
func (s *settling) awaitNews(ctx context.Context, brief time.Duration) (came bool, err error) {
	came, err = s.awaitChange(ctx, brief, keeperQuiet)
	if came {
		s.news++
		s.ahead = s.news >= maxNews
	}
	return came, err
}

// awaitChange reports whether the page goes on within the brief time, or within the
// long one where its site keeps a database.
func (s *settling) awaitChange(ctx context.Context, brief, long time.Duration) (came bool, err error) {
	last := s.tab.visit.lastTraffic()
	call := fmt.Sprintf(".news(%d, %d)", brief.Milliseconds(), long.Milliseconds())
	if err := s.askLong(ctx, call, long, &came); err != nil {
		return false, err
	}
	return came || s.tab.visit.lastTraffic() != last, ctx.Err()
}

// brief is how long a page is waited for that may be about to go on.
func (s *settling) brief() time.Duration {
	return min(max(2*slowness*s.latency, unfinishedQuiet/2), unfinishedQuiet)
}

// awaitRealQuiet waits for the rest of the real quiet time and reports whether
// nothing came meanwhile.
func (s *settling) awaitRealQuiet(ctx context.Context) (quiet bool, err error) {
	if err := sleep(ctx, s.realQuiet()-s.tab.visit.idle()); err != nil {
		return false, err
	}
	return s.tab.visit.idle() >= s.realQuiet(), nil
}

func (s *settling) realQuiet() time.Duration {
	return min(max(realQuiet, s.latency), max(realQuiet, s.Quiet))
}

// glance is what the document says of itself.
type glance struct {
	Changed    bool    // since it was last asked
	Changes    int     // up to now
	Now        float64 // the page's time in milliseconds
	Unfinished bool    // though it has not changed
}

// maxStops bounds how often grants of before may stop the clock in one skip.
const maxStops = 50

// skip has the page live through d since it was looked at, at once, and reports
// whether nothing that matters happened to it since then: the page's own clock tells
// how far it has come. It returns what it saw last.
func (s *settling) skip(ctx context.Context, now glance, d time.Duration, policy emulation.VirtualTimePolicy) (quiet bool, last glance, err error) {
	clock, wake, began := s.tab.clock, s.tab.visit.wake, s.tab.visit.lastTraffic()
	busy := func() bool { return s.tab.visit.lastTraffic() != began }
	end := now.Now + float64((d - coarseness).Milliseconds())
	used, err := clock.skip(ctx, d, policy, wake, busy)
	for range maxStops {
		if err != nil {
			return false, now, err
		}
		if s.slow = !used && !busy(); s.slow && s.insists() {
			s.slow, s.ahead = false, false
		}
		before := now.Now
		if now, err = s.glance(ctx); err != nil {
			return false, now, err
		}
		s.skipped += milliseconds(now.Now - before)
		switch {
		case !used || now.Changed || busy():
			return false, now, nil
		case now.Now >= end:
			return true, now, nil
		}
		used, err = clock.resume(ctx, policy, wake, busy)
	}
	return false, now, nil
}

func milliseconds(n float64) time.Duration { return time.Duration(n * float64(time.Millisecond)) }

// ask calls a method of the object that watches the document.
func (s *settling) ask(ctx context.Context, method string, out any) error {
	bounded, cancel := context.WithTimeout(ctx, stuckAfter)
	defer cancel()
	if err := s.prepare(bounded); err != nil {
		return s.answer(ctx, bounded, err)
	}
	asked := time.Now()
	err := s.tab.watch(bounded, method, out)
	s.latency = max(s.latency, time.Since(asked))
	return s.answer(ctx, bounded, err)
}

// prepare makes the object that watches the document, which takes the page much
// longer than an answer.
func (s *settling) prepare(ctx context.Context) error {
	if s.tab.watches() {
		return nil
	}
	return s.tab.watch(ctx, " && 0", nil)
}

// earlyTime is how long is waited for a page that has other things to do than to
// be watched before it is complete.
const earlyTime = 200 * time.Millisecond

// prepareEarly is prepare while the page loads, so that the first changes are seen,
// too. Where it fails, the page is asked once it is quiet.
func (s *settling) prepareEarly(ctx context.Context) {
	if s.tab.watches() {
		return
	}
	bounded, cancel := context.WithTimeout(ctx, earlyTime)
	defer cancel()
	_ = s.tab.watch(bounded, ".look()", nil)
}

// answer says what the error of a question to the page means, which was bounded
// within ctx.
func (s *settling) answer(ctx, bounded context.Context, err error) error {
	switch {
	case err == nil, s.tab.Broken(), ctx.Err() != nil:
		return err
	case bounded.Err() != nil:
		return errHangs
	}
	return errMoved
}

// lastTraffic returns when a request that matters last began or ended.
func (v *visit) lastTraffic() time.Time {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.traffic.last
}

// hasAsked reports whether the page's script has asked for anything.
func (v *visit) hasAsked() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return len(v.traffic.exchanges) > 0
}

// isOpen reports whether a request is in flight, be it one that is not waited for.
func (v *visit) isOpen() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return len(v.traffic.pending) > 0
}

// isLive reports whether something is open that may change the page at any
// real time: a socket, an event stream, a worker.
func (v *visit) isLive() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return len(v.traffic.streams) > 0 || len(v.workers) > 0
}

// chatter is how long what comes over a socket or an event stream counts as
// loading. What comes later is news.
const chatter = 500 * time.Millisecond

// streamed notes a message of a socket or an event stream.
func (t *traffic) streamed(id network.RequestID) {
	if opened, ok := t.streams[id]; ok && time.Since(opened) < chatter {
		t.touch()
	}
}

// worker notes the beginning of a worker. The end of the request for its script
// is not reported to the page.
func (v *visit) worker(ev *target.EventAttachedToTarget) {
	v.workers[ev.SessionID] = true
	for id, request := range v.traffic.pending {
		if request.Request.URL == ev.TargetInfo.URL {
			delete(v.traffic.pending, id)
		}
	}
	v.traffic.touch()
}
