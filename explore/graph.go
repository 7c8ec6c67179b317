package explore

import (
	"fmt"
	"slices"
	"strings"

	"dyncrawl/browser"
)

// Graph is the states of a page and how they lead to one another. State 0 is the
// page as it was loaded.
type Graph struct {
	States []State
	Edges  []Edge

	differ map[[2]int][]uint32 // see gone
}

// State is one thing that a page can show.
type State struct {
	Print   Print
	Hash    string // of the print
	URL     string // in the address bar
	Title   string
	HTML    string
	Picture []byte // JPEG; nil: none was taken
	Depth   int    // gestures from state 0
	offers  []offer

	outlasted bool           // its timers had their time
	crowds    map[uint32]int // how many controls of a mark it showed at most
}

// offer is what can be done in a state.
type offer struct {
	key      string
	gestures []browser.Gesture
	label    string
}

// Edge is what was done in one state and where it led.
type Edge struct {
	From, To int
	Gestures []browser.Gesture
	Label    string // for people
	Assumed  bool   // not tried here: it led to To from wherever it was tried
	offered  string // key of the control
	kind     string // of the task
}

// find returns the state with such a print, -1 when there is none.
func (g *Graph) find(p Print) int {
	hash := p.Hash()
	if i := slices.IndexFunc(g.States, func(s State) bool { return s.Hash == hash }); i >= 0 {
		return i
	}
	return slices.IndexFunc(g.States, func(s State) bool { return s.Print.Same(p) })
}

// gone returns the marks, sorted, of what one state shows and the other does not. They are
// kept: each task that is left asks for those of all edges.
func (g *Graph) gone(from, to int) []uint32 {
	key := [2]int{from, to}
	marks, known := g.differ[key]
	if !known {
		there := g.States[to].Print.all()
		marks = slices.DeleteFunc(g.States[from].Print.all(), func(mark uint32) bool {
			_, found := slices.BinarySearch(there, mark)
			return found
		})
		if g.differ == nil {
			g.differ = map[[2]int][]uint32{}
		}
		g.differ[key] = marks
	}
	return marks
}

// hangs reports whether what an edge did may be another thing in the state: there, or where
// the edge begins, something was done before of another kind that brought, or took, some of
// what the edge took. So it is with two rows of tabs over one list.
func (g *Graph) hangs(state int, did Edge) bool {
	way := g.way(state)
	if way == nil {
		way = g.way(did.From)
	}
	if way == nil || way.kind == did.kind {
		return false
	}
	gone := g.gone(did.From, did.To)
	shares := func(from, to int) bool { return len(gone) > 0 && Likeness(gone, g.gone(from, to)) > 0 }
	return slices.ContainsFunc(g.Edges, func(o Edge) bool {
		return o.kind == way.kind && !o.Assumed && (shares(o.From, o.To) || o.To == did.From && shares(o.To, o.From))
	})
}

// way returns the edge that led to the state first; nil for the page as it was loaded.
func (g *Graph) way(state int) *Edge {
	i := slices.IndexFunc(g.Edges, func(o Edge) bool { return o.To == state && !o.Assumed })
	if state == 0 || i < 0 {
		return nil
	}
	return &g.Edges[i]
}

// addEdge keeps an edge unless it is there or leads nowhere.
func (g *Graph) addEdge(e Edge) {
	same := func(o Edge) bool { return o.From == e.From && o.To == e.To && o.offered == e.offered }
	if e.From >= 0 && e.To >= 0 && e.From != e.To && !slices.ContainsFunc(g.Edges, same) {
		g.Edges = append(g.Edges, e)
	}
}

// demote has other edges between the two states taken before the one that has led elsewhere:
// what it needs may have been done before, without being seen.
func (g *Graph) demote(e Edge) {
	i := slices.IndexFunc(g.Edges, func(o Edge) bool { return o.From == e.From && o.To == e.To && o.offered == e.offered })
	if i >= 0 {
		e = g.Edges[i]
		g.Edges = append(slices.Delete(g.Edges, i, i+1), e)
	}
}

// place is a control at its place in the page.
type place struct {
	path string
	mark uint32
}

