package browser

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
)

// StandIn has one and the same picture of ours shown in place of those that a held page is
// refused, until the tab is reset. No server is asked for it, but scripts that wait for
// pictures go on.
func (t *Tab) StandIn(ctx context.Context) error {
	if t.context.cfg.Lean {
		return nil
	}
	t.standsIn.Store(true)
	if err := t.refusePictures(ctx, false); err != nil { // what is refused by its name is not asked about
		return fmt.Errorf("show a picture in place of others: %w", err)
	}
	return nil
}

// The size of the picture, which is one of the usual shape.
const (
	standInWidth  = 1200
	standInHeight = 800
)

// standIn returns the picture, of a few hundred bytes.
var standIn = sync.OnceValue(func() []byte {
	grey := image.NewPaletted(image.Rect(0, 0, standInWidth, standInHeight), color.Palette{color.Gray{Y: 0xa0}})
	var b bytes.Buffer
	if err := png.Encode(&b, grey); err != nil {
		panic(err) // a buffer takes everything
	}
	return b.Bytes()
})

// show answers a request for a picture with ours. Any site may read it.
func show(s Session, id fetch.RequestID) {
	_, _ = cdp.Call(context.Background(), s, fetch.FulfillRequest, fetch.FulfillRequestParams{
		RequestID:       id,
		ResponseCode:    200,
		ResponseHeaders: []*fetch.HeaderEntry{{Name: "Content-Type", Value: "image/png"}, {Name: "Access-Control-Allow-Origin", Value: "*"}},
		Body:            standIn(),
	})
}
