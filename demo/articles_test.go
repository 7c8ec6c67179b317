package demo

import (
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html/charset"
)

// articlesTruth is what /_truth/articles.json says.
type articlesTruth struct {
	Articles []article
	Missing  []int
}

func TestArticleNumbers(t *testing.T) {
	v := visit(t, Config{Users: 4})
	var truth articlesTruth
	v.json("/_truth/articles.json", &truth)
	there := map[int]bool{}
	for _, a := range truth.Articles {
		there[a.ID] = true
	}
	gone := 0
	for id := 80000; id <= 80120; id++ {
		want := http.StatusOK
		if !there[id] {
			want = http.StatusNotFound
			gone++
		}
		if got := v.get(fmt.Sprintf("/articles/article/%d.htm", id)).StatusCode; got != want {
			t.Errorf("article %d: status %d, want %d", id, got, want)
		}
		if slices.Contains(truth.Missing, id) == there[id] {
			t.Errorf("article %d is both there and missing, or neither", id)
		}
	}
	if gone < 20 || gone > 28 {
		t.Errorf("%d of 121 are missing, want a fifth", gone)
	}
	for _, path := range []string{"79999.htm", "80121.htm", "80000", "x.htm", ".htm"} {
		if got := v.get("/articles/article/" + path).StatusCode; got != http.StatusNotFound {
			t.Errorf("%s: status %d, want 404", path, got)
		}
	}
}

func TestArticlePagesTellTheTruth(t *testing.T) {
	v := visit(t, Config{Users: 4})
	var truth articlesTruth
	v.json("/_truth/articles.json", &truth)
	ways := map[string]int{}
	for _, a := range truth.Articles {
		r := v.get(fmt.Sprintf("/articles/article/%d.htm", a.ID))
		_, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if err != nil {
			t.Fatal(err)
		}
		encoding, name, certain := charset.DetermineEncoding([]byte(r.body)[:min(1024, len(r.body))], r.Header.Get("Content-Type"))
		if name != a.Charset {
			t.Errorf("article %d is said to be %s (certain: %t), truth says %s", a.ID, name, certain, a.Charset)
		}
		ways[name+" "+params["charset"]]++
		page, err := encoding.NewDecoder().String(r.body)
		if err != nil {
			t.Fatal(err)
		}
		checkArticle(t, page, a)
	}
	for _, way := range []string{"gbk gbk", "gbk ", "utf-8 utf-8", "utf-8 "} {
		if ways[way] < 20 {
			t.Errorf("%d pages are encoded as %q", ways[way], way)
		}
	}
}

// checkArticle compares a decoded page with the truth.
func checkArticle(t *testing.T, page string, a article) {
	t.Helper()
	if got := element(t, page, "class", "title").text(); got != a.Title {
		t.Errorf("article %d: title %q, truth %q", a.ID, got, a.Title)
	}
	if got := element(t, page, "class", "author").text(); got != a.Author {
		t.Errorf("article %d: author %q, truth %q", a.ID, got, a.Author)
	}
	if got := articleDate(element(t, page, "class", "date").text()); !got.Equal(a.Date) {
		t.Errorf("article %d: date %v, truth %v", a.ID, got, a.Date)
	}
	body := strings.Join(strings.Fields(element(t, page, "class", "body").text()), "")
	if want := strings.Join(strings.Fields(strings.Join(a.Paragraphs, "")), ""); body != want {
		t.Errorf("article %d: body %q, truth %q", a.ID, body, want)
	}
	var tags []string
	for _, n := range elements(t, page, "rel", "tag") {
		tags = append(tags, n.text())
	}
	if !slices.Equal(tags, a.Tags) {
		t.Errorf("article %d: tags %q, truth %q", a.ID, tags, a.Tags)
	}
}

// articleDate reads a date in any of the ways that articles are dated.
func articleDate(text string) time.Time {
	for _, layout := range []string{"2006年1月2日 15:04", "2006年1月2日", "2006-01-02 15:04", "2006/01/02", "January 2, 2006", "2 Jan 2006 15:04"} {
		if date, err := time.Parse(layout, text); err == nil {
			return date
		}
	}
	return time.Time{}
}

func TestEveryArticleHasATagPage(t *testing.T) {
	v := visit(t, Config{Users: 4})
	var truth articlesTruth
	v.json("/_truth/articles.json", &truth)
	missing := map[string]bool{}
	for _, a := range truth.Articles {
		missing[fmt.Sprintf("/articles/article/%d.htm", a.ID)] = true
	}
	for _, tag := range elements(t, v.get("/articles/").body, "rel", "tag") {
		r := v.get(tag.attr("href"))
		if r.StatusCode != http.StatusOK {
			t.Errorf("tag %s: status %d", tag.text(), r.StatusCode)
		}
		for _, n := range elements(t, r.body, "href", "") {
			delete(missing, n.attr("href"))
		}
	}
	if len(missing) > 0 {
		t.Errorf("on no tag page: %v", missing)
	}
	if got := v.get("/articles/tag/none").StatusCode; got != http.StatusNotFound {
		t.Errorf("unknown tag: status %d, want 404", got)
	}
}

// TestRedesign: the pages change after as many articles, for everybody.
func TestRedesign(t *testing.T) {
	v := visit(t, Config{Redesign: 2})
	var truth articlesTruth
	v.json("/_truth/articles.json", &truth)
	for n, a := range truth.Articles[:3] {
		body := v.get(fmt.Sprintf("/articles/article/%d.htm", a.ID)).body
		changed := strings.Contains(body, "byline.js")
		if changed != (n >= 2) {
			t.Errorf("article %d: changed is %t", n, changed)
		}
	}
}
