package browser

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"

	"dyncrawl"
)

// requestBodyLimit is how much of a request body is kept.
const requestBodyLimit = 1 << 20

// exchange is a dyncrawl.Exchange in the making.
type exchange struct {
	dyncrawl.Exchange
	id    network.RequestID
	owner *traffic
	sent  cdp.MonotonicTime
	asked bool // the request has a body that was not reported with it
}

func newExchange(ev *network.EventRequestWillBeSent) *exchange {
	x := &exchange{id: ev.RequestID, sent: ev.Timestamp}
	x.Kind = strings.ToLower(string(ev.Type))
	x.Method = ev.Request.Method
	x.URL = ev.Request.URL
	x.Started = time.UnixMicro(int64(ev.WallTime.Float64() * 1e6))
	x.RequestHeader = scriptHeaders(ev.Request.Headers)
	for _, entry := range ev.Request.PostDataEntries {
		x.RequestBody = append(x.RequestBody, entry.Bytes...)
	}
	x.asked = ev.Request.HasPostData && len(x.RequestBody) == 0
	return x
}

// ownHeaders are those that the browser adds to a request by itself, and those
// that are secrets.
var ownHeaders = regexp.MustCompile(`(?i)^(user-agent|referer|origin|host|connection|content-length|accept-(language|encoding)|` +
	`cache-control|pragma|cookie|authorization|proxy-.*|sec-.*)$`)

// scriptHeaders returns the headers that the page's script has set; nil for none.
func scriptHeaders(all network.Headers) http.Header {
	var set http.Header
	for name, value := range all {
		text, ok := value.(string)
		if !ok || ownHeaders.MatchString(name) || strings.EqualFold(name, "accept") && text == "*/*" {
			continue
		}
		if set == nil {
			set = http.Header{}
		}
		set.Set(name, text)
	}
	return set
}

func (x *exchange) respond(r *network.Response) {
	x.Status = int(r.Status)
	x.ContentType = strings.ToLower(r.MimeType)
}

func (x *exchange) took(end cdp.MonotonicTime) {
	x.Took = time.Duration((end.Float64() - x.sent.Float64()) * float64(time.Second))
}

// bodyTimeout bounds the fetch of one body from the browser.
const bodyTimeout = 10 * time.Second

// fetchBody completes an exchange with the bodies that events do not carry.
func (t *Tab) fetchBody(x *exchange) {
	ctx, cancel := context.WithTimeout(context.Background(), bodyTimeout)
	defer cancel()
	t.bodies <- struct{}{}
	defer func() { <-t.bodies }()
	var asked []byte
	if x.asked {
		res, err := cdp.Call(ctx, t.session, network.GetRequestPostData, network.GetRequestPostDataParams{RequestID: x.id})
		if err == nil {
			asked = res.PostData
		}
	}
	res, err := cdp.Call(ctx, t.session, network.GetResponseBody, network.GetResponseBodyParams{RequestID: x.id})
	t.visit.complete(x, asked, res.Body, err)
}

// complete stores the bodies of an exchange. A body that the browser does not
// have any more, because it is too long or its document is gone, is truncated
// to nothing.
func (v *visit) complete(x *exchange, asked, body []byte, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	defer v.signal()
	if len(asked) > 0 {
		x.RequestBody = asked
	}
	x.RequestBody = x.RequestBody[:min(len(x.RequestBody), requestBodyLimit)]
	x.Truncated = err != nil || len(body) > v.bodyLimit
	x.Body = body[:min(len(body), v.bodyLimit)]
	x.owner.fetched++
}
