package explore

import (
	"fmt"
	"slices"
	"testing"

	"dyncrawl/browser"
)

// graphOf returns a graph of n states, each unlike the others, with the edges.
func graphOf(n int, edges ...Edge) *Graph {
	g := &Graph{}
	for i := range n {
		g.States = append(g.States, State{Print: Print{Acts: marks(i*10, 3)}})
	}
	for _, e := range edges {
		g.addEdge(e)
	}
	return g
}

func TestPathIsTheShortest(t *testing.T) {
	g := graphOf(5, Edge{From: 0, To: 1}, Edge{From: 1, To: 2}, Edge{From: 2, To: 3}, Edge{From: 0, To: 2, offered: "x"}, Edge{From: 0, To: 4, Assumed: true})
	if got := g.path(0, 3); len(got) != 2 || got[0].To != 2 || got[1].To != 3 {
		t.Errorf("path from 0 to 3: %v", got)
	}
	if got := g.path(2, 2); got == nil || len(got) != 0 {
		t.Errorf("path from 2 to itself: %v", got)
	}
	if got := g.path(3, 0); got != nil {
		t.Errorf("path against the edges: %v", got)
	}
	if got := g.path(0, 4); got != nil {
		t.Errorf("path over what was not tried: %v", got)
	}
}

func TestSureGesturesAreAssumed(t *testing.T) {
	home := func(from, to int) Edge { return Edge{From: from, To: to, offered: "home"} }
	g := graphOf(6, home(1, 0), home(2, 0), home(3, 0))
	for i := range g.States {
		g.States[i].offers = []offer{{key: "home", label: "Home"}}
	}
	g.assume()
	assumed := ""
	for _, e := range g.Edges {
		if e.Assumed {
			assumed += fmt.Sprint(e.From, "→", e.To, " ")
		}
	}
	if assumed != "4→0 5→0 " {
		t.Errorf("assumed: %s", assumed)
	}
	g = graphOf(6, home(1, 0), home(2, 0), home(3, 5))
	g.States[4].offers = []offer{{key: "home"}}
	if g.assume(); len(g.Edges) != 3 {
		t.Errorf("a gesture that leads to several states was assumed: %v", g.Edges[3:])
	}
}

// What has closed a dialog in two of its states is likely to close it in a third.
func TestLikelyWay(t *testing.T) {
	close := func(from, to int) Edge { return Edge{From: from, To: to, offered: "close"} }
	for _, c := range []struct {
		name  string
		edges []Edge
		want  bool
	}{
		{"it has led there twice", []Edge{close(1, 0), close(2, 0)}, true},
		{"it has led there once", []Edge{close(1, 0)}, false},
		{"it has led elsewhere, too", []Edge{close(1, 0), close(2, 0), close(4, 1)}, false},
		{"it was done here", []Edge{close(1, 0), close(2, 0), close(3, 0)}, false},
		{"it was only assumed", []Edge{close(1, 0), {From: 2, To: 0, offered: "close", Assumed: true}}, false},
	} {
		g := graphOf(5, c.edges...)
		g.States[3].offers = []offer{{key: "other"}, {key: "close"}}
		if way := g.likelyWay(3, 0); (way != nil) != c.want || way != nil && way.key != "close" {
			t.Errorf("%s: %v", c.name, way)
		}
	}
}

func TestQueueTriesNewKindsFirst(t *testing.T) {
	g := graphOf(2)
	q := newQueue()
	for i := range 3 {
		row := pressIn(0, fmt.Sprint("row", i), likely)
		row.kind = "row"
		q.add(row)
	}
	q.add(pressIn(0, "tab", likely))
	first := q.next(g, 0)
	q.done(first, yield{})
	if second := q.next(g, 0); second.kind != "tab" {
		t.Errorf("after a row that brought nothing comes %s", second.key)
	}
}

func TestQueueLeavesFruitlessControlsAlone(t *testing.T) {
	g := graphOf(9)
	q := newQueue()
	for i := range g.States {
		q.add(pressIn(i, "menu", likely))
	}
	tries := 0
	for t := q.next(g, 0); t != nil; t = q.next(g, t.state) {
		tries++
		q.done(t, yield{})
	}
	if tries != 1+maxFruitless {
		t.Errorf("%d tries of a control that never brings anything", tries)
	}
}

func TestKeyNamesWhatIsDone(t *testing.T) {
	one := keyOf([]browser.Gesture{{Kind: browser.Keys, Path: "a", Value: "Enter"}})
	if other := keyOf([]browser.Gesture{{Kind: browser.Keys, Path: "a", Value: "Space"}}); one == other {
		t.Error("two keys have one name")
	}
}

func TestQueueGoesOnWithAGroupThatPays(t *testing.T) {
	g := graphOf(1)
	for _, c := range []struct {
		gain bool
		want int
	}{{false, 8}, {true, 40}} {
		q := newQueue()
		for i := range 40 {
			q.add(&task{key: fmt.Sprint(i), kind: "row", weight: likely, spare: i >= 8, gestures: []browser.Gesture{{Path: fmt.Sprint(i)}}})
		}
		tries := 0
		for task := q.next(g, 0); task != nil; task = q.next(g, 0) {
			tries++
			q.done(task, yield{shown: true, controls: c.gain})
		}
		if tries != c.want {
			t.Errorf("%d of 40 rows tried, want %d", tries, c.want)
		}
	}
}

func TestQueueResortsToWhatHasShownNothing(t *testing.T) {
	g := graphOf(1)
	q := newQueue()
	for i := range 2 * maxResorts {
		path := fmt.Sprint(i)
		q.add(&task{key: "press " + path, kind: path, weight: likely, gestures: []browser.Gesture{{Path: path}}})
		q.add(&task{key: "swipe " + path, kind: path, weight: resort, gestures: []browser.Gesture{{Path: path}}})
	}
	var resorts []string
	for task := q.next(g, 0); task != nil; task = q.next(g, 0) {
		if task.weight == resort {
			resorts = append(resorts, task.target())
		}
		q.done(task, yield{shown: task.target() == "0"})
	}
	if len(resorts) != maxResorts || slices.Contains(resorts, "0") {
		t.Errorf("last resorts: %v", resorts)
	}
}

// TestShortListsOfBoxesAreTicked: all boxes of a short list that lies in no form are
// ticked one after the other.
func TestShortListsOfBoxesAreTicked(t *testing.T) {
	for _, c := range []struct {
		boxes int
		form  string
		want  int // gestures
	}{{1, "", 0}, {3, "", 3}, {3, "#f", 0}, {mostTicked, "", mostTicked}, {mostTicked + 1, "", 0}} {
		e := newExplorer(nil, Config{}.withDefaults())
		e.States, e.view = []State{{}}, &browser.Survey{Scripts: true}
		for n := range c.boxes {
			e.view.Controls = append(e.view.Controls, browser.Control{
				Path: fmt.Sprint("#", n), Group: "boxes", Type: "checkbox", Field: &browser.Field{}, Form: c.form, Own: []string{"change"}, Visible: true})
		}
		(&planner{e: e}).ticks()
		got := 0
		for _, task := range e.queue.tasks {
			got += len(task.gestures)
		}
		if got != c.want {
			t.Errorf("%d boxes, form %q: %d gestures, want %d", c.boxes, c.form, got, c.want)
		}
	}
}
