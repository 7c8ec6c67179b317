package learn_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/browser/chrome"
	"dyncrawl/browser/chromedp"
	"dyncrawl/extract"
	"dyncrawl/flows"
	"dyncrawl/learn"
)

// small is a site of one page shape, whose script is all that makes it what it is.
type small struct {
	name   string
	page   string // what stands in the body; {id} is the last segment of the page's URL
	script string // id is that segment
	api    func(w http.ResponseWriter, r *http.Request)
	rule   string // the flow's extract section
	learn  []string
	other  string   // a page that was not learned from
	want   []string // its items: the fields a and b
	links  []string // some of its links
	refuse string   // in the error, when nothing can be learned
}

// postsRule reads elements of the class post.
const postsRule = `{post: {each: "#list > .post", key: [a], fields: {a: "@data-id", b: .text}}}`

// oneRule reads the page as one item.
const oneRule = `{doc: {match: /page/*, key: [a], fields: {a: {select: "#a"}, b: {select: "#b"}}}}`

// add is the part of the scripts that shows posts.
const add = `function add(p) {
	const li = document.createElement("li"); li.className = "post"; li.dataset.id = p.id;
	const a = document.createElement("a"); a.href = "/post/" + p.id; a.textContent = "open";
	const t = document.createElement("p"); t.className = "text"; t.textContent = p.words;
	li.append(t, a); document.getElementById("list").append(li);
}`

// posts are numbered from the page's id on.
func posts(id string, from, to int) []map[string]any {
	all := []map[string]any{}
	base := int(id[0]) * 100
	for i := from; i < to; i++ {
		all = append(all, map[string]any{"id": base + i, "words": fmt.Sprintf("words of %s, %d", id, i), "closed": i%3 == 1})
	}
	return all
}

// size is how many posts a page has.
func size(id string) int { return 3 + int(id[0])%5 }

func answer(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(value)
}

