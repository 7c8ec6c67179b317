package explore

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"time"

	"dyncrawl/browser"
)

// fill returns the gestures that give a field a value of its type and within its
// constraints; none when it has to stay as it is.
func (p *planner) fill(f *browser.Field) []browser.Gesture { return p.fillAt(f, time.Now()) }

// fillAt is fill at another time: fields for dates get that.
func (p *planner) fillAt(f *browser.Field, now time.Time) []browser.Gesture {
	switch f.Type {
	case "checkbox", "radio":
		if f.Checked {
			return nil
		}
		return []browser.Gesture{{Kind: browser.Press, Path: f.Path}}
	case "select-multiple":
		return []browser.Gesture{{Kind: browser.Keys, Path: f.Path, Value: "ArrowDown Shift+ArrowDown"}}
	case "select-one":
		return []browser.Gesture{{Kind: browser.Choose, Path: f.Path}}
	case "range":
		return []browser.Gesture{{Kind: browser.Keys, Path: f.Path, Value: "ArrowRight"}}
	case "file":
		file := p.e.upload(f.Accept)
		if file == "" {
			return nil
		}
		if f.Multiple {
			file += "\n" + file
		}
		return []browser.Gesture{{Kind: browser.Upload, Path: f.Path, Value: file}}
	}
	if takesNothing(f.Type) {
		return nil
	}
	others := otherValues(f, now)
	if len(others) == 0 || p.state > 0 && f.Value != "" && slices.Contains(valuesFor(f, now), f.Value) { // typed on the way here
		return nil
	}
	return []browser.Gesture{{Kind: browser.Type, Path: f.Path, Value: others[0]}}
}

// takesNothing reports whether fields of the type are none for somebody to fill in.
func takesNothing(kind string) bool {
	return slices.Contains([]string{"hidden", "submit", "button", "reset", "image", "fieldset", "output"}, kind)
}

// filler fills fields that belong together: of those that are alike, such as from where
// and where to, or from when until when, each gets another value, and the later one of two
// dates comes behind.
type filler struct {
	p     *planner
	alike map[string]int  // fields that were filled, by what they take
	taken int             // entries of lists
	texts map[string]bool // that fields hold, or get
	last  string          // of them
}

func (p *planner) filler() *filler {
	return &filler{p: p, alike: map[string]int{}, texts: map[string]bool{}}
}

// second are what is typed in place of a text that another field has: two places or names
// that are asked for are mostly not to be the same.
var second = map[string]string{"test": "sample", "Berlin": "Hamburg"}

// wantsSame matches the names of fields that want what another one has.
var wantsSame = regexp.MustCompile(`(?i)confirm|repeat|re-?type|re-?enter|again|wiederhol|bestätig|répét|repet|ripet|conferm|herhaal|gjenta|upprepa|powtórz|повтор|подтверд|确认|再次|確認|확인`)

// text is fill for a field for text, which gets another one than those before, unless it
// wants that of the field before once more.
func (all *filler) text(f *browser.Field) []browser.Gesture {
	gestures := all.p.fill(f)
	if f.Type == "text" && f.Value == "" && f.Pattern == "" && all.last != "" && fit(f, all.last) == all.last && wantsSame.MatchString(f.Words) {
		return []browser.Gesture{{Kind: browser.Type, Path: f.Path, Value: all.last}}
	}
	value := f.Value
	if len(gestures) == 1 && gestures[0].Kind == browser.Type {
		value = gestures[0].Value
	}
	if other := fit(f, second[value]); all.texts[value] && second[value] != "" && !wantsSame.MatchString(f.Words) {
		value, gestures = other, []browser.Gesture{{Kind: browser.Type, Path: f.Path, Value: other}}
	}
	all.texts[value], all.last = true, value
	return gestures
}

// take returns the gestures that take an entry of the list that opens at the control:
// each time another one.
func (all *filler) take(path string) []browser.Gesture {
	all.taken++
	return []browser.Gesture{{Kind: browser.Press, Path: path}, {Kind: browser.Take, Path: path, Value: strconv.Itoa(all.taken)}}
}

