package torture

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

// mapped is the number of pages that harmless site maps name.
const mapped = 20

// siteMap answers with site maps, and with the pages that they name.
func siteMap(s *Site, w http.ResponseWriter, r *request) {
	kind, _, _ := strings.Cut(r.rest, "/")
	if strings.Contains(kind, "&") { // an entity that nobody expands
		http.NotFound(w, r.Request)
		return
	}
	if !strings.Contains(kind, "sitemap") {
		show(w, http.StatusOK, r.rest)
		return
	}
	w.Header().Set("Content-Type", "application/xml")
	if !strings.HasSuffix(kind, ".gz") {
		siteMaps[kind](w, s.hosts.Replace("${home}/map/"))
		return
	}
	w.Header().Set("Content-Type", "application/x-gzip")
	packer, err := packGzip(w)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer packer.Close()
	siteMaps[strings.TrimSuffix(kind, ".gz")](packer, s.hosts.Replace("${home}/map/"))
}

const mapHead = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"

// siteMaps write site maps (sitemaps.org) of pages below base.
var siteMaps = map[string]func(w io.Writer, base string){
	"sitemap.xml": func(w io.Writer, base string) { listPages(w, base, mapped) },
	"sitemap-index.xml": func(w io.Writer, base string) {
		io.WriteString(w, mapHead+`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
		for _, next := range []string{"sitemap-index.xml", "sitemap-circle.xml", "sitemap.xml.gz"} {
			fmt.Fprintf(w, "<sitemap><loc>%s%s</loc></sitemap>", base, next)
		}
		io.WriteString(w, "</sitemapindex>")
	},
	"sitemap-circle.xml": func(w io.Writer, base string) {
		fmt.Fprintf(w, mapHead+`<sitemapindex><sitemap><loc>%ssitemap-index.xml</loc></sitemap></sitemapindex>`, base)
	},
	"sitemap-bomb.xml": func(w io.Writer, base string) {
		io.WriteString(w, mapHead+"<urlset>")
		filler := strings.Repeat(" ", 1<<20)
		for range 1 << 10 { // 1 GiB
			if _, err := io.WriteString(w, filler); err != nil {
				return
			}
		}
	},
	"sitemap-long.xml": func(w io.Writer, base string) { listPages(w, strings.TrimSuffix(base, "map/")+"l/", 600_000) },
	"sitemap-entities.xml": func(w io.Writer, base string) {
		io.WriteString(w, `<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY lol "lol"><!ENTITY file SYSTEM "file:///etc/passwd">`+
			`<!ENTITY far SYSTEM "`+base+`entity">`)
		for n := range 9 {
			fmt.Fprintf(w, `<!ENTITY l%d "%s">`, n, strings.Repeat(fmt.Sprintf("&l%d;", max(n-1, 0)), 10))
		}
		fmt.Fprintf(w, `]><urlset><url><loc>%[1]sa?x=1&amp;y=2</loc></url><url><loc>%[1]s&l8;</loc></url>`+
			`<url><loc>%[1]s&file;</loc></url><url><loc>&far;</loc></url><url><loc>%[1]sb</loc></url></urlset>`, base)
	},
}

func listPages(w io.Writer, base string, n int) {
	io.WriteString(w, mapHead+`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
	for i := range n {
		if _, err := fmt.Fprintf(w, "<url><loc>%s%d</loc></url>\n", base, i); err != nil {
			return
		}
	}
	io.WriteString(w, "</urlset>")
}
