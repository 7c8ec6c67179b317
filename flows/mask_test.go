package flows_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"html"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"dyncrawl"
	"dyncrawl/flows"
)

// TestMask takes a secret out of every way in which it may be written.
func TestMask(t *testing.T) {
	mask := flows.NewMask(canary, "abc")
	quoted, _ := json.Marshal(canary)
	for name, text := range map[string]string{
		"plain": canary, "query": url.QueryEscape(canary), "path": url.PathEscape(canary), "JSON": string(quoted),
		"HTML": html.EscapeString(canary), "lower escapes": strings.ToLower(url.QueryEscape(canary)),
		"base64":                 base64.StdEncoding.EncodeToString([]byte(canary)),
		"base64 behind one byte": base64.StdEncoding.EncodeToString([]byte("x" + canary + "y")),
		"base64 of a login":      base64.StdEncoding.EncodeToString([]byte("ada:" + canary)), "base64 of URLs": base64.URLEncoding.EncodeToString([]byte("ab" + canary + "tail")),
	} {
		got := mask.Text("before " + text + " after")
		if !strings.Contains(got, "***") || !mask.Holds(text) || strings.Contains(got, text) {
			t.Errorf("%s: %q stays %q", name, text, got)
		}
		if !strings.HasPrefix(got, "before ") || !strings.HasSuffix(got, " after") {
			t.Errorf("%s: more was taken: %q", name, got)
		}
	}
	if got := mask.Text("abc and abcdef"); got != "abc and abcdef" {
		t.Errorf("a short secret ruins text: %q", got)
	}
	if got := (*flows.Mask)(nil).Text(canary); got != canary {
		t.Errorf("no mask: %q", got)
	}
}

func TestMaskOfPagesErrorsAndLogs(t *testing.T) {
	mask := flows.NewMask(canary)
	p := &dyncrawl.Page{
		FinalURL: "http://a.example/?p=" + url.QueryEscape(canary), Title: canary, HTML: "<p>" + html.EscapeString(canary), Header: http.Header{"X-Echo": {canary}},
		Exchanges: []dyncrawl.Exchange{{URL: "http://a.example/" + url.PathEscape(canary), RequestBody: []byte(canary), Body: []byte(canary), RequestHeader: http.Header{"X": {canary}}}},
	}
	mask.Page(p)
	text, err := json.Marshal(p)
	if err != nil || mask.Holds(string(text)) {
		t.Errorf("the page shows it: %s (%v)", text, err)
	}
	cause := &dyncrawl.Error{Class: dyncrawl.ClassStep, Err: errors.New("typed " + canary), Hint: "do"}
	if err := mask.Error(cause); mask.Holds(err.Error()) || dyncrawl.ClassOf(err) != dyncrawl.ClassStep || dyncrawl.HintOf(err) != "do" {
		t.Errorf("%v of class %s", err, dyncrawl.ClassOf(err))
	}
	var out bytes.Buffer
	log := slog.New(mask.Handler(slog.NewTextHandler(&out, nil)))
	log.With("a", canary).WithGroup("g").ErrorContext(context.Background(), canary, "b", cause, "c", slog.GroupValue(slog.Any("d", []string{canary})))
	if mask.Holds(out.String()) || strings.Contains(out.String(), "c4n") || !strings.Contains(out.String(), "***") {
		t.Errorf("the log shows it: %s", &out)
	}
}
