package torture

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Case is one hostile page and how a crawl of it must end.
type Case struct {
	ID       string `json:"id"`                 // T01; a row with several pages has T10a, T10b, …
	Path     string `json:"path"`               // on the site's own host, or beginning with ${twin}, ${raw}, …; see Site.URL
	Does     string `json:"does"`               // what is hostile about it
	Outcome  string `json:"outcome"`            // of the last attempt: done, partial:why, error:class or skip:class; several are joined by |
	Status   int    `json:"status,omitempty"`   // HTTP status that must be stored; 0: any
	Items    *int   `json:"items,omitempty"`    // items that must be stored; none: one for a page that is kept, else 0; -1: any number
	Attempts int    `json:"attempts,omitempty"` // that the crawl may make and must make; 0: one; -1: none
	Kept     int    `json:"kept,omitempty"`     // seconds after its budget that it may keep its worker; 0: two
	Budget   int    `json:"budget,omitempty"`   // seconds that the page may take; 0: five
	Depth    int    `json:"depth,omitempty"`    // links away from the page that are followed; 0: one
	Render   string `json:"render,omitempty"`   // how pages are had; empty: browser
	Flow     string `json:"flow,omitempty"`     // name of a file in flows; empty: flow.yaml
	Tabs     int    `json:"tabs,omitempty"`     // pages that are visited at the same time; 0: one
	Copies   int    `json:"copies,omitempty"`   // pages that must be known to be copies of others
	Alone    bool   `json:"alone,omitempty"`    // disturbs its neighbours: nothing else runs beside it
	Bounds   Bounds `json:"bounds,omitzero"`
}

// Bounds are what a page may cost at most; 0 means no bound.
type Bounds struct {
	Hits  int `json:"hits,omitempty"`  // requests for Watch
	URLs  int `json:"urls,omitempty"`  // rows of the frontier, the page and its /ok included
	HTML  int `json:"html,omitempty"`  // bytes of the stored page
	Title int `json:"title,omitempty"` // bytes
	Field int `json:"field,omitempty"` // bytes of the longest field
	Links int `json:"links,omitempty"` // links stored

	Watch string `json:"watch,omitempty"` // path whose requests are counted; empty: that of the page
}

//go:embed cases.json
var casesJSON []byte

// Cases returns all pages in the order of their ids.
func Cases() ([]Case, error) {
	var cases []Case
	if err := json.Unmarshal(casesJSON, &cases); err != nil {
		return nil, fmt.Errorf("read the list of hostile pages: %w", err)
	}
	return cases, nil
}

// Slower returns the case with a page budget so many times as long, for a machine
// that has other things to do.
func (c Case) Slower(times int) Case {
	c.Budget = times * cmp.Or(c.Budget, defaultBudget)
	return c
}

// defaultBudget is the time that a page may take, in seconds.
const defaultBudget = 5

// PageBudget is the time that the page may take.
func (c Case) PageBudget() time.Duration {
	return time.Duration(cmp.Or(c.Budget, defaultBudget)) * time.Second
}

// LinkDepth is how many links away from the page are followed.
func (c Case) LinkDepth() int { return cmp.Or(c.Depth, 1) }

// RenderMode is how the pages of the crawl are had, as flows say it.
func (c Case) RenderMode() string { return cmp.Or(c.Render, "browser") }

// HandBack is how long after its budget the page may keep its worker.
func (c Case) HandBack() time.Duration { return time.Duration(cmp.Or(c.Kept, 2)) * time.Second }

// WantItems is the number of items that a crawl of the page must store when it
// ended so.
func (c Case) WantItems(outcome string) int {
	switch kept := outcome == "done" || strings.HasPrefix(outcome, "partial:"); {
	case !kept:
		return 0
	case c.Items != nil:
		return *c.Items
	}
	return 1
}

// WantAttempts is the number of attempts that the crawl makes.
func (c Case) WantAttempts() int { return max(cmp.Or(c.Attempts, 1), 0) }

// FlowText is the flow that crawls the page. Its variables are page, after (the
// URL visited next), host (of page, as scopes want it), budget (of one page),
// depth and render.
func (c Case) FlowText() ([]byte, error) {
	name := "flow.yaml"
	if c.Flow != "" {
		name = "flows/" + c.Flow + ".yaml"
	}
	return flowFiles.ReadFile(name)
}
