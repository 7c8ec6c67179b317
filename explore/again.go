package explore

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"dyncrawl/browser"
)

// What a page remembers without showing it makes that it does something else the next
// time. These are the cases in which a person would try once more.
const (
	maxRecounts = 5 // controls that are pressed again because they count
	maxPersists = 4 // groups of alike controls of which one is pressed several times more
	timesOn     = 5 // times that each of them is
	timesFailed = 2 // times that it is when the server failed
	maxWays     = 8 // times that what lies in a state is tried by another way there
	waysEach    = 2 // controls of such a state
	maxResets   = 8 // sliders and selects that are set again in states that a press has led to
	resetsEach  = 2 // of them in each
)

// repeated is what was done again.
type repeated struct {
	recounts  int             // presses of what counts
	persisted map[string]bool // kinds of tasks of which one was done several times more
	untried   map[string]bool // tasks that led back, and were tried elsewhere too, by key
	ways      int             // states that were reached by another way, and what is in them tried
	reset     map[int]bool    // states in which sliders and selects were set again
	resets    int             // how many these are
	went      int             // how often back in the history
}

// recount queues pressing controls again whose words have changed only in their numbers,
// such as that of a basket which now holds something.
func (e *explorer) recount(t *task, was *browser.Survey) {
	labels := map[place]string{}
	for i := range was.Controls {
		labels[placeOf(&was.Controls[i])] = was.Controls[i].Label
	}
	for i := range e.view.Controls {
		c := &e.view.Controls[i]
		before, there := labels[placeOf(c)]
		key := "recount " + c.Path
		if !there || before == c.Label || c.Path == t.target() || len(t.gestures) > 1 || e.repeated.recounts == maxRecounts || e.queue.trials[key] != nil ||
			c.Type == "submit" && c.Form != "" || !e.pressable(c, possible) {
			continue
		}
		e.repeated.recounts++
		gestures := append(slices.Clone(t.gestures), browser.Gesture{Kind: browser.Press, Path: c.Path})
		e.queue.add(&task{state: t.state, gestures: gestures, weight: likely, key: key, kind: key, label: t.label + ", " + string(browser.Press) + " " + c.Label})
	}
}

// persist queues pressing the control, or its key, several times more that has changed nothing but
// numbers, such as those of a stepper or of what a list has on its next page, or whose
// request the server could not answer.
func (e *explorer) persist(t *task, was *browser.Survey) {
	if len(t.gestures) > 1 || t.gestures[0].Kind != browser.Press && t.gestures[0].Kind != browser.Keys || len(e.repeated.persisted) == maxPersists || e.repeated.persisted[t.kind] || e.here < 0 {
		return
	}
	times := timesOn
	switch {
	case e.failed:
		times = timesFailed
	case e.here != t.state || e.view.Numbers == was.Numbers:
		return
	}
	if c := e.at(t.target()); c == nil || t.gestures[0].Kind == browser.Press && !e.pressable(c, possible) || e.harmful(c) {
		return
	}
	e.repeated.persisted[t.kind] = true
	on := *t
	on.chain, on.fresh = 0, e.here == 0 && t.state == 0
	on.state, on.gestures, on.key, on.kind = e.here, slices.Repeat(t.gestures, times), t.key+"|on", t.kind+"|on"
	e.queue.add(&on)
}

// untry has the control tried, once, in the first state that offers it and in which it was
// not tried, when the task only took back what had led to its state, as the next month does
// after the last.
func (e *explorer) untry(t *task, novel bool) {
	back := func(o Edge) bool { return o.From == e.here && o.To == t.state && !o.Assumed }
	if e.here < 0 || e.here == t.state || len(t.gestures) > 1 || e.repeated.untried[t.key] || !slices.ContainsFunc(e.Edges, back) && (novel || !e.goesOn(t.gestures[0])) {
		return
	}
	tried := func(state int) bool {
		return slices.ContainsFunc(e.Edges, func(o Edge) bool { return o.From == state && o.offered == t.key && !o.Assumed })
	}
	for state, s := range e.States {
		if slices.ContainsFunc(s.offers, func(o offer) bool { return o.key == t.key }) && !tried(state) {
			e.repeated.untried[t.key] = true
			there := *t
			there.state, there.undone = state, true
			e.queue.add(&there)
			return
		}
	}
}

