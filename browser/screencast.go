package browser

import (
	"context"
	"fmt"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
)

// Frame is one picture of what a tab shows.
type Frame struct {
	JPEG          []byte
	Width, Height float64 // of the window, in CSS pixels
}

// Screencast hands fn a picture of the window whenever it changes, the first one
// soon. A picture that comes while fn is busy takes the place of the last one
// that waits. fn is not called any more once stop has returned.
func (t *Tab) Screencast(ctx context.Context, fn func(Frame)) (stop func(), err error) {
	frames, end := make(chan Frame, 1), make(chan struct{})
	var shown sync.WaitGroup
	shown.Go(func() {
		for {
			select {
			case f := <-frames:
				fn(f)
			case <-end:
				return
			}
		}
	})
	unhook := t.session.Listen(func(ev any) {
		if shot, ok := ev.(*page.EventScreencastFrame); ok {
			select {
			case <-frames: // it is out of date
			default:
			}
			frames <- Frame{JPEG: shot.Data, Width: shot.Metadata.DeviceWidth, Height: shot.Metadata.DeviceHeight}
			go func() {
				_, _ = cdp.Call(t.session.life, t.session, page.ScreencastFrameAck, page.ScreencastFrameAckParams{SessionID: shot.SessionID})
			}()
		}
	})
	stop = sync.OnceFunc(func() {
		unhook()
		_, _ = cdp.Call(context.Background(), t.session, page.StopScreencast, cdp.Empty{})
		close(end)
		shown.Wait()
	})
	_, err = cdp.Call(ctx, t.session, page.StartScreencast, page.StartScreencastParams{
		Format: page.StartScreencastFormatJpeg, Quality: new(int64(70)), EveryNthFrame: 1})
	if err != nil {
		stop()
		return nil, fmt.Errorf("start screencast: %w", err)
	}
	return stop, nil
}
