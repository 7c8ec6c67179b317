package explore

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"dyncrawl/browser"
)

// leadsAway reports whether the control is a link whose place is known without
// pressing it.
func leadsAway(c *browser.Control) bool {
	href := strings.ToLower(strings.TrimSpace(c.Href))
	return (c.Tag == "a" || c.Tag == "area") && href != "" && href[0] != '#' && !strings.HasPrefix(href, "javascript:")
}

// pressWeight is the weight of pressing the control, 0 when that does nothing.
func pressWeight(c *browser.Control) float64 {
	all := append(slices.Clone(c.Own), c.Inherited...)
	switch {
	case c.Tag == "summary" || c.Acts || strings.HasPrefix(strings.ToLower(strings.TrimSpace(c.Href)), "javascript:"):
		return likely
	case c.Tag == "label" && c.Control != "" && !has(c.Own, pressed):
		return 0
	case leadsAway(c) && !has(c.Own, pressed):
		if has(c.Inherited, pressed) {
			return rare
		}
		return 0
	case has(c.Own, pressed):
		return likely
	case c.Type == "reset":
		return unlikely
	case c.Field != nil && c.Type != "checkbox" && c.Type != "radio":
		return 0
	case c.Why == "delegated":
		return unlikely * bit(has(c.Inherited, pressed))
	case has(all, pressed), (c.Type == "checkbox" || c.Type == "radio") && has(all, edited):
		return possible
	case strings.HasPrefix(c.Href, "#") && len(c.Href) > 1:
		return unlikely
	}
	return 0
}

