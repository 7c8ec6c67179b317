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
	//go:embed survey_act.js
	actJS string
	//go:embed survey_controls.js
	controlsJS string
	//go:embed survey.js
	surveyJS string
	//go:embed lively.js
	livelyJS string
)

// Survey is what a page offers and shows at one moment, shadow roots and frames
// of its own origin included.
type Survey struct {
	URL       string    `json:"url"`
	Title     string    `json:"title"`
	Controls  []Control `json:"controls"`  // what can be acted on, in the order of the page; of large groups a few
	Dropped   int       `json:"dropped"`   // controls left out because they differ from others in their words only
	Forms     []Form    `json:"forms"`     // at most 50
	Scrollers []string  `json:"scrollers"` // paths of boxes that scroll by themselves
	Doors     []string  `json:"doors"`     // paths of frames that the page itself cannot see into; at most 8
	Tall      bool      `json:"tall"`      // the page is larger than the window
	Modal     bool      `json:"modal"`     // a dialog or popover lies over it
	Window    []string  `json:"window"`    // types that window, its navigation, document or body listen to
	Scripts   bool      `json:"scripts"`   // it has scripts
	Changes   int       `json:"changes"`   // grows with every change of the document
	Acts      []uint32  `json:"acts"`      // marks of the controls that are drawn
	Texts     []uint32  `json:"texts"`     // marks of the texts that are drawn, without what numbers and dates they hold
}

// Control is something on the page that can be acted on. Paths are for Perform;
// they hold as long as the structure of the page around the control does.
type Control struct {
	Path      string   `json:"path"`
	Group     string   `json:"group"` // equal for controls that differ in their words only
	Why       string   `json:"why"`   // "listener", "native", "role", "drag", "focusable", "pointer" or "delegated"
	Mark      uint32   `json:"mark"`  // equal for what looks the same in another place or state
	Label     string   `json:"label"`
	Words     string   `json:"words"` // all that may say what it does: texts, names, URLs
	Tag       string   `json:"tag"`
	Type      string   `json:"type"` // of a form control
	Role      string   `json:"role"` // as said by the page
	Href      string   `json:"href"` // as written
	Own       []string `json:"own"`  // events that it listens to itself
	Inherited []string `json:"inherited"`
	Visible   bool     `json:"visible"`
	Disabled  bool     `json:"disabled"`
	Editable  bool     `json:"editable"`
	Draggable bool     `json:"draggable"`
	Open      bool     `json:"open"`     // a summary whose details show
	Form      string   `json:"form"`     // path of its form; empty: it has none
	Options   int      `json:"options"`  // of a select
	Download  bool     `json:"download"` // a link to a file
	Acts      bool     `json:"acts"`     // it opens or closes something without a script
	Spare     bool     `json:"spare"`    // of a large group, beyond a first sample
	Frame     string   `json:"frame"`    // URL of the frame of another site that it lies in; empty: it is the page's own
	Control   string   `json:"control"`  // path of what a label stands for
	Field     *Field   `json:"field"`    // nil: it holds no value
}

// Form is a form of the page.
type Form struct {
	Path    string  `json:"path"`
	Action  string  `json:"action"` // absolute
	Method  string  `json:"method"` // lower case
	Words   string  `json:"words"`  // all that may say what it is for
	Fields  []Field `json:"fields"`
	Submits bool    `json:"submits"` // it has a button that sends it
	Listens bool    `json:"listens"` // its script wants to know when it is sent
	Visible bool    `json:"visible"`
}

// Field is a control of a form that holds a value.
type Field struct {
	Path      string   `json:"path"`
	Form      string   `json:"form"` // path of its form; empty: it has none
	Type      string   `json:"type"`
	Name      string   `json:"name"`
	Label     string   `json:"label"`
	Words     string   `json:"words"` // all that may say what is to be filled in
	Auto      string   `json:"auto"`  // its autocomplete attribute
	Pattern   string   `json:"pattern"`
	Min       string   `json:"min"`
	Max       string   `json:"max"`
	Step      string   `json:"step"`
	MinLength int      `json:"minLength"` // -1: none
	MaxLength int      `json:"maxLength"` // -1: none
	Accept    string   `json:"accept"`
	Options   []string `json:"options"` // values of a select or of its datalist
	Value     string   `json:"value"`
	Checked   bool     `json:"checked"`
	Required  bool     `json:"required"`
	Fixed     bool     `json:"fixed"` // disabled or read-only
}

// Lively reports whether anything can happen on the page: it has a script, a
// handler, a form or something embedded. It costs little.
func (t *Tab) Lively(ctx context.Context) (lively bool, err error) {
	if err := t.EvalIsolated(ctx, "("+livelyJS+")()", &lively); err != nil {
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
	return d.bring(ctx, "survey", selectorJS+actionsJS+scrollJS+treeJS+wordsJS+sightJS+actJS+controlsJS+surveyJS)
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

// handles runs a helper that answers with a list of nodes.
func (d *document) handles(ctx context.Context, fn string) ([]runtime.RemoteObjectID, error) {
	result, err := d.call(ctx, false, fn, nil)
	if err != nil {
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
