package browser

import (
	"context"
	_ "embed"
	"fmt"
)

//go:embed widgets.js
var widgetsJS string

// Widget is something that a person could fill in, press or read, with all that
// the page says about it. What a field holds is not part of it.
type Widget struct {
	Element *Element `json:"-"`
	Frame   int      `json:"-"` // number of its document; 0 is the page itself

	Kind      string  `json:"kind"` // "field", "box", "button", "picture" or "text"
	Order     int     `json:"order"`
	Tag       string  `json:"tag"`
	Type      string  `json:"type"` // of a form control
	Role      string  `json:"role"` // as said by the page
	ID        string  `json:"id"`
	Test      string  `json:"test"`   // its data-testid
	Auto      string  `json:"auto"`   // its autocomplete attribute
	Label     string  `json:"label"`  // labels, names for screen readers, placeholder
	Before    string  `json:"before"` // the text right before a field without a label
	Text      string  `json:"text"`   // of a button or text
	Names     string  `json:"names"`  // id, name, classes and the like
	About     string  `json:"about"`  // what the form or box around it says of itself
	Href      string  `json:"href"`   // absolute
	Source    string  `json:"source"` // of a picture
	Action    string  `json:"action"` // absolute URL that its form is sent to; empty: it has no form
	Method    string  `json:"method"`
	Form      int     `json:"form"`      // number of its form; -1: none
	Ancestors []int   `json:"ancestors"` // numbers of the elements around it, its own first
	Shown     bool    `json:"shown"`     // a person would see it
	Covered   int     `json:"covered"`   // number of what lies over it; -1: nothing does
	CoveredBy []int   `json:"coveredBy"` // numbers of what lies over it and of what is around that
	Disabled  bool    `json:"disabled"`
	Fixed     bool    `json:"fixed"` // read-only
	Hidden    bool    `json:"hidden"`
	Skipped   bool    `json:"skipped"` // the Tab key leaves it out
	Filled    bool    `json:"filled"`
	Checked   bool    `json:"checked"`
	Required  bool    `json:"required"`
	Max       int     `json:"max"` // characters that a field takes; -1: any number
	Mode      string  `json:"mode"`
	Modal     bool    `json:"modal"` // in a dialog
	Place     string  `json:"place"` // landmark around it, such as nav
	Alert     bool    `json:"alert"` // a text that is marked as a warning
	X         float64 `json:"x"`     // of its frame's viewport, in CSS pixels
	Y         float64 `json:"y"`
	Width     float64 `json:"width"`
	Height    float64 `json:"height"`
	Plain     bool    `json:"plain"` // in no shadow root
}

// maxFrames is how many documents of a page are looked into, and maxFrameDepth
// how deep they may lie in one another.
const (
	maxFrames     = 20
	maxFrameDepth = 4
)

// Widgets returns what the page shows and offers, in the order of its documents:
// shadow roots are looked into, closed ones too, and so are frames, of whatever
// origin. A frame that cannot be read is left out.
func (t *Tab) Widgets(ctx context.Context) ([]Widget, error) {
	for try := 1; ; try++ {
		list, err := t.widgets(ctx)
		switch {
		case err == nil:
			return list, nil
		case try == readTries || t.Broken() || !navigated(err):
			return nil, fmt.Errorf("look at page: %w", err)
		}
	}
}

func (t *Tab) widgets(ctx context.Context) (list []Widget, err error) {
	err = t.eachDocument(ctx, func(doc *document, frame int) error {
		var here []Widget
		if err := doc.ask(ctx, &here, "widgets", nil); err != nil {
			return err
		}
		nodes, err := doc.handles(ctx, "widgetNodes")
		if err != nil || len(nodes) != len(here) {
			return err
		}
		for i := range here {
			here[i].Element, here[i].Frame = &Element{tab: t, doc: doc, object: nodes[i]}, frame
		}
		list = append(list, here...)
		return nil
	})
	return list, err
}

// eachDocument calls fn for the page and for every frame of it that can be seen,
// with a number of its own; 0 is the page. What goes wrong in a frame is no error.
func (t *Tab) eachDocument(ctx context.Context, fn func(doc *document, frame int) error) error {
	t.clock.run()
	doc, err := t.document(ctx)
	if err != nil {
		return err
	}
	frames := 0
	return t.eachBelow(ctx, doc, 0, &frames, fn)
}

func (t *Tab) eachBelow(ctx context.Context, doc *document, depth int, frames *int, fn func(*document, int) error) error {
	err := doc.outfit(ctx)
	if err == nil {
		err = t.openClosed(ctx, doc)
	}
	if err == nil {
		err = fn(doc, *frames)
	}
	if err != nil || depth == maxFrameDepth {
		return err
	}
	doors, err := doc.handles(ctx, "shownFrames")
	if err != nil {
		return err
	}
	for _, door := range doors {
		if *frames++; *frames > maxFrames {
			return nil
		}
		if inner, err := t.behind(ctx, &Element{tab: t, doc: doc, object: door}); err == nil {
			_ = t.eachBelow(ctx, inner, depth+1, frames, fn)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// Veil hides whatever in the page and its frames shows one of the texts, so that
// no picture does. lift shows it again.
func (t *Tab) Veil(ctx context.Context, texts []string) (lift func(context.Context), err error) {
	var veiled []*document
	lift = func(ctx context.Context) {
		for _, doc := range veiled {
			_ = doc.ask(ctx, new(bool), "unveil", nil) // a page that went on shows nothing of it
		}
	}
	if len(texts) == 0 {
		return lift, nil
	}
	err = t.eachDocument(ctx, func(doc *document, _ int) error {
		veiled = append(veiled, doc)
		return doc.ask(ctx, new(int), "veil", nil, texts)
	})
	if err != nil {
		lift(context.WithoutCancel(ctx))
		return func(context.Context) {}, fmt.Errorf("hide secrets in the page: %w", err)
	}
	return lift, nil
}

// outfit brings the helpers of Widgets into the isolated world.
func (d *document) outfit(ctx context.Context) error {
	if err := d.equip(ctx); err != nil {
		return err
	}
	return d.bring(ctx, "widgets", widgetsJS)
}

// Origins returns the origin of the element's document and those of the
// documents around it, innermost first; "null" for one without an origin.
func (e *Element) Origins(ctx context.Context) ([]string, error) {
	var list []string
	for doc := e.doc; ; doc = doc.door.doc {
		if err := doc.outfit(ctx); err != nil {
			return nil, fmt.Errorf("ask for the origin: %w", err)
		}
		var origin string
		if err := doc.ask(ctx, &origin, "origin", nil); err != nil {
			return nil, fmt.Errorf("ask for the origin: %w", err)
		}
		if list = append(list, origin); doc.door == nil {
			return list, nil
		}
	}
}

// Targets returns the URLs that the form around the element may be sent to; none
// when it is in no form.
func (e *Element) Targets(ctx context.Context) (urls []string, err error) {
	if err := e.doc.outfit(ctx); err != nil {
		return nil, fmt.Errorf("ask where the form is sent to: %w", err)
	}
	return urls, e.read(ctx, "ask for the form of", &urls, "sends")
}

// Submit sends the form around the element as its button would; it reports
// whether there is a form.
func (e *Element) Submit(ctx context.Context) (sent bool, err error) {
	if err := e.doc.outfit(ctx); err != nil {
		return false, fmt.Errorf("send form: %w", err)
	}
	err = e.read(ctx, "send the form of", &sent, "sendForm")
	return sent, err
}
