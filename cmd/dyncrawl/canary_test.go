package main

import (
	"bytes"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
)

// The canaries hold what URLs, HTML and JSON write in another way.
const (
	canaryUser = "canary+user7Qz@example.com"
	canaryPass = `c4nary&<"9Xk wörd>+/%1`
)

// parrot is a site behind a login that repeats the secrets wherever it can.
type parrot struct {
	mu     sync.Mutex
	logins int
}

func (s *parrot) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	cookie, err := r.Cookie("in")
	in := err == nil && cookie.Value == "yes"
	switch {
	case r.URL.Path == "/robots.txt" || r.URL.Path == "/favicon.ico":
		http.NotFound(w, r)
	case r.URL.Path == "/in" && r.FormValue("user") == canaryUser && r.FormValue("pass") == canaryPass:
		s.mu.Lock()
		s.logins++
		s.mu.Unlock()
		http.SetCookie(w, &http.Cookie{Name: "in", Value: "yes", Path: "/"})
		http.Redirect(w, r, "/home?echo="+url.QueryEscape(canaryPass), http.StatusFound)
	case r.URL.Path == "/in" || !in:
		fmt.Fprint(w, `<!doctype html><title>Log in</title><form action=/in><input name=user placeholder=Email><input name=pass type=password placeholder=Password><button>Log in</button></form>`)
	case r.URL.Path == "/echo":
		body, _ := io.ReadAll(r.Body)
		writeParrot(w, string(body))
	default:
		showParrot(w, r)
	}
}

func writeParrot(w http.ResponseWriter, body string) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]string{"you": body, "user": canaryUser, "pass": canaryPass, "basic": base64.StdEncoding.EncodeToString([]byte(canaryUser + ":" + canaryPass))})
}

func showParrot(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Echo", url.QueryEscape(canaryPass))
	w.Header().Set("Cache-Control", "max-age=3600")
	quoted, _ := json.Marshal(canaryPass)
	fmt.Fprintf(w, `<!doctype html><html><head><title>%[1]s</title></head><body><header><a href=/logout>Log out</a></header>
<h1>Hello %[2]s</h1><p class=echo style="font: 40px sans-serif">%[1]s</p><p style="font: 40px sans-serif">ordinary words</p><!-- %[1]s -->
<a href="/p/9?token=%[3]s">%[1]s</a> <a href="/p/7">seven</a> <input id=s style="font: 40px sans-serif; width: 20em"><button id=send onclick="tell()">send</button>
<script>const p = %[4]s, b = "%[5]s"; async function tell() { await fetch('/echo', {method: 'POST', headers: {'X-Own': btoa('x')}, body: JSON.stringify({v: s.value, b})}); }</script></body></html>`,
		html.EscapeString(canaryPass), html.EscapeString(canaryUser), url.QueryEscape(canaryPass), quoted, base64.StdEncoding.EncodeToString([]byte(canaryUser+":"+canaryPass)))
}

const canaryFlow = `name: canary
vars: {base: http://a.example}
start: ["${base}/home", "${base}/fail", "${base}/p/{1..5}"]
politeness: {delay: 0s, robots: ignore}
limits: {attempts: 1}
session: {login: auto, url: "${base}/login"}
render: auto
pages:
  - match: /fail
    steps:
      - fill: {selector: "#s", value: "${secret:LOGIN_PASSWORD}"}
      - eval: "history.pushState(null, '', '/fail?x=' + encodeURIComponent(p) + '#' + p)"
      - {click: "#nobody", timeout: 500ms}
  - match: /home
    steps:
      - fill: {selector: "#s", value: "${secret:LOGIN_PASSWORD}"}
      - click: "#send"
      - wait: network
      - eval: {script: "({deep: [p, b]})", as: kept}
      - screenshot: shot.png
extract:
  echo:
    match: /**
    fields: {text: .echo, head: h1, of: "title", kept: {from: values, select: $.kept, type: json}}
`

