package explore

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/extract"
)

//go:embed never.txt
var neverText string

// dangers are the words of never.txt.
var dangers = parseDangers(neverText)

// danger finds words of one kind of script.
type danger struct {
	spaced *regexp.Regexp // of scripts that part words
	joined []string       // of scripts that do not
}

func parseDangers(text string) danger {
	var d danger
	var words []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if partsWords(line) {
			words = append(words, strings.ReplaceAll(regexp.QuoteMeta(strings.ToLower(line)), " ", `[\s_-]*`))
		} else {
			d.joined = append(d.joined, line)
		}
	}
	d.spaced = regexp.MustCompile(`(?:^|[^\p{L}\p{M}])(?:` + strings.Join(words, "|") + `)(?:$|[^\p{L}\p{M}])`)
	return d
}

// partsWords reports whether the word's script puts spaces between words. A sign
// stands by itself.
func partsWords(word string) bool {
	for _, r := range word {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.So) {
			return false
		}
	}
	return true
}

// in reports whether the text has one of the words.
func (d danger) in(text string) bool {
	for _, word := range d.joined {
		if strings.Contains(text, word) {
			return true
		}
	}
	return d.spaced.MatchString(strings.ToLower(camel.ReplaceAllString(text, "$1 $2")))
}

// is reports whether the text is one of the words and no more: a headline may
// have them anywhere.
func (d danger) is(text string) bool {
	text = strings.ToLower(strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }))
	return text != "" && (slices.Contains(d.joined, text) || d.spaced.FindString(text) == text)
}

// camel parts the words of names such as btnDeleteAll.
var camel = regexp.MustCompile(`(\p{Ll})(\p{Lu})`)

// harmful reports whether pressing the control may do more than change what is
// shown: its words say so, or it leads to a program outside of the browser.
func harmful(c *browser.Control) bool {
	scheme, _, found := strings.Cut(strings.ToLower(strings.TrimSpace(c.Href)), ":")
	if found {
		switch scheme {
		case "mailto", "tel", "sms", "callto", "skype", "whatsapp", "intent", "market", "facetime", "geo", "magnet":
			return true
		}
	}
	return c.Download || dangers.in(c.Words) || dangers.in(c.Label)
}

// Harmful reports whether following the link may do harm: its text says so or,
// when it was only guessed, its address does.
func Harmful(l dyncrawl.Link) bool {
	if extract.IsGuess(l) {
		return dangers.in(l.URL)
	}
	return dangers.is(l.Text)
}
