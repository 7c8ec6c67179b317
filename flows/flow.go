// Package flows reads flow files: YAML texts that say where a crawl starts, how
// to log in, what to do on which pages and what to take from them. It also runs
// their steps in a tab.
package flows

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/extract"
	"dyncrawl/learn"
)

// Flow is one flow file.
type Flow struct {
	File string `yaml:"-"` // path that it was read from
	Hash string `yaml:"-"` // SHA-256 of its text, hex; empty when there is none

	inEffect Vars // the variables, the overrides and ${demo} among them

	Name       string           `yaml:"name" doc:"Name of the flow; also names the store and the saved session unless they say otherwise."`
	About      string           `yaml:"about" doc:"What the flow is for, in a sentence."`
	Vars       Vars             `yaml:"vars" doc:"Variables, used as ${name}; --var name=value overrides them."`
	Start      []Start          `yaml:"start,list" doc:"URLs to start from. {1..9} stands for a range, {a,b} for a list."`
	Session    *Session         `yaml:"session" doc:"How to be logged in."`
	Scope      Scope            `yaml:"scope" doc:"Which URLs belong to the crawl."`
	Limits     Limits           `yaml:"limits" doc:"When to stop."`
	Politeness Politeness       `yaml:"politeness" doc:"How hard a host may be asked."`
	Browser    Browser          `yaml:"browser" doc:"How pages are rendered."`
	Render     Render           `yaml:"render" doc:"Which pages are rendered in the browser: auto, browser (default) or http."`
	Explore    *Explore         `yaml:"explore" doc:"What to try on pages to find all that they can show. Default: nothing."`
	Actions    []Action         `yaml:"actions" doc:"Named step lists, run with use."`
	Pages      []PageRule       `yaml:"pages" doc:"Steps for pages; the first rule whose match fits is taken."`
	Extract    []extract.Rule   `yaml:"extract" doc:"Item types and how to take them from pages."`
	Follow     []extract.Follow `yaml:"follow" doc:"Links beside the plain ones."`
	API        []APIRule        `yaml:"api" doc:"How pages are had without a browser where render says auto; the first rule whose match fits is tried. dyncrawl inspect --write writes them."`
	Store      StoreConfig      `yaml:"store" doc:"Where everything is kept."`
}

// Validate checks what concerns the flow as a whole.
func (f *Flow) Validate() error {
	switch {
	case f.Name == "":
		return errors.New("a flow needs a name")
	case !fileSafe(f.Name):
		return fmt.Errorf("name: %q: use letters, digits, - and _ only, the name becomes a file name", f.Name)
	case len(f.Start) == 0:
		return errors.New("a flow needs start: at least one URL")
	}
	return nil
}

// Start is a start URL or a file of them.
type Start struct {
	URL  string `yaml:"url,short" doc:"Absolute URL; {80000..80010} stands for each number, {a,b} for each word."`
	File string `yaml:"file" doc:"A file with one URL a line, beside the flow file; lines with # are comments."`

	Method string `yaml:"method" doc:"Method of the request. Default GET."`
	Body   string `yaml:"body" doc:"What is sent with it, such as a=1&b=2."`
	Type   string `yaml:"type" doc:"Media type of the body. Default application/x-www-form-urlencoded."`
}

// Session says how to be logged in.
type Session struct {
	Name      string           `yaml:"name" doc:"Name under which cookies and storage are kept. Default: the flow's name."`
	Check     SessionCheck     `yaml:"check" doc:"What tells logged-in from logged-out."`
	LoginPage dyncrawl.Pattern `yaml:"login_page" doc:"URLs of the login page; a page that ends there is repeated after a new login."`
	Login     LoginSteps       `yaml:"login" enum:"auto" doc:"Steps that log in; or auto: the form is found and filled in without any."`
	URL       string           `yaml:"url" doc:"Where login: auto begins: the login page, or a page that leads to it."`
	User      string           `yaml:"user" late:"" secret:"" doc:"The account's name, for login: auto. Default ${secret:LOGIN_USER}."`
	Password  string           `yaml:"password" late:"" secret:"" doc:"Its password, for login: auto. Default ${secret:LOGIN_PASSWORD}."`
	TOTP      string           `yaml:"totp" late:"" secret:"" doc:"Seed of its one-time codes, for login: auto. Default: a person is asked for the code."`
	Origins   []string         `yaml:"origins,list" doc:"Other origins that may be told secrets, such as https://sso.example.org or https://*.example.org."`
	Time      string           `yaml:"time" enum:"real,virtual" doc:"How time passes while logging in: real (default) or virtual, see browser."`

	Identities []Identity `yaml:"identities" doc:"Accounts that share the work by the same steps, each with a login of its own. Default: one."`
}

