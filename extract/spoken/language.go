package spoken

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dyncrawl/extract/spoken/cldr"
)

// kind says what a word means.
type kind byte

const (
	connection   kind = iota // means nothing
	monthName                // value is 1 to 12
	weekdayName              // value is 0 for Sunday
	shortWeekday             // likewise
	someWeekday              // which one, depends on the language
	daytimeName              // from hour value, before hour before
	dayName                  // value is counted from today
	lastName                 // value is a timeUnit
	nextName                 // likewise
	nowName
)

// word is a text with its meaning.
type word struct {
	text   string
	kind   kind    // of a word that stands by itself
	value  int     // by kind; of a unit, a timeUnit; of a tag, a letter of y M d H m s
	before int     // hour, of a part of the day
	number float64 // of a numeral
}

// words finds the longest word that a text begins with.
type words map[rune][]word

// add takes in texts; what is there already stays in front of the same text.
func (w words) add(like word, texts ...string) {
	for _, text := range texts {
		like.text = text
		first, _ := utf8.DecodeRuneInString(text)
		w[first] = append(w[first], like)
	}
}

// sort puts long words first.
func (w words) sort() {
	for _, same := range w {
		slices.SortStableFunc(same, func(a, b word) int { return cmp.Compare(len(b.text), len(a.text)) })
	}
}

// match returns the longest word at the beginning of text that ends there.
func (w words) match(text string) (word, bool) {
	first, _ := utf8.DecodeRuneInString(text)
	for _, word := range w[first] {
		if rest, ok := strings.CutPrefix(text, word.text); ok && ends(word.text, rest) {
			return word, true
		}
	}
	return word{}, false
}

// ends tells whether a word ends before rest. East Asian words need no space.
func ends(word, rest string) bool {
	last, _ := utf8.DecodeLastRuneInString(word)
	next, _ := utf8.DecodeRuneInString(rest)
	if unicode.IsDigit(last) {
		return !unicode.IsDigit(next)
	}
	return !unicode.IsLetter(last) || !unicode.IsLetter(next) || dense(last) || dense(next)
}

// dense tells whether the letter is of a script that is written without spaces,
// or, as Korean, often is.
func dense(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// language is one of the table, ready to be searched.
type language struct {
	order    string
	words    words
	numerals words
	tags     words
	relative []relative
}

// newLanguage indexes the words of l, and the unclear ones of all languages.
func newLanguage(l *cldr.Language, unclear []string) language {
	made := language{order: strings.ReplaceAll(l.Order, " ", ""), words: words{}, numerals: words{}, tags: words{}}
	for i, texts := range l.Months {
		made.words.add(word{kind: monthName, value: i + 1}, texts...)
	}
	for text, offset := range l.Days {
		made.words.add(word{kind: dayName, value: offset}, text)
	}
	for _, p := range l.Periods {
		made.words.add(word{kind: daytimeName, value: p.From, before: p.Before}, p.Words...)
	}
	made.words.add(word{kind: someWeekday}, unclear...)
	for day := range l.Weekdays {
		made.words.add(word{kind: weekdayName, value: day}, l.Weekdays[day]...)
		made.words.add(word{kind: shortWeekday, value: day}, l.ShortDays[day]...)
	}
	made.words.add(word{kind: nowName}, l.Now...)
	made.words.add(word{kind: connection}, l.Connections...)
	for i, name := range unitNames() {
		made.words.add(word{kind: lastName, value: i}, l.Last[name]...)
		made.words.add(word{kind: nextName, value: i}, l.Next[name]...)
	}
	for text, n := range l.Numbers {
		made.numerals.add(word{number: n}, text)
	}
	for letter, texts := range l.Marks {
		made.tags.add(word{value: int(letter[0])}, texts...)
	}
	for _, r := range l.Relative {
		made.relative = append(made.relative, newRelative(r))
	}
	for _, w := range []words{made.words, made.numerals, made.tags} {
		w.sort()
	}
	return made
}
