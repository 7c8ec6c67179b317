package demo

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestSeedDecidesContent(t *testing.T) {
	one, same, other := visit(t, Config{}), visit(t, Config{Seed: 1}), visit(t, Config{Seed: 2})
	for _, name := range []string{"renren", "shop", "articles", "people", "spa", "delayed"} {
		path := "/_truth/" + name + ".json"
		truth := one.get(path).body
		if truth != same.get(path).body {
			t.Errorf("%s: two answers for one seed", path)
		}
		if truth == other.get(path).body {
			t.Errorf("%s: the same answer for two seeds", path)
		}
	}
}

func TestConfigIsChecked(t *testing.T) {
	for name, c := range map[string]Config{
		"one user":       {Users: 1},
		"negative users": {Users: -3},
		"negative speed": {Speed: -1},
		"negative life":  {SessionLife: -time.Second},
		"negative delay": {Latency: -time.Second},
	} {
		if _, err := New(c); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestEverySiteLinksToOneForbiddenPage(t *testing.T) {
	v := visit(t, Config{Users: 4})
	v.logIn()
	if robots := v.get("/robots.txt").body; !strings.Contains(robots, "Disallow: /*/private/\n") {
		t.Errorf("robots.txt does not forbid the private pages:\n%s", robots)
	}
	for page, link := range map[string]string{
		"/":            "/private/notes",
		"/renren/home": "/renren/private/notes",
		"/shop/":       "/shop/private/notes",
		"/articles/":   "/articles/private/notes",
		"/people/":     "/people/private/notes",
		"/spa/":        "/spa/private/notes",
		"/delayed":     "/delayed/private/notes",
	} {
		element(t, v.get(page).body, "href", link)
		element(t, v.get(link).body, "id", "forbidden")
	}
}

func TestPagesLinkToExistingFiles(t *testing.T) {
	v := visit(t, Config{Users: 4})
	v.logIn()
	var products struct{ Products []card }
	v.json("/shop/api/products?category=lamps&offset=0", &products)
	for _, page := range []string{"/", "/renren/profile?id=" + v.myID(), "/shop/c/lamps", products.Products[0].URL,
		"/articles/", "/people/", element(t, v.get("/people/").body, "id", "start").attr("href") + "/followers", "/spa/item/1", "/delayed"} {
		body := v.get(page).body
		for _, n := range append(elements(t, body, "src", ""), elements(t, body, "href", "")...) {
			target := n.attr("src") + n.attr("href")
			if n.attr("id") == "logout" {
				continue
			}
			if got := v.get(target); got.StatusCode >= 400 {
				t.Errorf("%s refers to %s: status %d", page, target, got.StatusCode)
			}
		}
	}
}

func TestHitsCountPathAndQuery(t *testing.T) {
	v := visit(t, Config{Users: 4})
	v.get("/shop/")
	v.get("/shop/api/products?category=lamps&offset=0")
	v.get("/shop/api/products?category=lamps&offset=0")
	hits := v.sites.Hits()
	if hits["/shop/"] != 1 || hits["/shop/api/products?category=lamps&offset=0"] != 2 || len(hits) != 2 {
		t.Errorf("hits: %v", hits)
	}
}

func TestSecretsStandOnTheIndexPage(t *testing.T) {
	v := visit(t, Config{Users: 4})
	page, secrets := v.get("/").body, v.sites.Secrets()
	if got := element(t, page, "id", "account-email").text(); got != secrets["RENREN_EMAIL"] {
		t.Errorf("e-mail on the page: %q", got)
	}
	if got := element(t, page, "id", "account-password").text(); got != secrets["RENREN_PASSWORD"] {
		t.Errorf("password on the page: %q", got)
	}
}

func TestLatencyHoldsBackAJAXAlone(t *testing.T) {
	sites, err := New(Config{Latency: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	answer := func(ctx context.Context, path string) int {
		w := httptest.NewRecorder()
		sites.ServeHTTP(w, httptest.NewRequestWithContext(ctx, "GET", path, nil))
		return w.Body.Len()
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if answer(t.Context(), "/shop/") == 0 {
		t.Error("a page was held back")
	}
	if n := answer(gone, "/shop/api/products?category=lamps&offset=0"); n > 0 {
		t.Errorf("%d bytes of AJAX came before their time", n)
	}
}
