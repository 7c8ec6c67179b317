package spoken

import (
	"strings"
	"time"
)

// abbreviation returns the offset of a time zone in hours: those of RFC 5322,
// and of Europe, Japan and Korea. CST is none, for it is China's too.
func abbreviation(name string) (hours int, ok bool) {
	switch name {
	case "z", "utc", "gmt", "wet":
		return 0, true
	case "est":
		return -5, true
	case "edt":
		return -4, true
	case "cdt":
		return -5, true
	case "mst":
		return -7, true
	case "mdt":
		return -6, true
	case "pst":
		return -8, true
	case "pdt":
		return -7, true
	case "cet":
		return 1, true
	case "cest", "eet":
		return 2, true
	case "eest", "msk":
		return 3, true
	case "jst", "kst":
		return 9, true
	}
	return 0, false
}

// zoned reads a zone behind a time: UTC, EST, +08:00, GMT+8. A name in
// parentheses behind an offset, as in a date of JavaScript, is left out.
func (s *scanner) zoned() bool {
	if s.has&hasClock == 0 {
		return false
	}
	size := strings.IndexFunc(s.rest, func(r rune) bool { return r < 'a' || r > 'z' })
	if size < 0 {
		size = len(s.rest)
	}
	name, rest := s.rest[:size], s.rest[size:]
	hours, known := abbreviation(name)
	if size > 0 && !known {
		return false
	}
	seconds, more := offset(rest)
	if size+more == 0 {
		return false
	}
	s.zone = time.FixedZone("", hours*3600+seconds)
	return s.found(hasZone, withoutRemark(rest[more:]))
}

// offset reads +8, +08, +0800 or +08:00 in seconds; size is 0 without one.
func offset(text string) (seconds, size int) {
	if text == "" || text[0] != '+' && text[0] != '-' {
		return 0, 0
	}
	hours, size := digits(text[1:])
	minutes := 0
	switch {
	case size == 4:
		hours, minutes = hours/100, hours%100
	case size == 0 || size > 2:
		return 0, 0
	case len(text) > size+2 && text[size+1] == ':':
		n, more := digits(text[size+2:])
		if more != 2 {
			return 0, 0
		}
		minutes, size = n, size+3
	}
	if hours > 15 || minutes > 59 {
		return 0, 0
	}
	seconds = hours*3600 + minutes*60
	if text[0] == '-' {
		seconds = -seconds
	}
	return seconds, size + 1
}

// withoutRemark removes parentheses that end the text.
func withoutRemark(text string) string {
	if remark := strings.TrimPrefix(text, " "); strings.HasPrefix(remark, "(") && strings.Index(remark, ")") == len(remark)-1 {
		return ""
	}
	return text
}
