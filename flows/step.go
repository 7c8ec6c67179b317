package flows

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
)

// Step is one line of a flow: exactly one verb with what it needs. The tag late
// marks texts whose variables the runner expands, when the step runs.
type Step struct {
	Pos Pos `yaml:"-"` // where the step stands in the flow file

	Name string `yaml:"name" doc:"What the step is called in errors and logs."`

	Goto       *Goto       `yaml:"goto" verb:"" doc:"Open a URL and wait until it has settled."`
	Click      *Target     `yaml:"click" verb:"" doc:"Click an element once it is visible, still, enabled and uncovered."`
	DblClick   *Target     `yaml:"double_click" verb:"" doc:"Click an element twice."`
	Hover      *Target     `yaml:"hover" verb:"" doc:"Move the pointer onto an element."`
	Fill       *Fill       `yaml:"fill" verb:"" doc:"Replace the text of a field."`
	Select     *Select     `yaml:"select" verb:"" doc:"Choose options of a <select> by value or label."`
	Check      *Check      `yaml:"check" verb:"" doc:"Tick a checkbox or radio button."`
	Press      *Press      `yaml:"press" verb:"" doc:"Press a key, such as Enter or Control+A."`
	Drag       *Drag       `yaml:"drag" verb:"" doc:"Drag an element onto another one."`
	Upload     *Upload     `yaml:"upload" verb:"" doc:"Choose files in a field for them."`
	Dialog     *Dialog     `yaml:"dialog" verb:"" doc:"How to answer the dialogs that the page opens from here on. Default: dismiss."`
	Popup      *Popup      `yaml:"popup" verb:"" doc:"Run steps in the window that the page has opened, or opens now."`
	Handoff    string      `yaml:"handoff" verb:"" doc:"Have a person drive the tab until they give it back; the text says why."`
	Scroll     *Scroll     `yaml:"scroll" verb:"" doc:"Scroll to the end until nothing new comes."`
	Wait       *Wait       `yaml:"wait" verb:"" doc:"Wait for a condition, the network or a time."`
	Captcha    *Captcha    `yaml:"captcha" verb:"" doc:"Read a picture captcha, type it and submit the form."`
	Eval       *Eval       `yaml:"eval" verb:"" doc:"Run JavaScript in the page."`
	Screenshot *Screenshot `yaml:"screenshot" verb:"" doc:"Save a PNG picture of the page."`
	Expect     *Condition  `yaml:"expect" verb:"" doc:"Fail unless the condition comes true in time."`
	If         *Condition  `yaml:"if" verb:"" doc:"Run then when the condition holds now, else otherwise."`
	Repeat     *Repeat     `yaml:"repeat" verb:"" doc:"Run steps again and again."`
	ForEach    *ForEach    `yaml:"for_each" verb:"" doc:"Run steps for every matching element or listed value."`
	Set        Vars        `yaml:"set" late:"" verb:"" doc:"Set variables for the steps that follow."`
	Use        string      `yaml:"use" verb:"" doc:"Run a step list named under actions."`
	LogIn      string      `yaml:"log_in" verb:"" enum:"auto" doc:"auto: find the login form, fill it in as the session says, and send it."`
	TOTP       *TOTP       `yaml:"totp" verb:"" doc:"Type a one-time code that follows from a seed and the time (RFC 6238)."`
	Ask        *Ask        `yaml:"ask" verb:"" doc:"Have a person type something, at the terminal or else in a page whose link is logged."`
	Receive    *Receive    `yaml:"receive" verb:"" doc:"Wait for a code or a link that a file or a program gives, and use it."`
	Extract    []string    `yaml:"extract,list" verb:"" doc:"Take the items of these rules now, before the page changes."`

	Then []Step `yaml:"then" doc:"Steps of an if whose condition holds."`
	Else []Step `yaml:"else" doc:"Steps of an if whose condition does not hold."`

	Timeout time.Duration `yaml:"timeout" doc:"How long the step may take. Default 10s; 60s for goto and scroll; 3m for captcha and log_in; 5m for ask and receive; 10m for handoff; the page's budget for if, repeat, for_each, popup and use."`
}

// takes returns the names of the rules whose items the step takes.
func (s *Step) takes() []string {
	if s.Scroll != nil {
		return s.Scroll.Extract
	}
	return s.Extract
}

// Pos is a place in a flow file; lines and columns count from 1.
type Pos struct {
	File         string
	Line, Column int
}

func (p Pos) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column) }

// SetPos is called by the decoder.
func (s *Step) SetPos(p Pos) { s.Pos = p }

// Verb returns the key of the step's verb, such as "click".
func (s *Step) Verb() string {
	if verbs := s.verbs(); len(verbs) > 0 {
		return verbs[0]
	}
	return ""
}

