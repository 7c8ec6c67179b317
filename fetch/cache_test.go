package fetch

import (
	"cmp"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"dyncrawl"
)

// origin is a server whose answers a test scripts, with a clock that the cache shares.
type origin struct {
	*httptest.Server
	mu     sync.Mutex
	now    time.Time
	answer func(w http.ResponseWriter, r *http.Request)
	asked  []*http.Request
}

func newOrigin(t *testing.T) *origin {
	o := &origin{now: time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)}
	o.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.asked = append(o.asked, r)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Date", o.now.Format(http.TimeFormat))
		o.answer(w, r)
	}))
	t.Cleanup(o.Close)
	return o
}

func (o *origin) time() time.Time {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.now
}

// pass lets time pass and changes what the server answers, unless answer is nil.
func (o *origin) pass(d time.Duration, answer func(http.ResponseWriter, *http.Request)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.now = o.now.Add(d)
	if answer != nil {
		o.answer = answer
	}
}

func (o *origin) requests() []*http.Request {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.asked
}

// caching returns a client with a cache in dir.
func caching(t *testing.T, o *origin, dir, partition string, max int64) *Client {
	t.Helper()
	cache, err := OpenCache(CacheConfig{Dir: dir, MaxBytes: max, Now: o.time})
	if err != nil {
		t.Fatal(err)
	}
	client, err := New(Config{UserAgent: "test", Cache: cache, Partition: partition})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

func get(t *testing.T, c *Client, url string, fields ...string) *dyncrawl.Page {
	t.Helper()
	return send(t, c, http.MethodGet, url, fields...)
}

// send asks with header fields "Name: value".
func send(t *testing.T, c *Client, method, url string, fields ...string) *dyncrawl.Page {
	t.Helper()
	h := http.Header{}
	for _, f := range fields {
		name, value, _ := strings.Cut(f, ": ")
		h.Set(name, value)
	}
	page, err := c.Do(t.Context(), dyncrawl.Request{Method: method, URL: url, Header: h})
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// answers is an answer with a body and fields "Name: value".
func answers(status int, body string, fields ...string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, r *http.Request) {
		for _, f := range fields {
			name, value, _ := strings.Cut(f, ": ")
			w.Header().Set(name, value)
		}
		w.WriteHeader(status)
		if status != http.StatusNotModified {
			fmt.Fprint(w, body)
		}
	}
}

// rules is RFC 9111, sentence by sentence: two requests for one URL, some time
// between them. The second reaches the server or it does not.
var rules = []struct {
	section, rule string
	first         []string // fields of the first answer
	status        int      // of the first answer; zero means 200
	after         time.Duration
	ask           []string // fields of the second request
	asksServer    bool
}{
	{"4.2.1", "max-age keeps an answer fresh", []string{"Cache-Control: max-age=60"}, 0, 59 * time.Second, nil, false},
	{"4.2", "an answer as old as its lifetime is stale", []string{"Cache-Control: max-age=60"}, 0, 60 * time.Second, nil, true},
	{"5.2.2.1", "a quoted number is understood", []string{`Cache-Control: max-age="60"`}, 0, 59 * time.Second, nil, false},
	{"4.2.1", "of two values the first counts", []string{"Cache-Control: max-age=10, max-age=100"}, 0, 50 * time.Second, nil, true},
	{"4.2.1", "a lifetime that cannot be read is none", []string{"Cache-Control: max-age=soon"}, 0, time.Second, nil, true},
	{"5.2", "directives have no case", []string{"Cache-Control: Max-Age=60"}, 0, 59 * time.Second, nil, false},
	{"5.3", "Expires keeps an answer fresh", []string{"Expires: Mon, 02 Mar 2026 12:01:00 GMT"}, 0, 59 * time.Second, nil, false},
	{"5.3", "Expires in the past is stale", []string{"Expires: Mon, 02 Mar 2026 11:00:00 GMT"}, 0, 0, nil, true},
	{"5.3", "Expires: 0 is stale", []string{"Expires: 0"}, 0, 0, nil, true},
	{"5.3", "max-age outranks Expires", []string{"Cache-Control: max-age=5", "Expires: Mon, 02 Mar 2026 13:00:00 GMT"}, 0, 6 * time.Second, nil, true},
	{"5.2.2.10", "s-maxage is for shared caches", []string{"Cache-Control: s-maxage=0, max-age=60"}, 0, 59 * time.Second, nil, false},
	{"4.2.2", "a tenth of the time without a change", []string{"Last-Modified: Sun, 01 Mar 2026 12:00:00 GMT"}, 0, 2 * time.Hour, nil, false},
	{"4.2.2", "and no longer", []string{"Last-Modified: Sun, 01 Mar 2026 12:00:00 GMT"}, 0, 3 * time.Hour, nil, true},
	{"4.2.2", "no heuristics for other statuses", []string{"Last-Modified: Sun, 01 Mar 2026 12:00:00 GMT"}, 403, time.Minute, nil, true},
	{"3", "a status outside the list with explicit freshness", []string{"Cache-Control: max-age=60"}, 403, time.Second, nil, false},
	{"3", "a 404 may be kept", []string{"Cache-Control: max-age=60"}, 404, time.Second, nil, false},
	{"3", "an answer without a word is not kept", nil, 0, 0, nil, true},
	{"4.2.3", "Age counts", []string{"Cache-Control: max-age=60", "Age: 50"}, 0, 20 * time.Second, nil, true},
	{"4.2.3", "an old Date counts", []string{"Cache-Control: max-age=60", "Date: Mon, 02 Mar 2026 11:59:10 GMT"}, 0, 20 * time.Second, nil, true},
	{"5.2.2.5", "no-store", []string{"Cache-Control: no-store, max-age=60"}, 0, 0, nil, true},
	{"5.2.2.4", "no-cache", []string{"Cache-Control: no-cache, max-age=60"}, 0, 0, nil, true},
	{"5.2.2.7", "private is for us", []string{"Cache-Control: private, max-age=60"}, 0, time.Second, nil, false},
	{"5.2.2.7", "private with fields, a comma between the quotes", []string{`Cache-Control: private="set-cookie, x", max-age=60`}, 0, time.Second, nil, false},
	{"5.2.2.2", "must-revalidate does not shorten freshness", []string{"Cache-Control: max-age=60, must-revalidate"}, 0, time.Second, nil, false},
	{"5.2.1.4", "the request's no-cache", []string{"Cache-Control: max-age=60"}, 0, time.Second, []string{"Cache-Control: no-cache"}, true},
	{"5.4", "the request's Pragma", []string{"Cache-Control: max-age=60"}, 0, time.Second, []string{"Pragma: no-cache"}, true},
	{"5.2.1.1", "the request's max-age", []string{"Cache-Control: max-age=60"}, 0, 10 * time.Second, []string{"Cache-Control: max-age=5"}, true},
	{"5.2.1.3", "min-fresh met", []string{"Cache-Control: max-age=60"}, 0, 10 * time.Second, []string{"Cache-Control: min-fresh=40"}, false},
	{"5.2.1.3", "min-fresh missed", []string{"Cache-Control: max-age=60"}, 0, 10 * time.Second, []string{"Cache-Control: min-fresh=55"}, true},
	{"5.2.1.2", "max-stale without a limit", []string{"Cache-Control: max-age=60"}, 0, time.Hour, []string{"Cache-Control: max-stale"}, false},
	{"5.2.1.2", "max-stale within its limit", []string{"Cache-Control: max-age=60"}, 0, 90 * time.Second, []string{"Cache-Control: max-stale=30"}, false},
	{"5.2.1.2", "max-stale beyond its limit", []string{"Cache-Control: max-age=60"}, 0, 91 * time.Second, []string{"Cache-Control: max-stale=30"}, true},
	{"5.2.2.2", "must-revalidate outranks max-stale", []string{"Cache-Control: max-age=60, must-revalidate"}, 0, time.Hour, []string{"Cache-Control: max-stale"}, true},
	{"4.1", "Vary: the same value", []string{"Cache-Control: max-age=60", "Vary: X-Kind"}, 0, time.Second, []string{"X-Kind: one"}, false},
	{"4.1", "Vary: another value", []string{"Cache-Control: max-age=60", "Vary: X-Kind"}, 0, time.Second, []string{"X-Kind: two"}, true},
	{"4.1", "Vary: a field that is absent now", []string{"Cache-Control: max-age=60", "Vary: x-kind"}, 0, time.Second, []string{"X-Kind: "}, true},
	{"4.1", "Vary: *", []string{"Cache-Control: max-age=60", "Vary: *"}, 0, 0, nil, true},
	{"3.5", "an answer to Authorization is for us", []string{"Cache-Control: max-age=60"}, 0, time.Second, []string{"Authorization: Basic eA=="}, false},
	{"3.3", "a Range request goes to the server", []string{"Cache-Control: max-age=60"}, 0, 0, []string{"Range: bytes=0-1"}, true},
}

func TestCacheObeysTheRFC(t *testing.T) {
	for _, row := range rules {
		t.Run(row.section+" "+row.rule, func(t *testing.T) {
			o := newOrigin(t)
			client := caching(t, o, t.TempDir(), "", 0)
			o.answer = answers(max(row.status, 200), "<p>one", row.first...)
			first := []string{"X-Kind: one"}
			get(t, client, o.URL, first...)
			o.pass(row.after, answers(max(row.status, 200), "<p>two", row.first...))
			ask := append(first, row.ask...)
			page := get(t, client, o.URL, ask...)
			asked, want := len(o.requests()), 1
			if row.asksServer {
				want = 2
			}
			if asked != want {
				t.Errorf("the server was asked %d times, want %d", asked, want)
			}
			if text := map[bool]string{false: "<p>one", true: "<p>two"}[row.asksServer]; page.HTML != text {
				t.Errorf("answered %q, want %q", page.HTML, text)
			}
		})
	}
}

// TestCacheValidates: a stale answer is asked about by its validators and lives
// on when it holds; the fields of the 304 take the place of the old ones.
func TestCacheValidates(t *testing.T) {
	o := newOrigin(t)
	client := caching(t, o, t.TempDir(), "", 0)
	o.answer = answers(200, "<p>one", "Cache-Control: max-age=60", `Etag: "a"`, "Last-Modified: Sun, 01 Mar 2026 12:00:00 GMT", "X-Seen: 1")
	get(t, client, o.URL)
	o.pass(2*time.Minute, answers(304, "", "Cache-Control: max-age=600", `Etag: "a"`, "X-Seen: 2", "Content-Type: text/plain"))
	page := get(t, client, o.URL)
	last := o.requests()[1]
	if last.Header.Get("If-None-Match") != `"a"` || last.Header.Get("If-Modified-Since") != "Sun, 01 Mar 2026 12:00:00 GMT" {
		t.Errorf("asked with %v", last.Header)
	}
	if page.Status != 200 || page.HTML != "<p>one" || page.Header.Get("X-Seen") != "2" || page.ContentType != "text/html" {
		t.Errorf("page: %d %q %v", page.Status, page.HTML, page.Header)
	}
	o.pass(5*time.Minute, nil)
	if page = get(t, client, o.URL); len(o.requests()) != 2 || page.Header.Get("Age") != "300" {
		t.Errorf("%d requests, age %s: the 304 made it fresh for ten minutes", len(o.requests()), page.Header.Get("Age"))
	}
}

// TestCacheRefusesForeignValidation: a 304 for another answer (section 4.3.4) does not
// revive ours.
func TestCacheRefusesForeignValidation(t *testing.T) {
	o := newOrigin(t)
	client := caching(t, o, t.TempDir(), "", 0)
	o.answer = answers(200, "<p>one", "Cache-Control: no-cache", `Etag: "a"`)
	get(t, client, o.URL)
	o.pass(0, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("If-None-Match") != "" {
			answers(304, "", `Etag: "b"`)(w, r)
			return
		}
		answers(200, "<p>two", `Etag: "b"`)(w, r)
	})
	if page := get(t, client, o.URL); page.HTML != "<p>two" {
		t.Errorf("answered %q", page.HTML)
	}
}

