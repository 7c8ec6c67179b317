package browser

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/publicsuffix"
)

// Identity is who a browser is to a site.
type Identity struct {
	UserAgent string // the header
	Language  string // the header Accept-Language
}

// Identify asks a tab who its browser is.
func Identify(ctx context.Context, tab *Tab) (id Identity, err error) {
	var languages []string
	err = errors.Join(tab.EvalIsolated(ctx, "navigator.userAgent", &id.UserAgent), tab.EvalIsolated(ctx, "[...navigator.languages]", &languages))
	if err != nil {
		return id, fmt.Errorf("ask the browser who it is: %w", err)
	}
	id.Language = acceptLanguage(languages)
	return id, nil
}

// acceptLanguage writes the header as Chromium does: the first language, the
// others with falling weights.
func acceptLanguage(languages []string) string {
	var b strings.Builder
	for i, l := range languages {
		if i == 0 {
			b.WriteString(l)
			continue
		}
		fmt.Fprintf(&b, ",%s;q=0.%d", l, max(1, 10-i))
	}
	return b.String()
}

// Jar holds the cookies of a browser for requests that go past it. Its zero value
// is empty; it is safe for concurrent use.
type Jar struct {
	mu  sync.Mutex
	jar *cookiejar.Jar
}

// Take forgets all cookies and takes those that the tab's browser has now.
func (j *Jar) Take(ctx context.Context, tab *Tab) error {
	cookies, err := tab.Cookies(ctx)
	if err != nil {
		return err
	}
	return j.replace(cookies)
}

// replace forgets all cookies and takes these.
func (j *Jar) replace(all []Cookie) error {
	jar, err := cookiejar.New(&cookiejar.Options{PublicSuffixList: publicsuffix.List})
	if err != nil {
		return fmt.Errorf("make cookie jar: %w", err)
	}
	for _, one := range all {
		host, shared := strings.CutPrefix(one.Domain, ".")
		cookie := &http.Cookie{Name: one.Name, Value: one.Value, Path: one.Path, Secure: one.Secure, HttpOnly: one.HTTPOnly}
		if shared {
			cookie.Domain = host
		}
		if one.Expires > 0 {
			cookie.Expires = time.Unix(int64(one.Expires), 0)
		}
		jar.SetCookies(&url.URL{Scheme: "https", Host: host, Path: "/"}, []*http.Cookie{cookie})
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.jar = jar
	return nil
}

// SetCookies implements http.CookieJar.
func (j *Jar) SetCookies(u *url.URL, set []*http.Cookie) {
	if jar := j.now(); jar != nil {
		jar.SetCookies(u, set)
	}
}

// Cookies implements http.CookieJar.
func (j *Jar) Cookies(u *url.URL) []*http.Cookie {
	if jar := j.now(); jar != nil {
		return jar.Cookies(u)
	}
	return nil
}

func (j *Jar) now() *cookiejar.Jar {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.jar
}
