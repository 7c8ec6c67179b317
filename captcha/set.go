package captcha

import (
	"archive/tar"
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Labelled is a picture with the text on it.
type Labelled struct {
	Name  string // of its file
	Image []byte
	Text  string // empty: nobody has read it yet
}

// Set is a folder of pictures: PNG, JPEG or GIF files, labels.tsv with a line
// "file, tab, text" for each labelled one, and perhaps alphabet.txt.
type Set struct {
	Pictures []Labelled // the labelled ones, in the order of labels.tsv
	Alphabet string     // as alphabet.txt has it; empty without one
}

// labelsFile and alphabetFile are the names of what describes a set.
const (
	labelsFile   = "labels.tsv"
	alphabetFile = "alphabet.txt"
)

// maxSet bounds what is read of an archive, in bytes.
const maxSet = 256 << 20

// ReadSet reads the labelled pictures of a folder, of a .tar file, or of a folder
// in one, such as "site.tar/train". The alphabet may lie beside the folder.
func ReadSet(name string) (Set, error) {
	file, part := place(name)
	read, err := openSet(file)
	if err != nil {
		return Set{}, fmt.Errorf("read captchas: %w", err)
	}
	labels, err := read(path.Join(part, labelsFile))
	if err != nil {
		return Set{}, fmt.Errorf("read captchas: %w", err)
	}
	s := Set{Alphabet: firstText(read, path.Join(part, alphabetFile), alphabetFile)}
	for lines := bufio.NewScanner(bytes.NewReader(labels)); lines.Scan(); {
		name, text, ok := strings.Cut(lines.Text(), "\t")
		if !ok || text == "" {
			continue
		}
		if !fs.ValidPath(name) {
			return Set{}, fmt.Errorf("read captchas of %s: %q is no file of the set", file, name)
		}
		picture, err := read(path.Join(part, name))
		if err != nil {
			return Set{}, fmt.Errorf("read captchas: %w", err)
		}
		s.Pictures = append(s.Pictures, Labelled{name, picture, text})
	}
	return s, nil
}

// place parts the name of a set into what is opened and the folder in it.
func place(name string) (file, part string) {
	if before, after, ok := strings.Cut(filepath.ToSlash(name), ".tar/"); ok {
		return before + ".tar", path.Clean(after)
	}
	if filepath.Ext(name) == ".tar" {
		return name, ""
	}
	return filepath.Dir(filepath.Clean(name)), filepath.Base(filepath.Clean(name))
}

// firstText is the text of the first of the files that is there.
func firstText(read func(string) ([]byte, error), names ...string) string {
	for _, name := range names {
		if text, err := read(name); err == nil {
			return strings.TrimSpace(string(text))
		}
	}
	return ""
}

// openSet returns what reads a file of the set, by its name below file.
func openSet(file string) (func(name string) ([]byte, error), error) {
	if filepath.Ext(file) != ".tar" {
		return func(name string) ([]byte, error) { return os.ReadFile(filepath.Join(file, name)) }, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	files := map[string][]byte{}
	archive := tar.NewReader(io.LimitReader(f, maxSet))
	for {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if files[path.Clean(h.Name)], err = io.ReadAll(archive); err != nil {
			return nil, err
		}
	}
	return func(name string) ([]byte, error) {
		if data, ok := files[name]; ok {
			return data, nil
		}
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}, nil
}

// Unlabelled lists the pictures of a folder that labels.tsv does not name, in the
// order of their names.
func Unlabelled(dir string) ([]Labelled, error) {
	known := map[string]bool{}
	labels, err := os.ReadFile(filepath.Join(dir, labelsFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read labels: %w", err)
	}
	for line := range strings.Lines(string(labels)) {
		name, _, _ := strings.Cut(line, "\t")
		known[name] = true
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("look for pictures: %w", err)
	}
	var all []Labelled
	for _, e := range entries {
		if known[e.Name()] || !isPictureName(e.Name()) {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, fmt.Errorf("read picture: %w", err)
		}
		all = append(all, Labelled{Name: e.Name(), Image: data})
	}
	return all, nil
}

func isPictureName(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".png", ".jpg", ".jpeg", ".gif":
		return true
	}
	return false
}

// AddLabel appends a line to the labels of a folder.
func AddLabel(dir, name, text string) error {
	f, err := os.OpenFile(filepath.Join(dir, labelsFile), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("keep label: %w", err)
	}
	_, err = fmt.Fprintf(f, "%s\t%s\n", name, text)
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("keep label: %w", err)
	}
	return nil
}
