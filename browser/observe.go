package browser

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"

	"dyncrawl"
)

// maxDialogs is how many dialogs a page may open in one visit.
const maxDialogs = 10

// observe takes the events of the page. It runs on the reader: what needs a
// command is left to a goroutine.
func (t *Tab) observe(ev any) {
	switch ev := ev.(type) {
	case *page.EventJavascriptDialogOpening:
		t.dismiss(ev)
	case *emulation.EventVirtualTimeBudgetExpired:
		t.clock.expire()
	case *fetch.EventRequestPaused:
		go t.judge(ev)
	case *network.EventRequestWillBeSent:
		t.visit.observe(ev)
		t.request(ev)
	case *page.EventFrameNavigated:
		t.context.touched.touch(ev.Frame.URL)
		t.visit.observe(ev)
	case *network.EventDataReceived:
		t.receive(ev)
	case *network.EventLoadingFinished:
		if x := t.visit.finish(ev); x != nil {
			go t.fetchBody(x)
		}
	default:
		t.visit.observe(ev)
	}
}

// observeBrowser takes the events of the browser.
func (t *Tab) observeBrowser(ev any) {
	switch ev := ev.(type) {
	case *target.EventTargetCrashed:
		if ev.TargetID == t.id {
			t.crashed(ev)
		}
	case *target.EventTargetInfoChanged:
		if ev.TargetInfo.BrowserContextID == t.context.id {
			t.context.touched.touch(ev.TargetInfo.URL)
		}
	case *target.EventTargetCreated:
		if ev.TargetInfo.OpenerID == t.id {
			go func() { _ = t.context.closeTarget(context.Background(), ev.TargetInfo.TargetID) }()
		}
	}
}

// dismiss closes a dialog the way that lets the page go on, or gives up a page
// that does nothing else.
func (t *Tab) dismiss(ev *page.EventJavascriptDialogOpening) {
	if t.visit.dialog() > maxDialogs {
		t.breakWith(dyncrawl.ClassDialogLoop, "the page opens one dialog after the other")
		return
	}
	leave := ev.Type == page.DialogTypeBeforeunload
	go func() {
		_, _ = cdp.Call(context.Background(), t.session, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: leave})
	}()
}
