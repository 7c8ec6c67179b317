// Package explore finds what a page can show: it does what a person could do to
// it, one thing after the other, sees what came of it, and keeps a graph of the
// states, the links and the requests that it met on the way.
package explore

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
)

// Forms says which forms are filled and sent.
type Forms string

// What Forms may be.
const (
	FillForms Forms = "fill" // those in scope that do not look like a login, a sign-up, a payment, a comment or destructive
	NoForms   Forms = "off"
	AllForms  Forms = "all" // and requests of scripts that may do harm
)

// Config bounds the exploration of one page.
type Config struct {
	States   int                         // that are kept at most; zero means 100
	Events   int                         // gestures at most, returning to states not counted; zero means 600
	Depth    int                         // gestures from the page as it was loaded; zero means 10
	Time     time.Duration               // for one page at most; zero means 60 s, and up to MostTime as long as what is done brings links or controls
	Forms    Forms                       // empty means FillForms
	InScope  func(url string) bool       // where forms may be sent; nil: anywhere
	Referrer string                      // URL of the page that has led to it, which it is told when it is loaded again; empty: none
	Once     bool                        // the page came by a request that must not be made again, such as a form's
	HTML     string                      // the page as it was rendered; empty: it is read again
	Hold     func(context.Context) error // holds a page that is not held yet, for which it is loaded again: pages like it held nothing to act on; nil: it is held
	Memory   *Memory                     // of the crawl; nil: no other page was read before
	Upload   string                      // folder that small files for file inputs are written to, as the browser may read them; empty: inputs stay empty
	Picture  bool                        // take a picture of every state
	Settle   browser.SettleConfig        // after every gesture
}

// MostTime is how long a page is explored at most unless its Config says something else.
const MostTime = 120 * time.Second

const (
	// usualTime is how long a page is explored whatever comes of it.
	usualTime = 60 * time.Second
	// paying is how long ago the last link or control may have come where it is explored for
	// longer.
	paying = 20 * time.Second
)

func (c Config) withDefaults() Config {
	c.States = cmp.Or(c.States, 100)
	c.Events = cmp.Or(c.Events, 600)
	c.Depth = cmp.Or(c.Depth, 10)
	c.Time = cmp.Or(c.Time, usualTime)
	c.Settle.Budget = cmp.Or(c.Settle.Budget, c.Time/4)
	c.Forms = cmp.Or(c.Forms, FillForms)
	if c.InScope == nil {
		c.InScope = func(string) bool { return true }
	}
	if c.Memory == nil {
		c.Memory = &Memory{}
	}
	return c
}

// Result is what the exploration of a page has found.
type Result struct {
	Graph
	Links    []dyncrawl.Link    // each source of a URL once
	Requests []dyncrawl.Request // with a method or a body, such as forms make
	Events   int                // gestures made
	Returns  int                // gestures and loads that led back to a state
	Lively   bool               // something could be done to the page; otherwise it was only read
	Refused  int                // controls left alone, and requests not sent, because they may do harm
	Usual    int                // controls around its content that were left out: the same came of them on other pages
	Limits   []string           // that ended it early: "states", "events", "depth", "time", or what went wrong
}

// Page explores the page that the held tab shows, which must have settled.
// Whatever the page does, it returns what was found; an error is left for a tab
// that is of no use any more, and for the end of ctx.
func Page(ctx context.Context, tab *browser.Tab, cfg Config) (*Result, error) {
	longest := cmp.Or(cfg.Time, MostTime)
	cfg = cfg.withDefaults()
	e := newExplorer(tab, cfg)
	bounded, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	err := e.run(bounded)
	e.teach()
	err = errors.Join(err, e.takeLeave(ctx))
	switch {
	case ctx.Err() != nil:
		return e.result(), ctx.Err()
	case errors.Is(err, context.DeadlineExceeded) || bounded.Err() != nil:
		e.limit("time")
	case err != nil && tab.Broken():
		return e.result(), err
	case err != nil:
		e.limit(err.Error())
	}
	return e.result(), nil
}

const (
	// rest is how long a tab may take to have nothing to do, so that it is used again.
	rest = 100 * time.Millisecond
	// leaving is how long a page whose script hangs is waited for in the end: its tab is not
	// used again anyway.
	leaving = 2 * time.Second
)

// takeLeave leaves the tab to other pages as they expect it, also at the end of ctx.
func (e *explorer) takeLeave(ctx context.Context) error {
	if err := e.widen(context.WithoutCancel(ctx)); err != nil || !e.Lively {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaving)
	defer cancel()
	if err := e.tab.AwaitIdle(ctx, rest); ctx.Err() == nil {
		return err
	}
	return nil
}

// explorer explores one page.
type explorer struct {
	tab *browser.Tab
	cfg Config

	Result
	end      time.Time       // when its usual time is over
	gained   time.Time       // when the last link or control came
	home     string          // URL of the page
	here     int             // the state that the page is in; -1: none that is known
	view     *browser.Survey // the page as it is
	latest   string          // path of the control that something was done to last
	seen     map[uint32]bool // marks that any state had
	offered  int             // of them, those of controls
	known    map[string]bool // links, by URL and source
	queue    queue
	limits   map[string]bool
	glances  int             // looks between two screens
	motions  int             // that came to their end for nothing
	stored   browser.Stored  // by scripts at first
	streams  bool            // that something may be pushed over were opened since the last gesture
	streamed bool            // such streams were opened at all
	askings  int             // gestures that had a socket say something and were waited for
	failed   bool            // the server failed to answer since the last gesture
	loads    int             // of the page, the first one not counted
	maps     bool            // a picture of the page has places to be pressed
	pictured bool            // pictures are shown, or one in their stead
	resized  bool            // the window has another size than usual
	widens   bool            // the page may show more in a window that is wider
	mood     temper          // of the page's scripts
	planned  map[place]int   // to how many events controls listened when they were planned
	sampled  map[string]int  // tasks of what elements around a control listen to, by kind
	taken    map[spot]bool   // what was done in a state, by key, since it had led to another one from elsewhere
	days     map[string]bool // groups of days of which a first and a last were chosen
	veiled   map[string]int  // how often resting on something in a state did not show what it hides, and how many alike controls in a row were not shown, and how often each was not
	intake   intake
	guard    guard
	talk     talk
	around   surroundings
	roaming  roaming
	drawing  drawing
	repeated repeated
	carrying carrying
	typing   typing
}

