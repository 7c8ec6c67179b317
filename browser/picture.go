package browser

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"

	"dyncrawl"
)

// mostScale bounds how many pixels to a CSS pixel a picture is taken with.
const mostScale = 4

// mostPixels bounds the pictures that are taken: each pixel costs the browser four
// bytes several times over.
const mostPixels = 16e6

// Picture returns what the element shows in its own pixels: an image or canvas
// that is drawn smaller or larger than it is comes out as it is, anything else at
// the scale of the device. It is PNG, but for GIF images, which come as they are:
// they may be animated. One of more than 16 million pixels is refused.
func (e *Element) Picture(ctx context.Context) (picture []byte, err error) {
	var pixels struct {
		Source string  `json:"source"`
		Scale  float64 `json:"scale"`
		Area   float64 `json:"area"` // in CSS pixels
	}
	if err := e.read(ctx, "look at", &pixels, "pixels"); err != nil {
		return nil, err
	}
	if data := e.loadedFrom(ctx, pixels.Source); bytes.HasPrefix(data, []byte("GIF8")) {
		return data, nil
	}
	scale := min(pixels.Scale, mostScale)
	if count := pixels.Area * scale * scale; count > mostPixels {
		return nil, &dyncrawl.Error{
			Class: dyncrawl.ClassTooLarge,
			Err:   fmt.Errorf("take the picture of an element: it has %.0f million pixels, at most %.0f are taken", count/1e6, mostPixels/1e6),
		}
	}
	return e.Screenshot(ctx, scale)
}

// loadedFrom returns the file that the browser loaded from a URL for this page; nil
// when it cannot be had any more. Nothing is fetched again.
func (e *Element) loadedFrom(ctx context.Context, url string) []byte {
	if data, ok := strings.CutPrefix(url, "data:image/gif;base64,"); ok {
		file, err := base64.StdEncoding.DecodeString(data)
		if err != nil {
			return nil
		}
		return file
	}
	if url == "" || strings.HasPrefix(url, "data:") {
		return nil
	}
	if e.doc.door != nil {
		return nil // of an iframe: what it shows must do
	}
	params := page.GetResourceContentParams{FrameID: e.tab.frame(), URL: url}
	res, err := cdp.Call(ctx, e.doc.session, page.GetResourceContent, params)
	if err != nil {
		return nil
	}
	return res.Content
}