// fillAmong is fill for one of so many fields: one that is alone and suggests something
// is searched with, among others an entry of its list is to be taken.
func (all *filler) fillAmong(f *browser.Field, fields int) []browser.Gesture {
	if f.Lists && f.Value == "" && fields > 1 {
		return all.take(f.Path)
	}
	return all.fill(f)
}

func (all *filler) fill(f *browser.Field) []browser.Gesture {
	if character := all.p.boxed(f.Path); character != "" {
		return []browser.Gesture{{Kind: browser.Type, Path: f.Path, Value: character}}
	}
	if takesText(f.Type) && len(f.Options) == 0 {
		return all.text(f)
	}
	kind := f.Type + " " + strings.Join(f.Options, "\n")
	n := all.alike[kind]
	all.alike[kind]++
	switch {
	case n == 0:
		return all.p.fill(f)
	case f.Type == "select-one":
		if slices.Index(f.Options, f.Value)+1+n >= len(f.Options) {
			return nil // it holds another value than those before
		}
		return slices.Repeat(all.p.fill(f), 1+n)
	case f.Type == "time":
		if times := otherValues(f, time.Now()); len(times) > 1 {
			return []browser.Gesture{{Kind: browser.Type, Path: f.Path, Value: times[1]}}
		}
	case f.Type == "month":
		return all.p.fillAt(f, time.Now().AddDate(0, n, 0))
	case f.Type == "week":
		return all.p.fillAt(f, time.Now().AddDate(0, 0, 7*n))
	case f.Type == "date", f.Type == "datetime-local":
		return all.p.fillAt(f, time.Now().AddDate(0, 0, n))
	}
	return all.p.fill(f)
}

// otherValues returns texts that fit the field and that it does not hold, the
// likeliest first: only what changes it is heard.
func otherValues(f *browser.Field, now time.Time) []string {
	return slices.DeleteFunc(valuesFor(f, now), func(value string) bool { return value == "" || value == f.Value })
}

// valuesFor returns texts that fit the field, the likeliest first.
func valuesFor(f *browser.Field, now time.Time) []string {
	if len(f.Options) > 0 {
		return slices.Clone(f.Options)
	}
	if low, high, ok := bounds(f); ok {
		return []string{low, high}
	}
	if n, err := strconv.Atoi(f.Value); err == nil && f.Type == "text" && f.Pattern == "" {
		return []string{fit(f, strconv.Itoa(n+1)), fit(f, words(f))} // a number takes the place of one
	}
	switch f.Type {
	case "number":
		return numbers(f)
	case "date", "datetime-local", "month", "week", "time":
		return moments(f, now)
	case "color":
		return []string{"#336699", "#cc3300"}
	}
	if written := laidOut(f, now); written != nil && fit(f, written[0]) == written[0] {
		return append(written, texts(f)...)
	}
	if given := example(f); given != "" && fit(f, given) == given {
		return append([]string{given}, texts(f)...)
	}
	if named := listings(f); named != nil {
		return append(named, texts(f)...)
	}
	if f.Listed != "" {
		return append([]string{fit(f, f.Listed)}, texts(f)...)
	}
	return texts(f)
}

// texts returns what fits a field for text, the likeliest first.
func texts(f *browser.Field) []string {
	if f.Pattern != "" {
		if value, ok := matching(f.Pattern); ok {
			return []string{lengthened(f, value)}
		}
	}
	if n := digitsSaid(f); n > 0 {
		return []string{numerals[:n], strings.Repeat("2", n)}
	}
	if n := digits(f); n > 0 {
		list := []string{numerals[:n], strings.Repeat("2", n)}
		if value := words(f); f.MaxLength <= 0 && isNumber(value) {
			list = append([]string{value}, list...)
		}
		return list
	}
	list := []string{fit(f, asLong(f, words(f)))}
	if f.Type == "text" {
		list = append(list, fit(f, "test"), fit(f, numerals))
	}
	return list
}

func isNumber(text string) bool {
	_, err := strconv.Atoi(text)
	return err == nil
}

