package browsertest

import (
	"crypto/sha1"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// pixel is a PNG of one transparent pixel.
var pixel, _ = base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")

// socket opens a WebSocket, sends one frame and then keeps silent.
func socket(w http.ResponseWriter, r *http.Request) {
	upgrade(w, r, func(c io.ReadWriter) {
		fmt.Fprint(c, "\x81\x02hi")
		_, _ = io.Copy(io.Discard, c) // until the page goes
	})
}

// ticker opens a WebSocket and counts on it, ten times a second.
func ticker(w http.ResponseWriter, r *http.Request) {
	upgrade(w, r, func(c io.ReadWriter) {
		for n := 1; ; n++ {
			time.Sleep(100 * time.Millisecond)
			text := strconv.Itoa(n)
			if _, err := fmt.Fprintf(c, "\x81%c%s", len(text), text); err != nil {
				return
			}
		}
	})
}

// upgrade answers a WebSocket's request and leaves the connection to talk.
func upgrade(w http.ResponseWriter, r *http.Request, talk func(io.ReadWriter)) {
	sum := sha1.Sum([]byte(r.Header.Get("Sec-WebSocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	c, buf, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer c.Close()
	fmt.Fprintf(buf, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
		base64.StdEncoding.EncodeToString(sum[:]))
	if buf.Flush() == nil {
		talk(c)
	}
}
