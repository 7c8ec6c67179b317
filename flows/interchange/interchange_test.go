package interchange

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dyncrawl/flows"
)

var update = flag.Bool("update", false, "write the files that results are compared with anew; look at each")

// imported reads a recording of testdata and compares the flow, with the notes
// above it, with a file.
func imported(t *testing.T, file string) *flows.Flow {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	name, _, _ := strings.Cut(file, ".")
	f, list, err := Import(name, src)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, file+".yaml", commented(list, "# ")+yamlOf(t, f))
	return f
}

func commented(list []Note, mark string) string {
	var b strings.Builder
	for _, n := range list {
		b.WriteString(mark + n.String() + "\n")
	}
	return b.String()
}

func yamlOf(t *testing.T, f *flows.Flow) string {
	t.Helper()
	text, err := f.YAML()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// compare compares with a file of testdata.
func compare(t *testing.T, file, got string) {
	t.Helper()
	path := filepath.Join("testdata", file)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s:\n%s", file, diff)
	}
}

// comesBack exports a flow that was imported and imports it again: the steps must
// be the same.
func comesBack(t *testing.T, f *flows.Flow, file string, export func(*flows.Flow) ([]byte, []Note, error)) {
	t.Helper()
	text, list, err := export(f)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, file, string(text))
	compare(t, file+".notes", commented(list, ""))
	again, _, err := Import(f.Name, text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if diff := cmp.Diff(yamlOf(t, f), yamlOf(t, again)); diff != "" {
		t.Errorf("exported and imported again:\n%s\n%s", diff, text)
	}
}

func TestDevTools(t *testing.T) {
	f := imported(t, "shop.devtools.json")
	comesBack(t, f, "shop.devtools.out.json", DevTools)
}

func TestPlaywright(t *testing.T) {
	for _, file := range []string{"shop.spec.js", "shop.py"} {
		t.Run(file, func(t *testing.T) {
			comesBack(t, imported(t, file), file+".out.js", Playwright)
		})
	}
}

func TestHAR(t *testing.T) { imported(t, "pages.har") }

// TestExportedCodeParses has node read what was exported.
func TestExportedCodeParses(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	for _, file := range []string{"shop.spec.js.out.js", "shop.py.out.js"} {
		src, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		module := filepath.Join(t.TempDir(), "test.mjs")
		if err := os.WriteFile(module, src, 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(node, "--check", module).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", file, err, out)
		}
	}
}

// FuzzImport: whatever the file, reading it ends, and a flow that comes of it can
// be written and exported.
func FuzzImport(f *testing.F) {
	for _, file := range []string{"shop.devtools.json", "shop.spec.js", "shop.py", "pages.har"} {
		src, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		flow, _, err := Import("fuzz", src)
		if err != nil {
			return
		}
		if _, err := flow.YAML(); err != nil {
			t.Errorf("%v\n%s", err, src)
		}
		for _, export := range []func(*flows.Flow) ([]byte, []Note, error){DevTools, Playwright} {
			if _, _, err := export(flow); err != nil {
				t.Errorf("%v\n%s", err, src)
			}
		}
	})
}
