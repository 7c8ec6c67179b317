package spoken

import "strings"

// figure is a number with the mark behind it.
type figure struct {
	n, size int
	mark    byte // 0 when no other number follows
	spaced  bool // before that number
}

// nextFigure reads a number that text begins with; rest begins with the next.
func nextFigure(text string) (f figure, rest string) {
	f.n, f.size = digits(text)
	rest = text[f.size:]
	if f.size == 0 || len(rest) < 2 || !strings.ContainsRune("-/.", rune(rest[0])) {
		return f, rest
	}
	next := strings.TrimPrefix(rest[1:], " ")
	if _, size := digits(next); size == 0 || strings.HasPrefix(next[size:], ":") {
		return f, rest // the other number is a time
	}
	f.mark, f.spaced = rest[0], len(next) < len(rest)-1
	return f, next
}

// figures reads a date in digits, with the year or without. One that begins with
// the year is understood everywhere, others in the language's order and with its
// mark between the numbers.
func (s *scanner) figures(first figure, rest string) bool {
	second, rest := nextFigure(rest)
	if second.mark != first.mark {
		return s.shortFigures(first, second, rest)
	}
	third, rest := nextFigure(rest)
	return third.mark == 0 && s.arrange(first, second, third) && s.found(hasYear|hasMonth|hasDay, rest)
}

// arrange takes the three numbers for year, month and day.
func (s *scanner) arrange(a, b, c figure) bool {
	switch {
	case b.size > 2:
		return false
	case a.size == 4 && c.size <= 2:
		s.year, s.month, s.day = a.n, b.n, c.n
		return true
	case a.size > 2 || s.order[1] != a.mark || s.order[0] == 'y':
		return false
	case c.size == 2 && a.mark != '-':
		c.n = century(c.n)
	case c.size != 4:
		return false
	}
	s.year, s.month, s.day = c.n, b.n, a.n
	if s.order[0] == 'M' {
		s.month, s.day = a.n, b.n
	}
	return true
}

// shortFigures reads a date without year. Only with two digits each and without
// a point it needs no time beside it.
func (s *scanner) shortFigures(a, b figure, rest string) bool {
	yearFirst := s.order[0] == 'y'
	dashed := a.mark == '-' && yearFirst && s.order[1] == '/'
	switch {
	case b.mark != 0 || a.size > 2 || b.size > 2:
		return false
	case a.mark != s.order[1] && !dashed:
		return false
	case a.mark == '.' && a.spaced != yearFirst:
		return false
	}
	s.month, s.day = a.n, b.n
	if s.order[0] == 'd' {
		s.month, s.day = b.n, a.n
	}
	s.vague = s.vague || a.size+b.size < 4 || a.mark == '.'
	return s.found(hasMonth|hasDay, rest)
}
