package browser

import (
	"context"
	"fmt"
	"time"
)

// ScrollConfig says what to scroll and when to stop.
type ScrollConfig struct {
	Container Selectors    // the box that scrolls; empty: the page, or its largest box when the page itself does not scroll
	Scope     *Element     // the element that relative selectors begin at; nil: none
	Max       int          // rounds at most; zero means 100
	Settle    SettleConfig // between rounds; the budget is that of one round

	// Each is called for every screen, before it is left and at the end: lists may
	// drop what is out of sight. The page settles between screens then. Nil: nothing is.
	Each func(ctx context.Context) error
}

// extent is how much there is to scroll.
type extent struct {
	Height float64 `json:"height"`
	Count  int     `json:"count"` // of elements
	Grew   bool    `json:"grew"`  // since the round began
}

// ScrollPatience is how long the end of a list is watched for what a timer of
// the page brings. It is the longest delay after scrolling that is common.
const ScrollPatience = time.Second

// ScrollBy scrolls the page by CSS pixels, or the largest box in it when the page itself does not scroll.
func (t *Tab) ScrollBy(ctx context.Context, x, y float64) error {
	doc, err := t.document(ctx)
	if err == nil {
		err = doc.ask(ctx, new(any), "by", nil, x, y)
	}
	if err != nil {
		return fmt.Errorf("scroll: %w", err)
	}
	return nil
}

// ScrollToEnd scrolls down until nothing new comes, or for cfg.Max rounds. A
// round goes to the end screen by screen and settles, slow answers included.
// When two thirds of the time until ctx's deadline are used up it ends, and the
// page is partial.
func (t *Tab) ScrollToEnd(ctx context.Context, cfg ScrollConfig) error {
	if cfg.Max == 0 {
		cfg.Max = 100
	}
	bounded, cancel := scrolling(ctx)
	defer cancel()
	for range cfg.Max {
		more, err := t.scrollRound(bounded, cfg)
		switch {
		case err != nil && bounded.Err() != nil && ctx.Err() == nil:
			t.visit.flawed(Scrolled)
			return nil
		case err != nil:
			return fmt.Errorf("scroll to the end: %w", err)
		}
		if !more {
			return nil
		}
	}
	return nil
}

// scrolling returns a context for two thirds of the time that is left to ctx:
// a list without end must leave time to read what has come of it.
func scrolling(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(deadline)*2/3)
}

// left returns the time until ctx's deadline, an hour when it has none.
func left(ctx context.Context) time.Duration {
	if deadline, ok := ctx.Deadline(); ok {
		return time.Until(deadline)
	}
	return time.Hour
}

// scrollRound goes to the end once and reports whether more came there.
func (t *Tab) scrollRound(ctx context.Context, cfg ScrollConfig) (more bool, err error) {
	doc, box, err := t.scrolled(ctx, cfg)
	if err != nil {
		return false, err
	}
	end, err := t.toEnd(ctx, doc, box, cfg)
	if err != nil {
		return false, err
	}
	if err := t.Settle(ctx, cfg.Settle); err != nil || end.Grew {
		return end.Grew, err
	}
	if err := doc.ask(ctx, &more, "grown", box, end, ScrollPatience.Milliseconds()); err != nil || !more {
		return false, err
	}
	return true, t.Settle(ctx, cfg.Settle) // what came late may bring more
}

// toEnd goes down to where the end was.
func (t *Tab) toEnd(ctx context.Context, doc *document, box *Element, cfg ScrollConfig) (end extent, err error) {
	if cfg.Each == nil {
		return end, doc.ask(ctx, &end, "toEnd", box, left(ctx).Milliseconds())
	}
	var before extent
	if err := doc.ask(ctx, &before, "begin", box); err != nil {
		return end, err
	}
	for more := true; more; {
		if err := t.Settle(ctx, cfg.Settle); err != nil {
			return end, err
		}
		if err := cfg.Each(ctx); err != nil {
			return end, err
		}
		if err := doc.ask(ctx, &more, "down", box); err != nil {
			return end, err
		}
	}
	return end, doc.ask(ctx, &end, "end", box, before)
}

// scrolled returns the box to scroll and its document.
func (t *Tab) scrolled(ctx context.Context, cfg ScrollConfig) (*document, *Element, error) {
	if len(cfg.Container) == 0 {
		doc, err := t.document(ctx)
		return doc, nil, err
	}
	e, err := t.find(ctx, cfg.Scope, cfg.Container)
	if err != nil {
		return nil, nil, err
	}
	return e.doc, e, nil
}
