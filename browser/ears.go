package browser

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/domdebugger"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
)

// ears remember which listeners our isolated world has been told of, so that
// only new ones are looked up. Zero is deaf.
type ears struct {
	world runtime.ExecutionContextID
	told  map[cdp.BackendNodeID]string // what was told of a node's listeners; 0 is the window

	attended bool          // it was told of handlers of frameworks
	searched code          // of the root for whose handlers a symbol was searched
	codes    map[code]bool // that listen in the document
	looks    int           // for handlers of frameworks since those are what they are
	kept     []string      // names that such handlers lie under

	globals map[string]runtime.RemoteObjectID // of the page's own world, by name
}

// heap is the group of the page's objects that a survey holds.
const heap = "dyncrawl-survey"

// lookups is how many nodes are looked up at the same time.
const lookups = 8

// listen tells the isolated world which nodes listen to what: in the document,
// its shadow roots, closed ones too, and its frames. The browser knows; the page
// is not asked. It reports whether anything is listened to at all.
func (t *Tab) listen(ctx context.Context, doc *document) (some bool, err error) {
	if t.ears.world != doc.world {
		t.ears = ears{world: doc.world, told: map[cdp.BackendNodeID]string{}, globals: map[string]runtime.RemoteObjectID{}}
		if err := t.listenToRouter(ctx, doc); err != nil {
			return false, err
		}
	}
	global, own, err := t.listenersOfBoth(ctx, doc)
	if err != nil {
		return false, err
	}
	window := newsOf(global)
	if told := window.String(); t.ears.told[0] != told {
		t.ears.told[0] = told
		if err := t.hear(ctx, doc, []news{window}, []any{"window"}); err != nil {
			return false, err
		}
	}
	if err := t.tell(ctx, doc, t.ears.news(own)); err != nil || len(own)+len(global) == 0 {
		return false, err
	}
	return true, t.attend(ctx, doc, own)
}

// listenersOfBoth returns the listeners of the window and those in the document, which it
// asks for at the same time.
func (t *Tab) listenersOfBoth(ctx context.Context, doc *document) (window, document []eventListener, err error) {
	for _, name := range []string{"window", "document"} {
		if t.ears.globals[name] != "" {
			continue
		}
		if t.ears.globals[name], err = global(ctx, doc, name); err != nil || t.ears.globals[name] == "" {
			return nil, nil, err
		}
	}
	var other error
	var wg sync.WaitGroup
	wg.Go(func() { window, other = listenersAt(ctx, doc, t.ears.globals["window"]) })
	document, err = listenersAt(ctx, doc, t.ears.globals["document"])
	wg.Wait()
	return window, document, errors.Join(err, other)
}

// listens reports whether a script of the page listens to anything.
func (t *Tab) listens(ctx context.Context) (bool, error) {
	doc := &document{session: t.session}
	for _, global := range []string{"window", "document", "window.navigation"} {
		if list, err := t.listenersOf(ctx, doc, global); err != nil || len(list) > 0 {
			return err == nil, err
		}
	}
	return false, nil
}

// listenersOf returns the listeners of a global of the page: of the document
// with all that is in it, or of the window. It is asked for with the page's own
// object: Chromium's renderer crashes now and then when it has to report the
// listeners of all worlds for an object of an isolated one.
func (t *Tab) listenersOf(ctx context.Context, doc *document, name string) ([]eventListener, error) {
	object, err := global(ctx, doc, name)
	if err != nil || object == "" {
		return nil, err
	}
	return listenersAt(ctx, doc, object)
}

// global returns a global object of the page's own world; empty when there is none.
func global(ctx context.Context, doc *document, name string) (runtime.RemoteObjectID, error) {
	res, err := cdp.Call(ctx, doc.session, runtime.Evaluate, runtime.EvaluateParams{Expression: name})
	if err != nil {
		return "", err
	}
	return res.Result.ObjectID, nil
}

// listenersAt returns the listeners of a node with all that is in it, or of
// another target of events.
func listenersAt(ctx context.Context, doc *document, object runtime.RemoteObjectID) ([]eventListener, error) {
	params := domdebugger.GetEventListenersParams{ObjectID: object, Depth: new(int64(-1)), Pierce: new(true)}
	res, err := cdp.Call(ctx, doc.session, domdebugger.GetEventListeners, params)
	return res.Listeners, err
}

