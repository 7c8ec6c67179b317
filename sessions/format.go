package sessions

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"dyncrawl"
	"dyncrawl/browser"
)

// Format is a form in which other programs keep logins.
type Format string

// The forms. Netscape and DevTools have cookies only.
const (
	Playwright Format = "playwright" // storage state, as JSON
	Netscape   Format = "netscape"   // cookies.txt of curl, wget and browser extensions
	DevTools   Format = "devtools"   // cookies as JSON, as DevTools and EditThisCookie have them
)

// Formats are all forms.
var Formats = []Format{Playwright, Netscape, DevTools}

// Holds reports whether the form has a place for storage beside cookies.
func (f Format) Holds() bool { return f == Playwright }

// Decode reads a login in any of the forms. Its errors show nothing of the text.
func Decode(text []byte) (*browser.State, Format, error) {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
	var state *browser.State
	var form Format
	var err error
	switch {
	case bytes.HasPrefix(text, []byte("{")):
		form = Playwright
		state, err = decodeState(text)
	case bytes.HasPrefix(text, []byte("[")):
		form = DevTools
		state, err = decodeList(text)
	default:
		form = Netscape
		state, err = decodeNetscape(string(text))
	}
	if err != nil {
		return nil, form, &dyncrawl.Error{
			Err:  fmt.Errorf("read login as %s: %w", form, err),
			Hint: "it must be a storage state of Playwright, cookies as JSON from DevTools or EditThisCookie, a cookies.txt, or the folder of a Chromium profile",
		}
	}
	return state, form, nil
}

// Encode writes the login in the form, as far as that has room for it.
func Encode(state *browser.State, f Format) ([]byte, error) {
	switch f {
	case Playwright:
		return json.MarshalIndent(state, "", "  ")
	case DevTools:
		return json.MarshalIndent(exported(state.Cookies), "", "  ")
	case Netscape:
		return encodeNetscape(state.Cookies), nil
	}
	return nil, fmt.Errorf("no form is named %q", f)
}

// jsonCookie is a cookie as any program writes it.
type jsonCookie struct {
	Name     string `json:"name"`
	Value    string `json:"value"`
	Domain   string `json:"domain"`
	Path     string `json:"path"`
	HTTPOnly bool   `json:"httpOnly"`
	Secure   bool   `json:"secure"`
	SameSite string `json:"sameSite,omitempty"`

	Expires        *float64 `json:"expires,omitempty"`        // of DevTools and Playwright; -1: none
	ExpirationDate *float64 `json:"expirationDate,omitempty"` // of extensions; nil: none
	HostOnly       *bool    `json:"hostOnly,omitempty"`       // of extensions; otherwise the domain's dot tells
	Session        *bool    `json:"session,omitempty"`

	PartitionKey  partition `json:"partitionKey,omitzero"`
	CrossAncestor bool      `json:"_crHasCrossSiteAncestor,omitempty"`
	Priority      string    `json:"priority,omitempty"`
	SourceScheme  string    `json:"sourceScheme,omitempty"`
	SourcePort    int64     `json:"sourcePort,omitempty"`
}

// partition is the site that a cookie is partitioned by: a text, or an object.
type partition struct {
	Site          string `json:"topLevelSite"`
	CrossAncestor bool   `json:"hasCrossSiteAncestor"`
}

// UnmarshalJSON takes both forms.
func (p *partition) UnmarshalJSON(text []byte) error {
	if bytes.HasPrefix(text, []byte(`"`)) {
		return json.Unmarshal(text, &p.Site)
	}
	type plain partition
	return json.Unmarshal(text, (*plain)(p))
}

// decodeState reads an object with cookies, and with origins if it is of Playwright.
func decodeState(text []byte) (*browser.State, error) {
	var read struct {
		Cookies []jsonCookie     `json:"cookies"`
		Origins []browser.Origin `json:"origins"`
	}
	if err := json.Unmarshal(text, &read); err != nil {
		return nil, mute(err)
	}
	if read.Cookies == nil && read.Origins == nil {
		return nil, errors.New("it has neither cookies nor origins")
	}
	return stateOf(read.Cookies, read.Origins)
}

func decodeList(text []byte) (*browser.State, error) {
	var read []jsonCookie
	if err := json.Unmarshal(text, &read); err != nil {
		return nil, mute(err)
	}
	return stateOf(read, nil)
}

// mute takes what might be a secret out of an error of encoding/json.
func mute(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("it is no JSON from byte %d on", syntax.Offset)
	case errors.As(err, &kind):
		return fmt.Errorf("%s is a %s, not a %s", kind.Field, strings.Fields(kind.Value)[0], kind.Type)
	}
	return errors.New("it cannot be read")
}

func stateOf(cookies []jsonCookie, origins []browser.Origin) (*browser.State, error) {
	state := &browser.State{Cookies: []browser.Cookie{}, Origins: append([]browser.Origin{}, origins...)}
	for i, c := range cookies {
		if c.Domain == "" {
			return nil, fmt.Errorf("cookie %d has no domain", i+1)
		}
		state.Cookies = append(state.Cookies, c.cookie())
	}
	return state, nil
}

// cookie translates the words of other programs.
func (c *jsonCookie) cookie() browser.Cookie {
	made := browser.Cookie{
		Name: c.Name, Value: c.Value, Domain: c.Domain, Path: c.Path, Expires: -1, HTTPOnly: c.HTTPOnly, Secure: c.Secure,
		SameSite: sameSite(c.SameSite), Partition: c.PartitionKey.Site, CrossAncestor: c.CrossAncestor || c.PartitionKey.CrossAncestor,
		Priority: c.Priority, SourceScheme: c.SourceScheme, SourcePort: c.SourcePort,
	}
	if made.Path == "" {
		made.Path = "/"
	}
	for _, expires := range []*float64{c.Expires, c.ExpirationDate} {
		if expires != nil && *expires > 0 && (c.Session == nil || !*c.Session) {
			made.Expires = *expires
		}
	}
	if c.HostOnly != nil {
		made.Domain = strings.TrimPrefix(c.Domain, ".")
		if !*c.HostOnly {
			made.Domain = "." + made.Domain
		}
	}
	return made
}

// sameSite translates the words of extensions.
func sameSite(text string) string {
	switch strings.ToLower(text) {
	case "no_restriction", "none":
		return "None"
	case "lax":
		return "Lax"
	case "strict":
		return "Strict"
	}
	return ""
}

// exported returns the cookies in the words of extensions.
func exported(cookies []browser.Cookie) []jsonCookie {
	words := map[string]string{"None": "no_restriction", "Lax": "lax", "Strict": "strict", "": "unspecified"}
	made := make([]jsonCookie, len(cookies))
	for i, c := range cookies {
		made[i] = jsonCookie{
			Name: c.Name, Value: c.Value, Domain: c.Domain, Path: c.Path, HTTPOnly: c.HTTPOnly, Secure: c.Secure, SameSite: words[c.SameSite],
			HostOnly: new(!strings.HasPrefix(c.Domain, ".")), Session: new(c.Expires <= 0), PartitionKey: partition{c.Partition, c.CrossAncestor},
		}
		if c.Expires > 0 {
			made[i].ExpirationDate = &c.Expires
		}
	}
	return made
}
