package frontier

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	urlerrors "github.com/nlnwa/whatwg-url/errors"
	"github.com/nlnwa/whatwg-url/url"

	"dyncrawl"
)

// maxURL is the length in bytes above which a URL is taken for a trap.
const maxURL = 8 << 10

// maxHost is the length in bytes of the longest name that DNS knows.
const maxHost = 253

// tracking are the query keys that say where a visitor came from and never what the page shows.
var tracking = []string{
	"dclid", "fbclid", "gbraid", "gclid", "igshid", "mc_cid", "mc_eid", "msclkid", "twclid", "wbraid", "yclid",
}

// Normaliser gives every spelling of a URL one form. It parses as browsers do.
type Normaliser struct {
	KeepFragment bool // keep every fragment; otherwise only those that are routes of a page's script (#/… and #!…)
}

// URL returns the normal form of an absolute http or https URL: host in lower
// case and punycode, no default port, no credentials, no fragment, the query
// sorted by key as it is escaped, without tracking keys. Other URLs give an
// error of ClassScheme or ClassURL.
func (n Normaliser) URL(raw string) (string, error) {
	u, err := n.parse(raw)
	if err != nil {
		return "", err
	}
	return u.Href(false), nil
}

func (n Normaliser) parse(raw string) (*url.Url, error) {
	if len(raw) > maxURL {
		return nil, urlError(dyncrawl.ClassURL, raw, fmt.Errorf("longer than %d bytes", maxURL))
	}
	u, err := url.NewParser().Parse(raw)
	if err != nil {
		return nil, urlError(dyncrawl.ClassURL, raw, errors.New(string(urlerrors.Type(err))))
	}
	if s := u.Scheme(); s != "http" && s != "https" {
		return nil, urlError(dyncrawl.ClassScheme, raw, errors.New("neither http nor https"))
	}
	if winds(u.Pathname()) {
		return nil, &dyncrawl.Error{Class: dyncrawl.ClassTrap, Err: fmt.Errorf("URL %q: its path winds on in itself", clip(raw))}
	}
	if len(u.Hostname()) > maxHost {
		return nil, urlError(dyncrawl.ClassURL, raw, fmt.Errorf("its host is longer than %d bytes", maxHost))
	}
	query := u.Query()
	u.SetUsername("")
	u.SetPassword("")
	if !n.KeepFragment && !isRoute(u.Fragment()) {
		u.SetHash("")
	}
	u.SetSearch("")
	if query := sortQuery(query); query != "" {
		u.SetSearch("?" + query) // without the ?, one that the query begins with would be lost
	}
	return u, nil
}

const (
	maxSegments = 20 // of a path
	maxRepeats  = 2  // of one or more segments, one after the other
	longestTurn = 3  // segments that may repeat themselves
)

// winds reports whether the path is one of those that relative links make
// without end: too many segments, or the same ones three times in a row (the
// limits are those of Heritrix' PathologicalPathDecideRule and
// TooManyPathSegmentsDecideRule). Numbers may repeat themselves: they are
// coordinates.
func winds(path string) bool {
	segments := strings.Split(strings.Trim(path, "/"), "/")
	if len(segments) > maxSegments {
		return true
	}
	for turn := 1; turn <= longestTurn; turn++ {
		for run, i := 0, turn; i < len(segments); i++ {
			if segments[i] != segments[i-turn] || !strings.ContainsFunc(segments[i], unicode.IsLetter) {
				run = 0
				continue
			}
			if run++; run >= turn*maxRepeats {
				return true
			}
		}
	}
	return false
}

// clip shortens a URL for a message.
func clip(raw string) string {
	if len(raw) > maxHost {
		return raw[:maxHost] + "…"
	}
	return raw
}

func urlError(class dyncrawl.Class, raw string, err error) error {
	return &dyncrawl.Error{Class: class, Err: fmt.Errorf("URL %q: %w", clip(raw), err), Hint: "Write an absolute URL such as https://example.com/."}
}

func isRoute(fragment string) bool {
	return strings.HasPrefix(fragment, "/") || strings.HasPrefix(fragment, "!")
}

// sortQuery sorts the pairs by key without decoding them, since their charset
// is unknown. Pairs with the same key keep their order, which may mean something.
func sortQuery(query string) string {
	pairs := slices.DeleteFunc(strings.Split(query, "&"), func(p string) bool {
		key := queryKey(p)
		return p == "" || strings.HasPrefix(key, "utm_") || slices.Contains(tracking, key)
	})
	slices.SortStableFunc(pairs, func(a, b string) int { return cmp.Compare(queryKey(a), queryKey(b)) })
	return strings.Join(pairs, "&")
}

func queryKey(pair string) string {
	key, _, _ := strings.Cut(pair, "=")
	return key
}

// origin is the part of a URL that robots.txt and politeness are about.
func origin(u *url.Url) string { return u.Protocol() + "//" + u.Host() }

// keySize is enough for two of 10^12 URLs to share a key with a chance of 10^-15.
const keySize = 16

// requestKey tells requests apart: same key, same request.
func requestKey(method, url string, body []byte) []byte {
	h := sha256.New()
	fmt.Fprintf(h, "%s %s\n", method, url)
	h.Write(body)
	return h.Sum(nil)[:keySize]
}
