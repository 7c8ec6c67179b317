package flows

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"dyncrawl/learn"
	"dyncrawl/sessions"
)

// WriteAPIRule puts the rule into the flow's file, in the place of one with the
// same match if there is one, behind the others if not. The rest of the file
// stays as it is, byte by byte. The file is replaced as a whole, once the new
// text was read again and said what the rule says, or not at all.
func (f *Flow) WriteAPIRule(r learn.Recipe) error {
	file, err := filepath.EvalSymlinks(f.File)
	if err != nil {
		return fmt.Errorf("write flow: %w", err)
	}
	src, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("write flow: %w", err)
	}
	text, err := f.withAPIRule(string(src), r)
	if err != nil {
		return err
	}
	if err := overwrite(file, text); err != nil {
		return fmt.Errorf("write flow: %w", err)
	}
	return nil
}

// overwrite replaces a file that is there, whose rights it keeps, as a whole or
// not at all.
func overwrite(file, text string) error {
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	return sessions.ReplaceFile(file, []byte(text), info.Mode().Perm())
}

// withAPIRule returns src with the rule in it.
func (f *Flow) withAPIRule(src string, r learn.Recipe) (string, error) {
	before, err := Parse(f.File, []byte(src), f.inEffect)
	if err != nil {
		return "", err
	}
	at := slices.IndexFunc(before.API, func(old APIRule) bool { return old.Match.String() == r.Match.String() })
	text, err := f.edit(src, at, r)
	if err != nil {
		return "", err
	}
	after, err := Parse(f.File, []byte(text), f.inEffect)
	if err != nil {
		return "", fmt.Errorf("the rule cannot stand in this file, which was left as it is: %w", err)
	}
	if at < 0 {
		at = len(before.API)
	}
	if len(after.API) != max(at+1, len(before.API)) || (encoder{}).rule(after.API[at].Recipe, "") != (encoder{}).rule(r, "") {
		return "", errors.New("the rule would not be read as it was learned; the flow file was left as it is")
	}
	return text, nil
}

// edit replaces the at-th rule in src, or adds one when at is below zero.
func (f *Flow) edit(src string, at int, r learn.Recipe) (string, error) {
	problems := &Problems{file: f.File, lines: strings.Split(src, "\n")}
	root := parseTree([]byte(strings.ReplaceAll(src, "\r\n", "\n")), problems) // with \r it counts lines wrong
	if root == nil {
		return "", problems
	}
	s, err := findSection(root, problems)
	if err != nil {
		return "", err
	}
	lines := strings.SplitAfter(src, "\n")
	begin, end := s.span(lines, at)
	added := encoder{vars: f.inEffect}.rule(r, s.indent)
	if s.entries == nil {
		added = "\n" + s.indent + "api:\n" + encoder{vars: f.inEffect}.rule(r, s.indent+"  ")
	}
	head := strings.Join(lines[:begin], "")
	if head != "" && !strings.HasSuffix(head, "\n") {
		added = "\n" + added
	}
	if strings.Contains(src, "\r\n") {
		added = strings.ReplaceAll(added, "\n", "\r\n")
	}
	return head + added + strings.Join(lines[end:], ""), nil
}

// section is where the api rules stand in a file.
type section struct {
	indent  string // before the dashes, or before the keys of the file while there is no rule
	entries []int  // lines of the dashes, from 0
	next    int    // line of the key that follows, from 0; -1: there is none
}

// findSection looks for the key api in a file that is valid.
func findSection(root ast.Node, problems *Problems) (section, error) {
	s := section{next: -1}
	if m, ok := root.(*ast.MappingNode); ok && m.IsFlowStyle {
		problems.Add(problems.pos(root), "rules are written into files whose keys stand on lines of their own, not in braces")
		return s, problems
	}
	s.indent = strings.Repeat(" ", problems.pos(root).Column-1)
	for key, value := range pairs(root) {
		if s.entries != nil {
			s.next = problems.pos(key).Line - 1
			break
		}
		if key.GetToken().Value != "api" {
			continue
		}
		list, ok := value.(*ast.SequenceNode)
		if !ok || list.IsFlowStyle {
			problems.Add(problems.pos(key), "rules are written into a list whose entries stand on lines of their own, each after \"- \"")
			return s, problems
		}
		for _, entry := range list.Entries {
			s.entries = append(s.entries, entry.Start.Position.Line-1)
		}
		s.indent = strings.Repeat(" ", list.Entries[0].Start.Position.Column-1)
	}
	return s, nil
}

// span returns the lines that a rule takes the place of: those of the at-th, or
// none, behind the last, when at is below zero.
func (s section) span(lines []string, at int) (begin, end int) {
	end = len(lines)
	switch {
	case at >= 0 && at+1 < len(s.entries):
		end = s.entries[at+1]
	case s.next >= 0:
		end = s.next
	}
	for end > 0 && (isSpare(lines[end-1]) && s.entries != nil || strings.HasPrefix(lines[end-1], "...") || lines[end-1] == "") {
		end--
	}
	if at < 0 {
		return end, end
	}
	return s.entries[at], end
}

// isSpare reports whether a line is blank or a comment.
func isSpare(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || line[0] == '#' || strings.HasPrefix(line, "...")
}