// verbs returns the keys of all verbs that are present.
func (s *Step) verbs() []string {
	var found []string
	v := reflect.ValueOf(s).Elem()
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if _, ok := f.Tag.Lookup("verb"); ok && !v.Field(i).IsZero() {
			found = append(found, tagName(f))
		}
	}
	return found
}

// Validate checks that the step has one verb.
func (s *Step) Validate() error {
	verbs := s.verbs()
	switch {
	case len(verbs) == 0:
		return errors.New("a step needs a verb: one of " + strings.Join(verbNames(), ", "))
	case len(verbs) > 1:
		return fmt.Errorf("a step has one verb, this one has %s: write each as a step of its own", strings.Join(verbs, " and "))
	case s.If == nil && (s.Then != nil || s.Else != nil):
		return errors.New("then and else belong to an if")
	case s.If != nil && s.Then == nil && s.Else == nil:
		return errors.New("an if needs then or else")
	}
	return nil
}

// Goto opens a URL.
type Goto struct {
	URL string `yaml:"url,short" late:"" doc:"Absolute URL, or relative to the page's."`
}

// Target names an element.
type Target struct {
	Selector browser.Selectors `yaml:"selector,short" doc:"The element; a list is tried in order."`
}

// Fill replaces the text of a field.
type Fill struct {
	Selector browser.Selectors `yaml:"selector" doc:"The field; a list is tried in order."`
	Value    string            `yaml:"value" late:"" secret:"" doc:"The text; may hold ${secret:NAME}."`
	Add      bool              `yaml:"add" doc:"Type it at the caret, else behind what the field holds, instead of replacing that; not for secrets. The text gets the look that an editor gives it there."`
}

// Select chooses options of a <select>.
type Select struct {
	Selector browser.Selectors `yaml:"selector" doc:"The <select>; a list is tried in order."`
	Values   []string          `yaml:"value,list" late:"" doc:"Values or labels of the options."`
}

// Check ticks a box.
type Check struct {
	Selector  browser.Selectors `yaml:"selector,short" doc:"The checkbox or radio button."`
	Unchecked bool              `yaml:"unchecked" doc:"Clear the box instead."`
}

// Press presses a key.
type Press struct {
	Key      string            `yaml:"key,short" doc:"Key name, such as Enter, Escape, ArrowDown, a or Control+A."`
	Selector browser.Selectors `yaml:"selector" doc:"The element that gets the key. Default: the one that has the focus."`
}

// Validate checks that there is such a key.
func (p *Press) Validate() error { return browser.CheckKey(p.Key) }

// Drag drags an element onto another one.
type Drag struct {
	Selector browser.Selectors `yaml:"selector" doc:"What is dragged; a list is tried in order."`
	To       browser.Selectors `yaml:"to" doc:"What it is dropped on; a list is tried in order."`
}

// Validate checks that both ends are there.
func (d *Drag) Validate() error {
	if len(d.Selector) == 0 || len(d.To) == 0 {
		return errors.New("drag needs selector and to: what is dragged, and onto what")
	}
	return nil
}

// Upload chooses files.
type Upload struct {
	Selector browser.Selectors `yaml:"selector" doc:"The <input type=file>, hidden or not; a list is tried in order."`
	Files    []string          `yaml:"file,list" late:"" doc:"Paths of the files, relative to the flow file."`
}

// Validate checks that there is something to choose, and where.
func (u *Upload) Validate() error {
	if len(u.Selector) == 0 || len(u.Files) == 0 {
		return errors.New("upload needs selector and file")
	}
	return nil
}

// Dialog answers what pages ask with alert, confirm and prompt.
type Dialog struct {
	Do   string `yaml:"do,short" enum:"accept,dismiss" doc:"accept or dismiss."`
	Text string `yaml:"text" late:"" doc:"What is typed into a prompt."`
}

// Validate checks that the answer is named.
func (d *Dialog) Validate() error {
	if d.Do == "" {
		return errors.New("dialog: write accept or dismiss")
	}
	return nil
}

// Popup runs steps in another window.
type Popup struct {
	Steps []Step `yaml:"steps,short" doc:"The steps. The window is closed after them unless it has closed itself."`
}

// Validate checks that there are steps.
func (p *Popup) Validate() error {
	if len(p.Steps) == 0 {
		return errors.New("popup needs steps")
	}
	return nil
}

// Scroll scrolls until nothing new comes.
type Scroll struct {
	To       string            `yaml:"to,short" enum:"end" doc:"Where to: end."`
	Selector browser.Selectors `yaml:"selector" doc:"The box that scrolls. Default: the page."`
	Max      int               `yaml:"max" doc:"At most so many rounds. Default 100."`
	Extract  []string          `yaml:"extract,list" doc:"Take the items of these rules on every screen: for lists that drop what is out of sight."`
}

