package browser

import (
	"context"
	"errors"
	"testing"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	jsonv2 "github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
)

// stuck never answers, like a renderer that died.
type stuck struct{}

func (stuck) Call(ctx context.Context, _ string, _, _ any) error {
	<-ctx.Done()
	return ctx.Err()
}

func event(session, method, params string) *cdproto.Message {
	m := &cdproto.Message{Method: cdproto.MethodType(method), Params: jsonv2.Value(params)}
	jsonv2.Unmarshal([]byte(`{"sessionId":"`+session+`"}`), m)
	return m
}

func TestRouterDeliversInOrderToTheRightSession(t *testing.T) {
	r := NewRouter()
	r.Browser(stuck{})
	var got []any
	stop := r.Session("A", stuck{}).Listen(func(ev any) { got = append(got, ev) })
	r.Session("B", stuck{}).Listen(func(any) { t.Error("B got an event of A") })

	if !r.Route(event("A", "Page.loadEventFired", `{"timestamp":1}`)) {
		t.Error("an event of a page went on to the library")
	}
	r.Route(event("A", "Page.loadEventFired", `{"timestamp":"not a number"}`))
	r.Route(event("A", "Runtime.consoleAPICalled", `{"type":"log","args":[{"type":"string","value":"\ud800"}]}`))
	if r.Route(event("", "Target.targetDestroyed", `{"targetId":"x"}`)) {
		t.Error("an event of the browser did not go on to the library")
	}
	stop()
	r.Route(event("A", "Page.loadEventFired", `{"timestamp":2}`))

	if len(got) != 2 {
		t.Fatalf("%d events, want 2: %v", len(got), got)
	}
	if _, ok := got[0].(*page.EventLoadEventFired); !ok {
		t.Errorf("first event is a %T", got[0])
	}
	if _, ok := got[1].(*runtime.EventConsoleAPICalled); !ok {
		t.Errorf("second event is a %T", got[1])
	}
}

func TestCallsFailWhenTheTargetGoes(t *testing.T) {
	for name, gone := range map[string]func(r *Router){
		"detached":   func(r *Router) { r.Route(event("", "Target.detachedFromTarget", `{"sessionId":"A"}`)) },
		"connection": func(r *Router) { r.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			r := NewRouter()
			r.Browser(stuck{})
			s := r.Session("A", stuck{})
			failed := make(chan error)
			go func() { failed <- s.Call(t.Context(), "Page.enable", nil, nil) }()
			gone(r)
			if err := <-failed; !errors.Is(err, errGone) {
				t.Errorf("Call: %v", err)
			}
			<-s.Done()
			select {
			case <-r.Session("A", stuck{}).Done():
			default:
				if name == "connection" {
					t.Error("a session of a closed connection lives")
				}
			}
		})
	}
}

func TestSubscribeLosesNothing(t *testing.T) {
	r := NewRouter()
	s := r.Session("A", stuck{})
	events, cancel := s.Subscribe(page.LoadEventFired.Method)
	for range 1000 {
		r.Route(event("A", "Page.loadEventFired", `{"timestamp":1}`))
	}
	for range 1000 {
		if v := <-events; string(v) != `{"timestamp":1}` {
			t.Fatalf("got %s", v)
		}
	}
	cancel()
	if _, open := <-events; open {
		t.Error("the channel is open after cancel")
	}
}

func TestGuardHasADeadlineAndACause(t *testing.T) {
	g := guarded(NewRouter().Session("A", stuck{}))
	cause := errors.New("crashed")
	failed := make(chan error)
	go func() {
		_, err := cdp.Call(context.Background(), g, page.Enable, page.EnableParams{})
		failed <- err
	}()
	g.fail(cause)
	if err := <-failed; !errors.Is(err, cause) {
		t.Errorf("Call: %v", err)
	}
	if !g.failed() {
		t.Error("the guard does not know")
	}
}
