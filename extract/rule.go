package extract

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"

	"dyncrawl"
)

// Rule says which items a page holds and how to read them. In a flow file:
//
//	status:
//	  match: /profile?id=*
//	  each: .status
//	  key: [id]
//	  zone: Asia/Shanghai
//	  fields:
//	    id: "@data-id"
//	    owner: {param: id}
//	    author: {from: page, select: h1}
//	    text: {select: p, required: true}
//	    at: {select: time, type: date}
type Rule struct {
	Name   string           `yaml:",key" json:"name,omitzero"`
	Match  dyncrawl.Pattern `yaml:"match" doc:"Pattern of the pages that hold such items. Absent: every page." json:"match,omitzero"`
	From   Source           `yaml:"from" doc:"Where to read: page, values, {exchange: PATTERN}, {script: SELECTOR} or {jsonld: TYPE}. Absent: page, the rendered DOM." json:"from,omitzero"`
	Each   Selector         `yaml:"each" doc:"One item for each match. Absent: one item for the page, for each answer, script or JSON-LD object." json:"each,omitzero"`
	Key    []string         `yaml:"key" doc:"Fields that together name an item. Absent: an item is its page and its place on it." json:"key,omitzero"`
	Zone   Zone             `yaml:"zone" doc:"Time zone of dates that name none, e.g. Asia/Shanghai. Absent: UTC." json:"zone,omitzero"`
	Fields []Field          `yaml:"fields" doc:"The fields, by name." json:"fields,omitzero"`
}

// Field is one value of an item: the first match of Select, or the list of all
// matches for the type list.
type Field struct {
	Name     string        `yaml:",key" json:"name,omitzero"`
	Select   Selector      `yaml:"select,short" doc:"What to read, beneath the match of each. Absent: the match itself." json:"select,omitzero"`
	From     Source        `yaml:"from" doc:"Read elsewhere: page (the whole page), root (the whole document around the match), url, request, values, {exchange: PATTERN}, {script: SELECTOR}, {jsonld: TYPE} or {meta: NAME}. Absent: the match of each." json:"from,omitzero"`
	Param    string        `yaml:"param" doc:"Query or form parameter to read, from the request of the answer when the rule reads answers, from the page's URL otherwise; from: url or request says which." json:"param,omitzero"`
	Re       Regexp        `yaml:"re" doc:"RE2 regular expression that picks a part of the text: its first group, or the whole match. Without a match the field is missing." json:"re,omitzero"`
	Type     dyncrawl.Kind `yaml:"type" doc:"text, int, number, bool, date, url, html, list or json. Absent: text." json:"type,omitzero"`
	Of       dyncrawl.Kind `yaml:"of" doc:"Type of a list's values. Absent: text." json:"of,omitzero"`
	Default  Default       `yaml:"default" doc:"Value when nothing is found, written as on a page. Absent: none." json:"default,omitzero"`
	Required bool          `yaml:"required" doc:"Whether an item without this field is invalid. Fields of the key always are required." json:"required,omitzero"`
}

// names are what both databases and a shell take without quotes.
var names = regexp.MustCompile(`^[a-z][a-z0-9_]{0,49}$`)

// kinds are the types that a field may have.
var kinds = []dyncrawl.Kind{dyncrawl.Text, dyncrawl.Int, dyncrawl.Number, dyncrawl.Bool, dyncrawl.Date,
	dyncrawl.URL, dyncrawl.HTML, dyncrawl.List, dyncrawl.JSON}

// trial converts defaults before there is a page.
var trial = converter{now: time.Unix(0, 0), zone: time.UTC}

// ItemType describes the items that the rule makes.
func (r Rule) ItemType() dyncrawl.ItemType {
	t := dyncrawl.ItemType{Name: r.Name, Key: r.Key}
	for _, f := range r.Fields {
		t.Fields = append(t.Fields, dyncrawl.Field{Name: f.Name, Kind: f.kind()})
	}
	return t
}

// Validate reports the first thing in the rule that cannot work, its fields included.
func (r Rule) Validate() error {
	if err := validName("item type", r.Name); err != nil {
		return err
	}
	if len(r.Fields) == 0 {
		return fmt.Errorf("%s has no fields: write at least one beneath fields, such as title: h1", r.Name)
	}
	if err := errors.Join(r.From.Validate(), r.From.wholeDocuments()); err != nil {
		return fmt.Errorf("%s: %w", r.Name, err)
	}
	for i, f := range r.Fields {
		if err := f.Validate(); err != nil {
			return fmt.Errorf("%s: %w", r.Name, err)
		}
		if slices.ContainsFunc(r.Fields[:i], func(g Field) bool { return g.Name == f.Name }) {
			return fmt.Errorf("%s: field %s is there twice", r.Name, f.Name)
		}
		if f.From.Part == PartRequest && r.From.Exchange.IsZero() {
			return fmt.Errorf("%s: field %s: from: request needs a rule that reads answers, such as from: {exchange: \"/api/*\"}", r.Name, f.Name)
		}
	}
	return r.validKey()
}

// validKey checks that the key is made of fields that can be compared.
func (r Rule) validKey() error {
	for _, name := range r.Key {
		i := slices.IndexFunc(r.Fields, func(f Field) bool { return f.Name == name })
		if i < 0 {
			return fmt.Errorf("%s: key names %q, which is not among its fields", r.Name, name)
		}
		if kind := r.Fields[i].kind(); kind == dyncrawl.List || kind == dyncrawl.JSON || kind == dyncrawl.HTML {
			return fmt.Errorf("%s: key field %s has the type %s; a key is made of plain values", r.Name, name, kind)
		}
	}
	return nil
}

// Validate reports the first thing in the field that cannot work.
func (f Field) Validate() error {
	if err := validName("field", f.Name); err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return fmt.Errorf("field %s: %w", f.Name, err)
	}
	return nil
}

func (f Field) check() error {
	switch {
	case !slices.Contains(kinds, f.kind()):
		return fmt.Errorf("type %q is unknown; the types are %v", f.Type, kinds)
	case f.Of != "" && f.kind() != dyncrawl.List:
		return errors.New("of is for the type list only")
	case f.Of == dyncrawl.List || !slices.Contains(kinds, f.of()):
		return fmt.Errorf("of %q is no type of single values; these are %v without list", f.Of, kinds)
	case f.Param != "" && !f.Select.IsZero():
		return errors.New("param and select are both there; keep one")
	case f.Param != "" && f.From.Part != "" && f.From.Part != PartURL && f.From.Part != PartRequest,
		f.Param != "" && f.From.Part == "" && !f.From.IsZero():
		return errors.New("param reads from: url or from: request")
	case f.Re.re != nil && (f.kind() == dyncrawl.HTML || f.of() == dyncrawl.HTML):
		return errors.New("re picks text and cannot go with the type html")
	}
	if err := f.From.Validate(); err != nil {
		return err
	}
	if _, problems := trial.fallback(&f); len(problems) > 0 {
		return fmt.Errorf("default %s", problems[0])
	}
	return nil
}

// kind is the field's type.
func (f *Field) kind() dyncrawl.Kind {
	if f.Type == "" {
		return dyncrawl.Text
	}
	return f.Type
}

// of is the type of a list's values.
func (f *Field) of() dyncrawl.Kind {
	if f.Of == "" {
		return dyncrawl.Text
	}
	return f.Of
}

// validName checks that a name can be a table or a column.
func validName(what, name string) error {
	if names.MatchString(name) {
		return nil
	}
	return fmt.Errorf("%s %q: a name has small letters, digits and _ only, begins with a letter and has at most 50 of them, such as posted_at", what, name)
}
