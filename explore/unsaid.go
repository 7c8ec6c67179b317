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
	return oneOf(parted, joined)
})

// oneOf returns a matcher of expressions for whole words, and for those of scripts that do
// not part words.
func oneOf(parted, joined []string) *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^\p{L}\p{M}])(?:` + strings.Join(parted, "|") + `)(?:$|[^\p{L}\p{M}])|` + strings.Join(joined, "|"))
}

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
	first     map[string]bool // paths of what was there to be read at first
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
	case g.Path == page && g.Kind == browser.Press: // beside everything
		return false
	case c == nil:
		return !e.takesValues(g.Path)
	case sendsForm(c), g.Kind == browser.Keys && c.Form != "":
		return !e.takesValues(c.Form)
	}
	return !onlyShows(c) && !e.isContent(c)
}

// readTags are the elements that somebody reads, and presses for more of the same.
var readTags = []string{"article", "dd", "dt", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "li", "p", "td", "tr"}

// toRead returns the paths of what the page has to be read that can be acted on.
func toRead(view *browser.Survey) map[string]bool {
	paths := map[string]bool{}
	for i := range view.Controls {
		if c := &view.Controls[i]; c.Visible && !c.Button && slices.Contains(readTags, c.Tag) {
			paths[c.Path] = true
		}
	}
	return paths
}

// wordy matches what has a word. Grades, places in a hall and signs have none.
var wordy = regexp.MustCompile(`\p{L}{3}|[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]{2}`)

// isContent reports whether the control is a part of what there is to read, such as an entry
// of a tree or a headline, and not a button, nor an entry of a menu of the site or of one that
// a press has opened: it was there at first, lies in what was, or was brought by typing.
func (e *explorer) isContent(c *browser.Control) bool {
	if c.Button || c.Around || !slices.Contains(readTags, c.Tag) || !wordy.MatchString(c.Label) || dangers().in(c.Label) {
		return false
	}
	return e.wasRead(c.Path) || e.brought(c)
}

// wasRead reports whether what is at the path, or what it lies in, was there to be read when
// the page was loaded.
func (e *explorer) wasRead(path string) bool {
	for ; path != ""; path = boxOf(path) {
		if e.guard.first[path] {
			return true
		}
	}
	return false
}

// brought reports whether the control has come with what was typed, as a suggestion does.
func (e *explorer) brought(c *browser.Control) bool {
	return slices.ContainsFunc(e.Edges, func(o Edge) bool {
		last := o.Gestures[len(o.Gestures)-1].Kind
		return o.To == e.here && (last == browser.Type || last == browser.Keys) && !slices.ContainsFunc(e.States[o.From].offers, func(f offer) bool {
			return f.gestures[len(f.gestures)-1].Path == c.Path
		})
	})
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
