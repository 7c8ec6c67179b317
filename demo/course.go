package demo

import (
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"
)

// courseCase is one page of the obstacle course: a control that leads to its
// mark when the right thing is done to it.
type courseCase struct {
	Name  string        `json:"name"`
	About string        `json:"about"`
	Mark  string        `json:"mark"` // path of the URL that must be found
	Body  template.HTML `json:"-"`
}

// course is an obstacle course for crawlers: a page for each way in which a page
// can hide a URL. Marks are made by scripts at the moment, or stand where few look.
type course struct {
	cases []courseCase
	store []storeView
	pages pages
}

func newCourse() (*course, error) {
	names, err := fs.Glob(files, "course/*.html")
	if err != nil {
		return nil, err
	}
	c := &course{store: newStore(), pages: parsePages("course/page")}
	for _, file := range names {
		text, err := fs.ReadFile(files, file)
		if err != nil {
			return nil, err
		}
		one, err := newCourseCase(strings.TrimSuffix(path.Base(file), ".html"), string(text))
		if err != nil {
			return nil, err
		}
		c.cases = append(c.cases, one)
	}
	return c, nil
}

// newCourseCase reads a case: a comment that says what it is about, and markup in
// which {{mark}} stands for the mark and {{name}} for the name.
func newCourseCase(name, text string) (courseCase, error) {
	about, body, ok := strings.Cut(text, "-->\n")
	if !ok {
		return courseCase{}, fmt.Errorf("course: %s does not begin with a comment that says what it is about", name)
	}
	mark := "/course/mark/" + name
	if strings.Contains(body, "/course/form/") {
		mark = "/course/form/" + name
	}
	body = strings.NewReplacer("{{mark}}", mark, "{{name}}", name).Replace(body)
	return courseCase{name, strings.TrimSpace(strings.TrimPrefix(about, "<!--")), mark, template.HTML(body)}, nil
}

func (c *course) truth() any {
	return map[string]any{"cases": c.cases, "states": c.store}
}

func (c *course) routes(r router) {
	r.HandleFunc("GET /course/{$}", c.index)
	r.HandleFunc("GET /course/c/{name}", c.show)
	r.HandleFunc("GET /course/mark/{name}", c.mark)
	r.HandleFunc("/course/form/{name}", c.mark)
	r.HandleFunc("/course/harm/{name}", c.mark)
	r.HandleFunc("GET /course/store", func(w http.ResponseWriter, _ *http.Request) { c.pages.show(w, http.StatusOK, "store.html", nil) })
	r.HandleFunc("GET /course/store.json", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, c.store) })
	r.HandleFunc("GET /course/never", c.never)
	r.HandleFunc("GET /course/part/{name}", c.part)
}

func (c *course) index(w http.ResponseWriter, _ *http.Request) {
	c.pages.show(w, http.StatusOK, "index.html", c.cases)
}

// courseHeaders are the answer headers that name a mark.
var courseHeaders = map[string]string{
	"link-header":           `Link: <%s>; rel="next"`,
	"link-content-location": `Content-Location: %s`,
	"link-policy":           `Content-Security-Policy-Report-Only: default-src 'none'; report-uri %s`,
}

// show answers with the page of a case; one that is a whole document stands for
// itself.
func (c *course) show(w http.ResponseWriter, r *http.Request) {
	i := slices.IndexFunc(c.cases, func(one courseCase) bool { return one.Name == r.PathValue("name") })
	if i < 0 {
		http.NotFound(w, r)
		return
	}
	one := c.cases[i]
	if name, value, ok := strings.Cut(courseHeaders[one.Name], ": "); ok {
		w.Header().Set(name, fmt.Sprintf(value, one.Mark))
	}
	if strings.HasPrefix(string(one.Body), "<!doctype") {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, one.Body)
		return
	}
	c.pages.show(w, http.StatusOK, "case.html", one)
}

func (c *course) mark(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, "<!doctype html><title>%[1]s</title><p>This is %[1]s.", template.HTMLEscapeString(r.PathValue("name")))
}

// courseParts are what the pages of the course load: a media type and a text.
var courseParts = map[string][2]string{
	"outer":           {"text/html", `<!doctype html><iframe src=/course/part/inner></iframe>`},
	"inner":           {"text/html", `<!doctype html><button id=b>In</button><script>b.onclick = () => top.mark('frame-same')</script>`},
	"sandboxed":       {"text/html", `<!doctype html><button id=b>In</button><script>b.onclick = () => parent.postMessage('sandbox', '*')</script>`},
	"cross-button":    {"text/html", `<!doctype html><button id=b>In</button><script>b.onclick = () => parent.postMessage('cross', '*')</script>`},
	"embed":           {"text/html", `<!doctype html><button id=b>In</button><script>b.onclick = () => top.mark('frame-embed')</script>`},
	"poll":            {"text/plain", "nothing yet"},
	"sitemap.xml":     {"application/xml", `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>/course/mark/link-sitemap</loc></url></urlset>`},
	"feed.xml":        {"application/rss+xml", `<?xml version="1.0"?><rss version="2.0"><channel><item><link>/course/mark/link-feed</link></item></channel></rss>`},
	"app.webmanifest": {"application/manifest+json", `{"name": "course", "start_url": "/course/mark/link-manifest"}`},
	"worker.js": {"text/javascript", `addEventListener('install', () => skipWaiting()); addEventListener('activate', (e) => e.waitUntil(clients.claim()));
addEventListener('fetch', (e) => e.request.url.endsWith('/offline') && e.respondWith(new Response('from the worker')));`},
}

// feedDelay is how long a page of the endless feed takes.
const feedDelay = 300 * time.Millisecond

func (c *course) part(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	switch part, known := courseParts[name]; {
	case known:
		w.Header().Set("Content-Type", part[0]+"; charset=utf-8")
		w.Header().Set("Service-Worker-Allowed", "/course/")
		fmt.Fprint(w, part[1])
	case name == "ws":
		c.socket(w, r)
	case name == "feed":
		time.Sleep(feedDelay)
		for i := range 4 {
			fmt.Fprintf(w, "<li>entry %s of page %s</li>", storeWords[i], r.FormValue("page"))
		}
	case name == "stream":
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, "data: soon\n\n")
		w.(http.Flusher).Flush()
		time.Sleep(feedDelay)
		fmt.Fprint(w, "data: now\n\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	default:
		http.NotFound(w, r)
	}
}
