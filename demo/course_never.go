package demo

import (
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"strings"
)

// neverList are the controls that a careful crawler leaves alone, a line each.
//
//go:embed course/never.txt
var neverList string

// never answers with a page of controls that do harm: whatever is done to one of
// them asks for /course/harm/….
func (c *course) never(w http.ResponseWriter, _ *http.Request) {
	c.pages.show(w, http.StatusOK, "never.html", neverControls())
}

// neverControls returns the words of the controls.
func neverControls() []string {
	return strings.Split(strings.TrimSpace(neverList), "\n")
}

// neverShapes are the ways in which controls are made: the first verb is the
// word, the second the number of the control.
var neverShapes = map[string]string{
	"button": `<button onclick="harm(%[2]d)">%[1]s</button>`,
	"link":   `<a href="#" onclick="harm(%[2]d); return false">%[1]s</a>`,
	"span":   `<span style="cursor:pointer" onclick="harm(%[2]d)">%[1]s</span>`,
	"submit": `<form action="/course/harm/%[2]d" method="post"><input name="q"><input type="submit" value="%[1]s"></form>`,
	"aria":   `<i role="button" tabindex="0" aria-label="%[1]s" onclick="harm(%[2]d)">×</i>`,
	"icon":   `<button onclick="harm(%[2]d)"><i class="%[1]s"></i></button>`,
	"data":   `<div data-action="%[1]s" onclick="harm(%[2]d)">…</div>`,
	"mail":   `<a href="mailto:me@example.com" onclick="harm(%[2]d)">%[1]s</a>`,
	"phone":  `<a href="tel:5550100" onclick="harm(%[2]d)">%[1]s</a>`,
	"file":   `<a href="/course/harm/%[2]d" download onclick="harm(%[2]d)">%[1]s</a>`,
	"print":  `<a href="javascript:harm(%[2]d)">%[1]s</a>`,
	"touch":  `<div ontouchstart="harm(%[2]d)" onpointerdown="harm(%[2]d)">%[1]s</div>`,
	"key":    `<div tabindex="0" onkeydown="harm(%[2]d)" onfocus="harm(%[2]d)">%[1]s</div>`,
}

// neverControl returns the markup of a line of the list: shape|word.
func neverControl(n int, line string) template.HTML {
	shape, word, _ := strings.Cut(line, "|")
	return template.HTML(fmt.Sprintf(neverShapes[shape], template.HTMLEscapeString(word), n))
}
