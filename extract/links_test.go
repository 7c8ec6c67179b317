package extract

import (
	"strings"
	"testing"

	"dyncrawl"
)

func TestLinks(t *testing.T) {
	compare(t, "links_of_every_kind", Links(pageOf(t, "links_of_every_kind"), nil))
}

func TestLinksFollow(t *testing.T) {
	page := pageOf(t, "friends_without_links")
	page.Exchanges = []dyncrawl.Exchange{{Method: "GET", URL: "https://community.example/api/members", Status: 200,
		Body: []byte(`{"data": [{"token": "ann", "page": 2}, {"page": 3}, {"token": "", "page": 4}]}`)}}
	follow := []Follow{
		{Name: "friends", Each: sel(t, ".friend"), URL: scalar[Template](t, "/profile?id={@data-uid}")},
		{Name: "next", URL: scalar[Template](t, "{a.next@href}")},
		{Name: "more", Each: sel(t, "button"), URL: scalar[Template](t, "{@data-more}")},
		{Name: "members", From: Source{Exchange: pattern(t, "/api/members")}, Each: sel(t, "$.data[*]"), URL: scalar[Template](t, "/people/{$.token}/{$.page}")},
		{Name: "elsewhere", Match: pattern(t, "/other"), URL: scalar[Template](t, "/never")},
	}
	for _, f := range follow {
		if err := f.Validate(); err != nil {
			t.Fatal(err)
		}
	}
	compare(t, "friends_without_links", Links(page, follow))
}

func TestLinksCutText(t *testing.T) {
	page := &dyncrawl.Page{URL: "https://a.example/", HTML: `<a href="/x">` + strings.Repeat("界", 100) + `</a>`}
	if got, want := Links(page, nil)[0].Text, strings.Repeat("界", 66); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A link that shows a sign alone is called what is said of it.
func TestLinksNameSigns(t *testing.T) {
	for markup, want := range map[string]string{
		`<a href="/x" title="Résilier l'adhésion">✂</a>`:                      "Résilier l'adhésion",
		`<a href="/x" title="Tip" aria-label="Log out"><i></i></a>`:           "Log out",
		`<a href="/x"><span><img src="/i" alt="Delete account"></span>›</a>`:  "Delete account",
		`<a href="/x"><svg aria-label="Print"><path d="M0 0"/></svg></a>`:     "Print",
		`<a href="/x" title="The second page">2</a>`:                          "2",
		`<a href="/x" title="More about it">News</a>`:                         "News",
		`<a href="/x" title="—">✂</a>`:                                        "✂",
		`<a href="/x" title="News"><script>let a = 1</script>` + "\ue001</a>": "News",
	} {
		page := &dyncrawl.Page{URL: "https://a.example/", HTML: markup}
		discovered := Discover(Text{URL: page.URL, Body: markup})
		if got := Links(page, nil)[0].Text; got != want || discovered[0].Text != want {
			t.Errorf("%s: got %q and %q, want %q", markup, got, discovered[0].Text, want)
		}
	}
}

func TestFollowRefused(t *testing.T) {
	for want, f := range map[string]Follow{
		`follow rule "Friends"`:       {Name: "Friends", URL: scalar[Template](t, "/x")},
		"has no url":                  {Name: "friends"},
		"from: url is for a field":    {Name: "friends", From: Source{Part: PartURL}, URL: scalar[Template](t, "/x")},
		"method goes with exchange":   {Name: "friends", From: Source{Method: "POST"}, URL: scalar[Template](t, "/x")},
		"from names several places":   {Name: "friends", From: Source{Part: PartPage, JSONLD: "Person"}, URL: scalar[Template](t, "/x")},
		"from: meta is for a field; ": {Name: "friends", From: Source{Meta: "author"}, URL: scalar[Template](t, "/x")},
	} {
		if err := f.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %q", err, want)
		}
	}
}

func TestTemplateRefused(t *testing.T) {
	for text, want := range map[string]string{
		"/p/{$.id":    "a { has no }",
		"/p/{a:nope}": `selector "a:nope": not CSS`,
	} {
		if _, err := ParseTemplate(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want an error with %q", text, err, want)
		}
	}
}

func TestTemplateKeepsItsText(t *testing.T) {
	const text = "/a/{.x@href}/{}?b={$.c[0]}#d"
	if got := scalar[Template](t, text).String(); got != text {
		t.Errorf("got %q, want %q", got, text)
	}
}

// What has no URL of its own may name others whole.
func TestLinksOfWhatHasNoURL(t *testing.T) {
	links := Links(&dyncrawl.Page{HTML: `<a href="https://a.example/x">x</a><a href=y>y</a>`}, nil)
	if len(links) != 1 || links[0].URL != "https://a.example/x" {
		t.Errorf("links: %+v", links)
	}
}
