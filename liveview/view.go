// Package liveview has a person see and drive a tab from a page of their own
// browser: what the tab shows comes as pictures, and mouse, wheel, keyboard,
// clipboard, input methods and fingers go back as the browser's own input.
//
// The page is served on this machine's loopback only. Its link holds a token that
// opens it once; whoever opened it is known by a cookie from then on.
package liveview

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"

	"dyncrawl/browser"
)

// Config says what the page tells the person.
type Config struct {
	Title string // what to do, in a sentence
	Done  string // text of the button that ends it; empty means "Done"
}

// ErrCancelled says that the person gave up.
var ErrCancelled = errors.New("the person cancelled")

// View is a page that shows one tab at a time.
type View struct {
	cfg    Config
	door   door
	server *http.Server
	files  string // folder of what the person uploads
	ended  chan error
	life   context.Context
	close  context.CancelFunc
	tasks  sync.WaitGroup

	filming sync.Mutex // held while pictures begin or end

	mu     sync.Mutex
	shown  []*shown // those that are open; the last one is seen
	viewer *viewer  // nil: nobody looks
	asked  []*question
}

// Serve begins to serve a view on a free port. Close it.
func Serve(cfg Config) (*View, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("serve live view: %w", err)
	}
	files, err := os.MkdirTemp("", "dyncrawl-view-")
	if err == nil {
		err = os.Chmod(files, 0o755) // the browser may run as another user
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("serve live view: %w", err), listener.Close())
	}
	v := &View{cfg: cfg, door: newDoor(listener.Addr().String()), files: files, ended: make(chan error, 1)}
	v.life, v.close = context.WithCancel(context.Background())
	v.server = &http.Server{Handler: v.routes(), ReadHeaderTimeout: 10 * time.Second}
	v.tasks.Go(func() { _ = v.server.Serve(listener) }) // it ends with Close
	return v, nil
}

// URL returns the link that opens the view, once.
func (v *View) URL() string { return v.door.link() }

// Wait returns when the person says that they are done, with ErrCancelled when
// they gave up, and with ctx's error.
func (v *View) Wait(ctx context.Context) error {
	select {
	case err := <-v.ended:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close ends the view. The tabs go on.
func (v *View) Close() error {
	v.close()
	err := v.server.Close()
	v.mu.Lock()
	open, viewer := slices.Clone(v.shown), v.viewer
	v.mu.Unlock()
	if viewer != nil {
		viewer.end()
	}
	for _, s := range open {
		v.hide(s)
	}
	v.tasks.Wait()
	return errors.Join(err, os.RemoveAll(v.files))
}

// Drive shows a tab, and the windows that it opens, until the person is done.
func (v *View) Drive(ctx context.Context, tab *browser.Tab) error {
	ctx, cancel := context.WithCancel(ctx)
	var following sync.WaitGroup
	defer following.Wait()
	defer cancel()
	if err := v.Show(ctx, tab); err != nil {
		return err
	}
	var follow func(*browser.Tab)
	follow = func(t *browser.Tab) {
		following.Go(func() {
			t.EachPopup(ctx, func(popup *browser.Tab) {
				if v.Show(ctx, popup) == nil {
					follow(popup)
				}
			})
		})
	}
	follow(tab)
	return v.Wait(ctx)
}
