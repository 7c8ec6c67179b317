package explore

import (
	"slices"
	"strings"

	"dyncrawl/browser"
)

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
		for _, keys := range pageChords {
			p.add(all, resort, browser.Gesture{Kind: browser.Keys, Path: page, Value: keys})
		}
		p.shortcuts(all)
	}
	if has(listens, wheeled) {
		p.simple(all, unlikely, browser.Wheel)
		p.simple(all, rare, turnKind)
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
	for _, command := range []string{"copy", "cut"} {
		if slices.Contains(listens, command) {
			p.clip(all, command)
		}
	}
	if p.e.view.Modal {
		p.add(all, unlikely, browser.Gesture{Kind: browser.Keys, Path: page, Value: "Escape"})
	}
	if p.e.view.Full {
		p.add(all, likely, browser.Gesture{Kind: browser.Show, Path: page, Value: "window"})
	}
	if p.state == 0 && p.e.view.Scripts {
		p.add(all, rare, browser.Gesture{Kind: browser.Show, Path: page, Value: "media"})
		p.add(all, rare, browser.Gesture{Kind: browser.Show, Path: page, Value: "narrow"})
		if p.e.widens {
			p.add(all, rare, browser.Gesture{Kind: browser.Show, Path: page, Value: "wide"})
		}
	}
	if has(listens, sighted) {
		p.add(all, rare, browser.Gesture{Kind: browser.Show, Path: page, Value: "away"})
	}
	p.emit(all, listens)
}

// sighted are the events of a page that somebody leaves for another tab and comes back
// to.
var sighted = []string{"visibilitychange", "blur", "focus"}

// marked are the events of words that are selected with the pointer.
var marked = []string{"selectionchange", "selectstart", "mouseup", "pointerup"}

// owns reports whether controls of a frame may be acted on: it is in scope, or its
// document is the page's own.
func (e *explorer) owns(frame string) bool {
	return strings.HasPrefix(frame, "about:") || strings.HasPrefix(frame, "data:") || strings.HasPrefix(frame, "blob:") || e.cfg.InScope(frame)
}
