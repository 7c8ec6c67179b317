package flows

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// Problem is one thing that is wrong in a flow file.
type Problem struct {
	Pos  Pos
	Text string
}

// Problems are all that is wrong in a flow file. As an error it lists them by
// line, each with the line itself and a caret under the place.
type Problems struct {
	file  string
	lines []string
	list  []Problem
}

// Add notes a problem.
func (p *Problems) Add(pos Pos, text string) {
	p.list = append(p.list, Problem{Pos: pos, Text: text})
}

// Len returns how many there are.
func (p *Problems) Len() int { return len(p.list) }

// All returns the problems by line and column.
func (p *Problems) All() []Problem {
	return slices.SortedStableFunc(slices.Values(p.list), func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column))
	})
}

// Err returns p when there are problems and nil otherwise.
func (p *Problems) Err() error {
	if p.Len() == 0 {
		return nil
	}
	return p
}

func (p *Problems) Error() string {
	var b strings.Builder
	for i, problem := range p.All() {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s: %s", problem.Pos, problem.Text)
		if n := problem.Pos.Line; n >= 1 && n <= len(p.lines) {
			fmt.Fprintf(&b, "\n%5d | %s\n      | %s^", n, p.lines[n-1], indent(p.lines[n-1], problem.Pos.Column))
		}
	}
	return b.String()
}

// indent returns white space as wide as the runes of line before column.
func indent(line string, column int) string {
	var b strings.Builder
	for i, r := range []rune(line) {
		if i >= column-1 {
			break
		}
		switch {
		case r == '\t':
			b.WriteByte('\t')
		case r >= 0x1100: // about where scripts with wide letters begin
			b.WriteString("  ")
		default:
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// pos returns where node begins.
func (p *Problems) pos(node ast.Node) Pos {
	for {
		switch n := node.(type) {
		case *ast.MappingNode:
			if len(n.Values) == 0 || n.IsFlowStyle {
				return p.at(n)
			}
			node = n.Values[0]
			continue
		case *ast.MappingValueNode:
			node = n.Key
			continue
		case *ast.AnchorNode:
			node = n.Value
			continue
		}
		return p.at(node)
	}
}

func (p *Problems) at(node ast.Node) Pos {
	t := node.GetToken()
	if t == nil || t.Position == nil {
		return Pos{File: p.file, Line: 1, Column: 1}
	}
	return Pos{File: p.file, Line: t.Position.Line, Column: t.Position.Column}
}
