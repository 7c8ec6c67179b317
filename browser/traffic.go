package browser

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"

	"dyncrawl"
)

// traffic keeps account of the requests of one visit: which are in flight and
// matter for settling, and which are exchanges worth keeping. Its owner locks.
type traffic struct {
	bodyLimit int
	pending   map[network.RequestID]*network.EventRequestWillBeSent
	exchanges []*exchange
	open      map[network.RequestID]*exchange // exchanges in flight
	bodies    map[network.RequestID]*body     // of answers to fetch in flight
	streams   map[network.RequestID]time.Time // when the sockets and event streams were opened that are open
	answered  int                             // exchanges whose bodies were asked for
	fetched   int                             // and those whose bodies are there
	repeats   map[string]int
	acted     bool      // something is being done to the page
	last      time.Time // when something that matters last happened
}

func newTraffic(bodyLimit int) *traffic {
	return &traffic{
		bodyLimit: bodyLimit,
		pending:   make(map[network.RequestID]*network.EventRequestWillBeSent),
		open:      make(map[network.RequestID]*exchange),
		bodies:    make(map[network.RequestID]*body),
		streams:   make(map[network.RequestID]time.Time),
		repeats:   make(map[string]int),
		last:      time.Now(),
	}
}

func (t *traffic) touch() { t.last = time.Now() }

// navigated drops the requests of earlier documents from those that matter: the
// main frame shows the one with the id now.
func (t *traffic) navigated(id cdp.LoaderID) {
	t.touch()
	for request, ev := range t.pending {
		if ev.LoaderID != id {
			delete(t.pending, request)
		}
	}
}

// forget drops the exchanges so far: they are the last page's.
func (t *traffic) forget() {
	t.exchanges = nil
	clear(t.open)
	clear(t.streams)
}

// dropFrame forgets the requests of a frame that is gone or went to another
// process: their ends are not reported here.
func (t *traffic) dropFrame(id cdp.FrameID) {
	for request, ev := range t.pending {
		if ev.FrameID == id {
			delete(t.pending, request)
			t.touch()
		}
	}
}

func (t *traffic) start(ev *network.EventRequestWillBeSent) {
	if isExchange(ev.Type) && t.open[ev.RequestID] == nil {
		x := newExchange(ev)
		x.owner = t
		t.open[ev.RequestID] = x
		t.exchanges = append(t.exchanges, x)
	}
	if !matters(ev) || t.isPoll(ev) {
		return
	}
	t.pending[ev.RequestID] = ev
	delete(t.bodies, ev.RequestID) // it was redirected
	t.touch()
}

func (t *traffic) respond(ev *network.EventResponseReceived) {
	if x := t.open[ev.RequestID]; x != nil {
		x.respond(ev.Response)
	}
	kind, _, _ := strings.Cut(ev.Response.MimeType, "/")
	if ev.Response.MimeType == "text/event-stream" || kind == "video" || kind == "audio" { // may never end
		t.end(ev.RequestID)
		t.streams[ev.RequestID] = time.Now()
	}
	if ev.Type == network.ResourceTypeFetch && t.pending[ev.RequestID] != nil {
		t.bodies[ev.RequestID] = newBody(ev.Response)
	}
}

// body is what is known of the body of an answer that was not told to be complete.
type body struct {
	length int64 // bytes; -1: not known
	got    int64 // of them; more where they are counted unpacked
	last   time.Time
}

func newBody(r *network.Response) *body {
	length, err := strconv.ParseInt(header(r.Headers).Get("Content-Length"), 10, 64)
	if err != nil {
		length = -1
	}
	return &body{length: length, last: time.Now()}
}

// A page that asks by fetch only to tell may never read the answer, and Chromium tells
// the end of none that nobody reads. So one whose bytes are all there is waited for
// only unreadWait more, and one that does not say how long it is unknownWait.
const (
	unreadWait  = 100 * time.Millisecond
	unknownWait = time.Second
)

// left returns how long a page may still be about to read the body.
func (b *body) left() time.Duration {
	switch {
	case b.length < 0:
		return unknownWait - time.Since(b.last)
	case b.got >= b.length:
		return unreadWait - time.Since(b.last)
	}
	return longPoll
}

