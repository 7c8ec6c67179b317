package torture

import (
	"compress/flate"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"unicode/utf16"

	"github.com/klauspost/compress/zstd"
)

// bomb answers with HTML that is far larger than what travels.
func bomb(_ *Site, w http.ResponseWriter, r *request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	var packers []io.WriteCloser
	var out io.Writer = w
	for _, coding := range codings[r.rest] {
		packer, err := coding(out)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		packers = append([]io.WriteCloser{packer}, packers...)
		out = packer
	}
	w.Header().Set("Content-Encoding", map[string]string{"gzip": "gzip", "zstd": "zstd", "nested": "deflate, gzip"}[r.rest])
	fmt.Fprint(out, "<!DOCTYPE html><title>bomb</title><b class=item>bomb</b>")
	filler := []byte(strings.Repeat(" ", 1<<20))
	for range 4 << 10 { // 4 GiB
		if _, err := out.Write(filler); err != nil || r.Context().Err() != nil {
			return
		}
	}
	for _, p := range packers {
		p.Close()
	}
}

// codings are the packers of each bomb, the outermost first.
var codings = map[string][]func(io.Writer) (io.WriteCloser, error){
	"gzip":   {packGzip},
	"zstd":   {packZstd},
	"nested": {packGzip, packDeflate},
}

func packGzip(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriterLevel(w, gzip.BestSpeed) }

func packDeflate(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) }

func packZstd(w io.Writer) (io.WriteCloser, error) {
	return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20))
}

// charset answers with text whose bytes are not what they are said to be.
func charset(_ *Site, w http.ResponseWriter, r *request) {
	const begin, end = "<!DOCTYPE html><title>t</title><b class=item>", "</b>"
	kind, body := "text/html; charset=utf-8", ""
	switch r.rest {
	case "wrong":
		kind, body = "text/html; charset=gbk", begin+"Grüße, 你好"+end
	case "utf16":
		kind = "text/html; charset=utf-16le"
		for _, unit := range utf16.Encode([]rune(begin + "你好" + end)) {
			body += string([]byte{byte(unit), byte(unit >> 8)})
		}
	case "invalid":
		body = begin + "a\xff\xfe\xc3(b" + end
	case "nul":
		body = begin + "a\x00b" + end
	}
	w.Header().Set("Content-Type", kind)
	io.WriteString(w, body)
}

// mediaType answers with a file of the type that the path names.
func mediaType(_ *Site, w http.ResponseWriter, r *request) {
	file := map[string]struct{ kind, body string }{
		"pdf":     {"application/pdf", "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF"},
		"xml":     {"application/xml", "<?xml version='1.0'?><list><entry>one</entry></list>"},
		"json":    {"application/json", `{"list": [1, 2, 3]}`},
		"svg":     {"image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'><circle r='9'/></svg>"},
		"text":    {"text/plain", "plain text"},
		"image":   {"image/gif", "GIF89a\x01\x00\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x01L\x00;"},
		"video":   {"video/mp4", "\x00\x00\x00\x18ftypmp42 and nothing more"},
		"wasm":    {"application/wasm", "\x00asm\x01\x00\x00\x00"},
		"unknown": {"application/x-torture", "?"},
	}[r.rest]
	w.Header().Set("Content-Type", file.kind)
	io.WriteString(w, file.body)
}
