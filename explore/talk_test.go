package explore

import (
	"testing"

	"dyncrawl/browser"
)

func TestTalk(t *testing.T) {
	for _, c := range []struct {
		kind, message string
		agrees        bool
	}{
		{"confirm", "Continue?", true},
		{"confirm", "Show all results?", true},
		{"confirm", "Delete this?", false},
		{"confirm", "Are you sure?", false},
		{"confirm", "确定吗?", false},
		{"prompt", "Your city?", true},
		{"prompt", "Type DELETE to go on", false},
	} {
		var k talk
		k.begin(false)
		if reply := k.answer(t.Context(), browser.Dialog{Kind: c.kind, Message: c.message}); reply.Accept || k.declined() != c.agrees {
			t.Errorf("%s %q at first: %+v, to be tried again: %v", c.kind, c.message, reply, k.declined())
		}
		k.begin(true)
		reply := k.answer(t.Context(), browser.Dialog{Kind: c.kind, Message: c.message})
		if reply.Accept != c.agrees || reply.Accept && c.kind == "prompt" && reply.Text == "" {
			t.Errorf("%s %q then: %+v", c.kind, c.message, reply)
		}
	}
}
