package extract

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"dyncrawl"
)

// found writes links as "path source", without the host.
func found(links []dyncrawl.Link) []string {
	var lines []string
	for _, l := range links {
		lines = append(lines, strings.TrimPrefix(l.URL, "https://a.example")+" "+l.Source)
	}
	return lines
}

func TestDiscover(t *testing.T) {
	for _, c := range []struct{ name, kind, body, want string }{
		{"a link", "", `<a href=x>`, "/d/x a[href]"},
		{"a base", "", `<base href=/other/><a href=x>`, "/other/ base[href]|/other/x a[href]"},
		{"a base that is no URL", "", `<base href="javascript:1"><a href=x>`, "/d/x a[href]"},
		{"nofollow", "", `<a rel="nofollow ugc" href=x>`, "/d/x a[rel=nofollow]"},
		{"a map that the server reads", "", `<a href=map><img ismap alt="" width=160 height=90></a><img ismap alt="">`, "/d/map a[href]|/d/map?80,45 a[ismap]"},
		{"pings", "", `<a href=x ping="/p1 /p2">`, "/d/x a[href]|/p1 a[ping]|/p2 a[ping]"},
		{"obsolete attributes", "", `<body background=/b><img lowsrc=/l dynsrc=/y longdesc=/o><applet code=/c archive="/j1,/j2" codebase=/k>`,
			"/b body[background]|/l img[lowsrc]|/y img[dynsrc]|/o img[longdesc]|/c applet[code]|/j1 applet[archive]|/j2 applet[archive]|/k applet[codebase]"},
		{"quotations and profiles", "", `<html manifest=/m><head profile=/p></head><q cite=/q>x</q><del cite=/e>x</del>`, "/m html[manifest]|/p head[profile]|/q q[cite]|/e del[cite]"},
		{"candidates", "", `<img srcset="/1,2 1x, /b 2x,/c"><link rel=preload imagesrcset="/i 100w">`, "/1,2 img[srcset]|/b img[srcset]|/c img[srcset]|/i link[imagesrcset]"},
		{"buttons", "", `<form action=/f><button formaction=/g></button><input type=image src=/i></form>`, "/f form[action]|/g button[formaction]|/i input[src]"},
		{"objects", "", `<object data=/d1 classid=/c1><param name=movie value=/v1><param name=x value=1></object>`, "/d1 object[data]|/c1 object[classid]|/v1 param[value]"},
		{"drawings", "", `<svg><a xlink:href=/s1></a><use href=/s2></use><image href=/s3></image><animate attributeName=href values="/s4;/s5"></svg>`,
			"/s1 a[xlink:href]|/s2 use[href]|/s3 image[href]|/s4 animate[values]|/s5 animate[values]"},
		{"a filter of a drawing", "", `<svg><rect fill="url(/f.svg#a)"/></svg>`, "/f.svg rect[fill]"},
		{"a policy in a meta", "", `<meta http-equiv=Content-Security-Policy content="img-src *; report-uri /rep">`, "/rep meta[content-security-policy]"},
		{"a frameset", "", `<frameset><frame src=/f1><frame src=/f2></frameset>`, "/f1 frame[src]|/f2 frame[src]"},
		{"meta", "", `<meta http-equiv=refresh content="3; URL='/r'"><meta property=og:url content=/o><meta name=description content="a/b is c">`, "/r meta[refresh]|/o meta[og:url]"},
		{"pinned sites", "", `<meta name=msapplication-task content="name=Go; action-uri=/go;icon-uri=/i.ico"><meta name=msapplication-badge content="frequency=30;polling-uri=/p">`,
			"/go meta[msapplication-task]|/i.ico meta[msapplication-task]|/p meta[msapplication-badge]"},
		{"styles", "", `<style>@import "/i.css"; a{background:url( '/u' )}</style><p style="background:url(/v)">`, "/i.css style|/u style|/v p[style]"},
		{"a style sheet's comment", "", `<style>/* see /old/theme */ a{}</style>`, "/old/theme guess:style"},
		{"an archive beside its codebase", "", `<applet codebase="/k/" archive=j.jar>`, "/k/ applet[codebase]|/k/j.jar applet[archive]"},
		{"archives beside their codebase", "", `<object codebase="/k/" archive="a.jar b.jar, /c.jar">`, "/k/ object[codebase]|/k/a.jar object[archive]|/k/b.jar object[archive]|/c.jar object[archive]"},
		{"a file of speculation rules", "application/speculationrules+json", `{"prerender": [{"urls": ["/s"]}]}`, "/s speculationrules|/s guess:json"},
		{"a style sheet for XML", "", `<?xml-stylesheet href="/x.xsl" type="text/xsl"?><html><p>x`, "/x.xsl xml-stylesheet link[href]"},
		{"a route in words", "", `<p>Staff go to #!staff, not #1.</p>`, "/d/p#!staff guess:text"},
		{"paths in words", "", `<p>Look at ../x/one or "./two", not at and/or.</p>`, "/x/one guess:text|/d/two guess:text"},
		{"a page's name in quotes", "", `<p>Save it as "old.html"; index.html stays, and “a.txt” and “new.html”.</p>`, "/d/old.html guess:text|/d/new.html guess:text"},
		{"a drawing in a picture's address", "", `<img src="data:image/svg+xml;base64,PHN2Zz48YSB4bGluazpocmVmPSIvaW4iLz48L3N2Zz4="><img src="data:image/png;base64,PGEgaHJlZj0iL24iLz4=">`, "/in img[src] a[xlink:href]"},
		{"escapes of a script", "", `<script>go("\u002fa\x2fb", '/\u{63}/d', "\u0000")</script>`, "/a/b guess:script|/c/d guess:script"},
		{"words over a control", "", `<b title="see /help/me there">x</b>`, "/help/me guess:b[title]"},
		{"a quote that is missing", "", `<a href="/a/b>x</a> <b title="x">`, `/a/b guess:a[href]|/a/b%3Ex%3C/a%3E%20%3Cb%20title= a[href]`},
		{"a quote too many", "", `<a href='/a/b"'>x</a>`, `/a/b guess:a[href]|/a/b%22 a[href]`},
		{"an end within a tag", "", `<p>x</p><a href="/a/b"`, "/a/b guess:cut off"},
		{"a comment", "", `<!-- <a href=/c>x</a> --><!-- see /d/e.html -->`, "/c comment a[href]|/d/e.html guess:comment"},
		{"noscript and templates", "", `<noscript><a href=/n>x</a></noscript><template><a href=/t>x</a></template>`, "/n a[href]|/t a[href]"},
		{"markup as text", "", `<frameset><noframes><a href=/f>x</a></noframes></frameset>`, "/f noframes a[href]"},
		{"markup in fields", "", `<xmp><a href=/x>x</a></xmp><textarea><img src=/i></textarea>`, "/x xmp a[href]|/i textarea img[src]"},
		{"srcdoc", "", `<iframe srcdoc="<a href=/s>">`, "/s srcdoc a[href]"},
		{"data attributes", "", `<p data-url=/u data-x='{"next": "/j"}' data-n=12 data-html="<a href=/h>">`, "/u p[data-url]|/j p[data-x]|/h p[data-html] a[href]"},
		{"handlers", "", `<p onclick="location='/o.html'">`, "/o.html guess:onclick"},
		{"scripts", "", `<script>var a = "/s/1", b = 'text/html', c = "x.y.z", d = 'api\/v1\/list'; // see /doc/k</script>`, "/s/1 guess:script|/d/api/v1/list guess:script|/doc/k guess:script"},
		{"added strings", "text/javascript", `go("/a/" + 'b' + "/c.html"); go("/d/" + x + "/e")`, "/a/b/c.html guess:script|/d/ guess:script|/e guess:part"},
		{"a set of pictures", "text/css", `a{b:image-set("/1.avif" type("image/avif"), '/2.png' 2x, url(/3.png) 3x)}`, "/3.png css|/1.avif css|/2.png css"},
		{"a list of feeds", "text/x-opml", `<?xml version="1.0"?><opml><outline xmlUrl="/f" htmlUrl="h"/></opml>`, "/f xml outline[xmlurl]|/d/h xml outline[htmlurl]"},
		{"a playlist", "application/vnd.apple.mpegurl", "#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI=\"/key\"\n#EXTINF:9,\none.ts\n\n/two.ts", "/key playlist|/d/one.ts playlist|/two.ts playlist"},
		{"a part of an address", "text/javascript", `go("/d-" + x); go('/l?n='.concat(n)); let s = "/whole"; s += 1`, "/d- guess:part|/l?n= guess:part|/whole guess:script"},
		{"what is asked for", "text/javascript", `fetch("/put", {headers: h, method: 'PUT'}); $.post("/post", x); r.open("DELETE", "/gone"); prefetch("/page"); go("/to", x)`,
			"/put guess:request|/post guess:request|/gone guess:request|/page guess:script|/to guess:script"},
		{"linked data", "", `<script type=application/ld+json>{"@type": "x", "url": "/l"}</script>`, "/l ld+json|/l guess:json"},
		{"other schemes and fragments", "", `<a href=mailto:a@b.example><a href=javascript:go()><a href=#top><a href=#/route>`, "/d/p#/route a[href]"},
		{"a style sheet", "text/css", `a{src:url(/f.woff)} /*# sourceMappingURL=x.map */`, "/f.woff css|/d/x.map sourceMappingURL"},
		{"a script file", "text/javascript; charset=utf-8", "fetch(`/api/items?x=1`)", "/api/items?x=1 guess:request"},
		{"JSON", "application/json", `{"b": {"next": "/n?p=2"}, "a": ["words", "rel/ative"]}`, "/d/rel/ative guess:json|/n?p=2 guess:json"},
		{"a site map", "application/xml", `<urlset><url><loc> https://a.example/l </loc><lastmod>2024</lastmod></url></urlset>`, "/l xml loc"},
		{"a feed", "application/rss+xml", `<rss><item><link>/i</link><enclosure url="/e"/></item></rss>`, "/i xml link|/e xml enclosure[url]"},
		{"Atom with bases", "application/atom+xml", `<feed xmlns='http://www.w3.org/2005/Atom' xml:base='/m/'><link href='1'/><entry xml:base="n/"><link href='2'/><content><link href="3"/></content></entry><link href='4'/></feed>`,
			"/m/1 xml link[href]|/m/n/2 xml link[href]|/m/n/3 xml link[href]|/m/4 xml link[href]"},
		{"RSS with bases", "application/rss+xml", `<rss><channel xml:base="/c/"><item xml:base="e/" ><link>5</link></item></channel><link>6</link></rss>`, "/c/e/5 xml link|/d/6 xml link"},
		{"Atom", "application/atom+xml", `<feed><link href="/a"/></feed>`, "/a xml link[href]"},
		{"a manifest", "application/manifest+json", `{"name": "/no", "start_url": "/go", "icons": [{"src": "/i"}]}`, "/i manifest src|/go manifest start_url"},
		{"text", "text/plain", "see https://a.example/t.", "/t guess:text"},
		{"a search", "application/opensearchdescription+xml", `<OpenSearchDescription><Url type="text/html" template="/find?q={searchTerms}&amp;p={startPage?}"/>` +
			`<Url rel="suggestions" template="/hint/{searchTerms}"/></OpenSearchDescription>`, "/find?q=&p= xml Url[template]|/hint/ xml Url[template]"},
		{"a calendar", "text/calendar; charset=utf-8", "BEGIN:VEVENT\r\nDTSTART;TZID=Europe/Berlin:20240101\r\nURL:/event/1?a=\r\n b\r\nATTACH;FMTTYPE=application/pdf:/f/plan.pdf\r\n" +
			"DESCRIPTION:see https://a.example/e\\n/f\\, or x/y\r\nEND:VEVENT", "/event/1?a=b guess:text|/f/plan.pdf guess:text|/e guess:text"},
		{"a table", "text/csv", "name,url\nA,/t/1\n\"B, C\",\"/t/2?x=1,2\"\nD,https://a.example/t/3,and/or\n", "/t/1 guess:text|/t/2?x=1,2 guess:text|/t/3 guess:text"},
		{"a table of semicolons", "text/csv", "name;url\nA 1,5;/t/1;x\nB;https://a.example/t/2;y", "/t/1 guess:text|/t/2 guess:text"},
		{"tabs", "text/tab-separated-values", "A\t/t/1\tx\n", "/t/1 guess:text"},
		{"Markdown", "text/markdown", "[one](/m/1) and <https://a.example/m/2>, 1/2 of it:\n\t/m/3", "/m/1 guess:text|/m/2 guess:text|/m/3 guess:text"},
		{"a cache manifest", "text/cache-manifest", "CACHE MANIFEST\n# v1\n/c/1\nFALLBACK:\n/ /c/2\n", "/c/1 guess:text|/c/2 guess:text"},
		{"events", "text/event-stream", `data: {"url":"/s/1"}`, "/s/1 guess:text"},
		{"markup of another type", "text/x-component", "<a href=x>", "/d/x a[href]"},
		{"an empty page", "", "", ""},
	} {
		got := found(Discover(Text{URL: "https://a.example/d/p", Type: c.kind, Body: c.body}))
		if strings.Join(got, "|") != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, strings.Join(got, "|"), c.want)
		}
	}
}

