package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"golang.org/x/sync/errgroup"

	"dyncrawl/browser/chrome"
)

// floor is the least that a page can cost: tabs that are used again and again
// navigate, wait for an element that the site is known to show, and read the
// DOM over a bare connection. Nothing is stored, nothing is captured. It
// returns how many pages showed what they should.
func floor(ctx context.Context, cfg chrome.Config, urls []string, tabs int, ready string) (right int, err error) {
	process, err := chrome.Start(ctx, cfg)
	if err != nil {
		return 0, err
	}
	defer process.Close()
	c := connect(process.Pipe())
	work := make(chan string)
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	for range tabs {
		group.Go(func() error {
			tab, err := c.open(ready)
			if err != nil {
				return err
			}
			for url := range work {
				html, err := tab.visit(url)
				if err != nil {
					return fmt.Errorf("visit %s: %w", url, err)
				}
				mu.Lock()
				if len(html) > 0 {
					right++
				}
				mu.Unlock()
			}
			return nil
		})
	}
	group.Go(func() error {
		defer close(work)
		for _, url := range urls {
			select {
			case work <- url:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	return right, group.Wait()
}

// conn is a bare connection to the DevTools pipe.
type conn struct {
	mu      sync.Mutex
	w       io.Writer
	last    int
	answers map[int]chan message
	loads   map[string]chan struct{} // load events by session
}

// message is an answer or an event.
type message struct {
	ID        int             `json:"id"`
	Method    string          `json:"method"`
	SessionID string          `json:"sessionId"`
	Result    json.RawMessage `json:"result"`
	Error     *struct {
		Message string `json:"message"`
	} `json:"error"`
}

func connect(r io.Reader, w io.Writer) *conn {
	c := &conn{w: w, answers: make(map[int]chan message), loads: make(map[string]chan struct{})}
	go c.read(bufio.NewReaderSize(r, 1<<20))
	return c
}

func (c *conn) read(r *bufio.Reader) {
	for {
		raw, err := r.ReadBytes(0)
		if err != nil {
			return
		}
		var m message
		if json.Unmarshal(raw[:len(raw)-1], &m) == nil {
			c.take(m)
		}
	}
}

func (c *conn) take(m message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case m.ID != 0:
		c.answers[m.ID] <- m
		delete(c.answers, m.ID)
	case m.Method == "Page.loadEventFired":
		c.loads[m.SessionID] <- struct{}{}
	}
}

// call sends a command and decodes its answer into result unless that is nil.
func (c *conn) call(session, method string, params map[string]any, result any) error {
	answer, err := c.send(session, method, params)
	if err != nil {
		return err
	}
	m := <-answer
	switch {
	case m.Error != nil:
		return fmt.Errorf("%s: %s", method, m.Error.Message)
	case result == nil:
		return nil
	}
	return json.Unmarshal(m.Result, result)
}

func (c *conn) send(session, method string, params map[string]any) (chan message, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last++
	command := map[string]any{"id": c.last, "method": method, "params": params}
	if session != "" {
		command["sessionId"] = session
	}
	raw, err := json.Marshal(command)
	if err != nil {
		return nil, err
	}
	answer := make(chan message, 1)
	c.answers[c.last] = answer
	_, err = c.w.Write(append(raw, 0))
	return answer, err
}

// bareTab is one page of the loop.
type bareTab struct {
	*conn
	session string
	ready   string // expression: resolves to the HTML once the page is complete
}

// open makes a tab that takes a page for complete when it shows an element that
// matches the selector.
func (c *conn) open(ready string) (*bareTab, error) {
	var made struct{ TargetID, SessionID string }
	if err := c.call("", "Target.createTarget", map[string]any{"url": "about:blank"}, &made); err != nil {
		return nil, err
	}
	attach := map[string]any{"targetId": made.TargetID, "flatten": true}
	if err := c.call("", "Target.attachToTarget", attach, &made); err != nil {
		return nil, err
	}
	c.mu.Lock()
	c.loads[made.SessionID] = make(chan struct{}, 1000)
	c.mu.Unlock()
	expression := fmt.Sprintf(`new Promise((done) => {
		const html = () => document.querySelector(%q) && document.documentElement.outerHTML;
		if (html()) return done(html());
		new MutationObserver((_, o) => html() && (o.disconnect(), done(html()))).observe(document, { childList: true, subtree: true });
	})`, ready)
	t := &bareTab{conn: c, session: made.SessionID, ready: expression}
	return t, c.call(t.session, "Page.enable", nil, nil)
}

func (t *bareTab) visit(url string) (html string, err error) {
	if err := t.call(t.session, "Page.navigate", map[string]any{"url": url}, nil); err != nil {
		return "", err
	}
	<-t.loads[t.session]
	var answer struct{ Result struct{ Value string } }
	read := map[string]any{"expression": t.ready, "awaitPromise": true, "returnByValue": true}
	err = t.call(t.session, "Runtime.evaluate", read, &answer)
	return answer.Result.Value, err
}
