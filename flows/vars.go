package flows

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// Vars are variables by name.
type Vars map[string]string

// DemoVar is the variable that holds the URL of the built-in practice sites. A
// flow that uses it is given them while it runs.
const DemoVar = "demo"

// reference is ${name} or ${secret:NAME}; a doubled dollar sign stands for itself.
var reference = regexp.MustCompile(`\$?\$\{[^}]*\}`)

var (
	varName    = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	secretName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

// Expand replaces the references in text by what lookup returns for the text
// between the braces, and "$${" by "${".
func Expand(text string, lookup func(name string) (string, error)) (string, error) {
	var firstErr error
	out := reference.ReplaceAllStringFunc(text, func(ref string) string {
		if strings.HasPrefix(ref, "$$") {
			return ref[1:]
		}
		value, err := lookup(ref[2 : len(ref)-1])
		if err != nil && firstErr == nil {
			firstErr = err
		}
		return value
	})
	return out, firstErr
}

// SecretName returns NAME of a reference "secret:NAME".
func SecretName(ref string) (string, bool) {
	name, ok := strings.CutPrefix(ref, "secret:")
	return name, ok && secretName.MatchString(name)
}

// text returns a scalar's text with the variables replaced that are known now.
// References to secrets and to variables that steps set are left for the runner.
func (d *decoder) text(node ast.Node, field reflect.StructField) string {
	_, secretsAllowed := field.Tag.Lookup("secret")
	_, late := field.Tag.Lookup("late")
	text := scalarText(node)
	out, err := Expand(text, func(ref string) (string, error) {
		if value, ok := d.vars[ref]; ok {
			return value, nil
		}
		if _, ok := SecretName(ref); ok && secretsAllowed || d.runtime[ref] && late {
			return "${" + ref + "}", nil
		}
		return "", d.unknownReference(ref)
	})
	if err != nil {
		d.fail(node, "%v", err)
	}
	if late {
		return d.partly(text)
	}
	return out
}

// partly replaces the known variables in text so that expanding the result
// later gives what expanding text at once would have given.
func (d *decoder) partly(text string) string {
	return reference.ReplaceAllStringFunc(text, func(ref string) string {
		value, ok := d.vars[strings.Trim(ref, "${}")]
		if !ok || strings.HasPrefix(ref, "$$") {
			return ref
		}
		return strings.ReplaceAll(value, "${", "$${")
	})
}

func (d *decoder) unknownReference(ref string) error {
	if name, ok := strings.CutPrefix(ref, "secret:"); ok {
		if !secretName.MatchString(name) {
			return fmt.Errorf("${%s}: a secret's name consists of letters, digits and _", ref)
		}
		return fmt.Errorf("${%s}: secrets may stand in the value of fill, in the seed of totp, in user, password and totp of session and in the proxy of identities only, so that they are never stored or shown", ref)
	}
	names := slices.Sorted(maps.Keys(d.vars))
	if d.runtime[ref] {
		return fmt.Errorf("${%s} is set by a step, so it can stand in texts of steps only", ref)
	}
	return fmt.Errorf("${%s} is not a variable of this flow%s", ref, suggest(ref, names))
}

// collectRuntime notes the names that steps set anywhere below node.
func (d *decoder) collectRuntime(node ast.Node) {
	for key, value := range pairs(node) {
		switch key.GetToken().Value {
		case "set":
			for name := range pairs(value) {
				d.runtime[name.GetToken().Value] = true
			}
		case "as":
			d.runtime[scalarText(value)] = true
		case "for_each":
			d.runtime["value"] = true
		}
		d.collectRuntime(value)
	}
	if seq, ok := node.(*ast.SequenceNode); ok {
		for _, entry := range seq.Values {
			d.collectRuntime(entry)
		}
	}
}
