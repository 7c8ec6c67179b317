package explore

import (
	"maps"
	"slices"
	"strings"

	"dyncrawl/browser"
)

// carrying is what was carried.
type carrying struct {
	groups map[string]int  // how many controls of a group were carried elsewhere
	on     map[string]bool // groups of which more were carried to where one has gone
	joined int             // lines that were drawn between controls
}

// maxCarried is how many of alike controls are carried.
const maxCarried = 4

// moved are the events by which a script carries what the pointer pulls at.
var moved = []string{"mousemove", "pointermove"}

// pulls reports whether the control is one to press and to pull at: somebody hears the
// pointer move, or being let go where no click is meant.
func pulls(c *browser.Control, window []string) bool {
	around := slices.Concat(c.Own, c.Inherited, window)
	return c.Grabs && has(around, held) || has(c.Own, held) && (has(around, moved) || !slices.Contains(c.Own, "click") && has(around, released))
}

// released are the events of letting go of the pointer.
var released = []string{"mouseup", "pointerup"}

// pulling queues pressing the control and letting go on what shows only while it is
// pressed, as with the entries of some menus.
func (p *planner) pulling(c *browser.Control) {
	if !has(c.Own, held) || slices.Contains(c.Own, "click") {
		return
	}
	n := 0
	for i := range p.e.view.Controls {
		d := &p.e.view.Controls[i]
		if d.Visible || d.Path == c.Path || !has(d.Own, released) || slices.Contains(d.Own, "click") || p.e.harmful(d) || n == maxTargets {
			continue
		}
		n++
		p.add(c, unlikely, browser.Gesture{Kind: browser.Drag, Path: c.Path, Onto: d.Path})
	}
}

// along are the places between the ends of a slider that it is moved to, as shares of its
// length: what bounds a price or a year leaves something there, a third of the length off at
// most.
var along = []float64{0.15, 0.4, 0.65}

// sliding queues moving the control to either end of its track, and to places between.
func (p *planner) sliding(c *browser.Control) {
	if c.Track == "" {
		return
	}
	for _, end := range []browser.Share{{X: 0.98, Y: 0.98}, {X: 0.02, Y: 0.02}} {
		p.add(c, unlikely, browser.Gesture{Kind: browser.Drag, Path: c.Path, Onto: c.Track, To: &end}).fresh = true // it may be where it was left
	}
	for _, share := range along {
		p.add(c, rare, browser.Gesture{Kind: browser.Drag, Path: c.Path, Onto: c.Track, To: &browser.Share{X: share, Y: share}}).fresh = true
	}
}

// fewPlaced is how many of alike controls are moved to other parts of what they lie on.
const fewPlaced = 2

// placing queues moving the control to the far parts of what it may be moved about on.
func (p *planner) placing(c *browser.Control) {
	kind := "placing " + c.Group
	if c.Pane == "" || p.e.sampled[kind] == fewPlaced {
		return
	}
	p.e.sampled[kind]++
	for _, part := range []browser.Share{{X: 0.8, Y: 0.3}, {X: 0.2, Y: 0.7}} {
		p.add(c, unlikely, browser.Gesture{Kind: browser.Drag, Path: c.Path, Onto: c.Pane, To: &part}).fresh = true // it may be where it was left
	}
}

// moving queues carrying the first of alike controls to where it may be put, as a card
// from one column of a board to the others, where a script carries it: many hear the
// pointer move only once it is pressed. Others of them are put where the first is put
// first. It is done once a page: each order of the cards is a state of its own.
func (p *planner) moving(c *browser.Control) {
	around := slices.Concat(c.Own, c.Inherited, p.e.view.Window)
	n := p.e.carrying.groups[c.Group]
	if c.Draggable || c.Edges || n == maxCarried || len(c.Places) == 0 || !has(around, held) {
		return
	}
	p.e.carrying.groups[c.Group]++
	places := c.Places
	if n > 0 {
		places = places[:1]
	}
	for _, place := range places {
		if !dangers().in(place.Words) {
			p.add(c, possible, browser.Gesture{Kind: browser.Drag, Path: c.Path, Onto: place.Path})
		}
	}
}

// maxCarriedOn is how many more of alike controls are carried to where one has gone.
const maxCarriedOn = 3

// maxJoined is how many lines are drawn on a page between what grows them.
const maxJoined = 8

// joining queues pulling from the control, which stays where it is, to those that are like
// it in other boxes: a line may grow between them, as between the parts of a diagram or
// what belongs together. What looks otherwise comes first, as an entry does from an exit.
func (p *planner) joining(c *browser.Control) {
	if !c.Grabs || len(c.Places) > 0 || c.Draggable || !has(c.Own, held) {
		return
	}
	for _, same := range []bool{false, true} {
		for i := range p.e.view.Controls {
			d := &p.e.view.Controls[i]
			if (d.Group == c.Group) != same || d.Tag != c.Tag || !slices.Equal(d.Own, c.Own) || !d.Grabs || len(d.Places) > 0 || !d.Visible || boxOf(d.Path) == boxOf(c.Path) || p.e.harmful(d) || p.e.carrying.joined == maxJoined {
				continue
			}
			p.e.carrying.joined++
			p.add(c, possible, browser.Gesture{Kind: browser.Drag, Path: c.Path, Onto: d.Path})
		}
	}
}

// across queues pulling from the middle of many cells of a table or a grid to one a little
// further on, where a script hears one pressed and none can be carried: all between may be
// chosen so, as days of a calendar or hours.
func (p *planner) across() {
	grids := map[string][]*browser.Control{}
	for i := range p.e.view.Controls {
		c := &p.e.view.Controls[i]
		if (c.Role == "gridcell" || c.Tag == "td") && c.Visible && !c.Disabled && !c.Draggable && len(c.Places) == 0 && has(slices.Concat(c.Own, c.Inherited), held) && !p.e.harmful(c) {
			rows := boxOf(boxOf(c.Path))
			grids[rows] = append(grids[rows], c)
		}
	}
	for _, rows := range slices.Sorted(maps.Keys(grids)) {
		cells := grids[rows]
		if len(cells) < manyAlike {
			continue
		}
		from, to := inMiddle(cells)
		weight := rare
		if from.Role == "gridcell" {
			weight = unlikely
		}
		p.add(from, weight, browser.Gesture{Kind: browser.Drag, Path: from.Path, Onto: to.Path})
	}
}

// boxOf returns the path of what the element at the path lies in.
func boxOf(path string) string {
	return path[:max(strings.LastIndex(path, ">"), 0)]
}

// carryOn queues carrying what has taken the place of the carried control to the same
// place, once for each make: some pages wait until there is more than one.
func (e *explorer) carryOn(t *task, was *browser.Survey) {
	g := t.gestures[0]
	if e.here < 0 || e.here == t.state || len(t.gestures) > 1 || g.Kind != browser.Drag || g.Onto == "" || t.chain == maxCarriedOn {
		return
	}
	next, gone := e.at(g.Path), controlAt(was, g.Path)
	if next == nil || gone == nil || next.Group != gone.Group || next.Label == gone.Label || e.harmful(next) {
		return
	}
	if t.chain == 0 && e.carrying.on[next.Group] {
		return
	}
	e.carrying.on[next.Group] = true
	on := *t
	on.state, on.chain, on.weight = e.here, t.chain+1, possible
	e.queue.add(&on)
}
