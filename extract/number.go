package extract

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
)

// amount is a number as people write it: sign, currency, digits with separators,
// magnitude, "or more", currency.
var amount = regexp.MustCompile(`^([+-]?) ?(?:` + currency + `)? ?([+-]?)(\d[\d., ']*|\.\d+)(千|[万萬]|[亿億]|[kKwWM])? ?\+? ?(?:` + currency + `)?$`)

const currency = `[A-Z]{0,3}\p{Sc}|CNY|RMB|USD|EUR|GBP|JPY|HKD|TWD|KRW|[元圆円块]`

// magnitudes are the factors behind digits; w is how Chinese sites abbreviate 万.
var magnitudes = map[string]int64{
	"": 1, "千": 1e3, "k": 1e3, "万": 1e4, "萬": 1e4, "w": 1e4, "m": 1e6, "亿": 1e8, "億": 1e8,
}

// Digits grouped by commas in threes, or as in India with twos before the last
// three; by other marks in threes.
var (
	byComma = regexp.MustCompile(`^[1-9]\d{0,2}(,\d{2,3})*,\d{3}$`)
	byPoint = regexp.MustCompile(`^[1-9]\d{0,2}(\.\d{3})+$`)
	byOther = regexp.MustCompile(`^[1-9]\d{0,2}([ ']\d{3})+([.,]\d*)?$`)
)

// maxDigits bounds the length of a number.
const maxDigits = 64

// parseInt reads a whole number: "1,234", "1.2万", "１２３", "1000+".
func parseInt(text string) (any, error) {
	value, ok := rational(text, true)
	if !ok || !value.IsInt() {
		return nil, fmt.Errorf("%q is not a whole number", clip(text, 60))
	}
	if !value.Num().IsInt64() {
		return nil, fmt.Errorf("%q is too large for a whole number of 64 bits", clip(text, 60))
	}
	return value.Num().Int64(), nil
}

// parseNumber reads a number: "1,234.5", "1.234,5", "¥ 99.00", "3亿". A lone comma
// before three digits separates thousands, any other lone comma decimals; a lone
// point separates decimals.
func parseNumber(text string) (any, error) {
	value, ok := rational(text, false)
	if !ok {
		return nil, fmt.Errorf("%q is not a number", clip(text, 60))
	}
	float, _ := value.Float64()
	return float, nil
}

// rational reads text exactly. Where a whole number is wanted, a point before
// three digits separates thousands.
func rational(text string, whole bool) (*big.Rat, bool) {
	parts := amount.FindStringSubmatch(ascii(text))
	if len(text) > maxDigits || parts == nil || parts[1] != "" && parts[2] != "" {
		return nil, false
	}
	magnitude := strings.ToLower(parts[4])
	digits, ok := decimal(strings.TrimSpace(parts[3]), whole && magnitude == "")
	if !ok {
		return nil, false
	}
	value, ok := new(big.Rat).SetString(parts[1] + parts[2] + digits)
	if !ok {
		return nil, false
	}
	return value.Mul(value, new(big.Rat).SetInt64(magnitudes[magnitude])), true
}

// decimal removes the marks between groups and makes the decimal mark a point.
func decimal(digits string, whole bool) (string, bool) {
	if byOther.MatchString(digits) {
		digits = strings.NewReplacer(" ", "", "'", "").Replace(digits)
	}
	if strings.ContainsAny(digits, " '") {
		return "", false
	}
	points, commas := strings.Count(digits, "."), strings.Count(digits, ",")
	mark := "."
	switch {
	case commas > 0 && points > 0 && strings.LastIndex(digits, ",") > strings.LastIndex(digits, "."):
		mark = ","
	case commas > 0 && points > 0:
	case byComma.MatchString(digits), points > 1, whole && byPoint.MatchString(digits):
		mark = ""
	case commas > 0:
		mark = ","
	}
	return ungroup(digits, mark)
}

// ungroup reads digits with the decimal mark, "" for none.
func ungroup(digits, mark string) (string, bool) {
	front, fraction := digits, ""
	if mark != "" {
		front, fraction, _ = strings.Cut(digits, mark)
	}
	if strings.ContainsAny(front, ".,") {
		if !byComma.MatchString(front) && !byPoint.MatchString(front) {
			return "", false
		}
		front = strings.NewReplacer(",", "", ".", "").Replace(front)
	}
	return "0" + front + "." + fraction + "0", !strings.ContainsAny(fraction, ".,")
}

// ascii replaces full-width forms, typographic minus signs, apostrophes and spaces.
func ascii(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '￥':
			return '¥'
		case r >= '！' && r <= '～':
			return r - '！' + '!'
		case r == '−' || r == '–':
			return '-'
		case r == '’':
			return '\''
		case r == '\u00a0' || r == '\u2009' || r == '\u202f' || r == '\u3000':
			return ' '
		}
		return r
	}, text)
}
