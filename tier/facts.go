package tier

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"dyncrawl"
	"dyncrawl/extract"
)

// Visit is what one visit of a URL brought, whichever way it went.
type Visit struct {
	Page  *dyncrawl.Page
	Items []dyncrawl.Item
	Links []dyncrawl.Link
}

// Facts is what two visits are compared by: values by name. There are names for
// each item, "status[7]", each of its fields, "status[7].text", and each link,
// "link https://…".
type Facts map[string]string

// FactsOf returns the facts of v. Items go by the key of their rule, or by their
// place. Where no rule reads the page the text is what one crawls for: it counts
// as one fact. An error page has its status as the only fact.
func FactsOf(v Visit, rules []extract.Rule) Facts {
	if v.Page.Status >= 400 {
		return Facts{"http status": fmt.Sprint(v.Page.Status)}
	}
	facts := Facts{}
	places := map[string]int{}
	for _, item := range v.Items {
		name := itemName(item, keyOf(item.Type, rules), places)
		facts[name] = strings.Join(item.Problems, "; ")
		for field, value := range item.Fields {
			if value != nil {
				facts[name+"."+field] = canonical(value)
			}
		}
	}
	for _, l := range v.Links {
		facts["link "+l.URL] = ""
	}
	if !isRead(v.Page, rules) {
		facts["text"] = text(v.Page)
	}
	return facts
}

func keyOf(itemType string, rules []extract.Rule) []string {
	for i := range rules {
		if rules[i].Name == itemType {
			return rules[i].Key
		}
	}
	return nil
}

// itemName names an item among those of its page.
func itemName(item dyncrawl.Item, key []string, places map[string]int) string {
	var values []string
	for _, field := range key {
		if value := item.Fields[field]; value != nil {
			values = append(values, canonical(value))
		}
	}
	name := item.Type + "[" + strings.Join(values, " ")
	if len(key) == 0 || len(values) < len(key) {
		name = fmt.Sprintf("%s[#%d", item.Type, places[item.Type])
		places[item.Type]++
	}
	return name + "]"
}

// canonical is one text for equal values.
func canonical(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(text)
}

func isRead(page *dyncrawl.Page, rules []extract.Rule) bool {
	return slices.ContainsFunc(rules, func(r extract.Rule) bool {
		return r.Match.Match(page.URL) || r.Match.Match(page.FinalURL)
	})
}

// wholeText reads what a page shows.
var wholeText = []extract.Rule{{Name: "page", Fields: []extract.Field{{Name: "text"}}}}

func text(page *dyncrawl.Page) string {
	items, _ := extract.From(page, wholeText)
	if len(items) == 0 {
		return ""
	}
	return canonical(items[0].Fields["text"])
}

// general is the name of a fact without what names the single item: "status[7].text"
// becomes "status.text".
func general(name string) string {
	if strings.HasPrefix(name, "link ") {
		return "link"
	}
	before, rest, found := strings.Cut(name, "[")
	i := strings.LastIndex(rest, "]")
	if !found || i < 0 {
		return name
	}
	return before + rest[i+1:]
}

// generalNames returns the general names of the facts, sorted.
func generalNames(f Facts) []string {
	names := make([]string, 0, len(f))
	for name := range f {
		names = append(names, general(name))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// isItem reports whether the fact is an item as a whole; its value is what is
// wrong with it.
func isItem(name string) bool {
	return !strings.HasPrefix(name, "link ") && strings.HasSuffix(name, "]")
}

// Expected returns the general names of the facts that the rules take from a page.
func Expected(url string, rules []extract.Rule) []string {
	var names []string
	for i := range rules {
		if rules[i].Match.Match(url) {
			for _, field := range rules[i].Fields {
				names = append(names, rules[i].Name+"."+field.Name)
			}
		}
	}
	return names
}