func newExplorer(tab *browser.Tab, cfg Config) *explorer {
	return &explorer{
		tab: tab, cfg: cfg, end: time.Now().Add(cfg.Time), gained: time.Now(), here: -1, queue: newQueue(),
		seen: map[uint32]bool{}, known: map[string]bool{}, limits: map[string]bool{},
		planned: map[place]int{}, sampled: map[string]int{}, taken: map[spot]bool{}, days: map[string]bool{}, veiled: map[string]int{},
		intake:   intake{asked: map[string]bool{}},
		guard:    guard{verdicts: map[saying]bool{}},
		around:   surroundings{control: map[string]uint64{}, brought: map[uint64]map[uint64]bool{}},
		roaming:  roaming{groups: map[string]int{}},
		repeated: repeated{persisted: map[string]bool{}, untried: map[string]bool{}, reset: map[int]bool{}},
		carrying: carrying{groups: map[string]int{}, on: map[string]bool{}},
		typing:   typing{taken: map[string]bool{}, keyed: map[int]bool{}, edits: map[string]int{}, suggests: map[string]bool{}},
	}
}

func (e *explorer) result() *Result {
	e.Graph.assume()
	e.Refused += int(e.guard.withheld.Swap(0))
	return &e.Result
}

// limit notes once what cut the exploration short.
func (e *explorer) limit(name string) {
	if !e.limits[name] {
		e.limits[name] = true
		e.Limits = append(e.Limits, name)
	}
}

// run explores until nothing is left to try, nothing more is pushed to the page,
// and it shows nothing else when it is loaded again.
func (e *explorer) run(ctx context.Context) error {
	if err := e.begin(ctx); err != nil || e.idle() {
		return err
	}
	for _, more := range []func(context.Context) error{e.linger, e.awaitPushed, e.retry, e.reload, e.roam} {
		if err := e.drain(ctx); err != nil {
			return err
		}
		if e.late() {
			return context.DeadlineExceeded
		}
		if err := more(ctx); err != nil {
			return err
		}
	}
	e.queue.all, e.roaming.begun = true, true
	return e.drain(ctx)
}

// drain tries what is queued, what comes of that included. What is left when it is time to
// do one thing after the other comes after that.
func (e *explorer) drain(ctx context.Context) error {
	for e.roaming.begun || !e.timeToRoam() {
		if e.late() {
			return context.DeadlineExceeded
		}
		if e.Events >= e.cfg.Events {
			if e.queue.waiting() {
				e.limit("events")
			}
			return nil
		}
		e.queue.hurried = e.hurried()
		t := e.queue.next(&e.Graph, e.here)
		if t == nil {
			return nil
		}
		if err := e.try(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// late reports whether the usual time is over and nothing has come for a while.
func (e *explorer) late() bool {
	return time.Now().After(e.end) && time.Since(e.gained) > paying
}

// settledPace is after how many gestures the time for one is known well enough.
const settledPace = 10

// hurried reports whether more waits than there is time for, at the pace up to now.
func (e *explorer) hurried() bool {
	took := e.cfg.Time - time.Until(e.end)
	return e.Events >= settledPace && took/time.Duration(e.Events)*time.Duration(len(e.queue.tasks)) > time.Until(e.end)
}

// holdAgain has a page held that was not, and reads it as it is now.
func (e *explorer) holdAgain(ctx context.Context) error {
	if err := e.cfg.Hold(ctx); err != nil {
		return err
	}
	e.cfg.Hold, e.cfg.HTML, e.intake.traces, e.intake.answers = nil, "", 0, 0
	_, err := e.readSource(ctx)
	return err
}

// begin takes in the page as it was loaded.
func (e *explorer) begin(ctx context.Context) error {
	url, err := e.tab.URL(ctx)
	if err != nil {
		return err
	}
	e.home = url
	lively, err := e.readSource(ctx)
	if err != nil {
		return err
	}
	if !lively {
		e.view = &browser.Survey{}
		e.States = []State{{URL: url, Hash: Print{}.Hash()}} // all that it shows is in its source
		return nil
	}
	e.Lively = true
	if e.cfg.Hold != nil {
		if err := e.holdAgain(ctx); err != nil {
			return err
		}
	}
	if e.maps || slices.ContainsFunc(e.tab.Traces(0), wantsPicture) {
		if err := e.showPictures(ctx); err != nil {
			return err
		}
	}
	if e.cfg.Forms != AllForms {
		e.tab.Withhold(e.withhold)
	}
	e.talk.giveUp = func() { e.tab.AnswerDialogs(nil) }
	e.tab.AnswerDialogs(e.talk.answer)
	if _, err := e.look(ctx, nil); err != nil {
		return err
	}
	e.guard.first = toRead(e.view)
	if e.stored, err = e.tab.Stored(ctx); err != nil {
		return err
	}
	return nil
}

// idle reports whether the page cannot change: no script runs on it.
func (e *explorer) idle() bool {
	return !e.view.Scripts && len(e.view.Window) == 0 && len(e.view.Forms) == 0 && !e.queue.waiting()
}
