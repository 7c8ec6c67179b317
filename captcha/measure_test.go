package captcha

import (
	"context"
	"image"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dyncrawl/captcha/glyphs"
)

// plan answers pictures, which are their own names, as it is told.
type plan map[string]Answer

func (p plan) Solve(_ context.Context, c Challenge) (Answer, error) {
	if a, ok := p[string(c.Image)]; ok {
		return a, nil
	}
	return Answer{}, ErrUnreadable
}

func TestMeasure(t *testing.T) {
	pictures := []Labelled{{"1", []byte("1"), "AB12"}, {"2", []byte("2"), "cd34"}, {"3", []byte("3"), "ef56"}, {"4", []byte("4"), "gh78"}}
	m, err := Measure(t.Context(), plan{
		"1": {Text: "ab12", Confidence: 0.9}, "2": {Text: "cd3", Confidence: 0.8}, "3": {Text: "ex56", Confidence: 0.95},
	}, pictures, Challenge{FoldCase: true})
	if err != nil {
		t.Fatal(err)
	}
	// One of four is right; of 16 characters one is missing, one wrong and four not read.
	if m.Exact() != 0.25 || math.Abs(m.Character()-10.0/16) > 1e-9 {
		t.Errorf("exact %v, characters %v", m.Exact(), m.Character())
	}
	if got, want := m.Confusions(), []Confusion{{"4", "", 1}, {"f", "x", 1}}; !slices.Equal(got, want) {
		t.Errorf("confusions %v, want %v", got, want)
	}
	if worst := m.Worst(); len(worst) != 3 || worst[0].Name != "3" || worst[1].Name != "2" {
		t.Errorf("worst %v", worst)
	}
}

func TestCoverageTakesItsThresholdFromOtherPictures(t *testing.T) {
	var m Measurement
	for i := range 200 { // the surest half is right
		confidence := float64(i) / 200
		r := Reading{Labelled: Labelled{Text: "a"}, Got: "a", Confidence: confidence}
		if i < 100 {
			r.Got = "b"
		}
		m = append(m, r)
	}
	if coverage, precision := m.Coverage(1); math.Abs(coverage-0.5) > 0.011 || precision < 0.98 {
		t.Errorf("covers %v at %v", coverage, precision)
	}
	m[199].Got = "b" // the surest of one half is wrong: the other half may not be answered
	if coverage, precision := m.Coverage(1); coverage < 0.2 || coverage > 0.6 || precision == 1 {
		t.Errorf("covers %v at %v", coverage, precision)
	}
	if coverage, _ := (Measurement{}).Coverage(1); coverage != 0 {
		t.Errorf("nothing covers %v", coverage)
	}
}

func TestReadSet(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("alphabet.txt", "0123\n")
	write("train/a.png", "A")
	write("train/b.png", "B")
	write("train/c.gif", "C")
	write("train/labels.tsv", "b.png\t12\na.png\t3\n")
	set, err := ReadSet(filepath.Join(dir, "train"))
	if err != nil || set.Alphabet != "0123" || len(set.Pictures) != 2 || set.Pictures[0].Text != "12" || string(set.Pictures[1].Image) != "A" {
		t.Errorf("got %v, %v", set, err)
	}
	more, err := Unlabelled(filepath.Join(dir, "train"))
	if err != nil || len(more) != 1 || more[0].Name != "c.gif" {
		t.Errorf("unlabelled: %v, %v", more, err)
	}
	if err := AddLabel(filepath.Join(dir, "train"), "c.gif", "0"); err != nil {
		t.Fatal(err)
	}
	if more, _ := Unlabelled(filepath.Join(dir, "train")); len(more) != 0 {
		t.Errorf("labelled, and still %v", more)
	}
	write("train/labels.tsv", "../alphabet.txt\tx\n")
	if _, err := ReadSet(filepath.Join(dir, "train")); err == nil || !strings.Contains(err.Error(), "no file of the set") {
		t.Errorf("a path out of the set: %v", err)
	}
}

// trainedOn trains glyphs on the labelled pictures of a folder.
func trainedOn(t *testing.T, pictures []Labelled, c Challenge) *Model {
	t.Helper()
	trained, err := TrainGlyphs(t.Context(), pictures, TrainConfig{Rules: c})
	if err != nil {
		t.Fatal(err)
	}
	return trained.Model
}

func TestGlyphsReadWhatTheyWereNotTrainedOn(t *testing.T) {
	set, err := ReadSet("testdata/digits")
	if err != nil {
		t.Fatal(err)
	}
	c := Challenge{Alphabet: "digits", MinLen: 6, MaxLen: 6}
	m := trainedOn(t, set.Pictures[:30], c)
	data, err := m.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	again, err := LoadModel(data)
	if err != nil || again.Kind() != "glyphs" {
		t.Fatal(again, err)
	}
	for _, model := range []*Model{m, again} {
		measured, err := Measure(t.Context(), model, set.Pictures[30:], c)
		if err != nil || measured.Exact() < 0.8 {
			t.Errorf("reads %v of ten: %v", measured.Exact(), err)
		}
	}
	c.Image, c.MinLen, c.MaxLen = set.Pictures[0].Image, 7, 7
	if a, err := m.Solve(t.Context(), c); err == nil {
		t.Errorf("six digits read as %v where seven are asked for", a)
	}
}

func TestModelsAreCheckedWhenLoaded(t *testing.T) {
	for _, data := range []string{"", "dyncrawl glyphs 1\n", "dyncrawl glyphs 1\nrubbish", "no model"} {
		if m, err := LoadModel([]byte(data)); err == nil {
			t.Errorf("%q: got %v", data, m)
		}
	}
	if _, err := glyphs.Train(t.Context(), make([]glyphs.Sample, 3), glyphs.TrainConfig{}); err == nil {
		t.Error("trained on three pictures")
	}
	blank := make([]glyphs.Sample, 12)
	for i := range blank {
		blank[i] = glyphs.Sample{Image: image.NewGray(image.Rect(0, 0, 1, 1)), Text: "abc"}
	}
	if _, err := glyphs.Train(t.Context(), blank, glyphs.TrainConfig{}); err == nil {
		t.Error("trained on nothing")
	}
}