// listenToRouter tells the isolated world what listens to the Navigation API. It
// is asked once a document: routers are there from the beginning.
func (t *Tab) listenToRouter(ctx context.Context, doc *document) error {
	list, err := t.listenersOf(ctx, doc, "window.navigation")
	if err != nil || len(list) == 0 {
		return err
	}
	return t.hear(ctx, doc, []news{newsOf(list)}, []any{"navigation"})
}

// eventListener is one listener as the browser tells of it.
type eventListener = *domdebugger.EventListener

// news is what is told of a node: which events it listens to, and where in the
// page's scripts the code is that handles them.
type news struct {
	Types   []string `json:"types"`
	For     []string `json:"for"`     // events that it listens to for what is in it, as the root of a framework
	Several []string `json:"several"` // of both, those that more than one listens to
	Place   string   `json:"place"`
}

func (n news) String() string {
	return strings.Join(n.Types, " ") + " " + strings.Join(n.For, " ") + "|" + n.Place
}

// allEars is to how many kinds of events one piece of code listens that only hands them
// on: that of a page's own has no use for so many.
const allEars = 10

func newsOf(list []eventListener) news {
	roots := rootsIn(list)
	n := news{Types: []string{}, For: []string{}, Several: []string{}}
	for _, l := range list {
		into := &n.Types
		if roots[codeOf(l)] {
			into = &n.For
		}
		if !slices.Contains(*into, l.Type) {
			*into = append(*into, l.Type)
			n.Place += fmt.Sprintf("%s:%d:%d ", l.ScriptID, l.LineNumber, l.ColumnNumber)
		} else if !slices.Contains(n.Several, l.Type) {
			n.Several = append(n.Several, l.Type)
		}
	}
	return n
}

// code is where in the page's scripts the code of a listener is.
type code struct {
	script       cdp.ScriptID
	line, column int64
}

func codeOf(l eventListener) code { return code{l.ScriptID, l.LineNumber, l.ColumnNumber} }

// rootsIn returns the code that only hands events on; nil for most nodes, which listen to
// too few for that.
func rootsIn(list []eventListener) map[code]bool {
	if len(list) < allEars {
		return nil
	}
	types := map[code][]string{}
	roots := map[code]bool{}
	for _, l := range list {
		at := codeOf(l)
		if !slices.Contains(types[at], l.Type) {
			types[at] = append(types[at], l.Type)
		}
		roots[at] = len(types[at]) >= allEars
	}
	return roots
}

// news returns the nodes whose listeners are not those that were told.
func (e *ears) news(list []eventListener) map[cdp.BackendNodeID]news {
	nodes := map[cdp.BackendNodeID][]eventListener{}
	for _, l := range list {
		nodes[l.BackendNodeID] = append(nodes[l.BackendNodeID], l)
	}
	fresh := map[cdp.BackendNodeID]news{}
	for id, listeners := range nodes {
		n := newsOf(listeners)
		if told := n.String(); e.told[id] != told {
			e.told[id] = told
			fresh[id] = n
		}
	}
	return fresh
}

// tell has the isolated world know what the nodes listen to.
func (t *Tab) tell(ctx context.Context, doc *document, nodes map[cdp.BackendNodeID]news) error {
	if len(nodes) == 0 {
		return nil
	}
	ids := make([]cdp.BackendNodeID, 0, len(nodes))
	for id := range nodes {
		ids = append(ids, id)
	}
	objects := doc.resolveAll(ctx, ids)
	var told []news
	var found []any
	var elsewhere []cdp.BackendNodeID // in frames
	for i, id := range ids {
		if objects[i] == "" {
			elsewhere = append(elsewhere, id)
			continue
		}
		told, found = append(told, nodes[id]), append(found, objects[i])
	}
	for id, path := range t.pathsInFrames(ctx, doc, elsewhere) {
		told, found = append(told, nodes[id]), append(found, path)
	}
	return t.hear(ctx, doc, told, found)
}

