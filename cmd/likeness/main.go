// Command likeness measures how alike two states of a page must be to be one:
// what pages change by themselves, and what actions show, happens to pages of the
// practice sites, and each threshold is judged by how often it parts what is one
// state and takes two states for one.
package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"

	"dyncrawl/browser"
	"dyncrawl/browser/chrome"
	"dyncrawl/browser/chromedp"
	"dyncrawl/demo"
	"dyncrawl/explore"
	"dyncrawl/extract"
)

var (
	//go:embed page.js
	pageJS string
	//go:embed mutations.js
	mutationsJS string
)

func main() {
	file := flag.String("write", "", "write the pairs to the `file`")
	flag.Parse()
	if err := run(context.Background(), *file); err != nil {
		fmt.Fprintln(os.Stderr, "likeness:", err)
		os.Exit(1)
	}
}

// fronts are the pages of the practice sites whose links are taken too.
var fronts = []string{"/articles/", "/people/", "/shop/", "/spa/", "/course/", "/bench/plain/p/0"}

// others are pages that no front leads to among the first.
var others = []string{"/course/store", "/course/c/form-types", "/course/c/content-rows", "/course/c/widget-tabs", "/course/never"}

func run(ctx context.Context, file string) (err error) {
	sites, err := demo.New(demo.Config{})
	if err != nil {
		return err
	}
	server := httptest.NewServer(sites)
	defer server.Close()
	driver, err := chromedp.Launch(ctx, chrome.Config{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, driver.Close()) }()
	c, err := browser.NewContext(ctx, driver, browser.Config{})
	if err != nil {
		return err
	}
	tab, err := c.NewTab(ctx, browser.SkipQuiet)
	if err != nil {
		return err
	}
	pairs, err := (&lab{tab: tab, base: server.URL}).pairs(ctx)
	if err != nil {
		return err
	}
	printTable(os.Stdout, pairs)
	if file == "" {
		return nil
	}
	return os.WriteFile(file, []byte(lines(pairs)), 0o644)
}

// lab makes pairs of states in a tab.
type lab struct {
	tab       *browser.Tab
	base      string
	mutations []string
	at        string // path of the page that is shown
}

// show loads a page.
func (l *lab) show(ctx context.Context, path string) error {
	if err := l.tab.Goto(ctx, l.base+path); err != nil {
		return err
	}
	return l.tab.Settle(ctx, browser.SettleConfig{})
}

// paths returns the fronts with the first and the last page that each leads to.
func (l *lab) paths(ctx context.Context) ([]string, error) {
	paths := slices.Clone(others)
	for _, front := range fronts {
		if err := l.show(ctx, front); err != nil {
			return nil, err
		}
		page, err := l.tab.Snapshot(ctx)
		if err != nil {
			return nil, err
		}
		links := extract.Links(page, nil)
		paths = append(paths, front)
		for _, i := range []int{0, len(links) - 1} {
			if i < 0 || len(links) == 0 || !strings.HasPrefix(links[i].URL, l.base) {
				continue
			}
			if u, err := url.Parse(links[i].URL); err == nil && !slices.Contains(paths, u.RequestURI()) {
				paths = append(paths, u.RequestURI())
			}
		}
	}
	return paths, nil
}

// pairs has everything happen to every page.
func (l *lab) pairs(ctx context.Context) (list []pair, err error) {
	paths, err := l.paths(ctx)
	if err == nil {
		err = l.list(ctx)
	}
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		l.at = ""
		for _, mutation := range l.mutations {
			one, err := l.pair(ctx, path, mutation)
			if err != nil {
				return nil, fmt.Errorf("%s on %s: %w", mutation, path, err)
			}
			list = append(list, one)
		}
	}
	return list, nil
}

// list reads the names of the mutations: what kind, a bar, and the name.
func (l *lab) list(ctx context.Context) error {
	return l.eval(ctx, "Object.entries(all).flatMap(([kind, list]) => Object.keys(list).map((name) => kind + '|' + name))", &l.mutations)
}

// eval evaluates an expression with the mutations at hand, as all, and p.
func (l *lab) eval(ctx context.Context, expression string, out any) error {
	return l.tab.Eval(ctx, "(() => { "+pageJS+"const all = "+mutationsJS+"; return "+expression+" })()", out)
}

// pair has one thing happen to a page, which is loaded unless it is as it was.
func (l *lab) pair(ctx context.Context, path, mutation string) (pair, error) {
	kind, name, _ := strings.Cut(mutation, "|")
	clean := false
	if l.at == path {
		if err := l.eval(ctx, "p.undo()", &clean); err != nil {
			return pair{}, err
		}
	}
	if !clean {
		if err := l.show(ctx, path); err != nil {
			return pair{}, err
		}
		l.at = path
	}
	before, err := l.print(ctx, kind, name, "before?.(p)")
	if err != nil {
		return pair{}, err
	}
	after, err := l.print(ctx, kind, name, "then()")
	if err != nil {
		return pair{}, err
	}
	return newPair(path+" "+name, kind == "noise", before, after), nil
}

// print has a part of a mutation happen and returns what the page shows then.
func (l *lab) print(ctx context.Context, kind, name, part string) (explore.Print, error) {
	if err := l.eval(ctx, fmt.Sprintf("void all[%q][%q].%s", kind, name, part), nil); err != nil {
		return explore.Print{}, err
	}
	view, err := l.tab.Survey(ctx)
	if err != nil {
		return explore.Print{}, err
	}
	return explore.PrintOf(view), nil
}