func bit(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// otherButtons are the presses that have an event of their own.
var otherButtons = []struct {
	event string
	kind  browser.GestureKind
}{{"dblclick", browser.PressTwice}, {"contextmenu", browser.PressRight}, {"auxclick", browser.PressMiddle}}

// takesText reports whether a field of the type holds a line of any text.
func takesText(kind string) bool { return kind == "text" || kind == "search" }

// motions are the events of what a style sheet has moved. Chromium tells of handlers in
// attributes by the old names.
var motions = []string{"webkitTransitionEnd", "webkitAnimationEnd", "webkitAnimationStart", "webkitAnimationIteration", "transitionend", "transitionstart", "transitionrun", "animationend", "animationstart", "animationiteration"}

// counted are the events of a press that may tell which in a row it is.
var counted = []string{"click", "mousedown", "mouseup", "pointerup"}

// repeats is how often a control is pressed that has shown nothing: it may count.
const repeats = 5

// nearlyAll is where along a range it is pressed, besides its middle.
const nearlyAll = 0.95

// routed are the events by which a script hears of another address.
var routed = []string{"hashchange", "popstate", "navigate"}

// leadsToStart reports whether the control is a link to the page without a fragment, from
// a view of the page that has one, and a script hears of that.
func (p *planner) leadsToStart(c *browser.Control) bool {
	_, fragment, _ := strings.Cut(p.e.view.URL, "#")
	return c.Tag == "a" && c.Href == "#" && fragment != "" && has(p.e.view.Window, routed)
}

// pointer queues what the mouse can do.
func (p *planner) pointer(c *browser.Control) {
	if has(c.Own, rested) || c.Interests {
		p.simple(c, p.lesser(likely, c), browser.Rest)
	} else if has(c.Own, motions) {
		p.simple(c, unlikely, browser.Rest) // a style sheet may move it under the pointer
	} else if has(c.Inherited, rested) {
		p.simple(c, rarely(c), browser.Rest)
	}
	if has(c.Own, left) {
		p.simple(c, unlikely, browser.Leave)
	}
	submits := sendsForm(c)
	if w := max(pressWeight(c), likely*bit(p.leadsToStart(c))); w > 0 && !submits {
		switch {
		case strings.HasPrefix(c.Href, "#") && has(p.e.view.Window, routed):
			w = likely
		case w == possible && p.fills(c):
			w = resort // pressing what it fills was to press it
		}
		p.simple(c, p.lesser(w, c), browser.Press)
	} else if leadsAway(c) && slices.Contains(p.e.view.Window, "navigate") {
		p.simple(c, rare, browser.Press)
	}
	if c.Field != nil && takesText(c.Type) && has(c.Inherited, pressed) && !has(c.Own, pressed) {
		p.simple(c, resort, browser.Press) // a calendar may be opened by what is around the field
	}
	if has(c.Own, counted) {
		p.simple(c, resort, browser.PressThrice)
	}
	p.twice(c)
	if has(c.Own, []string{"click"}) {
		p.add(c, resort, browser.Gesture{Kind: browser.Press, Path: c.Path, Value: "Shift"})
		p.add(c, resort, slices.Repeat([]browser.Gesture{{Kind: browser.Press, Path: c.Path}}, repeats)...)
	}
	for _, other := range otherButtons {
		if slices.Contains(c.Own, other.event) {
			p.simple(c, possible, other.kind)
		} else if slices.Contains(c.Inherited, other.event) {
			p.simple(c, p.sampling(c, other.kind), other.kind)
		}
	}
	if has(c.Own, held) {
		p.simple(c, unlikely, browser.PressLong)
	} else if has(c.Inherited, held) && c.Why == "delegated" {
		p.simple(c, resort, browser.PressLong)
	}
	if c.Field == nil && (c.Strip || slices.Contains([]string{"slider", "progressbar", "scrollbar"}, c.Role)) && has(c.Own, pressed) {
		p.add(c, unlikely, browser.Gesture{Kind: browser.Press, Path: c.Path, At: &browser.Share{X: nearlyAll, Y: 0.5}})
	}
	if c.Tag == "canvas" && has(append(slices.Clone(c.Own), c.Inherited...), pressed) {
		p.drawing(c)
	}
	p.figures(c)
	if c.Resizes {
		corner := browser.Gesture{Kind: browser.Drag, Path: c.Path, At: &browser.Share{X: 0.98, Y: 0.98}}
		p.add(c, unlikely, corner)
		p.add(c, rare, slices.Repeat([]browser.Gesture{corner}, further)...)
	}
	if has(c.Own, wheeled) {
		p.simple(c, possible, browser.Wheel)
		p.turning(c)
		weight := resort
		if p.opened(c) {
			weight = rare // a picture that was opened may come closer
		}
		closer := browser.Gesture{Kind: browser.Wheel, Path: c.Path, Value: "Control"}
		p.add(c, weight, closer)
		p.add(c, weight, slices.Repeat([]browser.Gesture{closer}, further)...)
	}
}

// turnedOn is how often the wheel is turned on and on over one place.
const turnedOn = 2

// turning queues turning the wheel on and on, and back as far as it is turned at once, by which
// a map comes closer. What lies under the wheel is part of the words of a control, which is
// another one for that after each turn: it counts by its place.
func (p *planner) turning(c *browser.Control) {
	place := "turning " + c.Path
	n := p.e.sampled[place]
	if n == turnedOn {
		return
	}
	p.e.sampled[place]++
	p.simple(c, unlikely, turnKind)
	if n == 0 {
		p.add(c, rare, slices.Repeat([]browser.Gesture{{Kind: browser.Wheel, Path: c.Path, Value: "up"}}, notches)...).fresh = true
	}
}

// enclosed is how many controls in another make that one what is around them.
const enclosed = 3

// lesser returns the weight, unlikely where the control is what is around several others: what
// it listens to is mostly meant for those, and the pointer comes to one of them.
func (p *planner) lesser(weight float64, c *browser.Control) float64 {
	inner := 0
	for i := range p.behind {
		d := &p.behind[i]
		if !strings.HasPrefix(d.Path, c.Path+">") {
			break
		}
		if d.Visible && d.Why != "delegated" {
			inner++
		}
		if inner == enclosed {
			return min(weight, unlikely)
		}
	}
	return weight
}

// fills reports whether the control is all that is in one that is pressed for itself, such as
// the link in a cell: the pointer comes to it there, too.
func (p *planner) fills(c *browser.Control) bool {
	around := p.e.at(boxOf(c.Path))
	return around != nil && has(around.Own, pressed) && around.Label == c.Label && !has(c.Own, pressed)
}

// fewTwice is how many controls of one make are pressed twice where nothing says so, and
// mostTwice how many of a page.
const (
	fewTwice  = 2
	mostTwice = 6
)

// twice queues pressing twice what is listened to for single clicks alone: they tell the
// second from the first. It is the last resort unless the page speaks of it.
func (p *planner) twice(c *browser.Control) {
	click, double := []string{"click"}, []string{"dblclick"}
	around := slices.Concat(c.Own, c.Inherited)
	said := p.e.view.Twice
	if !has(around, click) || has(around, double) || has(c.Own, click) && !said || c.Field != nil || c.Form != "" || leadsAway(c) { // pressing thrice is pressing twice, too
		return
	}
	kind := "twice " + kindOf([]browser.Gesture{{Kind: browser.PressTwice}}, c)
	weight, most := possible, sample
	if !said {
		if p.e.sampled["twice"] >= mostTwice {
			return
		}
		weight, most = resort*unlikely, fewTwice
	}
	if p.e.sampled[kind] < most {
		p.e.sampled[kind]++
		p.e.sampled["twice"]++
		p.simple(c, weight, browser.PressTwice)
	}
}

// fewest is how many alike controls make a list from which several may be chosen.
const fewest = 3

// manyAlike is how many entries may be days of a calendar or seats, and aWhile how many
// are chosen then: from one to another, by pressing both.
const (
	manyAlike = 14
	aWhile    = 4
)

// choosable are the roles of what one may choose several of.
var choosable = []string{"gridcell", "option", "row", "treeitem"}

// ranges queues choosing several entries of a list: from the first to the last with
// Shift, and both with Control.
func (p *planner) ranges() {
	lists := map[string][]*browser.Control{}
	for i := range p.e.view.Controls {
		c := &p.e.view.Controls[i]
		if p.e.pressable(c, resort) {
			like := likeOf(c)
			lists[like] = append(lists[like], c)
		}
	}
	for _, group := range slices.Sorted(maps.Keys(lists)) {
		list := lists[group]
		if len(list) >= fewestDays && areDays(list) {
			p.days(list)
			continue
		}
		if len(list) < fewest || slices.Contains([]string{"a", "button", "label", "summary"}, list[0].Tag) {
			continue
		}
		from, to := list[0], list[len(list)-1]
		weight := resort
		if slices.Contains(choosable, to.Role) || to.Type == "checkbox" {
			weight = rare
		}
		if len(list) >= manyAlike {
			p.stretch(list, resort)
		}
		for _, held := range []string{"Shift", "Control"} {
			weight := weight
			if slices.Contains(p.e.view.Holds, held) {
				weight = unlikely
			}
			p.add(to, weight, browser.Gesture{Kind: browser.Press, Path: from.Path}, browser.Gesture{Kind: browser.Press, Path: to.Path, Value: held})
		}
	}
}

// stretch queues pressing an entry in the middle of the list and one that comes a while after
// it.
func (p *planner) stretch(list []*browser.Control, weight float64) {
	from, to := inMiddle(list)
	p.add(to, weight, browser.Gesture{Kind: browser.Press, Path: from.Path}, browser.Gesture{Kind: browser.Press, Path: to.Path})
}

// inMiddle returns an entry in the middle of the list and one that comes a while after it.
func inMiddle(list []*browser.Control) (from, to *browser.Control) {
	return list[len(list)/2], list[min(len(list)/2+aWhile, len(list)-1)]
}

// fewestDays is how many days of a month can be chosen at least: the others may be over.
const fewestDays = 4

// areDays reports whether the controls are days of a calendar, by their numbers.
func areDays(list []*browser.Control) bool {
	return !slices.ContainsFunc(list, func(c *browser.Control) bool {
		n, err := strconv.Atoi(strings.TrimSpace(c.Label))
		return err != nil || n < 1 || n > 31
	})
}

// days queues, once for each calendar, choosing a first and a last day: one that wants both
// says nothing of the first.
func (p *planner) days(list []*browser.Control) {
	if group := likeOf(list[0]); !p.e.days[group] {
		p.e.days[group] = true
		p.stretch(list, first)
	}
}

// mostTicked is how many boxes of a list are ticked one after the other.
const mostTicked = 6

// ticks queues ticking all boxes of a short list that lies in no form: some pages wait for
// the last of them.
func (p *planner) ticks() {
	lists := map[string][]browser.Gesture{}
	last := map[string]*browser.Control{}
	for i := range p.e.view.Controls {
		c := &p.e.view.Controls[i]
		if c.Type == "checkbox" && c.Form == "" && c.Field != nil && !c.Field.Checked && p.e.pressable(c, unlikely) {
			lists[c.Group], last[c.Group] = append(lists[c.Group], browser.Gesture{Kind: browser.Press, Path: c.Path}), c
		}
	}
	for _, group := range slices.Sorted(maps.Keys(lists)) {
		if n := len(lists[group]); n > 1 && n <= mostTicked {
			p.add(last[group], rare, lists[group]...).fresh = true
		}
	}
}

// rarely is the weight of what a control's ancestors listen to in its stead: they
// may not mean it.
func rarely(c *browser.Control) float64 {
	if c.Why == "delegated" {
		return resort
	}
	return rare
}

// firstOf is how many controls of one make are tried soon with a gesture that something
// around them listens for.
const firstOf = 2

// sampling is rarely for events that few elements listen to for what is in them: of the
// controls of one make, a sample is tried sooner, the first of it soon.
func (p *planner) sampling(c *browser.Control, gesture browser.GestureKind) float64 {
	kind := kindOf([]browser.Gesture{{Kind: gesture}}, c)
	n := p.e.sampled[kind]
	if n >= sample {
		return rarely(c)
	}
	p.e.sampled[kind]++
	if n < firstOf && c.Why != "delegated" {
		return possible
	}
	return rare
}

// fingers queues what touching can do.
func (p *planner) fingers(c *browser.Control) {
	switch {
	case has(c.Own, touched):
		weight := possible
		if slices.Contains(c.Own, "click") {
			weight = rare // a finger clicks, too
		}
		p.simple(c, weight, browser.Touch)
		p.simple(c, resort, browser.TouchTwice)
		if slices.Contains(c.Own, "touchstart") {
			p.simple(c, unlikely, browser.TouchLong)
		}
	case has(c.Inherited, touched):
		p.simple(c, rarely(c), browser.Touch)
	}
	if follows(c) {
		p.simple(c, unlikely, browser.Swipe)
		p.add(c, rare, slices.Repeat([]browser.Gesture{{Kind: browser.Swipe, Path: c.Path}}, onward)...)
		for _, way := range []string{"right", "up", "down"} {
			p.add(c, resort, browser.Gesture{Kind: browser.Swipe, Path: c.Path, Value: way})
		}
		p.simple(c, resort, browser.Pinch)
	}
}

// follows reports whether the control may follow a finger: some listen to its ways only
// once it has come, and then elsewhere.
func follows(c *browser.Control) bool {
	comes := slices.Contains(c.Own, "touchstart")
	return slices.Contains(c.Own, "touchmove") || comes && (slices.Contains(c.Own, "touchend") || !slices.Contains(c.Own, "click")) || c.Slides && slices.Contains(c.Own, "pointerdown")
}
