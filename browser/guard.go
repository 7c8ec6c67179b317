package browser

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"dyncrawl"
)

// callTimeout bounds a command whose context has no deadline of its own.
const callTimeout = 30 * time.Second

// guard is a Session whose commands always end: at a deadline, and at once when
// the target fails. Chromium never answers the pending commands of a renderer
// that died.
type guard struct {
	Session
	life context.Context // its cause is why the target failed
	fail context.CancelCauseFunc
}

func guarded(s Session) *guard {
	g := &guard{Session: s}
	g.life, g.fail = context.WithCancelCause(context.Background())
	return g
}

// Call implements cdp.Session.
func (g *guard) Call(ctx context.Context, method string, params, result any) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	defer context.AfterFunc(g.life, cancel)()
	err := g.Session.Call(ctx, method, params, result)
	switch {
	case err == nil:
		return nil
	case g.life.Err() != nil:
		return fmt.Errorf("%s: %w", method, context.Cause(g.life))
	case errors.Is(err, errGone), errors.Is(err, os.ErrClosed): // os.ErrClosed: of the pipe
		return &dyncrawl.Error{Class: dyncrawl.ClassCrashBrowser, Err: fmt.Errorf("%s: %w", method, err)}
	case ctx.Err() != nil:
		return fmt.Errorf("%s: %w", method, ctx.Err())
	}
	return fmt.Errorf("%s: %w", method, err)
}

// failed reports whether the target is beyond use.
func (g *guard) failed() bool {
	select {
	case <-g.life.Done():
		return true
	case <-g.Done():
		return true
	default:
		return false
	}
}
