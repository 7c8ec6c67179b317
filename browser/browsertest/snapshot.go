package browsertest

import (
	"bytes"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dyncrawl"
	"dyncrawl/browser"
)

var snapshotTests = []test{
	{"XHR with its answer", func(t *testing.T, s *suite) {
		_, p := s.visit(t, "/late-xhr.html")
		wantExchanges(t, p.Exchanges, dyncrawl.Exchange{
			Kind: "xhr", Method: "GET", URL: s.site.URL + "/api/late?n=1", Status: 200,
			ContentType: "application/json", Body: []byte(`{"text":"late words"}`),
		})
	}},
	{"POST with its body", func(t *testing.T, s *suite) {
		_, p := s.visit(t, "/post.html")
		wantExchanges(t, p.Exchanges, dyncrawl.Exchange{
			Kind: "fetch", Method: "POST", URL: s.site.URL + "/api/echo", Status: 200,
			ContentType: "text/plain", RequestBody: []byte("a=1&b=二"), RequestHeader: http.Header{"Content-Type": {"text/plain;charset=UTF-8"}}, Body: []byte("a=1&b=二"),
		})
	}},
	{"a long body is cut", testBodyLimit},
	{"shadow roots", func(t *testing.T, s *suite) {
		_, p := s.visit(t, "/shadow.html")
		want := `<x-outer><template shadowrootmode="open"><p>outer <slot></slot></p><div><template shadowrootmode="open"><b>inner</b></template></div>late</template>slotted</x-outer>`
		if !strings.Contains(p.HTML, want) {
			t.Errorf("HTML without %s:\n%s", want, p.HTML)
		}
	}},
	{"a page that poisons its globals", func(t *testing.T, s *suite) {
		tab, p := s.visit(t, "/poisoned.html")
		if p.Title != "Poisoned" || p.Partial != "" || !strings.HasPrefix(p.HTML, "<!DOCTYPE html>\n<html>") || !strings.Contains(p.HTML, "the truth") {
			t.Errorf("title %q, partial %q, HTML:\n%s", p.Title, p.Partial, p.HTML)
		}
		var sum int
		if err := tab.EvalIsolated(t.Context(), "[1, 2].map((n) => n + 1)[1]", &sum); err != nil || sum != 3 {
			t.Errorf("EvalIsolated = %d, %v", sum, err)
		}
	}},
	{"images are refused unless allowed", testImages},
	{"a tab used again shows nothing of the last page", testReuse},
	{"values of scripts", testEval},
	{"screenshot", testScreenshot},
}

func wantExchanges(t *testing.T, got []dyncrawl.Exchange, want ...dyncrawl.Exchange) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(dyncrawl.Exchange{}, "Started", "Took")); diff != "" {
		t.Errorf("exchanges (-want +got):\n%s", diff)
	}
	for _, x := range got {
		if x.Started.IsZero() || x.Took <= 0 {
			t.Errorf("%s: started %v, took %v", x.URL, x.Started, x.Took)
		}
	}
}

func testBodyLimit(t *testing.T, s *suite) {
	c, err := browser.NewContext(t.Context(), s.driver, browser.Config{BodyLimit: 10})
	if err != nil {
		t.Fatal(err)
	}
	p := s.revisit(t, newTab(t, c, s.clock), "/late-xhr.html")
	if len(p.Exchanges) != 1 || !p.Exchanges[0].Truncated || len(p.Exchanges[0].Body) > 10 {
		t.Errorf("exchanges %+v", p.Exchanges)
	}
}

func testImages(t *testing.T, s *suite) {
	tab := s.tab(t)
	before := s.site.count("/pixel.png")
	s.revisit(t, tab, "/images.html")
	if n := s.site.count("/pixel.png") - before; n != 0 {
		t.Errorf("%d images requested, want none", n)
	}
	tab.AllowResources("image")
	s.revisit(t, tab, "/images.html")
	if n := s.site.count("/pixel.png") - before; n != 2 {
		t.Errorf("%d images requested when allowed, want 2", n)
	}
	if err := tab.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	before = s.site.count("/pixel.png")
	s.revisit(t, tab, "/images.html?again")
	if n := s.site.count("/pixel.png") - before; n != 0 {
		t.Errorf("%d images requested after Reset, want none", n)
	}
}

func testReuse(t *testing.T, s *suite) {
	tab, first := s.visit(t, "/late-xhr.html")
	if len(first.Exchanges) != 1 {
		t.Fatalf("first page: %d exchanges", len(first.Exchanges))
	}
	if p := s.revisit(t, tab, "/static.html"); len(p.Exchanges) != 0 || p.Title != "Static page" {
		t.Errorf("second page: title %q, exchanges %+v", p.Title, p.Exchanges)
	}
	if err := tab.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	if url, err := tab.URL(t.Context()); url != "about:blank" || err != nil {
		t.Errorf("URL after Reset = %s, %v", url, err)
	}
	if p := s.revisit(t, tab, "/post.html"); len(p.Exchanges) != 1 {
		t.Errorf("third page: exchanges %+v", p.Exchanges)
	}
}

func testEval(t *testing.T, s *suite) {
	tab, _ := s.visit(t, "/static.html")
	var got struct{ Words string }
	if err := tab.Eval(t.Context(), `Promise.resolve({words: words.textContent})`, &got); err != nil || got.Words != "plain words" {
		t.Errorf("Eval = %+v, %v", got, err)
	}
	err := tab.Eval(t.Context(), `throw new Error("thrown here")`, nil)
	if err == nil || !strings.Contains(err.Error(), "thrown here") {
		t.Errorf("Eval of throw: %v", err)
	}
}

func testScreenshot(t *testing.T, s *suite) {
	tab, _ := s.visit(t, "/static.html")
	for _, scale := range []float64{0, 2} {
		data, err := tab.Screenshot(t.Context(), browser.ScreenshotConfig{Scale: scale})
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.DecodeConfig(bytes.NewReader(data))
		if want := 1280 * max(1, int(scale)); err != nil || img.Width != want {
			t.Errorf("scale %g: width %d, want %d (%v)", scale, img.Width, want, err)
		}
	}
}
