package demo

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/text/encoding/simplifiedchinese"
)

// The numbers under which articles were published, some of which are gone.
const (
	firstArticle    = 80000
	lastArticle     = 80120
	missingArticles = 24
)

// article is one text of the magazine.
type article struct {
	ID         int       `json:"id"`
	Title      string    `json:"title"`
	Author     string    `json:"author"`
	Date       time.Time `json:"date"` // midnight UTC when the page tells only the day
	Tags       []string  `json:"tags"`
	Paragraphs []string  `json:"paragraphs"`
	Charset    string    `json:"charset"` // gbk or utf-8

	inHeader bool   // the charset stands in Content-Type; otherwise in a meta element
	layout   string // of the date
}

// DateText is the date as the page shows it.
func (a article) DateText() string { return a.Date.Format(a.layout) }

// Meta is the charset that a meta element must tell, or empty.
func (a article) Meta() string {
	if a.inHeader {
		return ""
	}
	return a.Charset
}

// articles is a magazine whose pages have numbers.
type articles struct {
	list    []article // by number
	missing []int
	tags    []string
	pages   pages

	redesign int64        // articles shown the old way; zero: all
	shown    atomic.Int64 // articles
}

func newArticles(c Config) *articles {
	w := scribe{c.rand("articles")}
	s := &articles{tags: strings.Split(articleTags, ","), pages: parsePages("articles"), redesign: int64(c.Redesign)}
	gone := w.Perm(lastArticle - firstArticle + 1)[:missingArticles]
	for i := range lastArticle - firstArticle + 1 {
		if slices.Contains(gone, i) {
			s.missing = append(s.missing, firstArticle+i)
			continue
		}
		s.list = append(s.list, newArticle(w, firstArticle+i, len(s.list)))
	}
	return s
}

const articleTags = "读书,散步,天气,厨房,Travel,修理,城市"

// newArticle writes the article with that number. Its place among the existing
// ones decides how it is encoded, so that all ways occur equally often.
func newArticle(w scribe, id, place int) article {
	a := article{
		ID:       id,
		Title:    w.headline(),
		Author:   w.nickname(),
		Charset:  [...]string{"gbk", "utf-8"}[place%2],
		inHeader: place/2%2 == 0,
		layout: [...]string{"2006年1月2日", "2006-01-02 15:04", "2006/01/02", "2006年1月2日 15:04",
			"January 2, 2006", "2 Jan 2006 15:04"}[w.IntN(6)],
	}
	a.Date = epoch().Add(time.Duration(id-lastArticle) * 11 * time.Hour).Add(time.Duration(w.IntN(600)) * time.Minute)
	if !strings.Contains(a.layout, "15") {
		a.Date = a.Date.Truncate(24 * time.Hour)
	}
	for range 2 + w.IntN(4) {
		a.Paragraphs = append(a.Paragraphs, w.paragraph(2+w.IntN(3)))
	}
	tags := strings.Split(articleTags, ",")
	for _, i := range w.Perm(len(tags))[:1+w.IntN(3)] {
		a.Tags = append(a.Tags, tags[i])
	}
	return a
}

func (s *articles) truth() any {
	return map[string]any{"articles": s.list, "missing": s.missing}
}

func (s *articles) routes(r router) {
	r.HandleFunc("GET /articles/{$}", s.front)
	r.HandleFunc("GET /articles/tag/{tag}", s.tag)
	r.HandleFunc("GET /articles/article/{page}", s.article)
}

// articleList is a page that links to articles.
type articleList struct {
	Title    string
	Articles []article
	Tags     []string
}

// front shows the latest 20 articles, newest first.
func (s *articles) front(w http.ResponseWriter, _ *http.Request) {
	latest := slices.Clone(s.list[len(s.list)-20:])
	slices.Reverse(latest)
	s.pages.show(w, http.StatusOK, "list.html", articleList{"最新文章", latest, s.tags})
}

func (s *articles) tag(w http.ResponseWriter, r *http.Request) {
	tag := r.PathValue("tag")
	if !slices.Contains(s.tags, tag) {
		s.pages.show(w, http.StatusNotFound, "missing.html", nil)
		return
	}
	page := articleList{Title: tag, Tags: s.tags}
	for _, a := range s.list {
		if slices.Contains(a.Tags, tag) {
			page.Articles = append(page.Articles, a)
		}
	}
	s.pages.show(w, http.StatusOK, "list.html", page)
}

// articlePage is an article with its neighbours, nil at the ends.
type articlePage struct {
	article
	Previous, Next *article
	Redesigned     bool // the author is named by a script, in place of the desk
}

func (s *articles) article(w http.ResponseWriter, r *http.Request) {
	i := s.index(r.PathValue("page"))
	if i < 0 {
		s.pages.show(w, http.StatusNotFound, "missing.html", nil)
		return
	}
	page := articlePage{article: s.list[i]}
	page.Redesigned = s.redesign > 0 && s.shown.Add(1) > s.redesign
	if i > 0 {
		page.Previous = &s.list[i-1]
	}
	if i+1 < len(s.list) {
		page.Next = &s.list[i+1]
	}
	s.showArticle(w, page)
}

// index returns the place of the article in the file "N.htm", or -1.
func (s *articles) index(file string) int {
	number, ok := strings.CutSuffix(file, ".htm")
	id, err := strconv.Atoi(number)
	if !ok || err != nil {
		return -1
	}
	return slices.IndexFunc(s.list, func(a article) bool { return a.ID == id })
}

// showArticle writes the page in the article's own encoding.
func (s *articles) showArticle(w http.ResponseWriter, page articlePage) {
	html, err := s.pages.render("article.html", page)
	if err == nil && page.Charset == "gbk" {
		html, err = simplifiedchinese.GBK.NewEncoder().Bytes(html)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	contentType := "text/html"
	if page.inHeader {
		contentType += "; charset=" + page.Charset
	}
	w.Header().Set("Content-Type", contentType)
	w.Write(html)
}
