package browsertest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
)

var poolTests = []test{
	{"lends as many tabs as it has", testPoolLimit},
	{"replaces broken and worn tabs", testPoolRecycle},
	{"begins with the session state", testPoolState},
	{"starts another browser when one is killed", testPoolHeals},
	{"Close leaves nothing behind", testPoolClose},
}

func (s *suite) pool(t *testing.T, cfg browser.PoolConfig) *browser.Pool {
	t.Helper()
	p := browser.NewPool(s.open, cfg)
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Errorf("close pool: %v", err)
		}
	})
	return p
}

func acquire(t *testing.T, p *browser.Pool) *browser.Tab {
	t.Helper()
	tab, err := p.Acquire(t.Context(), browser.RealTime)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

func testPoolLimit(t *testing.T, s *suite) {
	p := s.pool(t, browser.PoolConfig{Tabs: 2})
	a, b := acquire(t, p), acquire(t, p)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := p.Acquire(ctx, browser.RealTime); err == nil {
		t.Fatal("lent a third tab of two")
	}
	var wg sync.WaitGroup
	for i, tab := range []*browser.Tab{a, b} {
		wg.Go(func() {
			if page := s.revisit(t, tab, "/late-xhr.html?"+strconv.Itoa(i)); len(page.Exchanges) != 1 {
				t.Errorf("tab %d: %d exchanges", i, len(page.Exchanges))
			}
			p.Release(tab)
		})
	}
	wg.Wait()
	if c := acquire(t, p); c != a && c != b {
		t.Error("opened a tab though two were idle")
	}
}

func testPoolRecycle(t *testing.T, s *suite) {
	p := s.pool(t, browser.PoolConfig{Tabs: 1, Recycle: 2})
	first := acquire(t, p)
	s.revisit(t, first, "/static.html")
	p.Release(first)
	second := acquire(t, p)
	if second != first {
		t.Error("replaced a tab after one visit of two")
	}
	s.revisit(t, second, "/static.html")
	p.Release(second)
	third := acquire(t, p)
	if third == first {
		t.Error("kept a tab after two visits of two")
	}
	_ = third.Session().Call(t.Context(), "Page.crash", nil, nil)
	p.Release(third)
	fourth := acquire(t, p)
	if err := fourth.Goto(t.Context(), s.site.URL+"/reload.html"); err != nil {
		t.Fatal(err)
	}
	wantClass(t, fourth.Settle(t.Context(), settle), dyncrawl.ClassNavLoop)
	p.Release(fourth)
	fifth := acquire(t, p)
	if fifth == fourth {
		t.Error("kept a tab whose page goes to other documents again and again")
	}
	s.revisit(t, fifth, "/static.html")
}

func testPoolState(t *testing.T, s *suite) {
	state := &browser.State{
		Cookies: []browser.Cookie{{Name: "who", Value: "pool", Domain: "127.0.0.1", Path: "/", Expires: -1}},
		Origins: []browser.Origin{{
			Origin:         s.site.URL,
			LocalStorage:   []browser.Entry{{Name: "token", Value: "t2"}},
			SessionStorage: []browser.Entry{{Name: "tab", Value: "s2"}},
		}},
	}
	p := s.pool(t, browser.PoolConfig{Tabs: 2, State: func(context.Context) (*browser.State, error) { return state, nil }})
	for range 2 {
		tab := acquire(t, p)
		if page := s.revisit(t, tab, "/storage.html"); !strings.Contains(page.HTML, "local t2, session s2") {
			t.Error(page.HTML)
		}
		if page := s.revisit(t, tab, "/cookie"); !strings.Contains(page.HTML, "who=pool") {
			t.Error(page.HTML)
		}
	}
}

func testPoolHeals(t *testing.T, s *suite) {
	p := s.pool(t, browser.PoolConfig{Tabs: 2})
	others := children(t)
	tab := acquire(t, p)
	time.AfterFunc(100*time.Millisecond, func() { killNew(t, others) })
	wantClass(t, tab.Eval(t.Context(), "new Promise(() => {})", nil), dyncrawl.ClassCrashBrowser)
	if !tab.Broken() {
		t.Error("the tab does not know that it is broken")
	}
	p.Release(tab)
	next := acquire(t, p)
	if page := s.revisit(t, next, "/static.html"); page.Title != "Static page" {
		t.Errorf("after the restart: %q", page.Title)
	}
}

func testPoolClose(t *testing.T, s *suite) {
	before, dirs := children(t), profiles(t)
	p := browser.NewPool(s.open, browser.PoolConfig{Tabs: 2})
	idle, lent := acquire(t, p), acquire(t, p)
	p.Release(idle)
	if len(children(t)) == len(before) || len(profiles(t)) == len(dirs) {
		t.Fatal("no browser process or profile seen: this test would pass for nothing")
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if after := children(t); len(after) != len(before) {
		t.Errorf("processes before %v, after %v", before, after)
	}
	if after := profiles(t); len(after) != len(dirs) {
		t.Errorf("profiles before %v, after %v", dirs, after)
	}
	if !lent.Broken() {
		t.Error("the tab on loan does not know that it is broken")
	}
	if _, err := p.Acquire(t.Context(), browser.RealTime); err == nil {
		t.Error("lent a tab after Close")
	}
}

// children returns the process groups of our child processes, zombies included.
func children(t *testing.T) map[int]bool {
	t.Helper()
	groups := make(map[int]bool)
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range stats {
		data, err := os.ReadFile(path)
		if err != nil {
			continue // it has just ended
		}
		var state string
		var parent, group int
		text := string(data)
		if _, err := fmt.Sscan(text[strings.LastIndexByte(text, ')')+1:], &state, &parent, &group); err != nil {
			t.Fatal(err)
		}
		if parent == os.Getpid() {
			groups[group] = true
		}
	}
	return groups
}

// killNew kills the process groups that are not among the old ones.
func killNew(t *testing.T, old map[int]bool) {
	for group := range children(t) {
		if !old[group] {
			_ = syscall.Kill(-group, syscall.SIGKILL)
		}
	}
}

// profiles returns the directories that our browsers write to.
func profiles(t *testing.T) []string {
	t.Helper()
	dirs, err := filepath.Glob(filepath.Join(os.TempDir(), fmt.Sprintf("dyncrawl-chrome-%d-*", os.Getpid())))
	if err != nil {
		t.Fatal(err)
	}
	return dirs
}
