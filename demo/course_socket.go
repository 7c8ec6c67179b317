package demo

import (
	"crypto/sha1"
	"encoding/base64"
	"fmt"
	"net/http"
	"time"
)

// socketKey is what a server puts behind the key of a WebSocket (RFC 6455, 1.3).
const socketKey = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

// socket opens a WebSocket and, a while later, says "later" over it. To others it
// is a text.
func (c *course) socket(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Upgrade") == "" {
		fmt.Fprint(w, "This is a socket.")
		return
	}
	conn, rw, err := http.NewResponseController(w).Hijack()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer conn.Close()
	sum := sha1.Sum([]byte(r.Header.Get("Sec-WebSocket-Key") + socketKey))
	fmt.Fprint(rw, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ",
		base64.StdEncoding.EncodeToString(sum[:]), "\r\n\r\n")
	if rw.Flush() != nil {
		return
	}
	time.Sleep(feedDelay)
	const text = "later"
	fmt.Fprintf(rw, "\x81%c%s", len(text), text) // one whole frame of text
	if rw.Flush() == nil {
		_, _ = rw.ReadByte() // until the page has gone
	}
}
