package browser

import (
	"errors"
	"fmt"
	"strings"

	"dyncrawl"
)

// netErrors classes Chromium's error codes (net/base/net_error_list.h) by their
// beginning; the first match counts.
var netErrors = []struct {
	prefix string
	class  dyncrawl.Class
}{
	{"NAME_", dyncrawl.ClassDNS},
	{"DNS_", dyncrawl.ClassDNS},
	{"ICANN_NAME_COLLISION", dyncrawl.ClassDNS},
	{"PROXY_", dyncrawl.ClassProxy},
	{"TUNNEL_", dyncrawl.ClassProxy},
	{"SOCKS_", dyncrawl.ClassProxy},
	{"MANDATORY_PROXY_", dyncrawl.ClassProxy},
	{"NO_SUPPORTED_PROXIES", dyncrawl.ClassProxy},
	{"CERT_", dyncrawl.ClassTLS},
	{"SSL_", dyncrawl.ClassTLS},
	{"BAD_SSL_", dyncrawl.ClassTLS},
	{"TLS13_", dyncrawl.ClassTLS},
	{"ECH_", dyncrawl.ClassTLS},
	{"TIMED_OUT", dyncrawl.ClassNavTimeout},
	{"CONNECTION_", dyncrawl.ClassConnect},
	{"ADDRESS_", dyncrawl.ClassConnect},
	{"SOCKET_", dyncrawl.ClassConnect},
	{"NETWORK_", dyncrawl.ClassConnect},
	{"INTERNET_DISCONNECTED", dyncrawl.ClassConnect},
	{"BLOCKED_BY_LOCAL_NETWORK", dyncrawl.ClassConnect},
	{"TOO_MANY_REDIRECTS", dyncrawl.ClassRedirectLoop},
	{"INVALID_REDIRECT", dyncrawl.ClassProtocol},
	{"UNSAFE_REDIRECT", dyncrawl.ClassProtocol},
	{"INVALID_AUTH_CREDENTIALS", dyncrawl.ClassHTTPAuth},
	{"INVALID_URL", dyncrawl.ClassURL},
	{"UNSAFE_PORT", dyncrawl.ClassURL},
	{"DISALLOWED_URL_SCHEME", dyncrawl.ClassScheme},
	{"UNKNOWN_URL_SCHEME", dyncrawl.ClassScheme},
	{"EMPTY_RESPONSE", dyncrawl.ClassProtocol},
	{"INVALID_", dyncrawl.ClassProtocol},
	{"RESPONSE_", dyncrawl.ClassProtocol},
	{"CONTENT_", dyncrawl.ClassProtocol},
	{"INCOMPLETE_", dyncrawl.ClassProtocol},
	{"HTTP2_", dyncrawl.ClassProtocol},
	{"QUIC_", dyncrawl.ClassProtocol},
	{"BLOCKED_BY_", dyncrawl.ClassProtocol},
	{"FILE_TOO_BIG", dyncrawl.ClassTooLarge},
	{"ABORTED", dyncrawl.ClassNavLoop}, // another navigation took its place
}

// netError explains a failed navigation: text is Chromium's code, status that
// of the answer, if there was one.
func netError(text string, status int, download bool) error {
	class := dyncrawl.ClassUnknown
	code := strings.TrimPrefix(text, "net::ERR_")
	for _, row := range netErrors {
		if strings.HasPrefix(code, row.prefix) {
			class = row.class
			break
		}
	}
	switch {
	case download:
		return &dyncrawl.Error{Class: dyncrawl.ClassDownload, Err: errors.New("the answer is a file to download, not a page")}
	case code == "ABORTED" && (status == 204 || status == 205 || status == 304):
		return &dyncrawl.Error{Class: dyncrawl.ClassNoContent, Err: fmt.Errorf("HTTP status %d: no page", status)}
	case code == "HTTP_RESPONSE_CODE_FAILURE":
		return &dyncrawl.Error{Class: statusClass(status), Err: fmt.Errorf("HTTP status %d without a page", status)}
	}
	return &dyncrawl.Error{Class: class, Err: errors.New(text), Hint: hints[class]}
}

// hints say what a user can do about a failed navigation.
var hints = map[dyncrawl.Class]string{
	dyncrawl.ClassDNS:     "is the host spelled right? Nobody knows this name",
	dyncrawl.ClassConnect: "is the site up, and is it reached from this machine?",
	dyncrawl.ClassTLS:     "the site's certificate is not valid for it; a browser would warn, too",
	dyncrawl.ClassProxy:   "the proxy does not answer as one should",
}

// statusClass classes an HTTP status of 400 and up.
func statusClass(status int) dyncrawl.Class {
	switch {
	case status == 401, status == 407:
		return dyncrawl.ClassHTTPAuth
	case status == 429:
		return dyncrawl.ClassHTTP429
	case status >= 500:
		return dyncrawl.ClassHTTP5xx
	}
	return dyncrawl.ClassHTTP4xx
}
