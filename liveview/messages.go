package liveview

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"dyncrawl/browser"
)

// question is one that the viewer has not answered yet.
type question struct {
	notice  notice
	answers chan answer
}

// settle takes a question off the list and gives it its answer, if any.
func (v *View) settle(q *question, a *answer) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.asked = slices.DeleteFunc(v.asked, func(o *question) bool { return o == q })
	if a != nil {
		q.answers <- *a
	}
}

// oldest returns the first question of a type that waits; nil when none does.
func (v *View) oldest(kind string) *question {
	v.mu.Lock()
	defer v.mu.Unlock()
	i := slices.IndexFunc(v.asked, func(q *question) bool { return q.notice.Type == kind })
	if i < 0 {
		return nil
	}
	return v.asked[i]
}

// kindOf returns the type of a message.
func kindOf(text []byte) string {
	var head struct {
		Type string `json:"type"`
	}
	_ = json.Unmarshal(text, &head) // of no type then
	return head.Type
}

// decide takes the messages that are not for the page but for us; it reports
// whether text is one.
func (v *View) decide(text []byte) bool {
	switch kind := kindOf(text); kind {
	case "done": // what was done before comes first, unless the page does not take it
		time.AfterFunc(lastInputs, func() { v.end(nil) })
		return false
	case "cancel":
		v.end(ErrCancelled)
	case "dialog", "files":
		var a answer
		if q := v.oldest(kind); q != nil && json.Unmarshal(text, &a) == nil {
			v.settle(q, &a)
		}
	default:
		return false
	}
	return true
}

// lastInputs is how long what a person did before they were done may take to reach the
// page.
const lastInputs = 2 * time.Second

// end has Wait return, the first time.
func (v *View) end(err error) {
	select {
	case v.ended <- err:
	default:
	}
}

// pass gives the tab that is seen what the person did.
func (v *View) pass(ctx context.Context, text []byte) error {
	s, kind := v.front(), kindOf(text)
	switch {
	case kind == "done":
		v.end(nil)
		return nil
	case s == nil:
		return nil
	}
	switch kind {
	case "mouse":
		return decoded(text, func(in browser.MouseInput) error { return v.mouse(ctx, s, in) })
	case "wheel":
		return decoded(text, func(in browser.WheelInput) error { return s.manual.Wheel(ctx, in) })
	case "key":
		return decoded(text, func(in browser.KeyInput) error { return s.manual.Key(ctx, in) })
	case "touch":
		return decoded(text, func(in browser.TouchInput) error { return s.manual.Touch(ctx, in) })
	case "text", "compose":
		return decoded(text, func(in struct{ Text string }) error {
			if kind == "compose" {
				return s.manual.Compose(ctx, in.Text)
			}
			return s.manual.Insert(ctx, in.Text)
		})
	case "choose":
		return decoded(text, func(in struct{ Index int }) error {
			return s.tab.EvalIsolated(ctx, fmt.Sprintf("dyncrawlChoose(%d)", in.Index), nil)
		})
	case "copy":
		var selected string
		if err := s.tab.EvalIsolated(ctx, selectionJS, &selected); err != nil {
			return err
		}
		v.tell(notice{Type: "clipboard", Text: selected})
		return nil
	case "back":
		return s.tab.Back(ctx)
	default:
		return fmt.Errorf("unknown message %q", kind)
	}
}

func decoded[T any](text []byte, do func(T) error) error {
	var in T
	if err := json.Unmarshal(text, &in); err != nil {
		return fmt.Errorf("message: %w", err)
	}
	return do(in)
}

// mouse passes a mouse event on, unless it opens a list that no picture shows.
func (v *View) mouse(ctx context.Context, s *shown, in browser.MouseInput) error {
	if in.Kind == "down" && in.Button == "left" && v.openSelect(ctx, s.tab, in.X, in.Y) {
		return nil
	}
	return s.manual.Mouse(ctx, in)
}