// TestCanary crawls a site that repeats the secrets, and looks for them in all
// that the run left and wrote, and in the list of processes while it ran.
func TestCanary(t *testing.T) {
	t.Parallel()
	site := &parrot{}
	server := httptest.NewServer(site)
	defer server.Close()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "canary.yaml"), []byte(canaryFlow), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) *exec.Cmd {
		cmd := exec.Command("dyncrawl", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "LOGIN_USER="+canaryUser, "LOGIN_PASSWORD="+canaryPass)
		return cmd
	}
	crawl := run("run", "canary.yaml", "--var", "base="+server.URL, "--verbose", "--log", "json")
	var said bytes.Buffer
	crawl.Stdout, crawl.Stderr = &said, &said
	if err := crawl.Start(); err != nil {
		t.Fatal(err)
	}
	over := make(chan error, 1)
	go func() { over <- crawl.Wait() }()
	watch(t, dir, over)
	if site.logins == 0 || !strings.Contains(said.String(), "nobody") {
		t.Fatalf("%d logins; the run says\n%s", site.logins, &said)
	}
	expectNoCanary(t, "output", said.Bytes())
	for _, args := range [][]string{{"export", "canary", "--to", "jsonl"}, {"export", "canary", "--to", "csv"}, {"show", "canary"}, {"show", "canary", "--items", "echo"}, {"report", "canary"}} {
		out, _ := run(args...).CombinedOutput()
		expectNoCanary(t, strings.Join(args, " "), out)
	}
	expectNoCanaryBelow(t, dir)
	expectNoCanaryStored(t, filepath.Join(dir, "canary.db"))
}

// watch looks at the processes and at the files of the store until the run is over.
func watch(t *testing.T, dir string, over <-chan error) {
	for {
		select {
		case <-over:
			return
		case <-time.After(20 * time.Millisecond):
		}
		for _, pattern := range []string{"/proc/[0-9]*/cmdline", filepath.Join(dir, "*.db*")} {
			files, _ := filepath.Glob(pattern)
			for _, file := range files {
				text, _ := os.ReadFile(file)
				expectNoCanary(t, file, text)
			}
		}
	}
}

// canaryForms are ways in which the canaries may be written.
func canaryForms() []string {
	var forms []string
	for _, secret := range []string{canaryUser, canaryPass} {
		quoted, _ := json.Marshal(secret)
		forms = append(forms, secret, url.QueryEscape(secret), url.PathEscape(secret), strings.Trim(string(quoted), `"`), html.EscapeString(secret),
			strings.ReplaceAll(html.EscapeString(secret), "&#34;", "&quot;"), strings.ReplaceAll(url.QueryEscape(secret), "+", "%20"))
		for shift, skip := range []int{0, 2, 3} {
			text := base64.RawStdEncoding.EncodeToString(append(make([]byte, shift), secret...))
			forms = append(forms, text[skip:len(text)-1])
		}
	}
	return append(forms, "9Xk", "7Qz")
}

func expectNoCanary(t *testing.T, where string, text []byte) {
	t.Helper()
	for _, form := range canaryForms() {
		if i := bytes.Index(text, []byte(form)); i >= 0 {
			t.Errorf("%s shows %q: …%s…", where, form, text[max(0, i-60):min(len(text), i+len(form)+20)])
			return
		}
	}
}

// expectNoCanaryBelow looks into every file, and reads every picture.
func expectNoCanaryBelow(t *testing.T, dir string) {
	pictures := 0
	err := filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(file)
		expectNoCanary(t, file, text)
		if filepath.Ext(file) == ".png" {
			pictures++
			words, err := exec.Command("tesseract", file, "stdout").Output()
			if err != nil {
				return err
			}
			expectNoCanary(t, "the picture "+file, words)
			if strings.Contains(string(words), "c4nary") || !strings.Contains(string(words), "ordinary words") {
				t.Errorf("the picture %s shows %q", file, words)
			}
		}
		return err
	})
	if err != nil || pictures != 2 {
		t.Errorf("%d pictures, want that of the failure and that of the step: %v", pictures, err)
	}
}

// expectNoCanaryStored looks into every column of every table, compressed or not.
func expectNoCanaryStored(t *testing.T, file string) {
	db, err := sql.Open("sqlite3", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	unpack, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer unpack.Close()
	unpacked := 0
	for _, table := range column(t, db, `SELECT name FROM sqlite_schema WHERE type = 'table'`) {
		rows, err := db.Query(`SELECT * FROM "` + string(table) + `"`)
		if err != nil {
			continue // a virtual table of another module
		}
		names, _ := rows.Columns()
		values, into := make([]sql.RawBytes, len(names)), make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		for rows.Next() {
			if err := rows.Scan(into...); err != nil {
				t.Fatal(err)
			}
			for i, value := range values {
				expectNoCanary(t, string(table)+"."+names[i], value)
				if plain, err := unpack.DecodeAll(value, nil); err == nil && len(value) > 0 {
					unpacked++
					expectNoCanary(t, string(table)+"."+names[i]+", unpacked", plain)
				}
			}
		}
		rows.Close()
	}
	if unpacked < 6 {
		t.Errorf("only %d values were compressed: pages and exchanges are missing", unpacked)
	}
}

func column(t *testing.T, db *sql.DB, query string) [][]byte {
	rows, err := db.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var list [][]byte
	for rows.Next() {
		var value []byte
		if err := rows.Scan(&value); err != nil {
			t.Fatal(err)
		}
		list = append(list, value)
	}
	return list
}
