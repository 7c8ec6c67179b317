package main

import (
	"maps"
	"slices"
	"unicode/utf8"

	"dyncrawl/extract/spoken/cldr"
)

// merge adds what more has to l.
func merge(l, more cldr.Language) cldr.Language {
	for i := range l.Months {
		l.Months[i] = append(l.Months[i], more.Months[i]...)
	}
	for i := range l.Weekdays {
		l.Weekdays[i] = append(l.Weekdays[i], more.Weekdays[i]...)
		l.ShortDays[i] = append(l.ShortDays[i], more.ShortDays[i]...)
	}
	l.Periods = append(l.Periods, more.Periods...)
	l.Days = union(l.Days, more.Days)
	l.Now = append(l.Now, more.Now...)
	l.Last, l.Next = join(l.Last, more.Last), join(l.Next, more.Next)
	l.Numbers = union(l.Numbers, more.Numbers)
	l.Connections = append(l.Connections, more.Connections...)
	l.Marks = join(l.Marks, more.Marks)
	for _, r := range more.Relative {
		l.Relative = mergeRelative(l.Relative, r)
	}
	return l
}

// mergeRelative adds the units of more to the group with the same frame.
func mergeRelative(all []cldr.Relative, more cldr.Relative) []cldr.Relative {
	for i, r := range all {
		if r.Before == more.Before && r.After == more.After && r.Sign == more.Sign {
			all[i].Units = join(r.Units, more.Units)
			return all
		}
	}
	return append(all, more)
}

func union[V any](a, b map[string]V) map[string]V {
	all := map[string]V{}
	maps.Copy(all, a)
	maps.Copy(all, b)
	return all
}

func join(a, b map[string][]string) map[string][]string {
	all := union(a, nil)
	for key, words := range b {
		all[key] = slices.Concat(all[key], words)
	}
	return all
}

// tidy sorts the words and leaves each once. Names of a single letter, such as M
// for March, say too little; 日 beside a date does not.
func tidy(l cldr.Language) cldr.Language {
	for i := range l.Months {
		l.Months[i] = words(l.Months[i])
	}
	for i := range l.Weekdays {
		short := slices.DeleteFunc(l.ShortDays[i], func(name string) bool { return slices.Contains(l.Weekdays[i], name) })
		l.Weekdays[i], l.ShortDays[i] = words(l.Weekdays[i]), words(short)
	}
	for i := range l.Periods {
		l.Periods[i].Words = words(l.Periods[i].Words)
	}
	l.Periods = slices.DeleteFunc(l.Periods, func(p cldr.Period) bool { return len(p.Words) == 0 })
	delete(l.Days, "")
	l.Now, l.Connections = fold(l.Now), fold(l.Connections)
	for _, r := range l.Relative {
		each(r.Units)
	}
	each(l.Marks)
	each(l.Last)
	each(l.Next)
	return l
}

// unclear returns the names of weekdays that mean different ones, such as di,
// which is Sunday in French and Tuesday in German.
func unclear(languages []cldr.Language) []string {
	means := map[string]int{}
	var all []string
	for _, l := range languages {
		for day := range l.Weekdays {
			for _, name := range slices.Concat(l.Weekdays[day], l.ShortDays[day]) {
				if other, known := means[name]; known && other != day {
					all = append(all, name)
				}
				means[name] = day
			}
		}
	}
	return fold(all)
}

func each(sets map[string][]string) {
	for key := range sets {
		sets[key] = fold(sets[key])
	}
}

// words returns the names that are more than one ASCII or Cyrillic letter.
func words(names []string) []string {
	return slices.DeleteFunc(fold(names), func(name string) bool {
		r, size := utf8.DecodeRuneInString(name)
		return size == len(name) && r < '\u3000'
	})
}

// fold folds, sorts and leaves each text once.
func fold(texts []string) []string {
	folded := make([]string, 0, len(texts))
	for _, text := range texts {
		if text = cldr.Fold(text); text != "" {
			folded = append(folded, text)
		}
	}
	slices.Sort(folded)
	return slices.Compact(folded)
}
