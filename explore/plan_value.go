package explore

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dyncrawl/browser"
)

// maxOptions is how many options of a select are chosen one after the other.
const maxOptions = 8

// value queues giving the control another value, where somebody listens to that.
func (p *planner) value(c *browser.Control) {
	all := append(slices.Clone(c.Own), c.Inherited...)
	if (c.Editable || c.Tag == "textarea" || c.Field != nil && namesCommand.MatchString(c.Field.Sample)) && has(all, edited) {
		p.commands(c)
	}
	if c.Editable && c.Field == nil && has(all, edited) {
		write := browser.Gesture{Kind: browser.Type, Path: c.Path, Value: sampleText}
		p.add(c, possible, write)
		if has(c.Own, []string{"beforeinput", "input"}) && !has(all, typed) { // where keys are heard, Enter may send
			p.add(c, unlikely, write, browser.Gesture{Kind: browser.Keys, Path: c.Path, Value: "Enter"})
		}
		return
	}
	if c.Field == nil || c.Field.Fixed || !has(all, edited) && c.Form != "" {
		return
	}
	gestures := p.fill(c.Field)
	if len(gestures) == 0 {
		return
	}
	weight := possible
	if !has(all, edited) {
		weight = likely // before the button beside it is pressed
	}
	p.add(c, weight, gestures...)
	if (c.Field.Lists && takesEnter(c.Type) || mayList(c)) && !p.e.showsHarm() {
		p.add(c, unlikely, p.filler().take(c.Path)...)
	}
	if c.Field.Listed != "" { // what is shown where nothing is found is seen with nothing else
		p.add(c, rare, browser.Gesture{Kind: browser.Type, Path: c.Path, Value: unlisted})
	}
	p.named(c)
	p.quoted(c)
	p.oneLetter(c)
	p.offered(c)
	p.demanded(c)
	switch {
	case c.Tag == "select":
		p.options(c, gestures[0], has(all, edited))
	case c.Type == "range":
		p.add(c, unlikely, browser.Gesture{Kind: browser.Keys, Path: c.Path, Value: "End"})
		p.add(c, rare, browser.Gesture{Kind: browser.Keys, Path: c.Path, Value: "Home"})
		for _, share := range along {
			p.add(c, rare, browser.Gesture{Kind: browser.Press, Path: c.Path, At: &browser.Share{X: share, Y: 0.5}})
		}
	case has(c.Own, typed) && takesEnter(c.Type):
		p.add(c, possible, append(gestures, browser.Gesture{Kind: browser.Keys, Path: c.Path, Value: "Enter"})...)
	case has(c.Inherited, typed) && takesEnter(c.Type) && c.Form == "":
		p.add(c, unlikely, append(gestures, browser.Gesture{Kind: browser.Keys, Path: c.Path, Value: "Enter"})...)
	}
	if c.Type == "number" && c.Form == "" {
		p.add(c, unlikely, browser.Gesture{Kind: browser.Type, Path: c.Path, Value: cmp.Or(c.Field.Max, beyondNamed(c.Field), manyOf)})
	}
}

// mayList reports whether the page may draw a list of suggestions for the field, though it
// does not say so: it keeps the browser from making any, and hears what is typed.
func mayList(c *browser.Control) bool {
	return c.Field.Auto == "off" && takesText(c.Type) && has(c.Own, []string{"input", "keyup", "keydown"})
}

// unlisted is a word that no list has.
const unlisted = "qqzx"

// namesCommand matches what stands in an empty field and names a sign that opens a menu:
// "Type / for commands".
var namesCommand = regexp.MustCompile(`(?:^|[\s"'“„«「])[/@](?:$|[\s"'”»」])`)

// manyOf is a number that is more than few, where nothing bounds it.
const manyOf = "12"

// digitRun matches numbers.
var digitRun = regexp.MustCompile(`\d+`)

// beyondNamed returns a number that is greater than those that the page names around the
// field: something may be said of what is above one. It is empty where none is named.
func beyondNamed(f *browser.Field) string {
	most := 0
	for _, said := range digitRun.FindAllString(strings.Join(around(f), " "), -1) {
		if n, err := strconv.Atoi(said); err == nil {
			most = max(most, n)
		}
	}
	if most == 0 {
		return ""
	}
	return strconv.Itoa(most + 1)
}

