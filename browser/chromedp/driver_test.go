package chromedp

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto"
	"go.uber.org/goleak"

	"dyncrawl/browser"
	"dyncrawl/browser/browsertest"
	"dyncrawl/browser/chrome"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestDriver(t *testing.T) {
	browsertest.Run(t, start)
}

func TestRealTime(t *testing.T) {
	browsertest.RunRealTime(t, start)
}

func start(ctx context.Context) (browser.Driver, error) { return Launch(ctx, chrome.Config{}) }

func BenchmarkSettle(b *testing.B) { browsertest.BenchmarkSettle(b, start) }

func BenchmarkSurvey(b *testing.B) { browsertest.BenchmarkSurvey(b, start) }

// TestCloseAmongAnswers closes a connection over which answers still arrive: the
// library stops reading then, and sees neither an error nor an end.
func TestCloseAmongAnswers(t *testing.T) {
	d, err := open(t.Context(), &talkative{written: make(chan int64, 1)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	page := d.(*driver).router.Session("page", nil)
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	<-page.Done()
	<-d.Browser().Done()
}

// TestTabsLeaveNothing opens and closes tabs: while the browser goes on, nothing is
// left of those that are closed.
func TestTabsLeaveNothing(t *testing.T) {
	d, err := start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	c, err := browser.NewContext(t.Context(), d, browser.Config{})
	if err != nil {
		t.Fatal(err)
	}
	open := func(n int) {
		for range n {
			tab, err := c.NewTab(t.Context(), browser.RealTime)
			if err != nil {
				t.Fatal(err)
			}
			if err := tab.Close(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	open(1)
	idle := goleak.IgnoreCurrent()
	open(3)
	if err := goleak.Find(idle); err != nil {
		t.Error(err)
	}
}

// talkative is a browser that answers commands until it is closed, and then
// sends answers for a page that nobody asked for.
type talkative struct{ written chan int64 }

func (c *talkative) Write(_ context.Context, msg *cdproto.Message) error {
	c.written <- msg.ID
	return nil
}

func (c *talkative) Read(ctx context.Context, msg *cdproto.Message) error {
	select {
	case id := <-c.written:
		*msg = cdproto.Message{ID: id, Result: []byte("{}")}
	case <-ctx.Done():
		*msg = cdproto.Message{ID: 1, SessionID: "page"}
	}
	return nil
}

func (c *talkative) Close() error { return nil }
