package learn

import (
	"fmt"
	"strings"

	"dyncrawl/extract"
)

// String describes the template for a person, in several lines.
func (t *Template) String() string {
	var b strings.Builder
	if t.Page || t.Ready != nil {
		fmt.Fprintln(&b, "ask for the plain page")
	}
	if t.Ready != nil {
		for _, name := range sortedKeys(t.Ready.Filled) {
			fmt.Fprintf(&b, "  that is all when it has each %s with %s\n", name, strings.Join(t.Ready.Filled[name], ", "))
		}
	}
	for i := range t.Calls {
		t.Calls[i].describe(&b)
	}
	for i := range t.Rules {
		describeRule(&b, &t.Rules[i])
	}
	if t.Plain {
		fmt.Fprintln(&b, "links: those of the plain page")
	}
	for _, f := range t.Follow {
		fmt.Fprintf(&b, "links: %s for each %s in %s\n", f.URL, f.Each, place(f.From))
	}
	for i := range t.Links {
		fmt.Fprintf(&b, "link: %s\n", t.Links[i].URL.String())
	}
	return b.String()
}

func (c *call) describe(b *strings.Builder) {
	fmt.Fprintf(b, "%s %s\n", c.Method, c.Pattern)
	for _, s := range c.Slots {
		if s.In != inPath || s.Value.From != fromConst {
			fmt.Fprintf(b, "  %s = %s\n", s.slot, s.Value.String())
		}
	}
	switch {
	case !c.Next.IsZero():
		fmt.Fprintf(b, "  then the URL at %s, until there is none\n", c.Next)
	case c.End != nil:
		fmt.Fprintf(b, "  until %s\n", c.End)
	case c.cursor():
		fmt.Fprintf(b, "  until there is no cursor\n")
	}
	for _, e := range c.Expect {
		fmt.Fprintf(b, "  expect %s = %q\n", e.Select, e.Text)
	}
}

// String says where the value comes from.
func (v *value) String() string {
	switch v.From {
	case fromNothing:
		return "left out"
	case fromURL:
		return v.Prefix + "{" + v.Part + " of the page's URL}" + v.Suffix
	case fromPage:
		return fmt.Sprintf("what stands between %q and %q in the plain page", v.Before, v.After)
	case fromAnswer:
		return fmt.Sprintf("%s in the answer of call %d", v.Select, v.Call+1)
	case fromEach:
		return fmt.Sprintf("each %s in the answers of call %d", v.Select, v.Call+1)
	case fromCounter:
		return fmt.Sprintf("%d, %d, …", v.Start, v.Start+v.Step)
	case fromCursor:
		return fmt.Sprintf("%s in the answer before, at first %s", v.Select, v.First)
	case fromTime:
		return fmt.Sprintf("the time, in 1/%d s", v.Unit)
	case fromRandom:
		return "a random number"
	}
	return v.Text
}

// String says when the end is reached.
func (e *end) String() string {
	switch {
	case e.Below > 0:
		return fmt.Sprintf("an answer has fewer than %d %s", e.Below, e.List)
	case e.Count == countElements:
		return fmt.Sprintf("as many %s have come as %s says", e.List, e.Select)
	case e.Count != "":
		return fmt.Sprintf("the counter reaches %s", e.Select)
	}
	return fmt.Sprintf("%s = %q", e.Select, e.Text)
}

func describeRule(b *strings.Builder, r *extract.Rule) {
	fmt.Fprintf(b, "%s: ", r.Name)
	if !r.Each.IsZero() {
		fmt.Fprintf(b, "each %s in ", r.Each)
	}
	fmt.Fprintln(b, place(r.From))
	for _, f := range r.Fields {
		fmt.Fprintf(b, "  %s = %s\n", f.Name, fieldPlace(&f))
	}
}

// fieldPlace says where a field is read.
func fieldPlace(f *extract.Field) string {
	text := f.Select.String()
	if f.Param != "" {
		text = "parameter " + f.Param
	}
	if re := f.Re.String(); re != "" {
		text += " /" + re + "/"
	}
	if !f.From.IsZero() {
		text += " of " + place(f.From)
	}
	return strings.TrimSpace(text)
}

// place names a source.
func place(s extract.Source) string {
	switch {
	case !s.Exchange.IsZero():
		return strings.TrimSpace(s.Method + " " + s.Exchange.String())
	case !s.Script.IsZero():
		return "script " + s.Script.String()
	case s.JSONLD != "":
		return "JSON-LD " + s.JSONLD
	case s.Meta != "":
		return "meta " + s.Meta
	case s.Part != "":
		return string(s.Part)
	}
	return "the page"
}
