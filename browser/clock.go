package browser

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"

	"dyncrawl"
)

// Clock is how time passes for the pages of a tab.
type Clock int

const (
	// RealTime leaves the page's clock alone.
	RealTime Clock = iota
	// SkipQuiet has the clock of the page keep pace with real time, except that
	// Settle skips the time in which nothing but the page's own timers could
	// happen: they fire at once, in their order.
	SkipQuiet
	// SkipTimers is SkipQuiet, and Settle also skips ahead to what the page does
	// much later, as long as nothing but its timers holds it up.
	SkipTimers
)

const (
	// pace is how often a page's clock is brought to real time. The timers of
	// the page fire that much late at most.
	pace = 16 * time.Millisecond
	// skipTimeout is how long a page may take over skipped time before it is
	// left to real time: it computes, or draws frame after frame.
	skipTimeout = time.Second
	// stuckAfter is how long a page may not answer before it is taken to wait
	// for its own clock, which stands still while a script runs.
	stuckAfter = 2 * time.Second
	// graceTime is how long a page may take over what it was granted before it is
	// asked whether it answers.
	graceTime = 100 * time.Millisecond
	// coarseness is how much less than what was granted a page may see of it, since
	// its clock is rounded.
	coarseness = 2 * time.Millisecond
)

// pageClock is the virtual clock of a tab. Chromium stops it whenever the time
// that was granted is used up, and cannot give a page its real clock back, so
// while nothing is skipped real time is granted piece by piece.
type pageClock struct {
	session Session
	always  bool          // skip to what the page does much later, whatever it looks like
	stuck   atomic.Bool   // the page did not take what was granted
	granted atomic.Bool   // time that is not used up yet
	expired chan struct{} // the grant is used up; holds one signal

	mu   sync.Mutex
	last time.Time          // until when time was granted
	said time.Time          // when something was granted or asked last
	stop context.CancelFunc // of the goroutine that grants real time; nil while the clock stands
	done chan struct{}      // closed when that goroutine has ended
}

func newPageClock(s Session, always bool) *pageClock {
	return &pageClock{session: s, always: always, expired: make(chan struct{}, 1)}
}

// run lets the clock keep pace with real time from now on. The nil clock is the
// page's own.
func (c *pageClock) run() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stop != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	c.stop, c.done, c.last = cancel, make(chan struct{}), time.Now()
	go c.keepPace(ctx, c.done)
}

// halt stops the clock.
func (c *pageClock) halt() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stop != nil {
		c.stop()
		<-c.done
		c.stop = nil
	}
}

func (c *pageClock) keepPace(ctx context.Context, done chan<- struct{}) {
	defer close(done)
	ticker := time.NewTicker(pace)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.session.Done():
			return
		case now := <-ticker.C:
			next := c.next(now)
			if ctx.Err() != nil || next == nil {
				continue
			}
			answered := make(chan struct{})
			go func() {
				defer close(answered)
				next(ctx)
			}()
			select {
			case <-answered:
			case <-ctx.Done():
			}
		}
	}
}

// next returns what is to be done now so that the page keeps pace; nil when it has not
// taken yet what it was granted. More than that is not granted, however late the page
// is: of two grants that it takes at once, the first stops its clock in the midst of
// the second, and so on with the next. But all that it has missed is granted then,
// since Chromium draws the frames of a page late by as much as its clock is behind.
func (c *pageClock) next(now time.Time) func(context.Context) {
	elapsed := now.Sub(c.last)
	switch {
	case !c.granted.Load(), elapsed > stuckAfter:
		c.last, c.said = now, now
		return func(ctx context.Context) {
			c.heed(ctx, func(ctx context.Context) { _ = c.grant(ctx, emulation.VirtualTimePolicyAdvance, elapsed) })
		}
	case now.Sub(c.said) > graceTime:
		c.said = now
		return func(ctx context.Context) { c.heed(ctx, c.ask) }
	}
	return nil
}

// heed does what the page must answer, and notes when it does not. An error is not
// told: the page may be gone. The end of ctx does not cut the order off, since then
// nobody would know whether it was given.
func (c *pageClock) heed(ctx context.Context, do func(context.Context)) {
	bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), stuckAfter)
	defer cancel()
	do(bounded)
	c.stuck.Store(ctx.Err() == nil && bounded.Err() != nil)
}

// ask returns when the page answers.
func (c *pageClock) ask(ctx context.Context) {
	_, _ = cdp.Call(ctx, c.session, runtime.Evaluate, runtime.EvaluateParams{Expression: "0"})
}

// isStuck reports whether the page did not answer for long.
func (c *pageClock) isStuck() bool { return c != nil && c.stuck.Load() }

// unstick notes that the page answers after all.
func (c *pageClock) unstick() {
	if c != nil {
		c.stuck.Store(false)
	}
}

// grant lets d pass for the page. Chromium keeps count of every grant, and the
// first that is used up stops the clock; with no time at all the clock goes on until
// the next of those that are left over.
func (c *pageClock) grant(ctx context.Context, policy emulation.VirtualTimePolicy, d time.Duration) error {
	c.granted.Store(true)
	p := emulation.SetVirtualTimePolicyParams{Policy: policy}
	if d > 0 {
		p.Budget = new(float64(d) / float64(time.Millisecond))
	}
	_, err := cdp.Call(ctx, c.session, emulation.SetVirtualTimePolicy, p)
	return err
}

// skip grants d at once and returns when the clock has stopped, true, or when the
// page took too long over it or busy holds, false; wake says when to ask for that.
// The clock must have been halted. A grant of before that is used up only now stops
// it too early: resume has it go on then.
func (c *pageClock) skip(ctx context.Context, d time.Duration, policy emulation.VirtualTimePolicy, wake <-chan struct{}, busy func() bool) (bool, error) {
	if stopped, err := c.live(ctx, graceTime, nil, nil); !stopped {
		return false, err
	}
	if err := c.grant(ctx, policy, d); err != nil {
		return false, err
	}
	return c.live(ctx, skipTimeout, wake, busy)
}

// resume is skip for what was granted before and is not used up yet: there must be
// such a grant, since nothing else stops the clock.
func (c *pageClock) resume(ctx context.Context, policy emulation.VirtualTimePolicy, wake <-chan struct{}, busy func() bool) (bool, error) {
	if err := c.grant(ctx, policy, 0); err != nil {
		return false, err
	}
	return c.live(ctx, skipTimeout, wake, busy)
}

// live waits, for the limit at most, until the grant is used up.
func (c *pageClock) live(ctx context.Context, limit time.Duration, wake <-chan struct{}, busy func() bool) (bool, error) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for c.granted.Load() {
		select {
		case <-c.expired:
		case <-wake:
			if busy() {
				return false, nil
			}
		case <-timer.C:
			return false, nil
		case <-ctx.Done():
			return false, ctx.Err()
		case <-c.session.Done():
			return false, &dyncrawl.Error{Class: dyncrawl.ClassCrashBrowser, Err: errGone}
		}
	}
	return true, nil
}

// expire notes that the grant is used up. It runs on the reader.
func (c *pageClock) expire() {
	c.granted.Store(false)
	select {
	case c.expired <- struct{}{}:
	default:
	}
}