// TestCacheReplacesAndForgets: a new answer replaces the old one, and one that
// may not be kept leaves none behind.
func TestCacheReplacesAndForgets(t *testing.T) {
	o := newOrigin(t)
	client := caching(t, o, t.TempDir(), "", 0)
	o.answer = answers(200, "<p>one", "Cache-Control: max-age=60")
	get(t, client, o.URL)
	o.pass(time.Minute, answers(200, "<p>two", "Cache-Control: no-store"))
	get(t, client, o.URL)
	if page := get(t, client, o.URL, "Cache-Control: max-stale"); page.HTML != "<p>two" || len(o.requests()) != 3 {
		t.Errorf("%q after %d requests", page.HTML, len(o.requests()))
	}
}

// TestUnsafeMethodsInvalidate is section 4.4.
func TestUnsafeMethodsInvalidate(t *testing.T) {
	for _, row := range []struct {
		name, method string
		status       int
		field        string
		forgotten    bool
	}{
		{"a POST", "POST", 200, "", true},
		{"a POST that failed", "POST", 500, "", false},
		{"a HEAD", "HEAD", 200, "", false},
		{"a POST that names the page", "POST /other", 201, "Location: /page", true},
		{"a POST that names a page elsewhere", "POST /other", 201, "Location: http://elsewhere.test/page", false},
		{"a PUT that names the page", "PUT /other", 200, "Content-Location: /page", true},
	} {
		t.Run(row.name, func(t *testing.T) {
			o := newOrigin(t)
			client := caching(t, o, t.TempDir(), "", 0)
			o.answer = answers(200, "<p>one", "Cache-Control: max-age=60")
			get(t, client, o.URL+"/page")
			var fields []string
			if row.field != "" {
				fields = append(fields, row.field)
			}
			o.pass(0, answers(row.status, "done", fields...))
			method, path, _ := strings.Cut(row.method, " ")
			send(t, client, method, o.URL+cmp.Or(path, "/page"))
			o.pass(0, answers(200, "<p>two", "Cache-Control: max-age=60"))
			want := map[bool]string{false: "<p>one", true: "<p>two"}[row.forgotten]
			if page := get(t, client, o.URL+"/page"); page.HTML != want {
				t.Errorf("answered %q, want %q", page.HTML, want)
			}
		})
	}
}

