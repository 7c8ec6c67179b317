package learn

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dyncrawl"
)

// class is a group of exchanges that ask for the same thing on every page.
type class struct {
	method   string
	origin   string // scheme and host; empty when it is the page's own
	segments []string
	only     *choice
	by       [][]*exchange // by sample, in the order in which they started
	answers  *answers
	call     *call
	refused  error // why the call cannot be made without a browser
}

// exchange is one of a sample's exchanges.
type exchange struct {
	*dyncrawl.Exchange
	*request
	place int // among the sample's exchanges
}

// choice is a parameter that tells classes with the same path apart.
type choice struct {
	slot
	value string
}

func (c *class) key() string {
	return c.method + " " + c.origin + "/" + strings.Join(c.segments, "/")
}

// add keeps an exchange unless the page asked for the very same before.
func (c *class) add(sample int, x *exchange) {
	for _, y := range c.by[sample] {
		if x.URL == y.URL && string(x.RequestBody) == string(y.RequestBody) {
			return
		}
	}
	c.by[sample] = append(c.by[sample], x)
}

// everywhere reports whether every sample has such an exchange.
func (c *class) everywhere() bool {
	return !slices.ContainsFunc(c.by, func(all []*exchange) bool { return len(all) == 0 })
}

// pattern selects the URLs of the class.
func (c *class) pattern() dyncrawl.Pattern {
	text := c.origin + "/" + strings.Join(c.segments, "/")
	if c.only != nil && c.only.In == inQuery {
		quoted := strings.ReplaceAll(regexp.QuoteMeta("/"+strings.Join(c.segments, "/")), `\*`, `[^/?#]*`)
		text = fmt.Sprintf(`re:^[^?#]*%s\?(?:[^#]*&)?%s=%s(?:[&#]|$)`, quoted, regexp.QuoteMeta(c.only.Name), regexp.QuoteMeta(c.only.value))
	}
	p, err := dyncrawl.ParsePattern(text)
	if err != nil {
		p, _ = dyncrawl.ParsePattern("/" + strings.Join(c.segments, "/")) // a path always is a pattern
	}
	return p
}

// String names the class for a person.
func (c *class) String() string {
	text := c.method + " " + c.origin + "/" + strings.Join(c.segments, "/")
	if c.only != nil {
		text += " (" + c.only.Name + "=" + c.only.value + ")"
	}
	return text
}

// several reports whether a page sends more than one such request.
func (c *class) several() bool {
	return slices.ContainsFunc(c.by, func(all []*exchange) bool { return len(all) > 1 })
}

// slots returns the slots that any of the requests has, in their order.
func (c *class) slots() []slot {
	var all []slot
	for _, sample := range c.by {
		for _, x := range sample {
			for _, s := range x.order {
				if !slices.Contains(all, s) {
					all = append(all, s)
				}
			}
		}
	}
	return all
}

// first returns any exchange of the class.
func (c *class) first() *exchange {
	for _, all := range c.by {
		if len(all) > 0 {
			return all[0]
		}
	}
	return nil
}

// usable reports why the answers cannot be read.
func (c *class) usable() error {
	for _, all := range c.by {
		for _, x := range all {
			switch {
			case x.Truncated:
				return fmt.Errorf("%s: an answer was not captured completely", c)
			case x.Status < 200 || x.Status >= 300:
				return fmt.Errorf("%s: answered %s", c, strconv.Itoa(x.Status))
			}
		}
	}
	return nil
}
