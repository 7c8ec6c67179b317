package explore

import (
	"context"
	"slices"
	"strings"
	"sync"

	"dyncrawl"
)

// Memory is what pages of one crawl have in common: texts that were read already, and what
// comes of what is done around their content.
// Its zero value remembers nothing yet; it is safe for concurrent use.
type Memory struct {
	read    sync.Map // URLs of scripts, style sheets and answers that were searched for URLs
	tempers sync.Map // of scripts, by URL
	habits  habits
}

// temper is what a script may do once it has run.
type temper int

const (
	spent    temper = iota // nothing
	listens                // what its listeners do
	stirs                  // something by itself
	animates               // something with every frame, or when there is nothing else to do
)

// fresh reports whether the text at url is read for the first time.
func (m *Memory) fresh(url string) bool {
	_, read := m.read.LoadOrStore(url, true)
	return !read
}

// later are the words of scripts that may change a page without anything being
// done to it: timers, frames, what watches the document or the window, what is
// pushed; style sheets, which stand in no text; and the words behind which others
// hide.
var later = []string{
	"setTimeout", "setInterval", "requestAnimationFrame", "requestVideoFrame", "scheduler.", "Observer", "matchMedia", "WebSocket", "EventSource",
	"WebTransport", "Worker", "BroadcastChannel", "MessageChannel", "visualViewport", "screen.", "serviceWorker", "RTC", "navigator.", "Notification", "Sensor",
	"indexedDB", "caches.", "attachShadow", "animate(", "Animation(", "FileReader", "eval(", "Function(", "import(", "atob(", "fromCharCode", "\\x",
	"window[", "self[", "globalThis[", "document[", "insertRule", "StyleSheet",
}

// hearing are the words of scripts that listen to something.
var hearing = []string{"addEventListener", "attachEvent", "setAttribute"}

// hears reports whether scripts in the text listen to something: by such a word, or by a
// handler that is set, as in onclick = f, onclick() {} and el["onclick"].
func hears(text string) bool {
	if slices.ContainsFunc(hearing, func(word string) bool { return strings.Contains(text, word) }) {
		return true
	}
	for before, rest := "", text; ; {
		i := strings.Index(rest, "on")
		if i < 0 {
			return false
		}
		before, rest = text[:len(text)-len(rest)+i], rest[i+len("on"):]
		if setsHandler(rest) && !endsWord(before) || isKey(before) {
			return true
		}
	}
}

// setsHandler reports whether the text goes on as one behind "on" where a handler is set.
func setsHandler(text string) bool {
	event := strings.TrimLeft(text, "abcdefghijklmnopqrstuvwxyz")
	end := strings.TrimLeft(event, " \t\n\f\r")
	return len(event) < len(text) && end != "" && strings.ContainsRune(":=(", rune(end[0]))
}

// endsWord reports whether the text ends within a word.
func endsWord(text string) bool {
	if text == "" {
		return false
	}
	c := text[len(text)-1]
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// isKey reports whether what follows the text is the beginning of a key in brackets.
func isKey(text string) bool {
	if text == "" || !strings.ContainsRune("\"'`", rune(text[len(text)-1])) {
		return false
	}
	return strings.HasSuffix(strings.TrimRight(text[:len(text)-1], " \t\n\f\r"), "[")
}

// temperOf reads a text for what scripts in it may do.
func temperOf(text string) temper {
	switch {
	case strings.Contains(text, "requestAnimationFrame"), strings.Contains(text, "requestIdleCallback"):
		return animates
	case slices.ContainsFunc(later, func(word string) bool { return strings.Contains(text, word) }):
		return stirs
	case hears(text):
		return listens
	}
	return spent
}

// temper returns what the scripts of the page, whose texts as it came and as it is
// are given, may do. An answer that is still to come stirs it.
func (e *explorer) temper(ctx context.Context, texts ...string) temper {
	most := spent
	for _, text := range texts {
		most = max(most, temperOf(text))
	}
	if e.tab.Live() || slices.ContainsFunc(e.tab.Exchanges(), func(x dyncrawl.Exchange) bool { return x.Status == 0 }) {
		most = max(most, stirs)
	}
	for _, t := range e.tab.Traces(0) {
		if t.Source == "script" && most < animates {
			most = max(most, e.scriptTemper(ctx, t.Request.URL))
		}
	}
	return most
}

// scriptTemper returns what the script at url may do. One whose text is not to be
// had may do anything.
func (e *explorer) scriptTemper(ctx context.Context, url string) temper {
	if known, ok := e.cfg.Memory.tempers.Load(url); ok {
		return known.(temper)
	}
	found := stirs
	if body := e.tab.Resource(ctx, url); body != "" {
		found = temperOf(body)
	}
	e.cfg.Memory.tempers.Store(url, found)
	return found
}
