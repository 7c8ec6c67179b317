package learn

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"dyncrawl"
)

// The places of a request that hold values.
const (
	inPath   = "path"   // a segment of the path, by its number from 0
	inQuery  = "query"  // a parameter of the URL
	inForm   = "form"   // a parameter of a form-encoded body
	inJSON   = "json"   // a member of a JSON body, by its JSON Pointer (RFC 6901)
	inBody   = "body"   // a body in no known format, as a whole
	inHeader = "header" // a header that the script set
)

// slot names one value of a request. A name that comes several times has its
// number behind it: "id#1".
type slot struct {
	In   string `json:"in"`
	Name string `json:"name"`
}

func (s slot) String() string { return s.In + " " + s.Name }

// request is a request taken apart.
type request struct {
	method string
	origin string // scheme and host
	order  []slot
	values map[slot]string
	json   any // the body, when it is JSON
}

func (r *request) put(in, name, value string) {
	s := slot{in, name}
	for n := 1; slices.Contains(r.order, s); n++ {
		s.Name = name + "#" + strconv.Itoa(n)
	}
	r.order = append(r.order, s)
	r.values[s] = value
}

// takeApart reads the request of an exchange.
func takeApart(x *dyncrawl.Exchange) (*request, error) {
	u, err := url.Parse(x.URL)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", x.Method, x.URL, err)
	}
	r := &request{method: x.Method, origin: u.Scheme + "://" + u.Host, values: map[slot]string{}}
	for i, segment := range strings.Split(strings.TrimPrefix(u.EscapedPath(), "/"), "/") {
		r.put(inPath, strconv.Itoa(i), unescape(segment))
	}
	r.putPairs(inQuery, u.RawQuery)
	r.putBody(x.RequestBody)
	for _, name := range sortedKeys(x.RequestHeader) {
		r.put(inHeader, name, x.RequestHeader.Get(name))
	}
	return r, nil
}

func unescape(segment string) string {
	if text, err := url.PathUnescape(segment); err == nil {
		return text
	}
	return segment
}

// putPairs adds name=value pairs in their order.
func (r *request) putPairs(in, text string) {
	for pair := range strings.SplitSeq(text, "&") {
		name, value, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(name)
		value, valueErr := url.QueryUnescape(value)
		if pair != "" && err == nil && valueErr == nil {
			r.put(in, name, value)
		}
	}
}

func (r *request) putBody(body []byte) {
	switch {
	case len(body) == 0:
	case body[0] == '{' || body[0] == '[':
		if value, err := decodeJSON(body); err == nil {
			r.json = value
			eachLeaf(value, "", func(pointer, text string) { r.put(inJSON, pointer, text) })
			return
		}
		r.put(inBody, "text", string(body))
	case bytes.ContainsRune(body, '=') && !bytes.ContainsAny(body, "\n<"):
		r.putPairs(inForm, string(body))
	default:
		r.put(inBody, "text", string(body))
	}
}

// decodeJSON keeps numbers as they are written.
func decodeJSON(text []byte) (value any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	err = d.Decode(&value)
	return value, err
}

// eachLeaf calls fn with every plain value beneath v and its JSON Pointer.
func eachLeaf(v any, pointer string, fn func(pointer, text string)) {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range sortedKeys(v) {
			eachLeaf(v[key], pointer+"/"+pointerEscape.Replace(key), fn)
		}
	case []any:
		for i := range v {
			eachLeaf(v[i], pointer+"/"+strconv.Itoa(i), fn)
		}
	case nil:
	default:
		fn(pointer, fmt.Sprint(v))
	}
}

var pointerEscape = strings.NewReplacer("~", "~0", "/", "~1")

// withLeaves returns v with the leaves replaced by the texts, which keep the
// types of the leaves.
func withLeaves(v any, pointer string, texts map[string]string) any {
	switch v := v.(type) {
	case map[string]any:
		m := make(map[string]any, len(v))
		for key, member := range v {
			m[key] = withLeaves(member, pointer+"/"+pointerEscape.Replace(key), texts)
		}
		return m
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = withLeaves(v[i], pointer+"/"+strconv.Itoa(i), texts)
		}
		return list
	}
	text, ok := texts[pointer]
	if !ok {
		return v
	}
	switch v.(type) {
	case json.Number:
		return json.Number(text)
	case bool:
		return text == "true"
	}
	return text
}

// builder puts a request together from the values of its slots.
type builder struct {
	path, query, form []string
	leaves            map[string]string
	body              string
	header            http.Header
}

func (b *builder) put(s slot, value string) {
	name, _, _ := strings.Cut(s.Name, "#")
	switch s.In {
	case inPath:
		b.path = append(b.path, url.PathEscape(value))
	case inQuery:
		b.query = append(b.query, url.QueryEscape(name)+"="+url.QueryEscape(value))
	case inForm:
		b.form = append(b.form, url.QueryEscape(name)+"="+url.QueryEscape(value))
	case inJSON:
		b.leaves[s.Name] = value
	case inBody:
		b.body = value
	case inHeader:
		b.header.Set(name, value)
	}
}

// request returns what was put together; origin is scheme and host, template the
// JSON body with any leaves.
func (b *builder) request(method, origin string, template any) (dyncrawl.Request, error) {
	r := dyncrawl.Request{Method: method, URL: origin + "/" + strings.Join(b.path, "/"), Header: b.header}
	if len(b.query) > 0 {
		r.URL += "?" + strings.Join(b.query, "&")
	}
	kind := ""
	switch {
	case template != nil:
		body, err := json.Marshal(withLeaves(template, "", b.leaves))
		if err != nil {
			return r, fmt.Errorf("%s %s: write the body: %w", method, r.URL, err)
		}
		r.Body, kind = body, "application/json"
	case len(b.form) > 0:
		r.Body, kind = []byte(strings.Join(b.form, "&")), "application/x-www-form-urlencoded"
	case b.body != "":
		r.Body = []byte(b.body)
	}
	if kind != "" && r.Header.Get("Content-Type") == "" {
		r.Header.Set("Content-Type", kind)
	}
	return r, nil
}

func sortedKeys[M ~map[string]V, V any](m M) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