// TestStaleIfError is RFC 5861, section 4.
func TestStaleIfError(t *testing.T) {
	for _, row := range []struct {
		control string
		after   time.Duration
		status  int
	}{
		{"max-age=60", 2 * time.Minute, 503},
		{"max-age=60, stale-if-error=300", 2 * time.Minute, 200},
		{"max-age=60, stale-if-error=300", 10 * time.Minute, 503},
		{"max-age=60, stale-if-error=300, must-revalidate", 2 * time.Minute, 503},
	} {
		o := newOrigin(t)
		client := caching(t, o, t.TempDir(), "", 0)
		o.answer = answers(200, "<p>one", "Cache-Control: "+row.control)
		get(t, client, o.URL)
		o.pass(row.after, answers(503, "down"))
		if page := get(t, client, o.URL); page.Status != row.status {
			t.Errorf("%s after %s: %d, want %d", row.control, row.after, page.Status, row.status)
		}
	}
}

func TestOnlyIfCached(t *testing.T) {
	o := newOrigin(t)
	client := caching(t, o, t.TempDir(), "", 0)
	if page := get(t, client, o.URL, "Cache-Control: only-if-cached"); page.Status != 504 || len(o.requests()) != 0 {
		t.Errorf("status %d after %d requests", page.Status, len(o.requests()))
	}
}

