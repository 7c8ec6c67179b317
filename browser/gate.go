package browser

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"

	"dyncrawl"
)

// Gate decides on what leaves a page. Its functions run at the same time as one
// another and must return soon.
type Gate struct {
	// Pass is asked before a request is sent, redirects included, and fails it by
	// false. The request has all headers; its body is at most what Exchange keeps.
	// WebSockets are not asked for.
	Pass func(r dyncrawl.Request) bool

	// Credentials answers HTTP Basic and Digest authentication for an origin, once
	// for a realm. False: the page gets its 401.
	Credentials func(origin string) (user, password string, ok bool)
}

// Gate has requests of the page, of its frames and of the pop-ups that it opens
// from now on pass g, until the tab is reset.
func (t *Tab) Gate(ctx context.Context, g *Gate) error {
	t.gate.Store(g)
	t.greeted.Clear()
	for _, s := range t.foreign {
		if err := t.gateFrame(ctx, s); err != nil {
			return fmt.Errorf("guard the requests of a frame: %w", err)
		}
	}
	if err := t.block(ctx); err != nil {
		return fmt.Errorf("guard the requests of the page: %w", err)
	}
	t.wide = false
	if err := t.weigh(ctx); err != nil {
		return fmt.Errorf("let the page go: %w", err)
	}
	return nil
}

// openGate lets everything pass again.
func (t *Tab) openGate(ctx context.Context) error {
	if t.gate.Load() == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, resetTimeout)
	defer cancel()
	return t.Gate(ctx, nil)
}

// gateSession has every request of a session wait.
func gateSession(ctx context.Context, s Session) error {
	// Nothing else has a say in what is loaded: blocked kinds are told by judge.
	all := []*fetch.RequestPattern{{URLPattern: "*"}}
	_, err := cdp.Call(ctx, s, fetch.Enable, fetch.EnableParams{Patterns: all, HandleAuthRequests: new(true)})
	return err
}

// gateFrame has the requests of a frame in a process of its own pass the gate, if
// there is one.
func (t *Tab) gateFrame(ctx context.Context, s Session) error {
	select {
	case <-s.Done(): // the frame is gone
		return nil
	default:
	}
	if t.gate.Load() == nil {
		_, err := cdp.Call(ctx, s, fetch.Disable, cdp.Empty{})
		return err
	}
	s.Listen(func(ev any) {
		switch ev := ev.(type) {
		case *fetch.EventRequestPaused:
			go t.judge(s, ev)
		case *fetch.EventAuthRequired:
			go t.authenticate(s, ev)
		}
	})
	return gateSession(ctx, s)
}

// passes asks the gate, if there is one.
func (t *Tab) passes(ev *fetch.EventRequestPaused) bool {
	g := t.gate.Load()
	if g == nil || g.Pass == nil {
		return true
	}
	r := dyncrawl.Request{URL: ev.Request.URL + ev.Request.URLFragment, Method: ev.Request.Method, Header: header(ev.Request.Headers)}
	for _, entry := range ev.Request.PostDataEntries {
		r.Body = append(r.Body, entry.Bytes...)
	}
	return g.Pass(r)
}

// greet returns what the gate knows for a server that asks who we are, once for a
// realm.
func (t *Tab) greet(ev *fetch.EventAuthRequired) (user, password string, ok bool) {
	g, origin := t.gate.Load(), ev.AuthChallenge.Origin
	if g == nil || g.Credentials == nil {
		return "", "", false
	}
	if _, again := t.greeted.LoadOrStore(origin+" "+ev.AuthChallenge.Realm, true); again {
		return "", "", false
	}
	return g.Credentials(origin)
}

// authenticate answers a server or a proxy that asks who we are.
func (t *Tab) authenticate(s Session, ev *fetch.EventAuthRequired) {
	who := t.greet
	if ev.AuthChallenge.Source == fetch.AuthChallengeSourceProxy {
		who = t.greetProxy
	}
	answer := &fetch.AuthChallengeResponse{Response: fetch.AuthChallengeResponseResponseCancelAuth}
	if user, password, ok := who(ev); ok {
		answer = &fetch.AuthChallengeResponse{
			Response: fetch.AuthChallengeResponseResponseProvideCredentials, Username: user, Password: password,
		}
	}
	_, _ = cdp.Call(context.Background(), s, fetch.ContinueWithAuth, fetch.ContinueWithAuthParams{
		RequestID: ev.RequestID, AuthChallengeResponse: answer,
	})
}

// refuse fails a request that waits for our word.
func refuse(s Session, id fetch.RequestID, reason network.ErrorReason) {
	_, _ = cdp.Call(context.Background(), s, fetch.FailRequest, fetch.FailRequestParams{RequestID: id, ErrorReason: reason})
}
