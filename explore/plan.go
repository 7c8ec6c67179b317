package explore

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"dyncrawl/browser"
)

// The events that a gesture makes.
var (
	pressed = []string{"click", "mousedown", "mouseup", "pointerdown", "pointerup", "focus", "focusin"}
	rested  = []string{"mouseover", "mouseenter", "mousemove", "pointerover", "pointerenter", "pointermove"}
	left    = []string{"mouseout", "mouseleave", "pointerout", "pointerleave"}
	held    = []string{"mousedown", "pointerdown"}
	touched = []string{"touchstart", "touchend"}
	typed   = []string{"keydown", "keyup", "keypress"}
	edited  = []string{"input", "change", "beforeinput", "keydown", "keyup", "keypress", "blur", "focusout"}
	focused = []string{"focus", "blur", "focusin", "focusout"}
	wheeled = []string{"wheel", "mousewheel"}
	dropped = []string{"drop", "dragover", "dragenter"}
)

// standard matches the events that browsers make: others are the page's own.
var standard = regexp.MustCompile(`^(on)?(abort|after(print|scriptexecute)|animation\w*|appinstalled|auxclick|before\w*|blur|cancel|canplay\w*|change|click|close|command|` +
	`composition\w+|connect|content\w+|contextmenu|copy|cuechange|cut|dblclick|device\w+|DOM\w+|drag\w*|drop|durationchange|emptied|encrypted|end|ended|enter\w*|error|` +
	`focus\w*|form(data|change|input)|freeze|fullscreen\w*|gamepad\w+|gesture\w+|gotpointercapture|hashchange|input|invalid|key\w+|languagechange|leave\w*|load\w*|lostpointercapture|` +
	`message\w*|mouse\w+|MSPointer\w+|MozMousePixelScroll|off(line)|offline|online|open|orientationchange|page\w+|paste|pause|play\w*|pointer\w+|popstate|progress|push\w*|ratechange|readystatechange|` +
	`rejectionhandled|reset|resize|resume|scroll\w*|search|securitypolicyviolation|seek\w+|select\w*|show|slotchange|stalled|statechange|storage|submit|suspend|textInput|timeupdate|toggle|` +
	`touch\w+|transition\w*|unhandledrejection|unload|update\w*|visibilitychange|volumechange|vrdisplay\w+|waiting|webkit\w+|wheel|moz\w+|ms\w+)$`)

func has(list, any []string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return slices.Contains(any, s) })
}

// Weights of gestures, by how often they show something on the web.
const (
	first    = 1.1 // before a field that must be empty for it is filled
	likely   = 1.0
	possible = 0.6
	unlikely = 0.3
	rare     = 0.1
	resort   = 0.01 // only where nothing else has shown anything; see maxResorts
)

// plan queues what can be tried in the state that the page is in.
func (e *explorer) plan(state int) {
	p := &planner{e: e, state: state}
	for i := range e.view.Controls {
		p.control(&e.view.Controls[i])
	}
	for i := range e.view.Forms {
		p.form(&e.view.Forms[i])
	}
	p.editors()
	p.document()
	p.scroll()
}

// planner queues tasks of one state.
type planner struct {
	e     *explorer
	state int
}

func (p *planner) add(c *browser.Control, weight float64, gestures ...browser.Gesture) {
	last := gestures[len(gestures)-1]
	s := &p.e.States[p.state]
	label := strings.TrimSpace(string(last.Kind) + " " + strings.TrimSpace(c.Label))
	key := fmt.Sprint(keyOf(gestures), "|", c.Mark)
	s.offers = append(s.offers, offer{key, gestures, label})
	p.e.queue.add(&task{
		state: p.state, gestures: gestures, weight: weight,
		key:   key,
		kind:  string(last.Kind) + " " + c.Group,
		label: label,
		spare: c.Spare,
	})
}

