package browser

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"dyncrawl"
)

// PoolConfig says how many tabs there are and what they begin with.
type PoolConfig struct {
	Config
	Tabs    int // open at the same time; zero means as many as the machine bears: two for each core at first, then one to four for each
	Recycle int // visits after which a tab is replaced; zero means 100

	// State returns what a new browser begins with; nil: nothing. It is asked
	// again after a restart, so it should return the latest login.
	State func(ctx context.Context) (*State, error)
}

// Pool lends out tabs that share one login, in one browser. It starts the
// browser when a tab is first needed, and again when the browser has died. It
// is safe for concurrent use.
type Pool struct {
	open  func(ctx context.Context) (Driver, error)
	cfg   PoolConfig
	slots slots         // one for each tab on loan
	done  chan struct{} // closed by Close

	mu      sync.Mutex
	driver  Driver // nil: not started
	shared  *Context
	origins []Origin // storage that a new tab begins with
	idle    []idleTab
	closed  bool
}

// idleTab is a tab that nobody has borrowed, with the timer that will reset it.
type idleTab struct {
	*Tab
	rest *time.Timer
}

// NewPool returns a pool over browsers that open starts. Close it.
func NewPool(open func(ctx context.Context) (Driver, error), cfg PoolConfig) *Pool {
	if cfg.Recycle == 0 {
		cfg.Recycle = 100
	}
	p := &Pool{open: open, cfg: cfg, done: make(chan struct{})}
	if p.slots.bound = cfg.Tabs; cfg.Tabs == 0 {
		p.slots.bound = tabsPerCore * runtime.NumCPU()
		go p.adapt(machine(), p.done)
	}
	return p
}

// Tabs returns how many tabs may be open at the moment.
func (p *Pool) Tabs() int {
	bound, _, _ := p.slots.size()
	return bound
}

// MaxTabs returns how many tabs may ever be open.
func (p *Pool) MaxTabs() int {
	if p.cfg.Tabs == 0 {
		return mostPerCore * runtime.NumCPU()
	}
	return p.cfg.Tabs
}

// errClosed says that the pool is closed.
var errClosed = errors.New("the pool of tabs is closed")

// Acquire lends a tab with the clock, and waits for one when all are on loan. It may show what
// its last page left until Goto. Release it, whatever became of it. It fails with class browser_missing
// or crash_browser when the browser does not start.
func (p *Pool) Acquire(ctx context.Context, clock Clock) (*Tab, error) {
	if err := p.slots.take(ctx); err != nil {
		return nil, fmt.Errorf("wait for a tab: %w", err)
	}
	t, err := p.take(ctx, clock)
	if err != nil {
		p.slots.give()
		return nil, err
	}
	return t, nil
}

// restAfter is how long a page that nobody needs any more may go on in an idle
// tab. Leaving it for about:blank costs as much as half a visit, and is saved
// when the tab is lent again at once.
const restAfter = time.Second

// Release takes a tab back. A tab that is broken or has served long enough is
// closed.
func (p *Pool) Release(t *Tab) {
	defer p.slots.give()
	if t.visits >= p.cfg.Recycle || t.cutOff.Load() || !t.answers() {
		p.discard(t)
		return
	}
	t.AllowResources()
	p.keep(t, func() { p.rest(t) })
}

// keep makes a tab idle and has it rested later. One that is too many, because
// it rested while others were lent, is closed.
func (p *Pool) keep(t *Tab, rest func()) {
	t.clock.halt()
	p.mu.Lock()
	bound, taken, _ := p.slots.size()
	fits := p.shared == t.context && len(p.idle)+taken <= bound
	if fits {
		p.idle = append(p.idle, idleTab{t, time.AfterFunc(restAfter, rest)})
	}
	p.mu.Unlock()
	if !fits {
		p.discard(t)
	}
}

// rest resets a tab that has been idle for long. It takes the tab out of the
// pool meanwhile: a page that does not let go keeps nobody waiting.
func (p *Pool) rest(t *Tab) {
	if !p.withdraw(t) {
		return
	}
	if t.Reset(context.Background()) != nil {
		p.discard(t)
		return
	}
	p.keep(t, func() {})
}

// withdraw takes an idle tab out of the pool; it reports false when somebody
// has borrowed it.
func (p *Pool) withdraw(t *Tab) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.idle, func(idle idleTab) bool { return idle.Tab == t })
	if i >= 0 {
		p.idle = slices.Delete(p.idle, i, i+1)
	}
	return i >= 0
}

// discard closes a tab. A browser that neither closes it nor says its version
// is stopped: all that it was asked would be waited for in vain.
func (p *Pool) discard(t *Tab) {
	err := t.Close(context.Background()) // it may be gone already
	if errors.Is(err, context.DeadlineExceeded) && !t.context.answers() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.shared == t.context {
			_ = p.stop()
		}
	}
}

