package flows

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"dyncrawl"
)

// Load reads the flow file at path. Overrides replace the values of the flow's
// variables and of ${demo}. The error is *Problems when the file was read but
// something in it is wrong.
func Load(path string, overrides Vars) (*Flow, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read flow: %w", err)
	}
	return Parse(path, src, overrides)
}

// Parse is Load for a text that was read already; file is its name in errors
// and the place that other files are relative to.
func Parse(file string, src []byte, overrides Vars) (*Flow, error) {
	problems := &Problems{file: file, lines: strings.Split(string(src), "\n")}
	root := parseTree(src, problems)
	if root == nil {
		return nil, problems
	}
	d := &decoder{problems: problems, vars: Vars{}, runtime: map[string]bool{}, anchors: map[string]ast.Node{}}
	ast.Walk(anchorVisitor(d.anchors), root)
	d.collectRuntime(root)
	d.defineVars(root, overrides)
	flow := &Flow{File: file, Hash: fmt.Sprintf("%x", sha256.Sum256(src)), inEffect: d.vars}
	d.value(root, reflect.ValueOf(flow).Elem(), reflect.StructField{})
	if problems.Len() == 0 {
		checkNames(flow, problems)
	}
	return flow, problems.Err()
}

// parseTree returns the root mapping, or nil with a problem noted.
func parseTree(src []byte, problems *Problems) ast.Node {
	start := Pos{File: problems.file, Line: 1, Column: 1}
	if len(src) > maxFileBytes {
		problems.Add(start, fmt.Sprintf("the file is larger than %d KiB", maxFileBytes>>10))
		return nil
	}
	tree, err := parser.ParseBytes(src, 0)
	if err != nil {
		problems.Add(syntaxError(err, start))
		return nil
	}
	if len(tree.Docs) != 1 || tree.Docs[0].Body == nil || !isMapping(tree.Docs[0].Body) {
		problems.Add(start, "a flow file is one YAML mapping that begins with name:")
		return nil
	}
	return tree.Docs[0].Body
}

// syntaxError returns place and text of the YAML parser's error.
func syntaxError(err error, start Pos) (Pos, string) {
	var e yaml.Error
	if errors.As(err, &e) && e.GetToken() != nil {
		at := e.GetToken().Position
		return Pos{File: start.File, Line: at.Line, Column: at.Column}, "not YAML: " + e.GetMessage()
	}
	return start, "not YAML: " + err.Error()
}

// anchorVisitor collects the anchors of a tree by name.
type anchorVisitor map[string]ast.Node

func (a anchorVisitor) Visit(node ast.Node) ast.Visitor {
	if n, ok := node.(*ast.AnchorNode); ok {
		a[n.Name.GetToken().Value] = n.Value
	}
	return a
}

// defineVars fills d.vars from the vars of the file, in their order, and the overrides.
func (d *decoder) defineVars(root ast.Node, overrides Vars) {
	if demo, ok := overrides[DemoVar]; ok {
		d.vars[DemoVar] = demo
	}
	declared := map[string]bool{DemoVar: true}
	for key, section := range pairs(root) {
		if key.GetToken().Value != "vars" {
			continue
		}
		for name, value := range pairs(section) {
			d.defineVar(name, value, overrides)
			declared[name.GetToken().Value] = true
		}
	}
	for name := range overrides {
		if !declared[name] {
			d.fail(root, "variable %q was given but the flow has no such one%s", name, suggest(name, sortedNames(d.vars)))
		}
	}
}

func (d *decoder) defineVar(key, value ast.Node, overrides Vars) {
	name := key.GetToken().Value
	if !varName.MatchString(name) {
		d.fail(key, "%q cannot be the name of a variable: use letters, digits and _", name)
		return
	}
	if given, ok := overrides[name]; ok {
		d.vars[name] = given
		return
	}
	if value = d.resolve(value); value == nil {
		return
	}
	if !isScalar(value) {
		d.fail(value, "a variable is a text or a number, found %s", describe(value))
		return
	}
	d.vars[name] = d.text(value, reflect.StructField{Type: reflect.TypeFor[string]()})
}

// UsesDemo reports whether the flow text src refers to the practice sites.
func UsesDemo(src []byte) bool { return strings.Contains(string(src), "${"+DemoVar+"}") }

// checkNames checks the references of steps and api rules to actions and rules.
func checkNames(flow *Flow, problems *Problems) {
	var actions, rules []string
	for _, a := range flow.Actions {
		actions = append(actions, a.Name)
	}
	for _, r := range flow.Extract {
		rules = append(rules, r.Name)
	}
	for _, rule := range flow.API {
		for _, item := range rule.Items {
			if !contains(rules, item.Name) {
				problems.Add(rule.Pos, fmt.Sprintf("api: no rule of extract is named %q%s", item.Name, suggest(item.Name, rules)))
			}
		}
	}
	for step := range flow.allSteps() {
		if step.Use != "" && !contains(actions, step.Use) {
			problems.Add(step.Pos, fmt.Sprintf("use: no action is named %q%s", step.Use, suggest(step.Use, actions)))
		}
		for _, name := range step.takes() {
			if !contains(rules, name) {
				problems.Add(step.Pos, fmt.Sprintf("extract: no rule is named %q%s", name, suggest(name, rules)))
			}
		}
	}
	if cycle := flow.actionCycle(); cycle != "" {
		problems.Add(Pos{File: flow.File, Line: 1, Column: 1}, fmt.Sprintf("action %q uses itself", cycle))
	}
}

// Dir returns the folder that the flow's other files are relative to.
func (f *Flow) Dir() string { return filepath.Dir(f.File) }

// StorePath returns the path of the SQLite file.
func (f *Flow) StorePath() string {
	if f.Store.Path != "" {
		return f.Store.Path
	}
	return f.Name + ".db"
}

// SessionName returns the name under which the login is kept.
func (f *Flow) SessionName() string {
	if f.Session != nil && f.Session.Name != "" {
		return f.Session.Name
	}
	return f.Name
}

// ItemTypes returns the tables that the flow's rules fill.
func (f *Flow) ItemTypes() []dyncrawl.ItemType {
	var types []dyncrawl.ItemType
	for _, rule := range f.Extract {
		types = append(types, rule.ItemType())
	}
	return types
}
