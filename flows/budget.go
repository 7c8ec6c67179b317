package flows

import (
	"context"
	"sync"
	"time"
)

// budget is a context whose deadline waits while a person drives the tab.
type budget struct {
	context.Context
	done chan struct{}
	stop func() bool // of the watch on the outer context

	mu    sync.Mutex
	end   time.Time
	timer *time.Timer
	err   error
}

type budgetKey struct{}

// WithBudget is context.WithTimeout for the time of a page: it does not pass
// while a person drives the tab.
func WithBudget(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	b := &budget{Context: ctx, done: make(chan struct{}), end: time.Now().Add(d)}
	b.mu.Lock() // until it is whole: ctx may have ended already
	defer b.mu.Unlock()
	b.timer = time.AfterFunc(d, func() { b.finish(context.DeadlineExceeded) })
	b.stop = context.AfterFunc(ctx, func() { b.finish(ctx.Err()) })
	return b, func() { b.finish(context.Canceled) }
}

// pauseBudget stops the clock of the budget that ctx is of, until resume.
func pauseBudget(ctx context.Context) (resume func()) {
	b, ok := ctx.Value(budgetKey{}).(*budget)
	if !ok {
		return func() {}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.timer.Stop()
	left := time.Until(b.end)
	b.end = b.end.Add(24 * time.Hour) // nobody drives a tab for longer
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.end = time.Now().Add(left)
		b.timer.Reset(left)
	}
}

func (b *budget) finish(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err != nil {
		return
	}
	b.err = err
	b.timer.Stop()
	b.stop()
	close(b.done)
}

// Deadline implements context.Context.
func (b *budget) Deadline() (time.Time, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if outer, ok := b.Context.Deadline(); ok && outer.Before(b.end) {
		return outer, true
	}
	return b.end, true
}

// Done implements context.Context.
func (b *budget) Done() <-chan struct{} { return b.done }

// Err implements context.Context.
func (b *budget) Err() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err
}

// Value implements context.Context.
func (b *budget) Value(key any) any {
	if key == (budgetKey{}) {
		return b
	}
	return b.Context.Value(key)
}
