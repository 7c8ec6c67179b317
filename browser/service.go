package browser

import (
	"context"
	"fmt"
	"time"
)

// serve notes that a service worker was started, of this page or of another one of
// the browser context.
func (v *visit) serve() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.served = true
	v.signal()
}

// isServed reports whether a service worker was started since Goto.
func (v *visit) isServed() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.served
}

const (
	// servePatience is how long a service worker may take until it is active.
	servePatience = 5 * time.Second
	// servePause is how long AwaitService waits before it looks again.
	servePause = 50 * time.Millisecond
)

// servicePending answers whether a service worker of the page's origin is on its
// way to be active.
const servicePending = `(async () => {
	const all = await navigator.serviceWorker?.getRegistrations().catch(() => []) ?? [];
	return all.some((r) => r.installing || r.active?.state === 'activating');
})()`

// AwaitService waits for a service worker that the page has started until it
// answers requests, for servePatience at most, and reports whether one was started.
// What it does while it is installed is seen by no other means: neither its
// requests nor its messages are the page's.
func (t *Tab) AwaitService(ctx context.Context) (started bool, err error) {
	if !t.visit.isServed() {
		return false, nil
	}
	t.clock.run()
	for end := time.Now().Add(servePatience); time.Now().Before(end); {
		var pending bool
		if err := t.EvalIsolated(ctx, servicePending, &pending); err != nil {
			return true, fmt.Errorf("wait for a service worker: %w", err)
		}
		if !pending {
			return true, nil
		}
		if err := sleep(ctx, servePause); err != nil {
			return true, err
		}
	}
	return true, nil
}
