package explore

import (
	"slices"

	"dyncrawl/browser"
)

// controlKeys are what a control may want of the keyboard, pageKeys what a page.
var (
	controlKeys = []string{"Enter", "Space", "ArrowDown", "ArrowRight", "Escape", "a"}
	pageKeys    = []string{"Escape", "Enter", "Space", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "/", "?", "j", "k", "n", "Control+k", "m", "s", "h", "a"}
)

// keyboard queues what keys and the focus can do.
func (p *planner) keyboard(c *browser.Control) {
	if has(c.Own, typed) {
		for _, key := range controlKeys {
			p.add(c, possible, browser.Gesture{Kind: browser.Keys, Path: c.Path, Value: key})
		}
	}
	if has(c.Own, focused) {
		p.simple(c, possible, browser.Focus)
	}
}

// maxOptions is how many options of a select are chosen one after the other.
const maxOptions = 8

// value queues giving the control another value, where somebody listens to that.
func (p *planner) value(c *browser.Control) {
	all := append(slices.Clone(c.Own), c.Inherited...)
	if c.Editable && c.Field == nil && (has(all, edited)) {
		p.add(c, possible, browser.Gesture{Kind: browser.Type, Path: c.Path, Value: "Lorem ipsum"})
		return
	}
	if c.Field == nil || c.Field.Fixed || !has(all, edited) && c.Form != "" {
		return
	}
	gestures := p.e.fill(c.Field)
	if len(gestures) == 0 {
		return
	}
	weight := possible
	if !has(all, edited) {
		weight = likely // before the button beside it is pressed
	}
	p.add(c, weight, gestures...)
	for n := 1; c.Tag == "select" && n < min(c.Options, maxOptions); n++ {
		var more []browser.Gesture
		for range n + 1 {
			more = append(more, gestures[0])
		}
		p.add(c, unlikely, more...)
	}
}

// maxTargets is how many places something is dragged to.
const maxTargets = 4

// dragging queues carrying the control to where something may be dropped.
func (p *planner) dragging(c *browser.Control) {
	if !c.Draggable && !has(c.Own, []string{"dragstart", "drag"}) {
		if has(c.Own, held) && has(append(slices.Clone(c.Own), append(c.Inherited, p.e.view.Window...)...), []string{"mousemove", "pointermove"}) {
			p.simple(c, unlikely, browser.Drag)
		}
		return
	}
	targets := 0
	for i := range p.e.view.Controls {
		if d := &p.e.view.Controls[i]; d.Path != c.Path && has(d.Own, dropped) && targets < maxTargets {
			targets++
			p.add(c, possible, browser.Gesture{Kind: browser.Drag, Path: c.Path, Onto: d.Path})
		}
	}
	if targets == 0 {
		p.simple(c, unlikely, browser.Drag)
	}
}
