package browser

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	jsonv2 "github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/runtime"
)

// Find waits until one of the selectors finds an element, at most until ctx's
// deadline, and returns the first. It need not be visible.
func (t *Tab) Find(ctx context.Context, s Selectors) (*Element, error) {
	return t.find(ctx, nil, s)
}

// FindAll returns what the first selector that finds anything finds now.
func (t *Tab) FindAll(ctx context.Context, s Selectors) ([]*Element, error) {
	return t.findAll(ctx, nil, s)
}

// search is one way to go from a place in a document.
type search struct {
	doc   *document
	scope *Element // nil: the whole document
	parts []part
}

// spare is how much earlier than ctx a wait inside the page ends, so that the
// page can still say what was missing.
const spare = 200 * time.Millisecond

// longestWait is how long a single wait inside the page may take when ctx leaves more.
const longestWait = 30 * time.Second

// budget returns how many milliseconds a wait inside the page may take.
func budget(ctx context.Context) int64 {
	end, ok := ctx.Deadline()
	if !ok {
		return longestWait.Milliseconds()
	}
	return max(0, min(time.Until(end)-spare, longestWait)).Milliseconds()
}

// find is Find below scope, or in the whole page when that is nil.
func (t *Tab) find(ctx context.Context, scope *Element, s Selectors) (*Element, error) {
	if err := checkScope(scope, s); err != nil {
		return nil, err
	}
	for {
		e, err := t.tryFind(ctx, scope, s)
		switch {
		case e != nil:
			e.selectors, e.scope, e.again = s, scope, true
			return e, nil
		case err != nil && (!navigated(err) || scope != nil || ctx.Err() != nil):
			return nil, fmt.Errorf("find %s: %w", quote(s), err)
		case budget(ctx) == 0:
			return nil, fmt.Errorf("find %s: no such element", quote(s))
		}
	}
}

// checkScope refuses a search for the current element where there is none.
func checkScope(scope *Element, s Selectors) error {
	if scope == nil && slices.ContainsFunc(s, Selector.Relative) {
		return fmt.Errorf(`find %s: "." stands for the current element of for_each, and there is none here`, quote(s))
	}
	return nil
}

// quote writes selectors the way errors show them.
func quote(s Selectors) string {
	texts := make([]string, len(s))
	for i := range s {
		texts[i] = strconv.Quote(s[i].text)
	}
	return strings.Join(texts, " or ")
}

// start returns where a search below scope begins.
func (t *Tab) start(ctx context.Context, scope *Element) (*document, error) {
	t.clock.run()
	if scope != nil {
		return scope.doc, nil
	}
	return t.document(ctx)
}

// tryFind waits in the page until a selector leads somewhere. It returns no
// element when that was an iframe in which the rest finds nothing yet.
func (t *Tab) tryFind(ctx context.Context, scope *Element, s Selectors) (*Element, error) {
	doc, err := t.start(ctx, scope)
	if err != nil {
		return nil, err
	}
	chains := make([][]part, len(s))
	for i := range s {
		chains[i] = s[i].parts
	}
	result, err := doc.call(ctx, false, "first", scope, chains, budget(ctx))
	if err != nil {
		return nil, err
	}
	places, err := doc.places(ctx, t, result)
	if err != nil {
		return nil, err
	}
	for _, p := range places {
		if p.used == 0 {
			return p.element, nil
		}
		found, err := t.enter(ctx, p, chains[p.chain])
		if err != nil && !navigated(err) {
			return nil, err
		}
		if len(found) > 0 {
			return found[0], nil
		}
	}
	if len(places) > 0 { // all of them iframes
		err = doc.ask(ctx, new(any), "pause", nil, min(budget(ctx), 100))
	}
	return nil, err
}

// place is where a chain led: to an element, or to an iframe with parts left.
type place struct {
	element     *Element
	used, chain int // parts used up to the iframe, and of which chain; 0 for an element
}

// places reads a result of the helpers "first" and "all".
func (d *document) places(ctx context.Context, t *Tab, result *runtime.RemoteObject) ([]place, error) {
	switch {
	case result.ObjectID == "":
		return nil, nil
	case result.Subtype == runtime.RemoteObjectSubtypeNode:
		return []place{{element: &Element{tab: t, doc: d, object: result.ObjectID}}}, nil
	}
	entries, err := d.entries(ctx, result.ObjectID)
	if err != nil {
		return nil, err
	}
	var list []place
	for _, entry := range entries {
		p := place{element: &Element{tab: t, doc: d, object: entry.ObjectID}}
		if entry.Subtype == runtime.RemoteObjectSubtypeArray {
			if p, err = d.doorway(ctx, t, entry.ObjectID); err != nil {
				return nil, err
			}
		}
		list = append(list, p)
	}
	return list, nil
}

// doorway reads [iframe, parts used, number of the chain].
func (d *document) doorway(ctx context.Context, t *Tab, pair runtime.RemoteObjectID) (place, error) {
	fields, err := d.entries(ctx, pair)
	if err != nil {
		return place{}, err
	}
	p := place{element: &Element{tab: t, doc: d, object: fields[0].ObjectID}}
	for i, out := range []*int{&p.used, &p.chain} {
		if i+1 < len(fields) {
			err = errors.Join(err, jsonv2.Unmarshal(fields[i+1].Value, out))
		}
	}
	return p, err
}

// entries returns the entries of an array in the page.
func (d *document) entries(ctx context.Context, array runtime.RemoteObjectID) ([]*runtime.RemoteObject, error) {
	res, err := cdp.Call(ctx, d.session, runtime.GetProperties, runtime.GetPropertiesParams{ObjectID: array, OwnProperties: new(true)})
	if err != nil {
		return nil, err
	}
	var list []*runtime.RemoteObject
	for _, p := range res.Result {
		if p.Enumerable && p.Value != nil {
			list = append(list, p.Value)
		}
	}
	return list, nil
}

// enter goes on with the rest of the parts inside the iframe at p.
func (t *Tab) enter(ctx context.Context, p place, parts []part) ([]*Element, error) {
	doc, err := t.behind(ctx, p.element)
	if err != nil {
		return nil, err
	}
	return t.walk(ctx, search{doc: doc, parts: parts[p.used:]})
}

// walk returns all that a search finds now, through iframes.
func (t *Tab) walk(ctx context.Context, s search) ([]*Element, error) {
	result, err := s.doc.call(ctx, false, "all", s.scope, s.parts)
	if err != nil {
		return nil, err
	}
	places, err := s.doc.places(ctx, t, result)
	if err != nil {
		return nil, err
	}
	var found []*Element
	for _, p := range places {
		if p.used == 0 {
			found = append(found, p.element)
			continue
		}
		inside, err := t.enter(ctx, p, s.parts)
		if err != nil && !navigated(err) {
			return nil, err
		}
		found = append(found, inside...)
	}
	return found, nil
}

// findAll is FindAll below scope, or in the whole page when that is nil.
func (t *Tab) findAll(ctx context.Context, scope *Element, s Selectors) ([]*Element, error) {
	if err := checkScope(scope, s); err != nil {
		return nil, err
	}
	for i := 0; i < len(s); {
		doc, err := t.start(ctx, scope)
		var found []*Element
		if err == nil {
			found, err = t.walk(ctx, search{doc, scope, s[i].parts})
		}
		switch {
		case err != nil && navigated(err) && scope == nil && ctx.Err() == nil:
			continue // the page went on: look at the new one
		case err != nil:
			return nil, fmt.Errorf("find all %s: %w", quote(s), err)
		case len(found) > 0:
			return found, nil
		}
		i++
	}
	return nil, nil
}