func (p *planner) simple(c *browser.Control, weight float64, kind browser.GestureKind) {
	p.add(c, weight, browser.Gesture{Kind: kind, Path: c.Path})
}

// control queues what can be done to a control.
func (p *planner) control(c *browser.Control) {
	switch {
	case c.Disabled:
		return
	case harmful(c):
		p.e.refuse(c)
		return
	case c.Frame != "" && !p.e.owns(c.Frame):
		return
	case !p.e.view.Scripts && len(p.e.view.Window) == 0 && len(c.Own)+len(c.Inherited) == 0:
		return // nothing but the browser itself would answer
	}
	p.pointer(c)
	p.fingers(c)
	p.keyboard(c)
	p.value(c)
	p.dragging(c)
	p.clipboard(c)
	p.emit(c, c.Own)
}

// beyond are events that no gesture of ours brings about.
var beyond = []string{
	"afterprint", "beforeprint", "cancel", "close", "compositionend", "copy", "cut", "ended", "fullscreenchange", "offline", "online", "orientationchange", "paste", "pause", "play", "playing",
	"reset", "resize", "search", "select", "selectionchange", "show", "storage", "timeupdate", "visibilitychange", "volumechange", "webkitAnimationEnd",
}

// emit queues the page's own events, and as a last resort those that a person or
// the world would bring about by other means than ours.
func (p *planner) emit(c *browser.Control, listens []string) {
	for _, kind := range listens {
		weight := possible
		if standard.MatchString(kind) {
			weight = rare * bit(slices.Contains(beyond, kind))
		}
		if weight > 0 {
			p.add(c, weight, browser.Gesture{Kind: browser.Emit, Path: c.Path, Value: kind})
		}
	}
}

// leadsAway reports whether the control is a link whose place is known without
// pressing it.
func leadsAway(c *browser.Control) bool {
	href := strings.ToLower(strings.TrimSpace(c.Href))
	return (c.Tag == "a" || c.Tag == "area") && href != "" && href[0] != '#' && !strings.HasPrefix(href, "javascript:")
}

// pressWeight is the weight of pressing the control, 0 when that does nothing.
func pressWeight(c *browser.Control) float64 {
	all := append(slices.Clone(c.Own), c.Inherited...)
	switch {
	case c.Tag == "summary" || c.Acts || strings.HasPrefix(strings.ToLower(strings.TrimSpace(c.Href)), "javascript:"):
		return likely
	case c.Tag == "label" && c.Control != "" && !has(c.Own, pressed):
		return 0
	case leadsAway(c) && !has(c.Own, pressed):
		if has(c.Inherited, pressed) {
			return rare
		}
		return 0
	case has(c.Own, pressed):
		return likely
	case c.Field != nil && c.Type != "checkbox" && c.Type != "radio":
		return 0
	case c.Why == "delegated":
		return unlikely * bit(has(c.Inherited, pressed))
	case has(all, pressed), (c.Type == "checkbox" || c.Type == "radio") && has(all, edited):
		return possible
	case strings.HasPrefix(c.Href, "#") && len(c.Href) > 1:
		return unlikely
	}
	return 0
}

