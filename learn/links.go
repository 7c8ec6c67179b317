package learn

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"dyncrawl"
	"dyncrawl/extract"
)

// learnLinks explains the links of the samples: by values in the answers, as
// the same everywhere, by the page's URL, or else by the plain page.
func (l *learner) learnLinks(follow []extract.Follow) error {
	left := l.linkSets()
	l.fromAnswers(left)
	l.theSame(left)
	l.fromPageURL(left)
	if example(left) == "" {
		return nil
	}
	plain := l.plainLinks(follow)
	for s := range left {
		if l.samples[s].Raw == nil || slices.ContainsFunc(plain[s], func(u string) bool { return !l.hasLink(s, u) }) {
			return l.noLink(example(left))
		}
		for _, u := range plain[s] {
			delete(left[s], u)
		}
	}
	if u := example(left); u != "" {
		return l.noLink(u)
	}
	l.spec.Plain = true
	for _, f := range follow {
		if f.From.Exchange.IsZero() {
			l.spec.Follow = append(l.spec.Follow, f)
		}
	}
	return nil
}

func (l *learner) noLink(u string) error {
	return fmt.Errorf("link %s: it stands neither in the plain page nor in an answer, and does not follow from the page's URL", u)
}

// linkSets returns the links by sample and URL.
func (l *learner) linkSets() []map[string]dyncrawl.Link {
	sets := make([]map[string]dyncrawl.Link, len(l.samples))
	for s := range l.samples {
		sets[s] = map[string]dyncrawl.Link{}
		for _, link := range l.samples[s].Links {
			sets[s][link.URL] = link
		}
	}
	return sets
}

func (l *learner) hasLink(sample int, u string) bool {
	return slices.ContainsFunc(l.samples[sample].Links, func(link dyncrawl.Link) bool { return link.URL == u })
}

// example returns a link that is left; empty when there is none.
func example(left []map[string]dyncrawl.Link) string {
	for _, links := range left {
		if len(links) > 0 {
			return sortedKeys(links)[0]
		}
	}
	return ""
}

// plainLinks returns the links of the plain pages.
func (l *learner) plainLinks(follow []extract.Follow) [][]string {
	all := make([][]string, len(l.samples))
	for s := range l.samples {
		for _, link := range extract.Links(l.pages[s], follow) {
			all[s] = append(all[s], link.URL)
		}
	}
	return all
}

// theSame takes the links that stand on all pages, and on all plain pages where
// there are any.
func (l *learner) theSame(left []map[string]dyncrawl.Link) {
	plain := l.plainLinks(nil)
	for _, u := range sortedKeys(left[0]) {
		link := left[0][u]
		everywhere := true
		for s := range left {
			_, ok := left[s][u]
			everywhere = everywhere && ok && (l.samples[s].Raw == nil || slices.Contains(plain[s], u))
		}
		if !everywhere {
			continue
		}
		l.addLink(value{From: fromConst, Text: l.relative(0, u)}, link.Source)
		for s := range left {
			delete(left[s], u)
		}
	}
}

func (l *learner) addLink(v value, source string) {
	l.spec.Links = append(l.spec.Links, link{URL: v, Source: source})
}

// relative cuts the origin from a URL when it is the page's.
func (l *learner) relative(sample int, u string) string {
	if rest, ok := strings.CutPrefix(u, originOf(l.samples[sample].Page.URL)+"/"); ok {
		return "/" + rest
	}
	return u
}

// fromPageURL takes the links of which each page has one, made of a part of its URL.
func (l *learner) fromPageURL(left []map[string]dyncrawl.Link) {
	for _, u := range sortedKeys(left[0]) {
		from := left[0][u]
		for _, p := range urlParts(l.samples[0].Page.URL) {
			before, after, ok := strings.Cut(l.relative(0, u), p.text)
			if !ok || before == "" {
				continue
			}
			v := value{From: fromURL, Part: p.name, Prefix: before, Suffix: after}
			if made := l.made(&v, left); made != nil {
				l.addLink(v, from.Source)
				for s := range left {
					delete(left[s], made[s])
				}
				break
			}
		}
	}
}

// made returns the link that a value makes on each page; nil when one lacks it.
func (l *learner) made(v *value, left []map[string]dyncrawl.Link) []string {
	var made []string
	for s := range left {
		visit := visit{parts: urlParts(l.samples[s].Page.URL)}
		text, _, err := visit.part(v)
		if err != nil {
			return nil
		}
		u, err := resolve(finalURL(l.samples[s].Page), text)
		if _, ok := left[s][u]; err != nil || !ok {
			return nil
		}
		made = append(made, u)
	}
	return made
}

