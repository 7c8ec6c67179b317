package login

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
	"unicode"
)

//go:embed words.txt
var wordsText string

// lexicon finds the words of one concept.
type lexicon struct {
	spaced *regexp.Regexp // of scripts that part words
	joined []string       // of scripts that do not
	stems  []string       // long enough to be told within a name such as loginpassword
}

// shortestStem is how many letters a word needs to be looked for within names.
const shortestStem = 5

// lexicons returns the lexicon of each concept of words.txt.
var lexicons = sync.OnceValue(func() map[string]*lexicon {
	all := map[string]*lexicon{}
	var concept string
	words := map[string][]string{}
	for line := range strings.SplitSeq(wordsText, "\n") {
		line = strings.ToLower(strings.TrimSpace(line))
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			concept = strings.Trim(line, "[]")
		default:
			words[concept] = append(words[concept], line)
		}
	}
	for concept, list := range words {
		all[concept] = newLexicon(list)
	}
	return all
})

func newLexicon(words []string) *lexicon {
	l := &lexicon{}
	var patterns []string
	for _, word := range words {
		if !partsWords(word) {
			l.joined = append(l.joined, word)
			continue
		}
		patterns = append(patterns, strings.ReplaceAll(regexp.QuoteMeta(word), " ", `[\s_-]*`))
		if plain := strings.ReplaceAll(word, " ", ""); len(plain) >= shortestStem && isASCII(plain) {
			l.stems = append(l.stems, plain)
		}
	}
	l.spaced = regexp.MustCompile(`(?:^|[^\p{L}\p{M}])(?:` + strings.Join(append(patterns, `\z\A`), "|") + `)(?:$|[^\p{L}\p{M}])`)
	return l
}

// partsWords reports whether the word's script puts spaces between words.
func partsWords(word string) bool {
	for _, r := range word {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai) {
			return false
		}
	}
	return true
}

func isASCII(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return r > unicode.MaxASCII })
}

// camel parts the words of names such as txtUserName.
var camel = regexp.MustCompile(`(\p{Ll})(\p{Lu})`)

// says reports whether a text for people has a word of the concept.
func says(concept string, texts ...string) bool {
	l := lexicons()[concept]
	for _, text := range texts {
		if text == "" {
			continue
		}
		text = strings.ToLower(camel.ReplaceAllString(text, "$1 $2"))
		if l.spaced.MatchString(text) {
			return true
		}
		for _, word := range l.joined {
			if strings.Contains(text, word) {
				return true
			}
		}
	}
	return false
}

// names reports whether names for programs, such as ids and classes, have a word
// of the concept, also within a longer one.
func names(concept, text string) bool {
	if says(concept, text) {
		return true
	}
	text = strings.ToLower(text)
	for _, stem := range lexicons()[concept].stems {
		if strings.Contains(text, stem) {
			return true
		}
	}
	return false
}

// flag returns points when cond holds.
func flag(cond bool, points int) int {
	if cond {
		return points
	}
	return 0
}