// TestEveryAttribute wants a URL in every attribute of HTML 2.0 to today, and of
// SVG and MathML, that may hold one, found by more than a guess.
func TestEveryAttribute(t *testing.T) {
	for _, c := range strings.Fields(`
		a.href a.urn a.ping a.attributionsrc applet.archive applet.code applet.codebase applet.object area.href area.ping audio.src
		bgsound.src blockquote.cite body.background body.profile button.formaction command.icon del.cite embed.code embed.pluginspage embed.pluginurl embed.src
		fencedframe.src fig.src form.action frameset:frame.longdesc frameset:frame.src head.profile hr.src html.manifest iframe.longdesc iframe.src ilayer.src
		img.attributionsrc img.dynsrc img.longdesc img.lowsrc img.src img.srcset img.usemap input.dynsrc input.formaction input.lowsrc input.src input.usemap ins.cite
		isindex.action layer.background layer.src link.href link.imagesrcset link.urn menuitem.icon note.src object.archive object.classid object.codebase
		object.data object.usemap overlay.src p.about p.itemid p.resource portal.src q.cite script.src source.src source.srcset table.background
		table.datasrc table:td.background table:tr.background track.src ul.src video.poster video.src xml.src
		svg:a.href svg:a.xlink:href svg:animate.by svg:animate.from svg:animate.to svg:animate.values svg:cursor.xlink:href svg:feImage.href svg:image.href
		svg:image.xlink:href svg:linearGradient.href svg:mpath.href svg:pattern.xlink:href svg:script.href svg:set.to svg:textPath.href svg:use.href
		svg:use.xlink:href math:annotation.definitionurl math:annotation.cdgroup math:math.altimg math:mtext.href`) {
		outer, name, nested := strings.Cut(c, ":")
		if strings.Contains(outer, ".") || !nested {
			outer, name = "", c
		}
		element, attribute, _ := strings.Cut(name, ".")
		body := "<" + element + " " + attribute + "=/found></" + element + ">"
		if outer != "" {
			body = "<" + outer + ">" + body + "</" + outer + ">"
		}
		links := Discover(Text{URL: "https://a.example/d/p", Body: body})
		if !slices.ContainsFunc(links, func(l dyncrawl.Link) bool { return l.URL == "https://a.example/found" && !IsGuess(l) }) {
			t.Errorf("%s: %v", body, found(links))
		}
	}
}

