package browser

import (
	"context"
	"slices"
	"sync"
)

// slots bounds how many tabs are on loan. The bound may change at any time: what
// is on loan beyond a lower one stays so until it comes back.
type slots struct {
	mu      sync.Mutex
	bound   int
	taken   int
	waiting []chan struct{} // closed when a slot is theirs, in the order in which they came
}

// take waits for a slot.
func (s *slots) take(ctx context.Context) error {
	s.mu.Lock()
	mine := make(chan struct{})
	s.waiting = append(s.waiting, mine)
	s.grant()
	s.mu.Unlock()
	select {
	case <-mine:
		return nil
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.Index(s.waiting, mine)
	if i < 0 { // it was granted at the same moment
		return nil
	}
	s.waiting = slices.Delete(s.waiting, i, i+1)
	return ctx.Err()
}

// give returns a slot.
func (s *slots) give() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken--
	s.grant()
}

func (s *slots) resize(bound int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bound = bound
	s.grant()
}

// grant serves those who wait while there is room. The caller holds mu.
func (s *slots) grant() {
	for s.taken < s.bound && len(s.waiting) > 0 {
		close(s.waiting[0])
		s.waiting = s.waiting[1:]
		s.taken++
	}
}

// size returns the bound, how many slots are taken, and how many are waited for.
func (s *slots) size() (bound, taken, waiting int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bound, s.taken, len(s.waiting)
}
