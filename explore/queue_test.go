package explore

import "testing"

// A way that has led elsewhere is not taken again while there is another.
func TestDemotedEdges(t *testing.T) {
	g := graphOf(2, Edge{From: 0, To: 1, offered: "next"}, Edge{From: 0, To: 1, offered: "fill and next"})
	g.demote(Edge{From: 0, To: 1, offered: "next"})
	if way := g.path(0, 1); len(way) != 1 || way[0].offered != "fill and next" {
		t.Errorf("path: %v", way)
	}
}