func smallSites(tokens *tokens) []small {
	return []small{
		{
			name: "JSON body and header with a token of the page that works once", page: `<meta name="csrf-token" content="{token}"><h1 id="a"></h1><p id="b"></p>`,
			script: `const t = document.querySelector("meta[name=csrf-token]").content;
				fetch("/api/doc", {method: "POST", headers: {"Content-Type": "application/json", "X-Csrf-Token": t},
				body: JSON.stringify({query: {id: Number(id), lang: "en"}, token: t})}).then(r => r.json()).then(d => {
				document.getElementById("a").textContent = "No. " + d.doc.number; document.getElementById("b").textContent = d.doc.body; })`,
			api: func(w http.ResponseWriter, r *http.Request) {
				var q struct {
					Query struct {
						ID   int
						Lang string
					}
					Token string
				}
				err := json.NewDecoder(r.Body).Decode(&q)
				if err != nil || !tokens.use(q.Token) || r.Header.Get("X-Csrf-Token") != q.Token || r.Header.Get("Content-Type") != "application/json" || q.Query.Lang != "en" {
					http.Error(w, "refused", http.StatusForbidden)
					return
				}
				answer(w, map[string]any{"doc": map[string]any{"number": "No. 1" + strconv.Itoa(q.Query.ID), "body": fmt.Sprintf("body %d", q.Query.ID)}})
			},
			rule:  `{doc: {match: /page/*, key: [a], fields: {a: {select: "#a", re: "[0-9]+"}, b: {select: "#b"}}}}`,
			learn: []string{"31", "42", "57"}, other: "64", want: []string{"164|body 64|"},
		},
		{
			name: "cursor", page: `<ul id="list"></ul>`,
			script: add + `(async () => { let after = ""; for (;;) {
				const d = await (await fetch("/api/feed?of=" + id + (after ? "&after=" + after : ""))).json();
				d.posts.forEach(add); if (!(after = d.cursor)) break; } })()`,
			api: func(w http.ResponseWriter, r *http.Request) {
				id, from := r.FormValue("of"), 0
				if after := r.FormValue("after"); after != "" {
					fmt.Sscanf(after, "c%d", &from)
				}
				to, cursor := from+2, any(fmt.Sprintf("c%dx", from+2))
				if to >= size(id) {
					to, cursor = size(id), nil
				}
				answer(w, map[string]any{"posts": posts(id, from, to), "cursor": cursor})
			},
			rule: postsRule, learn: []string{"ann", "bob", "cid"}, other: "dan", want: rowsOf("dan", size("dan")), links: []string{"/post/10002"},
		},
		{
			name: "next link in an HTML fragment", page: `<ul id="list"></ul>`,
			script: `(async () => { let next = "/api/part?of=" + id; while (next) {
				const list = document.getElementById("list");
				list.querySelectorAll("a.next").forEach(a => a.remove());
				list.insertAdjacentHTML("beforeend", await (await fetch(next)).text());
				const a = list.querySelector("a.next"); next = a && a.getAttribute("href"); } })()`,
			api: func(w http.ResponseWriter, r *http.Request) {
				id := r.FormValue("of")
				from, _ := strconv.Atoi(r.FormValue("from"))
				for _, p := range posts(id, from, min(from+2, size(id))) {
					fmt.Fprintf(w, `<li class="post" data-id="%d"><p class="text">%s</p></li>`, p["id"], p["words"])
				}
				if from+2 < size(id) {
					fmt.Fprintf(w, `<a class="next" href="/api/part?of=%s&amp;from=%d&amp;k=9">more</a>`, id, from+2)
				}
			},
			rule: postsRule, learn: []string{"ann", "bob", "cid"}, other: "dan", want: rowsOf("dan", size("dan")),
		},
		{
			name: "one call for each id of a list that is not closed", page: `<ul id="list"></ul>`,
			script: add + `(async () => { const d = await (await fetch("/api/board/" + id)).json();
				for (const p of d.posts) if (!p.closed) add(await (await fetch("/api/one/" + p.id + "?_=" + Date.now())).json()); })()`,
			api: func(w http.ResponseWriter, r *http.Request) {
				if name, ok := strings.CutPrefix(r.URL.Path, "/api/board/"); ok {
					list := posts(name, 0, size(name))
					for _, p := range list {
						delete(p, "words")
					}
					answer(w, map[string]any{"posts": list})
					return
				}
				n, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/api/one/"))
				if at, err := strconv.ParseInt(r.FormValue("_"), 10, 64); err != nil || time.Since(time.UnixMilli(at)).Abs() > time.Minute {
					http.Error(w, "stale", http.StatusBadRequest)
					return
				}
				answer(w, posts(string(rune(n/100))+"xx", n%100, n%100+1)[0])
			},
			rule: postsRule, learn: []string{"axx", "bxx", "cxx"}, other: "dxx",
			want: []string{"10000|words of dxx, 0|", "10002|words of dxx, 2|"}, links: []string{"/post/10002"},
		},
		{
			name: "HTML in JSON", page: `<ul id="list"></ul>`,
			script: `fetch("/api/html?of=" + id).then(r => r.json()).then(d => { document.getElementById("list").innerHTML = d.html; })`,
			api: func(w http.ResponseWriter, r *http.Request) {
				var b strings.Builder
				for _, p := range posts(r.FormValue("of"), 0, 3) {
					fmt.Fprintf(&b, `<li class="post" data-id="%d"><p class="text">%s</p><a href="/post/%d">open</a></li>`, p["id"], p["words"], p["id"])
				}
				answer(w, map[string]any{"ok": true, "html": b.String()})
			},
			rule: postsRule, learn: []string{"ann", "bob", "cid"}, other: "dan", want: rowsOf("dan", 3),
			links: []string{"/post/10000", "/post/10002"},
		},
		{
			name: "computed field", page: `<h1 id="a"></h1><p id="b"></p>`,
			script: `fetch("/api/score/" + id).then(r => r.json()).then(d => {
				document.getElementById("a").textContent = d.id; document.getElementById("b").textContent = d.score * 3 + 7; })`,
			api: func(w http.ResponseWriter, r *http.Request) {
				n, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/api/score/"))
				answer(w, map[string]any{"id": n, "score": n * n})
			},
			rule: oneRule, learn: []string{"11", "12", "13"}, refuse: "doc: field b: neither the plain page nor an answer has its values",
		},
		{
			name: "token of a cookie", page: `<h1 id="a"></h1><p id="b"></p>`,
			script: `document.cookie = "xsrf=" + ["a81f", "0c77d2"].join("");
				fetch("/api/c?id=" + id, {headers: {"X-Xsrf-Token": document.cookie.match(/xsrf=(\w+)/)[1]}}).then(r => r.json()).then(d => {
				document.getElementById("a").textContent = d.id; document.getElementById("b").textContent = d.words; })`,
			api: func(w http.ResponseWriter, r *http.Request) {
				answer(w, map[string]any{"id": r.FormValue("id"), "words": "words of " + r.FormValue("id")})
			},
			rule: oneRule, learn: []string{"21", "22", "23"}, refuse: "header X-Xsrf-Token looks like a secret",
		},
		{
			name: "signed parameter", page: `<h1 id="a"></h1><p id="b"></p>`,
			script: `(async () => { const d = await crypto.subtle.digest("SHA-256", new TextEncoder().encode("salt" + id));
				const sign = [...new Uint8Array(d)].map(b => b.toString(16).padStart(2, "0")).join("");
				const x = await (await fetch("/api/signed?id=" + id + "&sign=" + sign)).json();
				document.getElementById("a").textContent = x.id; document.getElementById("b").textContent = x.words; })()`,
			api: func(w http.ResponseWriter, r *http.Request) {
				if r.FormValue("sign") != fmt.Sprintf("%x", sha256.Sum256([]byte("salt"+r.FormValue("id")))) {
					http.Error(w, "sign", http.StatusForbidden)
					return
				}
				answer(w, map[string]any{"id": r.FormValue("id"), "words": "words of " + r.FormValue("id")})
			},
			rule: oneRule, learn: []string{"21", "22", "23"}, refuse: "GET /api/signed: query sign changes",
		},
	}
}

