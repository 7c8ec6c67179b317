package browser

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
)

var (
	//go:embed survey_tree.js
	treeJS string
	//go:embed survey_words.js
	wordsJS string
	//go:embed survey_sight.js
	sightJS string
	//go:embed survey_drawing.js
	drawingJS string
	//go:embed survey_act.js
	actJS string
	//go:embed survey_controls.js
	controlsJS string
	//go:embed survey_keys.js
	keysJS string
	//go:embed survey.js
	surveyJS string
	//go:embed lively.js
	livelyJS string
)

// Lively reports whether anything can be acted on: the page has a handler, a form
// or something embedded, or a script of it listens to something. It costs little.
func (t *Tab) Lively(ctx context.Context) (lively bool, err error) {
	if err = t.EvalIsolated(ctx, "("+livelyJS+")()", &lively); err == nil && !lively {
		lively, err = t.listens(ctx)
	}
	if err != nil {
		return false, fmt.Errorf("look at page: %w", err)
	}
	return lively, nil
}

// Survey looks the page over. Nothing of it is visible to the page's script.
func (t *Tab) Survey(ctx context.Context) (*Survey, error) {
	s, err := t.survey(ctx)
	if err != nil {
		return nil, fmt.Errorf("survey page: %w", err)
	}
	return s, nil
}

func (t *Tab) survey(ctx context.Context) (*Survey, error) {
	doc, err := t.surveyed(ctx, t.frame())
	if err != nil {
		return nil, err
	}
	if err := t.openClosed(ctx, doc); err != nil {
		return nil, err
	}
	listened, err := t.listen(ctx, doc)
	if err != nil {
		return nil, err
	}
	s := &Survey{}
	if err := doc.ask(ctx, s, "survey", nil, listened); err != nil {
		return nil, err
	}
	t.surveyFrames(ctx, doc, s, maxNested)
	return s, nil
}

// Markup is the text of a document as it is now.
type Markup struct {
	URL  string `json:"url"` // that relative references begin at
	HTML string `json:"html"`
}

// Markup returns the documents of the page and of its frames, those of other
// sites that are drawn among them, shadow roots included, closed ones too.
func (t *Tab) Markup(ctx context.Context) ([]Markup, error) {
	var list []Markup
	doc, err := t.surveyed(ctx, t.frame())
	if err == nil {
		err = doc.ask(ctx, &list, "markup", nil, maxHTML)
	}
	if err == nil {
		list = append(list, t.markupOfFrames(ctx, doc, maxNested)...)
	}
	if err != nil {
		return nil, fmt.Errorf("read markup: %w", err)
	}
	return list, nil
}

// equip brings the helpers of a survey into the isolated world, unless they are
// there.
func (d *document) equip(ctx context.Context) error {
	return d.bring(ctx, "survey", selectorJS+actionsJS+scrollJS+treeJS+wordsJS+sightJS+drawingJS+actJS+controlsJS+keysJS+surveyJS)
}

// bring runs the script in the isolated world, unless the helper is there.
func (d *document) bring(ctx context.Context, helper, script string) error {
	var there bool
	res, err := cdp.Call(ctx, d.session, runtime.Evaluate, runtime.EvaluateParams{
		Expression: "!!globalThis.dyncrawl?." + helper, ContextID: d.world, ReturnByValue: new(true)})
	if err != nil {
		return err
	}
	if err := decodeResult(res.Result, res.ExceptionDetails, &there); err != nil || there {
		return err
	}
	res, err = cdp.Call(ctx, d.session, runtime.Evaluate, runtime.EvaluateParams{Expression: script, ContextID: d.world})
	if err != nil {
		return err
	}
	return decodeResult(res.Result, res.ExceptionDetails, nil)
}

// openClosed shows the isolated world the closed shadow roots of the page.
func (t *Tab) openClosed(ctx context.Context, doc *document) error {
	for range maxNested {
		hosts, err := doc.handles(ctx, "secretive")
		if err != nil || len(hosts) == 0 {
			return err
		}
		opened := 0
		for _, host := range hosts {
			if doc.open(ctx, host) {
				opened++
			}
		}
		if opened == 0 {
			return nil
		}
	}
	return nil
}

// maxNested is how deep closed shadow roots may lie in one another.
const maxNested = 5

// handles runs a helper that answers with a list of nodes, or with null for none.
func (d *document) handles(ctx context.Context, fn string) ([]runtime.RemoteObjectID, error) {
	result, err := d.call(ctx, false, fn, nil)
	if err != nil || result.ObjectID == "" {
		return nil, err
	}
	entries, err := d.entries(ctx, result.ObjectID)
	var list []runtime.RemoteObjectID
	for _, e := range entries {
		list = append(list, e.ObjectID)
	}
	return list, err
}

// open adopts the closed shadow root of the host, if it has one.
func (d *document) open(ctx context.Context, host runtime.RemoteObjectID) bool {
	described, err := cdp.Call(ctx, d.session, dom.DescribeNode, dom.DescribeNodeParams{ObjectID: host, Pierce: new(true)})
	if err != nil || len(described.Node.ShadowRoots) == 0 {
		return false
	}
	root := described.Node.ShadowRoots[0]
	if root.ShadowRootType != cdp.ShadowRootTypeClosed {
		return false
	}
	objects := d.resolveAll(ctx, []cdp.BackendNodeID{root.BackendNodeID})
	if objects[0] == "" {
		return false
	}
	arguments, err := callArguments([]any{host, objects[0]})
	if err != nil {
		return false
	}
	_, err = d.run(ctx, runtime.CallFunctionOnParams{
		FunctionDeclaration: `(host, root) => dyncrawl.adopt(host, root)`,
		ExecutionContextID:  d.world,
		Arguments:           arguments,
	})
	return err == nil
}