var (
	// lengthAsked matches how many characters a field is said to want, at least or at
	// most, in the languages that forms are mostly in.
	lengthAsked = regexp.MustCompile(`(?i)(\d{1,3})\+?\s*(?:or more |oder mehr |o más |o più |ou plus |ou mais )?` +
		`(?:char(?:acter)?s?\b|letters\b|zeichen|caratteri|caracter[eè]s|caractères|caràcters|znak|tekens|tecken|tegn|merkki|karakter|символ|знак|χαρακτήρ|个?字符?|文字|글자|자(?:$|\P{L}))`)
	// atMost matches what says that no more are wanted.
	atMost = regexp.MustCompile(`(?i)\bmax|at most|up to|no more|höchstens|bis zu|jusqu|au plus|hasta|como máximo|máx|fino a|al massimo|até|no máximo|не более|до \d|最多|以内|至多|不超过|이하|최대`)
	// linesAsked matches how many lines a field is said to want.
	linesAsked = regexp.MustCompile(`(?i)(?:^|[^\p{L}\d])(\d|two|three|four|five|zwei|drei|vier|deux|trois|dos|tres|due|tre|duas|três|twee|drie|två|to|dwa|dwie|trzy|две|три|两|三|二)\s*(?:lines\b|zeilen|lignes|líneas|righe|linhas|regels|rader|linjer|wiersz|lini[ei]|строк|行)`)
	// digitAsked and capitalAsked match what is said of words that are to be hard to guess.
	digitAsked   = regexp.MustCompile(`(?i)digit|number|ziffer|zahl|chiffre|cifra|número|numero|цифр|数字|숫자`)
	capitalAsked = regexp.MustCompile(`(?i)capital|upper|groß|majuscul|maiuscol|mayúscul|maiúscul|заглавн|прописн|大写|大文字|대문자`)
)

// digitsNamed matches how many digits a field is said to want, in the languages that forms
// are mostly in.
var digitsNamed = regexp.MustCompile(`(?i)(\d{1,2}|four|five|six|seven|eight|nine|ten)[\s-]?(?:digits?\b|stellig|ziffern|chiffres|d[ií]gitos|cifre|cifr|cyfr|číslic|siffror|sifre|cijfers|számjegy|haneli|hane\b|rakam|chữ số|цифр|значн|ψηφί|ספרות|أرقام|位|桁|자리)`)

// spelled are numbers in letters.
var spelled = map[string]int{"two": 2, "zwei": 2, "deux": 2, "dos": 2, "due": 2, "duas": 2, "twee": 2, "två": 2, "to": 2, "dwa": 2, "dwie": 2, "две": 2, "两": 2, "二": 2,
	"three": 3, "drei": 3, "trois": 3, "tres": 3, "tre": 3, "três": 3, "drie": 3, "trzy": 3, "три": 3, "三": 3, "vier": 4, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}

// countOf returns the number that is written in digits or letters.
func countOf(said string) int {
	if n, err := strconv.Atoi(said); err == nil {
		return n
	}
	return spelled[strings.ToLower(said)]
}

// digitsSaid returns how many digits the words around the field ask for, 0 when they do not.
func digitsSaid(f *browser.Field) int {
	switch f.Type {
	case "text", "search", "tel", "password":
	default:
		return 0
	}
	for _, text := range around(f) {
		if said := digitsNamed.FindStringSubmatch(text); said != nil {
			return min(countOf(said[1]), len(numerals))
		}
	}
	return 0
}

// longestAsked is how many characters are typed at most because a field is said to want
// them.
const longestAsked = 300

// asLong returns the text as long as the words around the field say that it is to be, of
// letters and digits where they ask for both.
func asLong(f *browser.Field, text string) string {
	switch f.Type {
	case "text", "search", "password", "textarea":
	default:
		return text
	}
	all := strings.Join(around(f), " | ")
	if said := linesAsked.FindStringSubmatch(all); said != nil && f.Type == "textarea" {
		return strings.TrimSuffix(strings.Repeat(text+"\n", countOf(said[1])), "\n")
	}
	if digitAsked.MatchString(all) && capitalAsked.MatchString(all) {
		text = "V1sitor-2024"
	}
	said := lengthAsked.FindStringSubmatch(all)
	if said == nil {
		return text
	}
	n, err := strconv.Atoi(said[1])
	if err != nil || n == 0 || n > longestAsked || n > len(text) && atMost.MatchString(all) {
		return text
	}
	return strings.Repeat(text, (n+len(text)-1)/len(text))[:n]
}

