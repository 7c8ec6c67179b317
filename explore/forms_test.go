package explore_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"dyncrawl/explore"
)

const formsPage = `<!doctype html><title>Forms</title>
<form action=/search><input name=q><button>Search</button></form>
<form method=post action=/parts><input name=part pattern="[A-Z]{2}-[0-9]{3}" required><button>Show</button></form>
<form method=post action=/enter><input name=user><input name=word type=password><button>Go on</button></form>
<form method=post action=/join><h2>Sign up</h2><input name=mail type=email><button>Go on</button></form>
<form method=post action=/till><input name=n autocomplete=cc-number><button>Go on</button></form>
<form method=post action=/say><label>Your comment <textarea name=c></textarea></label><button>Go on</button></form>
<form method=post action=/gone><select name=row><option>1<option>2</select><button>Delete</button></form>
<form method=post action=/eggs><input name=eggs type=number><button>Order</button></form>
<form method=post action=/piezas><input name=part><button>Pedir</button></form>
<form method=post action=/ordered><select name=sort><option>name<option>price</select><button>Order</button></form>
<form method=post action=https://elsewhere.invalid/take><input name=part><button>Show</button></form>`

// Forms are sent as the flow says, and never beyond the crawl's scope.
func TestForms(t *testing.T) {
	t.Parallel()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			t.Errorf("%s %s was sent to the site", r.Method, r.URL)
		}
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, formsPage)
	}))
	defer site.Close()
	e := newExplorer(t).inTab(t)
	e.base = site.URL
	for _, c := range []struct {
		forms explore.Forms
		want  string
	}{
		{explore.NoForms, ""},
		{explore.FillForms, "/ordered /parts /search"},
		{explore.AllForms, "/eggs /enter /gone /join /ordered /parts /piezas /say /search /till"},
	} {
		t.Run(string(c.forms), func(t *testing.T) {
			if got := e.sent(t, c.forms); got != c.want {
				t.Errorf("sent %q, want %q", got, c.want)
			}
		})
	}
}

// sent explores the page of the site and returns the paths that its forms were sent to.
func (e *explorer) sent(t *testing.T, forms explore.Forms) string {
	r := e.explore(t, "", explore.Config{Forms: forms, InScope: func(url string) bool { return strings.HasPrefix(url, e.base) }})
	var paths []string
	add := func(raw string) {
		u, err := url.Parse(raw)
		if err != nil || !strings.HasPrefix(raw, e.base) {
			t.Errorf("sent to %s", raw)
			return
		}
		paths = append(paths, u.Path)
	}
	for _, request := range r.Requests {
		add(request.URL)
	}
	for _, l := range r.Links {
		if strings.Contains(l.URL, "?q=") {
			add(l.URL)
		}
	}
	slices.Sort(paths)
	return strings.Join(slices.Compact(paths), " ")
}
