package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/cobra"

	"dyncrawl/browser"
	"dyncrawl/demo/forms"
	"dyncrawl/liveview/viewtest"
)

// asked counts the requests by method and path.
type asked struct {
	http.Handler
	mu     sync.Mutex
	counts map[string]int
}

func (a *asked) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.Handler.ServeHTTP(w, r)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.counts[r.Method+" "+r.URL.Path]++
}

func (a *asked) count(what string) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.counts[what]
}

// viewLink is a link to a live view.
var viewLink = regexp.MustCompile(`http://127\.0\.0\.1:\d+/\?token=[\w-]+`)

// linksIn hands on the links to live views in what a command writes.
func linksIn(out io.Reader) <-chan string {
	links := make(chan string, 8)
	go func() {
		defer close(links)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if link := viewLink.FindString(lines.Text()); link != "" {
				links <- link
			}
		}
	}()
	return links
}

// hit presses a key.
func hit(v *viewtest.Viewer, name, text string, number, modifiers int) {
	for _, kind := range []string{"down", "up"} {
		v.Send(viewtest.Message{
			"type": "key", "kind": kind, "key": name, "code": name, "number": number, "modifiers": modifiers,
			"text": map[string]string{"down": text}[kind]})
	}
}

// reads waits until the page shows a text, by selecting and copying all of it.
func reads(v *viewtest.Viewer, text string) {
	v.Until("the page to show "+text, func() bool {
		hit(v, "a", "", 65, 2)
		v.Send(viewtest.Message{"type": "copy"})
		v.Until("an answer", func() bool { return v.Has("clipboard") || v.Has("error") })
		if v.Has("error") {
			return v.Notice("error") == nil // the page has just changed
		}
		got, _ := v.Notice("clipboard")["text"].(string)
		return strings.Contains(got, text)
	})
}

// typed sends a text and the key Enter, after Tab has brought the focus to a field.
func typed(v *viewtest.Viewer, text string) {
	hit(v, "Tab", "", 9, 0)
	v.Send(viewtest.Message{"type": "text", "text": text})
	hit(v, "Enter", "\r", 13, 0)
}

// TestRecordVerb records a login by hand that the browser keeps in a database alone,
// and has run go in with the session that was kept, on both drivers, and without it.
func TestRecordVerb(t *testing.T) {
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	t.Setenv("CLUB_PASSWORD", forms.Password)
	t.Chdir(t.TempDir())
	site := &asked{Handler: forms.New(), counts: map[string]int{}}
	server := httptest.NewServer(site)
	defer func() { server.CloseClientConnections(); server.Close() }()
	out, code := &bytes.Buffer{}, make(chan int, 1)
	reader, writer := io.Pipe()
	go func() {
		code <- run([]string{"record", server.URL + "/forms/vault/", "--session", "club", "--flow", "club.yaml"}, strings.NewReader(""), out, writer)
		writer.Close()
	}()
	v := viewtest.Open(t, <-linksIn(reader))
	reads(v, "E-mail")
	hit(v, "Tab", "", 9, 0)
	v.Send(viewtest.Message{"type": "text", "text": forms.User})
	typed(v, forms.Password)
	reads(v, "Your orders")
	v.Send(viewtest.Message{"type": "done"})
	if got := <-code; got != exitOK {
		t.Fatalf("exit code %d: %s", got, out)
	}
	flow, err := os.ReadFile("club.yaml")
	if err != nil || bytes.Contains(flow, []byte(forms.Password)) || !bytes.Contains(flow, []byte("${secret:CLUB_PASSWORD}")) {
		t.Errorf("%v\n%s", err, flow)
	}
	if info, err := os.Stat(".dyncrawl/sessions/club.age"); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the session: %v, %v", info, err)
	}
	for _, c := range []struct {
		args   []string
		logins int // so far
	}{
		{[]string{"run", "club.yaml", "--driver", "chromedp"}, 1},
		{[]string{"run", "club.yaml", "--driver", "rod", "--store", "rod.db"}, 1},
		{[]string{"run", "club.yaml", "--fresh"}, 2},
	} {
		before := site.count("GET /forms/vault/orders")
		if got := run(c.args, strings.NewReader(""), out, out); got != exitOK {
			t.Errorf("%q: exit code %d\n%s\n%s", c.args, got, out, flow)
		}
		if got := site.count("POST /forms/vault/login"); got != c.logins {
			t.Errorf("%q: %d logins, want %d", c.args, got, c.logins)
		}
		if got := site.count("GET /forms/vault/orders") - before; got < 2 { // by the check and by the page
			t.Errorf("%q: what only members see was asked for %d times", c.args, got)
		}
	}
	for name, args := range map[string][]string{
		"over a flow that is there": {"club", "--flow", "club.yaml"}, "into a folder that is not there": {"club", "--flow", "none/club.yaml"},
		"outside of the sessions": {"../club"},
	} {
		if got := run(append([]string{"record", server.URL, "--session"}, args...), strings.NewReader(""), out, out); got != exitUsage {
			t.Errorf("%s: exit code %d", name, got)
		}
	}
}