// wholePattern returns the pattern of the field, which all that it holds must match.
func wholePattern(f *browser.Field) (*regexp.Regexp, error) {
	return regexp.Compile(`^(?:` + f.Pattern + `)$`)
}

// lengthened repeats the value until it is as long as the field wants it, if it keeps to
// the pattern then.
func lengthened(f *browser.Field, value string) string {
	long := fit(f, value)
	if pattern, err := wholePattern(f); err == nil && pattern.MatchString(long) {
		return long
	}
	return value
}

// breaking returns a value that the field takes and that breaks its rules, empty when
// none is known.
func breaking(f *browser.Field) string {
	switch {
	case f.Type == "number":
		step, err := strconv.ParseFloat(f.Step, 64)
		if err == nil && step > 1 && step == math.Trunc(step) {
			if low, err := strconv.ParseFloat(f.Min, 64); err == nil {
				return strconv.FormatFloat(low+1, 'f', -1, 64)
			}
			return "1"
		}
		if high, err := strconv.ParseFloat(f.Max, 64); err == nil {
			return strconv.FormatFloat(high+1, 'f', -1, 64)
		}
	case f.Type == "email", f.Type == "url", f.Pattern != "":
		return "?"
	}
	return ""
}

// between matches the bounds of numbers as they are told in words, in the languages that
// forms are mostly in.
var between = regexp.MustCompile(`(?i)` + boundNumber + `\s*(?:[–—~〜～至-]|to|until|and|bis|und|à|et|a|y|e|ad|tot|en|till|og|do|i|до|и|से|から|到)\s*` + boundNumber)

// boundNumber matches a number whose thousands may be parted.
const boundNumber = `(\d{1,3}(?:[.,'’ \x{a0}\x{202f}]\d{3})+|\d+(?:[.,]\d+)?)`

// parting matches numbers whose thousands are parted, and thousands what parts them.
var (
	parting   = regexp.MustCompile(`^[1-9]\d{0,2}(?:[.,'’ \x{a0}\x{202f}]\d{3})+$`)
	thousands = regexp.MustCompile(`\D`)
)

// bound returns the number as fields take it.
func bound(said string) string {
	if parting.MatchString(said) {
		return thousands.ReplaceAllString(said, "")
	}
	return said
}

// bounds returns the bounds that the words around a field for a number tell of, where
// its attributes tell of none.
func bounds(f *browser.Field) (low, high string, ok bool) {
	if f.Min != "" || f.Max != "" || f.Pattern != "" {
		return "", "", false
	}
	said := between
	switch {
	case f.Type == "number", f.Mode == "numeric", f.Mode == "decimal":
	case f.Type == "text" && wantsYear(f):
		said = years
	case f.Type == "text":
		said = bracketed
	default:
		return "", "", false
	}
	for _, text := range around(f) {
		if found := said.FindStringSubmatch(text); found != nil {
			return bound(found[1]), bound(found[2]), true
		}
	}
	return "", "", false
}

// bracketed matches bounds that stand in brackets and count nothing: a field for any text may
// say so that it wants a number.
var bracketed = regexp.MustCompile(`[(（\[]\s*` + between.String() + `\s*[\p{Sc}%]?\s*[)）\]]`)

// years matches two years and what is between them.
var years = regexp.MustCompile(`\b(1\d{3}|20\d\d)\s*(?:[–—~〜～至-]|\p{L}{1,5})\s*(1\d{3}|20\d\d)\b`)