// Condition holds when everything that it names is so.
type Condition struct {
	Present browser.Selectors `yaml:"selector,short" doc:"This element is visible."`
	Absent  browser.Selectors `yaml:"absent" doc:"This element is not there or not visible."`
	Text    string            `yaml:"text" late:"" doc:"The page shows this text; white space does not count."`
	URL     dyncrawl.Pattern  `yaml:"url" doc:"The page's URL matches this pattern."`
	Eval    string            `yaml:"eval" late:"" doc:"This JavaScript expression is true."`
}

// Empty reports whether c names nothing.
func (c *Condition) Empty() bool {
	return len(c.Present) == 0 && len(c.Absent) == 0 && c.Text == "" && c.URL.IsZero() && c.Eval == ""
}

// Validate checks that c names something.
func (c *Condition) Validate() error {
	if c.Empty() {
		return errors.New("a condition names at least one of selector, absent, text, url, eval")
	}
	return nil
}

// Wait waits for a condition, for the network, or for a time.
type Wait struct {
	For     string            `yaml:"for,short" doc:"network (the page has settled) or a time such as 2s."`
	Present browser.Selectors `yaml:"selector" doc:"Until this element is visible."`
	Absent  browser.Selectors `yaml:"absent" doc:"Until this element is gone."`
	Text    string            `yaml:"text" late:"" doc:"Until the page shows this text."`
	URL     dyncrawl.Pattern  `yaml:"url" doc:"Until the page's URL matches this pattern."`
	Eval    string            `yaml:"eval" late:"" doc:"Until this JavaScript expression is true."`
}

// Condition returns what is waited for beside the network and time.
func (w *Wait) Condition() Condition {
	return Condition{Present: w.Present, Absent: w.Absent, Text: w.Text, URL: w.URL, Eval: w.Eval}
}

// Duration returns the time to wait; false when For is no time.
func (w *Wait) Duration() (time.Duration, bool) {
	d, err := time.ParseDuration(w.For)
	return d, err == nil
}

// Validate checks that w waits for something.
func (w *Wait) Validate() error {
	c := w.Condition()
	_, isTime := w.Duration()
	switch {
	case w.For == "" && c.Empty():
		return errors.New("wait for what? write wait: network, wait: 2s or wait: {selector: …}")
	case w.For != "" && w.For != "network" && !isTime:
		return fmt.Errorf("wait: %q is neither network nor a time; for an element write wait: {selector: %q}", w.For, w.For)
	}
	return nil
}

// Eval runs JavaScript in the page.
type Eval struct {
	Script string `yaml:"script,short" late:"" doc:"An expression; a promise is awaited."`
	As     string `yaml:"as" doc:"Keep the value under this name, as a variable and with the page."`
}

// Screenshot saves a picture.
type Screenshot struct {
	File     string            `yaml:"file,short" late:"" doc:"Where to, relative to the current folder."`
	Selector browser.Selectors `yaml:"selector" doc:"Only this element."`
	Full     bool              `yaml:"full" doc:"The whole page, not only what the window shows."`
}

// Repeat runs steps again and again.
type Repeat struct {
	While *Condition `yaml:"while" doc:"Go on as long as this holds before a round."`
	Until *Condition `yaml:"until" doc:"Stop as soon as this holds after a round."`
	Max   int        `yaml:"max" doc:"At most so many rounds. Default 100."`
	Steps []Step     `yaml:"steps" doc:"The steps of one round."`
}

// Validate checks that the repetition has steps and an end.
func (r *Repeat) Validate() error {
	switch {
	case len(r.Steps) == 0:
		return errors.New("repeat needs steps")
	case r.While == nil && r.Until == nil && r.Max == 0:
		return errors.New("repeat needs an end: while, until or max")
	}
	return nil
}

// ForEach runs steps for every element or value. In its steps the selector "."
// is the element and ". >> css" something inside it.
type ForEach struct {
	Selector browser.Selectors `yaml:"selector" doc:"The elements, as they are when the step starts."`
	In       []string          `yaml:"in" late:"" doc:"Values instead of elements."`
	As       string            `yaml:"as" doc:"The variable that holds the value. Default value."`
	Max      int               `yaml:"max" doc:"At most so many rounds. Default 1000."`
	Steps    []Step            `yaml:"steps" doc:"The steps of one round."`
}

// Validate checks that there is something to go through.
func (f *ForEach) Validate() error {
	switch {
	case len(f.Steps) == 0:
		return errors.New("for_each needs steps")
	case (len(f.Selector) == 0) == (len(f.In) == 0):
		return errors.New("for_each needs either selector or in")
	}
	return nil
}

// verbNames returns the keys of all verbs.
func verbNames() []string {
	var names []string
	for f := range fieldsOf(reflect.TypeFor[Step]()) {
		if _, ok := f.Tag.Lookup("verb"); ok {
			names = append(names, tagName(f))
		}
	}
	return names
}
