package browser

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/page"
)

// AnswerFileChoosers has fn name the files when the page wants some chosen, at
// most one unless several may be; none leaves it as it is. It holds for the life
// of the tab. fn's context ends with the tab.
func (t *Tab) AnswerFileChoosers(ctx context.Context, fn func(ctx context.Context, several bool) (paths []string)) error {
	on := page.SetInterceptFileChooserDialogParams{Enabled: true}
	if _, err := cdp.Call(ctx, t.session, page.SetInterceptFileChooserDialog, on); err != nil {
		return fmt.Errorf("answer file choosers: %w", err)
	}
	t.stops = append(t.stops, t.session.Listen(func(ev any) {
		opened, ok := ev.(*page.EventFileChooserOpened)
		if !ok || opened.BackendNodeID == 0 {
			return
		}
		go func() {
			paths := fn(t.session.life, opened.Mode == page.FileChooserOpenedModeSelectMultiple)
			if len(paths) > 0 {
				_, _ = cdp.Call(t.session.life, t.session, dom.SetFileInputFiles, dom.SetFileInputFilesParams{
					Files: paths, BackendNodeID: opened.BackendNodeID})
			}
		}()
	}))
	return nil
}

// Upload puts files, by their absolute paths, into the element, an <input
// type=file>, as if they had been chosen. The browser must be able to read them.
func (e *Element) Upload(ctx context.Context, paths ...string) error {
	return e.act(ctx, "upload to", func(ctx context.Context) error {
		_, err := cdp.Call(ctx, e.doc.session, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: paths, ObjectID: e.object})
		return err
	})
}
