package explore

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"dyncrawl"
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

// guard keeps a page from doing harm.
type guard struct {
	verdicts  map[saying]bool // whether controls are harmful
	withheld  atomic.Int32    // requests
	acted     atomic.Bool     // something was done since the page was loaded
	unsaid    atomic.Bool     // nothing says of what was done last that it only shows or asks
	consulted sync.Map        // paths of URLs that the page has posted to by itself
}

// withhold reports whether the request does harm, or may for all that is said, and counts
// it then. A page that loads may ask for what it is made of, and where it did so it may ask
// later, too.
func (e *explorer) withhold(r dyncrawl.Request) bool {
	harms := harmfulRequest(r)
	if !harms && !onlyAsks(r) {
		place, _, _ := strings.Cut(r.URL, "?")
		_, known := e.guard.consulted.Load(place)
		switch {
		case !e.guard.acted.Load():
			e.guard.consulted.Store(place, true)
		case e.cfg.Forms == NoForms:
			harms = true
		case e.guard.unsaid.Load():
			harms = !known
		}
	}
	if harms {
		e.guard.withheld.Add(1)
	}
	return harms
}

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
