package browser

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"

	"dyncrawl"
)

// Dialog is what a page asks with alert, confirm, prompt, or before it is left.
type Dialog struct {
	Kind    string // alert, confirm, prompt or beforeunload
	Message string
	Default string // of a prompt
}

// Reply closes a dialog.
type Reply struct {
	Accept bool
	Text   string // of a prompt
	Left   bool   // to the person before the window, who sees it too
}

// DialogAnswer answers a dialog; the page stands still meanwhile. Its context
// ends with the tab.
type DialogAnswer func(ctx context.Context, d Dialog) Reply

// AnswerDialogs has fn answer the dialogs of the page until Reset. With nil they
// are closed the way that lets the page go on: dismissed, but allowed to leave.
func (t *Tab) AnswerDialogs(fn DialogAnswer) {
	if fn == nil {
		t.dialogs.Store(nil)
		return
	}
	t.dialogs.Store(&fn)
}

// OnDialog has fn know of every dialog that was closed, whoever did it, for the
// life of the tab. fn runs on the reader: return at once.
func (t *Tab) OnDialog(fn func(Dialog, Reply)) {
	var open Dialog
	t.stops = append(t.stops, t.session.Listen(func(ev any) {
		switch ev := ev.(type) {
		case *page.EventJavascriptDialogOpening:
			open = dialogOf(ev)
		case *page.EventJavascriptDialogClosed:
			fn(open, Reply{Accept: ev.Result, Text: ev.UserInput})
		}
	}))
}

func dialogOf(ev *page.EventJavascriptDialogOpening) Dialog {
	return Dialog{Kind: string(ev.Type), Message: ev.Message, Default: ev.DefaultPrompt}
}

// maxDialogs is how many dialogs a page may open in one visit.
const maxDialogs = 10

// answerDialog closes a dialog, or gives up a page that does nothing but open
// dialogs. It runs on the reader.
func (t *Tab) answerDialog(ev *page.EventJavascriptDialogOpening) {
	answer := t.dialogs.Load()
	if t.visit.dialog() > maxDialogs && answer == nil {
		t.breakWith(dyncrawl.ClassDialogLoop, "the page opens one dialog after the other")
		return
	}
	go func() {
		reply := Reply{Accept: ev.Type == page.DialogTypeBeforeunload}
		if answer != nil {
			reply = (*answer)(t.session.life, dialogOf(ev))
		}
		if reply.Left {
			return
		}
		_, _ = cdp.Call(context.Background(), t.session, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{
			Accept: reply.Accept, PromptText: reply.Text})
	}()
}
