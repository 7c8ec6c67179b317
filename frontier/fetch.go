package frontier

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"

	"dyncrawl"
)

const (
	robotsSize      = 500 << 10 // bytes of a robots.txt that are read (RFC 9309, 2.5)
	robotsRedirects = 5         // followed to find it (RFC 9309, 2.3.1.2)
)

// fetchRobots returns the rules of the origin's robots.txt. Nothing is forbidden
// where there is none (4xx); an error with its class means that nobody knows.
func (f *Frontier) fetchRobots(ctx context.Context, origin string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, f.cfg.RobotsBudget)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, origin+"/robots.txt", nil)
	if err != nil {
		return "", &dyncrawl.Error{Class: dyncrawl.ClassURL, Err: err}
	}
	req.Header.Set("User-Agent", f.cfg.UserAgent)
	client := *f.cfg.Client
	client.CheckRedirect = fewRedirects
	resp, err := client.Do(req)
	if err != nil {
		return "", &dyncrawl.Error{Class: classOf(err), Err: err}
	}
	defer resp.Body.Close()
	if class := statusClass(resp.StatusCode); class != "" {
		return "", &dyncrawl.Error{Class: class, Err: fmt.Errorf("fetch %s: %s", req.URL, resp.Status)}
	}
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return "", nil
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, robotsSize))
	if err != nil {
		return "", &dyncrawl.Error{Class: classOf(err), Err: fmt.Errorf("read %s: %w", req.URL, err)}
	}
	return ruleLines(strings.TrimPrefix(strings.ToValidUTF8(string(body), "\uFFFD"), "\uFEFF")), nil
}

// fewRedirects ends a long chain with its last answer: no robots.txt then.
func fewRedirects(_ *http.Request, via []*http.Request) error {
	if len(via) > robotsRedirects {
		return http.ErrUseLastResponse
	}
	return nil
}

// statusClass names the statuses that leave open what robots.txt says.
func statusClass(status int) dyncrawl.Class {
	switch {
	case status == http.StatusTooManyRequests:
		return dyncrawl.ClassHTTP429
	case status >= 500:
		return dyncrawl.ClassHTTP5xx
	}
	return ""
}

// classOf names why a plain HTTP request failed.
func classOf(err error) dyncrawl.Class {
	var timeout net.Error
	var cert *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var alert tls.AlertError
	var op *net.OpError
	switch {
	case errors.Is(err, context.Canceled):
		return dyncrawl.ClassInterrupted
	case errors.As(err, new(*net.DNSError)):
		return dyncrawl.ClassDNS
	case errors.As(err, &cert), errors.As(err, &record), errors.As(err, &alert):
		return dyncrawl.ClassTLS
	case errors.As(err, &timeout) && timeout.Timeout():
		return dyncrawl.ClassNavTimeout
	case errors.As(err, &op):
		return dyncrawl.ClassConnect
	}
	return dyncrawl.ClassProtocol
}
