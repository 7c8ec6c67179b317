package flows

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// formsOf returns the ways in which a secret may be written.
func formsOf(secret string) []string {
	forms := []string{
		secret, url.QueryEscape(secret), url.PathEscape(secret), html.EscapeString(secret), hex.EncodeToString([]byte(secret)),
		htmlText.Replace(secret), htmlAttribute.Replace(secret), htmlAttribute.Replace(htmlText.Replace(secret)),
	}
	for _, set := range percentSets {
		forms = append(forms, percent(secret, set))
	}
	forms = append(forms, strings.ReplaceAll(percent(secret, percentSets[len(percentSets)-1]), "%20", "+"))
	for _, f := range slices.Clone(forms) {
		if strings.Contains(f, "%") {
			forms = append(forms, lowerEscapes(f))
		}
	}
	for _, inner := range jsonForms(secret) {
		forms = append(append(forms, inner), jsonForms(inner)...)
	}
	if len(secret) >= 2*shortestMasked-1 {
		forms = append(forms, base64Forms(secret)...)
	}
	return forms
}

// What browsers write for the special characters of a text and of an attribute.
var (
	htmlText      = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	htmlAttribute = strings.NewReplacer(`"`, "&quot;")
)

// percentSets are the ASCII characters that the parts of a URL escape, by the URL
// standard: fragment, query, path, user information, and component, which is last.
var percentSets = []string{" \"<>`", ` "#<>`, ` "#<>'`, " \"#<>?^`{}", " \"#<>?^`{}/:;=@[\\]|", " \"#<>?^`{}/:;=@[\\]|$%&+,"}

// percent escapes the set and all that is not printable ASCII.
func percent(text, set string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		if c <= ' ' || c > '~' || strings.IndexByte(set, c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// jsonForms returns the text as JSON has it, with and without what Go escapes for
// HTML, and in ASCII alone.
func jsonForms(text string) []string {
	quoted, _ := json.Marshal(text)
	var plain bytes.Buffer
	enc := json.NewEncoder(&plain)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(text)
	var forms []string
	for _, form := range []string{string(quoted), strings.TrimSpace(plain.String()), strconv.QuoteToASCII(text)} {
		forms = append(forms, form[1:len(form)-1])
	}
	return forms
}

// lowerEscapes writes %2F as %2f.
func lowerEscapes(s string) string {
	b := []byte(s)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' {
			copy(b[i+1:i+3], bytes.ToLower(b[i+1:i+3]))
		}
	}
	return string(b)
}

// base64Forms returns what base64 makes of the secret at each of the three places
// that it may begin at, as in user:password, without what its neighbours change.
func base64Forms(secret string) []string {
	var forms []string
	for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		for shift, skip := range []int{0, 2, 3} {
			text := enc.EncodeToString(append(make([]byte, shift), secret...))
			if (shift+len(secret))%3 != 0 {
				text = text[:len(text)-1]
			}
			forms = append(forms, text[skip:])
		}
	}
	return forms
}
