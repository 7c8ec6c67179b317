package explore

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"dyncrawl/browser"
)

const (
	// maxScreens is how far a page or a box is scrolled.
	maxScreens = 200
	// scrollKind is the gesture of scrolling to the end.
	scrollKind browser.GestureKind = "scroll"
	// turnKind is the gesture of turning the wheel for as long as something comes.
	turnKind browser.GestureKind = "wheel on"
	// notches is how far the wheel is turned at once. Pages that count wait for less.
	notches = 4
	// maxTurns is how often it is turned on.
	maxTurns = 40
	// manyNumbers is how many numbers tell rows.
	manyNumbers = 4
	// maxCounts is how often in a row it may bring nothing but other numbers.
	maxCounts = 8
)

// scroll queues scrolling what can be scrolled.
func (p *planner) scroll() {
	if !p.e.view.Scripts {
		return
	}
	paths := p.e.view.Scrollers
	if p.e.view.Tall {
		paths = append([]string{page}, paths...)
	}
	for _, path := range paths {
		c := &browser.Control{Path: path, Group: path, Label: path}
		p.add(c, likely, browser.Gesture{Kind: scrollKind, Path: path})
	}
}

// scrollThrough scrolls to the end, and when that changed the page, once more
// from the beginning with a pause at every screen, so that what lists show on the
// way is seen. It ends when nothing more comes.
func (e *explorer) scrollThrough(ctx context.Context, path string) error {
	before := e.view.Changes
	if err := e.scrollUp(ctx, path); err != nil {
		return err
	}
	for range maxScreens {
		moved, err := e.tab.ScrollOn(ctx, path)
		if err != nil {
			return err
		}
		if !moved {
			break
		}
	}
	if err := e.dwell(ctx); err != nil {
		return err
	}
	if changed, err := e.glance(ctx, before); err != nil || !changed {
		return err
	}
	if _, err := e.tab.ScrollTo(ctx, path, 0); err != nil {
		return err
	}
	return e.scrollSlowly(ctx, path)
}

// scrollUp scrolls to the beginning, as long as that brings something that comes before it,
// as older messages do.
func (e *explorer) scrollUp(ctx context.Context, path string) error {
	for range maxScreens {
		before := e.view.Changes
		if moved, err := e.tab.ScrollTo(ctx, path, 0); err != nil || !moved {
			return err
		}
		if err := e.dwell(ctx); err != nil {
			return err
		}
		if changed, err := e.glance(ctx, before); err != nil || !changed {
			return err
		}
	}
	return nil
}

// viewTime is a little more than something must be in view to count as seen: a second,
// as advertisers count (Media Rating Council, viewable impressions).
const viewTime = 1200 * time.Millisecond

// dwell settles where it was scrolled to, and gives timers of the page that bring
// more, or that wait for what is read and not passed by, their time.
func (e *explorer) dwell(ctx context.Context) error {
	long := e.cfg.Settle
	long.Quiet = max(long.Quiet, browser.ScrollPatience, viewTime)
	return e.tab.Settle(ctx, long)
}

// turnThrough turns the wheel on a control that draws what it shows by itself,
// without a box that scrolls, until it shows what it has shown before, or for long nothing
// but another number. It reports whether the control could be had.
func (e *explorer) turnThrough(ctx context.Context, path string) (reached bool, err error) {
	turn := slices.Repeat([]browser.Gesture{{Kind: browser.Wheel, Path: path}}, notches)
	shown, marks := map[string]bool{}, map[uint32]bool{}
	for still, counts, turns := 0, 0, 0; still < 2 && counts < maxCounts && turns < maxTurns; turns++ {
		known := len(marks) + len(e.known)
		if reached, err = e.perform(ctx, turn); err != nil || !reached {
			return reached, err
		}
		if _, err := e.glance(ctx, e.view.Changes); err != nil {
			return false, err
		}
		html, err := e.tab.HTML(ctx)
		if err != nil {
			return false, err
		}
		for _, mark := range slices.Concat(e.view.Acts, e.view.Texts) {
			marks[mark] = true
		}
		if still++; !shown[html] {
			shown[html], still = true, 0
		}
		if counts++; len(marks)+len(e.known) > known || e.drawsRows(path) {
			counts = 0
		}
	}
	return true, nil
}

// drawsRows reports whether the control at the path shows so many numbers that they are
// those of rows, and not what it counts.
func (e *explorer) drawsRows(path string) bool {
	c := e.at(path)
	return c != nil && len(digitRun.FindAllString(c.Label, manyNumbers)) == manyNumbers
}

// scrollTo scrolls to where something was seen in passing.
func (e *explorer) scrollTo(ctx context.Context, g browser.Gesture) error {
	top, err := strconv.ParseFloat(g.Value, 64)
	if err != nil {
		return fmt.Errorf("scroll to %q: %w", g.Value, err)
	}
	if _, err := e.tab.ScrollTo(ctx, g.Path, top); err != nil {
		return err
	}
	return e.settle(ctx)
}

// glance reads the page between two screens and reports whether it has changed.
func (e *explorer) glance(ctx context.Context, before int) (changed bool, err error) {
	if err := e.survey(ctx); err != nil {
		return false, err
	}
	e.takeTraces(ctx)
	return e.view.Changes != before, e.readMarkup(ctx)
}

func (e *explorer) scrollSlowly(ctx context.Context, path string) error {
	by := passing{}
	defer func() { by.plan(e, path) }()
	for still := 0; still < 2; {
		moved, err := e.tab.ScrollOn(ctx, path)
		if err != nil {
			return err
		}
		if err := e.dwell(ctx); err != nil {
			return err
		}
		before := e.view.Changes
		changed, err := e.glance(ctx, before)
		if err == nil && (moved || changed) {
			err = by.note(ctx, e, path)
		}
		switch {
		case err != nil:
			return err
		case moved || changed:
			still = 0
		default:
			still++
		}
		if e.glances++; e.glances > maxScreens {
			e.limit("screens")
			return e.leap(ctx, path, by)
		}
	}
	return nil
}

// leap goes to the end of what is too long to be gone through, and notes what it shows.
func (e *explorer) leap(ctx context.Context, path string, by passing) error {
	if _, err := e.tab.ScrollTo(ctx, path, math.MaxInt32); err != nil {
		return err
	}
	if err := e.dwell(ctx); err != nil {
		return err
	}
	if _, err := e.glance(ctx, e.view.Changes); err != nil {
		return err
	}
	return by.note(ctx, e, path)
}
