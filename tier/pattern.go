package tier

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"dyncrawl"
)

// word matches what may vary in a URL after its host.
var word = regexp.MustCompile(`[^/?&=#]+`)

// PatternOf returns the pattern of URLs of one form, whatever their host. A
// segment or value in which they differ, or that is variable in a shape anyway, is
// "*"; an extension that all have stays. At least one URL must be given.
func PatternOf(urls []string) (dyncrawl.Pattern, error) {
	var all [][]string
	rest := ""
	for i, rawURL := range urls {
		u, err := url.Parse(rawURL)
		if err != nil {
			return dyncrawl.Pattern{}, &dyncrawl.Error{Class: dyncrawl.ClassURL, Err: err}
		}
		text := strings.TrimPrefix(u.String(), u.Scheme+"://"+u.Host)
		form := word.ReplaceAllString(text, "*")
		if i > 0 && form != rest {
			return dyncrawl.Pattern{}, fmt.Errorf("find a pattern: %s and %s are not of one form", urls[0], rawURL)
		}
		rest = form
		all = append(all, word.FindAllString(text, -1))
	}
	i := -1
	return dyncrawl.ParsePattern(regexp.MustCompile(`\*=?`).ReplaceAllStringFunc(rest, func(place string) string {
		i++
		if place == "*=" {
			return all[0][i] + "="
		}
		return common(all, i)
	}))
}

// common returns what stands for the words at one place of URLs.
func common(all [][]string, i int) string {
	text := all[0][i]
	stem, extension := cutExtension(text)
	varies := strings.ContainsAny(stem, "0123456789") || len(stem) > longWord
	for _, words := range all[1:] {
		if _, other := cutExtension(words[i]); other != extension {
			return anyWord
		}
		varies = varies || words[i] != text
	}
	if varies {
		return anyWord + extension
	}
	return text
}
