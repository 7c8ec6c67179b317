package browser

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"
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

	filling sync.Mutex // held while the storage of a new tab is filled

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
		p.slots.bound = tabsPerCore * runtime.GOMAXPROCS(0)
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
		return mostPerCore * runtime.GOMAXPROCS(0)
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
// closed, and so is one whose page goes to other documents again and again: it would take
// the next page away.
func (p *Pool) Release(t *Tab) {
	defer p.slots.give()
	if t.visits >= p.cfg.Recycle || t.spent.Load() || t.visit.wanders() || !t.isAlive() {
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
	if err := t.Close(context.Background()); err != nil && !t.context.answers() { // it may be gone already
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
