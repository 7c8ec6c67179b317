package browser

import (
	"context"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
)

// crossing parts a path where it enters a frame that the document around cannot
// see into: one of another site, or a sandboxed one.
const crossing = ">>>"

// at returns the document in which the path ends, and its rest there.
func (t *Tab) at(ctx context.Context, path string) (*document, string, error) {
	doc, err := t.surveyed(ctx, t.frame())
	if err != nil {
		return nil, "", err
	}
	steps := strings.Split(path, crossing)
	for _, door := range steps[:len(steps)-1] {
		if doc, err = t.through(ctx, doc, door); err != nil {
			return nil, "", err
		}
	}
	return doc, steps[len(steps)-1], nil
}

// through returns the document behind the frame at the path, with the helpers of
// a survey.
func (t *Tab) through(ctx context.Context, doc *document, path string) (*document, error) {
	result, err := doc.call(ctx, false, "locate", nil, path)
	if err != nil {
		return nil, err
	}
	if result.ObjectID == "" {
		return nil, spot{Gone: true}.err()
	}
	inner, err := t.behind(ctx, &Element{tab: t, doc: doc, object: result.ObjectID})
	if err != nil {
		return nil, err
	}
	return inner, inner.equip(ctx)
}

// surveyFrames adds what the frames behind the doors of s show and offer, and
// what the frames in them do. What cannot be looked into, because it goes away
// meanwhile, is left out.
func (t *Tab) surveyFrames(ctx context.Context, doc *document, s *Survey, depth int) {
	for _, door := range s.Doors {
		if depth == 0 {
			return
		}
		inner, err := t.through(ctx, doc, door)
		if err != nil {
			continue
		}
		found, err := t.surveyFrame(ctx, inner)
		if err != nil {
			continue
		}
		t.surveyFrames(ctx, inner, found, depth-1)
		s.include(found, door+crossing)
	}
}

// surveyFrame surveys the document of one frame.
func (t *Tab) surveyFrame(ctx context.Context, doc *document) (*Survey, error) {
	own, err := t.listenersIn(ctx, doc)
	if err != nil {
		return nil, err
	}
	deaf := ears{told: map[cdp.BackendNodeID]string{}}
	if err := t.tell(ctx, doc, deaf.news(own)); err != nil {
		return nil, err
	}
	s := &Survey{}
	return s, doc.ask(ctx, s, "survey", nil, len(own) > 0)
}

// listenersIn returns the listeners in the document of a frame, asked for with
// the frame's own object; see listenersOf.
func (t *Tab) listenersIn(ctx context.Context, doc *document) ([]eventListener, error) {
	if doc.session != doc.door.doc.session {
		return t.listenersOf(ctx, doc, "document")
	}
	door, err := cdp.Call(ctx, doc.session, dom.DescribeNode, dom.DescribeNodeParams{ObjectID: doc.door.object, Depth: new(int64(1)), Pierce: new(true)})
	if err != nil || door.Node.ContentDocument == nil {
		return nil, err
	}
	page, err := cdp.Call(ctx, doc.session, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: door.Node.ContentDocument.BackendNodeID, ObjectGroup: heap})
	if err != nil {
		return nil, err
	}
	return listenersAt(ctx, doc, page.Object.ObjectID)
}

// include takes in what a frame at the path shows. Its forms are left alone: they
// are another site's.
func (s *Survey) include(f *Survey, path string) {
	for _, c := range f.Controls {
		c.Path, c.Group = path+c.Path, path+c.Group
		if c.Frame == "" {
			c.Frame = f.URL
		}
		if c.Form != "" {
			c.Form = path + c.Form
		}
		if c.Field != nil {
			c.Field.Path = path + c.Field.Path
		}
		s.Controls = append(s.Controls, c)
	}
	s.Acts, s.Texts = slices.Concat(s.Acts, f.Acts), slices.Concat(s.Texts, f.Texts)
	s.Scripts = s.Scripts || f.Scripts
	s.Dropped += f.Dropped
}

// markupOfFrames returns the documents of frames that the page's own world does
// not see into.
func (t *Tab) markupOfFrames(ctx context.Context, doc *document, depth int) (list []Markup) {
	var doors []string
	if depth == 0 || doc.ask(ctx, &doors, "doors", nil) != nil {
		return nil
	}
	for _, door := range doors {
		inner, err := t.through(ctx, doc, door)
		if err != nil {
			continue
		}
		var found []Markup
		if err := inner.ask(ctx, &found, "markup", nil, maxHTML); err == nil {
			list = append(list, found...)
		}
		list = append(list, t.markupOfFrames(ctx, inner, depth-1)...)
	}
	return list
}
