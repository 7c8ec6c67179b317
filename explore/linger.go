package explore

import (
	"context"
	"slices"
	"time"

	"dyncrawl/browser"
)

const (
	// lingerTime is how much of its own time a page gets for its timers once
	// nothing is left to try.
	lingerTime = 10 * time.Second
	// maxLingers is how often it gets that time as long as something new comes.
	maxLingers = 4
	// framesTime is how long a page is waited for whose script draws frame by frame.
	framesTime = 2 * time.Second
	// idleTime is how long the browser may take to have nothing else to do, for
	// scripts that wait for that.
	idleTime = 2 * time.Second
	// pushTime is how long something is waited for at once that may be pushed to the
	// page over a socket or an event stream.
	pushTime = time.Second
	// maxPushes is how often, as long as something comes at all.
	maxPushes = 6
	// maxStill is how often in a row nothing may come.
	maxStill = 3
)

// linger looks at the page again once its timers had their time. A page on which
// something live runs goes by the clock on the wall, and is waited for by awaitPushed.
func (e *explorer) linger(ctx context.Context) error {
	if !e.view.Scripts || e.tab.Live() {
		return nil
	}
	if err := e.awaitFrames(ctx); err != nil {
		return err
	}
	for range maxLingers {
		if err := e.settleLong(ctx); err != nil {
			return err
		}
		if e.mood >= animates {
			if err := e.tab.AwaitIdle(ctx, idleTime); err != nil {
				return err
			}
		}
		if novel, err := e.look(ctx, waiting()); err != nil || !novel {
			return err
		}
	}
	return nil
}

// waitKind is the gesture of giving the page the time of its timers.
const waitKind browser.GestureKind = "wait"

// waiting returns the task of doing nothing for a while, by which a state that time alone has
// led to is come to again.
func waiting() *task {
	return &task{gestures: []browser.Gesture{{Kind: waitKind, Path: page}}, key: string(waitKind), label: string(waitKind)}
}

// outlast gives the page the time of its timers before the task leaves a state that a
// gesture has led to, or presses once more what has led there, once for each: what was
// started there, such as a recording or a count, may come to something. It reports
// whether it did.
func (e *explorer) outlast(ctx context.Context, t *task) (something bool, err error) {
	if e.here <= 0 || t.state == e.here && !t.fresh && t.target() != e.latest || e.States[e.here].outlasted || !e.view.Scripts || e.tab.Live() {
		return false, nil
	}
	e.States[e.here].outlasted = true
	if err := e.settleLong(ctx); err != nil {
		return false, err
	}
	links := len(e.known)
	novel, err := e.look(ctx, waiting())
	return novel || len(e.known) > links, err
}

// settleLong has the page settle once its timers had their time.
func (e *explorer) settleLong(ctx context.Context) error {
	long := e.settling()
	long.Quiet = lingerTime
	return e.tab.Settle(ctx, long)
}

// awaitFrames waits for a page whose script draws frame by frame: frames come in
// real time.
func (e *explorer) awaitFrames(ctx context.Context) error {
	if e.mood < animates {
		return nil
	}
	return e.tab.AwaitFrames(ctx, framesTime)
}

// awaitPushed looks at the page again when something may be pushed to it.
func (e *explorer) awaitPushed(ctx context.Context) error {
	served, err := e.tab.AwaitService(ctx)
	if err != nil {
		return err
	}
	return e.await(ctx, served || e.tab.Live())
}

// await looks at the page again and again when it is open to what is pushed, once when
// that has come to an end.
func (e *explorer) await(ctx context.Context, open bool) error {
	patience := maxStill
	if !e.streamed {
		patience = 1 // a worker has had its time by then
	}
	for pushes, still := 0, 0; open && pushes < maxPushes && still < patience; pushes++ {
		select {
		case <-time.After(pushTime):
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := e.settle(ctx); err != nil {
			return err
		}
		changes, links := e.view.Changes, len(e.known)
		novel, err := e.look(ctx, nil)
		if err != nil {
			return err
		}
		if still++; novel || len(e.known) > links || e.view.Changes != changes {
			still = 0
		}
		open = e.tab.Live()
	}
	return nil
}

// maxAsked is how many gestures of a page are waited for that have a socket say something.
const maxAsked = 4

// asks reports whether something was said over a socket since so many messages were, which
// an answer may come to.
func (e *explorer) asks(since int) bool {
	if e.tab.Said() == since || e.askings == maxAsked {
		return false
	}
	e.askings++
	return true
}

// maxRetries is how many controls that could not be reached are tried once more.
const maxRetries = 20

// retry queues once more what could not be reached: it may have come into reach
// since. What the pointer does not reach even then may answer to the keyboard.
func (e *explorer) retry(context.Context) error {
	out := e.queue.out
	e.queue.out = nil
	for _, t := range out[:min(len(out), maxRetries)] {
		if e.queue.trials[t.key] == nil && e.here >= 0 {
			t.second, t.state = true, e.here
			e.queue.add(t)
		}
	}
	return nil
}

// byKeyboard returns the gestures that press a control with the keyboard; nil when
// the task is no press of one that has a key of its own.
func (e *explorer) byKeyboard(t *task) []browser.Gesture {
	g := t.gestures[len(t.gestures)-1]
	c := e.at(g.Path)
	if c == nil || g.Kind != browser.Press || !slices.Contains([]string{"a", "button", "summary"}, c.Tag) {
		return nil
	}
	return []browser.Gesture{{Kind: browser.Keys, Path: g.Path, Value: "Enter"}}
}
