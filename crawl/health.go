package crawl

import (
	"slices"
	"sync"
	"time"
)

// health is what is known of an account's login. A login that has ended does not
// come back by itself: if it held at one moment, it held at all earlier ones
// since it was made.
type health struct {
	mu       sync.Mutex
	logins   int             // so far
	lost     bool            // it has ended; nobody has logged in since
	held     time.Time       // the last moment at which it is known to have held
	doubtful []doubt         // pages stored since that do not show themselves that it held
	shown    map[string]bool // shapes whose pages show the check's element
	alarms   map[string]int  // signs of a lost login that were none, by sign and shape
	losses   int             // ends of the login since a page was stored
	doubted  int             // pages that the last end of the login put in doubt, since a check was due; 0: none

	looking sync.Mutex // held while somebody looks at the check page
}

// doubt is a stored page whose login nobody has confirmed.
type doubt struct {
	url int64
	at  time.Time // when it was complete
}

// maxAlarms is after how many false alarms a sign counts for nothing on pages of
// a shape.
const maxAlarms = 3

// sign is what gives reason to doubt the login; empty: nothing does.
type sign string

// The signs, in the order of their weight.
const (
	atLoginPage sign = "it led to the login page"
	refused     sign = "it was refused with 401 or 403"
	asksSecret  sign = "it asks for a password"
	lacksCheck  sign = "it lacks what pages like it show to who is logged in"
)

// generation returns the number of logins so far.
func (h *health) generation() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.logins
}

// heldLast returns the last moment at which the login is known to have held.
func (h *health) heldLast() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.held
}

// renewed notes a login that was checked at the time.
func (h *health) renewed(at time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.logins++
	h.lost = false
	h.confirm(at)
}

// confirm notes that the login held at the time. The caller holds mu.
func (h *health) confirm(at time.Time) {
	if at.After(h.held) {
		h.held = at
	}
	h.doubtful = slices.DeleteFunc(h.doubtful, func(d doubt) bool { return !d.at.After(h.held) })
}

// show notes whether a page that nothing else speaks against shows the check's
// element; begun is when it was asked for.
func (h *health) show(shape string, shows bool, begun time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if shows {
		h.confirm(begun)
		if h.shown == nil {
			h.shown = map[string]bool{}
		}
		h.shown[shape] = true
	}
}

// weigh returns the sign, or none when it has too often meant nothing.
func (h *health) weigh(s sign, shape string) sign {
	h.mu.Lock()
	defer h.mu.Unlock()
	if s == lacksCheck && !h.shown[shape] || s != atLoginPage && h.alarms[string(s)+shape] >= maxAlarms {
		return ""
	}
	return s
}

// judged notes what a look at the check page, begun at the time, has shown.
func (h *health) judged(ok bool, s sign, shape string, at time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !ok {
		h.lost = true
		return
	}
	h.confirm(at)
	if s == "" {
		return
	}
	if h.alarms == nil {
		h.alarms = map[string]int{}
	}
	h.alarms[string(s)+shape]++
}

// known returns what is known without looking: the login is lost, or it held at
// the time or later.
func (h *health) known(at time.Time) (held, certain bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return !h.lost, h.lost || !h.held.Before(at)
}

// stored notes a page that was stored, and reports whether the login is to be
// checked: so many pages are in doubt, or half of those that its last end put in
// doubt. Otherwise a login that ends sooner would have the same pages visited for
// ever. A page that has shown itself that the login held is not in doubt.
func (h *health) stored(url int64, sure bool, every int) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.losses = 0
	if sure {
		return false
	}
	h.doubtful = append(h.doubtful, doubt{url, time.Now()})
	if h.doubted > 0 {
		every = min(every, max(1, h.doubted/2))
	}
	due := len(h.doubtful)%every == 0
	if due {
		h.doubted *= 2 // it may last longer this time
	}
	return due
}

// isOut reports whether the account is known not to be logged in: it never was, or the
// login has ended.
func (h *health) isOut() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.lost || h.logins == 0
}

// doubts returns how many pages wait for a confirmation.
func (h *health) doubts() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.doubtful)
}

// lose forgets the doubtful pages and returns them, with the number of logins
// that have ended since a page was stored.
func (h *health) lose() (pages []int64, losses int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, d := range h.doubtful {
		pages = append(pages, d.url)
	}
	if len(pages) > 0 {
		h.doubted = len(pages)
	}
	h.doubtful = nil
	h.losses++
	return pages, h.losses
}
