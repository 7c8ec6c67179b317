package captcha

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"dyncrawl"
)

func solver(t *testing.T, cfg TesseractConfig) *Tesseract {
	t.Helper()
	s := NewTesseract(cfg)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// The floors lie well below what was measured on 200 pictures of each kind.
func TestReadsLabelledPictures(t *testing.T) {
	tests := []struct {
		dir          string
		c            Challenge
		every, floor int
	}{
		{"digits", Challenge{Alphabet: "0123456789", MinLen: 6, MaxLen: 6}, 4, 8},
		{"lines", Challenge{Alphabet: "34679ACDEFHJKMNPRTWXY", MinLen: 4, MaxLen: 5, FoldCase: true}, 2, 5},
	}
	s := solver(t, TesseractConfig{Parallel: 2})
	for _, test := range tests {
		t.Run(test.dir, func(t *testing.T) {
			right, total := count(t, s, test.dir, test.c, test.every)
			if right < test.floor {
				t.Errorf("read %d of %d, want at least %d", right, total, test.floor)
			}
			t.Logf("read %d of %d", right, total)
		})
	}
}

// count solves every so-manieth picture of a folder, all at once.
func count(t *testing.T, s Solver, dir string, c Challenge, every int) (right, total int) {
	t.Helper()
	labels := strings.Fields(string(file(t, dir, "labels.tsv")))
	var mu sync.Mutex
	var all sync.WaitGroup
	for i := 0; i < len(labels); i += 2 * every {
		c := c
		c.Image = file(t, dir, labels[i])
		total++
		all.Go(func() {
			a, err := s.Solve(t.Context(), c)
			if err != nil && !errors.Is(err, ErrUnreadable) {
				t.Error(err)
			}
			if a.Confidence < 0 || a.Confidence > 1 {
				t.Errorf("%s: confidence %v", labels[i], a.Confidence)
			}
			mu.Lock()
			defer mu.Unlock()
			if a.Text == labels[i+1] {
				right++
			}
		})
	}
	all.Wait()
	return right, total
}

func file(t *testing.T, dir, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestKeepsTheRules(t *testing.T) {
	s := solver(t, TesseractConfig{Parallel: 1})
	picture := file(t, "digits", "00000.png") // 066347
	for name, c := range map[string]Challenge{
		"length":   {Image: picture, Alphabet: "0123456789", MinLen: 9},
		"alphabet": {Image: picture, Alphabet: "xyz", MinLen: 6, MaxLen: 6},
	} {
		a, err := s.Solve(t.Context(), c)
		if err == nil && name == "alphabet" && strings.Trim(a.Text, "xyz") == "" {
			continue // an answer, and one within the rules
		}
		if !errors.Is(err, ErrUnreadable) {
			t.Errorf("%s: got %v, %v; want ErrUnreadable", name, a, err)
		}
	}
}

func TestEmptyPictureIsUnreadable(t *testing.T) {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 80, 30))); err != nil {
		t.Fatal(err)
	}
	a, err := solver(t, TesseractConfig{Parallel: 1}).Solve(t.Context(), Challenge{Image: b.Bytes()})
	if !errors.Is(err, ErrUnreadable) || dyncrawl.ClassOf(err) != dyncrawl.ClassCaptcha {
		t.Errorf("got %v, %v", a, err)
	}
}

func TestFailuresSayWhatToDo(t *testing.T) {
	tests := []struct {
		name, language string
		picture        []byte
		want, hint     string
	}{
		{"missing language", "chi_sim_vert_none", file(t, "digits", "00000.png"),
			`start tesseract for language "chi_sim_vert_none"`, "apt-get install tesseract-ocr tesseract-ocr-chi-sim-vert-none"},
		{"no picture", "eng", []byte("<html>"), "not PNG, JPEG or GIF", "selector"},
	}
	for _, test := range tests {
		s := solver(t, TesseractConfig{Language: test.language, Parallel: 1})
		for range 2 { // the slot of a failed start is free again
			_, err := s.Solve(t.Context(), Challenge{Image: test.picture})
			if err == nil || !strings.Contains(err.Error(), test.want) ||
				!strings.Contains(dyncrawl.HintOf(err), test.hint) || dyncrawl.ClassOf(err) != dyncrawl.ClassCaptcha {
				t.Errorf("%s: got %v (hint %q)", test.name, err, dyncrawl.HintOf(err))
			}
		}
	}
}

func TestSolveEndsWithItsContext(t *testing.T) {
	s := solver(t, TesseractConfig{Parallel: 1})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Solve(ctx, Challenge{Image: file(t, "digits", "00000.png")}); !errors.Is(err, context.Canceled) ||
		dyncrawl.ClassOf(err) != dyncrawl.ClassInterrupted {
		t.Errorf("got %v", err)
	}
}

func TestVersion(t *testing.T) {
	if v, err := solver(t, TesseractConfig{}).Version(t.Context()); err != nil || !strings.Contains(v, ".") {
		t.Errorf("got %q, %v", v, err)
	}
}
