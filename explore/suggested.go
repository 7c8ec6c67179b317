package explore

import "dyncrawl/browser"

// lettersTyped is more than the letters that are typed for a list of suggestions to open.
const lettersTyped = 3

// suggested notes that something to be pressed has come up where text was typed, or that
// something was taken there, as from a list of suggestions that does not say that it is one,
// and queues what is to be done with the field and those beside it once more.
func (e *explorer) suggested(t *task, was *browser.Survey) {
	last := t.gestures[len(t.gestures)-1]
	c := controlAt(was, last.Path)
	if c == nil || c.Field == nil || !takesText(c.Type) || c.Lists || e.typing.suggests[last.Path] {
		return
	}
	switch now := e.at(last.Path); {
	case last.Kind == browser.Type && len(t.gestures) == 1 && e.cameUp(was):
	case last.Kind == browser.Take && now != nil && now.Field != nil && len(now.Field.Value) >= lettersTyped:
	default:
		return
	}
	e.typing.suggests[last.Path] = true
	now, planned := e.view, len(e.queue.tasks)
	e.view = was
	e.markSuggests()
	for i := range was.Controls { // as the page is once it is loaded anew
		if c := &was.Controls[i]; c.Lists && c.Field != nil {
			c.Field.Value = ""
		}
	}
	p := &planner{e: e, state: t.state}
	p.loose()
	for i := range was.Forms {
		p.form(&was.Forms[i])
	}
	for _, again := range e.queue.tasks[planned:] {
		again.fresh = true
	}
	e.view = now
}

// cameUp reports whether the page has something to be pressed that it had not before.
func (e *explorer) cameUp(was *browser.Survey) bool {
	before := placesOf(was)
	for i := range e.view.Controls {
		if c := &e.view.Controls[i]; !before[placeOf(c)] && c.Field == nil && c.Form == "" && e.pressable(c, possible) {
			return true
		}
	}
	return false
}

// markSuggests has the fields of the page count as such that something is taken from a list
// at, if one has come up there before.
func (e *explorer) markSuggests() {
	if len(e.typing.suggests) == 0 {
		return
	}
	for i := range e.view.Controls {
		if c := &e.view.Controls[i]; c.Field != nil && e.typing.suggests[c.Path] {
			c.Lists, c.Field.Lists = true, true
		}
	}
	for i := range e.view.Forms {
		for j := range e.view.Forms[i].Fields {
			if field := &e.view.Forms[i].Fields[j]; e.typing.suggests[field.Path] {
				field.Lists = true
			}
		}
	}
}
