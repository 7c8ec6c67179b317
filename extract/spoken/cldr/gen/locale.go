package main

import (
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"dyncrawl/extract/spoken/cldr"
)

// gregorian is the part of ca-gregorian.json that is used.
type gregorian struct {
	Months, Days, DayPeriods map[string]widths // by context: format, stand-alone
	DateFormats              map[string]any
	DateTimeFormats          struct{ AvailableFormats map[string]string }
	AtTime                   struct{ Standard map[string]string } `json:"dateTimeFormats-atTime"`
}

// widths are names by width (wide, abbreviated, short, narrow) and by what they name.
type widths map[string]map[string]string

// field is one of dateFields.json: year, hour-short, ...
type field map[string]any

// locale reads the section of a CLDR file below main.TAG.dates.
func locale[T any](folder, tag, file string) (T, error) {
	var all struct {
		Main map[string]struct{ Dates T }
	}
	err := read(filepath.Join(folder, "cldr-dates-full", "main", tag, file), &all)
	return all.Main[tag].Dates, err
}

// language reads what CLDR has of one language.
func language(folder, tag string) (cldr.Language, error) {
	dates, err := locale[struct {
		Calendars struct{ Gregorian gregorian }
	}](folder, tag, "ca-gregorian.json")
	if err != nil {
		return cldr.Language{}, err
	}
	fields, err := locale[struct{ Fields map[string]field }](folder, tag, "dateFields.json")
	if err != nil {
		return cldr.Language{}, err
	}
	hours, err := dayPeriods(folder, tag)
	g := dates.Calendars.Gregorian
	l := cldr.Language{
		Tag: tag, Order: order(g.DateTimeFormats.AvailableFormats["yMd"]),
		Days: days(fields.Fields), Last: steps(fields.Fields, "-1"), Next: steps(fields.Fields, "1"),
		Now: now(fields.Fields), Relative: relative(fields.Fields),
		Periods: periods(g.DayPeriods, hours), Connections: connections(g),
	}
	for i := range l.Months {
		l.Months[i] = months(names(g.Months, strconv.Itoa(i+1), "wide", "abbreviated"))
	}
	for i, day := range []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"} {
		l.Weekdays[i] = names(g.Days, day, "wide")
		l.ShortDays[i] = names(g.Days, day, "abbreviated", "short")
	}
	return l, err
}

// order turns a pattern such as "dd/MM/y" into d/M/y.
func order(pattern string) string {
	return regexp.MustCompile(`(d)+|(M)+|(y)+`).ReplaceAllStringFunc(pattern, func(run string) string { return run[:1] })
}

// names returns what the contexts call a thing in these widths.
func names(of map[string]widths, thing string, width ...string) []string {
	var all []string
	for _, context := range of {
		for _, w := range width {
			all = append(all, cldr.Fold(context[w][thing]))
		}
	}
	return all
}

// months leaves out names such as 3月, which are a number with a mark behind it.
func months(names []string) []string {
	return slices.DeleteFunc(names, func(name string) bool { return name[0] >= '0' && name[0] <= '9' })
}

// days returns yesterday and its like.
func days(fields map[string]field) map[string]int {
	all := map[string]int{}
	for _, name := range []string{"day", "day-short", "day-narrow"} {
		for key, text := range fields[name] {
			if n, ok := strings.CutPrefix(key, "relative-type-"); ok {
				all[cldr.Fold(text.(string))], _ = strconv.Atoi(n)
			}
		}
	}
	return all
}

// now returns the words for the current second.
func now(fields map[string]field) []string {
	text, _ := fields["second"]["relative-type-0"].(string)
	return []string{cldr.Fold(text)}
}

// steps returns the words for the last or the next week, month and year.
func steps(fields map[string]field, step string) map[string][]string {
	all := map[string][]string{}
	for _, unit := range []string{"week", "month", "year"} {
		for _, width := range []string{"", "-short", "-narrow"} {
			if text, ok := fields[unit+width]["relative-type-"+step].(string); ok {
				all[unit] = append(all[unit], text)
			}
		}
	}
	return all
}

// relative collects the patterns for all units and widths, those with the same
// text before the number in one group. Patterns such as "-{0} h" are left out.
func relative(fields map[string]field) []cldr.Relative {
	groups := map[string]*cldr.Relative{}
	for _, unit := range []string{"second", "minute", "hour", "day", "week", "month", "year"} {
		for _, width := range []string{"", "-short", "-narrow"} {
			for tense, sign := range map[string]int{"past": -1, "future": 1} {
				patterns, _ := fields[unit+width]["relativeTime-type-"+tense].(map[string]any)
				for _, pattern := range patterns {
					group(groups, tense, sign, unit, pattern.(string))
				}
			}
		}
	}
	var all []cldr.Relative
	for _, key := range slices.Sorted(maps.Keys(groups)) {
		all = append(all, cutAfter(*groups[key]))
	}
	return all
}

func group(groups map[string]*cldr.Relative, tense string, sign int, unit, pattern string) {
	before, after, _ := strings.Cut(pattern, "{0}")
	before, after = cldr.Fold(before), cldr.Fold(after)
	if before == "-" || before == "+" {
		return
	}
	key := tense + before
	if groups[key] == nil {
		groups[key] = &cldr.Relative{Before: before, Sign: sign, Units: map[string][]string{}}
	}
	groups[key].Units[unit] = append(groups[key].Units[unit], after)
}

// cutAfter takes from all units the text that they end with in common.
func cutAfter(r cldr.Relative) cldr.Relative {
	all := slices.Concat(slices.Collect(maps.Values(r.Units))...)
	common := all[0]
	for _, text := range all[1:] {
		for !strings.HasSuffix(text, common) {
			_, size := utf8.DecodeRuneInString(common)
			common = common[size:]
		}
	}
	for _, words := range r.Units {
		for i := range words {
			words[i] = strings.TrimSpace(strings.TrimSuffix(words[i], common))
		}
	}
	r.After = strings.TrimSpace(common)
	return r
}

// connections returns the words that the formats put between the parts of a date.
func connections(g gregorian) []string {
	var all []string
	quoted := regexp.MustCompile(`'([^']+)'`)
	for _, format := range g.DateFormats {
		pattern, _ := format.(string)
		for _, m := range quoted.FindAllStringSubmatch(pattern, -1) {
			all = append(all, cldr.Fold(m[1]))
		}
	}
	for _, pattern := range g.AtTime.Standard {
		for _, m := range quoted.FindAllStringSubmatch(pattern, -1) {
			all = append(all, cldr.Fold(m[1]))
		}
	}
	return all
}
