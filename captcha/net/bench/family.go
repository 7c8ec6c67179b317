// Package bench measures the captcha network on families of labelled pictures: how
// much it reads with no label, with some and with many, how far its confidence can be
// trusted, and how long it takes.
package bench

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"dyncrawl/captcha/net"
)

// Family is pictures of one generator, with what is known about the texts.
type Family struct {
	Name        string
	Train, Test []net.Sample
	Rules       net.Rules
}

// Open reads a family from a tar archive that has train and test folders with PNG
// files and labels.tsv (file, tab, text), and alphabet.txt. The lengths are those of
// the training labels; case is folded.
func Open(name string) (Family, error) {
	f := Family{Name: strings.TrimSuffix(filepath.Base(name), ".tar")}
	files, err := untar(name)
	if err != nil {
		return f, fmt.Errorf("read captcha family: %w", err)
	}
	for folder, to := range map[string]*[]net.Sample{"train": &f.Train, "test": &f.Test} {
		if *to, err = samples(files, folder); err != nil {
			return f, fmt.Errorf("read captcha family %s: %w", name, err)
		}
	}
	f.Rules = net.Rules{Alphabet: strings.TrimSpace(string(files["alphabet.txt"])), FoldCase: true, MinLen: net.MaxText}
	for _, s := range f.Train {
		n := len([]rune(s.Text))
		f.Rules.MinLen, f.Rules.MaxLen = min(f.Rules.MinLen, n), max(f.Rules.MaxLen, n)
	}
	return f, nil
}

// largest is the size of a file in an archive that is read.
const largest = 4 << 20

func untar(name string) (map[string][]byte, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	files := map[string][]byte{}
	for r := tar.NewReader(in); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if files[path.Clean(h.Name)], err = io.ReadAll(io.LimitReader(r, largest)); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
}

// samples decodes the pictures that a folder's labels.tsv names.
func samples(files map[string][]byte, folder string) ([]net.Sample, error) {
	var all []net.Sample
	for line := range strings.Lines(string(files[folder+"/labels.tsv"])) {
		name, text, ok := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		if !ok {
			return nil, fmt.Errorf("%s/labels.tsv: %q is no file, tab and text", folder, line)
		}
		picture, err := png.Decode(bytes.NewReader(files[folder+"/"+name]))
		if err != nil {
			return nil, fmt.Errorf("decode %s/%s: %w", folder, name, err)
		}
		all = append(all, net.Sample{Image: picture, Text: text})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no picture in %s", folder)
	}
	return all, nil
}
