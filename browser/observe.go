package browser

import (
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
)

// observe takes the events of the page. It runs on the reader: what needs a
// command is left to a goroutine.
func (t *Tab) observe(ev any) {
	switch ev := ev.(type) {
	case *page.EventJavascriptDialogOpening:
		t.answerDialog(ev)
	case *emulation.EventVirtualTimeBudgetExpired:
		t.clock.expire()
	case *fetch.EventRequestPaused:
		go t.judge(t.session, ev)
	case *fetch.EventAuthRequired:
		go t.authenticate(t.session, ev)
	case *network.EventRequestWillBeSent:
		t.visit.observe(ev)
		t.request(ev)
	case *page.EventFrameAttached:
		t.attach()
	case *page.EventFrameNavigated:
		t.context.touched.touch(ev.Frame.URL)
		t.visit.observe(ev)
	case *network.EventWebSocketFrameReceived:
		t.visit.observe(ev)
		t.message()
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
		switch info := ev.TargetInfo; {
		case info.OpenerID == t.id:
			t.keep(info.TargetID)
		case info.Type == "service_worker" && info.BrowserContextID == t.context.id:
			t.visit.serve()
		}
	}
}
