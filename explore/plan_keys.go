package explore

import (
	"regexp"
	"slices"
	"strings"

	"dyncrawl/browser"
)

// letter is a key that is typed, and alone types it in place of what a field holds: most of
// what may be looked for has it, and scripts look when they hear a key.
const (
	letter = "a"
	alone  = "Control+a " + letter
)

// controlKeys are what a control may want of the keyboard, otherKeys what it wants less
// often, and pageKeys what a page does.
var (
	otherKeys   = []string{"ArrowUp", "ArrowLeft"}
	controlKeys = []string{"Enter", "Space", "ArrowDown", "ArrowRight", "Escape", letter}
	pageKeys    = []string{"Escape", "Enter", "Space", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "/", "?", "j", "k", "n", "Control+k", "m", "s", "h", "a"}
)

// pageChords are what else a page may have as shortcuts: a letter after g, as with
// mail and trackers, and letters with Control.
var pageChords = []string{
	"g a g b g c g d g e g f g h g i g j g l g m g n g o g p g r g s g t g u g w",
	"Control+s Control+b Control+e Control+f Control+/",
}

// reserved are keys that are the browser's own, or that take something away.
var reserved = regexp.MustCompile(`(?i)Control\+(Shift\+)?[nptwqrl]$|Alt\+F4|\bF(5|11|12)\b|Delete|Backspace`)

// shortcuts queues the keys that the page names, unless what stands around them
// says that they may do harm.
func (p *planner) shortcuts(all *browser.Control) {
	for _, s := range p.e.view.Shortcuts {
		if isNamed(s) {
			p.add(all, possible, browser.Gesture{Kind: browser.Keys, Path: page, Value: s.Keys})
			p.withEntry(s.Keys)
		}
	}
	p.through(all)
}

// through queues going down a list with the key that the page names for that and opening
// what it has come to, as is the custom: j or an arrow, and then o or Enter.
func (p *planner) through(all *browser.Control) {
	named := func(keys ...string) string {
		for _, s := range p.e.view.Shortcuts {
			if slices.Contains(keys, s.Keys) && isNamed(s) {
				return s.Keys
			}
		}
		return ""
	}
	down, open := named("j", "ArrowDown"), named("o", "Enter", "Space")
	if down == "" || open == "" || open != "o" && p.e.showsHarm() {
		return
	}
	for n := 1; n <= arrows; n++ {
		p.add(all, unlikely, browser.Gesture{Kind: browser.Keys, Path: page, Value: strings.Repeat(down+" ", n) + open}).fresh = true
	}
}

// isNamed reports whether the keys are a shortcut that may be pressed: the page says nothing
// of harm around it.
func isNamed(s browser.Shortcut) bool {
	return !dangers().in(s.Words) && !reserved.MatchString(s.Keys) && browser.CheckKeys(s.Keys) == nil
}

// withKey matches keys that are held with another one, and so type nothing.
var withKey = regexp.MustCompile(`^(Control|Alt)\+`)

// maxEditors is how many fields of a page are tried with the shortcuts that it names.
const maxEditors = 3

// inEditor queues pressing the shortcuts that the page names where text is typed, if the
// field hears keys itself: an editor's are heard nowhere else. What types something, or
// leaves the field, is none of them.
func (p *planner) inEditor(c *browser.Control) {
	if c.Field != nil && (c.Field.Fixed || c.Tag != "textarea" && !takesText(c.Type)) || c.Field == nil && !c.Editable || p.e.sampled["editor"] == maxEditors {
		return
	}
	some := false
	for _, s := range p.e.view.Shortcuts {
		if withKey.MatchString(s.Keys) && isNamed(s) {
			some = true
			keys := browser.Gesture{Kind: browser.Keys, Path: c.Path, Value: s.Keys}
			p.add(c, likely, keys)
			if c.Editable && c.Field == nil && shows().MatchString(plain(s.Words)) { // what stands there may be nothing to show
				p.add(c, unlikely, browser.Gesture{Kind: browser.Type, Path: c.Path, Value: sampleText}, keys)
			}
		}
	}
	if some {
		p.e.sampled["editor"]++
	}
}

