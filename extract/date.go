package extract

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"dyncrawl/extract/spoken"
)

// full is a date with year, month and day in this order, as ISO 8601, Chinese and
// Japanese write it, with or without time and zone.
var full = regexp.MustCompile(`^(\d{4}) ?[-/.年] ?(\d{1,2}) ?[-/.月] ?(\d{1,2}) ?[日号號]?` +
	`(?:[T ]*(\d{1,2}) ?[:时時点] ?(\d{1,2})(?: ?[:分] ?(\d{1,2})(?:[.,](\d{1,9})\d*)?)? ?[分秒]?)?` +
	` ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$`)

// digits is a number of seconds, or a date without marks.
var digits = regexp.MustCompile(`^\d+(\.\d+)?$`)

// parseDate reads a point in time, and returns it in UTC. Dates without a zone
// are in zone; relative ones ("3小时前", "yesterday") count from now, and those
// without a year lie in its past.
func parseDate(text string, now time.Time, zone *time.Location) (any, error) {
	text = strings.TrimSpace(ascii(text))
	var t time.Time
	var ok bool
	if parts := full.FindStringSubmatch(text); parts != nil {
		t, ok = fullDate(parts, zone)
	} else if digits.MatchString(text) {
		t, ok = numericDate(text, zone)
	} else if t, ok = standardDate(text); !ok {
		t, ok = spokenDate(text, now, zone)
	}
	if !ok {
		return nil, fmt.Errorf("%q is not a date", clip(text, 60))
	}
	return t.UTC(), nil
}

// fullDate puts together what full has taken apart; ok is false for a day or a
// time that does not exist.
func fullDate(m []string, zone *time.Location) (t time.Time, ok bool) {
	var n [7]int
	for i := range n {
		n[i], _ = strconv.Atoi(m[i]) // m[0] and absent parts count as 0
	}
	if offset, ok := parseOffset(m[8]); ok {
		zone = offset
	}
	fraction, _ := strconv.Atoi((m[7] + "000000000")[:9])
	t = time.Date(n[1], time.Month(n[2]), n[3], n[4], n[5], n[6], fraction, zone)
	return t, int(t.Month()) == n[2] && t.Day() == n[3] && n[4] < 24 && n[5] < 60 && n[6] < 60
}

// parseOffset reads Z or +08:00; ok is false for no zone.
func parseOffset(text string) (*time.Location, bool) {
	if len(text) < 5 {
		return time.UTC, text != ""
	}
	text = strings.Replace(text, ":", "", 1)
	hours, _ := strconv.Atoi(text[1:3])
	minutes, _ := strconv.Atoi(text[3:])
	seconds := hours*3600 + minutes*60
	if text[0] == '-' {
		seconds = -seconds
	}
	return time.FixedZone("", seconds), true
}

// standardDate reads the formats of HTTP, mail and Ruby.
func standardDate(text string) (time.Time, bool) {
	if front, ok := strings.CutSuffix(text, " GMT"); ok {
		text = front + " +0000"
	}
	for _, layout := range []string{time.RFC1123Z, "Mon, 2 Jan 2006 15:04:05 -0700", time.RubyDate} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// numericDate reads 20260302, 20260302101500 and the seconds, milliseconds or
// microseconds since 1970.
func numericDate(text string, zone *time.Location) (time.Time, bool) {
	whole, _, _ := strings.Cut(text, ".")
	n, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		return time.Time{}, false
	}
	switch len(whole) {
	case 8:
		t, err := time.ParseInLocation("20060102", text, zone)
		return t, err == nil
	case 14:
		t, err := time.ParseInLocation("20060102150405", text, zone)
		return t, err == nil
	case 10:
		seconds, _ := strconv.ParseFloat(text, 64)
		return time.UnixMilli(int64(seconds * 1000)), true
	case 13:
		return time.UnixMilli(n), true
	case 16:
		return time.UnixMicro(n), true
	}
	return time.Time{}, false
}

// spokenDate reads dates in words, and those in digits whose year is not in front.
func spokenDate(text string, now time.Time, zone *time.Location) (time.Time, bool) {
	if now.IsZero() {
		return time.Time{}, false
	}
	return spoken.Date(text, now, zone)
}