func bit(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// otherButtons are the presses that have an event of their own.
var otherButtons = []struct {
	event string
	kind  browser.GestureKind
}{{"dblclick", browser.PressTwice}, {"contextmenu", browser.PressRight}, {"auxclick", browser.PressMiddle}}

// pointer queues what the mouse can do.
func (p *planner) pointer(c *browser.Control) {
	if has(c.Own, rested) {
		p.simple(c, likely, browser.Rest)
	} else if has(c.Inherited, rested) {
		p.simple(c, rarely(c), browser.Rest)
	}
	if has(c.Own, left) {
		p.simple(c, possible, browser.Leave)
	}
	submits := c.Form != "" && (c.Type == "submit" || c.Type == "image")
	if w := pressWeight(c); w > 0 && !submits {
		p.simple(c, w, browser.Press)
	} else if leadsAway(c) && slices.Contains(p.e.view.Window, "navigate") {
		p.simple(c, rare, browser.Press)
	}
	if has(c.Own, []string{"click"}) {
		p.simple(c, resort, browser.PressThrice)
		p.add(c, resort, browser.Gesture{Kind: browser.Press, Path: c.Path, Value: "Shift"})
	}
	for _, other := range otherButtons {
		if slices.Contains(c.Own, other.event) {
			p.simple(c, possible, other.kind)
		} else if slices.Contains(c.Inherited, other.event) {
			p.simple(c, rarely(c), other.kind)
		}
	}
	if has(c.Own, held) {
		p.simple(c, unlikely, browser.PressLong)
	}
	if has(c.Own, wheeled) {
		p.simple(c, possible, browser.Wheel)
		for _, way := range []string{"up", "Control"} {
			p.add(c, resort, browser.Gesture{Kind: browser.Wheel, Path: c.Path, Value: way})
		}
	}
}

// rarely is the weight of what a control's ancestors listen to in its stead: they
// may not mean it.
func rarely(c *browser.Control) float64 {
	if c.Why == "delegated" {
		return resort
	}
	return rare
}

// fingers queues what touching can do.
func (p *planner) fingers(c *browser.Control) {
	switch {
	case has(c.Own, touched):
		p.simple(c, possible, browser.Touch)
		if slices.Contains(c.Own, "touchstart") {
			p.simple(c, unlikely, browser.TouchLong)
		}
	case has(c.Inherited, touched):
		p.simple(c, rarely(c), browser.Touch)
	}
	if slices.Contains(c.Own, "touchmove") || slices.Contains(c.Own, "touchend") && slices.Contains(c.Own, "touchstart") {
		p.simple(c, unlikely, browser.Swipe)
		for _, way := range []string{"right", "up", "down"} {
			p.add(c, resort, browser.Gesture{Kind: browser.Swipe, Path: c.Path, Value: way})
		}
		p.simple(c, resort, browser.Pinch)
	}
}

// page stands for the page as a whole.
const page = "document"

// document queues what the page as a whole listens to.
func (p *planner) document() {
	all := &browser.Control{Path: page, Group: page, Label: "page"}
	listens := p.e.view.Window
	if has(listens, typed) {
		for _, key := range pageKeys {
			p.add(all, unlikely, browser.Gesture{Kind: browser.Keys, Path: page, Value: key})
		}
	}
	if has(listens, wheeled) {
		p.simple(all, unlikely, browser.Wheel)
	}
	if has(listens, rested) {
		p.simple(all, rare, browser.Leave)
	}
	if slices.Contains(listens, "contextmenu") {
		p.simple(all, rare, browser.PressRight)
	}
	if has(listens, touched) {
		p.simple(all, rare, browser.Swipe)
	}
	if has(listens, pressed) || p.e.view.Modal {
		p.simple(all, unlikely, browser.Press)
	}
	if has(listens, marked) {
		p.simple(all, rare, browser.Mark)
	}
	if slices.Contains(listens, "copy") {
		p.add(all, possible, browser.Gesture{Kind: browser.Clip, Path: page, Value: "copy"})
	}
	if p.state == 0 && p.e.view.Scripts {
		p.add(all, rare, browser.Gesture{Kind: browser.Show, Path: page, Value: "media"})
		p.add(all, rare, browser.Gesture{Kind: browser.Show, Path: page, Value: "narrow"})
	}
	p.emit(all, listens)
}

// marked are the events of words that are selected with the pointer.
var marked = []string{"selectionchange", "selectstart", "mouseup", "pointerup"}

// owns reports whether controls of a frame may be acted on: it is in scope, or its
// document is the page's own.
func (e *explorer) owns(frame string) bool {
	return strings.HasPrefix(frame, "about:") || strings.HasPrefix(frame, "data:") || strings.HasPrefix(frame, "blob:") || e.cfg.InScope(frame)
}