// Close ends the browser with all tabs, also those on loan.
func (p *Pool) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed {
		close(p.done)
	}
	p.closed = true
	return p.stop()
}

// startTries is how often a browser is started before it counts as broken, and
// startPause how long the first pause between two tries is; it doubles.
const (
	startTries = 3
	startPause = 500 * time.Millisecond
)

// openTimeout bounds the opening of a tab.
const openTimeout = 10 * time.Second

// take returns an idle tab or a new one. When the browser dies under it, the
// next try meets a new one.
func (p *Pool) take(ctx context.Context, clock Clock) (*Tab, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	pause := startPause
	for try := 1; ; try++ {
		t, err := p.tab(ctx, clock)
		switch {
		case err == nil:
			return t, nil
		case ctx.Err() != nil, errors.Is(err, errClosed), dyncrawl.ClassOf(err) == dyncrawl.ClassBrowserMissing:
			return nil, err
		case try == startTries:
			return nil, &dyncrawl.Error{Class: dyncrawl.ClassCrashBrowser, Err: fmt.Errorf("open a tab, try %d: %w", try, err)}
		}
		if errors.Is(err, context.DeadlineExceeded) {
			_ = p.stop() // it hangs
		}
		if err := sleep(ctx, pause); err != nil {
			return nil, err
		}
		pause *= 2
	}
}

func (p *Pool) tab(ctx context.Context, clock Clock) (*Tab, error) {
	if err := p.start(ctx); err != nil {
		return nil, err
	}
	for len(p.idle) > 0 {
		t := p.unshelve(clock)
		if t.kind == clock && !t.Broken() {
			return t, nil
		}
		_ = t.Close(ctx)
	}
	return p.newTab(ctx, clock)
}

// unshelve takes the idle tab that was used last, one with the clock if there is any.
func (p *Pool) unshelve(clock Clock) *Tab {
	at := len(p.idle) - 1
	for i := at; i >= 0; i-- {
		if p.idle[i].kind == clock {
			at = i
			break
		}
	}
	t := p.idle[at]
	p.idle = slices.Delete(p.idle, at, at+1)
	t.rest.Stop()
	return t.Tab
}

// newTab opens a tab with the storage of the login. Local storage is filled by
// the first one alone: later it holds what the site has put there.
func (p *Pool) newTab(ctx context.Context, clock Clock) (*Tab, error) {
	ctx, cancel := context.WithTimeout(ctx, openTimeout)
	defer cancel()
	t, err := p.shared.NewTab(ctx, clock)
	if err != nil {
		return nil, err
	}
	if err := t.restoreStorage(ctx, p.origins); err != nil {
		return nil, errors.Join(err, t.Close(ctx))
	}
	for i := range p.origins {
		p.origins[i].LocalStorage = nil
	}
	return t, nil
}

// start makes sure that a browser runs.
func (p *Pool) start(ctx context.Context) error {
	if p.closed {
		return errClosed
	}
	if p.driver != nil {
		select {
		case <-p.driver.Browser().Done():
			_ = p.stop() // it is dead
		default:
			return nil
		}
	}
	d, err := p.open(ctx)
	if err != nil {
		return fmt.Errorf("start browser: %w", err)
	}
	p.driver = d
	if err := p.furnish(ctx); err != nil {
		return errors.Join(fmt.Errorf("start browser: %w", err), p.stop())
	}
	return nil
}

// furnish makes the context that the tabs share, with the login in it.
func (p *Pool) furnish(ctx context.Context) (err error) {
	if p.shared, err = NewContext(ctx, p.driver, p.cfg.Config); err != nil || p.cfg.State == nil {
		return err
	}
	state, err := p.cfg.State(ctx)
	if err != nil || state == nil {
		return err
	}
	p.origins = slices.Clone(state.Origins)
	return p.shared.setCookies(ctx, state.Cookies)
}

func (p *Pool) stop() error {
	if p.driver == nil {
		return nil
	}
	var errs []error
	select {
	case <-p.driver.Browser().Done():
	default:
		if p.shared != nil {
			p.dispose()
		}
	}
	errs = append(errs, p.driver.Close())
	for _, t := range p.idle {
		t.rest.Stop()
	}
	p.driver, p.shared, p.origins, p.idle = nil, nil, nil, nil
	return errors.Join(errs...)
}

// dispose closes the shared context, in time: closing a browser of ours ends it
// anyway, and one that hangs would keep us waiting.
func (p *Pool) dispose() {
	ctx, cancel := context.WithTimeout(context.Background(), resetTimeout)
	defer cancel()
	_ = p.shared.Close(ctx)
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
