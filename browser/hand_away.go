package browser

import (
	"context"
	"errors"
	"fmt"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
)

// awayLimit bounds the wait for a page to notice that it is out of sight.
const awayLimit = time.Second

// away has the window put away and taken back, as with somebody who looks at another
// tab for a moment.
func (h *hand) away(ctx context.Context) (err error) {
	window, err := cdp.Call(ctx, h.tab.session, cdpbrowser.GetWindowForTarget, cdpbrowser.GetWindowForTargetParams{})
	if err != nil {
		return err
	}
	if err := h.feignFocus(ctx, false); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.feignFocus(context.WithoutCancel(ctx), true)) }()
	if err := h.setWindow(ctx, window.WindowID, cdpbrowser.WindowStateMinimized); err != nil {
		return err
	}
	err = h.awaitSight(ctx, "hidden")
	return errors.Join(err, h.setWindow(context.WithoutCancel(ctx), window.WindowID, window.Bounds.WindowState), h.awaitSight(ctx, "visible"))
}

// feignFocus has the page take its window for the one that is worked with, or not.
func (h *hand) feignFocus(ctx context.Context, on bool) error {
	_, err := cdp.Call(ctx, h.tab.session, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: on})
	return err
}

func (h *hand) setWindow(ctx context.Context, id cdpbrowser.WindowID, state cdpbrowser.WindowState) error {
	_, err := cdp.Call(ctx, h.tab.session, cdpbrowser.SetWindowBounds, cdpbrowser.SetWindowBoundsParams{WindowID: id, Bounds: &cdpbrowser.Bounds{WindowState: state}})
	return err
}

// awaitSight waits until the page knows that it is hidden or visible, if it ever does.
func (h *hand) awaitSight(ctx context.Context, state string) error {
	ctx, cancel := context.WithTimeout(ctx, awayLimit)
	defer cancel()
	const wait = `new Promise((done) => {
		const look = () => {
			if (document.visibilityState !== %q) return;
			document.removeEventListener("visibilitychange", look);
			done();
		};
		document.addEventListener("visibilitychange", look);
		look();
	})`
	err := h.tab.EvalIsolated(ctx, fmt.Sprintf(wait, state), nil)
	if ctx.Err() != nil {
		return nil
	}
	return err
}
