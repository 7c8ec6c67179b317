package main

import (
	"encoding/json"
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"dyncrawl/browser"
	"dyncrawl/demo"
	"dyncrawl/flows"
	"dyncrawl/learn"
)

var anew = flag.Bool("record", false, "record the visits that package learn is tested with")

// recorded are the visits that are recorded: the flow, the pages, and the file.
var recorded = []struct {
	file, flow string
	pages      []string
}{
	{"people-followers", "people", []string{"/people/{0}/followers", "/people/{1}/followers", "/people/{2}/followers", "/people/{9}/followers", "/people/{30}/followers"}},
	{"people-member", "people", []string{"/people/{0}", "/people/{5}", "/people/{9}", "/people/{17}"}},
	{"renren-profile", "renren", []string{"/renren/profile?id={0}", "/renren/profile?id={1}", "/renren/profile?id={2}", "/renren/profile?id={4}", "/renren/profile?id={7}"}},
	{"shop-list", "shop", []string{"/shop/c/phones", "/shop/c/laptops", "/shop/c/headphones", "/shop/c/lamps"}},
	{"shop-product", "shop", []string{"/shop/p/{0}", "/shop/p/{1}", "/shop/p/{2}", "/shop/p/{30}", "/shop/p/{31}"}},
	{"spa-item", "spa", []string{"/spa/item/1", "/spa/item/2", "/spa/item/3", "/spa/item/11"}},
	{"spa-hash", "spa", []string{"/spa/hash#/item/21", "/spa/hash#/item/22", "/spa/hash#/item/29"}},
}

// TestRecord visits the practice sites in a browser and writes what was seen to
// learn/testdata, with -record only.
func TestRecord(t *testing.T) {
	if !*anew {
		t.Skip("run with -record to visit the practice sites anew")
	}
	flowDir, testdata := absolute(t, "../../flows"), absolute(t, "../../learn/testdata")
	t.Chdir(t.TempDir()) // the login is kept there
	sites, err := demo.New(demo.Config{Users: 12})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(sites)
	defer server.Close()
	for name, secret := range sites.Secrets() {
		t.Setenv(name, secret)
	}
	opener, err := (&browserFlags{driver: "chromedp"}).opener("", false)
	if err != nil {
		t.Fatal(err)
	}
	pool := browser.NewPool(opener, browser.PoolConfig{Tabs: 1})
	defer pool.Close()
	tab, err := pool.Acquire(t.Context(), browser.RealTime)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Release(tab)
	for _, r := range recorded {
		flow, err := loadFlow(filepath.Join(flowDir, r.flow+".yaml"), flows.Vars{"demo": server.URL})
		if err != nil {
			t.Fatal(err)
		}
		s := newSampler(tab, flow, 3*time.Minute)
		if err := s.logIn(t.Context()); err != nil {
			t.Fatal(err)
		}
		var samples []learn.Sample
		for _, page := range r.pages {
			sample, err := s.sample(t.Context(), server.URL+named(t, server.URL, r.flow, page))
			if err != nil {
				t.Fatal(err)
			}
			sample.Items, sample.Links = nil, nil // the test reads the page itself
			samples = append(samples, sample)
		}
		write(t, filepath.Join(testdata, r.file+".json.zst"), samples)
	}
}

// named replaces {3} in a path by the name of the third member, user or product,
// counted from 0, as the site's truth lists them.
func named(t *testing.T, site, flow, path string) string {
	before, rest, ok := strings.Cut(path, "{")
	if !ok {
		return path
	}
	number, after, _ := strings.Cut(rest, "}")
	index, err := strconv.Atoi(number)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.Get(site + "/_truth/" + flow + ".json")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var truth struct {
		Members  []struct{ Slug string }
		Users    []struct{ ID int }
		Products []struct{ SKU string }
	}
	if err := json.NewDecoder(resp.Body).Decode(&truth); err != nil {
		t.Fatal(err)
	}
	switch flow {
	case "people":
		return before + truth.Members[index].Slug + after
	case "renren":
		return before + strconv.Itoa(truth.Users[index].ID) + after
	}
	return before + truth.Products[index].SKU + after
}

// write compresses the samples into a file of package learn's tests.
func write(t *testing.T, file string, samples []learn.Sample) {
	text, err := json.Marshal(samples)
	if err != nil {
		t.Fatal(err)
	}
	packer, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression))
	if err != nil {
		t.Fatal(err)
	}
	defer packer.Close()
	if err := os.WriteFile(file, packer.EncodeAll(text, nil), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d visits, %d exchanges on the first", filepath.Base(file), len(samples), len(samples[0].Page.Exchanges))
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}
