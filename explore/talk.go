package explore

import (
	"context"
	"regexp"
	"sync"

	"dyncrawl/browser"
)

// assurance tells questions that only what cannot be undone is asked with.
var assurance = regexp.MustCompile(`(?i)\bsure\b|really|certain|undo|irrevers|permanent|wirklich|sicher|vraiment|certain|seguro|de verdad|sicuro|tem certeza|уверен|действительно|确定|確定|确认|本当|よろしい|정말`)

// isName matches words, without a digit or a sign of their own.
var isName = regexp.MustCompile(`^\p{L}[\p{L} ]*$`)

// maxAnswers is how many dialogs one gesture may open.
const maxAnswers = 10

// talk answers the dialogs of a page. Questions are declined at first; those that
// sound harmless are agreed to when the same is done again.
type talk struct {
	giveUp func() // leaves dialogs to the browser, which ends a page of endless ones

	mu    sync.Mutex
	count int // of dialogs since begin
	agree bool
	asked bool // a harmless question was declined
}

// begin prepares for the dialogs of one gesture.
func (k *talk) begin(agree bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.agree, k.asked, k.count = agree, false, 0
}

// declined reports whether the gesture led to a question that may be agreed to.
func (k *talk) declined() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.asked
}

func (k *talk) answer(_ context.Context, d browser.Dialog) browser.Reply {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.count++; k.count == maxAnswers {
		k.giveUp()
	}
	harmless := !dangers().in(d.Message) && !assurance.MatchString(d.Message)
	switch {
	case d.Kind == "beforeunload", d.Kind == "alert":
		return browser.Reply{Accept: true}
	case d.Kind == "confirm" && harmless:
		k.asked = k.asked || !k.agree
		return browser.Reply{Accept: k.agree}
	case d.Kind == "prompt" && harmless:
		k.asked = k.asked || !k.agree
		return browser.Reply{Accept: k.agree, Text: wordsFor(d)}
	}
	return browser.Reply{}
}

// wordsFor returns what is typed into a prompt: a name that is there already is to be
// another one, what else is there is an example.
func wordsFor(d browser.Dialog) string {
	switch {
	case isName.MatchString(d.Default):
		return d.Default + " 2"
	case d.Default != "":
		return d.Default
	}
	return words(&browser.Field{Words: d.Message})
}
