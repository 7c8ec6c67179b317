package record

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"dyncrawl/browser"
)

// action is one thing that the person did, or that came of it, as record.js
// reports it.
type action struct {
	Kind    string  `json:"kind"` // document, click, double, fill, type, select, check, press, upload, drag, handoff, unseen; dialog from the browser
	Doc     string  `json:"doc"`  // the document, each by a name of its own
	Top     bool    `json:"top"`  // it is the page's own, not a frame's
	URL     string  `json:"url"`
	At      float64 `json:"at"`    // milliseconds since 1970
	Asked   int     `json:"asked"` // requests by script that the document has had answered
	Element int     `json:"element"`

	Chain  []string   `json:"chain"`
	Hover  [][]string `json:"hover"` // what the pointer rested on before
	Value  string     `json:"value"`
	Held   bool       `json:"held"`   // the editor held something before this was typed
	Secret string     `json:"secret"` // password, code, or digits that may be one
	Name   string     `json:"name"`   // accessible name of the field
	Form   string     `json:"form"`   // where the field's form is sent; empty without one
	Values []string   `json:"values"`
	On     bool       `json:"on"`
	Key    string     `json:"key"`
	Files  []File     `json:"files"`
	To     []string   `json:"to"`

	Captcha *struct {
		Image   []string `json:"image"`
		Refresh []string `json:"refresh"`
	} `json:"captcha"`

	window int           // 0: the page; else a window that it opened, counted
	page   int           // top documents that its window had had
	at     string        // URL of the page in its window
	doors  [][]string    // chains of the iframes around
	reply  browser.Reply // of a dialog
}

// File is a file that the person chose.
type File struct {
	Name string `json:"name"`
	Data []byte `json:"data"`
}

// parseAction reads a report.
func parseAction(r browser.Report) (action, error) {
	var a action
	if err := json.Unmarshal([]byte(r.Text), &a); err != nil {
		return a, fmt.Errorf("read what was recorded: %w", err)
	}
	for _, door := range r.Doors {
		var chain []string
		if err := json.Unmarshal(door, &chain); err != nil {
			return a, fmt.Errorf("read what was recorded in a frame: %w", err)
		}
		if left, ok := strings.CutPrefix(first(chain), "handoff "); ok && a.Kind != "document" {
			a.Kind, a.Value, a.Chain, a.Element = "handoff", left, nil, 0
			return a, nil
		}
		a.doors = append(a.doors, chain)
	}
	return a, nil
}

// maxChain is how many selectors a step has at most.
const maxChain = 6

// selectors turns a chain of the action's document into one of the page: each
// selector behind the best ones of the iframes around it, and the best one behind
// the others of these too.
func (a action) selectors(chain []string) browser.Selectors {
	texts := chain
	for i := len(a.doors) - 1; i >= 0; i-- {
		texts = behind(a.doors[i], texts)
	}
	var all browser.Selectors
	for _, text := range texts[:min(len(texts), maxChain)] {
		if s, err := browser.ParseSelector(text); err == nil { // what our own grammar has no words for is left out
			all = append(all, s)
		}
	}
	return all
}

func behind(doors, inner []string) []string {
	if len(doors) == 0 || len(inner) == 0 {
		return inner
	}
	var all []string
	for _, text := range inner {
		all = append(all, doors[0]+" >> "+text)
	}
	for _, door := range doors[1:] {
		all = append(all, door+" >> "+inner[0])
	}
	return all
}

// same reports whether two actions are about the same element.
func (a action) same(b action) bool {
	return a.Element != 0 && a.Element == b.Element && a.Doc == b.Doc
}

// originOf returns scheme and host of a URL; empty when it is not of the web.
func originOf(at string) string {
	u, err := url.Parse(at)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}
