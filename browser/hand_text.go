package browser

import (
	"context"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
)

// mark drags the pointer over the words of the control, so that they are selected.
func (h *hand) mark(ctx context.Context, g Gesture) error {
	var line struct {
		spot
		EndX float64 `json:"endX"`
		EndY float64 `json:"endY"`

		Selected bool `json:"selected"` // already
	}
	if err := h.ask(ctx, &line, "line", g.Path); err != nil {
		return err
	}
	if err := line.err(); err != nil || line.Selected {
		return err
	}
	end := spot{X: line.EndX, Y: line.EndY}
	if err := h.pull(ctx, line.spot, end); err != nil {
		return err
	}
	return h.up(ctx, input.MouseButtonLeft, 1, end)
}

// editing are the keys of the commands for what is selected.
var editing = map[string]string{"copy": "c", "cut": "x", "paste": "v", "selectAll": "a"}

// clip copies or cuts the words of the control with the keyboard, or all of the
// page's, or pastes into it: the words of the page, or ("paste on") what was copied or
// cut before.
func (h *hand) clip(ctx context.Context, g Gesture) (err error) {
	switch {
	case g.Value == "paste":
		if err = h.clip(ctx, Gesture{Path: "document", Value: "copy"}); err == nil {
			err = h.focusOn(ctx, g.Path)
		}
	case g.Value == "paste on":
		err = h.focusOn(ctx, g.Path)
	case g.Path == "document":
		if err = h.focusOn(ctx, g.Path); err == nil {
			err = h.command(ctx, "selectAll")
		}
	default:
		err = h.mark(ctx, g)
	}
	if err != nil {
		return err
	}
	command, _, _ := strings.Cut(g.Value, " ")
	return h.command(ctx, command)
}

// command presses the keys of an editing command.
func (h *hand) command(ctx context.Context, name string) error {
	if err := h.frames(ctx); err != nil { // a selection comes with a frame
		return err
	}
	key := editing[name]
	down := input.DispatchKeyEventParams{
		Type: input.DispatchKeyEventTypeRawKeyDown, Modifiers: modControl, Key: key, Code: "Key" + strings.ToUpper(key),
		WindowsVirtualKeyCode: int64(strings.ToUpper(key)[0]), Commands: []string{name},
	}
	if _, err := cdp.Call(ctx, h.tab.session, input.DispatchKeyEvent, down); err != nil {
		return err
	}
	down.Type, down.Commands = input.DispatchKeyEventTypeKeyUp, nil
	_, err := cdp.Call(ctx, h.tab.session, input.DispatchKeyEvent, down)
	return err
}

// windows are the sizes of other windows than the usual one in CSS pixels: that of a
// telephone, and that of a large screen.
var windows = map[string]emulation.SetDeviceMetricsOverrideParams{
	"narrow": {Width: 480, Height: 800},
	"wide":   {Width: 2560, Height: 1440},
}

// show has the page shown otherwise: in a "narrow" or "wide" window, in the "usual" one, or
// for a moment as it is printed and in dark colours ("media") or not at all ("away").
func (h *hand) show(ctx context.Context, g Gesture) error {
	switch g.Value {
	case "narrow", "wide":
		if _, err := cdp.Call(ctx, h.tab.session, emulation.SetDeviceMetricsOverride, windows[g.Value]); err != nil {
			return err
		}
		return h.frames(ctx) // media queries are answered anew with a frame
	case "away":
		return h.away(ctx)
	case "window":
		return h.tab.EvalIsolated(ctx, "document.fullscreenElement ? document.exitFullscreen().then(() => true) : false", nil)
	case "usual":
		_, err := cdp.Call(ctx, h.tab.session, emulation.ClearDeviceMetricsOverride, cdp.Empty{})
		return err
	}
	for _, media := range []emulation.SetEmulatedMediaParams{
		{Media: "print"}, {Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}}, {},
	} {
		if _, err := cdp.Call(ctx, h.tab.session, emulation.SetEmulatedMedia, media); err != nil {
			return err
		}
		if err := h.frames(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (h *hand) back(ctx context.Context, _ Gesture) error { return h.tab.Back(ctx) }
