// Package fetch asks for pages over plain HTTP, without a browser: a fraction of
// the cost, for pages that are complete before any script has run.
package fetch

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"dyncrawl"
)

// Config says how pages are asked for.
type Config struct {
	UserAgent string         // whole User-Agent header; should be the browser's
	Language  string         // Accept-Language header; empty: none is sent
	Jar       http.CookieJar // cookies of the session; nil: none are sent or kept
	PerHost   int            // connections to one host; zero means 16
	MaxBytes  int64          // of a decoded answer; zero means 32 MiB
	Cache     *Cache         // nil: nothing is kept
	Proxy     string         // URL of what all requests go through; empty: what the environment says
	Partition string         // names the session: answers kept under another name are not seen

	Clean func(*dyncrawl.Page) // is given every page before Do returns it; nil: pages are as they came
}

const (
	maxRedirects    = 20 // as in Chromium
	defaultMaxBytes = 32 << 20
	defaultPerHost  = 16
)

// Client is safe for concurrent use.
type Client struct {
	cfg    Config
	http   *http.Client
	direct *http.Transport
}

// New returns a client for c.
func New(c Config) (*Client, error) {
	c.PerHost = cmp.Or(c.PerHost, defaultPerHost)
	c.MaxBytes = cmp.Or(c.MaxBytes, defaultMaxBytes)
	if c.PerHost < 0 || c.MaxBytes < 0 {
		return nil, fmt.Errorf("make HTTP client: %d connections to a host, %d bytes: neither can be negative", c.PerHost, c.MaxBytes)
	}
	proxy := http.ProxyFromEnvironment
	if c.Proxy != "" {
		u, err := url.Parse(c.Proxy)
		if err != nil {
			return nil, fmt.Errorf("make HTTP client: %w", err)
		}
		proxy = http.ProxyURL(u)
	}
	direct := &http.Transport{
		Proxy:                 proxy,
		DialContext:           (&net.Dialer{Timeout: 20 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		ForceAttemptHTTP2:     true,
		DisableCompression:    true, // we decode, under a limit
		MaxIdleConns:          4 * c.PerHost,
		MaxIdleConnsPerHost:   c.PerHost,
		MaxConnsPerHost:       c.PerHost,
		IdleConnTimeout:       time.Minute,
		TLSHandshakeTimeout:   20 * time.Second,
		ExpectContinueTimeout: time.Second,
	}
	client := &Client{cfg: c, direct: direct}
	var transport http.RoundTripper = decoder{next: direct, limit: c.MaxBytes}
	if c.Cache != nil {
		transport = &cachingTransport{cache: c.Cache, next: transport, partition: c.Partition}
	}
	client.http = &http.Client{Transport: transport, Jar: c.Jar, CheckRedirect: limitRedirects}
	return client, nil
}

// Close gives up idle connections.
func (c *Client) Close() { c.direct.CloseIdleConnections() }

var errRedirects = errors.New("too many redirects")

func limitRedirects(_ *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects {
		return errRedirects
	}
	return nil
}

// Do asks for r and returns the answer as a page: its text in UTF-8 as HTML,
// whatever text it is. An error page (404, 500) is a page, as it is to a tab.
// Errors have the class that the browser's would have; with no_content and
// download the page comes too, without its text.
func (c *Client) Do(ctx context.Context, r dyncrawl.Request) (*dyncrawl.Page, error) {
	page, err := c.do(ctx, r)
	if err != nil {
		return page, fmt.Errorf("fetch %s: %w", r.URL, err)
	}
	return page, nil
}

func (c *Client) do(ctx context.Context, r dyncrawl.Request) (*dyncrawl.Page, error) {
	req, err := c.request(ctx, r)
	if err != nil {
		return nil, err
	}
	page := &dyncrawl.Page{URL: r.URL, FetchedAt: time.Now()}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, classed(ctx, err)
	}
	defer resp.Body.Close()
	page.Timing.Response = time.Since(page.FetchedAt)
	page.FinalURL = withFragment(resp.Request.URL, req.URL)
	page.Status, page.Header = resp.StatusCode, resp.Header
	page.ContentType = mediaType(resp.Header)
	if err := refused(resp, page.ContentType); err != nil {
		return page, err
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, classed(ctx, err)
	}
	page.Timing.Load = time.Since(page.FetchedAt)
	page.HTML = toUTF8(body, resp.Header.Get("Content-Type"))
	page.Title = title(page)
	page.Timing.Settled = time.Since(page.FetchedAt)
	page.Timing.Total = page.Timing.Settled
	if c.cfg.Clean != nil {
		c.cfg.Clean(page)
	}
	return page, nil
}

// accept is what Chromium sends when it navigates, without the pictures.
const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

func (c *Client) request(ctx context.Context, r dyncrawl.Request) (*http.Request, error) {
	u, err := url.Parse(r.URL)
	switch {
	case err != nil:
		return nil, &dyncrawl.Error{Class: dyncrawl.ClassURL, Err: err}
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, &dyncrawl.Error{Class: dyncrawl.ClassScheme, Err: errors.New("only http and https are crawled")}
	case u.Host == "":
		return nil, &dyncrawl.Error{Class: dyncrawl.ClassURL, Err: errors.New("the URL names no host")}
	}
	req, err := http.NewRequestWithContext(ctx, cmp.Or(r.Method, http.MethodGet), r.URL, bytes.NewReader(r.Body))
	if err != nil {
		return nil, &dyncrawl.Error{Class: dyncrawl.ClassURL, Err: err}
	}
	if len(r.Body) == 0 {
		req.Body, req.GetBody = nil, nil
	}
	req.Header.Set("User-Agent", c.cfg.UserAgent)
	req.Header.Set("Accept", accept)
	if c.cfg.Language != "" {
		req.Header.Set("Accept-Language", c.cfg.Language)
	}
	for name, values := range r.Header {
		req.Header[http.CanonicalHeaderKey(name)] = values
	}
	return req, nil
}

// withFragment is the final URL with the fragment that a browser would show: the
// one asked for, unless a redirect brought its own (RFC 9110, section 10.2.2).
func withFragment(final, asked *url.URL) string {
	if final.Fragment == "" && asked.Fragment != "" {
		u := *final
		u.Fragment, u.RawFragment = asked.Fragment, asked.RawFragment
		return u.String()
	}
	return final.String()
}

func mediaType(h http.Header) string {
	name, _, _ := strings.Cut(h.Get("Content-Type"), ";")
	return strings.ToLower(strings.TrimSpace(name))
}

// refused returns why the answer is no page, as the browser would say.
func refused(resp *http.Response, contentType string) error {
	disposition, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Disposition"))
	switch {
	case resp.StatusCode == http.StatusNoContent || resp.StatusCode == http.StatusResetContent:
		return &dyncrawl.Error{Class: dyncrawl.ClassNoContent, Err: fmt.Errorf("HTTP status %d: no page", resp.StatusCode)}
	case disposition == "attachment", !isText(contentType):
		return &dyncrawl.Error{Class: dyncrawl.ClassDownload, Err: fmt.Errorf("the answer is a file of type %q, not a page", contentType)}
	}
	return nil
}

// isText reports whether a browser shows the media type as text or a page.
func isText(contentType string) bool {
	switch contentType {
	case "", "application/json", "application/xml", "application/xhtml+xml", "application/javascript", "application/ecmascript":
		return true
	}
	return strings.HasPrefix(contentType, "text/") || strings.HasSuffix(contentType, "+xml") || strings.HasSuffix(contentType, "+json")
}
