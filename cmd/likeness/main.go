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
	tab  *browser.Tab
	base string
}

// show loads a page.
func (l *lab) show(ctx context.Context, path string) error {
	if err := l.tab.Goto(ctx, l.base+path); err != nil {
		return err
	}
	return l.tab.Settle(ctx, browser.SettleConfig{})
}

// paths returns the fronts with the first, the middle and the last page that each
// leads to.
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
		for _, i := range []int{0, len(links) / 2, len(links) - 1} {
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
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		var names []string
		if err := l.show(ctx, path); err != nil {
			return nil, err
		}
		all := "Object.entries(" + mutationsJS + ").flatMap(([kind, list]) => Object.keys(list).map((name) => kind + '|' + name))"
		if err := l.tab.Eval(ctx, "(() => { "+pageJS+"return "+all+" })()", &names); err != nil {
			return nil, err
		}
		for _, name := range names {
			one, err := l.pair(ctx, path, name)
			if err != nil {
				return nil, fmt.Errorf("%s on %s: %w", name, path, err)
			}
			list = append(list, one)
		}
	}
	return list, nil
}

// pair has one thing happen to a page.
func (l *lab) pair(ctx context.Context, path, mutation string) (pair, error) {
	kind, name, _ := strings.Cut(mutation, "|")
	if err := l.show(ctx, path); err != nil {
		return pair{}, err
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
	script := fmt.Sprintf("(() => { %s const all = %s; all[%q][%q].%s })()", pageJS, mutationsJS, kind, name, part)
	if err := l.tab.Eval(ctx, script, nil); err != nil {
		return explore.Print{}, err
	}
	view, err := l.tab.Survey(ctx)
	if err != nil {
		return explore.Print{}, err
	}
	return explore.PrintOf(view), nil
}
