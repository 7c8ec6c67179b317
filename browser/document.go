package browser

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	jsonv2 "github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
)

var (
	//go:embed selector.js
	selectorJS string
	//go:embed actions.js
	actionsJS string
	//go:embed scroll.js
	scrollJS string
)

// document is the document of a frame as our isolated world sees it. It is good
// until the frame navigates.
type document struct {
	session Session
	world   runtime.ExecutionContextID
	door    *Element // the iframe that shows it; nil for the main frame
}

// document returns the one of the main frame.
func (t *Tab) document(ctx context.Context) (*document, error) {
	id, err := t.IsolatedContext(ctx, t.frame())
	if err != nil {
		return nil, err
	}
	return &document{session: t.session, world: id}, nil
}

// behind returns the document that the iframe door shows.
func (t *Tab) behind(ctx context.Context, door *Element) (*document, error) {
	res, err := cdp.Call(ctx, door.doc.session, dom.DescribeNode, dom.DescribeNodeParams{ObjectID: door.object})
	if err != nil {
		return nil, err
	}
	if door.doc.session == Session(t.session) {
		id, err := t.IsolatedContext(ctx, res.Node.FrameID)
		if err == nil {
			return &document{session: t.session, world: id, door: door}, nil
		}
	}
	return t.behindForeign(ctx, door, res.Node.FrameID)
}

// behindForeign is behind for a frame that runs in a process of its own, or in that of another such frame.
func (t *Tab) behindForeign(ctx context.Context, door *Element, frame cdp.FrameID) (*document, error) {
	session, ok := t.foreign[frame]
	if ok {
		select {
		case <-session.Done():
			ok = false
		default:
		}
	}
	if !ok {
		var err error
		if session, err = t.Frame(ctx, frame); err != nil {
			session = door.doc.session // not a target: its process is its parent's
		} else {
			t.keepForeign(frame, session)
			if t.gate.Load() != nil {
				err = t.gateFrame(ctx, session)
			}
			if err != nil {
				return nil, fmt.Errorf("enter iframe: %w", err)
			}
		}
	}
	params := page.CreateIsolatedWorldParams{FrameID: frame, WorldName: world}
	res, err := cdp.Call(ctx, session, page.CreateIsolatedWorld, params)
	if err != nil {
		return nil, fmt.Errorf("enter iframe: %w", err)
	}
	return &document{session: session, world: res.ExecutionContextID, door: door}, nil
}

// keepForeign remembers the session of a frame and forgets those that ended.
func (t *Tab) keepForeign(frame cdp.FrameID, s Session) {
	if t.foreign == nil {
		t.foreign = make(map[cdp.FrameID]Session)
	}
	for id, old := range t.foreign {
		select {
		case <-old.Done():
			delete(t.foreign, id)
		default:
		}
	}
	t.foreign[frame] = s
}

// dispatch calls one of our helpers. None of them answers undefined, so that
// undefined means that they are not there yet.
const dispatch = `function(name, element, args) { return globalThis.dyncrawl ? dyncrawl[name](element, ...(args ?? [])) : undefined }`

// call runs the helper fn on an element of this document, nil for none, and
// returns its result, by value or as a handle. The other arguments become JSON;
// they travel as one list because cdproto leaves out an empty text.
func (d *document) call(ctx context.Context, byValue bool, fn string, e *Element, args ...any) (*runtime.RemoteObject, error) {
	var object any
	if e != nil {
		object = e.object
	}
	arguments, err := callArguments([]any{fn, object, args})
	if err != nil {
		return nil, err
	}
	params := runtime.CallFunctionOnParams{
		FunctionDeclaration: dispatch,
		ExecutionContextID:  d.world,
		Arguments:           arguments,
		ReturnByValue:       &byValue,
		AwaitPromise:        new(true),
	}
	result, err := d.run(ctx, params)
	if err != nil || result.Type != runtime.RemoteObjectTypeUndefined {
		return result, err
	}
	if err := d.install(ctx); err != nil {
		return nil, err
	}
	return d.run(ctx, params)
}

func (d *document) run(ctx context.Context, params runtime.CallFunctionOnParams) (*runtime.RemoteObject, error) {
	res, err := cdp.Call(ctx, d.session, runtime.CallFunctionOn, params)
	if err != nil {
		return nil, err
	}
	if res.ExceptionDetails != nil {
		return nil, &ScriptError{exceptionText(res.ExceptionDetails)}
	}
	return res.Result, nil
}

// install brings the helpers into the isolated world.
func (d *document) install(ctx context.Context) error {
	res, err := cdp.Call(ctx, d.session, runtime.Evaluate, runtime.EvaluateParams{
		Expression: selectorJS + actionsJS + scrollJS,
		ContextID:  d.world,
	})
	if err != nil {
		return err
	}
	return decodeResult(res.Result, res.ExceptionDetails, nil)
}

// ask runs the helper fn and decodes its JSON into out.
func (d *document) ask(ctx context.Context, out any, fn string, e *Element, args ...any) error {
	result, err := d.call(ctx, true, fn, e, args...)
	if err != nil {
		return err
	}
	if len(result.Value) == 0 {
		return nil
	}
	if err := jsonv2.Unmarshal(result.Value, out, lenient); err != nil {
		return fmt.Errorf("decode result of script: %w", err)
	}
	return nil
}

// navigated reports that a call failed because its document was replaced.
func navigated(err error) bool {
	var refused *cdproto.Error
	if !errors.As(err, &refused) {
		return errors.Is(err, errGone) // of a frame; that of the tab has another cause
	}
	for _, text := range []string{
		"Cannot find context", "context was destroyed", "Could not find object", "navigated or closed",
		"No frame", "Frame with the given id", "Could not find node", "Cannot find object",
		"does not belong to the document", "Argument should belong to the same JavaScript world",
	} {
		if strings.Contains(refused.Message, text) {
			return true
		}
	}
	return false
}
