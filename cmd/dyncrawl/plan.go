package main

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"dyncrawl/flows"
)

// printPlan says what a run of the flow would do.
func printPlan(w io.Writer, f *flows.Flow, tabs int) error {
	count, examples := 0, []string(nil)
	for u, err := range f.StartURLs() {
		if err != nil {
			return usageError{err}
		}
		if count++; len(examples) < 3 {
			examples = append(examples, u)
		}
	}
	line := func(label, format string, args ...any) {
		fmt.Fprintf(w, "%-12s %s\n", label, fmt.Sprintf(format, args...))
	}
	line("flow", "%s (%s)", f.Name, f.File)
	line("start", "%d URLs: %s%s", count, strings.Join(examples, ", "), ellipsis(count > len(examples)))
	line("scope", "%s", scopeText(f.Scope))
	line("session", "%s", sessionText(f))
	line("politeness", "%s", politenessText(f.Politeness))
	line("limits", "%s", limitsText(f.Limits))
	line("tabs", "%s", tabsText(tabs))
	if !f.BrowserOnly() {
		line("render", "%s", renderText(f))
	}
	for _, p := range f.Pages {
		line("steps", "%s: %s", orEvery(p.Match.String()), verbsText(p.Steps))
	}
	for _, r := range f.Follow {
		line("follow", "%s on %s", r.Name, orEvery(r.Match.String()))
	}
	for _, t := range f.ItemTypes() {
		fields := make([]string, len(t.Fields))
		for i, field := range t.Fields {
			fields[i] = field.Name + " " + string(field.Kind)
		}
		line("item", "%s(%s)", t.Name, strings.Join(fields, ", "))
	}
	line("store", "%s", f.StorePath())
	return nil
}

func tabsText(tabs int) string {
	if tabs == 0 {
		return "auto"
	}
	return strconv.Itoa(tabs)
}

func ellipsis(more bool) string {
	if more {
		return ", …"
	}
	return ""
}

func orEvery(pattern string) string {
	if pattern == "" {
		return "every page"
	}
	return pattern
}

func scopeText(s flows.Scope) string {
	hosts := "hosts of the start URLs"
	if len(s.Hosts) > 0 {
		hosts = strings.Join(s.Hosts, ", ")
	}
	depth := "any depth"
	if s.Depth != nil {
		depth = fmt.Sprintf("depth %d", *s.Depth)
	}
	return fmt.Sprintf("%s; %s; %d include, %d exclude patterns", hosts, depth, len(s.Include), len(s.Exclude))
}

func sessionText(f *flows.Flow) string {
	if f.Session == nil {
		return "none"
	}
	check := "checked at " + f.Session.Check.URL
	if f.Session.Check.URL == "" {
		check = "checked by what a login at " + f.Session.URL + " changes"
	}
	text := fmt.Sprintf("%s: %s; login: %s", f.SessionName(), check, verbsText(f.Session.Login))
	if len(f.Session.Identities) == 0 {
		return text
	}
	var names []string
	for _, identity := range f.Session.Identities {
		names = append(names, identity.Name)
	}
	return text + "; accounts: " + strings.Join(names, ", ")
}

func politenessText(p flows.Politeness) string {
	delay, perHost, robots := time.Second, 2, "obeyed"
	if p.Delay != nil {
		delay = *p.Delay
	}
	if p.PerHost > 0 {
		perHost = p.PerHost
	}
	if p.Robots == "ignore" {
		robots = "ignored"
	}
	return fmt.Sprintf("%s between fetches from a host, %d at a time, robots.txt %s", delay, perHost, robots)
}

func limitsText(l flows.Limits) string {
	text := "no limit of pages"
	if l.Pages > 0 {
		text = fmt.Sprintf("%d pages", l.Pages)
	}
	if l.Time > 0 {
		text += fmt.Sprintf(", %s in all", l.Time)
	}
	page := l.Page
	if page == 0 {
		page = 30 * time.Second
	}
	return text + fmt.Sprintf(", %s a page", page)
}

func renderText(f *flows.Flow) string {
	modes := []string{cmp.Or(f.Render.Mode, flows.RenderBrowser)}
	for _, rule := range f.Render.Pages {
		modes = append(modes, rule.Mode+" on "+orEvery(rule.Match.String()))
	}
	return strings.Join(modes, ", ")
}

func verbsText(steps []flows.Step) string {
	verbs := make([]string, len(steps))
	for i := range steps {
		verbs[i] = steps[i].Verb()
	}
	return strings.Join(verbs, ", ")
}
