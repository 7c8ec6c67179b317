package fetch

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/gogs/chardet"
	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"

	"dyncrawl"
)

// guessBytes is how much text a charset is guessed from, and guessLeast how much
// there must be: on less the guess is worth nothing.
const (
	guessBytes = 64 << 10
	guessLeast = 50
)

// toUTF8 decodes the text of an answer. A byte order mark, the charset of the
// header and a meta element decide, in this order (HTML, section 13.2.3); where
// none of them says anything, valid UTF-8 is UTF-8 and the rest is guessed.
func toUTF8(text []byte, contentType string) string {
	enc, name, certain := charset.DetermineEncoding(text, contentType)
	if !certain && !declared(text) {
		enc, name = guess(text, enc, name)
	}
	if name == "utf-8" {
		return strings.ToValidUTF8(string(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))), "\uFFFD")
	}
	plain, err := enc.NewDecoder().Bytes(text)
	if err != nil {
		return strings.ToValidUTF8(string(text), "\uFFFD")
	}
	return strings.TrimPrefix(string(plain), "\uFEFF")
}

// declared reports whether a meta element names the charset. DetermineEncoding
// does not tell that from a guess of its own; without the bytes that it guesses
// by, its guess is always windows-1252.
func declared(text []byte) bool {
	ascii := bytes.Map(func(r rune) rune {
		if r >= utf8.RuneSelf {
			return -1
		}
		return r
	}, text[:min(len(text), 1024)])
	_, name, _ := charset.DetermineEncoding(ascii, "")
	return name != "windows-1252"
}

// guess returns the encoding that undeclared text seems to have.
func guess(text []byte, enc encoding.Encoding, name string) (encoding.Encoding, string) {
	if utf8.Valid(text) {
		return encoding.Nop, "utf-8"
	}
	sample := text[:min(len(text), guessBytes)]
	if len(sample) < guessLeast {
		return enc, name
	}
	best, err := chardet.NewHtmlDetector().DetectBest(sample)
	if err != nil {
		return enc, name
	}
	guessed, err := htmlindex.Get(best.Charset)
	if err != nil {
		return enc, name
	}
	canonical, err := htmlindex.Name(guessed)
	if err != nil {
		return enc, name
	}
	return guessed, canonical
}

// maxTitle is how many bytes of a title are kept, as in the browser.
const maxTitle = 4 << 10

// title returns the text of the first title element, white space folded as
// document.title folds it.
func title(page *dyncrawl.Page) string {
	if page.ContentType != "text/html" && page.ContentType != "application/xhtml+xml" && page.ContentType != "" {
		return ""
	}
	tokens := html.NewTokenizer(strings.NewReader(page.HTML))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return ""
		case html.StartTagToken:
			name, _ := tokens.TagName()
			if string(name) == "title" && tokens.Next() == html.TextToken {
				return clip(strings.Join(strings.Fields(string(tokens.Text())), " "))
			} else if string(name) == "body" {
				return ""
			}
		}
	}
}

func clip(s string) string {
	if len(s) <= maxTitle {
		return s
	}
	return strings.ToValidUTF8(s[:maxTitle], "")
}
