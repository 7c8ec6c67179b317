package browser

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	jsonv2 "github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/runtime"
)

//go:embed frameworks.js
var frameworksJS string

// kept are the handlers that frameworks keep to themselves, as frameworks.js tells of them.
type kept struct {
	Elements int             `json:"elements"`
	Names    []string        `json:"names"` // that they lie under
	Rows     json.RawMessage `json:"rows"`  // handed over as they are
}

func (k *kept) any() bool { return string(k.Rows) != "[]" }

// attend tells the isolated world which elements frameworks handle events for, without
// the browser's knowing; own are the listeners in the document. What changes between the
// look and the telling is told of wrongly once.
func (t *Tab) attend(ctx context.Context, doc *document, own []eventListener) error {
	found, err := readKept(ctx, doc, t.ears.names(own))
	if err != nil || found == nil {
		return err
	}
	t.ears.found(found.Names)
	if !found.any() {
		remembered, err := t.searchSymbol(ctx, doc, own)
		switch {
		case err != nil:
			return err
		case remembered:
			return t.attend(ctx, doc, own)
		case !t.ears.attended:
			return nil
		}
	}
	t.ears.attended = found.any()
	return doc.ask(ctx, new(bool), "attend", nil, found.Rows, found.Elements)
}

const (
	// fullLooks is how often all that lies on the elements of a page is looked at when it is
	// new, or something else listens than before, and lookAgain how often it is not then
	// before it is once more.
	fullLooks = 3
	lookAgain = 5
)

// names returns the names under which handlers are to be looked for; nil to look at all
// that there is.
func (e *ears) names(own []eventListener) []string {
	codes := map[code]bool{}
	for _, l := range own {
		codes[codeOf(l)] = true
	}
	if !maps.Equal(codes, e.codes) {
		e.codes, e.looks = codes, 0
	}
	e.looks++
	if e.looks <= fullLooks || e.looks%lookAgain == 0 {
		return nil
	}
	return append([]string{}, e.kept...)
}

// found notes names under which handlers lie.
func (e *ears) found(names []string) {
	for _, name := range names {
		if !slices.Contains(e.kept, name) {
			e.kept = append(e.kept, name)
		}
	}
}

// readKept returns the handlers that frameworks keep under the names, nil for any; nil for a
// page that has made itself so strange that nothing can be told of it. $$ and $_ are the
// debugger's: the elements of the document, and what was remembered.
func readKept(ctx context.Context, doc *document, names []string) (*kept, error) {
	list, err := json.Marshal(names)
	if err != nil {
		return nil, err
	}
	res, err := cdp.Call(ctx, doc.session, runtime.Evaluate, runtime.EvaluateParams{
		Expression:            `(` + frameworksJS + `)($$('*'), typeof $_ === 'symbol' ? $_ : null, ` + string(list) + `)`,
		IncludeCommandLineAPI: new(true), ReturnByValue: new(true), Silent: new(true)})
	if err != nil || res.ExceptionDetails != nil {
		return nil, err
	}
	k := &kept{}
	return k, jsonv2.Unmarshal(res.Result.Value, k, lenient)
}

// rootOf returns the code that the document and an element in it listen with, as those
// frameworks do that listen at the root of an application and, for what is drawn outside
// of it, at the document.
func rootOf(own []eventListener) code {
	for _, l := range own { // those of the document come first
		if l.BackendNodeID != own[0].BackendNodeID {
			break
		}
		elsewhere := func(o eventListener) bool { return o.BackendNodeID != l.BackendNodeID && codeOf(o) == codeOf(l) }
		if slices.ContainsFunc(own, elsewhere) {
			return codeOf(l)
		}
	}
	return code{}
}

// searchSymbol has the debugger remember the symbol that handlers lie under, and reports
// whether it does: it is searched for once for the code of a root.
func (t *Tab) searchSymbol(ctx context.Context, doc *document, own []eventListener) (bool, error) {
	root := rootOf(own)
	if root == t.ears.searched {
		return false, nil
	}
	t.ears.searched = root
	return rememberSymbol(ctx, doc, own)
}

