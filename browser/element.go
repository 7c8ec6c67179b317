package browser

import (
	"context"
	"errors"
	"fmt"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
)

// Element is an element of the page, or of an iframe in it. One that Find
// returned is looked for again when the page replaces it; one of FindAll is
// what it was.
//
// Actions use the browser's own input, so that the page sees a person. They wait
// until the element is ready for them, at most until ctx's deadline, and say
// what was in the way when it never was.
type Element struct {
	tab       *Tab
	doc       *document
	object    runtime.RemoteObjectID
	again     bool // it can be looked for again, by the selectors below scope
	selectors Selectors
	scope     *Element
}

// errDetached says that the page no longer has the element.
var errDetached = errors.New("the element is no longer in the page")

// state is what helpers answer: done, or why not.
type state struct {
	Gone   bool    `json:"gone"`
	Failed string  `json:"failed"`
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Set    bool    `json:"set"`
	On     bool    `json:"on"`
	Radio  bool    `json:"radio"`
}

func (s *state) err() error {
	switch {
	case s.Gone:
		return errDetached
	case s.Failed != "":
		return errors.New(s.Failed)
	}
	return nil
}

// ask runs a helper on the element.
func (e *Element) ask(ctx context.Context, fn string, args ...any) (state, error) {
	var s state
	if err := e.doc.ask(ctx, &s, fn, e, args...); err != nil {
		return s, err
	}
	return s, s.err()
}

// act does something with the element; when the page replaces it meanwhile, it
// looks for it again and begins anew.
func (e *Element) act(ctx context.Context, what string, do func(ctx context.Context) error) error {
	for {
		err := do(ctx)
		if err == nil {
			return nil
		}
		lost := errors.Is(err, errDetached) || navigated(err)
		if lost && e.again && budget(ctx) > 0 {
			if err = e.refind(ctx); err == nil {
				continue
			}
		} else if lost {
			err = errDetached
		}
		if len(e.selectors) == 0 {
			return fmt.Errorf("%s: %w", what, err)
		}
		return fmt.Errorf("%s %s: %w", what, quote(e.selectors), err)
	}
}

// refind points e to the element that its selectors find now.
func (e *Element) refind(ctx context.Context) error {
	found, err := e.tab.find(ctx, e.scope, e.selectors)
	if err != nil {
		return err
	}
	e.doc, e.object = found.doc, found.object
	return nil
}

// Find waits until one of the selectors finds an element below e; "." is e.
func (e *Element) Find(ctx context.Context, s Selectors) (*Element, error) {
	return e.tab.find(ctx, e, s)
}

// FindAll returns what the first selector that finds anything finds below e now.
func (e *Element) FindAll(ctx context.Context, s Selectors) ([]*Element, error) {
	return e.tab.findAll(ctx, e, s)
}

// Text returns the text as it is shown, trimmed.
func (e *Element) Text(ctx context.Context) (text string, err error) {
	return text, e.read(ctx, "read text of", &text, "text")
}

// HTML returns the outer HTML.
func (e *Element) HTML(ctx context.Context) (html string, err error) {
	return html, e.read(ctx, "read HTML of", &html, "html")
}

// Attr returns an attribute; false when there is none. The value of a form
// control is the present one.
func (e *Element) Attr(ctx context.Context, name string) (string, bool, error) {
	var values []string
	if err := e.read(ctx, "read attribute of", &values, "attr", name); err != nil || len(values) == 0 {
		return "", false, err
	}
	return values[0], true, nil
}

// Visible reports whether the element is drawn now, though perhaps out of sight.
func (e *Element) Visible(ctx context.Context) (visible bool, err error) {
	return visible, e.read(ctx, "look at", &visible, "visible")
}

// Loaded waits until an image has its picture; it reports whether it has one.
// Other elements always have.
func (e *Element) Loaded(ctx context.Context) (loaded bool, err error) {
	return loaded, e.read(ctx, "load", &loaded, "loaded")
}

func (e *Element) read(ctx context.Context, what string, out any, fn string, args ...any) error {
	return e.act(ctx, what, func(ctx context.Context) error {
		return e.doc.ask(ctx, out, fn, e, args...)
	})
}

// Screenshot returns a picture of the element as PNG, scale pixels to a CSS
// pixel; zero means 1.
func (e *Element) Screenshot(ctx context.Context, scale float64) (png []byte, err error) {
	return png, e.act(ctx, "take a picture of", func(ctx context.Context) error {
		clip, err := e.clip(ctx)
		if err != nil {
			return err
		}
		png, err = e.tab.Screenshot(ctx, ScreenshotConfig{Clip: clip, Scale: scale})
		return err
	})
}

// clip returns the place of the element on the page.
func (e *Element) clip(ctx context.Context) (*page.Viewport, error) {
	if _, err := e.ask(ctx, "ready", []string{"visible", "stable"}, budget(ctx)); err != nil {
		return nil, err
	}
	var box page.Viewport
	if err := e.doc.ask(ctx, &box, "box", e); err != nil {
		return nil, err
	}
	x, y, err := e.doc.outward(ctx, box.X, box.Y, false)
	if err != nil {
		return nil, err
	}
	top, err := e.tab.document(ctx)
	if err != nil {
		return nil, err
	}
	var scrolled state
	if err := top.ask(ctx, &scrolled, "scrolled", nil); err != nil {
		return nil, err
	}
	return &page.Viewport{X: x + scrolled.X, Y: y + scrolled.Y, Width: box.Width, Height: box.Height}, nil
}

// outward turns a point of d's viewport into one of the page's. With hit every
// iframe on the way must get clicks there.
func (d *document) outward(ctx context.Context, x, y float64, hit bool) (float64, float64, error) {
	for door := d.door; door != nil; door = door.doc.door {
		s, err := door.ask(ctx, "outward", x, y, hit)
		if err != nil {
			return 0, 0, err
		}
		x, y = s.X, s.Y
	}
	return x, y, nil
}
