package liveview

import (
	"crypto/rand"
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
)

// door lets in whoever has the link first, and nobody else.
type door struct {
	addr   string
	cookie string // its name; cookies do not tell ports apart
	pass   string // its value

	token *oneTime
}

// oneTime is a token that opens once.
type oneTime struct {
	mu   sync.Mutex
	text string
	used bool
}

func newDoor(addr string) door {
	_, port, _ := net.SplitHostPort(addr)
	return door{addr: addr, cookie: "dyncrawl_view_" + port, pass: rand.Text(), token: &oneTime{text: rand.Text()}}
}

func (d door) link() string { return "http://" + d.addr + "/?token=" + d.token.text }

// take reports whether text is the token and opens for the first time.
func (o *oneTime) take(text string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.used || !same(o.text, text) {
		return false
	}
	o.used = true
	return true
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// guard answers for next unless the request is from somebody else: of another
// site that found out the port, under a name that was made to point here, or
// without the cookie.
func (d door) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range map[string]string{
			"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
			"Referrer-Policy":         "no-referrer",
			"Cache-Control":           "no-store",
			"X-Content-Type-Options":  "nosniff",
		} {
			w.Header().Set(name, value)
		}
		switch {
		case !isLoopback(r.Host):
			http.Error(w, "this page is for 127.0.0.1 only", http.StatusForbidden)
		case r.Header.Get("Origin") != "" && !ownOrigin(r):
			http.Error(w, "another site asks for this page", http.StatusForbidden)
		case r.URL.Path == "/" && d.token.take(r.URL.Query().Get("token")):
			http.SetCookie(w, &http.Cookie{Name: d.cookie, Value: d.pass, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
			http.Redirect(w, r, "/", http.StatusSeeOther)
		case !d.knows(r):
			http.Error(w, "this link is not valid, or it has been used", http.StatusForbidden)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// knows reports whether the request has the cookie.
func (d door) knows(r *http.Request) bool {
	c, err := r.Cookie(d.cookie)
	return err == nil && same(c.Value, d.pass)
}

// isLoopback reports whether a host is this machine by a name that nobody else
// can give away. The port may be another one, of a tunnel.
func isLoopback(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	name = strings.Trim(name, "[]")
	ip := net.ParseIP(name)
	return name == "localhost" || ip != nil && ip.IsLoopback()
}

// ownOrigin reports whether a request comes from a page of ours.
func ownOrigin(r *http.Request) bool {
	u, err := url.Parse(r.Header.Get("Origin"))
	return err == nil && u.Scheme == "http" && u.Host == r.Host
}
