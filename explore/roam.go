package explore

import (
	"context"
	"slices"
	"strings"
	"time"

	"dyncrawl/browser"
)

const (
	// maxRoams is how many things are done in all while one comes after the other.
	maxRoams = 80
	// maxFirst is how many of them come first in their turn, alikeFirst how many of these
	// are done to controls of one make; maxAfter and alikeAfter are the same of what comes
	// after each.
	maxFirst   = 10
	alikeFirst = 4
	maxAfter   = 12
	alikeAfter = 2
	// maxWay is how many things may lead to a new state for it to be gone back to and tried:
	// each time all of them are done again.
	maxWay = 4
	// running is how often the first is done in a row, as long as it changes the page.
	running = 3
	// roamShare is the part of the time for a page that this may take, and spareShare the
	// part that must be left.
	roamShare  = 4
	spareShare = 8
	// roamFrom is the part of the time that is left when it begins at the latest.
	roamFrom = 0.4
)

// roaming is what is known for doing one thing after the other.
type roaming struct {
	first  []*task        // what may come before others; those that have changed the page in front
	moved  int            // how many these are
	groups map[string]int // of their controls
	done   int
	far    bool // from the page as it was loaded
	begun  bool // or it was time to
}

// moved notes the task as one that may come before others.
func (e *explorer) moved(t *task, was *browser.Survey) {
	g := t.gestures[0]
	c := controlAt(was, g.Path)
	if c == nil || len(t.gestures) > 1 || g.At != nil || len(e.roaming.first) == 2*maxFirst ||
		slices.ContainsFunc(e.roaming.first, func(o *task) bool { return o.target() == g.Path }) || e.encloses(was, g.Path) {
		return
	}
	changed := e.here != t.state || e.view.Changes != was.Changes || e.view.Numbers != was.Numbers || c.Type == "checkbox" || c.Type == "radio"
	if ofGroup(was, c) > sample || g.Kind != browser.Choose && (g.Kind != browser.Press || g.Value != "" || !changed && c.Why == "delegated") || e.roaming.groups[c.Group] == alikeFirst {
		return
	}
	first := *t
	first.fresh, first.chain = true, 0
	at := len(e.roaming.first)
	if changed {
		at = e.roaming.moved
		e.roaming.moved++
	}
	e.roaming.first = slices.Insert(e.roaming.first, at, &first)
	e.roaming.groups[c.Group]++
}

// timeToRoam reports whether so much of the time is over that one thing is to be done after
// the other, if there is any that may come first.
func (e *explorer) timeToRoam() bool {
	return !e.cfg.Once && len(e.roaming.first) > 1 && time.Until(e.end).Seconds() < roamFrom*e.cfg.Time.Seconds()
}

// roam does one thing after the other without loading the page between, as somebody does
// who looks around: that meets what a page remembers without showing it. Each control
// that changes the page comes first in its turn, several times in a row as long as it
// does, and then the others that are there.
func (e *explorer) roam(ctx context.Context) error {
	if e.cfg.Once || len(e.roaming.first) < 2 {
		return nil
	}
	until := e.share()
	for i, t := range e.roaming.first[:min(len(e.roaming.first), maxFirst)] {
		back := i%2 == 1
		w, err := e.walkOn(ctx, t, until, back)
		if err == nil && w.counts && len(w.done) > 2 { // one of the others may have undone it before the next was tried
			_, err = e.walkOn(ctx, t, until, !back)
		}
		if err != nil {
			return err
		}
	}
	return e.everyOrder(ctx)
}

// share returns until when a part of the time for the page goes that begins now.
func (e *explorer) share() time.Time {
	until := time.Now().Add(e.cfg.Time / roamShare)
	if spared := e.end.Add(-e.cfg.Time / spareShare); spared.Before(until) {
		return spared
	}
	return until
}

// orders has every order of three or four things in it, as places in a list of them: a
// shortest superpermutation of each (Ashlock and Tillotson, Construction of small
// superpermutations and minimal injective superstrings, 1993).
var orders = map[int]string{3: "012010210", 4: "012301203120132010231021302103210"}

// everyOrder presses a few controls that have shown nothing by themselves in every order
// that there is: the page may wait for one, and say nothing until then.
func (e *explorer) everyOrder(ctx context.Context) error {
	var silent []*task
	for _, t := range e.roaming.first {
		if t.state == 0 && t.gestures[0].Kind == browser.Press && !e.queue.yielded[t.target()] {
			silent = append(silent, t)
		}
	}
	order := orders[len(silent)]
	if order == "" {
		return nil
	}
	w := &walk{e: e, until: e.share()}
	if arrived, err := e.goTo(ctx, silent[0]); err != nil || !arrived {
		return err
	}
	known := len(e.known)
	for _, at := range order {
		if w.over() || len(e.known) > known {
			break
		}
		t := silent[at-'0']
		if err := w.do(ctx, t.gestures[0], t.label); err != nil {
			return err
		}
	}
	e.here, e.roaming.far = -1, false
	return nil
}

// walkOn does the task and then what else is there, in the order of the page or, with back,
// the other way round.
func (e *explorer) walkOn(ctx context.Context, t *task, until time.Time, back bool) (*walk, error) {
	w := &walk{e: e, until: until, back: back, done: map[string]bool{}, groups: map[string]int{}}
	if w.over() {
		return w, nil
	}
	arrived, err := e.goTo(ctx, t)
	if err != nil || !arrived {
		return w, err
	}
	for _, edge := range e.path(0, t.state) {
		w.way = append(w.way, edge.Gestures...)
	}
	if w.next() == nil {
		return w, nil // there is nothing to do after it
	}
	err = w.from(ctx, t)
	e.here, e.roaming.far = -1, false // a state does not say what the page remembers
	return w, err
}