// resolveAll returns handles of the nodes in d's world; empty for those that it
// does not have.
func (d *document) resolveAll(ctx context.Context, ids []cdp.BackendNodeID) []runtime.RemoteObjectID {
	objects := make([]runtime.RemoteObjectID, len(ids))
	permits := make(chan struct{}, lookups)
	var wg sync.WaitGroup
	for i, id := range ids {
		permits <- struct{}{}
		wg.Go(func() {
			defer func() { <-permits }()
			params := dom.ResolveNodeParams{BackendNodeID: id, ExecutionContextID: d.world, ObjectGroup: heap}
			if res, err := cdp.Call(ctx, d.session, dom.ResolveNode, params); err == nil {
				objects[i] = res.Object.ObjectID
			}
		})
	}
	wg.Wait()
	return objects
}

// hear hands nodes, or their paths, over with what is told of them.
func (t *Tab) hear(ctx context.Context, doc *document, told []news, nodes []any) error {
	if len(nodes) == 0 {
		return nil
	}
	arguments, err := callArguments(append([]any{told}, nodes...))
	if err != nil {
		return err
	}
	_, err = doc.run(ctx, runtime.CallFunctionOnParams{
		FunctionDeclaration: `(news, ...nodes) => dyncrawl.hear(news, nodes)`,
		ExecutionContextID:  doc.world,
		Arguments:           arguments,
	})
	return err
}

// pathsInFrames returns the paths of nodes that lie in frames of the page's own
// process. A world sees the documents of such frames, but gets no handles of
// their nodes.
func (t *Tab) pathsInFrames(ctx context.Context, doc *document, ids []cdp.BackendNodeID) map[cdp.BackendNodeID]string {
	paths := map[cdp.BackendNodeID]string{}
	if len(ids) == 0 {
		return paths
	}
	tree, err := cdp.Call(ctx, t.session, page.GetFrameTree, cdp.Empty{})
	if err != nil {
		return paths
	}
	t.pathsBelow(ctx, tree.FrameTree, "", ids, paths)
	return paths
}

// pathsBelow looks for the nodes in the frames below tree, whose own path is
// prefix, and adds the paths of those that it finds.
func (t *Tab) pathsBelow(ctx context.Context, tree *page.FrameTree, prefix string, ids []cdp.BackendNodeID, paths map[cdp.BackendNodeID]string) {
	for _, child := range tree.ChildFrames {
		outer, err := t.surveyed(ctx, tree.Frame.ID)
		if err != nil {
			continue
		}
		owner, err := cdp.Call(ctx, t.session, dom.GetFrameOwner, dom.GetFrameOwnerParams{FrameID: child.Frame.ID})
		if err != nil {
			continue
		}
		door := outer.pathsOf(ctx, []cdp.BackendNodeID{owner.BackendNodeID})[0]
		inner, err := t.surveyed(ctx, child.Frame.ID)
		if err != nil || door == "" {
			continue
		}
		door = prefix + door + ">>"
		for i, path := range inner.pathsOf(ctx, ids) {
			if path != "" {
				paths[ids[i]] = door + path
			}
		}
		t.pathsBelow(ctx, child, door, ids, paths)
	}
}

// pathsOf returns the paths of nodes in d; empty for those that it does not have.
func (d *document) pathsOf(ctx context.Context, ids []cdp.BackendNodeID) []string {
	paths := make([]string, len(ids))
	for i, object := range d.resolveAll(ctx, ids) {
		if object != "" {
			_ = d.ask(ctx, &paths[i], "pathWithin", &Element{object: object})
		}
	}
	return paths
}

// surveyed returns the document of a frame with the helpers of a survey.
func (t *Tab) surveyed(ctx context.Context, frame cdp.FrameID) (*document, error) {
	id, err := t.IsolatedContext(ctx, frame)
	if err != nil {
		return nil, err
	}
	doc := &document{session: t.session, world: id}
	if main := frame == t.frame(); main && t.equipped == id {
		return doc, nil
	} else if err := doc.equip(ctx); err != nil || !main {
		return doc, err
	}
	t.equipped = id
	return doc, nil
}
