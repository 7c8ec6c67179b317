package browser

import (
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"

	"dyncrawl"
)

const (
	maxCommits  = 20 // documents that a page may load by itself in one visit
	manyCommits = 5  // those after which one that has not come to rest in its time loads documents for ever
)

// visit is what the events told about the page since the last Goto. The reader
// writes it; wake says that it changed.
type visit struct {
	main      cdp.FrameID
	bodyLimit int
	wake      chan struct{} // holds one signal

	mu        sync.Mutex
	url       string // asked for
	started   time.Time
	said      int // messages of sockets
	current   string
	documents map[cdp.FrameID]cdp.LoaderID
	worlds    map[cdp.FrameID]runtime.ExecutionContextID
	answer    *network.Response // of the main document, committed or about to be
	timing    dyncrawl.Timing
	asked     int               // documents requested for the main frame
	asking    network.RequestID // of the last of them
	lost      network.RequestID // of one that ended before its document was there
	bare      int               // its status, of which the network tells also when nothing is shown
	loaded    bool
	commits   int
	dialogs   int
	popups    []string
	traces    []Trace
	partial   string
	flaw      string // reason to be partial that stays
	broken    string // net error that ended the main document early
	requests  int
	frames    int   // that were attached
	messages  int   // that its sockets got
	received  int64 // bytes of the main document
	traffic   *traffic
	workers   map[target.SessionID]bool // of the page, that run
	served    bool                      // a service worker was started meanwhile
}

func newVisit(main cdp.FrameID, bodyLimit int) *visit {
	v := &visit{main: main, bodyLimit: bodyLimit, wake: make(chan struct{}, 1)}
	v.documents = make(map[cdp.FrameID]cdp.LoaderID)
	v.worlds = make(map[cdp.FrameID]runtime.ExecutionContextID)
	v.workers = make(map[target.SessionID]bool)
	v.begin(blank)
	return v
}

// begin forgets the last visit. What the old document still asks for until the
// new one is committed is forgotten then.
func (v *visit) begin(url string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.url, v.started = url, time.Now()
	v.answer = nil
	v.timing = dyncrawl.Timing{}
	v.loaded, v.commits, v.dialogs, v.popups, v.traces, v.partial = false, 0, 0, nil, nil, ""
	v.asked, v.asking, v.lost, v.bare = 0, "", "", 0
	v.broken, v.flaw, v.requests, v.frames, v.messages, v.received = "", "", 0, 0, 0, 0
	v.served = false
	v.traffic = newTraffic(v.bodyLimit)
}

// act notes that something is being done to the page, until the returned function is called.
func (v *visit) act() (done func()) {
	v.setActed(true)
	return func() { v.setActed(false) }
}

func (v *visit) setActed(acted bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.traffic.acted = acted
}

// observe takes an event of the page.
func (v *visit) observe(ev any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.note(ev)
	switch ev := ev.(type) {
	case *page.EventFrameNavigated:
		v.commit(ev.Frame)
	case *page.EventNavigatedWithinDocument:
		if ev.FrameID == v.main {
			v.current = ev.URL
		}
		return
	case *page.EventFrameDetached:
		delete(v.worlds, ev.FrameID)
		delete(v.documents, ev.FrameID)
		v.traffic.dropFrame(ev.FrameID)
	case *page.EventLoadEventFired:
		v.load()
	case *page.EventWindowOpen:
		v.popup(ev.URL)
		return
	case *network.EventRequestWillBeSent:
		v.ask(ev)
		v.traffic.start(ev)
	case *network.EventResponseReceivedExtraInfo:
		if ev.RequestID == v.asking {
			v.bare = int(ev.StatusCode)
		}
	case *network.EventResponseReceived:
		v.respond(ev)
	case *network.EventLoadingFailed:
		v.traffic.fail(ev)
		v.breakOff(ev)
	case *network.EventWebSocketCreated:
		v.traffic.streams[ev.RequestID] = time.Now()
		v.traffic.touch()
	case *network.EventWebSocketFrameSent:
		v.said++
	case *network.EventWebSocketFrameReceived:
		v.traffic.streamed(ev.RequestID)
	case *network.EventEventSourceMessageReceived:
		v.traffic.streamed(ev.RequestID)
	case *network.EventWebSocketClosed:
		delete(v.traffic.streams, ev.RequestID)
		v.traffic.touch()
	case *target.EventAttachedToTarget:
		v.worker(ev)
	case *target.EventDetachedFromTarget:
		delete(v.workers, ev.SessionID)
	default:
		return
	}
	v.signal()
}

// signal wakes who waits. The caller holds mu.
func (v *visit) signal() {
	select {
	case v.wake <- struct{}{}:
	default:
	}
}

// commit notes a new document.
func (v *visit) commit(f *cdp.Frame) {
	delete(v.worlds, f.ID)
	v.documents[f.ID] = f.LoaderID
	if f.ID != v.main {
		return
	}
	v.current = f.URL + f.URLFragment
	v.loaded, v.broken, v.received = false, "", 0
	v.traffic.navigated(f.LoaderID)
	if v.commits == 0 {
		v.traffic.forget()
	}
	v.commits++
}

func (v *visit) load() {
	v.loaded = true
	v.traffic.touch()
	if v.timing.Load == 0 {
		v.timing.Load = time.Since(v.started)
	}
}

// breakOff notes that the main document ended before it was complete. Its load
// event never comes.
func (v *visit) breakOff(ev *network.EventLoadingFailed) {
	if ev.RequestID == v.asking {
		v.lost = ev.RequestID
	}
	if string(ev.RequestID) == string(v.documents[v.main]) && !ev.Canceled { // a document has the id of its request
		v.broken = ev.ErrorText
	}
}

func (v *visit) popup(url string) {
	if len(v.popups) < maxPopups {
		v.popups = append(v.popups, url)
	}
}

// maxPopups is how many URLs of pop-ups are kept.
const maxPopups = 5

func (v *visit) respond(ev *network.EventResponseReceived) {
	v.traffic.respond(ev)
	if ev.Type != network.ResourceTypeDocument || ev.FrameID != v.main {
		return
	}
	v.answer = ev.Response
	if v.timing.Response == 0 {
		v.timing.Response = time.Since(v.started)
	}
}

// finish notes that a request was answered in full, and returns the exchange
// whose body is to be fetched, if any.
func (v *visit) finish(ev *network.EventLoadingFinished) *exchange {
	v.mu.Lock()
	defer v.mu.Unlock()
	defer v.signal()
	return v.traffic.finish(ev)
}

func (v *visit) dialog() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.dialogs++
	return v.dialogs
}

func (v *visit) currentURL() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.current
}

// committed reports whether the main frame shows the document.
func (v *visit) committed(id cdp.LoaderID) bool { return v.document(v.main) == id }

// document returns the id of the document that the frame shows.
func (v *visit) document(frame cdp.FrameID) cdp.LoaderID {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.documents[frame]
}

// world returns our isolated world of the frame, if it is known.
func (v *visit) world(frame cdp.FrameID) (runtime.ExecutionContextID, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	id, ok := v.worlds[frame]
	return id, ok
}

// keepWorld notes our isolated world of the frame, unless the frame has gone on
// to another document meanwhile.
func (v *visit) keepWorld(frame cdp.FrameID, document cdp.LoaderID, id runtime.ExecutionContextID) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.documents[frame] == document {
		v.worlds[frame] = id
	}
}

// status returns the HTTP status of the main document, 0 when there was none.
func (v *visit) status() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.answer == nil {
		return v.bare
	}
	return int(v.answer.Status)
}