// walk is what is done to a page since it was loaded.
type walk struct {
	e      *explorer
	until  time.Time
	back   bool // what comes later on the page is done earlier
	way    []browser.Gesture
	labels []string
	done   map[string]bool // by what it was done to
	missed []string        // of that, what was out of reach
	counts bool            // the first showed something else each time that it was done in a row
	groups map[string]int
}

// from does what comes first and then all that is there.
func (w *walk) from(ctx context.Context, t *task) error {
	g := t.gestures[0]
	w.done[g.Path] = true
	var shown []string
	for n := 0; n < running && !w.over(); n++ {
		if err := w.do(ctx, g, t.label); err != nil {
			return err
		}
		html, err := w.e.tab.HTML(ctx) // which tells of order and numbers, too
		if err != nil {
			return err
		}
		w.counts = n == running-1 && !slices.Contains(shown, html)
		if c := w.e.at(g.Path); n > 0 && html == shown[n-1] || g.Kind == browser.Choose || c == nil || !w.e.pressable(c, unlikely) {
			break
		}
		shown = append(shown, html)
	}
	for n := 0; n < maxAfter && !w.over(); n++ {
		c := w.next()
		if c == nil {
			return nil
		}
		g := browser.Gesture{Kind: browser.Press, Path: c.Path}
		if c.Tag == "select" {
			g.Kind, g.Value = browser.Choose, w.option(c)
		}
		w.done[g.Path+g.Value] = true
		w.groups[c.Group]++
		if err := w.do(ctx, g, string(g.Kind)+" "+c.Label); err != nil {
			return err
		}
	}
	return nil
}

// over reports whether enough was done to the page.
func (w *walk) over() bool {
	return w.e.roaming.done >= maxRoams || w.e.Events >= w.e.cfg.Events || time.Now().After(w.until)
}

// next returns what is to be done next: a control that was not there before if there is
// one, then one that has shown something; nil when all of them were had. What only
// something around it listens for, and has shown nothing, is passed by.
func (w *walk) next() *browser.Control {
	best, score := -1, 0
	for i := range w.e.view.Controls {
		c := &w.e.view.Controls[i]
		chooses := c.Tag == "select" && c.Visible && !c.Disabled && !w.e.harmful(c) && w.option(c) != ""
		if !chooses && (w.done[c.Path] || !w.e.pressable(c, unlikely) || sendsForm(c)) ||
			w.groups[c.Group] == alikeAfter || w.groups[c.Group] > 0 && ofGroup(w.e.view, c) > sample || w.e.usual(w.e.habitOf(c), c) || w.e.encloses(w.e.view, c.Path) {
			continue
		}
		s := 1
		switch key := keyFor([]browser.Gesture{{Kind: browser.Press, Path: c.Path}}, c); {
		case w.e.queue.yielded[c.Path]:
			s = 2
		case c.Why == "delegated":
			continue
		case !chooses && w.e.queue.trials[key] == nil:
			s = 3
		}
		if s > score || w.back && s == score {
			best, score = i, s
		}
	}
	if best < 0 {
		return nil
	}
	return &w.e.view.Controls[best]
}

// ofGroup returns how many controls there are that differ from the one in their words only,
// itself included.
func ofGroup(view *browser.Survey, c *browser.Control) int {
	n := 0
	for i := range view.Controls {
		if view.Controls[i].Group == c.Group {
			n++
		}
	}
	return n
}

// encloses reports whether other controls that may be pressed lie in the one at the path.
func (e *explorer) encloses(view *browser.Survey, path string) bool {
	path += ">"
	for i := range view.Controls {
		if c := &view.Controls[i]; strings.HasPrefix(c.Path, path) && e.pressable(c, unlikely) {
			return true
		}
	}
	return false
}

// option returns an option of the select that was not chosen yet; empty: there is none.
func (w *walk) option(c *browser.Control) string {
	if c.Field == nil || c.Field.Fixed {
		return ""
	}
	i := slices.IndexFunc(c.Field.Options, func(o string) bool { return o != c.Field.Value && !w.done[c.Path+o] })
	if i < 0 {
		return ""
	}
	return c.Field.Options[i]
}

// do makes one gesture. A state that is new is had again by all that was done since the
// page was loaded.
func (w *walk) do(ctx context.Context, g browser.Gesture, label string) error {
	e := w.e
	before, states := e.view.Changes, len(e.States)
	e.talk.begin(false)
	reached, err := e.perform(ctx, []browser.Gesture{g})
	if err != nil {
		return err
	}
	if !reached {
		w.missed = append(w.missed, g.Path+g.Value)
		return nil
	}
	if err := e.settleLong(ctx); err != nil {
		return err
	}
	e.Events++
	e.roaming.done++
	w.way, w.labels = append(w.way, g), append(w.labels, label)
	e.here, e.roaming.far = 0, len(w.way) > maxWay
	if _, err := e.look(ctx, nil); err != nil {
		return err
	}
	if len(e.States) > states {
		e.addEdge(Edge{From: 0, To: e.here, Gestures: slices.Clone(w.way), Label: strings.Join(w.labels, ", "), offered: keyOf(w.way)})
	}
	if e.view.Changes != before { // what was covered may be in reach now
		for _, path := range w.missed {
			delete(w.done, path)
		}
		w.missed = nil
	}
	return nil
}
