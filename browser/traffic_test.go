package browser

import (
	"net/http"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/google/go-cmp/cmp"

	"dyncrawl"
)

func TestPollKey(t *testing.T) {
	type r struct{ method, url, body string }
	key := func(q r) string {
		req := &network.Request{Method: q.method, URL: q.url}
		if q.body != "" {
			req.PostDataEntries = []*network.PostDataEntry{{Bytes: []byte(q.body)}}
		}
		return pollKey(req)
	}
	for name, c := range map[string]struct {
		a, b r
		same bool
	}{
		"time stamp":    {r{"GET", "http://a/x?_=1763719200123", ""}, r{"GET", "http://a/x?_=1763719200456", ""}, true},
		"random number": {r{"GET", "http://a/x?q=1&r=0.123456789", ""}, r{"GET", "http://a/x?q=1&r=0.987654321", ""}, true},
		"page number":   {r{"GET", "http://a/x?page=1", ""}, r{"GET", "http://a/x?page=2", ""}, false},
		"path":          {r{"GET", "http://a/1", ""}, r{"GET", "http://a/2", ""}, false},
		"method":        {r{"GET", "http://a/", ""}, r{"POST", "http://a/", ""}, false},
		"body":          {r{"POST", "http://a/", "id=1"}, r{"POST", "http://a/", "id=2"}, false},
		"equal":         {r{"POST", "http://a/", "id=1"}, r{"POST", "http://a/", "id=1"}, true},
	} {
		if got := key(c.a) == key(c.b); got != c.same {
			t.Errorf("%s: same = %t, want %t", name, got, c.same)
		}
	}
}

// TestPolls: a request that repeats itself is waited for only when it comes of what is
// done to the page.
func TestPolls(t *testing.T) {
	v := newVisit("main", 0)
	ask := func(id network.RequestID) bool {
		v.observe(&network.EventRequestWillBeSent{RequestID: id, Type: network.ResourceTypeFetch, Request: &network.Request{Method: "GET", URL: "http://a/more"}})
		return v.traffic.pending[id] != nil
	}
	for _, id := range []network.RequestID{"1", "2", "3"} {
		if !ask(id) {
			t.Errorf("request %s is not waited for", id)
		}
	}
	done := v.act()
	if !ask("4") {
		t.Error("what comes of a gesture is not waited for")
	}
	done()
	if ask("5") {
		t.Error("a poll is waited for")
	}
}

// TestUnreadWakes: what waits for an answer that nobody reads is told when the last of
// its bytes are there, and not before.
func TestUnreadWakes(t *testing.T) {
	v := newVisit("main", 0)
	v.traffic.bodies["1"] = &body{length: 48}
	for _, c := range []struct {
		id    network.RequestID
		bytes int64
		wakes bool
	}{{"1", 40, false}, {"2", 99, false}, {"1", 8, true}} {
		v.receive(&network.EventDataReceived{RequestID: c.id, DataLength: c.bytes})
		select {
		case <-v.wake:
			if !c.wakes {
				t.Errorf("%d bytes of %s woke who waits", c.bytes, c.id)
			}
		default:
			if c.wakes {
				t.Errorf("%d bytes of %s woke nobody", c.bytes, c.id)
			}
		}
	}
}

func TestMatters(t *testing.T) {
	request := func(kind network.ResourceType, url string, preload bool) *network.EventRequestWillBeSent {
		return &network.EventRequestWillBeSent{Type: kind, Request: &network.Request{URL: url, IsLinkPreload: preload}}
	}
	for _, c := range []struct {
		ev   *network.EventRequestWillBeSent
		want bool
	}{
		{request(network.ResourceTypeXHR, "http://a/", false), true},
		{request(network.ResourceTypeScript, "http://a/", false), true},
		{request(network.ResourceTypeScript, "http://a/", true), false},
		{request(network.ResourceTypePing, "http://a/", false), false},
		{request(network.ResourceTypeEventSource, "http://a/", false), false},
		{request(network.ResourceTypePrefetch, "http://a/", false), false},
		{request(network.ResourceTypeImage, "data:image/png;base64,", false), false},
	} {
		if got := matters(c.ev); got != c.want {
			t.Errorf("%s %s (preload %t): %t", c.ev.Type, c.ev.Request.URL, c.ev.Request.IsLinkPreload, got)
		}
	}
}

func TestNetError(t *testing.T) {
	for _, c := range []struct {
		text     string
		status   int
		download bool
		want     dyncrawl.Class
	}{
		{"net::ERR_NAME_NOT_RESOLVED", 0, false, dyncrawl.ClassDNS},
		{"net::ERR_CONNECTION_REFUSED", 0, false, dyncrawl.ClassConnect},
		{"net::ERR_CONNECTION_TIMED_OUT", 0, false, dyncrawl.ClassConnect},
		{"net::ERR_TIMED_OUT", 0, false, dyncrawl.ClassNavTimeout},
		{"net::ERR_CERT_DATE_INVALID", 0, false, dyncrawl.ClassTLS},
		{"net::ERR_PROXY_CONNECTION_FAILED", 0, false, dyncrawl.ClassProxy},
		{"net::ERR_TUNNEL_CONNECTION_FAILED", 0, false, dyncrawl.ClassProxy},
		{"net::ERR_INVALID_AUTH_CREDENTIALS", 401, false, dyncrawl.ClassHTTPAuth},
		{"net::ERR_INVALID_HTTP_RESPONSE", 0, false, dyncrawl.ClassProtocol},
		{"net::ERR_HTTP_RESPONSE_CODE_FAILURE", 404, false, dyncrawl.ClassHTTP4xx},
		{"net::ERR_HTTP_RESPONSE_CODE_FAILURE", 429, false, dyncrawl.ClassHTTP429},
		{"net::ERR_HTTP_RESPONSE_CODE_FAILURE", 503, false, dyncrawl.ClassHTTP5xx},
		{"net::ERR_ABORTED", 204, false, dyncrawl.ClassNoContent},
		{"net::ERR_ABORTED", 200, true, dyncrawl.ClassDownload},
		{"net::ERR_ABORTED", 0, false, dyncrawl.ClassNavLoop},
		{"net::ERR_TOO_MANY_REDIRECTS", 302, false, dyncrawl.ClassRedirectLoop},
	} {
		if got := dyncrawl.ClassOf(netError(c.text, c.status, c.download)); got != c.want {
			t.Errorf("%s, status %d, download %t: %q, want %q", c.text, c.status, c.download, got, c.want)
		}
	}
}

func TestCutKeepsRunesWhole(t *testing.T) {
	if got := cut("人人", 4); got != "人" {
		t.Errorf("cut = %q", got)
	}
	if got := cut("short", 10); got != "short" {
		t.Errorf("cut = %q", got)
	}
}

func TestScriptHeaders(t *testing.T) {
	got := scriptHeaders(network.Headers{"User-Agent": "x", "sec-ch-ua": "y", "Cookie": "s=1", "authorization": "Bearer t", "Referer": "z", "Accept": "*/*",
		"x-csrf-token": "t1", "Content-Type": "application/json"})
	want := http.Header{"X-Csrf-Token": {"t1"}, "Content-Type": {"application/json"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := scriptHeaders(network.Headers{"accept": "*/*"}); got != nil {
		t.Errorf("got %v, want none", got)
	}
}
