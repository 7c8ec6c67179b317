package browser

import (
	"context"
	"sync"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/target"
)

// Caller runs one command on a target and decodes its answer into result.
type Caller interface {
	Call(ctx context.Context, method string, params, result any) error
}

// Router hands each event of a connection to the session it belongs to. A
// driver puts it between the connection and its library: the library then sees
// the answers and the events of the browser itself, and is spared those of the
// pages, which it would decode again or trip over.
type Router struct {
	mu       sync.Mutex
	browser  *session
	sessions map[target.SessionID]*session
	closed   bool
}

// NewRouter returns a router without sessions.
func NewRouter() *Router {
	return &Router{sessions: make(map[target.SessionID]*session)}
}

// Browser returns the session of the browser itself, with c for its commands.
func (r *Router) Browser(c Caller) Session {
	s := newSession(c)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.browser = s
	if r.closed {
		s.close()
	}
	return s
}

// Session returns the session with the id, with c for its commands.
func (r *Router) Session(id target.SessionID, c Caller) Session {
	s := newSession(c)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sessions[id] = s
	if r.closed {
		s.close()
	}
	return s
}

// Route delivers msg when it is an event, and reports whether it belonged to a
// page and so is of no concern to the library. Only the reader of the
// connection calls it.
func (r *Router) Route(msg *cdproto.Message) (taken bool) {
	if msg.Method == "" {
		return false
	}
	s := r.find(msg.SessionID)
	if s == nil {
		return msg.SessionID != ""
	}
	ev := s.publish(msg)
	if gone, ok := ev.(*target.EventDetachedFromTarget); ok {
		r.End(gone.SessionID)
	}
	return msg.SessionID != ""
}

func (r *Router) find(id target.SessionID) *session {
	r.mu.Lock()
	defer r.mu.Unlock()
	if id == "" {
		return r.browser
	}
	return r.sessions[id]
}

// End ends the session with the id, if there is one.
func (r *Router) End(id target.SessionID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s := r.sessions[id]; s != nil {
		s.close()
		delete(r.sessions, id)
	}
}

// Close ends all sessions: the connection is gone.
func (r *Router) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	for id, s := range r.sessions {
		s.close()
		delete(r.sessions, id)
	}
	if r.browser != nil {
		r.browser.close()
	}
}
