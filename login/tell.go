package login

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"dyncrawl/browser"
)

// maxSigns is how many signs of a login are kept.
const maxSigns = 3

// Signs compares a page as it is with and without the login and returns
// selectors of what only those have who are logged in, the surest first; none
// when nothing tells them apart. What known accepts names the account and is no
// part of a selector.
func Signs(with, without []browser.Widget, known func(string) bool) []string {
	strangers := map[string]bool{}
	for i := range without {
		for _, s := range selectors(&without[i]) {
			strangers[s] = true
		}
	}
	scores := map[string]int{}
	var found []string
	for i := range with {
		w := &with[i]
		for _, s := range selectors(w) {
			if !strangers[s] && scores[s] == 0 && !known(s) {
				scores[s] = signScore(w, s)
				found = append(found, s)
			}
		}
	}
	found = slices.DeleteFunc(found, func(s string) bool { return scores[s] <= 0 })
	slices.SortStableFunc(found, func(a, b string) int { return scores[b] - scores[a] })
	return found[:min(len(found), maxSigns)]
}

// signScore says how well a selector of w tells a login: one that ends it says
// most, a text that happens to be there least.
func signScore(w *browser.Widget, selector string) int {
	out := says("logout", w.Text, w.Label) || names("logout", w.Href+" "+w.Names)
	score := 20 + flag(out, 100) + flag(w.Kind == "button", 20) + flag(says("enterprise", w.Text), 15)
	return score + flag(strings.HasPrefix(selector, "a["), 10) - flag(strings.HasPrefix(selector, "text="), 10) - flag(w.Alert, 40) -
		flag(says("login", w.Text, w.Label) && !out, 40) - flag(says("consent", w.Text), 40)
}

// selectors returns what would find w again on the page: by its role and name,
// its id, its test id, the path that it leads to, its text. What numbers it or
// lies in a frame is left out.
func selectors(w *browser.Widget) []string {
	if w.Frame != 0 || w.Kind == "field" || w.Kind == "picture" {
		return nil
	}
	var list []string
	if path := pathOf(w.Href); w.Tag == "a" && path != "" {
		list = append(list, "a[href*="+strconv.Quote(path)+"]")
	}
	if stable(w.ID) && w.Plain {
		list = append(list, "#"+w.ID)
	}
	if w.Test != "" && stable(w.Test) {
		list = append(list, "[data-testid="+strconv.Quote(w.Test)+"]")
	}
	if name := w.Text; w.Shown && name != "" && len(name) <= 40 && !strings.ContainsFunc(name, unicode.IsDigit) && !strings.ContainsAny(name, `"\`) {
		switch {
		case w.Kind == "button" && w.Tag == "a":
			list = append(list, "role=link[name="+strconv.Quote(name)+"]")
		case w.Tag == "button":
			list = append(list, "role=button[name="+strconv.Quote(name)+"]")
		default:
			list = append(list, "text="+strconv.Quote(name))
		}
	}
	return list
}

// pathOf returns the path of a URL, when it may name something for long.
func pathOf(href string) string {
	u, err := url.Parse(href)
	if err != nil || len(u.Path) < 3 || strings.ContainsFunc(u.Path, func(r rune) bool { return r == '"' || r == '\\' }) {
		return ""
	}
	return u.Path
}

// stable reports whether an id looks as if a person had chosen it.
func stable(id string) bool {
	return id != "" && len(id) < 40 && unicode.IsLetter([]rune(id)[0]) && !strings.ContainsFunc(id, func(r rune) bool {
		return !(unicode.IsLetter(r) || r == '-' || r == '_')
	})
}