// TestHandOver gives a tab to a person, who gives it back.
func TestHandOver(t *testing.T) {
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	flags := browserFlags{driver: "chromedp"}
	tab, end, err := flags.oneTab(t.Context(), false, browser.RealTime)
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	reader, writer := io.Pipe()
	call := func(_, link string) { fmt.Fprintln(writer, link) }
	given := make(chan error, 1)
	go func() { given <- flags.handOver(call)(context.Background(), tab, "type the code of your phone") }()
	v := viewtest.Open(t, <-linksIn(reader))
	if state := v.Notice("state"); state["title"] != "type the code of your phone" || state["done"] != "Go on crawling" {
		t.Errorf("the view says %v", state)
	}
	v.Send(viewtest.Message{"type": "done"})
	if err := <-given; err != nil {
		t.Error(err)
	}
}

// phone is a site whose login shows its form when somebody types, and wants the code
// of a phone.
func phone(w http.ResponseWriter, r *http.Request) {
	_, err := r.Cookie("in")
	switch {
	case r.URL.Path == "/in" && r.FormValue("code") == "424242":
		http.SetCookie(w, &http.Cookie{Name: "in", Value: "yes", Path: "/"})
		http.Redirect(w, r, "/", http.StatusFound)
	case r.URL.Path == "/" && err == nil:
		fmt.Fprint(w, `<title>home</title><a id="out">log out</a>`)
	default:
		fmt.Fprint(w, `<title>log in</title><body onkeydown="document.forms[0].hidden = false"><form hidden action="/in"><input id="code" name="code"><button>Go</button></form>`)
	}
}

const phoneFlow = `
name: phone
vars: {base: ""}
start: ${base}/
session:
  check: {url: "${base}/", selector: "#out"}
  login:
    - goto: ${base}/in
    - handoff: type anything
    - ask: {question: The code of your phone?, selector: "#code"}
    - click: button
    - expect: "#out"
`

// TestPersonWithoutTerminal has commands hand a tab over and ask a question where
// nobody sits at a terminal: as in a container, both go through links in the log.
func TestPersonWithoutTerminal(t *testing.T) {
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	t.Chdir(t.TempDir())
	server := httptest.NewServer(http.HandlerFunc(phone))
	defer func() { server.CloseClientConnections(); server.Close() }()
	if err := os.WriteFile("phone.yaml", []byte(phoneFlow), 0o600); err != nil {
		t.Fatal(err)
	}
	for shows, args := range map[string][]string{"1 pages": {"run", "--log", "json"}, "5 steps done, 0 failed": {"flow", "try"}} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			out := guidedByPhone(t, append(args, "phone.yaml", "--var", "base="+server.URL))
			if !strings.Contains(out, shows) {
				t.Errorf("says %s", out)
			}
		})
	}
}

// guidedByPhone runs a command on the phone flow with a person at its links, and
// returns what it says.
func guidedByPhone(t *testing.T, args []string) string {
	out, code := &bytes.Buffer{}, make(chan int, 1)
	reader, writer := io.Pipe()
	go func() {
		code <- run(args, strings.NewReader(""), out, writer)
		writer.Close()
	}()
	links := linksIn(reader)
	v := viewtest.Open(t, <-links)
	v.Until("a picture", func() bool { return v.Frames() > 0 })
	hit(v, "a", "a", 65, 0)
	v.Send(viewtest.Message{"type": "done"})
	v = viewtest.Open(t, <-links)
	if asked := v.Notice("dialog"); asked["kind"] != "prompt" || asked["text"] != "The code of your phone?" {
		t.Errorf("asked %v", asked)
	}
	v.Send(viewtest.Message{"type": "dialog", "accept": true, "text": " 424242\n"})
	if got := <-code; got != exitOK {
		t.Errorf("exit code %d: %s", got, out)
	}
	return out.String()
}

// TestSecretNames asks at a terminal, and nowhere else.
func TestSecretNames(t *testing.T) {
	var said bytes.Buffer
	cmd := &cobra.Command{}
	cmd.SetIn(strings.NewReader("MY_PASSWORD\n\n"))
	cmd.SetErr(&said)
	p := newPrompter(cmd)
	if got := p.secret("shop")("password", "Password"); got != "" || said.Len() > 0 {
		t.Errorf("without a terminal: %q, said %q", got, &said)
	}
	p.terminal = true
	for _, want := range []string{"MY_PASSWORD", "SHOP_CODE"} {
		kind := map[string]string{"MY_PASSWORD": "password", "SHOP_CODE": "code"}[want]
		if got := p.secret("shop")(kind, "the field"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if !strings.Contains(said.String(), "the field (code) [SHOP_CODE]") {
		t.Errorf("said %q", &said)
	}
	p.in = bufio.NewReader(strings.NewReader("-\n\nAPP\n"))
	for _, want := range []string{"", "SHOP_SEED", "APP"} {
		if got := p.seed("shop")("Code"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	p.terminal = false
	if got := p.seed("shop")("Code"); got != "" {
		t.Errorf("without a terminal: %q", got)
	}
}
