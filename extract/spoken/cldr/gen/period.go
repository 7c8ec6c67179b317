package main

import (
	"path/filepath"
	"strconv"
	"strings"

	"dyncrawl/extract/spoken/cldr"
)

// hours says when a part of the day is; at stands for both others.
type hours struct {
	At     string `json:"_at"`
	From   string `json:"_from"`
	Before string `json:"_before"`
}

// dayPeriods reads when the parts of the day are. Chinese in both scripts has
// the same.
func dayPeriods(folder, tag string) (map[string]hours, error) {
	var all struct {
		Supplemental struct {
			DayPeriodRuleSet map[string]map[string]hours
		}
	}
	err := read(filepath.Join(folder, "cldr-core", "supplemental", "dayPeriods.json"), &all)
	rules := all.Supplemental.DayPeriodRuleSet[strings.TrimSuffix(tag, "-Hant")]
	rules["am"] = hours{From: "00:00", Before: "12:00"}
	rules["pm"] = hours{From: "12:00", Before: "24:00"}
	return rules, err
}

// periods returns the parts of the day with their words; am and pm come first,
// for some languages use their words for other parts too.
func periods(of map[string]widths, rules map[string]hours) []cldr.Period {
	var all []cldr.Period
	for _, name := range []string{
		"am", "pm", "midnight", "noon", "morning1", "morning2", "afternoon1", "afternoon2",
		"evening1", "evening2", "night1", "night2",
	} {
		at, known := rules[name]
		if !known {
			continue
		}
		if at.At != "" {
			at.From, at.Before = at.At, at.At
		}
		words := append(names(of, name, "wide", "abbreviated", "narrow"), names(of, name+"-alt-variant", "wide")...)
		all = append(all, cldr.Period{Words: words, From: hour(at.From), Before: hour(at.Before)})
	}
	return all
}

// hour reads 06:00.
func hour(text string) int {
	n, _ := strconv.Atoi(text[:2])
	return n
}