// withEntry queues a shortcut once an entry of a list was pressed, the last and the
// first: it may be for what is chosen.
func (p *planner) withEntry(keys string) {
	for _, c := range p.chosen() {
		t := p.add(c, rare, browser.Gesture{Kind: browser.Press, Path: c.Path}, browser.Gesture{Kind: browser.Keys, Path: page, Value: keys})
		t.fresh = true
	}
}

// chosen returns the last and the first entry of the first list that something may be
// chosen from; nil when the page has none.
func (p *planner) chosen() []*browser.Control {
	groups := map[string]*browser.Control{}
	for i := range p.e.view.Controls {
		c := &p.e.view.Controls[i]
		if !slices.Contains(entryTags, c.Tag) && !slices.Contains(choosable, c.Role) || !p.e.pressable(c, resort) {
			continue
		}
		if first := groups[c.Group]; first != nil {
			return []*browser.Control{p.lastOf(c.Group), first}
		}
		groups[c.Group] = c
	}
	return nil
}

// entryTags are those of entries of lists.
var entryTags = []string{"li", "tr", "article", "dt"}

// lastOf returns the last visible control of the group.
func (p *planner) lastOf(group string) (last *browser.Control) {
	for i := range p.e.view.Controls {
		if c := &p.e.view.Controls[i]; c.Group == group && c.Visible {
			last = c
		}
	}
	return last
}

// undone are the keys that take back what was drawn, and that bring it again.
var undone = []string{"Control+z", "Control+z Control+y"}

// undo queues taking back what dragging on a drawing has changed, where somebody
// listens to keys. Of what is no drawing the page must say that it can be undone.
func (p *planner) undo(c *browser.Control) {
	named := slices.ContainsFunc(p.e.view.Shortcuts, func(s browser.Shortcut) bool { return s.Keys == undone[0] })
	where := page
	switch {
	case c.Tag != "canvas" && c.Tag != "svg" && !named:
		return
	case has(c.Own, typed):
		where = c.Path
	case !has(p.e.view.Window, typed):
		return
	}
	for _, keys := range undone {
		p.add(c, rare, browser.Gesture{Kind: browser.Drag, Path: c.Path}, browser.Gesture{Kind: browser.Keys, Path: where, Value: keys})
	}
}

// entryKeys are what an entry of a menu, a tree or a grid may want, whose keys are
// heard by what is around it.
var entryKeys = []string{"Enter", "ArrowRight", "Space"}

// keyboard queues what keys and the focus can do.
func (p *planner) keyboard(c *browser.Control) {
	if has(c.Own, typed) {
		for _, key := range controlKeys {
			if key == letter && c.Field != nil {
				key = alone
			}
			p.add(c, possible, browser.Gesture{Kind: browser.Keys, Path: c.Path, Value: key})
		}
		if c.Field == nil {
			for _, key := range otherKeys {
				p.add(c, rare, browser.Gesture{Kind: browser.Keys, Path: c.Path, Value: key})
			}
			p.atHand(c)
		}
		p.walk(c)
		p.inEditor(c)
	} else if has(c.Inherited, typed) && (c.Why == "focusable" || c.Why == "role") {
		for _, key := range entryKeys {
			p.add(c, resort, browser.Gesture{Kind: browser.Keys, Path: c.Path, Value: key})
		}
		if slices.Contains(sliders, c.Role) {
			for _, key := range []string{"End", "Home"} {
				p.add(c, rare, browser.Gesture{Kind: browser.Keys, Path: c.Path, Value: key})
			}
		}
	}
	if has(c.Own, focused) {
		p.simple(c, possible, browser.Focus)
	}
}

// atHand queues pressing the keys that the page names on a control that hears keys itself,
// such as F2 on a file.
func (p *planner) atHand(c *browser.Control) {
	for _, s := range p.e.view.Shortcuts {
		if isNamed(s) && !slices.Contains(controlKeys, s.Keys) {
			p.add(c, unlikely, browser.Gesture{Kind: browser.Keys, Path: c.Path, Value: s.Keys})
		}
	}
}

