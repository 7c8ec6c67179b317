package spoken

import "strings"

// clock reads 10:05, 10:05:07.5, and 17.30 before a word for the hour.
func (s *scanner) clock() bool {
	hour, size := digits(s.rest)
	if size < 1 || size > 2 || len(s.rest) < size+3 || !strings.ContainsRune(":.", rune(s.rest[size])) {
		return false
	}
	minute, two := digits(s.rest[size+1:])
	if two != 2 {
		return false
	}
	rest := s.rest[size+3:]
	tag, tagged := s.tags.match(strings.TrimLeft(rest, " "))
	if tagged = tagged && tag.value == 'H'; tagged {
		rest = strings.TrimLeft(rest, " ")[len(tag.text):]
	} else if s.rest[size] == '.' {
		return false
	}
	s.hour, s.minute = hour, minute
	part := hasClock | hasMinutes
	if len(rest) > 2 && rest[0] == ':' {
		if s.second, two = digits(rest[1:]); two != 2 {
			return false
		}
		rest = fraction(rest[3:])
		part |= hasSeconds
	}
	return s.found(part, rest)
}

// fraction leaves out the decimals of a second.
func fraction(text string) (rest string) {
	if len(text) > 1 && (text[0] == '.' || text[0] == ',') {
		if _, size := digits(text[1:]); size > 0 {
			return text[1+size:]
		}
	}
	return text
}

// number reads a number and the word behind it that says what it is. Behind an
// hour it is minutes, beside a part of the day an hour.
func (s *scanner) number() bool {
	n, size := digits(s.rest)
	if size == 0 || size == 3 || size > 4 {
		return false
	}
	rest := s.rest[size:]
	next := strings.TrimLeft(rest, " ")
	if tag, ok := s.tags.match(next); ok {
		return s.tagged(n, size, tag.value, next[len(tag.text):])
	}
	if size == 4 {
		s.year = n
		return s.found(hasYear, rest)
	}
	if s.minutes && size == 2 {
		s.minute = n
		return s.found(hasMinutes, rest)
	}
	if w, ok := s.words.match(next); s.has&hasClock == 0 && (s.has&hasDaytime != 0 || ok && w.kind == daytimeName) {
		s.hour = n
		return s.found(hasClock, rest)
	}
	if s.looseN == len(s.loose) {
		return false
	}
	s.loose[s.looseN] = n
	s.looseN++
	s.rest = rest
	return true
}

// tagged notes a number of so many digits by the letter of what it is.
func (s *scanner) tagged(n, size, letter int, rest string) bool {
	if letter == 'y' {
		s.year = n
		return size == 4 && s.found(hasYear, rest)
	}
	if size > 2 {
		return false
	}
	switch letter {
	case 'M':
		s.month = n
		return s.found(hasMonth, rest)
	case 'd':
		s.day = n
		return s.found(hasDay, rest)
	case 'H':
		s.hour = n
		s.found(hasClock, rest)
		s.minutes = true
		return true
	case 'm':
		s.minute = n
		return s.has&hasClock != 0 && s.found(hasMinutes, rest)
	}
	s.second = n
	return s.has&hasClock != 0 && s.found(hasSeconds, rest)
}

// settle gives the loose numbers their meaning: first a day, then a year of two
// digits.
func (s *scanner) settle() (ok bool) {
	for _, n := range s.loose[:s.looseN] {
		switch {
		case s.has&hasMonth == 0:
			return false
		case s.has&hasDay == 0:
			s.day = n
			s.has |= hasDay
		case s.has&hasYear == 0:
			s.year = century(n)
			s.has |= hasYear
		default:
			return false
		}
	}
	return !s.twice
}

// century completes a year of two digits as POSIX's strptime does.
func century(n int) int {
	if n < 69 {
		return 2000 + n
	}
	return 1900 + n
}
