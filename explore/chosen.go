package explore

import (
	"slices"

	"dyncrawl/browser"
)

// typing is what was typed, and into which fields.
type typing struct {
	taken    map[string]bool // kinds of fields of which one was gone on from with the keyboard
	keyed    map[int]bool    // states that a key has led to and in which other keys were tried behind it
	edits    map[string]int  // fields that came up and were filled, by group
	suggests map[string]bool // paths of fields at which something to be pressed has come up
}

// maxTaken is how many fields of a page are gone on from with the keyboard.
const maxTaken = 4

// take queues, once for each kind of field, taking with the keyboard the first of what
// typing into the field has brought, or a key that opens a list there: it is walked through
// with the arrow keys of the field.
func (e *explorer) take(t *task, was *browser.Survey) {
	last := t.gestures[len(t.gestures)-1]
	c := e.at(last.Path)
	if e.here < 0 || e.here == t.state || c == nil || len(e.typing.taken) == maxTaken || !has(c.Own, typed) && !has(c.Inherited, typed) || e.showsHarm() {
		return
	}
	key := "take from " + c.Group
	switch {
	case last.Kind == browser.Type && c.Field != nil && takesEnter(c.Type):
	case last.Kind == browser.Keys && (c.Field != nil || c.Editable) && e.broughtList(was):
		key = "complete in " + c.Group
	default:
		return
	}
	if e.typing.taken[key] {
		return
	}
	e.typing.taken[key] = true
	keys := browser.Gesture{Kind: browser.Keys, Path: c.Path, Value: "ArrowDown Enter"}
	e.queue.add(&task{state: e.here, gestures: []browser.Gesture{keys}, weight: likely, key: key, kind: key, label: string(browser.Keys) + " " + c.Label})
}

// broughtList reports whether entries of a list show that were not there before.
func (e *explorer) broughtList(was *browser.Survey) bool {
	before := placesOf(was)
	return slices.ContainsFunc(e.view.Controls, func(c browser.Control) bool { return c.Visible && c.Role == "option" && !before[placeOf(&c)] })
}

// maxKeyed is how often on a page a control is tried with other keys behind one.
const maxKeyed = 3

// menuKeys are what else a menu wants that a key has opened (WAI-ARIA Authoring Practices,
// menu button).
var menuKeys = []string{"End", "Home", "ArrowUp"}

// keysOn queues trying a control with the other keys in the state that one of them has led
// to: a menu that is open hears other keys than one that is not. What looks otherwise since
// is another control, of which most keys are planned anyway.
func (e *explorer) keysOn(t *task) {
	last := t.gestures[len(t.gestures)-1]
	c := e.at(last.Path)
	if e.here < 0 || e.here == t.state || len(t.gestures) > 1 || last.Kind != browser.Keys || c == nil || !c.Visible || c.Field != nil || !has(c.Own, typed) ||
		len(e.typing.keyed) == maxKeyed || e.typing.keyed[e.here] || e.showsHarm() {
		return
	}
	e.typing.keyed[e.here] = true
	values := slices.Clone(menuKeys)
	if keyFor(t.gestures, c) == t.key {
		values = append(values, controlKeys...)
	}
	for _, value := range values {
		if value == last.Value {
			continue
		}
		keys := []browser.Gesture{{Kind: browser.Keys, Path: c.Path, Value: value}}
		e.queue.add(&task{state: e.here, gestures: keys, weight: rare, key: keyFor(keys, c) + "|after " + last.Value, kind: kindOf(keys, c), label: string(browser.Keys) + " " + c.Label})
	}
}

// otherOptions queues, once for each select, choosing the options behind the one that
// the arrow key comes to, when the select has gone back to what it held before, as one
// does by which things are added: the arrow key always comes to the same.
func (e *explorer) otherOptions(t *task, was *browser.Survey) {
	last := t.gestures[len(t.gestures)-1]
	c := e.at(last.Path)
	if last.Kind != browser.Choose || last.Value != "" || len(t.gestures) > 1 || e.here < 0 || c == nil || c.Field == nil || c.Field.Fixed {
		return
	}
	before := slices.IndexFunc(was.Controls, func(d browser.Control) bool {
		return d.Path == c.Path && d.Field != nil && d.Field.Value == c.Field.Value
	})
	if before < 0 {
		return
	}
	behind := slices.Index(c.Field.Options, c.Field.Value) + 2
	for _, value := range c.Field.Options[min(behind, len(c.Field.Options)):min(behind+maxOptions, len(c.Field.Options))] {
		choose := browser.Gesture{Kind: browser.Choose, Path: c.Path, Value: value}
		key := keyFor([]browser.Gesture{choose}, c)
		if e.queue.trials[key] == nil {
			e.queue.add(&task{state: e.here, gestures: []browser.Gesture{choose}, weight: unlikely, key: key, kind: string(browser.Choose) + " " + c.Group, label: string(browser.Choose) + " " + value})
		}
	}
}
