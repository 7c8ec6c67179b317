package dyncrawl

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

// Pattern selects URLs. Its text has one of these forms:
//
//	/list/*            a path: "*" stands for any run of characters but "/", "**" for any run
//	/show?id=*         a path with a query: the query is compared too, otherwise it is ignored
//	https://a.example/**   the same with scheme and host
//	re:^https://a\.    an RE2 regular expression, searched for in the whole URL
//
// All but the last must match from beginning to end. The zero Pattern matches every URL.
type Pattern struct {
	text  string
	re    *regexp.Regexp
	query bool // the pattern names a query
	host  bool // the pattern names scheme and host
}

// ParsePattern compiles text.
func ParsePattern(text string) (Pattern, error) {
	p := Pattern{text: text}
	if expr, ok := strings.CutPrefix(text, "re:"); ok {
		re, err := regexp.Compile(expr)
		if err != nil {
			return Pattern{}, fmt.Errorf("URL pattern %q: %w", text, err)
		}
		p.re, p.query, p.host = re, true, true
		return p, nil
	}
	p.host = strings.Contains(text, "://")
	p.query = strings.Contains(text, "?")
	if !p.host && !strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "*") {
		return Pattern{}, errors.New("a URL pattern starts with /, *, http://, https:// or re: (it is " + fmt.Sprintf("%q", text) + ")")
	}
	p.re = regexp.MustCompile(globExpr(text))
	return p, nil
}

// globExpr turns a glob into a regular expression for the whole text.
func globExpr(glob string) string {
	var b strings.Builder
	b.WriteString(`^`)
	for glob != "" {
		i := strings.IndexByte(glob, '*')
		if i < 0 {
			b.WriteString(regexp.QuoteMeta(glob))
			break
		}
		b.WriteString(regexp.QuoteMeta(glob[:i]))
		if rest, ok := strings.CutPrefix(glob[i:], "**"); ok {
			b.WriteString(`.*`)
			glob = rest
			continue
		}
		b.WriteString(`[^/]*`)
		glob = glob[i+1:]
	}
	b.WriteString(`$`)
	return b.String()
}

// Match reports whether the absolute URL rawURL is selected.
func (p Pattern) Match(rawURL string) bool {
	if p.re == nil {
		return true
	}
	rawURL, fragment, _ := strings.Cut(rawURL, "#")
	if !p.query {
		rawURL, _, _ = strings.Cut(rawURL, "?")
	}
	if strings.Contains(p.text, "#") {
		rawURL += "#" + fragment
	}
	if !p.host {
		rawURL = withoutHost(rawURL)
	}
	return p.re.MatchString(rawURL)
}

// withoutHost cuts scheme and host from an absolute URL.
func withoutHost(rawURL string) string {
	_, rest, ok := strings.Cut(rawURL, "://")
	if !ok {
		if u, err := url.Parse(rawURL); err == nil {
			return u.RequestURI()
		}
		return rawURL
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 && rest[i] == '/' {
		return rest[i:]
	} else if i >= 0 {
		return "/" + rest[i:]
	}
	return "/"
}

// IsZero reports whether p is the zero Pattern.
func (p Pattern) IsZero() bool { return p.re == nil }

func (p Pattern) String() string { return p.text }

// UnmarshalText compiles text; see ParsePattern.
func (p *Pattern) UnmarshalText(text []byte) (err error) {
	*p, err = ParsePattern(string(text))
	return err
}

// MarshalText returns the pattern as it was written.
func (p Pattern) MarshalText() ([]byte, error) { return []byte(p.text), nil }
