package explore

import (
	"slices"

	"dyncrawl/browser"
)

// narrowing are the gestures that may leave only some entries of a list.
var narrowing = []browser.GestureKind{browser.Type, browser.Choose, browser.Keys}

// narrowed queues, once for each list of a page, pressing the first of the entries that
// the task has left of it: a script may show another one in its place, or look at the
// field that was searched with.
func (e *explorer) narrowed(t *task, was *browser.Survey) {
	if e.here < 0 || e.here == t.state || !slices.Contains(narrowing, t.gestures[len(t.gestures)-1].Kind) {
		return
	}
	before, now := e.entries(was), e.entries(e.view)
	for group, list := range now {
		key := "what is left of " + group
		if len(list) >= len(before[group]) || e.queue.trials[key] != nil {
			continue
		}
		e.queue.add(&task{
			state: e.here, gestures: []browser.Gesture{{Kind: browser.Press, Path: list[0].Path}}, weight: possible,
			key: key, kind: key, label: string(browser.Press) + " " + list[0].Label,
		})
	}
}

// entries returns what can be pressed of a view, by group.
func (e *explorer) entries(view *browser.Survey) map[string][]*browser.Control {
	groups := map[string][]*browser.Control{}
	for i := range view.Controls {
		if c := &view.Controls[i]; e.pressable(c, unlikely) {
			groups[c.Group] = append(groups[c.Group], c)
		}
	}
	return groups
}
