// Package dyncrawl holds the nouns that every part of the crawler shares: a
// Request becomes a Page with its Exchanges and Links, and a Page becomes Items.
// It imports the standard library only.
package dyncrawl

import (
	"net/http"
	"time"
)

// Request is one URL to visit.
type Request struct {
	URL      string      // absolute; normalised once the frontier has taken it
	Method   string      // empty means GET
	Header   http.Header // extra request headers; nil for none
	Body     []byte      // request body of a POST
	Depth    int         // links followed from a start URL; 0 for a start URL
	Priority int         // higher is visited first; 0 by default
	Referrer string      // URL of the page that the link was found on; empty for a start URL
}

// Link is a URL that a page refers to.
type Link struct {
	URL    string // absolute
	Source string // where it stood: "a[href]", "area[href]", "follow:friends", …
	Text   string // link text, white space folded, at most 200 bytes
}

// Exchange is one request that a page's script made, with its answer.
type Exchange struct {
	Kind          string // resource type in the browser's words, lower case: "xhr", "fetch", "document", …
	Method        string
	URL           string
	RequestHeader http.Header // headers that the page's script set; never Cookie or Authorization; not kept in the store
	RequestBody   []byte      // at most 1 MiB
	Status        int         // HTTP status; 0 when no answer came
	ContentType   string      // media type without parameters, lower case
	Body          []byte      // decoded answer, at most the capture limit
	Truncated     bool        // Body is shorter than the answer was
	Started       time.Time
	Took          time.Duration // until the last byte of the answer
}

// Timing says how long the parts of one visit took, counted from the start of the navigation.
type Timing struct {
	Response time.Duration // first byte of the main document
	Load     time.Duration // load event
	Settled  time.Duration // the page stopped changing
	Total    time.Duration // steps, snapshot and exploration included
}

// Page is what one visit saw.
type Page struct {
	URL         string      // as asked for
	FinalURL    string      // after redirects and history changes
	Status      int         // HTTP status of the main document
	ContentType string      // media type without parameters, lower case
	Header      http.Header // answer headers of the main document
	Title       string      // at most 4 KiB
	HTML        string      // rendered DOM; open shadow roots as <template shadowrootmode="open">
	Partial     string      // why the page is not complete, e.g. "never_settled"; empty when it is
	FetchedAt   time.Time
	Timing      Timing
	Exchanges   []Exchange     // in the order in which they started
	Values      map[string]any // what eval steps kept, by name
}

// Kind is the type of an item's field. Its value in Item.Fields is given in
// brackets; a field without a value is absent or nil.
type Kind string

// The kinds of fields.
const (
	Text   Kind = "text"   // string, white space folded
	Int    Kind = "int"    // int64
	Number Kind = "number" // float64
	Bool   Kind = "bool"   // bool
	Date   Kind = "date"   // time.Time
	URL    Kind = "url"    // string, absolute
	HTML   Kind = "html"   // string, outer HTML
	List   Kind = "list"   // []any of another kind
	JSON   Kind = "json"   // any value that encoding/json makes
)

// Field is the name and kind of one column of an item type.
type Field struct {
	Name string
	Kind Kind
}

// ItemType describes the items of one table.
type ItemType struct {
	Name   string
	Fields []Field  // in the order of the flow file
	Key    []string // fields that together name an item; empty: an item is its page and its place on it
}

// Item is one record taken from a page.
type Item struct {
	Type     string
	Fields   map[string]any // by field name; see Kind for the Go types
	Problems []string       // why the item is invalid, e.g. `price: "n/a" is not a number`; empty when valid
}
