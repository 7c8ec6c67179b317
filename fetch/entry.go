package fetch

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// entry is a kept answer.
type entry struct {
	URL       string
	Vary      map[string]string // the request's fields that chose the answer, by name
	Status    int
	Header    http.Header
	Requested time.Time
	Received  time.Time
	Bytes     int // of the body, which follows in the file

	body []byte
}

// errPrivate says that an answer must not be kept.
var errPrivate = errors.New("keep answer: it is private")

// any reports whether cond holds for the URL, a field or the body.
func (e *entry) any(cond func(string) bool) bool {
	for _, values := range e.Header {
		if slices.ContainsFunc(values, cond) {
			return true
		}
	}
	return cond(e.URL) || cond(string(e.body))
}

// write writes one line of JSON and the body.
func (e *entry) write(w io.Writer) error {
	e.Bytes = len(e.body)
	if err := json.NewEncoder(w).Encode(e); err != nil {
		return err
	}
	_, err := w.Write(e.body)
	return err
}

var errTorn = errors.New("the kept answer is not complete")

func readEntry(r io.Reader) (*entry, error) {
	lines := bufio.NewReader(r)
	line, err := lines.ReadBytes('\n')
	if err != nil {
		return nil, errTorn
	}
	e := &entry{}
	if err := json.Unmarshal(line, e); err != nil {
		return nil, fmt.Errorf("read kept answer: %w", err)
	}
	if e.body, err = io.ReadAll(lines); err != nil || len(e.body) != e.Bytes {
		return nil, errTorn
	}
	return e, nil
}

// selecting returns the request's values of the fields that the answer's Vary
// names (RFC 9111, section 4.1).
func selecting(req, answer http.Header) map[string]string {
	chosen := map[string]string{}
	for _, name := range strings.Split(strings.Join(answer.Values("Vary"), ","), ",") {
		if name = http.CanonicalHeaderKey(strings.TrimSpace(name)); name != "" {
			chosen[name] = strings.Join(strings.Fields(strings.Join(req.Values(name), ", ")), " ")
		}
	}
	return chosen
}

// variant names the entry among those of its URL.
func (e *entry) variant() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(e.Vary)) {
		fmt.Fprintf(&b, "%s: %s\n", name, e.Vary[name])
	}
	return hash(b.String())
}

// answers reports whether the entry may be chosen for the request.
func (e *entry) answers(req http.Header) bool {
	return maps.Equal(e.Vary, selecting(req, e.Header))
}

// date is when the answer was made, by its own word (RFC 9110, section 6.6.1).
func (e *entry) date() time.Time {
	if t, err := http.ParseTime(e.Header.Get("Date")); err == nil {
		return t
	}
	return e.Received
}

// age is RFC 9111, section 4.2.3.
func (e *entry) age(now time.Time) time.Duration {
	seconds, err := strconv.ParseInt(e.Header.Get("Age"), 10, 32)
	if err != nil || seconds < 0 {
		seconds = 0
	}
	apparent := max(0, e.Received.Sub(e.date()))
	corrected := time.Duration(seconds)*time.Second + e.Received.Sub(e.Requested)
	return max(apparent, corrected) + now.Sub(e.Received)
}

// longestGuess bounds a lifetime that nobody has stated.
const longestGuess = 24 * time.Hour

// lifetime is how long the answer is fresh (RFC 9111, section 4.2.1): s-maxage
// is for shared caches. Without a word it is a tenth of the time for which the
// answer had not changed (section 4.2.2).
func (e *entry) lifetime() time.Duration {
	if age, ok := control(e.Header).seconds("max-age"); ok {
		return age
	}
	if text := e.Header.Get("Expires"); text != "" {
		expires, err := http.ParseTime(text)
		if err != nil {
			return 0
		}
		return max(0, expires.Sub(e.date()))
	}
	modified, err := http.ParseTime(e.Header.Get("Last-Modified"))
	if err != nil || !heuristic[e.Status] {
		return 0
	}
	return min(max(0, e.date().Sub(modified)/10), longestGuess)
}

// serves reports whether the entry may answer without a word from the server
// (RFC 9111, sections 4.2 and 5.2).
func (e *entry) serves(req http.Header, now time.Time) bool {
	asked, told := control(req), control(e.Header)
	if asked.has("no-cache") || told.has("no-cache") {
		return false
	}
	age, life := e.age(now), e.lifetime()
	if limit, ok := asked.seconds("max-age"); ok && age > limit {
		return false
	}
	if spare, ok := asked.seconds("min-fresh"); ok {
		return life-age >= spare
	}
	if age < life {
		return true
	}
	if !asked.has("max-stale") || told.has("must-revalidate") {
		return false
	}
	limit, _ := asked.seconds("max-stale")
	return asked["max-stale"] == "" || age-life <= limit
}

// standsIn reports whether the stale entry may replace an error (RFC 5861,
// section 4).
func (e *entry) standsIn(now time.Time) bool {
	told := control(e.Header)
	limit, ok := told.seconds("stale-if-error")
	return ok && !told.has("must-revalidate") && !told.has("no-cache") && e.age(now)-e.lifetime() <= limit
}

// unrefreshed are the fields that a 304 does not replace (RFC 9111, section 3.2).
var unrefreshed = []string{"Content-Encoding", "Content-Type", "Content-Range", "Content-Length"}

// refresh takes over what a 304 says (RFC 9111, section 4.3.4). It reports false
// when the 304 is about another answer.
func (e *entry) refresh(h http.Header, requested, received time.Time) bool {
	if tag := h.Get("Etag"); tag != "" && weak(tag) != weak(e.Header.Get("Etag")) {
		return false
	}
	e.Header.Del("Age")
	for name, values := range keepable(h) {
		if !slices.Contains(unrefreshed, name) {
			e.Header[name] = values
		}
	}
	e.Requested, e.Received = requested, received
	return true
}

func weak(tag string) string { return strings.TrimPrefix(tag, "W/") }

// response makes the answer that the entry stands for. Cookies are not set once
// more: they may have changed since.
func (e *entry) response(req *http.Request, now time.Time) *http.Response {
	h := e.Header.Clone()
	h.Del("Set-Cookie")
	h.Set("Age", strconv.Itoa(int(e.age(now)/time.Second)))
	return &http.Response{
		Status: fmt.Sprintf("%d %s", e.Status, http.StatusText(e.Status)), StatusCode: e.Status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: h, Request: req,
		ContentLength: int64(len(e.body)), Body: io.NopCloser(bytes.NewReader(e.body)),
	}
}