// Validate checks that the session can be checked and made.
func (s *Session) Validate() error {
	checked := s.Check.URL != "" && len(s.Check.Present) > 0
	switch {
	case len(s.Login) == 0:
		return errors.New("session needs login: the steps that log in, or auto")
	case !s.Login.auto() && s.URL+s.User+s.Password+s.TOTP != "":
		return errors.New("url, user, password and totp of session are for login: auto; steps that log in name theirs themselves")
	case s.Login.auto() && s.URL == "":
		return errors.New("login: auto needs url: the login page, or a page that leads to it")
	case !checked && !(s.Login.auto() && s.Check.URL == "" && len(s.Check.Present) == 0):
		return errors.New("session needs check: {url: …, selector: …}: a page and an element that only logged-in visitors see")
	case !checked && len(s.Identities) > 0:
		return errors.New("session with identities needs check: {url: …, selector: …}: it is the same for all of them")
	case s.Name != "" && !fileSafe(s.Name):
		return fmt.Errorf("session name %q: use letters, digits, - and _ only", s.Name)
	}
	for _, origin := range s.Origins {
		if originOf(origin) != origin {
			return fmt.Errorf("origins: %q is no origin: write scheme, host and, where it is not the usual one, port, such as https://sso.example.org", origin)
		}
	}
	return nil
}

// SessionCheck tells logged-in from logged-out.
type SessionCheck struct {
	URL     string            `yaml:"url" doc:"A page to look at."`
	Present browser.Selectors `yaml:"selector" doc:"An element that only logged-in visitors see there, and that no page shows to others."`
	Every   int               `yaml:"every" doc:"Look again after so many pages that do not show the element themselves. Default 50."`
}

// Scope says which URLs belong to the crawl.
type Scope struct {
	Hosts   []string           `yaml:"hosts,list" doc:"Hosts, with port where it is not the usual one; *.example.org covers subdomains. Default: the hosts of the start URLs."`
	Include []dyncrawl.Pattern `yaml:"include,list" doc:"Only URLs that match one of these are followed. Default: all."`
	Exclude []dyncrawl.Pattern `yaml:"exclude,list" doc:"URLs that match one of these are not followed."`
	Depth   *int               `yaml:"depth" doc:"How many links away from a start URL; 0 means the start URLs only. Default: no limit."`
}

// Limits says when to stop.
type Limits struct {
	Pages    int           `yaml:"pages" doc:"Stop after so many pages. Default: no limit."`
	Time     time.Duration `yaml:"time" doc:"Stop after this time. Default: no limit."`
	Page     time.Duration `yaml:"page" doc:"Budget of one page, steps included. Default 30s."`
	Step     time.Duration `yaml:"step" doc:"Budget of one step. Default 10s."`
	Attempts int           `yaml:"attempts" doc:"Tries of one URL. Default 3."`
}

// Politeness says how hard a host may be asked.
type Politeness struct {
	Delay   *time.Duration `yaml:"delay" doc:"Least time between the starts of two fetches from one host. Default 1s."`
	PerHost int            `yaml:"per_host" doc:"Pages of one host open at the same time. Default 2."`
	Robots  string         `yaml:"robots" enum:"obey,ignore" doc:"obey (default) or ignore, for sites of your own."`
}

// Browser says how pages are rendered.
type Browser struct {
	Tabs      int           `yaml:"tabs" doc:"Tabs open at the same time. Default: as many as the machine bears."`
	Load      []string      `yaml:"load,list" enum:"image,media,font" doc:"Kinds of files to load that are blocked otherwise."`
	Quiet     time.Duration `yaml:"quiet" doc:"A page has settled when nothing changed for this long. Default 300ms."`
	Time      string        `yaml:"time" enum:"auto,real,virtual" doc:"How time passes for pages: auto (default) skips the quiet time of pages without steps, virtual what timers wait for on all pages, real nothing."`
	UserAgent string        `yaml:"user_agent" doc:"Appended to Chromium's own instead of dyncrawl and its version, such as mybot/1.0 (+https://example.org/bot)."`
}

