package liveview

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// serve serves a view without a tab.
func serve(t *testing.T) (*View, string) {
	t.Helper()
	v, err := Serve(Config{Title: "Log in"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		if err := v.Close(); err != nil {
			t.Error(err)
		}
	})
	return v, "http://" + v.door.addr
}

// status asks with the headers and returns the answer's status.
func status(t *testing.T, url string, header map[string]string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range header {
		if name == "Host" {
			req.Host = value
		}
		req.Header.Set(name, value)
	}
	res, err := http.DefaultTransport.RoundTrip(req) // redirects are not followed
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	return res.StatusCode
}

func TestLinkOpensOnce(t *testing.T) {
	v, root := serve(t)
	if got := status(t, root+"/?token=guessed", nil); got != http.StatusForbidden {
		t.Errorf("a guessed token: %d", got)
	}
	if got := status(t, v.URL(), nil); got != http.StatusSeeOther {
		t.Errorf("the link: %d", got)
	}
	if got := status(t, v.URL(), nil); got != http.StatusForbidden {
		t.Errorf("the link once more: %d", got)
	}
}

func TestWhoIsLetIn(t *testing.T) {
	v, root := serve(t)
	pass := v.door.cookie + "=" + v.door.pass
	for _, c := range []struct {
		name, path string
		header     map[string]string
		want       int
	}{
		{"without the cookie", "/", nil, http.StatusForbidden},
		{"with the cookie", "/", map[string]string{"Cookie": pass}, http.StatusOK},
		{"the script", "/view.js", map[string]string{"Cookie": pass}, http.StatusOK},
		{"with another's cookie", "/", map[string]string{"Cookie": v.door.cookie + "=x"}, http.StatusForbidden},
		{"under a name that was made to point here", "/", map[string]string{"Cookie": pass, "Host": "rebound.example"}, http.StatusForbidden},
		{"through a tunnel", "/", map[string]string{"Cookie": pass, "Host": "localhost:9999"}, http.StatusOK},
		{"from another site", "/", map[string]string{"Cookie": pass, "Origin": "https://other.example"}, http.StatusForbidden},
		{"the stream without an origin", "/live", map[string]string{"Cookie": pass}, http.StatusForbidden},
		{"the stream from another site", "/live", map[string]string{"Cookie": pass, "Origin": "http://localhost:1"}, http.StatusForbidden},
	} {
		if got := status(t, root+c.path, c.header); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// TestDone has a viewer say that they are done.
func TestDone(t *testing.T) {
	for message, want := range map[string]error{`{"type":"done"}`: nil, `{"type":"cancel"}`: ErrCancelled} {
		v, root := serve(t)
		jar, _ := cookiejar.New(nil) // it never fails
		at, err := url.Parse(root)
		if err != nil {
			t.Fatal(err)
		}
		jar.SetCookies(at, []*http.Cookie{{Name: v.door.cookie, Value: v.door.pass}})
		conn, _, err := websocket.Dial(t.Context(), strings.Replace(root, "http", "ws", 1)+"/live", &websocket.DialOptions{
			HTTPClient: &http.Client{Jar: jar}, HTTPHeader: http.Header{"Origin": {root}}})
		if err != nil {
			t.Fatal(err)
		}
		if err := conn.Write(t.Context(), websocket.MessageText, []byte(message)); err != nil {
			t.Fatal(err)
		}
		if err := v.Wait(t.Context()); err != want {
			t.Errorf("%s: %v, want %v", message, err, want)
		}
		conn.CloseNow()
	}
}
