package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
)

const (
	watchWorld   = "dyncrawl-watch" // the isolated worlds in which watchers run: the page sees nothing of them
	watchBinding = "dyncrawlReport" // the function by which a watcher's script reports
)

// Report is what a watcher's script said with dyncrawlReport(text).
type Report struct {
	Text string

	// Doors are what the global function dyncrawlDoor of the documents around
	// answers for the iframe in which the script runs, as JSON, the outermost
	// first; empty in the page itself.
	Doors []json.RawMessage
}

// Watch is a script that runs in every document of a tab.
type Watch struct {
	tab    *Tab
	script string
	queue  *queue[any] // said, entered, departed and *target.Info, in the order in which they came
	stops  []func()
	read   sync.WaitGroup

	sessions map[cdp.FrameID]Session // of frames in processes of their own
	seats    map[seat]cdp.FrameID
	doors    map[seat][]json.RawMessage // as they were last
}

// seat is where a script runs.
type seat struct {
	session Session
	world   runtime.ExecutionContextID
}

// said is a call of the binding.
type said struct {
	seat
	text string
}

// entered says that a frame shows another document.
type entered struct {
	session Session
	frame   cdp.FrameID
}

// onceADocument keeps a script from running twice in a document.
func onceADocument(script string) string {
	return "if (globalThis.dyncrawlWatched !== document) { globalThis.dyncrawlWatched = document;\n" + script + "\n}"
}

// departed says that a page made room for another one: the numbers of worlds
// may come again.
type departed struct{}

// Watch runs script in an isolated world of every document of the page that is
// there or comes, those of its frames among them, wherever they run, and hands
// what it reports to fn, one report after the other. The script finds the helpers
// for selectors in the global dyncrawl. Stop it.
func (t *Tab) Watch(ctx context.Context, script string, fn func(Report)) (*Watch, error) {
	w := &Watch{
		tab: t, script: onceADocument(selectorJS + script), queue: newQueue[any](),
		sessions: map[cdp.FrameID]Session{}, seats: map[seat]cdp.FrameID{}, doors: map[seat][]json.RawMessage{},
	}
	w.stops = append(w.stops, t.context.browser.Listen(func(ev any) {
		if created, ok := ev.(*target.EventTargetCreated); ok && created.TargetInfo.Type == "iframe" {
			w.queue.push(created.TargetInfo)
		}
	}))
	if err := w.join(ctx, t.session); err != nil {
		w.Stop()
		return nil, fmt.Errorf("watch the page: %w", err)
	}
	w.read.Go(func() {
		for ev := range w.queue.out {
			w.take(ev, fn)
		}
	})
	return w, nil
}

// Stop ends the watch; fn is not called any more once it returns.
func (w *Watch) Stop() {
	w.queue.stop()
	w.read.Wait()
	for _, stop := range w.stops {
		stop()
	}
}

// Ask evaluates an expression where the script runs in the page's own document,
// and decodes its JSON into out.
func (w *Watch) Ask(ctx context.Context, expression string, out any) error {
	world, err := worldIn(ctx, w.tab.session, w.tab.frame())
	if err != nil {
		return err
	}
	return w.tab.evaluate(ctx, world, expression, out)
}

// join has the script run in the documents of a session.
func (w *Watch) join(ctx context.Context, s Session) error {
	w.stops = append(w.stops, s.Listen(func(ev any) {
		switch ev := ev.(type) {
		case *runtime.EventBindingCalled:
			if ev.Name == watchBinding {
				w.queue.push(said{seat{s, ev.ExecutionContextID}, ev.Payload})
			}
		case *page.EventFrameNavigated:
			if ev.Frame.ParentID == "" {
				w.queue.push(departed{})
			}
			w.queue.push(entered{s, ev.Frame.ID})
		}
	}))
	// Bindings come into worlds that are made later only while Runtime is enabled.
	if _, err := cdp.Call(ctx, s, runtime.Enable, cdp.Empty{}); err != nil {
		return err
	}
	binding := runtime.AddBindingParams{Name: watchBinding, ExecutionContextName: watchWorld}
	if _, err := cdp.Call(ctx, s, runtime.AddBinding, binding); err != nil {
		return err
	}
	_, err := cdp.Call(ctx, s, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
		Source: w.script, WorldName: watchWorld, RunImmediately: new(true)})
	return err
}

func (w *Watch) take(ev any, fn func(Report)) {
	ctx := w.tab.session.life
	switch ev := ev.(type) {
	case said:
		fn(Report{Text: ev.text, Doors: w.doorsOf(ctx, ev.seat)})
	case departed:
		clear(w.seats)
	case entered:
		w.enter(ctx, ev)
	case *target.Info:
		w.welcome(ctx, ev)
	}
}

// enter has the script run in a document that took the place of an empty one of
// the same site: it inherits that one's world, so it is not new to the browser.
func (w *Watch) enter(ctx context.Context, e entered) {
	if world, err := worldIn(ctx, e.session, e.frame); err == nil {
		_, _ = cdp.Call(ctx, e.session, runtime.Evaluate, runtime.EvaluateParams{Expression: w.script, ContextID: world})
	}
}

// welcome watches a frame in a process of its own, if it is one of the page's.
func (w *Watch) welcome(ctx context.Context, info *target.Info) {
	if _, err := w.sessionOf(ctx, info.ParentFrameID); err != nil {
		return
	}
	s, err := w.tab.Frame(ctx, cdp.FrameID(info.TargetID))
	if err != nil {
		return
	}
	if _, err := cdp.Call(ctx, s, page.Enable, page.EnableParams{}); err != nil {
		return
	}
	w.sessions[cdp.FrameID(info.TargetID)] = s
	_ = w.join(ctx, s) // the frame may have gone
}