// named queues filling in what else the page names for a field, and sending each with
// Enter where keys are heard.
func (p *planner) named(c *browser.Control) {
	for i, text := range listings(c.Field) {
		gestures := []browser.Gesture{{Kind: browser.Type, Path: c.Path, Value: text}}
		if has(c.Own, typed) && takesEnter(c.Type) {
			gestures = append(gestures, browser.Gesture{Kind: browser.Keys, Path: c.Path, Value: "Enter"})
		} else if i == 0 {
			continue // it was filled in already
		}
		p.add(c, unlikely, gestures...)
	}
}

// quoted queues entering what the page puts in quotes into a field in no form that hears
// keys, as a line for commands does: the page may name so what it knows.
func (p *planner) quoted(c *browser.Control) {
	if c.Form != "" || c.Field.Value != "" || !has(c.Own, typed) || !takesText(c.Type) {
		return
	}
	for _, words := range p.mentions() {
		if fit(c.Field, words) == words {
			p.add(c, unlikely, browser.Gesture{Kind: browser.Type, Path: c.Path, Value: words}, browser.Gesture{Kind: browser.Keys, Path: c.Path, Value: "Enter"})
		}
	}
}

// oneLetter queues typing a letter into a field in no form whose script looks at each
// change, as one that suggests something does: the words that are typed first are seldom
// part of what it knows, a letter mostly is.
func (p *planner) oneLetter(c *browser.Control) {
	if c.Form == "" && c.Field.Value == "" && has(c.Own, []string{"input"}) && !has(c.Own, typed) && takesText(c.Type) && c.Field.Listed == "" {
		p.add(c, unlikely, browser.Gesture{Kind: browser.Keys, Path: c.Path, Value: alone})
	}
}

// demanded queues typing what the page says is to be typed.
func (p *planner) demanded(c *browser.Control) {
	if word := demand(c.Field); word != "" && takesText(c.Type) {
		p.add(c, unlikely, browser.Gesture{Kind: browser.Type, Path: c.Path, Value: word})
	}
}

// offered queues filling in what else is offered for a field that text is typed into.
func (p *planner) offered(c *browser.Control) {
	if c.Tag == "select" || c.Field.Value != "" {
		return
	}
	for _, text := range c.Field.Options[min(1, len(c.Field.Options)):min(maxOptions, len(c.Field.Options))] {
		p.add(c, unlikely, browser.Gesture{Kind: browser.Type, Path: c.Path, Value: text})
	}
}

// options queues choosing the options of a select one after the other. Where nobody
// listens to that, the button that comes next is pressed with each.
func (p *planner) options(c *browser.Control, choose browser.Gesture, heard bool) {
	var after []browser.Gesture
	if button := p.next(c); !heard && button != nil {
		after = append(after, browser.Gesture{Kind: browser.Press, Path: button.Path})
	}
	at := slices.Index(c.Field.Options, c.Field.Value) // -1: a first one that only tells what to choose
	for n := 2; n < min(len(c.Field.Options)-at, maxOptions); n++ {
		more := slices.Repeat([]browser.Gesture{choose}, n)
		p.add(c, unlikely, append(more, after...)...)
	}
	if p.met(c) {
		return // the options before were behind where it was met first
	}
	for n := 1; n <= min(at, maxOptions); n++ {
		back := browser.Gesture{Kind: browser.Keys, Path: c.Path, Value: strings.TrimSpace(strings.Repeat("ArrowUp ", n))}
		p.add(c, unlikely, append([]browser.Gesture{back}, after...)...)
	}
}

// met reports whether a state before had the control.
func (p *planner) met(c *browser.Control) bool {
	return slices.ContainsFunc(p.e.States[:p.state], func(s State) bool { return slices.Contains(s.Print.Acts, c.Mark) })
}

// next returns the first button behind c, nil when there is none or it may do harm.
func (p *planner) next(c *browser.Control) *browser.Control {
	all := p.e.view.Controls
	from := slices.IndexFunc(all, func(d browser.Control) bool { return d.Path == c.Path }) + 1
	for i := range all[from:] {
		if d := &all[from+i]; isButton(d) {
			if p.e.harmful(d) {
				return nil
			}
			return d
		}
	}
	return nil
}

// editors queues selecting what stands in an editor and pressing what may be a
// tool for it.
func (p *planner) editors() {
	all := p.e.view.Controls
	i := slices.IndexFunc(all, func(c browser.Control) bool { return c.Editable && c.Field == nil && c.Visible })
	if i < 0 {
		return
	}
	for j := range all {
		if c := &all[j]; c.Tag == "button" && has(c.Own, pressed) && !c.Disabled && !p.e.harmful(c) {
			p.add(c, resort, browser.Gesture{Kind: browser.Mark, Path: all[i].Path}, browser.Gesture{Kind: browser.Press, Path: c.Path})
		}
	}
}

