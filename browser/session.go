package browser

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/chromedp/cdproto"
	jsonv2 "github.com/chromedp/cdproto/cdp/jsonv2"
)

// errGone is the error of calls whose target went away.
var errGone = errors.New("the page or the browser is gone")

// lenient lets payloads with lone surrogates through: pages log them.
var lenient = jsonv2.JoinOptions(jsonv2.DefaultOptionsV2(), jsonv2.AllowInvalidUTF8(true))

// session is what a Router hands out.
type session struct {
	caller Caller
	life   context.Context // ends with the target
	close  context.CancelFunc

	ignored atomic.Pointer[string] // prefix of methods

	mu        sync.Mutex
	listeners []*listener // replaced as a whole, never changed in place
}

// listener takes the decoded events, or the raw ones of a single method.
type listener struct {
	event  func(ev any)
	method string
	raw    func(params jsonv2.Value)
}

func newSession(c Caller) *session {
	s := &session{caller: c}
	s.life, s.close = context.WithCancel(context.Background())
	return s
}

func (s *session) Done() <-chan struct{} { return s.life.Done() }

// Call implements cdp.Session. It fails at once when the session ends.
func (s *session) Call(ctx context.Context, method string, params, result any) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.life, cancel)()
	err := s.caller.Call(ctx, method, params, result)
	if err != nil && s.life.Err() != nil {
		return errGone
	}
	return err
}

// Ignore implements Session.
func (s *session) Ignore(domain string) {
	prefix := domain + "."
	s.ignored.Store(&prefix)
}

// Listen implements Session.
func (s *session) Listen(fn func(ev any)) (stop func()) {
	return s.add(&listener{event: fn})
}

// Subscribe implements cdp.Session.
func (s *session) Subscribe(method string) (<-chan jsonv2.Value, func()) {
	q := newQueue[jsonv2.Value]()
	stop := s.add(&listener{method: method, raw: q.push})
	unhook := context.AfterFunc(s.life, q.stop)
	return q.out, func() {
		unhook()
		stop()
		q.stop()
	}
}

func (s *session) add(l *listener) (stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.listeners = append(slices.Clone(s.listeners), l)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.listeners = slices.DeleteFunc(slices.Clone(s.listeners), func(o *listener) bool { return o == l })
	}
}

// publish hands the event to the listeners and returns it decoded, or nil when
// it does not decode.
func (s *session) publish(msg *cdproto.Message) any {
	if prefix := s.ignored.Load(); prefix != nil && strings.HasPrefix(string(msg.Method), *prefix) {
		return nil
	}
	s.mu.Lock()
	listeners := s.listeners
	s.mu.Unlock()
	ev, err := cdproto.UnmarshalMessage(msg, lenient)
	for _, l := range listeners {
		switch {
		case l.raw != nil && l.method == string(msg.Method):
			l.raw(msg.Params)
		case l.event != nil && err == nil:
			l.event(ev)
		}
	}
	return ev
}
