package store_test

import (
	"errors"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dyncrawl"
	"dyncrawl/store"
)

func itoa(n int) string { return strconv.Itoa(n) }

// noise is text that does not compress.
func noise(n int) string {
	r, b := rand.NewChaCha8([32]byte{1}), make([]byte, n)
	r.Read(b)
	return string(b)
}

var noon = time.UnixMilli(1_700_000_000_123)

func samplePage() *dyncrawl.Page {
	return &dyncrawl.Page{
		URL: "http://h/a", FinalURL: "http://h/b", Status: 200, ContentType: "text/html", Title: "Titel 标题",
		HTML: "<p>渲染</p>", Partial: "never_settled", FetchedAt: noon,
		Timing: dyncrawl.Timing{Response: 1 * time.Millisecond, Load: 2 * time.Millisecond, Settled: 3 * time.Millisecond, Total: 4 * time.Millisecond},
		Exchanges: []dyncrawl.Exchange{
			{Kind: "xhr", Method: "POST", URL: "http://h/api", RequestBody: []byte("q=1"), Status: 200, ContentType: "application/json",
				Body: []byte(`{"a":1}`), Truncated: true, Started: noon, Took: 5 * time.Millisecond},
			{Kind: "fetch", Method: "GET", URL: "http://h/none", Started: noon},
		},
	}
}

func savePage(t *testing.T, s *store.Store, url int64, p *dyncrawl.Page, links ...dyncrawl.Link) (id int64) {
	t.Helper()
	update(t, s, func(tx *store.Tx) (err error) {
		if id, err = tx.SavePage(t.Context(), url, p, store.Way{}); err != nil {
			return err
		}
		return tx.SaveLinks(t.Context(), id, links)
	})
	return id
}

func TestPageComesBackAsItWas(t *testing.T) {
	s := fresh(t)
	link := dyncrawl.Link{URL: "http://h/c", Source: "a[href]", Text: "weiter"}
	savePage(t, s, addURL(t, s, "http://h/a", "done", ""), samplePage(), link, link)
	got, err := s.Page(t.Context(), "http://h/a")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(*samplePage(), got.Page); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]dyncrawl.Link{link}, got.Links); diff != "" {
		t.Error(diff)
	}
	if got.Hash != "6542fc0cccc315799f9dc781a223febcb27af90dc65eb26147cab35cabf78ad9" {
		t.Errorf("hash %s", got.Hash)
	}
}

func TestSecondVisitReplacesThePage(t *testing.T) {
	s := fresh(t)
	url := addURL(t, s, "http://h/a", "done", "")
	first := savePage(t, s, url, samplePage(), dyncrawl.Link{URL: "http://h/old", Source: "a[href]"})
	second := savePage(t, s, url, &dyncrawl.Page{HTML: "new", Title: "bad \xff\x00 text"}, dyncrawl.Link{URL: "http://h/new", Source: "a[href]"})
	if first != second {
		t.Errorf("page id went from %d to %d", first, second)
	}
	got, err := s.Page(t.Context(), "http://h/a")
	if err != nil {
		t.Fatal(err)
	}
	if got.HTML != "new" || len(got.Exchanges) != 0 || len(got.Links) != 1 || got.Links[0].URL != "http://h/new" {
		t.Errorf("got %+v", got)
	}
	if got.Title != "bad \uFFFD\uFFFD text" {
		t.Errorf("title %q", got.Title)
	}
}

func TestPageThatIsNotThere(t *testing.T) {
	if _, err := fresh(t).Page(t.Context(), "http://h/x"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("error %v", err)
	}
}

func TestCountsRunsAndFailures(t *testing.T) {
	s := fresh(t)
	page := addURL(t, s, "http://h/a", "done", "")
	savePage(t, s, page, samplePage(), dyncrawl.Link{URL: "http://h/b", Source: "a[href]"})
	slow := addURL(t, s, "http://h/slow1", "failed", "nav_timeout")
	addURL(t, s, "http://h/slow2", "failed", "nav_timeout")
	addURL(t, s, "http://h/private", "skipped", "robots")
	var run int64
	update(t, s, func(tx *store.Tx) (err error) {
		if run, err = tx.StartRun(t.Context(), "shop", "abc"); err != nil {
			return err
		}
		return tx.AddAttempt(t.Context(), store.Attempt{URLID: slow, RunID: run, Number: 3, Started: noon, Ended: noon.Add(time.Second),
			Outcome: store.Failed, Class: dyncrawl.ClassNavTimeout, Error: "no answer"})
	})

	failures, err := s.Failures(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []store.Failure{
		{State: "failed", Class: "nav_timeout", URLs: 2, Example: "http://h/slow1", Error: "no answer"},
		{State: "skipped", Class: "robots", URLs: 1, Example: "http://h/private"},
	}
	if diff := cmp.Diff(want, failures); diff != "" {
		t.Error(diff)
	}
	counts, err := s.Counts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(store.Counts{Pages: 1, Exchanges: 2, Links: 1}, counts); diff != "" {
		t.Error(diff)
	}

	runs := func() store.Run {
		all, err := s.Runs(t.Context())
		if err != nil || len(all) != 1 {
			t.Fatal(all, err)
		}
		return all[0]
	}
	if r := runs(); r.Flow != "shop" || r.FlowHash != "abc" || !r.Ended.IsZero() || r.Outcome != "" {
		t.Errorf("running: %+v", r)
	}
	update(t, s, func(tx *store.Tx) error { return tx.EndRun(t.Context(), run, "finished") })
	if r := runs(); r.Ended.IsZero() || r.Outcome != "finished" {
		t.Errorf("ended: %+v", r)
	}
}