// TestSessionsShareNothing: what one session was answered, another asks for itself.
func TestSessionsShareNothing(t *testing.T) {
	o := newOrigin(t)
	dir := t.TempDir()
	o.answer = answers(200, "<p>ann", "Cache-Control: max-age=60")
	get(t, caching(t, o, dir, "ann", 0), o.URL)
	o.pass(0, answers(200, "<p>bob", "Cache-Control: max-age=60"))
	if page := get(t, caching(t, o, dir, "bob", 0), o.URL); page.HTML != "<p>bob" {
		t.Errorf("bob was shown %q", page.HTML)
	}
	if page := get(t, caching(t, o, dir, "ann", 0), o.URL); page.HTML != "<p>ann" || len(o.requests()) != 2 {
		t.Errorf("ann was shown %q after %d requests", page.HTML, len(o.requests()))
	}
}

// TestCachedAnswerSetsNoCookie: the cookie of a kept answer is not set again.
func TestCachedAnswerSetsNoCookie(t *testing.T) {
	o := newOrigin(t)
	client := caching(t, o, t.TempDir(), "", 0)
	o.answer = answers(200, "<p>one", "Cache-Control: max-age=60", "Set-Cookie: id=1")
	if page := get(t, client, o.URL); page.Header.Get("Set-Cookie") == "" {
		t.Error("the first answer sets none: the test tests nothing")
	}
	if page := get(t, client, o.URL); page.Header.Get("Set-Cookie") != "" {
		t.Error("the kept answer sets the cookie again")
	}
}

