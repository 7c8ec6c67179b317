package explore

import (
	"strings"

	"dyncrawl/browser"
)

// editsEach is how many fields of one make are filled as soon as they come up, maxEdits how
// many of a page.
const (
	editsEach = 2
	maxEdits  = 6
)

// editing is the weight of filling a field that has come up: most of what else is done takes
// it away.
const editing = 3.0

// edit queues typing another value and Enter into the only field that the task has brought,
// as where a cell of a table is pressed twice.
func (e *explorer) edit(t *task, was *browser.Survey) {
	if e.here < 0 || len(t.gestures) > 1 || t.gestures[0].Kind == browser.Type {
		return
	}
	c, all := e.broughtField(was), 0
	for _, n := range e.typing.edits {
		all += n
	}
	if c == nil || all == maxEdits || e.typing.edits[c.Group] == editsEach || e.harmful(c) {
		return
	}
	p := &planner{e: e, state: e.here}
	write := []browser.Gesture{{Kind: browser.Type, Path: c.Path, Value: sampleText}}
	if c.Field != nil {
		write = p.fill(c.Field)
		if len(write) == 0 || !e.fillable(&browser.Form{Action: e.home, Method: "post", Words: c.Field.Beside, Fields: []browser.Field{*c.Field}}) {
			return
		}
	}
	e.typing.edits[c.Group]++
	enter := browser.Gesture{Kind: browser.Keys, Path: c.Path, Value: "Enter"}
	p.add(c, editing, append(write, enter)...)
	before := &planner{e: e, state: t.state} // what is here looks the same when another cell is edited
	for _, said := range p.mentions() {
		if strings.HasPrefix(said, "=") { // a formula is for cells
			before.add(c, likely, t.gestures[0], browser.Gesture{Kind: browser.Type, Path: c.Path, Value: said}, enter)
		}
	}
}

// broughtField returns the field that was not there before, lies in no form and may be left
// with Enter; nil when there is none, or several.
func (e *explorer) broughtField(was *browser.Survey) (field *browser.Control) {
	before := placesOf(was)
	for i := range e.view.Controls {
		c := &e.view.Controls[i]
		if before[placeOf(c)] || !c.Visible || c.Disabled || !takesEdit(c) {
			continue
		}
		if field != nil {
			return nil
		}
		field = c
	}
	return field
}

// takesEdit reports whether the control holds a text that may be changed and kept with
// Enter. What is empty and holds several lines may be a message to somebody.
func takesEdit(c *browser.Control) bool {
	switch {
	case c.Form != "" || c.Lists:
		return false
	case c.Field == nil:
		return c.Editable && c.Label != ""
	}
	return !c.Field.Fixed && (takesEnter(c.Type) || c.Tag == "textarea" && c.Field.Value != "")
}
