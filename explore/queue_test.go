package explore

import (
	"testing"

	"dyncrawl/browser"
)

// pressIn returns a task of pressing what is at the path, in the state.
func pressIn(state int, path string, weight float64) *task {
	return &task{state: state, gestures: []browser.Gesture{{Kind: browser.Press, Path: path}}, key: path, kind: path, weight: weight}
}

// A way that has led elsewhere is not taken again while there is another.
func TestDemotedEdges(t *testing.T) {
	g := graphOf(2, Edge{From: 0, To: 1, offered: "next"}, Edge{From: 0, To: 1, offered: "fill and next"})
	g.demote(Edge{From: 0, To: 1, offered: "next"})
	if way := g.path(0, 1); len(way) != 1 || way[0].offered != "fill and next" {
		t.Errorf("path: %v", way)
	}
}

// What cannot be reached tells of its like, but not what lies behind a dialog.
func TestMissedBehindDialogs(t *testing.T) {
	for _, modal := range []bool{false, true} {
		e := &explorer{queue: newQueue(), view: &browser.Survey{Modal: modal}}
		tab := pressIn(0, "tab", likely)
		e.missed(tab)
		if behind := e.queue.kinds[tab.kind].promise() == (tally{}).promise(); behind != modal {
			t.Errorf("modal %v: promise %v", modal, e.queue.kinds[tab.kind].promise())
		}
	}
}
