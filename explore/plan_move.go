package explore

import (
	"slices"

	"dyncrawl/browser"
)

// maxCarried is how many of alike controls are carried.
const maxCarried = 4

// moved are the events by which a script carries what the pointer pulls at.
var moved = []string{"mousemove", "pointermove"}

// pulls reports whether the control is one to press and to pull at: somebody hears the
// pointer move, or being let go where no click is meant.
func pulls(c *browser.Control, window []string) bool {
	around := slices.Concat(c.Own, c.Inherited, window)
	return has(c.Own, held) && (has(around, moved) || !slices.Contains(c.Own, "click") && has(around, []string{"mouseup", "pointerup"}))
}

// moving queues carrying the first of alike controls to where it may be put, as a card
// from one column of a board to the others, where a script carries it: many hear the
// pointer move only once it is pressed. Others of them are put where the first is put
// first. It is done once a page: each order of the cards is a state of its own.
func (p *planner) moving(c *browser.Control) {
	around := slices.Concat(c.Own, c.Inherited, p.e.view.Window)
	n := p.e.carried[c.Group]
	if c.Draggable || n == maxCarried || len(c.Places) == 0 || !has(around, held) {
		return
	}
	p.e.carried[c.Group]++
	places := c.Places
	if n > 0 {
		places = places[:1]
	}
	for _, place := range places {
		if !dangers.in(place.Words) {
			p.add(c, possible, browser.Gesture{Kind: browser.Drag, Path: c.Path, Onto: place.Path})
		}
	}
}
