package fetch

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// directives are those of Cache-Control, names in lower case (RFC 9111, section
// 5.2). Of one that stands there twice the first counts (section 4.2.1).
type directives map[string]string

// control reads the Cache-Control header. In a request without one, Pragma:
// no-cache stands for it (section 5.4).
func control(h http.Header) directives {
	d := directives{}
	fields := strings.Join(h.Values("Cache-Control"), ",")
	for fields != "" {
		var field string
		field, fields = nextField(fields)
		name, value, _ := strings.Cut(field, "=")
		name = strings.ToLower(strings.TrimSpace(name))
		if _, known := d[name]; name != "" && !known {
			d[name] = strings.Trim(strings.TrimSpace(value), `"`)
		}
	}
	if len(d) == 0 && strings.EqualFold(strings.TrimSpace(h.Get("Pragma")), "no-cache") {
		d["no-cache"] = ""
	}
	return d
}

// nextField cuts at the first comma that is not quoted.
func nextField(s string) (field, rest string) {
	quoted := false
	for i, r := range s {
		switch {
		case r == '"':
			quoted = !quoted
		case r == ',' && !quoted:
			return s[:i], s[i+1:]
		}
	}
	return s, ""
}

func (d directives) has(name string) bool {
	_, ok := d[name]
	return ok
}

// seconds returns the value of a directive that holds a time; there is false
// when it is absent. One that cannot be read is 0: stale at once (section 4.2.1).
func (d directives) seconds(name string) (value time.Duration, there bool) {
	text, there := d[name]
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 0 {
		return 0, there
	}
	return time.Duration(n) * time.Second, there
}

// heuristic are the statuses that may be kept without being told how long (RFC
// 9110, section 15.1), partial answers left out.
var heuristic = map[int]bool{200: true, 203: true, 204: true, 300: true, 301: true, 308: true, 404: true, 405: true, 410: true, 414: true, 501: true}

// storable reports whether a private cache may keep the answer and would ever
// use it (RFC 9111, section 3).
func storable(req *http.Request, status int, h http.Header) bool {
	c := control(h)
	switch {
	case req.Method != http.MethodGet, status < 200, status == http.StatusPartialContent, status == http.StatusNotModified,
		c.has("no-store"), control(req.Header).has("no-store"), strings.Contains(strings.Join(h.Values("Vary"), ","), "*"):
		return false
	}
	explicit := c.has("max-age") || h.Get("Expires") != "" || c.has("public") || c.has("private")
	return (explicit || heuristic[status]) && (explicit || h.Get("Last-Modified") != "" || h.Get("Etag") != "")
}

// hopByHop are the fields that belong to a connection (RFC 9110, section 7.6.1).
var hopByHop = []string{"Connection", "Keep-Alive", "Proxy-Connection", "Proxy-Authenticate", "Proxy-Authentication-Info",
	"Proxy-Authorization", "Te", "Trailer", "Transfer-Encoding", "Upgrade"}

// keepable returns the fields of an answer that are kept (RFC 9111, section 3.1).
func keepable(h http.Header) http.Header {
	kept := h.Clone()
	for _, named := range strings.Split(strings.Join(h.Values("Connection"), ","), ",") {
		kept.Del(strings.TrimSpace(named))
	}
	for _, name := range hopByHop {
		kept.Del(name)
	}
	return kept
}
