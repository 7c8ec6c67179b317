package frontier_test

import (
	"strings"
	"testing"

	"dyncrawl"
	"dyncrawl/frontier"
)

func TestNormalForm(t *testing.T) {
	for _, c := range []struct{ raw, want string }{
		{"HTTP://Example.COM:80/a/../b", "http://example.com/b"},
		{"https://example.com:443", "https://example.com/"},
		{"https://example.com:8443/", "https://example.com:8443/"},
		{" https://example.com/a\tb\n", "https://example.com/ab"},
		{"https://user:secret@example.com/", "https://example.com/"},
		{"https://example.com/a//b", "https://example.com/a//b"},
		{"https://example.com/a%2Fb", "https://example.com/a%2Fb"},
		{`https:\\example.com\a`, "https://example.com/a"},
		{"http://0x7f.1/", "http://127.0.0.1/"},
		{"http://[::0:1]/", "http://[::1]/"},
		{"https://例子.测试/", "https://xn--fsqu00a.xn--0zwm56d/"},
		{"https://bücher.example/", "https://xn--bcher-kva.example/"},
		{"https://example.com/用户?名=张", "https://example.com/%E7%94%A8%E6%88%B7?%E5%90%8D=%E5%BC%A0"},
		{"https://example.com/s?wd=%D6%D0%B9%FA&ie=gbk", "https://example.com/s?ie=gbk&wd=%D6%D0%B9%FA"},
		{"https://example.com/?b=2&a=1", "https://example.com/?a=1&b=2"},
		{"https://example.com/?a=2&b=0&a=1", "https://example.com/?a=2&a=1&b=0"},
		{"https://example.com/?a=%2B&b=+", "https://example.com/?a=%2B&b=+"},
		{"https://example.com/?flag&a=", "https://example.com/?a=&flag"},
		{"https://example.com/?", "https://example.com/"},
		{"https://example.com/??a", "https://example.com/??a"},
		{"https://example.com/?&&a=1&", "https://example.com/?a=1"},
		{"https://example.com/?utm_source=x&id=5&gclid=y&fbclid=z", "https://example.com/?id=5"},
		{"https://example.com/?utm_source=x", "https://example.com/"},
		{"https://example.com/?UTM=1", "https://example.com/?UTM=1"},
		{"https://example.com/a#top", "https://example.com/a"},
		{"https://example.com/a#", "https://example.com/a"},
		{"https://example.com/app#/users/5?tab=2", "https://example.com/app#/users/5?tab=2"},
		{"https://example.com/app#!/users/5", "https://example.com/app#!/users/5"},
	} {
		t.Run(c.raw, func(t *testing.T) {
			got, err := frontier.Normaliser{}.URL(c.raw)
			if err != nil {
				t.Fatal(err)
			}
			if got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestWindingPaths(t *testing.T) {
	for _, c := range []struct {
		path  string
		winds bool
	}{
		{"/a/a", false},
		{"/a/a/a", true},
		{"/shop/a/a/a/b", true},
		{"/a/b/a/b", false},
		{"/a/b/a/b/a/b", true},
		{"/x/a/b/c/a/b/c/a/b/c", true},
		{"/tiles/0/0/0.png", false},
		{"/tiles/0/0/0", false},
		{"/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20", false},
		{"/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/21", true},
	} {
		_, err := frontier.Normaliser{}.URL("https://example.com" + c.path)
		if got := dyncrawl.ClassOf(err) == dyncrawl.ClassTrap && err != nil; got != c.winds {
			t.Errorf("%s: %v", c.path, err)
		}
	}
}

func TestKeepFragment(t *testing.T) {
	got, err := frontier.Normaliser{KeepFragment: true}.URL("https://example.com/a#page2")
	if err != nil || got != "https://example.com/a#page2" {
		t.Error(got, err)
	}
}

func TestURLsThatCannotBeCrawled(t *testing.T) {
	for _, c := range []struct {
		raw   string
		class dyncrawl.Class
	}{
		{"", dyncrawl.ClassURL},
		{"/relative", dyncrawl.ClassURL},
		{"https://", dyncrawl.ClassURL},
		{"https://exa mple.com/", dyncrawl.ClassURL},
		{"https://example.com:99999/", dyncrawl.ClassURL},
		{"https://[::1/", dyncrawl.ClassURL},
		{"https://example.com/" + strings.Repeat("a", 9000), dyncrawl.ClassURL},
		{"https://" + strings.Repeat("a.", 130) + "com/", dyncrawl.ClassURL},
		{"javascript:void(0)", dyncrawl.ClassScheme},
		{"mailto:a@example.com", dyncrawl.ClassScheme},
		{"chrome://settings", dyncrawl.ClassScheme},
		{"file:///etc/passwd", dyncrawl.ClassScheme},
		{"view-source:https://example.com/", dyncrawl.ClassScheme},
	} {
		t.Run(c.raw[:min(len(c.raw), 30)], func(t *testing.T) {
			got, err := frontier.Normaliser{}.URL(c.raw)
			if got != "" || dyncrawl.ClassOf(err) != c.class || dyncrawl.HintOf(err) == "" {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}

func FuzzNormalFormIsStable(f *testing.F) {
	for _, seed := range []string{"https://例子.测试/用户?b=%D6&a#/x", "http://a/?&=&=1&utm_x", "http://a/%zz?%#!", "http:a", "HTTP://a:080/\\..//"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		once, err := frontier.Normaliser{}.URL(raw)
		if err != nil {
			return
		}
		if twice, err := (frontier.Normaliser{}).URL(once); err != nil || twice != once {
			t.Errorf("%q became %q and then %q (%v)", raw, once, twice, err)
		}
	})
}
