package fetch

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"time"
)

// cachingTransport answers from the cache where RFC 9111 allows it.
type cachingTransport struct {
	cache     *Cache
	next      http.RoundTripper
	partition string
}

func (t *cachingTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method != http.MethodGet || ownConditions(req.Header) {
		return t.pass(req)
	}
	kept := t.cache.find(t.partition, req)
	now := t.cache.now()
	switch {
	case kept != nil && kept.serves(req.Header, now):
		return kept.response(req, now), nil
	case control(req.Header).has("only-if-cached"):
		return gatewayTimeout(req), nil
	case kept != nil:
		return t.validate(req, kept)
	}
	return t.fetch(req)
}

// ownConditions reports whether the request is about a part of an answer or has
// validators of its own: these are the caller's business.
func ownConditions(h http.Header) bool {
	for _, name := range []string{"Range", "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range"} {
		if h.Get(name) != "" {
			return true
		}
	}
	return false
}

// pass hands the request on. An unsafe one that did not fail makes what is kept
// for its URLs invalid (RFC 9111, section 4.4).
func (t *cachingTransport) pass(req *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	safe := req.Method == http.MethodGet || req.Method == http.MethodHead || req.Method == http.MethodOptions || req.Method == http.MethodTrace
	if safe || resp.StatusCode >= 400 {
		return resp, nil
	}
	t.cache.forget(t.partition, keyURL(req))
	for _, name := range []string{"Location", "Content-Location"} {
		if u, err := req.URL.Parse(resp.Header.Get(name)); err == nil && resp.Header.Get(name) != "" && sameOrigin(u, req.URL) {
			t.cache.forget(t.partition, withoutFragment(u))
		}
	}
	return resp, nil
}

func sameOrigin(a, b *url.URL) bool { return a.Scheme == b.Scheme && a.Host == b.Host }

// validate asks whether the kept answer still holds (RFC 9111, section 4.3).
func (t *cachingTransport) validate(req *http.Request, kept *entry) (*http.Response, error) {
	asked := req.Clone(req.Context())
	if tag := kept.Header.Get("Etag"); tag != "" {
		asked.Header.Set("If-None-Match", tag)
	}
	if at := kept.Header.Get("Last-Modified"); at != "" {
		asked.Header.Set("If-Modified-Since", at)
	}
	requested := t.cache.now()
	resp, err := t.next.RoundTrip(asked)
	now := t.cache.now()
	if (err != nil && req.Context().Err() == nil || err == nil && resp.StatusCode >= 500) && kept.standsIn(now) {
		if err == nil {
			resp.Body.Close()
		}
		return kept.response(req, now), nil
	}
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusNotModified {
		return t.keep(req, resp, requested), nil
	}
	resp.Body.Close()
	if !kept.refresh(resp.Header, requested, now) {
		t.cache.forget(t.partition, kept.URL)
		return t.fetch(req)
	}
	if err := t.cache.keep(t.partition, kept); err != nil {
		t.cache.forget(t.partition, kept.URL)
	}
	fresh := kept.response(req, now)
	fresh.Header["Set-Cookie"] = resp.Header["Set-Cookie"] // these come from the server
	return fresh, nil
}

func (t *cachingTransport) fetch(req *http.Request) (*http.Response, error) {
	requested := t.cache.now()
	resp, err := t.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	return t.keep(req, resp, requested), nil
}

// keep has the answer stored once its body was read to the end, if it may be. An
// answer that may not be stored leaves nothing behind that it would replace.
func (t *cachingTransport) keep(req *http.Request, resp *http.Response, requested time.Time) *http.Response {
	if !storable(req, resp.StatusCode, resp.Header) {
		if resp.StatusCode < 500 && !control(req.Header).has("no-store") {
			t.cache.forget(t.partition, keyURL(req))
		}
		return resp
	}
	e := &entry{
		URL: keyURL(req), Vary: selecting(req.Header, resp.Header), Status: resp.StatusCode,
		Header: keepable(resp.Header), Requested: requested, Received: t.cache.now(),
	}
	resp.Body = &recorder{ReadCloser: resp.Body, limit: t.cache.max / 8, done: func(body []byte) {
		e.body = body
		if t.cache.keep(t.partition, e) != nil {
			t.cache.forget(t.partition, e.URL) // an answer that cannot be kept is asked for again
		}
	}}
	return resp
}

// recorder calls done with the whole body once its end was read; not at all
// when it is longer than limit or ends early.
type recorder struct {
	io.ReadCloser
	limit int64
	seen  bytes.Buffer
	done  func(body []byte)
}

func (r *recorder) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	if r.done == nil {
		return n, err
	}
	r.seen.Write(p[:n])
	switch {
	case int64(r.seen.Len()) > r.limit:
		r.done, r.seen = nil, bytes.Buffer{}
	case err == io.EOF:
		r.done(r.seen.Bytes())
		r.done = nil
	}
	return n, err
}

// keyURL is the URL that an answer is kept under.
func keyURL(req *http.Request) string { return withoutFragment(req.URL) }

func withoutFragment(u *url.URL) string {
	key := *u
	key.Fragment, key.RawFragment = "", ""
	return key.String()
}

// gatewayTimeout is the answer when nothing is kept and nothing may be asked
// (RFC 9111, section 5.2.1.7).
func gatewayTimeout(req *http.Request) *http.Response {
	return &http.Response{
		Status: "504 Gateway Timeout", StatusCode: http.StatusGatewayTimeout, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{}, Body: http.NoBody, Request: req,
	}
}
