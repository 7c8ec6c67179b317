package explore

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"dyncrawl/browser"
)

// fewestBoxes is how many fields for one character each, side by side, are for a code.
const fewestBoxes = 4

// boxes queues typing the code that the page shows over fields for one character each that
// lie in no form: their script looks at them when the last is filled.
func (p *planner) boxes() {
	for _, row := range p.boxRows() {
		code := p.codeFor(row)
		if code == nil || row[0].Form != "" {
			continue
		}
		var gestures []browser.Gesture
		for i, c := range row {
			gestures = append(gestures, browser.Gesture{Kind: browser.Type, Path: c.Path, Value: code[i]})
		}
		p.add(row[len(row)-1], likely, gestures...)
	}
}

// boxed returns what goes into the field, if it is one for a character of a code.
func (p *planner) boxed(path string) string {
	if p.codes == nil {
		p.codes = map[string]string{}
		for _, row := range p.boxRows() {
			for i, character := range p.codeFor(row) {
				p.codes[row[i].Path] = character
			}
		}
	}
	return p.codes[path]
}

// boxRows returns the rows of fields for one character each.
func (p *planner) boxRows() (rows [][]*browser.Control) {
	var row []*browser.Control
	end := func() {
		if len(row) >= fewestBoxes {
			rows = append(rows, row)
		}
		row = nil
	}
	for i := range p.e.view.Controls {
		c := &p.e.view.Controls[i]
		switch {
		case c.Field == nil && c.Why == "delegated": // what parts them
		case c.Field == nil, c.Field.MaxLength != 1, c.Field.Fixed, !c.Visible, !takesEnter(c.Type), p.e.harmful(c):
			end()
		case len(row) > 0 && row[0].Form != c.Form:
			end()
			fallthrough
		default:
			row = append(row, c)
		}
	}
	end()
	return rows
}

// spacedDigits matches digits that may be parted for the eye; parted takes away what parts
// them.
var (
	spacedDigits = regexp.MustCompile(`\d(?:[ \x{a0}–-]?\d)+`)
	parted       = strings.NewReplacer(" ", "", "\u00a0", "", "–", "", "-", "")
)

// codeFor returns the characters of the code that the page shows for the boxes: of as many
// digits beside them, or one that it names.
func (p *planner) codeFor(row []*browser.Control) []string {
	shown := spacedDigits.FindAllString(row[0].Field.Beside+" | "+row[len(row)-1].Field.Beside, -1)
	for _, said := range slices.Concat(shown, p.mentions()) {
		code := parted.Replace(said)
		if utf8.RuneCountInString(code) == len(row) {
			return strings.Split(code, "")
		}
	}
	return nil
}
