// Package cldr holds the words and orders that dates are written with, as the
// Unicode Common Locale Data Repository has them, in one small table.
//
// To take over a new release of CLDR:
//
//	npm install --prefix /tmp/cldr cldr-dates-full
//	CLDR=/tmp/cldr/node_modules go generate ./extract/spoken/cldr
package cldr

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
)

//go:generate go run ./gen $CLDR

//go:embed table.json
var table []byte

// Table is the content of table.json. All words in it are folded.
type Table struct {
	Source    string     `json:"source"`    // the release of CLDR
	License   string     `json:"license"`   // of the data, its text is in LICENSE
	Unclear   []string   `json:"unclear"`   // short names that mean another weekday in another language
	Languages []Language `json:"languages"` // the first that reads a date decides
}

// Language is what one language writes dates with.
type Language struct {
	Tag         string              `json:"tag"`   // BCP 47
	Order       string              `json:"order"` // of a date in digits, such as d.M.y
	Months      [12][]string        `json:"months"`
	Weekdays    [7][]string         `json:"weekdays"`              // from Sunday; names that mean a weekday also alone
	ShortDays   [7][]string         `json:"shortDays"`             // from Sunday; names that need a date or a time beside them
	Periods     []Period            `json:"periods"`               // the first of equal words counts
	Days        map[string]int      `json:"days"`                  // yesterday is -1
	Now         []string            `json:"now"`                   // this moment
	Last        map[string][]string `json:"last"`                  // last week, by unit
	Next        map[string][]string `json:"next"`                  // next week
	Relative    []Relative          `json:"relative"`              // 3 hours ago
	Numbers     map[string]float64  `json:"numbers,omitempty"`     // an hour ago
	Marks       map[string][]string `json:"marks,omitempty"`       // behind a number, by the letters y M d H m s
	Connections []string            `json:"connections,omitempty"` // words without meaning, such as at
}

// Period is a part of the day, in full hours: From is its first, Before the one
// after its last. Both are the same for noon and midnight, and Before is less
// than From where midnight lies between them.
type Period struct {
	Words  []string `json:"words"`
	From   int      `json:"from"`
	Before int      `json:"before"`
}

// Relative is a way to count from now: Before, then a number and a unit, or
// several such pairs, then After.
type Relative struct {
	Before string              `json:"before,omitempty"`
	After  string              `json:"after,omitempty"`
	Sign   int                 `json:"sign"`  // -1 for the past
	Units  map[string][]string `json:"units"` // the words, by second, minute, hour, day, week, month, year
}

// Load decodes the table.
func Load() (Table, error) {
	var t Table
	if err := json.Unmarshal(table, &t); err != nil {
		return Table{}, fmt.Errorf("read the table of CLDR: %w", err)
	}
	return t, nil
}

// Fold makes texts comparable: lower case, no points behind letters, plain
// apostrophes, and single plain spaces.
func Fold(text string) string {
	var last rune
	folded := strings.Map(func(r rune) rune {
		switch {
		case r == '.' && unicode.IsLetter(last):
			return -1
		case r == '’':
			r = '\''
		case unicode.IsSpace(r):
			r = ' '
			if last == ' ' {
				return -1
			}
		}
		last = unicode.ToLower(r)
		return last
	}, text)
	return strings.TrimSpace(folded)
}
