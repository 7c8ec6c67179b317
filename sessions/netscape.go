package sessions

import (
	"fmt"
	"strconv"
	"strings"

	"dyncrawl/browser"
)

// httpOnlyMark begins the line of a cookie that scripts cannot read, as curl writes it.
const httpOnlyMark = "#HttpOnly_"

// decodeNetscape reads a cookies.txt: domain, whether subdomains get the cookie, path,
// whether it is for HTTPS only, when it ends in seconds since 1970 (0: with the
// browser), name and value, with tabs between them.
func decodeNetscape(text string) (*browser.State, error) {
	state := &browser.State{Cookies: []browser.Cookie{}, Origins: []browser.Origin{}}
	number := 0
	for line := range strings.Lines(text) {
		number++
		line, httpOnly := strings.CutPrefix(strings.TrimRight(line, "\r\n"), httpOnlyMark)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cookie, err := netscapeCookie(strings.Split(line, "\t"))
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		cookie.HTTPOnly = httpOnly
		state.Cookies = append(state.Cookies, cookie)
	}
	if len(state.Cookies) == 0 {
		return nil, fmt.Errorf("it has no cookie")
	}
	return state, nil
}

func netscapeCookie(fields []string) (c browser.Cookie, err error) {
	if len(fields) == 6 { // the value is empty, and an editor has taken the last tab
		fields = append(fields, "")
	}
	if len(fields) != 7 {
		return c, fmt.Errorf("%d fields with tabs between them, want 7", len(fields))
	}
	ends, err := strconv.ParseFloat(fields[4], 64)
	if err != nil {
		return c, fmt.Errorf("the fifth field is when the cookie ends, in seconds since 1970")
	}
	if ends <= 0 {
		ends = -1
	}
	domain := strings.TrimPrefix(fields[0], ".")
	if strings.EqualFold(fields[1], "TRUE") {
		domain = "." + domain
	}
	return browser.Cookie{Domain: domain, Path: fields[2], Secure: strings.EqualFold(fields[3], "TRUE"), Expires: ends, Name: fields[5], Value: fields[6]}, nil
}

func encodeNetscape(cookies []browser.Cookie) []byte {
	var b strings.Builder
	b.WriteString("# Netscape HTTP Cookie File\n")
	truth := func(v bool) string { return strings.ToUpper(strconv.FormatBool(v)) }
	for _, c := range cookies {
		if c.HTTPOnly {
			b.WriteString(httpOnlyMark)
		}
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%d\t%s\t%s\n", c.Domain, truth(strings.HasPrefix(c.Domain, ".")), c.Path, truth(c.Secure), int64(max(c.Expires, 0)), c.Name, c.Value)
	}
	return []byte(b.String())
}
