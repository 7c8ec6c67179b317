package browser

import (
	"context"
	"fmt"
)

// isStill reports whether a page whose time is up has come to rest all the same:
// neither its document nor the network does anything in the quiet time, and it does
// not look unfinished. On a busy machine it may only have answered too late. A third of
// the time that is left to ctx remains for reading the page.
func (s *settling) isStill(ctx context.Context) bool {
	third := left(ctx) / 3
	quiet := min(s.Quiet, third)
	ctx, cancel := context.WithTimeout(ctx, 2*third)
	defer cancel()
	s.tab.clock.run()
	var before, after glance
	if s.ask(ctx, ".glance()", &before) != nil || sleep(ctx, quiet) != nil || s.ask(ctx, ".glance()", &after) != nil {
		return false
	}
	var unfinished bool
	err := s.ask(ctx, fmt.Sprintf(".unfinished(%t)", !s.tab.visit.hasAsked()), &unfinished)
	return err == nil && !unfinished && !after.Changed && s.tab.visit.idle() >= quiet
}