// fromAnswers takes the links that are made of values in the answers. The rule
// that explains most comes first, so that none is taken for what happened to be
// the same on a few pages; URLs as they stand are surer than ids.
func (l *learner) fromAnswers(left []map[string]dyncrawl.Link) {
	for _, whole := range []bool{true, false} {
		rules := l.linkRules(whole, left)
		for {
			best, most := -1, 0
			for i := range rules {
				if n := rules[i].news(left); n > most {
					best, most = i, n
				}
			}
			if best < 0 {
				break
			}
			l.follow(rules[best], left)
		}
	}
}

// linkRule makes links of a value in the answers of a class.
type linkRule struct {
	extract.Follow
	class int
	made  [][]dyncrawl.Link // by sample
}

// news counts the links that nothing explains yet.
func (r *linkRule) news(left []map[string]dyncrawl.Link) (n int) {
	for s := range left {
		for _, link := range r.made[s] {
			if _, ok := left[s][link.URL]; ok {
				n++
			}
		}
	}
	return n
}

// linkRules returns the rules that make links of all pages, and no others.
func (l *learner) linkRules(whole bool, left []map[string]dyncrawl.Link) []linkRule {
	var rules []linkRule
	for i, c := range l.classes {
		if c.refused != nil {
			continue
		}
		for _, p := range c.answers.paths {
			for _, pattern := range l.patterns(p, left) {
				if (pattern == "{}") != whole {
					continue
				}
				if rule, ok := l.linkRule(i, p, pattern); ok {
					rules = append(rules, rule)
				}
			}
		}
	}
	return rules
}

// patterns returns the ways in which links are made of the values at p: the text
// before and after the value, with {} in its place.
func (l *learner) patterns(p *path, left []map[string]dyncrawl.Link) []string {
	var found []string
	for s := range left {
		if !p.leaf {
			break
		}
		for _, text := range p.all(s)[:min(1, len(p.all(s)))] {
			for _, u := range sortedKeys(left[s]) {
				pattern, ok := patternOf(l.relative(s, u), u, text, l.samples[s].Page.URL)
				if ok && !slices.Contains(found, pattern) {
					found = append(found, pattern)
				}
			}
		}
	}
	return found
}

// patternOf puts {} in the place of the value in a link. A value is a whole
// segment or parameter, or the whole URL.
func patternOf(ref, absolute, text, page string) (string, bool) {
	if whole, err := resolve(page, text); err == nil && strings.Contains(text, "/") && whole == absolute {
		return "{}", true
	}
	escaped := strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
	for at := range allIndexes(ref, escaped) {
		end := at + len(escaped)
		if escaped != "" && at > 0 && strings.ContainsRune("/=-_", rune(ref[at-1])) && (end == len(ref) || strings.ContainsRune("/?&#.-_", rune(ref[end]))) {
			return ref[:at] + "{}" + ref[end:], true
		}
	}
	return "", false
}

// linkRule returns the rule for the pattern; false when it makes a link that a
// page has not.
func (l *learner) linkRule(class int, p *path, pattern string) (linkRule, bool) {
	r := linkRule{class: class, made: make([][]dyncrawl.Link, len(l.samples))}
	r.From, r.Each = l.classes[class].source(), selector(p.name)
	if err := r.URL.UnmarshalText([]byte(pattern)); err != nil || r.Each.IsZero() {
		return r, false
	}
	for s := range l.samples {
		page := *l.pages[s]
		page.HTML = ""
		r.made[s] = extract.Links(&page, []extract.Follow{r.Follow})
		for _, link := range r.made[s] {
			if !l.hasLink(s, link.URL) {
				return r, false
			}
		}
	}
	return r, true
}

// follow takes the rule and the links that it explains.
func (l *learner) follow(r linkRule, left []map[string]dyncrawl.Link) {
	r.Name = fmt.Sprintf("learned_%d", len(l.spec.Follow)+1)
	if l.spec.Source == nil {
		l.spec.Source = map[string]string{}
	}
	for s := range left {
		for _, link := range r.made[s] {
			if old, ok := left[s][link.URL]; ok {
				l.spec.Source[r.Name] = old.Source
				delete(left[s], link.URL)
			}
		}
	}
	l.spec.Follow = append(l.spec.Follow, r.Follow)
	l.needed[r.class] = true
}
