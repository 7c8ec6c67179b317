// Package spoken reads dates as people write them, such as "3小时前", "yesterday
// at 5 pm" or "2. März 2026", in the languages of package cldr.
package spoken

import (
	"sync"
	"time"

	"dyncrawl/extract/spoken/cldr"
)

// maxDate bounds the length of a date, in bytes.
const maxDate = 100

// languages are read from the table at the first date, for most runs meet none.
var languages = sync.OnceValue(func() []language {
	table, err := cldr.Load()
	if err != nil {
		panic(err) // the table is part of the program
	}
	all := make([]language, len(table.Languages))
	for i := range all {
		all[i] = newLanguage(&table.Languages[i], table.Unclear)
	}
	return all
})

// Date reads a point in time; all of text must belong to it. Digits must be
// ASCII. The words must be of one language, and the first language that can read
// the text decides: 03/04/2026 is a day of March, as in English, but 03.04.2026
// and 03-04-2026 are of April, for no language writes them the other way round.
//
// Dates without a zone are in zone. These are completed from now:
//
//   - "3 hours ago" counts from now, also in days and longer units.
//   - "yesterday" is the beginning of that day, "yesterday 5 pm" a time on it.
//   - "Monday" is the last one before today.
//   - "2 March" is today or the last one before.
//   - "10:05" is today, also when it is yet to come.
//   - "March 2026" is the first of the month.
//
// What could be something else is refused: a month or an abbreviated weekday
// alone, Di 10:05 as French and Germans mean different days, numbers without a sign of a date, and years before 1000.
func Date(text string, now time.Time, zone *time.Location) (t time.Time, ok bool) {
	if len(text) > maxDate {
		return time.Time{}, false
	}
	text = cldr.Fold(text)
	all := languages()
	for i := range all {
		s := scanner{language: &all[i], text: text, rest: text}
		if !s.scan() {
			continue
		}
		if s.has&hasSomeWeekday != 0 && s.has&(hasMonth|hasNamed) == 0 {
			return time.Time{}, false
		}
		if t, ok := s.at(now.In(zone)); ok {
			return t, true
		}
	}
	return time.Time{}, false
}
