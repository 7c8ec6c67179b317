package liveview_test

import (
	"context"
	"errors"
	"testing"

	"dyncrawl/liveview"
	"dyncrawl/liveview/viewtest"
)

// TestQuestion asks a person who answers, does not want to, gives up, or never comes.
func TestQuestion(t *testing.T) {
	for name, c := range map[string]struct {
		reply viewtest.Message // nil: the crawl ends meanwhile
		want  string
		err   error
	}{
		"answered":  {viewtest.Message{"type": "dialog", "accept": true, "text": "424242"}, "424242", nil},
		"dismissed": {viewtest.Message{"type": "dialog", "accept": false, "text": "42"}, "", liveview.ErrCancelled},
		"cancelled": {viewtest.Message{"type": "cancel"}, "", liveview.ErrCancelled},
		"done":      {viewtest.Message{"type": "done"}, "", liveview.ErrCancelled},
		"the end":   {nil, "", context.Canceled},
	} {
		t.Run(name, func(t *testing.T) {
			view, err := liveview.Serve(liveview.Config{Title: "The crawl asks:"})
			if err != nil {
				t.Fatal(err)
			}
			defer view.Close()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			answered := make(chan error, 1)
			var got string
			go func() {
				var err error
				got, err = view.Question(ctx, "The code?")
				answered <- err
			}()
			v := viewtest.Open(t, view.URL())
			if asked := v.Notice("dialog"); asked["kind"] != "prompt" || asked["text"] != "The code?" || v.Notice("state")["title"] != "The crawl asks:" {
				t.Errorf("asked %v", asked)
			}
			if c.reply != nil {
				v.Send(c.reply)
			} else {
				cancel()
			}
			if err := <-answered; got != c.want || !errors.Is(err, c.err) || (err == nil) != (c.err == nil) {
				t.Errorf("%q, %v; want %q, %v", got, err, c.want, c.err)
			}
		})
	}
}