func TestDiscoverRobots(t *testing.T) {
	got := found(Discover(Text{URL: "https://a.example/robots.txt", Type: "text/plain", Body: "User-agent: *\nDisallow: /secret/ # all of it\nAllow: /open/*.html$\nSitemap: https://a.example/s.xml\n"}))
	want := []string{"/secret/ robots disallow", "/open/ robots allow", "/s.xml robots sitemap"}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestHeaders(t *testing.T) {
	h := http.Header{}
	h.Set("Content-Location", "/cl")
	h.Set("X-Next-Page", "/n/2")
	h.Set("X-Powered-By", "words/1")
	h.Add("Link", `</l1>; rel="next", </l2>; rel=prev`)
	h.Set("Link-Template", `</of/{id}{?page}>; rel=item`)
	h.Set("Refresh", "5;url=/r")
	h.Set("Content-Security-Policy", "default-src 'self'; report-uri /csp")
	h.Set("SourceMap", "app.js.map")
	h.Set("Speculation-Rules", `"rules.json", "/more.json"`)
	h.Set("Reporting-Endpoints", `main="https://a.example/rep"`)
	got := found(Headers("https://a.example/d/p", h))
	want := []string{"/cl header Content-Location", "/d/app.js.map header SourceMap", "/r header Refresh", "/l1 header Link", "/l2 header Link", "/of/ header Link",
		"/csp header Content-Security-Policy", "/rep header Reporting-Endpoints", "/d/rules.json header Speculation-Rules", "/more.json header Speculation-Rules", "/n/2 guess:header X-Next-Page"}
	if !slices.Equal(got, want) {
		t.Errorf("%v\nwant %v", got, want)
	}
}

func TestDiscoverIsBounded(t *testing.T) {
	deep := strings.Repeat("<!-- ", 50) + "<a href=/x>" + strings.Repeat(" -->", 50)
	Discover(Text{URL: "https://a.example/", Body: deep})
	var b strings.Builder
	for i := range 3 * maxLinks {
		b.WriteString("<a href=/")
		b.WriteString(strings.Repeat("a", i%7+1))
		b.WriteString(string(rune('a'+i%26)) + strings.Repeat("b", i/26%50) + "-" + strings.Repeat("c", i/1300) + ">")
	}
	if n := len(Discover(Text{URL: "https://a.example/", Body: b.String()})); n > maxLinks {
		t.Errorf("%d links", n)
	}
}

// TestDiscoverReadsTheBaseOnce wants little work for each link of a page.
func TestDiscoverReadsTheBaseOnce(t *testing.T) {
	const count = 500
	body := strings.Repeat("<a href=x>x</a>", count)
	allocs := testing.AllocsPerRun(5, func() {
		Discover(Text{URL: "https://a.example/a/long/way/down/to/what/links?with=a&query=too", Body: body})
	})
	if each := allocs / count; each > 60 { // 133 where each link has the base read again
		t.Errorf("%.0f allocations for each link", each)
	}
}
