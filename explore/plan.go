package explore

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"dyncrawl/browser"
)

// The events that a gesture makes.
var (
	pressed = []string{"click", "mousedown", "mouseup", "pointerdown", "pointerup", "focus", "focusin"}
	rested  = []string{"mouseover", "mouseenter", "mousemove", "pointerover", "pointerenter", "pointermove"}
	left    = []string{"mouseout", "mouseleave", "pointerout", "pointerleave"}
	held    = []string{"mousedown", "pointerdown"}
	touched = []string{"touchstart", "touchend"}
	typed   = []string{"keydown", "keyup", "keypress"}
	edited  = []string{"input", "change", "beforeinput", "keydown", "keyup", "keypress", "blur", "focusout"}
	focused = []string{"focus", "blur", "focusin", "focusout"}
	wheeled = []string{"wheel", "mousewheel"}
	dropped = []string{"drop", "dragover", "dragenter"}
)

// standard matches the events that browsers make: others are the page's own.
var standard = regexp.MustCompile(`^(on)?(abort|after(print|scriptexecute)|animation\w*|appinstalled|auxclick|before\w*|blur|cancel|canplay\w*|change|click|close|command|` +
	`composition\w+|connect|content\w+|contextmenu|copy|cuechange|cut|dblclick|device\w+|DOM\w+|drag\w*|drop|durationchange|emptied|encrypted|end|ended|enter\w*|error|` +
	`focus\w*|form(data|change|input)|freeze|fullscreen\w*|gamepad\w+|gesture\w+|gotpointercapture|hashchange|input|invalid|key\w+|languagechange|leave\w*|load\w*|lostpointercapture|` +
	`message\w*|mouse\w+|MSPointer\w+|MozMousePixelScroll|off(line)|offline|online|open|orientationchange|page\w+|paste|pause|play\w*|pointer\w+|popstate|progress|push\w*|ratechange|readystatechange|` +
	`rejectionhandled|reset|resize|resume|scroll\w*|search|securitypolicyviolation|seek\w+|select\w*|show|slotchange|stalled|statechange|storage|submit|suspend|textInput|timeupdate|toggle|` +
	`touch\w+|transition\w*|unhandledrejection|unload|update\w*|visibilitychange|volumechange|vrdisplay\w+|waiting|webkit\w+|wheel|moz\w+|ms\w+)$`)

func has(list, any []string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return slices.Contains(any, s) })
}

// Weights of gestures, by how often they show something on the web.
const (
	first    = 1.1 // before a field that must be empty for it is filled, or a calendar shows another month
	likely   = 1.0
	possible = 0.6
	unlikely = 0.3
	rare     = 0.1
	resort   = 0.01 // only where nothing else has shown anything; see maxResorts
)

// afterSample has what is spare come behind the sample of its group.
const afterSample = 0.9

// plan queues what can be tried in the state that the page is in; it looked as it was
// before what has led there, nil for nothing.
func (e *explorer) plan(state int, was *browser.Survey) {
	p := &planner{e: e, state: state, opening: openingOf(was, e.latest)}
	for i := range e.view.Controls {
		p.control(i)
	}
	for i := range e.view.Forms {
		p.form(&e.view.Forms[i])
	}
	p.loose()
	p.boxes()
	p.steps()
	p.editors()
	p.ranges()
	p.across()
	p.ticks()
	p.document()
	p.scroll()
}

// planner queues tasks of one state.
type planner struct {
	e      *explorer
	state  int
	codes  map[string]string // what goes into fields for one character each, by their paths; nil: not looked for
	behind []browser.Control // the control that is planned, in the order of the page
	opening
}

// opening tells what has come with a gesture, such as the entries of a menu, from what was
// there before.
type opening struct {
	labels map[string]string // of the controls before, by their paths
	by     string            // label of what the gesture was made on
}

func openingOf(was *browser.Survey, path string) opening {
	if was == nil || path == "" {
		return opening{}
	}
	o := opening{labels: map[string]string{}}
	for i := range was.Controls {
		if c := &was.Controls[i]; c.Visible {
			o.labels[c.Path] = c.Label
		}
	}
	o.by = o.labels[path]
	return o
}

// opened reports whether the control has come with the gesture: it was not there, and is not
// what that was made on, nor around it.
func (p *planner) opened(c *browser.Control) bool {
	label, there := p.labels[c.Path]
	return p.labels != nil && c.Visible && (!there || label != c.Label) && !c.Aimed && !strings.HasPrefix(p.e.latest, c.Path+">")
}

