package tier

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Tier is a way of visiting a page.
type Tier string

// The tiers. The browser is the judge of the other two.
const (
	Browser Tier = "browser"
	HTTP    Tier = "http" // the page, without running its script
	API     Tier = "api"  // the answers that the page's script would ask for
)

const (
	probation = 5  // pages that agree before a shape goes the cheap way
	period    = 20 // cheap pages to each that the browser judges
	unsure    = 4  // the same while pages differ at first look
	calm      = 4  // judgements without a difference after which it is one of twenty again
	futile    = 20 // visits in a row that showed nothing, after which it is left
	patience  = 30 // pages that agree after which fields that never came are not waited for
	// lessons is how many templates are tried for a shape: the first few pages
	// may have in common what others do not.
	lessons = 3
)

// Tally counts the judgements over one tier.
type Tally struct {
	Judged   int
	Agreed   int
	Volatile int // of those that agreed: not at first look
}

// Demotion is a cheap way that was given up.
type Demotion struct {
	Tier   Tier
	Reason string
	URL    string // where it was seen; empty when it was no single page
	At     time.Time
	Repeat bool // pages had come this way and are visited again
}

// Evidence is what is known of a shape; it is kept as JSON. Its zero value is a
// shape that nobody has seen.
type Evidence struct {
	Decision  Tier           // how its pages are visited; empty means the browser
	Trial     Tier           // what is tried beside the browser; empty: nothing, or nothing yet
	Streak    int            // agreements since the trial began
	Unsure    int            // judgements until pages count as calm again
	Futile    int            // judgements in a row that were none
	Tally     map[Tier]Tally // by judged tier
	Profile   []string       // names of facts that every judged page had, sorted
	Seen      []string       // names of facts that agreed on some page, sorted
	Demotions []Demotion
	FromFlow  bool // the template was not learned: it stands in the flow
	Version   int  // grows with every change
}

// Route says how to visit one page.
type Route struct {
	Tier   Tier
	Judged bool // the browser visits it, too, and its result is the one that counts
}

// Route returns the way of the next page. unjudged is the number of the shape's
// pages that went the cheap way since one was judged. Every twentieth is judged
// rather than one in twenty by chance: the longest run without a judgement then
// costs no more judgements than the mean.
func (e Evidence) Route(unjudged int) Route {
	switch {
	case e.Decision == HTTP || e.Decision == API:
		return Route{e.Decision, unjudged+1 >= e.period()}
	case e.Trying() != "":
		return Route{e.Trying(), true}
	}
	return Route{Tier: Browser}
}

// Trying returns the cheap tier that judgements are about now; empty: none. A
// new shape tries http.
func (e Evidence) Trying() Tier {
	switch {
	case e.Decision == HTTP || e.Decision == API:
		return e.Decision
	case e.Demotions == nil && e.Trial == "":
		return HTTP
	}
	return e.Trial
}

func (e Evidence) period() int {
	if e.Unsure > 0 {
		return unsure
	}
	return period
}

// Suspects reports whether a cheap visit lacks what all judged pages had, or
// brought an invalid item: then the browser judges it, whoever's turn it is.
func (e Evidence) Suspects(f Facts) bool {
	for name, value := range f {
		if isItem(name) && value != "" {
			return true
		}
	}
	names := generalNames(f)
	return slices.ContainsFunc(e.Profile, func(name string) bool { return !slices.Contains(names, name) })
}

// Agree returns the evidence after a judgement in favour of a tier; rendered is
// what the browser saw and expected are the names of the facts that the flow
// asks for (see Expected). The shape goes the cheap way after five agreements,
// once each expected fact was among them: as long as no page had it, nobody knows
// whether it comes that way.
func (e Evidence) Agree(tier Tier, v Verdict, rendered Facts, expected []string) Evidence {
	if e.Trying() != tier {
		return e
	}
	e = e.changed()
	tally := e.Tally[tier]
	tally.Judged++
	tally.Agreed++
	e.Futile, e.Unsure = 0, max(0, e.Unsure-1)
	if v.Volatile {
		tally.Volatile++
		e.Unsure = calm
	}
	e.Tally[tier] = tally
	e.note(rendered)
	e.Streak++
	missing := slices.ContainsFunc(expected, func(name string) bool { return !slices.Contains(e.Seen, name) })
	if e.Decision != tier && e.Streak >= probation && (!missing || e.Streak >= patience) {
		e.Decision, e.Trial = tier, ""
	}
	return e
}

