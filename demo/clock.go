package demo

import "time"

// epoch is the virtual time at which the sites open.
func epoch() time.Time { return time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC) }

// clock is virtual time: it starts at the epoch and runs speed times as fast as
// the real one.
type clock struct {
	real  func() time.Time
	start time.Time // real time at which virtual time was epoch
	speed float64
}

func newClock(c Config) clock {
	return clock{real: c.Clock, start: c.Clock(), speed: c.Speed}
}

func (c clock) now() time.Time {
	passed := c.real().Sub(c.start).Seconds() * c.speed
	return epoch().Add(time.Duration(passed * float64(time.Second)))
}