// clipboard queues what a control wants of the clipboard, or of files.
func (p *planner) clipboard(c *browser.Control) {
	for _, command := range []string{"copy", "cut", "paste"} {
		if slices.Contains(c.Own, command) {
			p.clip(c, command)
		}
	}
	if has(c.Own, dropped) && p.e.cfg.Forms != NoForms {
		if file := p.e.upload(""); file != "" {
			p.add(c, unlikely, browser.Gesture{Kind: browser.DropFile, Path: c.Path, Value: file})
		}
	}
}

func (p *planner) clip(c *browser.Control, command string) {
	p.add(c, possible, browser.Gesture{Kind: browser.Clip, Path: c.Path, Value: command})
	if command == "paste" {
		p.pasteOn(c)
	}
}

// maxCopied is how many things are copied to be pasted.
const maxCopied = 2

// pasteOn queues pasting what other fields hold, and what a button copies.
func (p *planner) pasteOn(c *browser.Control) {
	paste := browser.Gesture{Kind: browser.Clip, Path: c.Path, Value: "paste on"}
	copied := 0
	for i := range p.e.view.Controls {
		d := &p.e.view.Controls[i]
		first := browser.Gesture{Kind: browser.Clip, Path: d.Path, Value: "cut"}
		switch {
		case d.Path == c.Path || !d.Visible || copied == maxCopied:
			continue
		case d.Tag == "textarea" && d.Field.Value != "":
		case d.Tag == "button" && copies.MatchString(d.Words) && !p.e.harmful(d):
			first = browser.Gesture{Kind: browser.Press, Path: d.Path}
		default:
			continue
		}
		copied++
		t := p.add(c, unlikely, first, paste)
		t.fresh = true // what was cut before is gone
		if d.Field != nil {
			t.key += d.Field.Value
		}
	}
}

// copies matches the words of buttons that copy something, in the languages of most
// pages.
var copies = regexp.MustCompile(`(?i)copy|copi|kopi|skopiuj|zkop[ií]r|копир|копію|αντιγραφ|نسخ|کپی|העתק|复制|複製|拷贝|コピー|복사|คัดลอก|sao chép|salin|कॉपी`)

// onward is how often something that follows a finger or the pointer is moved in a row: a
// row of pictures may come to its end.
const onward = 4

// further is how often an edge or a corner is pulled on in a row: there is room for more
// only once what it belongs to is far larger.
const further = 3

// maxTargets is how many places something is dragged to.
const maxTargets = 4

// dragging queues carrying the control to where something may be dropped.
func (p *planner) dragging(c *browser.Control) {
	p.moving(c)
	p.pulling(c)
	p.joining(c)
	if !c.Draggable && !has(c.Own, []string{"dragstart", "drag"}) {
		p.sliding(c) // many hear the pointer move only while it is pressed
		if pulls(c, p.e.view.Window) {
			p.simple(c, unlikely, browser.Drag)
			p.placing(c)
			back := browser.Gesture{Kind: browser.Drag, Path: c.Path, Value: "back"}
			p.add(c, rare, back)
			if c.Edges {
				p.add(c, rare, slices.Repeat([]browser.Gesture{{Kind: browser.Drag, Path: c.Path}}, further)...)
			}
			if c.Grabs || c.Slides {
				p.add(c, rare, slices.Repeat([]browser.Gesture{back}, onward)...)
			}
			p.undo(c)
		} else if has(c.Own, moved) {
			p.simple(c, rare, browser.Drag) // it may be rubbed
		}
		return
	}
	for _, d := range p.targets(c) {
		p.add(c, possible, browser.Gesture{Kind: browser.Drag, Path: c.Path, Onto: d})
	}
	p.simple(c, rare, browser.Drag)
}

// targets returns the paths of what something may be dropped on without harm: what
// listens to that, and then that for which others do.
func (p *planner) targets(c *browser.Control) (paths []string) {
	for _, events := range []func(d *browser.Control) []string{
		func(d *browser.Control) []string { return d.Own }, func(d *browser.Control) []string { return d.Inherited },
	} {
		for i := range p.e.view.Controls {
			d := &p.e.view.Controls[i]
			if d.Path != c.Path && d.Visible && !dangers().in(d.Words) && !dangers().in(d.Label) && has(events(d), dropped) && len(paths) < maxTargets && !slices.Contains(paths, d.Path) {
				paths = append(paths, d.Path)
			}
		}
	}
	return paths
}
