package browser

import "context"

// maxLooks bounds how often a page is looked at while an answer is under way.
const maxLooks = 10

// lookBefore notes how often the page has changed before the answer to its last request
// comes. Where that cannot be told any more, because it came meanwhile, its effect is
// not waited for; where the page was too busy to tell, it is.
func (s *settling) lookBefore(ctx context.Context) {
	begun, answered := s.tab.visit.exchanged()
	if begun == s.begun || s.looks >= maxLooks {
		return
	}
	s.begun, s.before, s.busy = begun, 0, false
	s.looks++
	bounded, cancel := context.WithTimeout(ctx, earlyTime)
	defer cancel()
	var changes int
	if err := s.tab.watch(bounded, ".look()", &changes); err != nil {
		s.busy = bounded.Err() != nil
		return
	}
	if _, now := s.tab.visit.exchanged(); now == answered {
		s.before = changes
	}
}

// awaitEffect gives a page some real time whose document has not changed since it
// asked for the last answer, as far as that is known: the page may take that to a
// database first, draw or unpack something. It reports whether it did change.
func (s *settling) awaitEffect(ctx context.Context, now glance) (came bool, err error) {
	if !s.busy && s.before != now.Changes {
		return false, nil
	}
	s.before, s.busy = 0, false
	return s.awaitChange(ctx, s.brief(), s.brief())
}

// exchanged returns how many exchanges have begun, and how many of them have ended.
func (v *visit) exchanged() (begun, ended int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	begun = len(v.traffic.exchanges)
	return begun, begun - len(v.traffic.open)
}
