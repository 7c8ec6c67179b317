package browser

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
)

// framePause is how long a page is watched for a script that runs by itself: some
// frames.
const framePause = 150 * time.Millisecond

// AwaitFrames waits as long as a script of the page runs although nothing is done
// to it, as one does that draws frame by frame, and no longer than that.
func (t *Tab) AwaitFrames(ctx context.Context, long time.Duration) error {
	t.clock.run()
	if _, err := cdp.Call(ctx, t.session, performance.Enable, performance.EnableParams{}); err != nil {
		return fmt.Errorf("watch for frames: %w", err)
	}
	defer func() {
		_, _ = cdp.Call(context.WithoutCancel(ctx), t.session, performance.Disable, cdp.Empty{})
	}()
	last, err := t.scriptTime(ctx)
	for end := time.Now().Add(long); err == nil && time.Now().Before(end); {
		if err := sleep(ctx, framePause); err != nil {
			return err
		}
		before := last
		if last, err = t.scriptTime(ctx); last == before {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("watch for frames: %w", err)
	}
	return nil
}

// scriptTime returns how many seconds scripts of the page have run.
func (t *Tab) scriptTime(ctx context.Context) (float64, error) {
	res, err := cdp.Call(ctx, t.session, performance.GetMetrics, cdp.Empty{})
	for _, m := range res.Metrics {
		if m.Name == "ScriptDuration" {
			return m.Value, err
		}
	}
	return 0, err
}

// AwaitIdle waits until the browser has called what the page's scripts left for when
// there is nothing else to do, and no longer than that: that comes in real time. A frame
// is drawn first, since once a button or a key was pressed, and what came of it was drawn,
// Chromium has no such moment until it has drawn another one. The page's clock may leap
// meanwhile, when it was late: then the call comes because its time is over, and it is
// asked for again. A tab in which there is no such moment is not for another page: there
// may be none for that either.
func (t *Tab) AwaitIdle(ctx context.Context, long time.Duration) error {
	t.clock.run()
	const call = `new Promise((done) => {
		requestAnimationFrame(() => {});
		requestIdleCallback((deadline) => setTimeout(() => done(deadline.didTimeout)), {timeout: %d}); // calls come in their order
	})`
	late := true
	for end := time.Now().Add(long); late && time.Now().Before(end); {
		if err := t.EvalIsolated(ctx, fmt.Sprintf(call, long.Milliseconds()), &late); err != nil {
			if unlessGone(err) == nil {
				return nil
			}
			return fmt.Errorf("wait until the page has nothing to do: %w", err)
		}
	}
	if late {
		t.spent.Store(true)
	}
	return nil
}
