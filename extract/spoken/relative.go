package spoken

import (
	"strconv"
	"strings"
	"time"

	"dyncrawl/extract/spoken/cldr"
)

// timeUnit is what dates are counted in.
type timeUnit int

const (
	second timeUnit = iota
	minute
	hour
	day
	week
	month
	year
)

// unitNames are the units in the table, in the order of timeUnit.
func unitNames() []string {
	return []string{"second", "minute", "hour", "day", "week", "month", "year"}
}

// relative is a way to count from now.
type relative struct {
	before, after string
	sign          float64
	units         words
}

func newRelative(r cldr.Relative) relative {
	made := relative{before: r.Before, after: r.After, sign: float64(r.Sign), units: words{}}
	for i, name := range unitNames() {
		made.units.add(word{value: i}, r.Units[name]...)
	}
	made.units.sort()
	return made
}

// span is a length of time on the calendar.
type span struct {
	exact        time.Duration // of the units up to the hour
	days, months int
}

// add counts n units in; ok is false for a part of a month.
func (s *span) add(n float64, of timeUnit) (ok bool) {
	switch of {
	case second:
		s.exact += time.Duration(n * float64(time.Second))
	case minute:
		s.exact += time.Duration(n * float64(time.Minute))
	case hour:
		s.exact += time.Duration(n * float64(time.Hour))
	case week:
		return s.add(n*7, day)
	case day:
		whole := int(n)
		s.days += whole
		s.exact += time.Duration((n - float64(whole)) * 24 * float64(time.Hour))
	case year:
		return s.add(n*12, month)
	case month:
		s.months += int(n)
		return n == float64(int(n))
	}
	return true
}

// from returns the time at the end of the span that begins at t.
func (s span) from(t time.Time) time.Time {
	return t.AddDate(0, s.months, s.days).Add(s.exact)
}

// ago reads "3 hours ago" and "1小时5分钟前". A number and a unit alone, as in
// "3h", must be the whole text.
func (s *scanner) ago() bool {
	for i := range s.relative {
		r := &s.relative[i]
		rest, ok := cutWord(s.rest, r.before)
		if !ok {
			continue
		}
		far, rest, ok := s.spans(rest, r)
		if !ok {
			continue
		}
		if rest, ok = cutWord(rest, r.after); !ok {
			continue
		}
		if alone := len(s.rest) == len(s.text) && rest == ""; alone || r.before+r.after != "" {
			s.far = far
			return s.found(hasAgo, rest)
		}
	}
	return false
}

// spans reads numbers with the units of r, larger ones first.
func (s *scanner) spans(text string, r *relative) (sum span, rest string, ok bool) {
	last := year + 1
	for {
		n, rest, numbered := s.amount(text)
		unit, named := r.units.match(rest)
		if !numbered || !named || timeUnit(unit.value) >= last {
			return sum, text, ok
		}
		last = timeUnit(unit.value)
		if ok = sum.add(n*r.sign, last); !ok {
			return sum, text, false
		}
		text = strings.TrimLeft(rest[len(unit.text):], " ,")
	}
}

// amount reads a number of at most four digits, perhaps with decimals, or in words.
func (s *scanner) amount(text string) (n float64, rest string, ok bool) {
	if numeral, ok := s.numerals.match(text); ok {
		return numeral.number, strings.TrimLeft(text[len(numeral.text):], " "), true
	}
	_, size := digits(text)
	if size == 0 || size > 4 {
		return 0, text, false
	}
	number := text[:size]
	if rest := text[size:]; len(rest) > 1 && (rest[0] == '.' || rest[0] == ',') {
		if _, more := digits(rest[1:]); more > 0 && more <= 4 {
			number = number + "." + rest[1:1+more]
			size += 1 + more
		}
	}
	n, err := strconv.ParseFloat(number, 64)
	return n, strings.TrimLeft(text[size:], " "), err == nil
}

// cutWord takes a word and the spaces behind it from the beginning of text.
func cutWord(text, word string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(text, word)
	return strings.TrimLeft(rest, " "), ok && (word == "" || ends(word, rest))
}

// digits reads the number that text begins with; size is 0 without one, and n is
// right up to nine digits.
func digits(text string) (n, size int) {
	for size < len(text) && text[size] >= '0' && text[size] <= '9' {
		if size < 9 {
			n = n*10 + int(text[size]-'0')
		}
		size++
	}
	return n, size
}