// TestCacheIsBounded: the files stay below the limit, and those used last stay,
// also when the cache is opened anew.
func TestCacheIsBounded(t *testing.T) {
	const limit = 40 << 10
	o := newOrigin(t)
	dir := t.TempDir()
	client := caching(t, o, dir, "", limit)
	o.answer = answers(200, strings.Repeat("x", 4<<10), "Cache-Control: max-age=60")
	for n := range 20 {
		get(t, client, fmt.Sprint(o.URL, "/", n))
		get(t, client, o.URL+"/0") // always in use
	}
	if n := len(o.requests()); n != 20 {
		t.Errorf("%d requests for 20 pages: the one in use was thrown away", n)
	}
	total, files := int64(0), 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			info, _ := d.Info()
			total, files = total+info.Size(), files+1
		}
		return err
	})
	if err != nil || total > limit || files < 5 {
		t.Errorf("%d bytes in %d files, %v", total, files, err)
	}
	caching(t, o, dir, "", 10<<10)
	if left, _ := filepath.Glob(filepath.Join(dir, "*", "*", "*")); len(left) > 2 {
		t.Errorf("%d files are left after the limit was lowered", len(left))
	}
}

// TestTornFileIsNoAnswer: a file that lost its end is asked for again.
func TestTornFileIsNoAnswer(t *testing.T) {
	o := newOrigin(t)
	dir := t.TempDir()
	client := caching(t, o, dir, "", 0)
	o.answer = answers(200, "<p>one", "Cache-Control: max-age=60")
	get(t, client, o.URL)
	files, _ := filepath.Glob(filepath.Join(dir, "*", "*", "*"))
	if len(files) != 1 {
		t.Fatalf("%d files", len(files))
	}
	info, err := os.Stat(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(files[0], info.Size()-2); err != nil {
		t.Fatal(err)
	}
	if page := get(t, client, o.URL); page.HTML != "<p>one" || len(o.requests()) != 2 {
		t.Errorf("%q after %d requests", page.HTML, len(o.requests()))
	}
}
