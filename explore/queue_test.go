package explore

import (
	"fmt"
	"testing"

	"dyncrawl/browser"
)

// pressIn returns a task of pressing what is at the path, in the state.
func pressIn(state int, path string, weight float64) *task {
	return &task{state: state, gestures: []browser.Gesture{{Kind: browser.Press, Path: path}}, key: path, kind: path, weight: weight}
}

func TestNextIsWhatIsNear(t *testing.T) {
	g := graphOf(4, Edge{From: 0, To: 1}, Edge{From: 1, To: 2}, Edge{From: 2, To: 1}, Edge{From: 1, To: 3})
	g.States[1].Depth, g.States[2].Depth, g.States[3].Depth = 1, 2, 2
	opened := pressIn(2, "opened", likely)
	opened.opened = true
	q := newQueue()
	for _, task := range []*task{
		pressIn(0, "beginning", likely), pressIn(3, "reached with a load", likely), pressIn(2, "unlikely here", unlikely), pressIn(1, "one step away", likely), pressIn(2, "here", likely), opened,
	} {
		q.add(task)
	}
	for _, want := range []string{"opened", "here", "one step away", "reached with a load", "unlikely here", "beginning"} {
		if got := q.next(g, 2); got.key != want {
			t.Errorf("got %q, want %q", got.key, want)
		}
	}
}

// Where more waits than there is time for, what is likely elsewhere comes before what is
// rare here.
func TestHurriedQueueGoesAway(t *testing.T) {
	for _, hurried := range []bool{false, true} {
		g := graphOf(2, Edge{From: 0, To: 1})
		g.States[1].Depth = 1
		q := newQueue()
		q.hurried = hurried
		q.add(pressIn(1, "here", rare))
		q.add(pressIn(0, "elsewhere", likely))
		if got, want := q.next(g, 1).key, map[bool]string{false: "here", true: "elsewhere"}[hurried]; got != want {
			t.Errorf("hurried %v: got %q, want %q", hurried, got, want)
		}
	}
}

// What brings nothing with several controls is tried with others later.
func TestDoingsThatBringNothing(t *testing.T) {
	g := graphOf(1)
	q := newQueue()
	touch := func(path string) *task {
		t := pressIn(0, path, possible)
		t.gestures[0].Kind, t.key, t.kind = browser.Touch, "touch "+path, "touch "+path
		return t
	}
	for i := range 20 {
		q.done(touch(fmt.Sprint(i)), yield{})
	}
	q.add(touch("other"))
	q.add(pressIn(0, "unlikely", unlikely))
	if got := q.next(g, 0); got.key != "unlikely" {
		t.Errorf("got %q first", got.key)
	}
}

// The entries of a menu are tried anew once it belongs to something else, until they have
// brought nothing there either.
func TestMenusOfOtherThings(t *testing.T) {
	g := graphOf(4)
	g.States[3].Print = g.States[2].Print
	g.States[1].Print = g.States[2].Print
	q := newQueue()
	entry := func(state int, of string) *task {
		t := pressIn(state, "entry", likely)
		t.opened, t.under = true, "|"+of
		return t
	}
	q.done(entry(1, "folder"), yield{})
	q.add(pressIn(2, "unlikely here", unlikely))
	q.add(entry(2, "file"))
	if got := q.next(g, 2); got.key != "entry" {
		t.Errorf("got %q first", got.key)
	}
	q.done(entry(2, "file"), yield{})
	q.add(entry(3, "other file"))
	q.done(entry(3, "other file"), yield{})
	if q.worth(g, entry(3, "a third")) {
		t.Error("it is tried for ever")
	}
}

// A way that has led elsewhere is not taken again while there is another.
func TestDemotedEdges(t *testing.T) {
	g := graphOf(2, Edge{From: 0, To: 1, offered: "next"}, Edge{From: 0, To: 1, offered: "fill and next"})
	g.demote(Edge{From: 0, To: 1, offered: "next"})
	if way := g.path(0, 1); len(way) != 1 || way[0].offered != "fill and next" {
		t.Errorf("path: %v", way)
	}
}

