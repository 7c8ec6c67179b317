package browser

import (
	"context"
	"fmt"
)

// isStill reports whether a page whose time is up has come to rest all the same:
// neither its document nor the network does anything in the quiet time, and it does
// not look unfinished, unless it was given time for that. On a busy machine it may
// only have answered too late. A third of the time that is left to ctx remains for
// reading the page.
func (s *settling) isStill(ctx context.Context) bool {
	third := left(ctx) / 3
	quiet := min(s.Quiet, third)
	ctx, cancel := context.WithTimeout(ctx, 2*third)
	defer cancel()
	s.tab.clock.run()
	var still bool
	call := fmt.Sprintf(".wait(%d, %[1]d, true)", quiet.Milliseconds()) // behind what is due, even if the page had no turn yet
	if err := s.tab.watch(ctx, call, &still); err != nil || !still || s.tab.visit.idle() < quiet {
		return false
	}
	unfinished, err := s.looksUnfinished(ctx)
	return err == nil && (!unfinished || s.ahead)
}
