package explore

import (
	"context"
	"slices"

	"dyncrawl/browser"
)

const (
	// How many places of a drawing are pressed, beside one another and below one
	// another: as close as buttons are large in a drawing of a usual size.
	drawingColumns = 5
	drawingRows    = 4
	// maxScenes is how often the places that were pressed are pressed again because
	// the drawing shows something else.
	maxScenes = 2
)

// drawing is what was pressed on drawings.
type drawing struct {
	scene  []*task // presses since it shows what it shows
	scenes int     // how often it showed something else and they were made again
}

// drawing queues pressing what a drawing shows, and then here and there: only its
// script knows what is where.
func (p *planner) drawing(c *browser.Control) {
	for i, at := range c.Figures {
		weight := likely // before the drawing is moved
		if i >= maxPressed {
			weight = unlikely
		}
		p.add(c, weight, browser.Gesture{Kind: browser.Press, Path: c.Path, At: &at})
	}
	for i := range drawingColumns * drawingRows {
		at := &browser.Share{X: (float64(i%drawingColumns) + 0.5) / drawingColumns, Y: (float64(i/drawingColumns) + 0.5) / drawingRows}
		t := p.add(c, rare, browser.Gesture{Kind: browser.Press, Path: c.Path, At: at})
		t.drawing = true
	}
}

// maxPressed is how many of the largest figures are pressed before anything else is tried.
const maxPressed = 8

// maxFigures is how many figures of a drawing something else is done to than pressing
// them: those that are largest, or carried onto it.
const maxFigures = 4

// figures queues what else than pressing them can be done to the figures of a drawing:
// resting on them, pressing them twice or with the other button, carrying them a little, and onto the largest.
// What was carried may stay there unseen.
func (p *planner) figures(c *browser.Control) {
	around := slices.Concat(c.Own, c.Inherited, p.e.view.Window)
	carries := has(around, held) && has(around, moved)
	if carries && len(c.Figures) > 0 {
		p.simple(c, possible, feelKind)
	}
	for i, at := range c.Figures[:min(len(c.Figures), maxFigures+1)] {
		if i < maxFigures && has(around, rested) {
			p.add(c, rare, browser.Gesture{Kind: browser.Rest, Path: c.Path, At: &at})
		}
		if i < maxFigures && slices.Contains(around, "contextmenu") {
			p.add(c, rare, browser.Gesture{Kind: browser.PressRight, Path: c.Path, At: &at})
		}
		if i < maxFigures && slices.Contains(around, "dblclick") {
			p.add(c, rare, browser.Gesture{Kind: browser.PressTwice, Path: c.Path, At: &at})
		} else if i < maxFigures && p.e.view.Twice && has(around, pressed) { // the script tells the second press from the first
			p.add(c, possible, browser.Gesture{Kind: browser.PressTwice, Path: c.Path, At: &at})
		}
		if !carries {
			continue
		}
		if i < maxFigures {
			p.add(c, rare, browser.Gesture{Kind: browser.Drag, Path: c.Path, At: &at}).fresh = true
		}
		if i > 0 {
			p.add(c, rare, browser.Gesture{Kind: browser.Drag, Path: c.Path, At: &at, To: &c.Figures[0]}).fresh = true
		}
	}
}

// before returns what the drawing that the task presses shows, 0 when it presses none.
func (e *explorer) before(ctx context.Context, t *task) (sum uint32, err error) {
	if !t.drawing || e.drawing.scenes >= maxScenes {
		return 0, nil
	}
	return e.tab.Drawn(ctx, t.target())
}

// redraw takes in that a place of a drawing was pressed which showed was. When it shows
// something else since, the places that were pressed until then are pressed again: a
// button may be where nothing was.
func (e *explorer) redraw(ctx context.Context, t *task, was uint32) error {
	if was == 0 {
		return nil
	}
	now, err := e.tab.Drawn(ctx, t.target())
	if err != nil || now == was {
		e.drawing.scene = append(e.drawing.scene, t)
		return err
	}
	for _, pressed := range e.drawing.scene {
		more := *pressed
		more.key += "|again"
		e.queue.add(&more)
	}
	e.drawing.scene = nil
	e.drawing.scenes++
	return nil
}
