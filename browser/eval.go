package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
)

// world is the name of our isolated worlds: they share the page's DOM but not
// its globals, so that a page cannot lie to our scripts.
const world = "dyncrawl"

// ScriptError is an exception that a script threw.
type ScriptError struct{ Text string }

func (e *ScriptError) Error() string { return "script threw " + e.Text }

// Eval evaluates an expression among the page's own globals, awaits it when it
// is a promise, and decodes its JSON into out, unless that is nil.
func (t *Tab) Eval(ctx context.Context, expression string, out any) error {
	t.clock.run()
	return t.evaluate(ctx, 0, expression, out)
}

// EvalIsolated is Eval in our isolated world of the main frame.
func (t *Tab) EvalIsolated(ctx context.Context, expression string, out any) error {
	id, err := t.IsolatedContext(ctx, t.frame())
	if err != nil {
		return err
	}
	return t.evaluate(ctx, id, expression, out)
}

func (t *Tab) evaluate(ctx context.Context, id runtime.ExecutionContextID, expression string, out any) error {
	res, err := cdp.Call(ctx, t.session, runtime.Evaluate, runtime.EvaluateParams{
		Expression:    expression,
		ContextID:     id,
		ReturnByValue: new(true),
		AwaitPromise:  new(true),
	})
	if err != nil {
		return err
	}
	t.heard.Store(new(time.Now()))
	return decodeResult(res.Result, res.ExceptionDetails, out)
}

// CallFunction calls the JavaScript function fn with the object as this, awaits
// it, and decodes its JSON into out, unless that is nil. An argument is any
// value that encoding/json takes, or a runtime.RemoteObjectID of the same world.
func (t *Tab) CallFunction(ctx context.Context, object runtime.RemoteObjectID, fn string, out any, args ...any) error {
	arguments, err := callArguments(args)
	if err != nil {
		return err
	}
	res, err := cdp.Call(ctx, t.session, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		FunctionDeclaration: fn,
		ObjectID:            object,
		Arguments:           arguments,
		ReturnByValue:       new(true),
		AwaitPromise:        new(true),
	})
	if err != nil {
		return err
	}
	return decodeResult(res.Result, res.ExceptionDetails, out)
}

func callArguments(args []any) ([]*runtime.CallArgument, error) {
	var list []*runtime.CallArgument
	for i, arg := range args {
		if id, ok := arg.(runtime.RemoteObjectID); ok {
			list = append(list, &runtime.CallArgument{ObjectID: id})
			continue
		}
		data, err := json.Marshal(arg)
		if err != nil {
			return nil, fmt.Errorf("argument %d of script: %w", i+1, err)
		}
		list = append(list, &runtime.CallArgument{Value: data})
	}
	return list, nil
}

func decodeResult(obj *runtime.RemoteObject, thrown *runtime.ExceptionDetails, out any) error {
	if thrown != nil {
		return &ScriptError{exceptionText(thrown)}
	}
	if out == nil || obj == nil || len(obj.Value) == 0 { // undefined
		return nil
	}
	if err := json.Unmarshal(obj.Value, out); err != nil {
		return fmt.Errorf("decode result of script: %w", err)
	}
	return nil
}

func exceptionText(d *runtime.ExceptionDetails) string {
	switch {
	case d.Exception == nil:
		return d.Text
	case d.Exception.Description != "":
		return d.Exception.Description
	}
	return string(d.Exception.Value)
}

// IsolatedContext returns our isolated world of a frame that runs in the
// page's own process. It is good until the frame navigates.
func (t *Tab) IsolatedContext(ctx context.Context, frame cdp.FrameID) (runtime.ExecutionContextID, error) {
	if id, ok := t.visit.world(frame); ok {
		return id, nil
	}
	document := t.visit.document(frame)
	res, err := cdp.Call(ctx, t.session, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: frame, WorldName: world})
	if err != nil {
		return 0, err
	}
	if t.watched == res.ExecutionContextID { // numbers come again with another process
		t.watched = 0
	}
	if t.ears.world == res.ExecutionContextID {
		t.ears = ears{}
	}
	t.visit.keepWorld(frame, document, res.ExecutionContextID)
	return res.ExecutionContextID, nil
}

// Frame returns a session for a frame that runs in a process of its own, as
// cross-site frames do. It ends when the frame goes.
func (t *Tab) Frame(ctx context.Context, frame cdp.FrameID) (Session, error) {
	s, err := t.context.driver.Attach(ctx, target.ID(frame))
	if err != nil {
		return nil, err
	}
	return &guard{Session: s, life: t.session.life, fail: t.session.fail}, nil
}