func (p *planner) add(c *browser.Control, weight float64, gestures ...browser.Gesture) *task {
	last := gestures[len(gestures)-1]
	s := &p.e.States[p.state]
	label := strings.TrimSpace(string(last.Kind) + " " + strings.TrimSpace(c.Label))
	key := keyFor(gestures, c)
	if c.Spare {
		weight *= afterSample
	}
	s.offers = append(s.offers, offer{key, gestures, label})
	t := &task{
		state: p.state, gestures: gestures, weight: weight,
		key:    key,
		kind:   kindOf(gestures, c),
		label:  label,
		under:  c.Under,
		spare:  c.Spare,
		opened: p.opened(c),
		unseen: !c.Visible,
	}
	if t.opened {
		t.under += "|" + p.by
	}
	if t.around = p.e.habitOf(c); !p.e.usual(t.around, c) {
		p.e.queue.add(t)
	}
	return t
}

// kindOf names what is done to controls of one make: what is hidden says nothing of it
// once it shows.
func kindOf(gestures []browser.Gesture, c *browser.Control) string {
	return fmt.Sprint(gestures[len(gestures)-1].Kind, " ", likeOf(c), c.Visible)
}

// likeOf names controls that differ in their words only. Those that say nothing but a number
// are alike though they have other classes, such as the days of a week and of another month.
func likeOf(c *browser.Control) string {
	if c.Field == nil && isNumber(strings.TrimSpace(c.Label)) {
		return fmt.Sprint("number ", c.Tag, c.Type, c.Role, c.Own)
	}
	return c.Group
}

func (p *planner) simple(c *browser.Control, weight float64, kind browser.GestureKind) {
	p.add(c, weight, browser.Gesture{Kind: kind, Path: c.Path})
}

// control queues what can be done to the control at the index.
func (p *planner) control(i int) {
	c := &p.e.view.Controls[i]
	p.behind = p.e.view.Controls[i+1:]
	p.e.planned[placeOf(c)] = len(c.Own)
	switch {
	case c.Disabled:
		return
	case p.e.harmful(c):
		p.e.refuse(c)
		if has(c.Own, []string{"mouseenter", "pointerenter"}) || c.Menu && has(append(slices.Clone(c.Own), c.Inherited...), rested) {
			p.simple(c, likely, browser.Rest) // it may hold a menu
		}
		if c.Field != nil && slices.Contains(c.Own, "paste") { // words of a field say what goes into it
			p.clip(c, "paste")
		}
		return
	case !p.e.view.Scripts && len(p.e.view.Window) == 0 && len(c.Own)+len(c.Inherited) == 0:
		return // nothing but the browser itself would answer
	}
	p.pointer(c)
	p.fingers(c)
	p.keyboard(c)
	p.value(c)
	p.dragging(c)
	p.clipboard(c)
	if (c.Tag == "audio" || c.Tag == "video") && has(c.Own, played) {
		p.simple(c, possible, browser.WatchOn)
	}
	p.emit(c, c.Own)
}

// played are the events of films and recordings.
var played = []string{"play", "playing", "pause", "ended", "timeupdate", "seeking", "seeked", "volumechange", "ratechange", "progress"}

// beyond are events that no gesture of ours brings about.
var beyond = []string{
	"afterprint", "beforeprint", "cancel", "close", "compositionend", "copy", "cut", "ended", "fullscreenchange", "offline", "online", "orientationchange", "paste", "pause", "play", "playing",
	"reset", "resize", "search", "select", "selectionchange", "show", "storage", "timeupdate", "volumechange", "webkitAnimationEnd",
}

// ended matches the events by which libraries hear that an element goes: they take
// away what makes it work. begun matches those by which they begin, which do it anew.
var (
	ended = regexp.MustCompile(`(?i)^(remove|destroy|dispose|detach|teardown|unmount)\w*$`)
	begun = regexp.MustCompile(`(?i)(^|[:._-])(init\w*|load(ed)?|ready|boot\w*|mount\w*)$`)
)

// emit queues the page's own events, unless their names say that they do harm, and as
// a last resort those that a person or the world would bring about by other means than
// ours. Either come after what a person does: what components tell one another by events
// of their own mostly comes of that, and handlers miss what they are told then.
func (p *planner) emit(c *browser.Control, listens []string) {
	for _, kind := range listens {
		if dangers().in(kind) || ended.MatchString(kind) {
			continue
		}
		weight := rare
		switch {
		case standard.MatchString(kind):
			weight = rare * bit(slices.Contains(beyond, kind))
		case begun.MatchString(kind):
			weight = resort
		}
		if weight > 0 {
			p.add(c, weight, browser.Gesture{Kind: browser.Emit, Path: c.Path, Value: kind})
		}
	}
}
