package torture

import (
	"bufio"
	"crypto/sha1"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// socket opens a WebSocket (RFC 6455) that says nothing or, with the query
// "flood", sends texts as fast as they are taken.
func socket(_ *Site, w http.ResponseWriter, r *request) {
	conn, rw, err := http.NewResponseController(w).Hijack()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer conn.Close()
	sum := sha1.Sum([]byte(r.Header.Get("Sec-WebSocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	fmt.Fprintf(rw, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
		base64.StdEncoding.EncodeToString(sum[:]))
	if rw.Flush() != nil {
		return
	}
	if r.URL.RawQuery == "flood" {
		flood(rw.Writer)
		return
	}
	io.Copy(io.Discard, rw)
}

// flood writes frames of 100 bytes of text until nobody reads them any more.
func flood(w *bufio.Writer) {
	frame := "\x81\x64" + strings.Repeat("w", 100)
	for {
		if _, err := w.WriteString(frame); err != nil {
			return
		}
	}
}
