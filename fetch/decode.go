package fetch

import (
	"bufio"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// encodings are the content codings that we take, as Chromium lists them.
const encodings = "gzip, deflate, br, zstd"

// zstdWindow bounds the memory of one zstd stream (RFC 9659 allows 8 MiB).
const zstdWindow = 8 << 20

// decoder undoes content codings. What it hands on is plain and never longer
// than limit bytes: beyond that, reading fails.
type decoder struct {
	next  http.RoundTripper
	limit int64
}

func (d decoder) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("Accept-Encoding", encodings)
	resp, err := d.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	plain, closers, err := d.decode(resp)
	if err != nil {
		resp.Body.Close()
		return nil, err
	}
	if len(closers) > 0 {
		resp.Header.Del("Content-Encoding")
		resp.Header.Del("Content-Length")
		resp.ContentLength, resp.Uncompressed = -1, true
	}
	resp.Body = &body{Reader: &limited{plain, d.limit}, closers: append(closers, resp.Body.Close)}
	return resp, nil
}

// decode returns the plain body; codings are undone in reverse order (RFC 9110,
// section 8.4).
func (d decoder) decode(resp *http.Response) (plain io.Reader, closers []func() error, err error) {
	plain = resp.Body
	codings := strings.Split(strings.Join(resp.Header.Values("Content-Encoding"), ","), ",")
	if isPackedXML(resp) {
		codings = append([]string{"gzip"}, codings...)
		resp.Header.Set("Content-Type", "application/xml")
	}
	for i := len(codings) - 1; i >= 0; i-- {
		coding := strings.ToLower(strings.TrimSpace(codings[i]))
		if coding == "" || coding == "identity" {
			continue
		}
		buffered := bufio.NewReader(plain)
		if _, err := buffered.Peek(1); errors.Is(err, io.EOF) {
			return buffered, append(closers, func() error { return nil }), nil // no body, as to HEAD or with a 304
		}
		var closer func() error
		if plain, closer, err = undo(coding, buffered); err != nil {
			return nil, nil, fmt.Errorf("%w: %s: %w", errEncoding, coding, err)
		}
		closers = append([]func() error{closer}, closers...)
	}
	return plain, closers, nil
}

// isPackedXML reports whether the answer is a file of XML that is packed as such,
// as large site maps are (sitemaps.org): browsers would save it.
func isPackedXML(resp *http.Response) bool {
	switch mediaType(resp.Header) {
	case "application/gzip", "application/x-gzip", "application/octet-stream":
		return strings.HasSuffix(strings.ToLower(resp.Request.URL.Path), ".xml.gz")
	}
	return false
}

// undo undoes one coding.
func undo(coding string, r *bufio.Reader) (io.Reader, func() error, error) {
	switch coding {
	case "gzip", "x-gzip":
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, nil, err
		}
		return z, z.Close, nil
	case "deflate":
		return inflate(r)
	case "br":
		return brotli.NewReader(r), func() error { return nil }, nil
	case "zstd":
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(zstdWindow))
		if err != nil {
			return nil, nil, err
		}
		return z, func() error { z.Close(); return nil }, nil
	}
	return nil, nil, errors.New("unknown content coding")
}

// inflate undoes deflate, which is zlib (RFC 9110, section 8.4.1.2); servers
// that send it without zlib's header are understood, as by browsers.
func inflate(r *bufio.Reader) (io.Reader, func() error, error) {
	head, err := r.Peek(2)
	if err == nil && head[0]&0x0f == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
		z, err := zlib.NewReader(r)
		if err != nil {
			return nil, nil, err
		}
		return z, z.Close, nil
	}
	z := flate.NewReader(r)
	return z, z.Close, nil
}

// limited is a reader that fails once more than left bytes have come.
type limited struct {
	r    io.Reader
	left int64
}

func (l *limited) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if l.left -= int64(n); l.left < 0 {
		return 0, errTooLarge
	}
	return n, err
}

// body closes the decoders and then the connection's body.
type body struct {
	io.Reader
	closers []func() error
}

func (b *body) Close() error {
	var errs []error
	for _, f := range b.closers {
		errs = append(errs, f())
	}
	return errors.Join(errs...)
}
