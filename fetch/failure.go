package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"strings"

	"dyncrawl"
)

// errTooLarge ends the reading of an answer.
var errTooLarge = errors.New("the decoded answer is larger than the limit")

// errEncoding marks an answer whose Content-Encoding does not hold.
var errEncoding = errors.New("the answer is not encoded as it says")

// classed gives err the class that the browser's error would have.
func classed(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err()
	}
	class := classOf(err)
	return &dyncrawl.Error{Class: class, Err: err, Hint: hints[class]}
}

func classOf(err error) dyncrawl.Class {
	var timeout net.Error
	switch {
	case errors.Is(err, errRedirects):
		return dyncrawl.ClassRedirectLoop
	case errors.Is(err, errTooLarge):
		return dyncrawl.ClassTooLarge
	case errors.Is(err, errEncoding):
		return dyncrawl.ClassProtocol
	case errors.As(err, new(*net.DNSError)):
		return dyncrawl.ClassDNS
	case errors.As(err, &timeout) && timeout.Timeout(), errors.Is(err, context.DeadlineExceeded):
		return dyncrawl.ClassNavTimeout
	case isTLS(err):
		return dyncrawl.ClassTLS
	case isProxy(err):
		return dyncrawl.ClassProxy
	case errors.As(err, new(*net.OpError)):
		return dyncrawl.ClassConnect
	}
	return dyncrawl.ClassProtocol
}

func isTLS(err error) bool {
	return errors.As(err, new(*tls.CertificateVerificationError)) || errors.As(err, new(tls.RecordHeaderError)) ||
		errors.As(err, new(tls.AlertError)) || errors.As(err, new(x509.UnknownAuthorityError)) ||
		errors.As(err, new(x509.HostnameError)) || errors.As(err, new(x509.CertificateInvalidError)) ||
		strings.Contains(err.Error(), "tls: ")
}

func isProxy(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && (op.Op == "proxyconnect" || op.Op == "socks connect")
}

// hints say what a user can do about a failed fetch.
var hints = map[dyncrawl.Class]string{
	dyncrawl.ClassDNS:     "is the host spelled right? Nobody knows this name",
	dyncrawl.ClassConnect: "is the site up, and is it reached from this machine?",
	dyncrawl.ClassTLS:     "the site's certificate is not valid for it; a browser would warn, too",
	dyncrawl.ClassProxy:   "the proxy does not answer as one should",
}
