package dyncrawl_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayImport is the import table of ARCHITECTURE.md: which of our packages a
// package may import beside the nouns in the root. cmd may import all of them.
var mayImport = map[string][]string{
	".":                        {},
	"browser":                  {},
	"browser/browsertest":      {"browser", "browser/chrome", "browser/chromedp", "browser/rod"},
	"browser/chrome":           {},
	"browser/chromedp":         {"browser", "browser/chrome"},
	"browser/rod":              {"browser", "browser/chrome"},
	"captcha":                  {"captcha/glyphs", "captcha/net", "captcha/prep"},
	"captcha/glyphs":           {"captcha/prep"},
	"captcha/net":              {"captcha/net/nn"},
	"captcha/net/bench":        {"captcha/net"},
	"captcha/net/nn":           {},
	"captcha/prep":             {},
	"captcha/site":             {"captcha", "store"},
	"captcha/synth":            {},
	"captcha/terminal":         {},
	"crawl":                    {"browser", "captcha", "explore", "extract", "fetch", "flows", "frontier", "sessions", "store", "tier"},
	"demo":                     {"demo/forms"},
	"demo/forms":               {},
	"demo/torture":             {},
	"explore":                  {"browser", "extract"},
	"extract":                  {"extract/spoken"},
	"extract/spoken":           {"extract/spoken/cldr"},
	"extract/spoken/cldr":      {},
	"extract/spoken/cldr/gen":  {"extract/spoken/cldr"},
	"fetch":                    {},
	"flows":                    {"browser", "captcha", "extract", "learn", "login", "sessions"},
	"flows/interchange":        {"browser", "flows", "flows/interchange/script"},
	"flows/interchange/script": {},
	"frontier":                 {"store"},
	"learn":                    {"extract"},
	"liveview":                 {"browser"},
	"liveview/viewtest":        {},
	"record":                   {"browser", "captcha", "flows"},
	"login":                    {"browser"},
	"sessions":                 {"browser"},
	"store":                    {},
	"tier":                     {"extract"},
}

// doors are the only packages that may import a library, by its prefix.
var doors = map[string][]string{
	"github.com/go-rod/":            {"browser/rod"},
	"github.com/chromedp/chromedp":  {"browser/chromedp"},
	"github.com/chromedp/cdproto":   {"browser", "browser/chromedp", "browser/rod", "browser/browsertest"},
	"github.com/goccy/go-yaml":      {"flows"},
	"github.com/mattn/go-sqlite3":   {"store"},
	"github.com/pressly/goose":      {"store"},
	"github.com/otiai10/gosseract":  {"captcha"},
	"github.com/disintegration/":    {"captcha/prep"},
	"github.com/PuerkitoBio/":       {"extract"},
	"github.com/antchfx/":           {"extract"},
	"github.com/ohler55/":           {"extract"},
	"github.com/nlnwa/":             {"frontier", "extract"},
	"github.com/temoto/":            {"frontier"},
	"github.com/andybalholm/brotli": {"fetch"},
	"github.com/gogs/chardet":       {"fetch"},
	"golang.org/x/net/html/charset": {"fetch"},
	"github.com/spf13/":             {"cmd/dyncrawl"},
	"github.com/coder/websocket":    {"liveview", "liveview/viewtest"},
	"filippo.io/age":                {"sessions"},
	"github.com/zalando/go-keyring": {"sessions"},
}

// TestImports holds the table against the code, tests left out.
func TestImports(t *testing.T) {
	seen := map[string]bool{}
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		pkg := path.Dir(filepath.ToSlash(file))
		seen[pkg] = true
		for _, name := range importsOf(t, file) {
			checkImport(t, file, pkg, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range mayImport {
		if !seen[pkg] {
			t.Errorf("the table names %s, which is not there", pkg)
		}
	}
}

func importsOf(t *testing.T, file string) []string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, spec := range parsed.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	return names
}

// checkImport reports an import that the tables do not allow.
func checkImport(t *testing.T, file, pkg, name string) {
	t.Helper()
	if ours, ok := strings.CutPrefix(name, "dyncrawl/"); ok && !strings.HasPrefix(pkg, "cmd/") {
		allowed, known := mayImport[pkg]
		if !known {
			t.Errorf("%s: package %s is not in the table", file, pkg)
		} else if !slices.Contains(allowed, ours) {
			t.Errorf("%s: %s must not import %s", file, pkg, ours)
		}
	}
	if pkg == "." && strings.Contains(strings.SplitN(name, "/", 2)[0], ".") {
		t.Errorf("%s: the nouns import the standard library only, not %s", file, name)
	}
	for library, packages := range doors {
		if strings.HasPrefix(name, library) && !slices.Contains(packages, pkg) {
			t.Errorf("%s: %s is met in %s only", file, library, strings.Join(packages, ", "))
		}
	}
}
