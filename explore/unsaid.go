package explore

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"dyncrawl/browser"
)

//go:embed shows.txt
var showsText string

// shows returns a matcher of the words of shows.txt.
var shows = sync.OnceValue(func() *regexp.Regexp {
	var parted, joined []string
	for line := range strings.SplitSeq(showsText, "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for word := range strings.FieldsSeq(plain(line)) {
			begins, prefix := strings.CutSuffix(word, "*")
			switch begins = regexp.QuoteMeta(begins); {
			case !partsWords(word):
				joined = append(joined, begins)
			case prefix:
				parted = append(parted, begins+`[\p{L}\p{M}]*`)
			default:
				parted = append(parted, begins)
			}
		}
	}
	return regexp.MustCompile(`(?:^|[^\p{L}\p{M}])(?:` + strings.Join(parted, "|") + `)(?:$|[^\p{L}\p{M}])|` + strings.Join(joined, "|"))
})

// arrow matches the words of controls that lead on or back. A number by itself may be one
// that is voted with.
var arrow = regexp.MustCompile(`^[\s‹›«»<>←→⟨⟩…]+$`)

// onlyShows reports whether the control says that it shows, finds or orders something.
func onlyShows(c *browser.Control) bool {
	switch {
	case c.Role == "tab", c.Role == "treeitem", c.Role == "columnheader", c.Tag == "summary", c.Tag == "th", c.Acts:
		return true
	case c.Href != "" && !strings.HasPrefix(c.Href, "#") && !isScript(c.Href):
		return true // it leads to a page
	}
	label := strings.TrimSpace(plain(c.Label))
	return arrow.MatchString(label) || shows().MatchString(label)
}

// moves are the keys that lead on and enter nothing.
var moves = regexp.MustCompile(`^(?:\s*(?:(?:Shift|Control|Alt)\+)?(?:Arrow\w+|Home|End|Page\w+|Tab|Escape))+\s*$`)

// isUnsaid reports whether the gesture may change more than the page for all that is said
// of it: no list of words knows all that buttons do. What it has a script send with POST
// goes out only where the request says that it asks. The form that was filled is another
// matter: see sendable.
func (e *explorer) isUnsaid(g browser.Gesture) bool {
	switch g.Kind {
	case browser.Type, browser.Choose, browser.Take, browser.Upload, browser.DropFile, browser.Rest, browser.Leave, browser.Focus, browser.Wheel, browser.Pinch,
		browser.Clip, browser.Mark, browser.Show, browser.GoBack, browser.WatchOn, scrollKind, turnKind:
		return false
	case browser.Keys:
		if moves.MatchString(g.Value) {
			return false
		}
	}
	c := e.at(g.Path)
	switch {
	case c == nil:
		return !e.takesValues(g.Path)
	case sendsForm(c), g.Kind == browser.Keys && c.Form != "":
		return !e.takesValues(c.Form)
	}
	return !onlyShows(c)
}

// takesValues reports whether the form at the path has a field to be filled: one for the
// address of somebody alone has them invited, or added to a list.
func (e *explorer) takesValues(path string) bool {
	return slices.ContainsFunc(e.view.Forms, func(f browser.Form) bool {
		return f.Path == path && slices.ContainsFunc(f.Fields, func(field browser.Field) bool {
			return !field.Fixed && !takesNothing(field.Type) && field.Type != "email" && field.Type != "tel" && !strings.Contains(words(&field), "@")
		})
	})
}