// maxSearched is how many elements are searched for a symbol that handlers lie under.
const maxSearched = 2000

// rememberSymbol looks for a symbol under which elements have handlers, by the names of
// events that the document listens to, and has the debugger remember it as $_. The page is
// not asked: what lies under symbols only the browser tells.
func rememberSymbol(ctx context.Context, doc *document, own []eventListener) (bool, error) {
	const group = "dyncrawl-symbols"
	copies, err := cdp.Call(ctx, doc.session, runtime.Evaluate, runtime.EvaluateParams{
		Expression:            fmt.Sprintf(`((all) => { const copies = []; for (let i = 0; i < all.length && i < %d; i++) copies[i] = { ...all[i] }; return copies })($$('body *'))`, maxSearched),
		IncludeCommandLineAPI: new(true), Silent: new(true), ObjectGroup: group})
	if err != nil || copies.Result.ObjectID == "" {
		return false, err
	}
	defer cdp.Call(ctx, doc.session, runtime.ReleaseObjectGroup, runtime.ReleaseObjectGroupParams{ObjectGroup: group})
	symbol, err := symbolIn(ctx, doc, copies.Result.ObjectID, own)
	if err != nil || symbol == "" {
		return false, err
	}
	_, err = cdp.Call(ctx, doc.session, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		FunctionDeclaration: `(symbol) => symbol`, ObjectID: copies.Result.ObjectID,
		Arguments: []*runtime.CallArgument{{ObjectID: symbol}}, ObjectGroup: "console"}) // of which the last becomes $_
	return err == nil, err
}

// symbolIn returns the symbol under which one of the copies of elements has handlers;
// empty when none has.
func symbolIn(ctx context.Context, doc *document, copies runtime.RemoteObjectID, own []eventListener) (runtime.RemoteObjectID, error) {
	list, err := properties(ctx, doc, copies)
	if err != nil {
		return "", err
	}
	looked := map[string]bool{}
	for _, of := range list {
		if of.Value == nil || of.Value.Preview == nil {
			continue
		}
		for _, p := range of.Value.Preview.Properties {
			if !strings.HasPrefix(p.Name, "Symbol(") || p.Type != "object" || looked[p.Name] {
				continue
			}
			looked[p.Name] = true
			if symbol, err := symbolOf(ctx, doc, of.Value.ObjectID, own); err != nil || symbol != "" {
				return symbol, err
			}
		}
	}
	return "", nil
}

// symbolOf is symbolIn for one copy.
func symbolOf(ctx context.Context, doc *document, element runtime.RemoteObjectID, own []eventListener) (runtime.RemoteObjectID, error) {
	list, err := properties(ctx, doc, element)
	i := slices.IndexFunc(list, func(p *runtime.PropertyDescriptor) bool {
		return p.Symbol != nil && p.Value != nil && handles(p.Value.Preview, own)
	})
	if err != nil || i < 0 {
		return "", err
	}
	return list[i].Symbol.ObjectID, nil
}

// handles reports whether the object holds nothing but functions, by the names of events
// that are listened to.
func handles(object *runtime.ObjectPreview, own []eventListener) bool {
	if object == nil || len(object.Properties) == 0 {
		return false
	}
	return !slices.ContainsFunc(object.Properties, func(p *runtime.PropertyPreview) bool {
		return p.Type != "function" || !slices.ContainsFunc(own, func(l eventListener) bool { return l.Type == p.Name })
	})
}

func properties(ctx context.Context, doc *document, object runtime.RemoteObjectID) ([]*runtime.PropertyDescriptor, error) {
	res, err := cdp.Call(ctx, doc.session, runtime.GetProperties, runtime.GetPropertiesParams{
		ObjectID: object, OwnProperties: new(true), GeneratePreview: new(true)})
	return res.Result, err
}
