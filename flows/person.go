package flows

import (
	"context"
	"fmt"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/captcha"
)

// personHint says how a person takes over.
const personHint = "a person has to pass it: run it at a terminal, where somebody can take over; or log in with a Chromium of your own that was started with --remote-debugging-port, " +
	"and give dyncrawl its WebSocket URL with --cdp-url; or ask the site for access"

// stopForPerson fails when the page shows a challenge that is left to people, and
// none of the wanted elements.
func (r *Runner) stopForPerson(ctx context.Context, wanted browser.Selectors) error {
	found, err := r.findAll(ctx, wanted)
	if err != nil || len(found) > 0 {
		return err
	}
	return r.personNeeded(ctx)
}

// personNeeded returns an error of class needs_human when the page shows a
// challenge that is left to people.
func (r *Runner) personNeeded(ctx context.Context) error {
	for _, kind := range captcha.LeftToPeople() {
		selector, err := browser.ParseSelector(kind.Selector)
		if err != nil {
			return err
		}
		shown, err := r.visible(ctx, browser.Selectors{selector})
		if err != nil {
			return err
		}
		if shown {
			return &dyncrawl.Error{
				Class: dyncrawl.ClassNeedsHuman, Hint: personHint,
				Err: fmt.Errorf("the page shows %s, which dyncrawl leaves to people", kind.Name),
			}
		}
	}
	return nil
}
