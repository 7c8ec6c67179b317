package login

import (
	"context"
	"errors"
	"fmt"

	"dyncrawl/browser"
)

// refills is how often a form is looked at again that changed while it was
// filled in.
const refills = 3

// fill fills the form in and sends it.
func (r *run) fill(ctx context.Context, f *form) error {
	for try := 1; ; try++ {
		if moved, err := r.uncover(ctx, f.last()); moved || err != nil {
			return err
		}
		err := r.enter(ctx, f)
		if err == nil {
			return r.send(ctx, f)
		}
		if try == refills || ctx.Err() != nil || Final(err) {
			return err
		}
		if err := r.look(ctx); err != nil {
			return err
		}
		if f = findForm(r.view); f == nil {
			return nil
		}
	}
}

// enter types user, password and captcha, and ticks the boxes.
func (r *run) enter(ctx context.Context, f *form) error {
	if f.user != nil && !(f.user.Fixed && f.user.Filled) {
		if err := r.put(ctx, User, f.user); err != nil {
			return err
		}
	}
	for _, box := range f.boxes {
		r.tick(ctx, box)
	}
	if f.password != nil {
		if err := r.put(ctx, Password, f.password); err != nil {
			return err
		}
	}
	if f.captcha == nil {
		return nil
	}
	return r.answer(ctx, f)
}

// put types into a field. One that is read-only until somebody comes is clicked
// before.
func (r *run) put(ctx context.Context, what What, w *browser.Widget) error {
	ctx, cancel := context.WithTimeout(ctx, actTime)
	defer cancel()
	if w.Fixed {
		_ = w.Element.Click(ctx)
	}
	r.Log.Debug("log in: typing", "what", what, "into", describe(w))
	return r.Type(ctx, what, w.Element)
}

// tick ticks a box. A login hardly ever depends on it.
func (r *run) tick(ctx context.Context, w *browser.Widget) {
	ctx, cancel := context.WithTimeout(ctx, actTime/2)
	defer cancel()
	if err := w.Element.Check(ctx, true); err != nil {
		r.Log.Debug("log in: box not ticked", "box", describe(w), "error", err)
	}
}

// answer reads the captcha and types what it says.
func (r *run) answer(ctx context.Context, f *form) error {
	r.answers++
	text, tell, err := r.Read(ctx, f.picture.Element)
	switch {
	case err != nil:
		return err
	case text == "":
		_ = f.picture.Element.Click(ctx) // most show another one then
		return errors.New("the captcha could not be read")
	}
	r.tell = tell
	return f.captcha.Element.Fill(ctx, text)
}

// describe names a widget for logs, without anything that it holds.
func describe(w *browser.Widget) string {
	for _, name := range []string{w.Text, w.Label, w.Before, w.Names} {
		if name != "" {
			return fmt.Sprintf("<%s> %.60q", w.Tag, name)
		}
	}
	return "<" + w.Tag + ">"
}