// receive notes bytes of an answer, and reports whether they were the last of one that is
// waited for until they are there.
func (t *traffic) receive(ev *network.EventDataReceived) (complete bool) {
	b := t.bodies[ev.RequestID]
	if b == nil {
		return false
	}
	b.got, b.last = b.got+max(ev.DataLength, ev.EncodedDataLength), time.Now()
	return b.length >= 0 && b.got >= b.length
}

// waiting returns how long the requests in flight still matter at most, 0 when there
// are none, or only long polls and answers that nobody reads.
func (t *traffic) waiting() time.Duration {
	longest := time.Duration(0)
	for id := range t.pending {
		wait := longPoll - time.Since(t.last)
		if b := t.bodies[id]; b != nil {
			wait = min(wait, b.left())
		}
		longest = max(longest, wait)
	}
	return longest
}

func (t *traffic) finish(ev *network.EventLoadingFinished) *exchange {
	t.end(ev.RequestID)
	x := t.open[ev.RequestID]
	if x == nil {
		return nil
	}
	delete(t.open, ev.RequestID)
	x.took(ev.Timestamp)
	x.Truncated = true // until its body is there
	t.answered++
	return x
}

func (t *traffic) fail(ev *network.EventLoadingFailed) {
	t.end(ev.RequestID)
	if x := t.open[ev.RequestID]; x != nil {
		delete(t.open, ev.RequestID)
		x.took(ev.Timestamp)
	}
}

func (t *traffic) end(id network.RequestID) {
	delete(t.streams, id)
	delete(t.bodies, id)
	if t.pending[id] != nil {
		delete(t.pending, id)
		t.touch()
	}
}

// matters reports whether the page is not complete before the request is
// answered. Streams, beacons, prefetches and preloads do not count.
func matters(ev *network.EventRequestWillBeSent) bool {
	if ev.Request.IsLinkPreload || strings.HasPrefix(ev.Request.URL, "data:") || strings.HasPrefix(ev.Request.URL, "blob:") {
		return false
	}
	switch ev.Type {
	case network.ResourceTypeDocument, network.ResourceTypeStylesheet, network.ResourceTypeScript,
		network.ResourceTypeXHR, network.ResourceTypeFetch, network.ResourceTypeImage:
		return true
	}
	return false
}

func isExchange(kind network.ResourceType) bool {
	return kind == network.ResourceTypeXHR || kind == network.ResourceTypeFetch
}

// pollRepeats is how often a page may send the same request before it is taken
// for a poll that never ends.
const pollRepeats = 3

// isPoll counts the request and reports whether it only repeats itself. What is asked while
// something is done to the page comes of that: a list that is scrolled may ask the same
// for each helping.
func (t *traffic) isPoll(ev *network.EventRequestWillBeSent) bool {
	if !isExchange(ev.Type) || ev.RedirectResponse != nil || t.acted {
		return false
	}
	key := pollKey(ev.Request)
	t.repeats[key]++
	return t.repeats[key] > pollRepeats
}

// busters matches the value of a query parameter that only defeats caches: a
// time stamp or a random number.
var busters = regexp.MustCompile(`^(\d{10,}|0?\.\d{6,})$`)

// pollKey is equal for requests that ask the same: method, URL without cache
// busters, and body. Pages of a list differ in it.
func pollKey(r *network.Request) string {
	key := r.Method + " " + r.URL
	if u, err := url.Parse(r.URL); err == nil && u.RawQuery != "" {
		q := u.Query()
		for name, values := range q {
			if busters.MatchString(values[0]) {
				q.Del(name)
			}
		}
		u.RawQuery = q.Encode()
		key = r.Method + " " + u.String()
	}
	for _, entry := range r.PostDataEntries {
		key += "\x00" + string(entry.Bytes)
	}
	return key
}

// list returns the exchanges in the order in which they started.
func (t *traffic) list() []dyncrawl.Exchange {
	out := make([]dyncrawl.Exchange, len(t.exchanges))
	for i, x := range t.exchanges {
		out[i] = x.Exchange
	}
	return out
}
