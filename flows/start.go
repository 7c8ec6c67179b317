package flows

import (
	"bufio"
	"cmp"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"dyncrawl"
)

// maxStartURLs bounds what one start entry may expand to.
const maxStartURLs = 10_000_000

// braces is {80000..80010} or {a,b,c}.
var braces = regexp.MustCompile(`\{([^{}]*(?:\.\.|,)[^{}]*)\}`)

// StartURLs yields the start URLs of the flow, ranges and files expanded. The
// error names the entry that cannot be used.
func (f *Flow) StartURLs() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for r, err := range f.StartRequests() {
			if !yield(r.URL, err) {
				return
			}
		}
	}
}

// StartRequests is StartURLs with what is asked for besides.
func (f *Flow) StartRequests() iter.Seq2[dyncrawl.Request, error] {
	return func(yield func(dyncrawl.Request, error) bool) {
		for _, s := range f.Start {
			entries := single(s.URL)
			if s.File != "" {
				entries = linesOf(filepath.Join(f.Dir(), s.File))
			}
			for entry, err := range entries {
				if err == nil {
					err = checkStart(entry)
				}
				if err != nil {
					yield(dyncrawl.Request{}, err)
					return
				}
				for u := range expandBraces(entry) {
					if !yield(s.request(u), nil) {
						return
					}
				}
			}
		}
	}
}

// request returns the request that the entry makes to one of its URLs.
func (s *Start) request(url string) dyncrawl.Request {
	r := dyncrawl.Request{URL: url, Method: s.Method}
	if s.Body != "" {
		r.Body = []byte(s.Body)
		r.Header = http.Header{"Content-Type": {cmp.Or(s.Type, "application/x-www-form-urlencoded")}}
	}
	return r
}

// Validate checks that the entry names one thing.
func (s *Start) Validate() error {
	if (s.URL == "") == (s.File == "") {
		return fmt.Errorf("a start entry has either url or file")
	}
	if s.Body != "" && (s.Method == "" || s.Method == http.MethodGet) {
		return fmt.Errorf("a start entry with a body needs a method, such as POST")
	}
	if s.URL != "" {
		return checkStart(s.URL)
	}
	return nil
}

// checkStart reports why entry cannot be a start URL.
func checkStart(entry string) error {
	count := 1
	for _, m := range braces.FindAllStringSubmatch(entry, -1) {
		n, err := choices(m[1])
		if err != nil {
			return fmt.Errorf("start %q: %w", entry, err)
		}
		if count *= len(n); count > maxStartURLs {
			return fmt.Errorf("start %q stands for more than %d URLs", entry, maxStartURLs)
		}
	}
	u, err := url.Parse(braces.ReplaceAllString(entry, "1"))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("start %q is not an absolute http or https URL", entry)
	}
	return nil
}

// expandBraces yields entry with every range and list replaced by its choices.
func expandBraces(entry string) iter.Seq[string] {
	return func(yield func(string) bool) { expandInto(entry, yield) }
}

func expandInto(entry string, yield func(string) bool) bool {
	m := braces.FindStringSubmatchIndex(entry)
	if m == nil {
		return yield(entry)
	}
	words, err := choices(entry[m[2]:m[3]])
	if err != nil {
		return yield(entry)
	}
	for _, w := range words {
		if !expandInto(entry[:m[0]]+w+entry[m[1]:], yield) {
			return false
		}
	}
	return true
}

// choices returns what the text between braces stands for. Numbers keep leading zeros.
func choices(text string) ([]string, error) {
	first, last, ok := strings.Cut(text, "..")
	if !ok {
		return strings.Split(text, ","), nil
	}
	from, err1 := strconv.Atoi(first)
	to, err2 := strconv.Atoi(last)
	switch {
	case err1 != nil || err2 != nil || from < 0:
		return nil, fmt.Errorf("{%s}: a range is written {1..9}", text)
	case to < from:
		return nil, fmt.Errorf("{%s}: the range ends before it begins", text)
	case to-from >= maxStartURLs:
		return nil, fmt.Errorf("{%s}: more than %d numbers", text, maxStartURLs)
	}
	words := make([]string, 0, to-from+1)
	for n := from; n <= to; n++ {
		words = append(words, fmt.Sprintf("%0*d", len(first), n))
	}
	return words, nil
}

func single(entry string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) { yield(entry, nil) }
}

// linesOf yields the lines of a file that are neither empty nor comments.
func linesOf(path string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		file, err := os.Open(path)
		if err != nil {
			yield("", fmt.Errorf("read start URLs: %w", err))
			return
		}
		defer file.Close()
		lines := bufio.NewScanner(file)
		for lines.Scan() {
			line := strings.TrimSpace(lines.Text())
			if line != "" && !strings.HasPrefix(line, "#") && !yield(line, nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield("", fmt.Errorf("read start URLs from %s: %w", path, err))
		}
	}
}
