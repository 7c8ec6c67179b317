package browser

import (
	"context"
	"testing"
	"time"
)

// busyCaller is a connection whose commands wait before they are sent. In a real one
// they do so on a busy machine alone.
type busyCaller struct {
	began chan bool
	send  chan bool
	sent  chan bool
}

func (c busyCaller) Call(ctx context.Context, _ string, _, _ any) error {
	c.began <- true
	select {
	case <-c.send:
		c.sent <- true
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// TestHalt: what was to be granted is granted, even if it was not sent yet as the
// clock was halted. Otherwise the end of that grant is waited for in vain.
func TestHalt(t *testing.T) {
	caller := busyCaller{make(chan bool), make(chan bool), make(chan bool, 1)}
	s := newSession(caller)
	defer s.close()
	clock := newPageClock(s, false)
	clock.run()
	<-caller.began
	clock.halt()
	select {
	case caller.send <- true:
		<-caller.sent
	case <-time.After(10 * time.Second):
		t.Fatal("the order was cut off")
	}
}
