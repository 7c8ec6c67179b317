package explore

import (
	"bytes"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"dyncrawl"
)

// TestWithFiles: the browser tells of the files in a form by their names alone.
func TestWithFiles(t *testing.T) {
	e := &explorer{cfg: Config{Upload: t.TempDir()}}
	if err := os.WriteFile(filepath.Join(e.cfg.Upload, "note.txt"), []byte("a small file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	part := func(name, content string) string {
		return "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"" + name + "\"\r\nContent-Type: text/plain\r\n\r\n" + content + "\r\n"
	}
	text := "--b\r\nContent-Disposition: form-data; name=\"t\"\r\n\r\nfilename=\"note.txt\"\r\n"
	sent := text + part("note.txt", "") + part("note.png", "") + part("other.txt", "") + part("note.txt", "it is there") + "--b--\r\n"
	want := text + part("note.txt", "a small file\n") + part("note.png", "") + part("other.txt", "") + part("note.txt", "it is there") + "--b--\r\n"
	if got := string(e.withFiles([]byte(sent))); got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
	e.cfg.Upload = ""
	if got := string(e.withFiles([]byte(sent))); got != sent {
		t.Errorf("without a folder: %q", got)
	}
}

// TestSameBoundary: the same form makes the same request, whatever line the browser has
// parted its fields by.
func TestSameBoundary(t *testing.T) {
	form := func(boundary, value string) dyncrawl.Request {
		r := dyncrawl.Request{Header: http.Header{"Content-Type": {"multipart/form-data; boundary=" + boundary}}}
		r.Body = []byte("--" + boundary + "\r\nContent-Disposition: form-data; name=\"t\"\r\n\r\n" + value + "\r\n--" + boundary + "--\r\n")
		sameBoundary(&r)
		return r
	}
	a, b, c := form("----WebKitFormBoundary0aB1", "tea"), form("----WebKitFormBoundaryZ9y8", "tea"), form("----WebKitFormBoundary0aB1", "rice")
	if !reflect.DeepEqual(a, b) {
		t.Errorf("the same form: %s and %s", a.Body, b.Body)
	}
	if a.Header.Get("Content-Type") == c.Header.Get("Content-Type") {
		t.Errorf("another form: %s and %s", a.Body, c.Body)
	}
	_, params, err := mime.ParseMediaType(a.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	read, err := multipart.NewReader(bytes.NewReader(a.Body), params["boundary"]).ReadForm(1000)
	if err != nil || read.Value["t"][0] != "tea" {
		t.Errorf("read %v, %v", read, err)
	}
}

// TestOrders: each has every order in it.
func TestOrders(t *testing.T) {
	for n, order := range orders {
		missing := 0
		var each func(begun string)
		each = func(begun string) {
			if len(begun) == n && !strings.Contains(order, begun) {
				missing++
			}
			for c := '0'; len(begun) < n && c < '0'+rune(n); c++ {
				if !strings.ContainsRune(begun, c) {
					each(begun + string(c))
				}
			}
		}
		if each(""); missing > 0 {
			t.Errorf("of %d things, %d orders are missing", n, missing)
		}
	}
}
