package browser

import (
	"context"
	"errors"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
)

// Fill replaces the text of a field: an input, a textarea or an editable
// element; of a select it chooses the option. The page sees it typed at once; its change event comes when the
// focus leaves the field, as it does for a person.
func (e *Element) Fill(ctx context.Context, text string) error {
	return e.act(ctx, "fill", func(ctx context.Context) error {
		if _, err := e.ask(ctx, "ready", []string{"visible", "enabled", "editable"}, budget(ctx)); err != nil {
			return err
		}
		s, err := e.ask(ctx, "startFill", text, budget(ctx))
		if err != nil || s.Set {
			return err
		}
		if text == "" {
			err = e.tab.Press(ctx, "Delete")
		} else {
			_, err = cdp.Call(ctx, e.tab.session, input.InsertText, input.InsertTextParams{Text: text})
		}
		if err != nil {
			return err
		}
		return e.checkFilled(ctx, text)
	})
}

// Type types a text into a field at the caret, or at the end when that is elsewhere.
func (e *Element) Type(ctx context.Context, text string) error {
	return e.act(ctx, "type into", func(ctx context.Context) error {
		if _, err := e.ask(ctx, "ready", []string{"visible", "enabled", "editable"}, budget(ctx)); err != nil {
			return err
		}
		if _, err := e.ask(ctx, "startType"); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, e.tab.session, input.InsertText, input.InsertTextParams{Text: text})
		return err
	})
}

// checkFilled fails when the field refused the text. What it holds is not shown: it may be a secret.
func (e *Element) checkFilled(ctx context.Context, text string) error {
	var holds bool
	err := e.doc.ask(ctx, &holds, "filled", e, text)
	if err == nil && !holds {
		return errors.New("the field does not hold the text: it may limit the length or the characters")
	}
	return unlessGone(err)
}