// A state that was not found where it was is looked for again when all else has been tried.
func TestLostStatesComeLast(t *testing.T) {
	g := graphOf(3, Edge{From: 0, To: 1}, Edge{From: 0, To: 2})
	g.States[1].Depth, g.States[2].Depth = 1, 1
	q := newQueue()
	q.add(pressIn(1, "lost", likely))
	q.add(pressIn(2, "rare", rare*2))
	q.lost(q.next(g, 0))
	if got := q.next(g, 0); got.key != "rare" {
		t.Errorf("got %q first", got.key)
	}
	if got := q.next(g, 1); got.key != "lost" {
		t.Errorf("got %q where it was", got.key)
	}
}

// What cannot be reached tells of its like, but not what lies behind a dialog.
func TestMissedBehindDialogs(t *testing.T) {
	for _, modal := range []bool{false, true} {
		e := &explorer{queue: newQueue(), view: &browser.Survey{Modal: modal}}
		tab := pressIn(0, "tab", likely)
		e.missed(tab)
		if behind := e.queue.kinds[tab.kind] == (tally{}); behind != modal {
			t.Errorf("modal %v: promise %v", modal, e.queue.kinds[tab.kind])
		}
	}
}

// What goes on comes before what was tried elsewhere, and routine comes when all else was
// tried.
func TestQueueGoesOn(t *testing.T) {
	g := graphOf(2)
	q := newQueue()
	for i := range sample {
		day := pressIn(0, fmt.Sprint("day ", i), likely)
		day.kind = "day"
		q.done(day, yield{links: true})
	}
	next := pressIn(0, "next month", likely)
	q.done(next, yield{shown: true})
	on := *next
	on.state, on.chain, on.weight = 1, 1, possible
	day := pressIn(1, "another day", likely)
	day.kind = "day"
	q.add(day)
	q.add(pressIn(1, "unlikely here", unlikely))
	q.add(&on)
	for _, want := range []string{"next month", "unlikely here"} {
		if got := q.next(g, 1); got == nil || got.key != want {
			t.Fatalf("got %v, want %q", got, want)
		}
	}
	if got := q.next(g, 1); got != nil {
		t.Errorf("routine was not left for the end: %q", got.key)
	}
	q.all = true
	if got := q.next(g, 1); got != day {
		t.Errorf("routine is not tried at the end: %v", got)
	}
}

// What was hidden in one state comes late in others where it does not show either, and so
// does what shows elsewhere, unless it has come up there.
func TestHiddenElsewhere(t *testing.T) {
	g := graphOf(2)
	q := newQueue()
	for _, key := range []string{"hidden", "entry", "shown"} {
		q.missed(pressIn(0, key, likely), true)
	}
	q.missed(pressIn(0, "covered", possible), false)
	hidden, other, entry := pressIn(1, "hidden", likely), pressIn(1, "elsewhere", likely), pressIn(1, "entry", likely)
	hidden.unseen, other.unseen, entry.unseen, entry.opened = true, true, true, true
	q.add(pressIn(0, "elsewhere", possible))
	for _, task := range []*task{other, hidden, pressIn(1, "unlikely here", unlikely), pressIn(1, "covered", possible), pressIn(1, "shown", likely), entry} {
		q.add(task)
	}
	for _, want := range []struct {
		key   string
		state int
	}{{"entry", 1}, {"shown", 1}, {"covered", 1}, {"unlikely here", 1}, {"elsewhere", 0}, {"elsewhere", 1}, {"hidden", 1}} {
		if got := q.next(g, 1); got.key != want.key || got.state != want.state {
			t.Errorf("got %q in %d, want %q in %d", got.key, got.state, want.key, want.state)
		}
	}
}
