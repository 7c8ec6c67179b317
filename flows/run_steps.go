package flows

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"dyncrawl/browser"
)

// open goes to a URL and settles.
func (r *Runner) open(ctx context.Context, g *Goto) error {
	text, err := r.expand(g.URL)
	if err != nil {
		return err
	}
	page, err := r.Tab.URL(ctx)
	if err != nil {
		return err
	}
	target, err := resolve(page, text)
	if err != nil {
		return err
	}
	if err := r.Tab.Goto(ctx, target); err != nil {
		return err
	}
	return r.settle(ctx)
}

// resolve makes text absolute, relative to the page.
func resolve(page, text string) (string, error) {
	base, err := url.Parse(page)
	if err != nil {
		return "", fmt.Errorf("URL of the page: %w", err)
	}
	u, err := base.Parse(text)
	if err != nil {
		return "", fmt.Errorf("goto: %w", err)
	}
	return u.String(), nil
}

// settle waits until the page has settled; one that never does is taken as it
// is shortly before the step's time is over.
func (r *Runner) settle(ctx context.Context) error {
	return r.Tab.Settle(ctx, r.settleConfig(ctx))
}

func (r *Runner) settleConfig(ctx context.Context) browser.SettleConfig {
	cfg := r.Settle
	if end, ok := ctx.Deadline(); ok {
		left := time.Until(end)
		left -= min(left/4, time.Second)
		if cfg.Budget == 0 || left < cfg.Budget {
			cfg.Budget = max(left, time.Millisecond)
		}
	}
	return cfg
}

// relative reports whether s begins at the current element of for_each.
func relative(s browser.Selectors) bool { return slices.ContainsFunc(s, browser.Selector.Relative) }

// find waits for an element, at the current element where the selector begins there.
func (r *Runner) find(ctx context.Context, s browser.Selectors) (*browser.Element, error) {
	if r.element != nil && relative(s) {
		return r.element.Find(ctx, s)
	}
	return r.Tab.Find(ctx, s)
}

func (r *Runner) findAll(ctx context.Context, s browser.Selectors) ([]*browser.Element, error) {
	if r.element != nil && relative(s) {
		return r.element.FindAll(ctx, s)
	}
	return r.Tab.FindAll(ctx, s)
}

// on does something to the element that s finds.
func (r *Runner) on(ctx context.Context, s browser.Selectors, do func(*browser.Element, context.Context) error) error {
	e, err := r.find(ctx, s)
	if err != nil {
		return err
	}
	return do(e, ctx)
}

func (r *Runner) fill(ctx context.Context, f *Fill) error {
	text, err := r.expandSecret(f.Value)
	if err != nil {
		return err
	}
	return r.on(ctx, f.Selector, func(e *browser.Element, ctx context.Context) error { return e.Fill(ctx, text) })
}

func (r *Runner) choose(ctx context.Context, s *Select) error {
	values := make([]string, len(s.Values))
	for i, text := range s.Values {
		var err error
		if values[i], err = r.expand(text); err != nil {
			return err
		}
	}
	return r.on(ctx, s.Selector, func(e *browser.Element, ctx context.Context) error { return e.Select(ctx, values...) })
}

func (r *Runner) press(ctx context.Context, p *Press) error {
	if len(p.Selector) == 0 {
		return r.Tab.Press(ctx, p.Key)
	}
	return r.on(ctx, p.Selector, func(e *browser.Element, ctx context.Context) error { return e.Press(ctx, p.Key) })
}

func (r *Runner) scroll(ctx context.Context, s *Scroll) error {
	cfg := browser.ScrollConfig{Container: s.Selector, Max: s.Max, Settle: r.settleConfig(ctx)}
	if relative(s.Selector) {
		cfg.Scope = r.element
	}
	return r.Tab.ScrollToEnd(ctx, cfg)
}

func (r *Runner) wait(ctx context.Context, w *Wait) error {
	if pause, ok := w.Duration(); ok {
		timer := time.NewTimer(pause)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if w.For == "network" {
		if err := r.settle(ctx); err != nil {
			return err
		}
	}
	c := w.Condition()
	return r.await(ctx, &c)
}

func (r *Runner) eval(ctx context.Context, e *Eval) error {
	script, err := r.expand(e.Script)
	if err != nil {
		return err
	}
	var value any
	if err := r.Tab.Eval(ctx, script, &value); err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	if e.As == "" {
		return nil
	}
	return r.keep(e.As, value)
}

func (r *Runner) screenshot(ctx context.Context, s *Screenshot) error {
	file, err := r.expand(s.File)
	if err != nil {
		return err
	}
	picture, err := r.picture(ctx, s)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return fmt.Errorf("save screenshot: %w", err)
	}
	if err := os.WriteFile(file, picture, 0o644); err != nil {
		return fmt.Errorf("save screenshot: %w", err)
	}
	return nil
}

func (r *Runner) picture(ctx context.Context, s *Screenshot) ([]byte, error) {
	if len(s.Selector) == 0 {
		return r.Tab.Screenshot(ctx, browser.ScreenshotConfig{Full: s.Full})
	}
	e, err := r.find(ctx, s.Selector)
	if err != nil {
		return nil, err
	}
	return e.Screenshot(ctx, 1)
}
