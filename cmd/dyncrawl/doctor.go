package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"dyncrawl"
	"dyncrawl/browser/chrome"
	"dyncrawl/captcha"
)

// check is one thing that doctor looks at.
type check struct {
	name string
	run  func(context.Context) (found string, err error)
}

// errUnwell ends doctor when something is wrong.
var errUnwell = errors.New("something is missing; the lines above say how to mend it")

func newDoctorCommand() *cobra.Command {
	var chromium string
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check what dyncrawl needs on this machine",
		Long: `Checks Chromium, its sandbox, Tesseract and its languages, fonts for Chinese,
and the room on the disk, and says for each how to mend it. Exit code 1 when
something is wrong.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return examine(cmd.Context(), cmd.OutOrStdout(), checks(chromium))
		},
	}
	cmd.Flags().StringVar(&chromium, "chromium", "", "`path` of the Chromium to check; default: the first one found")
	return cmd
}

// examine runs the checks and tells what they found.
func examine(ctx context.Context, w io.Writer, list []check) error {
	var unwell error
	for _, c := range list {
		found, err := c.run(ctx)
		if err == nil {
			fmt.Fprintf(w, "ok       %-10s %s\n", c.name, found)
			continue
		}
		unwell = errUnwell
		fmt.Fprintf(w, "missing  %-10s %s\n", c.name, firstLine(err.Error()))
		if hint := dyncrawl.HintOf(err); hint != "" {
			fmt.Fprintf(w, "         %-10s → %s\n", "", hint)
		}
	}
	return unwell
}

func checks(chromium string) []check {
	return []check{
		{"chromium", func(ctx context.Context) (string, error) { return findChromium(ctx, chromium) }},
		{"sandbox", func(ctx context.Context) (string, error) {
			return "works", chrome.Probe(ctx, chrome.Config{Path: chromium})
		}},
		{"tesseract", tesseractVersion},
		{"languages", tesseractLanguages},
		{"fonts", chineseFonts},
		{"disk", func(context.Context) (string, error) { return diskRoom(".") }},
		{"temporary", func(context.Context) (string, error) { return diskRoom(os.TempDir()) }},
	}
}

func findChromium(ctx context.Context, path string) (string, error) {
	if path == "" {
		var err error
		if path, err = chrome.Find(); err != nil {
			return "", err
		}
	}
	version, err := chrome.Version(ctx, path)
	return strings.TrimSpace(version) + ", " + path, err
}

func tesseractVersion(ctx context.Context) (string, error) {
	t := captcha.NewTesseract(captcha.TesseractConfig{})
	version, err := t.Version(ctx)
	return version, errors.Join(err, t.Close())
}

// tesseractLanguages looks for the data that reading captchas needs.
func tesseractLanguages(ctx context.Context) (string, error) {
	const hint = "apt install tesseract-ocr"
	out, err := output(ctx, "tesseract", "--list-langs")
	if err != nil {
		return "", &dyncrawl.Error{Err: fmt.Errorf("ask tesseract for its languages: %w", err), Hint: hint}
	}
	_, list, _ := strings.Cut(out, "\n")
	languages := strings.Fields(list)
	for _, l := range languages {
		if l == "eng" {
			return strings.Join(languages, ", "), nil
		}
	}
	return "", &dyncrawl.Error{Err: errors.New("no English data"), Hint: hint}
}

// chineseFonts looks for a font with Chinese characters.
func chineseFonts(ctx context.Context) (string, error) {
	const hint = "apt install fonts-wqy-zenhei; without one Chinese pages are crawled well but pictures of them show boxes"
	out, err := output(ctx, "fc-list", ":lang=zh-cn", "family")
	if err != nil {
		return "", &dyncrawl.Error{Err: fmt.Errorf("ask fontconfig for fonts: %w", err), Hint: "apt install fontconfig fonts-wqy-zenhei"}
	}
	if strings.TrimSpace(out) == "" {
		return "", &dyncrawl.Error{Err: errors.New("no font with Chinese characters"), Hint: hint}
	}
	return firstLine(out), nil
}

// output runs a program for at most ten seconds and returns what it printed.
func output(ctx context.Context, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, name, args...).Output()
	return string(out), err
}

// leastRoom is the free space that a crawl should begin with.
const leastRoom = 1 << 30

func diskRoom(dir string) (string, error) {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err != nil {
		return "", fmt.Errorf("look at the disk of %s: %w", dir, err)
	}
	free := fs.Bavail * uint64(fs.Bsize)
	text := fmt.Sprintf("%.1f GiB free in %s", float64(free)/(1<<30), dir)
	if free < leastRoom {
		return "", &dyncrawl.Error{Err: errors.New(text), Hint: "make room: a crawl of 10,000 pages takes about 1 GiB"}
	}
	return text, nil
}
