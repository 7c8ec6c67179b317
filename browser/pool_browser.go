package browser

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"dyncrawl"
)

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
			p.endHanging()
		}
		if err := sleep(ctx, pause); err != nil {
			return nil, err
		}
		pause *= 2
	}
}

// tab returns an idle tab or opens one. Others are not kept waiting meanwhile: a
// browser that is busy takes its time.
func (p *Pool) tab(ctx context.Context, clock Clock) (*Tab, error) {
	for {
		t, shared, err := p.unshelve(ctx, clock)
		switch {
		case err != nil:
			return nil, err
		case t == nil:
			return p.newTab(ctx, shared, clock)
		case t.kind == clock && !t.Broken():
			return t, nil
		}
		_ = t.Close(ctx)
	}
}

// unshelve makes sure that a browser runs, and takes the idle tab that was used
// last, one with the clock if there is any; nil when no tab is idle.
func (p *Pool) unshelve(ctx context.Context, clock Clock) (*Tab, *Context, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.start(ctx); err != nil {
		return nil, nil, err
	}
	if len(p.idle) == 0 {
		return nil, p.shared, nil
	}
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
	return t.Tab, p.shared, nil
}

// newTab opens a tab with the storage of the login. Local storage and databases are
// filled by the first one alone, before there is another: later they hold what the
// site has put there.
func (p *Pool) newTab(ctx context.Context, shared *Context, clock Clock) (*Tab, error) {
	ctx, cancel := context.WithTimeout(ctx, openTimeout)
	defer cancel()
	t, err := shared.NewTab(ctx, clock)
	if err != nil {
		return nil, err
	}
	p.filling.Lock()
	defer p.filling.Unlock()
	if err := t.restoreStorage(ctx, p.storage()); err != nil {
		return nil, errors.Join(err, t.Close(ctx))
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.origins {
		p.origins[i].LocalStorage, p.origins[i].IndexedDB = nil, nil
	}
	return t, nil
}

// storage returns what a new tab begins with.
func (p *Pool) storage() []Origin {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.origins)
}

// endHanging stops a browser that does not answer, for a new one to be started.
func (p *Pool) endHanging() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shared != nil && !p.shared.answers() {
		_ = p.stop()
	}
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

// Adopt has the tabs that are opened from now on begin with the session storage of
// a login that was made in one of them. Idle ones that lack it are closed.
func (p *Pool) Adopt(s *State) {
	p.mu.Lock()
	p.origins = nil
	for _, origin := range s.Origins {
		if len(origin.SessionStorage) > 0 {
			p.origins = append(p.origins, Origin{Origin: origin.Origin, SessionStorage: origin.SessionStorage})
		}
	}
	var lacking []idleTab
	if len(p.origins) > 0 {
		lacking, p.idle = p.idle, nil
	}
	p.mu.Unlock()
	for _, t := range lacking {
		t.rest.Stop()
		p.discard(t.Tab)
	}
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
	if p.shared.silent.Load() {
		return
	}
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
