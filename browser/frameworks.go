package browser

import (
	"context"
	_ "embed"
	"encoding/json"

	"github.com/chromedp/cdproto/cdp"
	jsonv2 "github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/runtime"
)

//go:embed frameworks.js
var frameworksJS string

// attend tells the isolated world which elements frameworks handle events for, without
// the browser's knowing. What changes between the look and the telling is told of wrongly
// once.
func (t *Tab) attend(ctx context.Context, doc *document) error {
	res, err := cdp.Call(ctx, doc.session, runtime.Evaluate, runtime.EvaluateParams{
		Expression: frameworksJS, IncludeCommandLineAPI: new(true), ReturnByValue: new(true), Silent: new(true)})
	if err != nil {
		return err
	}
	var kept struct {
		Elements int             `json:"elements"`
		Rows     json.RawMessage `json:"rows"` // handed over as they are
	}
	if res.ExceptionDetails != nil {
		return nil // the page has made itself so strange that nothing can be told of it
	}
	if err := jsonv2.Unmarshal(res.Result.Value, &kept, lenient); err != nil {
		return err
	}
	some := string(kept.Rows) != "[]"
	if !some && !t.ears.attended {
		return nil
	}
	t.ears.attended = some
	return doc.ask(ctx, new(bool), "attend", nil, kept.Rows, kept.Elements)
}
