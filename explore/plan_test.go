package explore

import (
	"slices"
	"testing"
	"time"

	"dyncrawl/browser"
)

// weightsOf returns what the gestures on the control at the path weigh, by their kinds.
func weightsOf(controls []browser.Control, path string) map[browser.GestureKind]float64 {
	e := newExplorer(nil, Config{}.withDefaults())
	e.States, e.view = []State{{}}, &browser.Survey{Scripts: true, Controls: controls}
	e.plan(0, nil)
	weights := map[browser.GestureKind]float64{}
	for _, t := range e.queue.tasks {
		if len(t.gestures) == 1 && t.target() == path {
			weights[t.gestures[0].Kind] = max(weights[t.gestures[0].Kind], t.weight)
		}
	}
	return weights
}

// The pointer comes to what is in a control rather than to the control around it: what is
// around several is less likely to be meant, and what fills another is pressed with it.
func TestControlsInControls(t *testing.T) {
	hears := []string{"mouseover", "click"}
	box := browser.Control{Path: "#box", Own: hears, Visible: true, Why: "listener"}
	cell := browser.Control{Path: "#box>td", Own: []string{"click"}, Visible: true, Label: "Bread", Why: "listener"}
	link := browser.Control{Path: "#box>td>a", Tag: "a", Href: "#", Inherited: []string{"click"}, Visible: true, Label: "Bread", Why: "native"}
	others := []browser.Control{{Path: "#box>p", Visible: true, Why: "listener"}, {Path: "#box>b", Visible: true, Why: "listener"}}
	for _, c := range []struct {
		controls []browser.Control
		path     string
		kind     browser.GestureKind
		want     float64
	}{
		{[]browser.Control{box, cell}, "#box", browser.Press, likely},
		{append([]browser.Control{box, cell}, others...), "#box", browser.Press, unlikely},
		{append([]browser.Control{box, cell}, others...), "#box", browser.Rest, unlikely},
		{[]browser.Control{box, {Path: "#beside", Visible: true}, {Path: "#too", Visible: true}, {Path: "#three", Visible: true}}, "#box", browser.Rest, likely},
		{[]browser.Control{link}, "#box>td>a", browser.Press, possible},
		{[]browser.Control{cell, link}, "#box>td>a", browser.Press, resort},
	} {
		if got := weightsOf(c.controls, c.path)[c.kind]; got != c.want {
			t.Errorf("%s on %s among %d weighs %v, want %v", c.kind, c.path, len(c.controls), got, c.want)
		}
	}
}

// Where something around hears double clicks, the first of the controls of each make are
// soon pressed twice.
func TestFirstOfEachMake(t *testing.T) {
	var cells []browser.Control
	for _, path := range []string{"#a", "#b", "#c"} {
		cells = append(cells, browser.Control{Path: path, Group: "cell", Own: []string{"focus"}, Inherited: []string{"dblclick"}, Visible: true, Why: "listener"})
	}
	var got []float64
	for _, path := range []string{"#a", "#b", "#c"} {
		got = append(got, weightsOf(cells, path)[browser.PressTwice])
	}
	if want := []float64{possible, possible, rare}; !slices.Equal(got, want) {
		t.Errorf("weights %v, want %v", got, want)
	}
}

// Controls that say a number alone are alike, whatever their classes.
func TestNumbersAreAlike(t *testing.T) {
	day := func(label, group string) string {
		return likeOf(&browser.Control{Tag: "td", Label: label, Group: group, Own: []string{"click"}})
	}
	if day("3", "td.monday") != day(" 24 ", "td.sunday.past") {
		t.Error("two days differ")
	}
	if day("3", "td.monday") == day("Delivery", "td.monday") || day("Mon", "a") == day("Mon", "b") {
		t.Error("words are alike")
	}
}

// Fields that are not typed into get what is taken from what opens at them, a list or a
// calendar, before the button behind them is pressed.
func TestFieldsThatAreNotTypedInto(t *testing.T) {
	list := browser.Control{Path: "#field", Tag: "input", Type: "text", Role: "combobox", Visible: true, Lists: true, Field: &browser.Field{Path: "#field", Type: "text", Lists: true, Fixed: true}}
	calendar := browser.Control{Path: "#field", Tag: "input", Type: "text", Own: []string{"focus"}, Visible: true, Field: &browser.Field{Path: "#field", Type: "text", Fixed: true}}
	still := browser.Control{Path: "#field", Tag: "input", Type: "text", Visible: true, Field: &browser.Field{Path: "#field", Type: "text", Fixed: true}}
	for _, c := range []struct {
		field browser.Control
		form  string
		want  bool
	}{{list, "", true}, {list, "form", true}, {calendar, "", true}, {calendar, "form", true}, {still, "", false}, {still, "form", false}} {
		c.field.Form, c.field.Field.Form = c.form, c.form
		e := newExplorer(nil, Config{}.withDefaults())
		e.States, e.view = []State{{}}, &browser.Survey{Scripts: true, Controls: []browser.Control{
			c.field, {Path: "#find", Tag: "button", Type: "submit", Own: []string{"click"}, Visible: true, Label: "Find", Form: c.form},
		}}
		if c.form != "" {
			e.view.Forms = []browser.Form{{Path: c.form, Method: "get", Visible: true, Submits: true, Listens: true, Fields: []browser.Field{*c.field.Field}}}
		}
		e.plan(0, nil)
		got := slices.ContainsFunc(e.queue.tasks, func(t *task) bool {
			return t.target() == "#find" && slices.ContainsFunc(t.gestures, func(g browser.Gesture) bool { return g.Kind == browser.Take && g.Path == "#field" })
		})
		if got != c.want {
			t.Errorf("form %q: the button is pressed with something taken at %+v: %v", c.form, c.field, got)
		}
	}
}

// TestLate: a page is explored for longer than usual as long as something comes of it.
func TestLate(t *testing.T) {
	for name, c := range map[string]struct {
		end, gained time.Duration // from now
		want        bool
	}{
		"there is time":         {end: time.Second, gained: -time.Minute},
		"something has come":    {end: -time.Minute, gained: -time.Second},
		"nothing came for long": {end: -time.Second, gained: -time.Minute, want: true},
	} {
		e := &explorer{end: time.Now().Add(c.end), gained: time.Now().Add(c.gained)}
		if e.late() != c.want {
			t.Errorf("%s: %v", name, !c.want)
		}
	}
}
