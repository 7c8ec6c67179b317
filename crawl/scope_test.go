package crawl

import (
	"testing"

	"dyncrawl"
	"dyncrawl/flows"
)

func TestLogsOut(t *testing.T) {
	for _, c := range []struct {
		url, text string
		want      bool
	}{
		{"https://a.example/logout", "", true},
		{"https://a.example/user/Log-Out?x=1", "", true},
		{"https://a.example/?action=logoff", "", true},
		{"https://a.example/sign_out", "", true},
		{"https://a.example/x", "退出", true},
		{"https://a.example/x", " 安全退出 ", true},
		{"https://a.example/x", "注销登录", true},
		{"https://a.example/x", "Sign out", true},
		{"https://a.example/x", "Abmelden", true},
		{"https://a.example/x", "Se déconnecter", true},
		{"https://a.example/x", "Cerrar sesión", true},
		{"https://a.example/x", "Выйти", true},
		{"https://a.example/x", "ログアウト", true},
		{"https://a.example/x", "로그아웃", true},
		{"https://a.example/blogoutings", "", false},
		{"https://a.example/catalogoffers", "", false},
		{"https://a.example/news/1", "英国退出欧盟", false},
		{"https://a.example/login", "Log in", false},
	} {
		if got := logsOut(dyncrawl.Link{URL: c.url, Text: c.text}); got != c.want {
			t.Errorf("%s %q logs out: %v, want %v", c.url, c.text, got, c.want)
		}
	}
}

func TestScope(t *testing.T) {
	depth := 2
	pattern := func(text string) dyncrawl.Pattern {
		p, err := dyncrawl.ParsePattern(text)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	s, err := newScope(&flows.Flow{
		Start: []flows.Start{{URL: "https://ignored.example/"}},
		Scope: flows.Scope{
			Hosts: []string{"a.example", "*.b.example", "c.example:8080"}, Depth: &depth,
			Include: []dyncrawl.Pattern{pattern("/docs/**")}, Exclude: []dyncrawl.Pattern{pattern("**/old/**")},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]bool{
		"https://a.example/docs/1":      true,
		"https://A.example/docs/1":      true,
		"https://b.example/docs/1":      true,
		"https://x.b.example/docs/1":    true,
		"https://xb.example/docs/1":     false,
		"http://c.example:8080/docs/1":  true,
		"http://c.example/docs/1":       false,
		"https://a.example/other":       false,
		"https://a.example/docs/old/1":  false,
		"https://ignored.example/docs/": false,
		"ftp://a.example/docs/1":        false,
		"https://a.example/docs/logout": false,
	} {
		got := s.requests(dyncrawl.Request{URL: "https://a.example/", Depth: 1}, []dyncrawl.Link{{URL: url}})
		if (len(got) == 1) != want {
			t.Errorf("%s is followed: %v, want %v", url, len(got) == 1, want)
		}
	}
	if got := s.requests(dyncrawl.Request{Depth: 2}, []dyncrawl.Link{{URL: "https://a.example/docs/1"}}); got != nil {
		t.Errorf("beyond the depth: %v", got)
	}
}
