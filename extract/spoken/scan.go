package spoken

import (
	"strings"
	"unicode/utf8"
)

// scanner takes a text apart with the words of one language.
type scanner struct {
	*language
	parts
	text    string // folded
	rest    string // of it, not read yet
	loose   [2]int // numbers that nothing explains
	looseN  int    // how many there are
	twice   bool   // the text has a part more than once
	minutes bool   // a bare number is minutes, for an hour with a word stands before it
}

// scan reads the whole text; ok is false when something in it has no meaning.
func (s *scanner) scan() (ok bool) {
	if strings.HasPrefix(s.text, "-") {
		return false // a negative number, or no text at all
	}
	for s.skip(); s.rest != ""; s.skip() {
		if !s.step() {
			return false
		}
	}
	return s.settle()
}

// step reads one part. What looks like a date in digits is nothing else.
func (s *scanner) step() (ok bool) {
	if s.ago() || s.clock() {
		return true
	}
	if first, rest := nextFigure(s.rest); first.mark != 0 {
		return s.figures(first, rest)
	}
	return s.number() || s.zoned() || s.word()
}

// skip leaves out what stands between the parts, but not the sign of an offset.
func (s *scanner) skip() {
	for s.rest != "" {
		if _, size := offset(s.rest); size > 0 && s.has&hasClock != 0 {
			return
		}
		r, size := utf8.DecodeRuneInString(s.rest)
		if !strings.ContainsRune(" ,.-/()[]'|·•—、。", r) {
			return
		}
		s.rest = s.rest[size:]
	}
}

// found notes a part, and what is left behind it. It returns true.
func (s *scanner) found(part part, rest string) bool {
	s.twice = s.twice || s.has&part != 0
	s.has |= part
	s.rest = rest
	s.minutes = false
	return true
}

// word reads a word that stands by itself.
func (s *scanner) word() bool {
	w, ok := s.words.match(s.rest)
	if !ok {
		return false
	}
	rest := s.rest[len(w.text):]
	switch w.kind {
	case monthName:
		s.month = w.value
		return s.found(hasMonth, rest)
	case weekdayName:
		s.weekday = w.value
		return s.found(hasWeekday|hasLongWeekday, rest)
	case shortWeekday:
		s.weekday = w.value
		return (utf8.RuneCountInString(w.text) > 1 || s.inParentheses(rest)) && s.found(hasWeekday, rest)
	case someWeekday:
		return s.found(hasWeekday|hasSomeWeekday, rest)
	case daytimeName:
		s.from, s.before = w.value, w.before
		return s.found(hasDaytime, rest)
	case dayName:
		s.offset = w.value
		return s.found(hasNamed, rest)
	case lastName:
		return s.far.add(-1, timeUnit(w.value)) && s.found(hasAgo, rest)
	case nextName:
		return s.far.add(1, timeUnit(w.value)) && s.found(hasAgo, rest)
	case nowName:
		return s.found(hasNow, rest)
	}
	s.rest = rest
	return true
}

// inParentheses tells whether what lies between the last part and rest is, as
// the weekday in 3月2日(月).
func (s *scanner) inParentheses(rest string) bool {
	read := s.text[:len(s.text)-len(s.rest)]
	return strings.HasSuffix(read, "(") && strings.HasPrefix(rest, ")")
}