// moments returns dates or times of the field's type: now, later and earlier, as
// its bounds let them. Times are those of noon, which offices and shops are open at.
func moments(f *browser.Field, now time.Time) (list []string) {
	noon := time.Date(now.Year(), now.Month(), now.Day(), 12, 0, 0, 0, now.Location())
	for _, n := range []int{0, 1, -1} {
		var value string
		switch f.Type {
		case "date":
			value = now.AddDate(0, 0, n).Format("2006-01-02")
		case "datetime-local":
			value = now.AddDate(0, 0, n).Format("2006-01-02T15:04")
		case "month":
			value = now.AddDate(0, n, 1-now.Day()).Format("2006-01")
		case "week":
			year, week := now.AddDate(0, 0, 7*n).ISOWeek()
			value = fmt.Sprintf("%04d-W%02d", year, week)
		case "time":
			value = noon.Add(time.Duration(n) * time.Hour).Format("15:04")
		}
		list = append(list, within(f, value))
	}
	return append(list, f.Min, f.Max)
}

// numerals are the digits that a field for a code or a number gets, codeLength is
// how many a code that was sent to somebody has mostly.
const (
	numerals   = "123456789012"
	codeLength = 6
)

// digits returns how many digits the field wants, 0 when it takes letters.
func digits(f *browser.Field) int {
	code := f.Auto == "one-time-code"
	switch {
	case !code && f.Mode != "numeric" && f.Mode != "decimal":
		return 0
	case f.MaxLength > 0:
		return min(f.MaxLength, len(numerals))
	case code:
		return codeLength
	}
	return min(max(f.MinLength, 2), len(numerals))
}

// numbers returns the least number but one that the field takes, or a small one,
// and then the ends of its range.
func numbers(f *browser.Field) []string {
	low, lowErr := strconv.ParseFloat(f.Min, 64)
	high, highErr := strconv.ParseFloat(f.Max, 64)
	step, stepErr := strconv.ParseFloat(f.Step, 64)
	if stepErr != nil || step <= 0 {
		step = 1
	}
	value := 1.0
	switch {
	case lowErr == nil:
		if value = low + step; highErr == nil && value > high {
			value = low
		}
	case highErr == nil && high < value:
		value = high
	case math.Mod(value, step) != 0:
		value = step
	}
	all := []float64{value}
	if lowErr == nil {
		all = append(all, low)
	}
	switch {
	case highErr != nil:
		all = append(all, value+step)
	case lowErr == nil:
		all = append(all, low+math.Floor((high-low)/step)*step)
	default:
		all = append(all, high, high-step)
	}
	list := make([]string, len(all))
	for i, n := range all {
		list[i] = strconv.FormatFloat(n, 'f', -1, 64)
	}
	return list
}

// within returns the value, or the bound that it breaks. Dates and times of one
// type sort as texts.
func within(f *browser.Field, value string) string {
	switch {
	case f.Min != "" && value < f.Min:
		return f.Min
	case f.Max != "" && value > f.Max:
		return f.Max
	}
	return value
}

// fit makes the text as long as the field wants it.
func fit(f *browser.Field, text string) string {
	for f.MinLength > len(text) {
		text += cmp.Or(text, "x")
	}
	if f.MaxLength >= 0 && len(text) > f.MaxLength {
		text = text[:f.MaxLength]
	}
	return text
}

// matching returns a text that the pattern matches as a whole.
func matching(pattern string) (string, bool) {
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", false
	}
	var b strings.Builder
	write(&b, tree.Simplify())
	return b.String(), b.Len() > 0
}

// write writes the shortest text that the expression matches, letters and digits
// where there is a choice.
func write(b *strings.Builder, re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteRune(pick(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('a')
	case syntax.OpConcat, syntax.OpCapture:
		for _, sub := range re.Sub {
			write(b, sub)
		}
	case syntax.OpPlus, syntax.OpAlternate:
		write(b, re.Sub[0])
	case syntax.OpStar:
		if b.Len() == 0 {
			write(b, re.Sub[0])
		}
	case syntax.OpRepeat:
		for range max(re.Min, 1) {
			write(b, re.Sub[0])
		}
	}
}

// pick returns a rune of the class, a list of pairs of bounds.
func pick(ranges []rune) rune {
	for _, want := range "aA15b2 -_" {
		for i := 0; i+1 < len(ranges); i += 2 {
			if ranges[i] <= want && want <= ranges[i+1] {
				return want
			}
		}
	}
	if len(ranges) == 0 {
		return 'a'
	}
	return ranges[0]
}
