package rod

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/chromedp/cdproto"
	jsonv2 "github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/go-rod/rod/lib/cdp"

	"dyncrawl/browser"
)

// lenient lets payloads with lone surrogates through: pages log them.
var lenient = jsonv2.JoinOptions(jsonv2.DefaultOptionsV2(), jsonv2.AllowInvalidUTF8(true))

// pipe speaks to a browser that was started with --remote-debugging-pipe.
type pipe struct {
	r   *bufio.Reader
	in  io.Closer
	out io.WriteCloser
}

func newPipe(r io.ReadCloser, w io.WriteCloser) *pipe {
	return &pipe{r: bufio.NewReaderSize(r, 64<<10), in: r, out: w}
}

// Send implements cdp.WebSocketable. One write a message, so that two do not mix.
func (p *pipe) Send(data []byte) error {
	_, err := p.out.Write(append(data, 0))
	return err
}

// Read implements cdp.WebSocketable.
func (p *pipe) Read() ([]byte, error) {
	data, err := p.r.ReadBytes(0)
	if err != nil {
		return nil, err
	}
	return data[:len(data)-1], nil
}

func (p *pipe) Close() error { return errors.Join(p.in.Close(), p.out.Close()) }

// tap shows every message to the router before the library gets it: rod panics
// on events that it cannot decode.
type tap struct {
	conn
	router *browser.Router
}

func (t *tap) Read() ([]byte, error) {
	for {
		data, err := t.conn.Read()
		if err != nil {
			t.router.Close()
			return nil, err
		}
		if bytes.HasPrefix(data, []byte(`{"id":`)) {
			return data, nil // an answer
		}
		var msg cdproto.Message
		if err := jsonv2.Unmarshal(data, &msg, lenient); err != nil || !t.router.Route(&msg) {
			return data, nil
		}
	}
}

// caller sends the commands of one session through rod's client.
type caller struct {
	client  *cdp.Client
	session string // empty: the browser itself
}

// Call implements browser.Caller. cdproto's types want its own JSON package.
func (c caller) Call(ctx context.Context, method string, params, result any) error {
	var raw any
	if params != nil {
		data, err := jsonv2.Marshal(params, lenient)
		if err != nil {
			return fmt.Errorf("encode %s: %w", method, err)
		}
		raw = json.RawMessage(data)
	}
	data, err := c.client.Call(ctx, c.session, method, raw)
	var e *cdp.Error
	switch {
	case errors.As(err, &e):
		return &cdproto.Error{Code: int64(e.Code), Message: e.Message}
	case err != nil:
		return err
	case result == nil:
		return nil
	}
	return jsonv2.Unmarshal(data, result, lenient)
}
