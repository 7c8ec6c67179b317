package flows

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"dyncrawl/browser"
)

func (r *Runner) drag(ctx context.Context, d *Drag) error {
	to, err := r.find(ctx, d.To)
	if err != nil {
		return err
	}
	return r.with(ctx, d.Selector, func(e *browser.Element, ctx context.Context) error { return e.DragTo(ctx, to) })
}

// upload chooses files, which lie beside the flow file.
func (r *Runner) upload(ctx context.Context, u *Upload) error {
	paths := make([]string, len(u.Files))
	for i, name := range u.Files {
		file, err := r.expand(name)
		if err != nil {
			return err
		}
		if !filepath.IsAbs(file) {
			file = filepath.Join(r.Flow.Dir(), file)
		}
		if paths[i], err = filepath.Abs(file); err != nil {
			return err
		}
	}
	return r.with(ctx, u.Selector, func(e *browser.Element, ctx context.Context) error { return e.Upload(ctx, paths...) })
}

// answer says how dialogs are answered from now on.
func (r *Runner) answer(d *Dialog) error {
	text, err := r.expand(d.Text)
	if err != nil {
		return err
	}
	reply := browser.Reply{Accept: d.Do == "accept", Text: text}
	r.Tab.AnswerDialogs(func(context.Context, browser.Dialog) browser.Reply { return reply })
	return nil
}

// popupPause is how long is waited before it is looked again whether a window has opened.
const popupPause = 50 * time.Millisecond

// popup runs steps in the window that the page has opened. A window that its last
// step closes has done what it was for.
func (r *Runner) popup(ctx context.Context, p *Popup) error {
	window, err := r.nextPopup(ctx)
	if err != nil {
		return err
	}
	outer, scope, guarded := r.Tab, r.scope, r.guarded
	r.Tab, r.scope = window, nil // guarded as the page is
	defer func() {
		r.Tab, r.scope, r.guarded = outer, scope, guarded
		_ = window.Close(ctx) // it may have closed itself
	}()
	for i := range p.Steps {
		err := r.step(ctx, &p.Steps[i])
		switch {
		case window.Gone() && i == len(p.Steps)-1:
			return nil
		case err != nil:
			return err
		}
	}
	_ = window.Settle(ctx, r.Settle) // what it has begun may end by closing it
	return nil
}

// nextPopup waits for the window, at most as long as for an element.
func (r *Runner) nextPopup(ctx context.Context) (*browser.Tab, error) {
	ctx, cancel := context.WithTimeout(ctx, max(r.Flow.Limits.Step, defaultStepBudget))
	defer cancel()
	for {
		window, err := r.Tab.NextPopup(ctx)
		if window != nil || err != nil {
			return window, err
		}
		if err := sleep(ctx, popupPause); err != nil {
			return nil, errors.New("the page opened no window")
		}
	}
}
