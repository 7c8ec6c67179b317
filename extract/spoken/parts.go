package spoken

import "time"

// part is something that a date may have; several are or-ed.
type part uint16

const (
	hasYear part = 1 << iota
	hasMonth
	hasDay
	hasClock
	hasMinutes
	hasSeconds
	hasDaytime // a part of the day, such as in the morning
	hasWeekday
	hasLongWeekday // one that means a weekday also alone
	hasSomeWeekday // one that is not known
	hasNamed       // yesterday
	hasAgo         // 3 hours ago
	hasNow
	hasZone
)

// parts is what was found in a text.
type parts struct {
	has                  part
	year, month, day     int
	hour, minute, second int
	from, before         int // hours of the part of the day
	weekday              int // 0 for Sunday
	offset               int // days from today
	far                  span
	zone                 *time.Location
	vague                bool // needs a time to be a date
}

// at completes the parts from now; ok is false for parts that make no date and
// for days and times that do not exist.
func (p *parts) at(now time.Time) (t time.Time, ok bool) {
	if p.zone != nil {
		now = now.In(p.zone)
	}
	switch p.has {
	case hasNow:
		return now, true
	case hasAgo:
		t = p.far.from(now)
		return t, plausible(t)
	}
	day, ok := p.date(now)
	if !ok || !p.time() {
		return time.Time{}, false
	}
	t = time.Date(day.Year(), day.Month(), day.Day(), p.hour, p.minute, p.second, 0, now.Location())
	return t, plausible(t)
}

// plausible refuses years that are counts of something else.
func plausible(t time.Time) bool { return t.Year() >= 1000 && t.Year() < 10000 }

// date returns the day that is meant, as the beginning of that day in UTC, for
// where summer time begins at midnight a day has no such hour.
func (p *parts) date(now time.Time) (day time.Time, ok bool) {
	timed := p.has&hasClock != 0
	switch p.has & (hasYear | hasMonth | hasDay | hasNamed | hasAgo | hasNow) {
	case hasYear | hasMonth | hasDay:
		return onCalendar(p.year, p.month, p.day)
	case hasYear | hasMonth:
		first, ok := onCalendar(p.year, p.month, 1)
		return first, ok && p.has == hasYear|hasMonth
	case hasMonth | hasDay:
		return p.lastYear(now)
	case hasNamed:
		return midnight(now, p.offset), true
	case hasAgo:
		return midnight(p.far.from(now), 0), timed && p.far.exact == 0 && p.has&hasWeekday == 0
	case 0:
		if p.has&hasWeekday == 0 {
			return midnight(now, 0), timed
		}
		back := (int(now.Weekday())-p.weekday+6)%7 + 1
		return midnight(now, -back), timed || p.has&hasLongWeekday != 0
	}
	return time.Time{}, false
}

// midnight returns the day that lies so many days after t, as date does.
func midnight(t time.Time, days int) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day()+days, 0, 0, 0, 0, time.UTC)
}

// onCalendar returns a day, as date does; ok is false when there is none.
func onCalendar(year, month, day int) (t time.Time, ok bool) {
	t = time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	return t, int(t.Month()) == month && t.Day() == day
}

// lastYear returns the last such day of a year, today included. The 29th of
// February may be up to eight years back.
func (p *parts) lastYear(now time.Time) (t time.Time, ok bool) {
	today := midnight(now, 0)
	for back := range 9 {
		t, ok = onCalendar(now.Year()-back, p.month, p.day)
		if ok && !t.After(today) {
			return t, true
		}
	}
	return time.Time{}, false
}

// time finds the hour on the clock of 24 hours; ok is false for a time that does
// not exist, and when one is missing.
func (p *parts) time() (ok bool) {
	switch {
	case p.has&hasDaytime == 0:
		ok = p.hour < 24 && !(p.vague && p.has&hasClock == 0)
	case p.has&hasClock == 0:
		p.hour, ok = p.from, p.from == p.before // noon
	default:
		p.hour, ok = p.daytime()
	}
	return ok && p.minute < 60 && p.second < 60
}

// daytime returns the hour that is meant by 1 to 12 in a part of the day: what
// lies in it or, as people do not keep to hours, next to it. Twelve at the end
// of a day is the next midnight, 24.
func (p *parts) daytime() (hour int, ok bool) {
	if p.hour > 12 {
		return p.hour, p.hour < 24 && p.away(p.hour) < 4
	}
	early, late := p.hour%12, p.hour%12+12
	switch a, b := p.away(early), p.away(late); {
	case a > b:
		return late, true
	case a == b:
		return 0, false
	case early == 0 && p.from >= 12:
		return 24, true
	}
	return early, true
}

// away returns how many hours the hour is away from the part of the day.
func (p *parts) away(hour int) int {
	last := p.before - 1
	if p.from == p.before {
		last = p.before
	}
	if length := (last - p.from + 24) % 24; (hour-p.from+24)%24 <= length {
		return 0
	}
	return min((p.from-hour+24)%24, (hour-last+24)%24)
}