// Explore says what is tried on pages: whatever a person could do that does no
// harm, one thing after the other, as long as something new comes of it.
type Explore struct {
	Mode   string             `yaml:"mode,short" enum:"on,off" doc:"on (default where explore stands) or off."`
	Match  []dyncrawl.Pattern `yaml:"match,list" doc:"Only pages whose URL matches one of these are explored. Default: all."`
	States int                `yaml:"states" doc:"States of one page at most. Default 100."`
	Events int                `yaml:"events" doc:"Things done to one page at most. Default 600."`
	Depth  int                `yaml:"depth" doc:"How many things in a row may lead to a state. Default 10."`
	Time   time.Duration      `yaml:"time" doc:"For one page at most, beside its budget. Default 60s, and up to 120s as long as what is done brings links or controls."`
	Forms  string             `yaml:"forms" enum:"fill,off,all" doc:"fill (default): forms in scope that do not look like a login, a sign-up, a payment or a comment are filled and sent; off: none; all: all in scope."`
}

// Explores reports whether the page at url is explored.
func (f *Flow) Explores(url string) bool {
	if f.Explore == nil || f.Explore.Mode == "off" {
		return false
	}
	return len(f.Explore.Match) == 0 || slices.ContainsFunc(f.Explore.Match, func(p dyncrawl.Pattern) bool { return p.Match(url) })
}

// How time may pass for pages, as browser.Clock.
const (
	TimeAuto    = "auto"
	TimeReal    = "real"
	TimeVirtual = "virtual"
)

// The ways that Render may choose.
const (
	RenderAuto    = "auto"
	RenderBrowser = "browser"
	RenderHTTP    = "http"
)

// Render says which pages go through the browser.
type Render struct {
	Mode  string       `yaml:"mode,short" enum:"auto,browser,http" doc:"auto: in the browser until it is known, shape by shape, that the items are the same without it; browser (default): always; http: never."`
	Pages []RenderRule `yaml:"pages" doc:"Other modes for the pages that match; the first rule whose match fits is taken."`
}

// RenderRule gives the mode of the pages that match.
type RenderRule struct {
	Match dyncrawl.Pattern `yaml:"match" doc:"URL pattern of the pages."`
	Mode  string           `yaml:"mode" enum:"auto,browser,http" doc:"auto, browser or http, as above."`
}

// Validate checks that the rule names a mode.
func (r RenderRule) Validate() error {
	if r.Mode == "" {
		return errors.New("a rule of render needs a mode: auto, browser or http")
	}
	return nil
}

// RenderMode returns RenderAuto, RenderBrowser or RenderHTTP for the page at url.
func (f *Flow) RenderMode(url string) string {
	for _, rule := range f.Render.Pages {
		if rule.Match.Match(url) {
			return rule.Mode
		}
	}
	return cmp.Or(f.Render.Mode, RenderBrowser)
}

// BrowserOnly reports whether every page goes through the browser.
func (f *Flow) BrowserOnly() bool {
	return cmp.Or(f.Render.Mode, RenderBrowser) == RenderBrowser &&
		!slices.ContainsFunc(f.Render.Pages, func(r RenderRule) bool { return r.Mode != RenderBrowser })
}

// Action is a named step list.
type Action struct {
	Name  string `yaml:",key"`
	Steps []Step `yaml:"steps,short" doc:"The steps."`
}

// PageRule gives the steps of the pages that match.
type PageRule struct {
	Match dyncrawl.Pattern `yaml:"match" doc:"URL pattern of the pages; empty matches every page."`
	Steps []Step           `yaml:"steps" doc:"What to do there, once the page has settled."`
}

// APIRule says how pages are had without a browser.
type APIRule struct {
	Pos Pos `yaml:"-"` // where the rule stands in the flow file
	learn.Recipe
}

// SetPos is called by the decoder.
func (r *APIRule) SetPos(p Pos) { r.Pos = p }

// APIRule returns the rule for the page at url; nil when there is none.
func (f *Flow) APIRule(url string) *APIRule {
	for i := range f.API {
		if f.API[i].Match.Match(url) {
			return &f.API[i]
		}
	}
	return nil
}

// StoreConfig says where everything is kept.
type StoreConfig struct {
	Path string `yaml:"path" doc:"SQLite file. Default: the flow's name with .db, in the current folder."`
}

// PageSteps returns the steps for the page at url; nil when no rule matches.
func (f *Flow) PageSteps(url string) []Step {
	for _, rule := range f.Pages {
		if rule.Match.Match(url) {
			return rule.Steps
		}
	}
	return nil
}

// Action returns the steps named name.
func (f *Flow) Action(name string) ([]Step, bool) {
	for _, a := range f.Actions {
		if a.Name == name {
			return a.Steps, true
		}
	}
	return nil, false
}

// fileSafe reports whether name can be part of a file name everywhere.
func fileSafe(name string) bool {
	for _, r := range name {
		if !(r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') {
			return false
		}
	}
	return name != "" && name[0] != '-'
}
