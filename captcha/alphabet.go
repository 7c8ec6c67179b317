package captcha

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"unicode"
)

//go:embed chinese.txt
var chinese string

// Alphabet returns the characters that a name stands for, and any other text as
// it is: digits; letters, of both cases; lower; upper; alphanumeric; chinese, 500
// common characters. No name is mistaken for an alphabet, as each has a character
// twice or is longer than it would need to be.
func Alphabet(text string) string {
	const digits, lower = "0123456789", "abcdefghijklmnopqrstuvwxyz"
	switch text {
	case "digits":
		return digits
	case "letters":
		return lower + strings.ToUpper(lower)
	case "lower":
		return lower
	case "upper":
		return strings.ToUpper(lower)
	case "alphanumeric":
		return alphanumeric
	case "chinese":
		return strings.Join(strings.Fields(chinese), "")
	}
	return text
}

// CheckAlphabet reports what is wrong with an alphabet or the name of one.
func CheckAlphabet(text string) error {
	seen := map[rune]bool{}
	for _, r := range Alphabet(text) {
		switch {
		case unicode.IsSpace(r) || !unicode.IsGraphic(r):
			return errors.New("an alphabet has no white space")
		case seen[r]:
			return fmt.Errorf("%q is neither an alphabet, %q occurs twice, nor one of digits, letters, lower, upper, alphanumeric, chinese", text, r)
		}
		seen[r] = true
	}
	return nil
}

// hasHan reports whether an alphabet has Chinese characters.
func hasHan(alphabet string) bool {
	return strings.ContainsFunc(alphabet, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}
