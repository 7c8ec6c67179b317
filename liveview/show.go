package liveview

import (
	"context"
	_ "embed"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"dyncrawl/browser"
)

// shown is a tab in the view.
type shown struct {
	tab    *browser.Tab
	manual *browser.Manual
	stop   func() // of the pictures; nil while nobody looks; View.filming guards it
}

// Show puts a tab before the one that is seen; it makes room for that again when it
// is closed. Dialogs and file choosers are answered by the person from now on.
func (v *View) Show(ctx context.Context, tab *browser.Tab) error {
	tab.AllowResources("image", "font", "media")
	tab.AnswerDialogs(v.askDialog)
	if err := tab.AnswerFileChoosers(ctx, v.askFiles); err != nil {
		return err
	}
	manual, err := tab.Manual(ctx)
	if err != nil {
		return err
	}
	s := &shown{tab: tab, manual: manual}
	v.mu.Lock()
	v.shown = append(v.shown, s)
	v.mu.Unlock()
	v.film()
	v.tasks.Go(func() {
		select {
		case <-tab.Session().Done():
		case <-v.life.Done():
		}
		v.hide(s)
	})
	return nil
}

// hide takes a tab out of the view.
func (v *View) hide(s *shown) {
	v.mu.Lock()
	i := slices.Index(v.shown, s)
	if i >= 0 {
		v.shown = slices.Delete(v.shown, i, i+1)
	}
	v.mu.Unlock()
	if i < 0 {
		return
	}
	v.filming.Lock()
	s.cut()
	v.filming.Unlock()
	if !s.tab.Gone() {
		s.manual.Close()
		s.tab.AnswerDialogs(nil)
	}
	v.film()
}

// cut ends the pictures of a tab.
func (s *shown) cut() {
	if s.stop != nil {
		s.stop()
		s.stop = nil
	}
}

// front returns the tab that is seen; nil when none is.
func (v *View) front() *shown {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.shown) == 0 {
		return nil
	}
	return v.shown[len(v.shown)-1]
}

// film has the pictures of the front tab, and of no other, go to the viewer. They
// begin anew: a viewer who has just come has none yet.
func (v *View) film() {
	v.filming.Lock()
	defer v.filming.Unlock()
	v.mu.Lock()
	viewer, open := v.viewer, slices.Clone(v.shown)
	v.mu.Unlock()
	for _, s := range open {
		s.cut()
	}
	if viewer == nil || v.life.Err() != nil {
		return
	}
	if len(open) == 0 {
		v.announce("")
		return
	}
	s := open[len(open)-1]
	stop, err := s.tab.Screencast(v.life, func(f browser.Frame) { viewer.send(frameMessage(f)) })
	if err != nil {
		return // the tab has gone
	}
	s.stop = stop
	at, _ := s.tab.URL(v.life)
	v.announce(at)
}

// frameMessage is a picture behind the size of the window: two big-endian doubles.
func frameMessage(f browser.Frame) []byte {
	head := make([]byte, 16, 16+len(f.JPEG))
	binary.BigEndian.PutUint64(head, math.Float64bits(f.Width))
	binary.BigEndian.PutUint64(head[8:], math.Float64bits(f.Height))
	return append(head, f.JPEG...)
}

// announce tells the viewer what is seen: a page, or none.
func (v *View) announce(at string) {
	v.tell(notice{Type: "state", Title: v.cfg.Title, Done: v.cfg.Done, URL: at})
}

//go:embed select.js
var selectJS string

//go:embed selection.js
var selectionJS string

// openSelect looks whether the mouse went down on a <select>, whose list no
// picture shows, and has the viewer show it then.
func (v *View) openSelect(ctx context.Context, tab *browser.Tab, x, y float64) bool {
	var list *notice
	err := tab.EvalIsolated(ctx, fmt.Sprintf("(%s)(%g, %g)", selectJS, x, y), &list)
	if err != nil || list == nil {
		return false
	}
	list.Type = "select"
	v.tell(*list)
	return true
}