// walks are the ways of the keyboard through lists, trees and menus, to what is
// not where they begin, and what else sliders and grids listen to. Delete and
// Backspace are none of them.
var walks = []string{"ArrowDown ArrowDown Enter", "ArrowDown ArrowDown Space", "ArrowRight ArrowDown Enter", "ArrowRight ArrowDown ArrowDown Enter", "End", "Home", "ArrowUp ArrowUp ArrowUp", "ArrowLeft",
	"PageDown", "PageUp", "Shift+ArrowDown", "Tab", "F2"}

// calendarWalks are those of a grid of days: to the next month and a day of it, and to the
// next year (WAI-ARIA Authoring Practices, date picker dialog).
var calendarWalks = []string{"PageDown Enter", "Shift+PageDown"}

// composites are the roles of widgets that are one stop of the Tab key and are
// walked through with others (WAI-ARIA 1.2, composite widgets).
var composites = []string{"combobox", "grid", "listbox", "menu", "menubar", "radiogroup", "tablist", "toolbar", "tree", "treegrid"}

// sliders are the roles of what is moved along a range, and sliderKeys the keys
// that move it on (WAI-ARIA 1.2, the roles that are ranges).
var (
	sliders    = []string{"scrollbar", "separator", "slider", "spinbutton"}
	sliderKeys = []string{"ArrowUp ArrowUp ArrowUp", "End", "Home", "ArrowLeft", "PageDown", "PageUp"}
)

// walk queues walking through a composite widget. Where something of the page must
// not be touched, a walk must not end with a key that presses: it may end there.
func (p *planner) walk(c *browser.Control) {
	harm := p.e.showsHarm()
	weight := resort
	if slices.Contains(composites, c.Role) {
		weight = rare
	}
	for _, arrow := range []string{"ArrowRight", "ArrowDown"} {
		p.add(c, max(weight, rare*bit(arrow == "ArrowRight")), slices.Repeat([]browser.Gesture{{Kind: browser.Keys, Path: c.Path, Value: arrow}}, arrows)...).fresh = true
	}
	ways := append(p.letters(c), walks...)
	if c.Role == "grid" {
		ways = append(ways, calendarWalks...)
	}
	own := c.Why == "listener" && c.Field == nil // it may be a grid that says nothing of it
	for _, keys := range ways {
		if !harm || !strings.HasSuffix(keys, "Enter") && !strings.HasSuffix(keys, "Space") {
			weight := weight
			if slices.Contains(sliders, c.Role) && slices.Contains(sliderKeys, keys) || own && strings.HasPrefix(keys, "ArrowRight ") {
				weight = rare
			}
			t := p.add(c, weight, browser.Gesture{Kind: browser.Keys, Path: c.Path, Value: keys})
			t.fresh = weight == rare && strings.Contains(keys, " ")
		}
	}
}

// arrows is how far an arrow key is followed: to the last of a few tabs or pictures.
const arrows = 4

// maxLetters is how many first letters are typed into a list.
const maxLetters = 5

// letters returns the keys by which a list may be chosen from: the first letters
// of what it may hold.
func (p *planner) letters(c *browser.Control) (keys []string) {
	if !slices.Contains([]string{"listbox", "menu", "menubar", "tree"}, c.Role) {
		return nil
	}
	for i := range p.e.view.Controls {
		d := &p.e.view.Controls[i]
		letter := strings.ToLower(strings.TrimSpace(d.Label) + " ")[:1]
		if slices.Contains([]string{"option", "menuitem", "treeitem"}, d.Role) && letter >= "a" && letter <= "z" && !slices.Contains(keys, letter) && len(keys) < maxLetters {
			keys = append(keys, letter)
		}
	}
	return keys
}

// commandKeys open a menu at the cursor of an editor, of things to put in, of people
// to name or of how a word may go on, and have all of it stand out. What it holds makes way
// for the menus, so that doing it again changes nothing.
var commandKeys = []string{"Control+a /", "Control+a @", completing, "Control+a Control+b"}

// completing is the key by which editors of code complete a word, by custom.
const completing = "Control+Space"

// commands queues asking an editor for its menus.
func (p *planner) commands(c *browser.Control) {
	for _, key := range commandKeys {
		p.add(c, rare, browser.Gesture{Kind: browser.Keys, Path: c.Path, Value: key})
	}
}