// rowsOf are the rows of the first posts of a page.
func rowsOf(id string, n int) []string {
	var all []string
	for _, p := range posts(id, 0, n) {
		all = append(all, fmt.Sprintf("%d|%s|", p["id"], p["words"]))
	}
	return all
}

// tokens are good for one use each.
type tokens struct {
	mu    sync.Mutex
	known map[string]bool
}

func (t *tokens) issue() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	token := fmt.Sprintf("%x", sha256.Sum256(fmt.Append(nil, len(t.known))))[:20]
	t.known[token] = true
	return token
}

func (t *tokens) use(token string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	fresh := t.known[token]
	t.known[token] = false
	return fresh
}

// serve serves a small site; the page is issued a token each time.
func (s *small) serve(tokens *tokens) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/api/", s.api)
	mux.HandleFunc("GET /page/{id}", func(w http.ResponseWriter, r *http.Request) {
		body := strings.ReplaceAll(s.page, "{token}", tokens.issue())
		fmt.Fprintf(w, "<!DOCTYPE html><title>t</title>%s<script>const id = location.pathname.split('/').pop();\n%s</script>", body, s.script)
	})
	return mux
}

// TestSmallSites visits each site in Chromium, learns, and visits another page
// without.
func TestSmallSites(t *testing.T) {
	t.Parallel()
	tab := newTab(t)
	tokens := &tokens{known: map[string]bool{}}
	for _, s := range smallSites(tokens) {
		t.Run(s.name, func(t *testing.T) {
			server := httptest.NewServer(s.serve(tokens))
			defer server.Close()
			flow := s.flow(t, server.URL)
			var samples []learn.Sample
			for _, id := range s.learn {
				samples = append(samples, render(t, tab, server.URL+"/page/"+id, flow))
			}
			tpl, err := learn.Learn(samples, flow.Extract, flow.Follow)
			if s.refuse != "" {
				if err == nil || !strings.Contains(err.Error(), s.refuse) {
					t.Fatalf("got %v, want an error with %q", err, s.refuse)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s", tpl)
			items, links := visitAll(t, tpl, http.DefaultClient, server.URL, []string{"/page/" + s.other})
			var found []string
			for _, some := range items {
				found = append(found, rows(some, "a", "b")...)
			}
			sameRows(t, s.name, found, s.want)
			for _, path := range s.links {
				if !links[path] {
					t.Errorf("no link to %s", path)
				}
			}
		})
	}
}

func (s *small) flow(t *testing.T, site string) *flows.Flow {
	t.Helper()
	flow, err := flows.Parse("small.yaml", []byte("name: small\nstart: "+site+"/\nextract: "+s.rule), flows.Vars{})
	if err != nil {
		t.Fatal(err)
	}
	return flow
}

// render visits a page in the browser and asks for it plainly.
func render(t *testing.T, tab *browser.Tab, url string, flow *flows.Flow) learn.Sample {
	t.Helper()
	if err := tab.Goto(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	if err := tab.Settle(t.Context(), browser.SettleConfig{Quiet: 100 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	page, err := tab.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	raw, err := plain(t, http.DefaultClient)(t.Context(), dyncrawl.Request{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	items, _ := extract.From(page, flow.Extract)
	return learn.Sample{Page: page, Raw: raw, Items: items, Links: extract.Links(page, flow.Follow)}
}

func newTab(t *testing.T) *browser.Tab {
	t.Helper()
	pool := browser.NewPool(func(ctx context.Context) (browser.Driver, error) { return chromedp.Launch(ctx, chrome.Config{}) }, browser.PoolConfig{Tabs: 1})
	t.Cleanup(func() { pool.Close() })
	tab, err := pool.Acquire(t.Context(), browser.RealTime)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Release(tab) })
	return tab
}
