package flows

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"dyncrawl/browser"
)

// StepText returns a step as it stands in the flow's file, comments in it too,
// without what indents it there.
func (f *Flow) StepText(s *Step) (string, error) {
	src, err := os.ReadFile(f.File)
	if err != nil {
		return "", fmt.Errorf("read step: %w", err)
	}
	at, err := f.placeOf(string(src), s)
	if err != nil {
		return "", err
	}
	return strings.ReplaceAll(string(src[at.begin:at.end]), "\n"+at.indent, "\n"), nil
}

// ReplaceStep puts text, written as StepText gives it, in the place of a step: in
// the flow's file, which stays as it is elsewhere, and in s. The file is left as it
// is when the text cannot stand there.
func (f *Flow) ReplaceStep(s *Step, text string) error {
	return f.rewrite(s, func(src string, at stepPlace) (string, error) {
		text = strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), " \n")
		return src[:at.begin] + strings.ReplaceAll(text, "\n", "\n"+at.indent) + src[at.end:], nil
	})
}

// ReplaceSelector is ReplaceStep for the selectors of a step alone: the new one
// takes the place of all of them.
func (f *Flow) ReplaceSelector(s *Step, selector browser.Selector) error {
	return f.rewrite(s, func(src string, at stepPlace) (string, error) {
		begin, end, err := at.selector(src)
		if err != nil {
			return "", err
		}
		written := encoder{vars: f.inEffect}.text(selector.String())
		if begin > 0 && src[begin-1] == ':' {
			written = " " + written
		}
		return src[:begin] + written + src[end:], nil
	})
}

// rewrite changes the text of one step.
func (f *Flow) rewrite(s *Step, change func(src string, at stepPlace) (string, error)) error {
	file, err := filepath.EvalSymlinks(f.File)
	if err != nil {
		return fmt.Errorf("write step: %w", err)
	}
	src, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("write step: %w", err)
	}
	if strings.Contains(string(src), "\r\n") {
		return errors.New("write step: the lines of the file end in CRLF; only files with plain line ends can be edited in place")
	}
	at, err := f.placeOf(string(src), s)
	if err != nil {
		return err
	}
	text, err := change(string(src), at)
	if err != nil {
		return err
	}
	after, err := Parse(f.File, []byte(text), f.inEffect)
	if err != nil {
		return fmt.Errorf("the step cannot stand in this file, which was left as it is: %w", err)
	}
	if err := f.takeOver(s, after); err != nil {
		return err
	}
	if err := overwrite(file, text); err != nil {
		return fmt.Errorf("write step: %w", err)
	}
	return nil
}

// takeOver gives s what stands in its place in the flow read anew, and all other
// steps their new places.
func (f *Flow) takeOver(s *Step, after *Flow) error {
	old, now := slices.Collect(f.allSteps()), slices.Collect(after.allSteps())
	at := slices.Index(old, s)
	behind := len(old) - at - countSteps(s)
	if at < 0 || at >= len(now) || len(now)-behind != at+countSteps(now[at]) {
		return errors.New("the step would not stand alone in its place; the flow file was left as it is")
	}
	for i := range at {
		old[i].Pos = now[i].Pos
	}
	for i := range behind {
		old[len(old)-1-i].Pos = now[len(now)-1-i].Pos
	}
	f.Hash = after.Hash
	*s = *now[at]
	return nil
}

// countSteps counts a step and those inside it.
func countSteps(s *Step) (n int) {
	walk([]Step{*s}, func(*Step) bool { n++; return true })
	return n
}

// stepPlace is where a step stands in a file.
type stepPlace struct {
	begin, end int    // bytes; from the first key, or the brace, to behind the last
	indent     string // of the lines of the step but the first
	inBraces   bool
	node       ast.Node
	lines      []int // where lines begin
}

// placeOf finds the step in the text of the flow's file.
func (f *Flow) placeOf(src string, s *Step) (stepPlace, error) {
	problems := &Problems{file: f.File, lines: strings.Split(src, "\n")}
	root := parseTree([]byte(src), problems)
	if root == nil {
		return stepPlace{}, problems
	}
	finder := &nodeFinder{problems: problems, want: s.Pos}
	ast.Walk(finder, root)
	if finder.found == nil {
		return stepPlace{}, fmt.Errorf("%s: the step is not there any more: the file has changed meanwhile", s.Pos)
	}
	at := stepPlace{node: finder.found, lines: lineStarts(src)}
	at.begin = at.offset(src, s.Pos)
	if m, ok := finder.found.(*ast.MappingNode); ok && m.IsFlowStyle {
		at.inBraces = true
		at.end = valueEnd(src, at.begin, true)
		return at, nil
	}
	line := src[at.lines[s.Pos.Line-1]:at.begin]
	if strings.Trim(line, " -") != "" || !strings.Contains(line, "-") {
		return at, fmt.Errorf("%s: the step is not written on lines of its own, after \"- \" or in braces", s.Pos)
	}
	at.indent = strings.Repeat(" ", len(line))
	at.end = at.blockEnd(src, s.Pos.Line, strings.LastIndex(line, "-"))
	return at, nil
}

// nodeFinder looks for the mapping at a place.
type nodeFinder struct {
	problems *Problems
	want     Pos
	found    ast.Node
}

// Visit implements ast.Visitor.
func (n *nodeFinder) Visit(node ast.Node) ast.Visitor {
	if n.found != nil {
		return nil
	}
	if isMapping(node) {
		if at := n.problems.pos(node); at.Line == n.want.Line && at.Column == n.want.Column {
			n.found = node
			return nil
		}
	}
	return n
}

// lineStarts returns where the lines of src begin.
func lineStarts(src string) []int {
	starts := []int{0}
	for i := range len(src) {
		if src[i] == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// offset returns the byte at a place, whose column counts characters.
func (at stepPlace) offset(src string, pos Pos) int {
	begin := at.lines[pos.Line-1]
	column := 1
	for i := range src[begin:] {
		if column == pos.Column {
			return begin + i
		}
		column++
	}
	return len(src)
}

// blockEnd returns where the lines end that are indented deeper than the dash of
// the step; blank lines and comments behind them do not belong to it.
func (at stepPlace) blockEnd(src string, line, dash int) int {
	end := at.lineEnd(src, line)
	for n := line + 1; n <= len(at.lines); n++ {
		text := src[at.lines[n-1]:at.lineEnd(src, n)]
		switch indented := len(text) - len(strings.TrimLeft(text, " ")); {
		case isSpare(text):
		case indented <= dash:
			return end
		default:
			end = at.lineEnd(src, n)
		}
	}
	return end
}

// lineEnd returns where the line, counted from 1, ends, without its line break.
func (at stepPlace) lineEnd(src string, line int) int {
	if line < len(at.lines) {
		return at.lines[line] - 1
	}
	return len(src)
}