func placeOf(c *browser.Control) place { return place{c.Path, c.Mark} }

// placesOf returns where the controls are that the page had then.
func placesOf(view *browser.Survey) map[place]bool {
	places := map[place]bool{}
	for i := range view.Controls {
		places[placeOf(&view.Controls[i])] = true
	}
	return places
}

// keyFor names what is done to the control.
func keyFor(gestures []browser.Gesture, c *browser.Control) string {
	return fmt.Sprint(keyOf(gestures), "|", c.Mark)
}

// keyOf names what is done.
func keyOf(gestures []browser.Gesture) string {
	var parts []string
	for _, g := range gestures {
		part := string(g.Kind) + " " + g.Path + " " + g.Value + " " + g.Onto
		for _, place := range []*browser.Share{g.At, g.To} {
			if place != nil {
				part += fmt.Sprint(" ", *place)
			}
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "\n")
}

// path returns the fewest edges that lead from one state to another; nil when
// none do. Edges that were not tried are not taken.
func (g *Graph) path(from, to int) []Edge {
	if from < 0 || to < 0 {
		return nil
	}
	came := map[int]int{from: -1} // state to edge
	for line := []int{from}; len(line) > 0; line = line[1:] {
		if line[0] == to {
			return g.trail(came, to)
		}
		for i, e := range g.Edges {
			if _, known := came[e.To]; e.From == line[0] && !known && !e.Assumed {
				came[e.To] = i
				line = append(line, e.To)
			}
		}
	}
	return nil
}

func (g *Graph) trail(came map[int]int, to int) []Edge {
	edges := []Edge{}
	for i := came[to]; i >= 0; i = came[g.Edges[i].From] {
		edges = append(edges, g.Edges[i])
	}
	slices.Reverse(edges)
	return edges
}

// away returns how many edges at least lead from a state to the others; those are missing
// that none lead to. Edges that were not tried are not taken.
func (g *Graph) away(from int) map[int]int {
	far := map[int]int{from: 0}
	for line := []int{from}; len(line) > 0; line = line[1:] {
		for _, e := range g.Edges {
			if _, known := far[e.To]; e.From == line[0] && !known && !e.Assumed {
				far[e.To] = far[line[0]] + 1
				line = append(line, e.To)
			}
		}
	}
	return far
}

// sureAfter is how many states a gesture must have led from to one and the same
// before it is taken to lead there from all that offer it.
const sureAfter = 3

// assume adds the edges of gestures that lead to the same state from wherever
// they were tried.
func (g *Graph) assume() {
	ends := map[string]map[int]int{}
	for _, e := range g.Edges {
		if ends[e.offered] == nil {
			ends[e.offered] = map[int]int{}
		}
		ends[e.offered][e.To]++
	}
	for i := range g.States {
		for _, offer := range g.States[i].offers {
			if to := ends[offer.key]; len(to) == 1 && !g.leaves(i, offer.key) {
				for end, times := range to {
					if times >= sureAfter {
						g.addEdge(Edge{From: i, To: end, Gestures: offer.gestures, Label: offer.label, Assumed: true})
					}
				}
			}
		}
	}
}

// likelyAfter is how many states a gesture must have led from to one and the same before it
// is tried in others to come there, such as closing a dialog whatever it shows.
const likelyAfter = 2

// likelyWay returns what the state from offers, was not done there, and has led to the state
// to wherever it was done; nil when there is nothing of the kind.
func (g *Graph) likelyWay(from, to int) *offer {
	if from < 0 || to < 0 {
		return nil
	}
	led, elsewhere := map[string]int{}, map[string]bool{}
	for _, e := range g.Edges {
		switch {
		case e.Assumed:
		case e.To == to:
			led[e.offered]++
		default:
			elsewhere[e.offered] = true
		}
	}
	for i := range g.States[from].offers {
		if o := &g.States[from].offers[i]; led[o.key] >= likelyAfter && !elsewhere[o.key] && !g.leaves(from, o.key) {
			return o
		}
	}
	return nil
}

func (g *Graph) leaves(state int, offered string) bool {
	return slices.ContainsFunc(g.Edges, func(e Edge) bool { return e.From == state && e.offered == offered })
}
