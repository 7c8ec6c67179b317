package interchange

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"dyncrawl/flows/interchange/script"
)

var errNotPlain = errors.New("it is computed")

// text reads a text that is said.
func (p *playwright) text(e *script.Expr) (string, error) {
	e = p.resolve(e)
	switch {
	case e == nil:
		return "", errors.New("a text is missing")
	case e.Kind != script.String:
		return "", fmt.Errorf("%s: %w", shorten(e.Source), errNotPlain)
	}
	return e.Text, nil
}

// texts reads a text or a list of texts.
func (p *playwright) texts(e *script.Expr) (list []string, err error) {
	if e = p.resolve(e); e == nil || e.Kind != script.List {
		one, err := p.text(e)
		return []string{one}, err
	}
	for _, element := range e.List {
		if o := optionsOf(&script.Expr{List: []*script.Expr{element}}); o["label"] != nil {
			element = o["label"]
		} else if o["value"] != nil {
			element = o["value"]
		}
		one, err := p.text(element)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

// wanted is a text to look for.
type wanted struct {
	text  string
	exact bool
}

// wanted reads a text or a regular expression that stands for one.
func (p *playwright) wanted(e *script.Expr, exact bool) (wanted, error) {
	if expr, _, ok := p.regexp(e); ok {
		return plainRegexp(expr)
	}
	text, err := p.text(e)
	return wanted{text, exact}, err
}

// regexp reads a regular expression of either language.
func (p *playwright) regexp(e *script.Expr) (expr, flags string, ok bool) {
	e = p.resolve(e)
	switch {
	case e == nil:
		return "", "", false
	case e.Kind == script.Regexp:
		return e.Text, e.Flags, true
	case e.Kind != script.Call || e.Arg(0) == nil || e.Arg(0).Kind != script.String:
		return "", "", false
	}
	if path, base := e.Callee(); base != nil || path != "re.compile" && path != "RegExp" {
		return "", "", false
	}
	for _, arg := range e.List[1:] {
		if strings.Contains(arg.Source, "IGNORECASE") || arg.Source == "re.I" || arg.Text == "i" {
			flags = "i"
		}
	}
	return e.Arg(0).Text, flags, true
}

// regexpSign has a meaning of its own in regular expressions.
var regexpSign = regexp.MustCompile(`(?:^|[^\\])[.*+?()\[\]{}|^$]|\\[a-zA-Z0-9]`)

// plainRegexp returns the text that an expression finds, if it is just one.
func plainRegexp(expr string) (wanted, error) {
	inner, begins := strings.CutPrefix(expr, "^")
	inner, ends := strings.CutSuffix(inner, "$")
	inner = strings.TrimSuffix(strings.TrimPrefix(inner, `\s*`), `\s*`)
	if regexpSign.MatchString(inner) || begins != ends {
		return wanted{}, fmt.Errorf("the expression /%s/ is no plain text", expr)
	}
	return wanted{regexp.MustCompile(`\\(.)`).ReplaceAllString(inner, "$1"), begins}, nil
}

// value reads what is typed, with secrets for environment variables. plain reports
// that it has none.
func (p *playwright) value(e *script.Expr) (text string, plain bool, err error) {
	e = p.resolve(e)
	if name, ok := environment(e); ok {
		return "${secret:" + name + "}", false, nil
	}
	if e == nil || e.Kind != script.Template {
		text, err = p.text(e)
		return text, true, err
	}
	plain = true
	var b strings.Builder
	for _, piece := range e.List {
		inner, innerPlain, err := p.value(piece)
		if err != nil {
			return "", false, err
		}
		if innerPlain {
			inner = literal(inner)
		}
		b.WriteString(inner)
		plain = plain && innerPlain
	}
	if plain {
		return strings.ReplaceAll(b.String(), "$${", "${"), true, nil
	}
	return b.String(), false, nil
}

// environment returns the name of the environment variable that e stands for.
func environment(e *script.Expr) (string, bool) {
	if e == nil {
		return "", false
	}
	name := ""
	switch {
	case e.Kind == script.Member && memberPath(e.On) == "process.env":
		name = e.Text
	case e.Kind == script.Index && len(e.List) == 1 && (memberPath(e.On) == "process.env" || memberPath(e.On) == "os.environ"):
		name = e.List[0].Text
	case e.Kind == script.Call && e.Arg(0) != nil && (memberPath(e.On) == "os.getenv" || memberPath(e.On) == "os.environ.get"):
		name = e.Arg(0).Text
	}
	return name, secretValue.MatchString("${secret:" + name + "}")
}

// memberPath returns names joined by points; empty for anything else.
func memberPath(e *script.Expr) string {
	switch {
	case e == nil:
		return ""
	case e.Kind == script.Name:
		return e.Text
	case e.Kind == script.Member && memberPath(e.On) != "":
		return memberPath(e.On) + "." + e.Text
	}
	return ""
}

// options are those of a call, by plainName.
type options map[string]*script.Expr

func optionsOf(e *script.Expr) options {
	o := options{}
	for name, value := range e.Options() {
		o[plainName(name)] = value
	}
	return o
}

// is reports whether an option is true.
func (o options) is(name string) bool {
	return o[name] != nil && strings.EqualFold(o[name].Text, "true")
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
