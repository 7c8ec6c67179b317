package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
)

// doorsOf returns what is known of the iframes around a script; what was known
// last when its frame has gone.
func (w *Watch) doorsOf(ctx context.Context, at seat) []json.RawMessage {
	frame, err := w.frameOf(ctx, at)
	if err == nil {
		var doors []json.RawMessage
		if doors, err = w.doorsAround(ctx, frame); err == nil {
			w.doors[at] = doors
		}
	}
	return w.doors[at]
}

// frameOf returns the frame in which a script runs.
func (w *Watch) frameOf(ctx context.Context, at seat) (cdp.FrameID, error) {
	if frame, ok := w.seats[at]; ok {
		return frame, nil
	}
	for frame := range w.framesOf(ctx, at.session) {
		if id, err := worldIn(ctx, at.session, frame); err == nil {
			w.seats[seat{at.session, id}] = frame
		}
	}
	frame, ok := w.seats[at]
	if !ok {
		return "", fmt.Errorf("the frame of world %d is gone", at.world)
	}
	return frame, nil
}

// framesOf returns the frames of a session with those around them.
func (w *Watch) framesOf(ctx context.Context, s Session) map[cdp.FrameID]cdp.FrameID {
	parents := map[cdp.FrameID]cdp.FrameID{}
	res, err := cdp.Call(ctx, s, page.GetFrameTree, cdp.Empty{})
	if err != nil {
		return parents
	}
	var note func(t *page.FrameTree)
	note = func(t *page.FrameTree) {
		parents[t.Frame.ID] = t.Frame.ParentID
		for _, child := range t.ChildFrames {
			note(child)
		}
	}
	note(res.FrameTree)
	return parents
}

// worldIn returns the watchers' world of a frame.
func worldIn(ctx context.Context, s Session, frame cdp.FrameID) (runtime.ExecutionContextID, error) {
	res, err := cdp.Call(ctx, s, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: frame, WorldName: watchWorld})
	return res.ExecutionContextID, err
}

// sessionOf returns the session that has the frame.
func (w *Watch) sessionOf(ctx context.Context, frame cdp.FrameID) (Session, error) {
	if _, ok := w.framesOf(ctx, w.tab.session)[frame]; ok {
		return w.tab.session, nil
	}
	for _, s := range w.sessions {
		if _, ok := w.framesOf(ctx, s)[frame]; ok {
			return s, nil
		}
	}
	return nil, fmt.Errorf("frame %s is none of the page's", frame)
}

// doorsAround asks the documents around a frame about their iframes.
func (w *Watch) doorsAround(ctx context.Context, frame cdp.FrameID) ([]json.RawMessage, error) {
	var doors []json.RawMessage
	for frame != w.tab.frame() {
		parent, s, err := w.parentOf(ctx, frame)
		if err != nil {
			return nil, err
		}
		door, err := doorTo(ctx, s, parent, frame)
		if err != nil {
			return nil, err
		}
		doors, frame = append(doors, door), parent
	}
	slices.Reverse(doors)
	return doors, nil
}

// parentOf returns the frame around another and the session that has it.
func (w *Watch) parentOf(ctx context.Context, frame cdp.FrameID) (cdp.FrameID, Session, error) {
	s, err := w.sessionOf(ctx, frame)
	if err != nil {
		return "", nil, err
	}
	parent := w.framesOf(ctx, s)[frame]
	if parent == "" {
		return "", nil, fmt.Errorf("no frame is around %s", frame)
	}
	s, err = w.sessionOf(ctx, parent)
	return parent, s, err
}

// doorTo asks the document of outer about the iframe that shows frame.
func doorTo(ctx context.Context, s Session, outer, frame cdp.FrameID) (json.RawMessage, error) {
	world, err := worldIn(ctx, s, outer)
	if err != nil {
		return nil, err
	}
	owner, err := cdp.Call(ctx, s, dom.GetFrameOwner, dom.GetFrameOwnerParams{FrameID: frame})
	if err != nil {
		return nil, err
	}
	node, err := cdp.Call(ctx, s, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: owner.BackendNodeID, ExecutionContextID: world})
	if err != nil {
		return nil, err
	}
	res, err := cdp.Call(ctx, s, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		FunctionDeclaration: `function() { return dyncrawlDoor(this) }`, ObjectID: node.Object.ObjectID, ReturnByValue: new(true)})
	if err != nil {
		return nil, err
	}
	if res.ExceptionDetails != nil {
		return nil, &ScriptError{exceptionText(res.ExceptionDetails)}
	}
	return json.RawMessage(res.Result.Value), nil
}