// otherWay queues trying what is new in the state that the task has led to, though it
// was tried there before, when another gesture had led there first: what a page says is
// the same, but what its script means may be what was chosen on the way.
func (e *explorer) otherWay(t *task, was *browser.Survey) {
	if e.here <= 0 || e.here == t.state || len(t.gestures) > 1 || e.repeated.ways >= maxWays {
		return
	}
	first := slices.IndexFunc(e.Edges, func(o Edge) bool { return o.To == e.here })
	if first < 0 || e.Edges[first].From != t.state || e.Edges[first].offered == t.key {
		return
	}
	before := map[uint32]bool{}
	for _, c := range was.Controls {
		before[c.Mark] = true
	}
	n := 0
	for i := range e.view.Controls {
		c := &e.view.Controls[i]
		if before[c.Mark] || n == waysEach || c.Type == "submit" && c.Form != "" || !e.pressable(c, possible) {
			continue
		}
		n++
		gestures := append(slices.Clone(t.gestures), browser.Gesture{Kind: browser.Press, Path: c.Path})
		e.queue.add(&task{state: t.state, gestures: gestures, weight: rare, key: keyOf(gestures), kind: "other way", label: t.label + ", " + string(browser.Press) + " " + c.Label})
	}
	if n > 0 {
		e.repeated.ways++
	}
}

// reset queues setting sliders and selects again in the state that a press has led to,
// though they were there before and may have been tried: what has opened may depend on
// what they hold. Presses of one of many, as in a list, are none that open something.
func (e *explorer) reset(t *task, was *browser.Survey) {
	if e.here < 0 || e.here == t.state || len(t.gestures) > 1 || t.gestures[0].Kind != browser.Press || e.repeated.reset[e.here] {
		return
	}
	by := controlAt(was, t.target())
	if by == nil || ofGroup(was, by) > 1+mostBeside {
		return
	}
	e.repeated.reset[e.here] = true
	before, n := placesOf(was), 0
	for i := range e.view.Controls {
		c := &e.view.Controls[i]
		if !before[placeOf(c)] || !c.Visible || c.Form != "" || c.Field == nil || c.Field.Fixed || n == resetsEach || e.harmful(c) || e.repeated.resets == maxResets {
			continue
		}
		var set browser.Gesture
		switch c.Field.Type {
		case "range":
			set = browser.Gesture{Kind: browser.Keys, Path: c.Path, Value: "End"}
		case "select-one":
			set = browser.Gesture{Kind: browser.Choose, Path: c.Path}
		default:
			continue
		}
		n++
		e.repeated.resets++
		gestures := []browser.Gesture{set}
		e.queue.add(&task{state: e.here, gestures: gestures, weight: likely, key: fmt.Sprint(keyFor(gestures, c), "|in ", e.here), kind: "reset", label: string(set.Kind) + " " + c.Label})
	}
}

const (
	fewestSteps = 3
	maxSteps    = 7
)

// numeral matches the number that the words of a step begin with, or are.
var numeral = regexp.MustCompile(`^\s*\(?([1-9])\s*(?:[.):·-]|$)`)

// steps queues pressing what is numbered from one on in the order of the numbers. Those that
// stand in that order and are nothing else are pages, or keys.
func (p *planner) steps() {
	var numbered [maxSteps + 1]*browser.Control
	most, sorted, worded := 0, true, false
	for i := range p.e.view.Controls {
		c := &p.e.view.Controls[i]
		number := numeral.FindStringSubmatch(c.Label)
		if number == nil || c.Form != "" || !p.e.pressable(c, possible) {
			continue
		}
		n := int(number[1][0] - '0')
		if n > maxSteps || numbered[n] != nil {
			return
		}
		sorted, worded = sorted && n > most, worded || !isNumber(strings.TrimSpace(c.Label))
		numbered[n], most = c, max(most, n)
	}
	var gestures []browser.Gesture
	for n := 1; n <= most; n++ {
		if numbered[n] == nil {
			return
		}
		gestures = append(gestures, browser.Gesture{Kind: browser.Press, Path: numbered[n].Path})
	}
	if most >= fewestSteps && (worded || !sorted) {
		p.add(numbered[most], unlikely, gestures...).fresh = true
	}
}
