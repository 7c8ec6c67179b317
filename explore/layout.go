package explore

import (
	"regexp"
	"strings"
	"time"

	"dyncrawl/browser"
)

// What stands for the parts of dates and times where it is told how they are to be written, in
// the languages that forms are mostly in, or where a mask is still empty.
const (
	dayPart    = `(dd|tt|jj|gg|pp|nn|дд|__)`
	monthPart  = `(mm|kk|aa|мм|__)`
	yearPart   = `((?:yyyy|jjjj|aaaa|rrrr|gggg|vvvv|åååå|éééé|гггг|рррр|____)|yy|jj|aa|rr|vv|гг)`
	hourPart   = `(hh|чч|__)`
	minutePart = `(mm|мм|__)`
)

// layouts are the orders of the parts, by how package time names them.
var layouts = []struct {
	said  *regexp.Regexp
	parts []string
}{
	{saidOf(`[-/. ]+`, dayPart, monthPart, yearPart), []string{"02", "01", "2006"}},
	{saidOf(`[-/. ]+`, monthPart, dayPart, yearPart), []string{"01", "02", "2006"}},
	{saidOf(`[-/. ]+`, `(yyyy|jjjj|aaaa|rrrr|åååå|éééé|гггг|рррр|____)`, `(mm|hh|мм|__)`, dayPart), []string{"2006", "01", "02"}},
	{saidOf(`\s?[-/.]\s?`, monthPart, yearPart), []string{"01", "2006"}},
	{saidOf(`\s?:\s?`, hourPart, minutePart), []string{"15", "04"}},
}

// saidOf matches the parts with what parts them between.
func saidOf(apart string, parts ...string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:^|[^\p{L}\d_])` + strings.Join(parts, `(`+apart+`)`) + `(?:$|[^\p{L}\d_])`)
}

// Dates that are filled in where a field says how: most of those that are asked for without a
// calendar are over. What wants another one gets one that is still to come.
var (
	past  = time.Date(2024, time.June, 15, 12, 0, 0, 0, time.UTC)
	birth = time.Date(1990, time.June, 15, 12, 0, 0, 0, time.UTC)

	bornAt = regexp.MustCompile(`(?i)` + birthHint)
)

// laidOut returns texts that are written as the field says, the likeliest first; nil when it
// says nothing of the kind.
func laidOut(f *browser.Field, now time.Time) []string {
	switch f.Type {
	case "text", "tel", "search":
	default:
		return nil
	}
	all := strings.Join(append(around(f), f.Value), " | ")
	for _, layout := range layouts {
		said := layout.said.FindStringSubmatch(all)
		if said == nil {
			continue
		}
		form := ""
		for i, part := range said[1:] {
			switch n := len([]rune(part)); {
			case i%2 == 1:
				form += part
			case layout.parts[i/2] == "2006" && n == 2:
				form += "06"
			default:
				form += layout.parts[i/2]
			}
		}
		first := past
		if bornAt.MatchString(all + " " + f.Words) {
			first = birth
		}
		return []string{first.Format(form), now.AddDate(0, 1, 0).Format(form)}
	}
	for _, shown := range []string{f.Sample, f.Value} {
		if mask.MatchString(shown) {
			return []string{unmasked(shown)}
		}
	}
	return nil
}

// mask matches what a field shows where characters are still to be typed: "(___) ___-____".
var mask = regexp.MustCompile(`^[^\p{L}_]*_+(?:[^\p{L}_]{1,3}_+)+[^\p{L}_]*$`)

// unmasked returns the mask with digits where they are to be typed.
func unmasked(mask string) string {
	n := -1
	return strings.Map(func(r rune) rune {
		if r != '_' {
			return r
		}
		n++
		return rune(numerals[n%len(numerals)])
	}, mask)
}
