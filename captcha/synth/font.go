// Package synth draws captcha pictures of many kinds with known text, to train
// readers on. It imitates no generator in particular: every picture draws its
// fonts, colours, distortions and noise at random, from a seed.
package synth

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// letters are what a font must have to be used for Latin text.
const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// emUnits is the size at which outlines are kept.
const emUnits = 64

// Typeface is one font file, read when it is first used.
type Typeface struct {
	Path   string
	font   *sfnt.Font
	glyphs map[rune]*outline
}

// outline is a glyph's shape at emUnits a em, the y axis pointing down, the origin
// on the base line.
type outline struct {
	segments    sfnt.Segments
	left, right float32 // of the ink
	top, bottom float32
	advance     float32
}

// Fonts are typefaces in groups: a font is drawn by its group first, so that a
// package with hundreds of files weighs no more than one with two.
type Fonts struct {
	groups [][]*Typeface
}

// odd are names of files that have no plain Latin letters.
var odd = regexp.MustCompile(`(?i)symbol|dingbat|math|cjk|emoji|music|wqy|noto|barcode|D050000L|bats|braille|icons|unifont`)

// OpenFonts finds the TrueType and OpenType files below dirs. Files that lack a
// Latin letter or digit are left out. The result depends on names and contents only.
func OpenFonts(dirs ...string) (*Fonts, error) {
	groups := map[string][]*Typeface{}
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			ext := strings.ToLower(filepath.Ext(path))
			if (ext != ".ttf" && ext != ".otf") || odd.MatchString(path) {
				return nil
			}
			if face, err := openTypeface(path); err == nil && face.covers(letters) {
				groups[filepath.Dir(path)] = append(groups[filepath.Dir(path)], face)
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("look for fonts in %s: %w", dir, err)
		}
	}
	return grouped(groups)
}

func grouped(groups map[string][]*Typeface) (*Fonts, error) {
	var names []string
	for name := range groups {
		names = append(names, name)
	}
	slices.Sort(names)
	f := &Fonts{}
	for _, name := range names {
		f.groups = append(f.groups, groups[name])
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("find fonts: no TrueType or OpenType file has all Latin letters and digits")
	}
	return f, nil
}

// Count is the number of groups and of files.
func (f *Fonts) Count() (groups, files int) {
	for _, g := range f.groups {
		files += len(g)
	}
	return len(f.groups), files
}

func (f *Fonts) pick(rng *rand.Rand) *Typeface {
	g := f.groups[rng.IntN(len(f.groups))]
	return g[rng.IntN(len(g))]
}

func openTypeface(path string) (*Typeface, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	parsed, err := sfnt.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("parse font %s: %w", path, err)
	}
	return &Typeface{Path: path, font: parsed, glyphs: map[rune]*outline{}}, nil
}

// covers reports whether the face can draw every character of text, and letters
// of both cases differ.
func (t *Typeface) covers(text string) bool {
	for _, r := range text {
		if g := t.glyph(r); g == nil || len(g.segments) == 0 || g.right <= g.left {
			return false
		}
	}
	a, b := t.glyph('a'), t.glyph('A')
	return len(a.segments) != len(b.segments) || a.bottom-a.top < 0.9*(b.bottom-b.top)
}

// glyph returns the outline of r, nil if the face has none.
func (t *Typeface) glyph(r rune) *outline {
	if g, ok := t.glyphs[r]; ok {
		return g
	}
	g := t.load(r)
	t.glyphs[r] = g
	return g
}

func (t *Typeface) load(r rune) *outline {
	var buf sfnt.Buffer
	index, err := t.font.GlyphIndex(&buf, r)
	if err != nil || index == 0 {
		return nil
	}
	segments, err := t.font.LoadGlyph(&buf, index, fixed.I(emUnits), nil)
	if err != nil {
		return nil
	}
	advance, err := t.font.GlyphAdvance(&buf, index, fixed.I(emUnits), font.HintingNone)
	if err != nil {
		return nil
	}
	b := segments.Bounds()
	return &outline{
		segments: slices.Clone(segments), advance: number(advance),
		left: number(b.Min.X), right: number(b.Max.X), top: number(b.Min.Y), bottom: number(b.Max.Y),
	}
}

func number(x fixed.Int26_6) float32 { return float32(x) / 64 }