// note takes the facts of a page that agreed into Profile and Seen.
func (e *Evidence) note(f Facts) {
	names := generalNames(f)
	if e.Streak == 0 {
		e.Profile = names
	}
	e.Profile = slices.DeleteFunc(slices.Clone(e.Profile), func(name string) bool { return !slices.Contains(names, name) })
	seen := append(slices.Clone(e.Seen), names...)
	slices.Sort(seen)
	e.Seen = slices.Compact(seen)
}

// Disagree returns the evidence after a judgement against a tier. When the
// shape's pages went that way they have to be repeated. After a template of
// the flow http is tried, as for any shape, then the api, with another template
// when one was refuted, and then nothing.
func (e Evidence) Disagree(tier Tier, v Verdict, url string, now time.Time) (_ Evidence, repeat bool) {
	if e.Trying() != tier {
		return e, false
	}
	tally := e.Tally[tier]
	e, repeat = e.leave(tier, "differs in "+strings.Join(v.Differences, ", "), url, now)
	tally.Judged++
	e.Tally[tier] = tally
	return e, repeat
}

// Given returns the evidence of a shape that nobody has seen when the flow has a
// template for it: that is tried first.
func Given() Evidence { return Evidence{Trial: API, FromFlow: true} }

// Learned returns the evidence once there is a template to try.
func (e Evidence) Learned() Evidence {
	e = e.changed()
	e.Trial, e.Streak, e.Profile, e.Seen = API, 0, nil, nil
	return e
}

// Nothing returns the evidence after a judgement that was none: the cheap visit
// failed for a reason that may pass. After many in a row the trial ends; a
// decision stays.
func (e Evidence) Nothing(tier Tier, now time.Time) Evidence {
	if e.Trying() != tier {
		return e
	}
	e = e.changed()
	e.Futile++
	if e.Futile < futile || e.Decision == tier {
		return e
	}
	e, _ = e.leave(tier, fmt.Sprintf("%d visits in a row failed", e.Futile), "", now)
	return e
}

// Unlearnable returns the evidence when no template can be found.
func (e Evidence) Unlearnable(reason string, now time.Time) Evidence {
	e, _ = e.leave(API, reason, "", now)
	e.Trial = ""
	return e
}

func (e Evidence) leave(tier Tier, reason, url string, now time.Time) (_ Evidence, repeat bool) {
	repeat = e.Decision == tier
	e = e.changed()
	if e.FromFlow {
		reason = "the flow's rule: " + reason
	}
	e.Demotions = append(slices.Clone(e.Demotions), Demotion{Tier: tier, Reason: reason, URL: url, At: now, Repeat: repeat})
	e.Decision, e.Trial, e.Streak, e.Unsure, e.Futile, e.Profile, e.Seen = Browser, "", 0, 0, 0, nil, nil
	switch {
	case e.FromFlow:
		e.FromFlow, e.Trial = false, HTTP
	case tier == HTTP, tier == API && e.given(API) < lessons:
		e.Trial = API
	}
	return e, repeat
}

// given counts how often the tier was given up.
func (e Evidence) given(tier Tier) (n int) {
	for _, d := range e.Demotions {
		if d.Tier == tier {
			n++
		}
	}
	return n
}

// changed returns a copy that shares no tally with e.
func (e Evidence) changed() Evidence {
	tally := map[Tier]Tally{}
	for t, n := range e.Tally {
		tally[t] = n
	}
	e.Tally = tally
	e.Version++
	return e
}
