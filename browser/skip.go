package browser

import (
	"context"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/target"
)

const (
	// realQuiet is how much real time must pass without a request: for what
	// comes neither from the network nor from a timer, such as a database of
	// the browser.
	realQuiet = 25 * time.Millisecond
	// lookAhead is how much later a page that waits for its timers may go on.
	lookAhead = 30 * time.Second
)

// mayskip reports whether only the page's own timers can change it now, and it
// takes them quickly.
func (s *settling) mayskip() bool {
	return s.tab.clock != nil && !s.slow && !s.tab.visit.isLive()
}

// skipQuiet has the page live through the quiet time at once and reports
// whether it was quiet. When it was, but looks unfinished, it is asked what it
// will do later.
func (s *settling) skipQuiet(ctx context.Context) (quiet bool, err error) {
	if quiet, err = s.awaitRealQuiet(ctx); !quiet || err != nil {
		return false, err
	}
	s.tab.clock.halt()
	if quiet, err = s.skip(ctx, s.Quiet); !quiet || err != nil || s.ahead {
		return quiet, err
	}
	s.ahead = true
	unfinished := s.tab.clock.always
	if !unfinished {
		if err := s.ask(ctx, ".unfinished()", &unfinished); err != nil || !unfinished {
			return err == nil, err
		}
	}
	return s.skip(ctx, lookAhead)
}

// awaitRealQuiet waits for the rest of the real quiet time and reports whether
// nothing came meanwhile.
func (s *settling) awaitRealQuiet(ctx context.Context) (quiet bool, err error) {
	if err := sleep(ctx, realQuiet-s.tab.visit.idle()); err != nil {
		return false, err
	}
	return s.tab.visit.idle() >= realQuiet, nil
}

// skip has the page live through d at once, and reports whether nothing that
// matters happened to it then.
func (s *settling) skip(ctx context.Context, d time.Duration) (quiet bool, err error) {
	var changed bool
	if err := s.ask(ctx, ".changed()", &changed); err != nil {
		return false, err
	}
	before := s.tab.visit.lastTraffic()
	busy := func() bool { return s.tab.visit.lastTraffic() != before }
	lived, err := s.tab.clock.skip(ctx, d, s.tab.visit.policy(), s.tab.visit.wake, busy)
	if err != nil {
		return false, err
	}
	s.skipped += d
	s.slow = !lived && !busy()
	if err := s.ask(ctx, ".changed()", &changed); err != nil {
		return false, err
	}
	return lived && !changed && !busy(), nil
}

// ask calls a method of the object that watches the document.
func (s *settling) ask(ctx context.Context, method string, out *bool) error {
	bounded, cancel := context.WithTimeout(ctx, hangAfter)
	defer cancel()
	err := s.tab.EvalIsolated(bounded, watch+method, out)
	switch {
	case err == nil, s.tab.Broken(), ctx.Err() != nil:
		return err
	case bounded.Err() != nil:
		return errHangs
	}
	return errMoved
}

// policy returns how the page's clock goes on while an answer is outstanding:
// it waits for it, unless one is outstanding already that nobody waits for.
func (v *visit) policy() emulation.VirtualTimePolicy {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.traffic.open) > 0 || len(v.traffic.pending) > 0 {
		return emulation.VirtualTimePolicyAdvance
	}
	return emulation.VirtualTimePolicyPauseIfNetworkFetchesPending
}

// lastTraffic returns when a request that matters last began or ended.
func (v *visit) lastTraffic() time.Time {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.traffic.last
}

// isLive reports whether something is open that may change the page at any
// real time: a socket, an event stream, a worker.
func (v *visit) isLive() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return len(v.traffic.streams) > 0 || len(v.workers) > 0
}

// stream notes the beginning and the end of a socket.
func (t *traffic) stream(id network.RequestID, open bool) {
	if open {
		t.streams[id] = true
	} else {
		delete(t.streams, id)
	}
	t.touch()
}

// worker notes the beginning of a worker.
func (v *visit) worker(ev *target.EventAttachedToTarget) {
	v.workers[ev.SessionID] = true
	v.traffic.touch()
}
