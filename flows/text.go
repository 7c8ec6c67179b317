package flows

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// YAML returns the text of a flow file that is read as f. URLs that are values of
// variables are written with the variables. The error says why no file can say what
// f says, such as a flow without a start.
func (f *Flow) YAML() ([]byte, error) {
	lines := block(encoder{vars: f.Vars}.node(reflect.ValueOf(f)), lineWidth)
	text := []byte(strings.Join(lines, "\n") + "\n")
	if _, err := Parse(f.Name+".yaml", text, nil); err != nil {
		return nil, fmt.Errorf("write flow %s: %w", f.Name, err)
	}
	return text, nil
}

// FormatSteps writes steps as they stand in a flow file: a list, each line of it
// without what indents it there.
func FormatSteps(steps []Step) string {
	return strings.Join(block(encoder{}.node(reflect.ValueOf(steps)), lineWidth), "\n") + "\n"
}

// ParseSteps reads a list of steps that stands alone; file is its name in errors.
// Its variables are left for the runner, whoever sets them.
func ParseSteps(file string, src []byte) ([]Step, error) {
	problems := &Problems{file: file, lines: strings.Split(string(src), "\n")}
	start := Pos{File: file, Line: 1, Column: 1}
	tree, err := parser.ParseBytes(src, 0)
	if err != nil {
		problems.Add(syntaxError(err, start))
		return nil, problems
	}
	if len(tree.Docs) != 1 || tree.Docs[0].Body == nil {
		problems.Add(start, "steps are a list: lines that begin with \"- \"")
		return nil, problems
	}
	d := &decoder{problems: problems, vars: Vars{}, runtime: references(src), anchors: map[string]ast.Node{}}
	var steps []Step
	d.value(tree.Docs[0].Body, reflect.ValueOf(&steps).Elem(), reflect.StructField{})
	return steps, problems.Err()
}

// references returns the names of all that text refers to.
func references(text []byte) map[string]bool {
	names := map[string]bool{}
	for _, ref := range reference.FindAllString(string(text), -1) {
		names[strings.Trim(ref, "${}")] = true
	}
	return names
}
