package browser

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
)

// ScreenshotConfig says what of the page is in the picture.
type ScreenshotConfig struct {
	Full  bool           // the whole page instead of the window
	Clip  *page.Viewport // only this part, in CSS pixels of the page; nil: all
	Scale float64        // pixels of the picture to a CSS pixel; zero means 1
}

// Screenshot returns a picture of the page as PNG.
func (t *Tab) Screenshot(ctx context.Context, cfg ScreenshotConfig) ([]byte, error) {
	t.clock.run()
	clip, err := t.clip(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("take screenshot: %w", err)
	}
	res, err := cdp.Call(ctx, t.session, page.CaptureScreenshot, page.CaptureScreenshotParams{
		Format:                page.CaptureScreenshotFormatPng,
		Clip:                  clip,
		CaptureBeyondViewport: new(true),
	})
	if err != nil {
		return nil, fmt.Errorf("take screenshot: %w", err)
	}
	return res.Data, nil
}

func (t *Tab) clip(ctx context.Context, cfg ScreenshotConfig) (*page.Viewport, error) {
	scale := cfg.Scale
	if scale == 0 {
		scale = 1
	}
	if cfg.Clip != nil {
		clip := *cfg.Clip
		clip.Scale = scale
		return &clip, nil
	}
	m, err := cdp.Call(ctx, t.session, page.GetLayoutMetrics, cdp.Empty{})
	if err != nil {
		return nil, err
	}
	if cfg.Full {
		size := m.CSSContentSize
		return &page.Viewport{Width: size.Width, Height: size.Height, Scale: scale}, nil
	}
	view := m.CSSVisualViewport
	return &page.Viewport{X: view.PageX, Y: view.PageY, Width: view.ClientWidth, Height: view.ClientHeight, Scale: scale}, nil
}

// thumbnail is how many pixels of a thumbnail there are to a CSS pixel.
const thumbnail = 0.2

// thumbnailTimeout bounds the time for a thumbnail: it is worth no more.
const thumbnailTimeout = 2 * time.Second

// Thumbnail returns a small picture of what is in the window, as JPEG.
func (t *Tab) Thumbnail(ctx context.Context) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, thumbnailTimeout)
	defer cancel()
	t.clock.run()
	clip, err := t.clip(ctx, ScreenshotConfig{Scale: thumbnail})
	if err != nil {
		return nil, fmt.Errorf("take thumbnail: %w", err)
	}
	res, err := cdp.Call(ctx, t.session, page.CaptureScreenshot, page.CaptureScreenshotParams{
		Format:           page.CaptureScreenshotFormatJpeg,
		Quality:          new(int64(60)),
		Clip:             clip,
		OptimizeForSpeed: new(true),

		// Without it Chromium waits for a frame, which an idle page never draws.
		CaptureBeyondViewport: new(true),
	})
	if err != nil {
		return nil, fmt.Errorf("take thumbnail: %w", err)
	}
	return res.Data, nil
}
