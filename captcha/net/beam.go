package net

import (
	"cmp"
	"math"
	"slices"

	"dyncrawl/captcha/net/nn"
)

// beam searches for the most probable texts: the prefix search of Graves (2012,
// section 7.5.3) with the best few prefixes kept for every length, so that texts of
// each allowed length are found however improbable the length.
type beam struct {
	nodes []node
	child []int // rows of width: for each symbol the node that it leads to, 0 for none; the root is nobody's child
	front []int // nodes that are kept, at the last step
	grown []int // nodes that were reached at this step
	steps []float64
	width int
}

// node is a prefix: its parent with one symbol more.
type node struct {
	parent, symbol, length int
	children               int // where its row begins in beam.child; 0 while it has no child
	blank, shown           float64
	nextBlank, nextShown   float64 // log probabilities at the next step
	total                  float64
}

const (
	keepEach = 4     // prefixes of each length
	unlikely = -11.5 // log probability below which a symbol is not tried at a step
)

var never = math.Inf(-1)

// search returns the nodes of the best texts of each length from least to most, the
// most probable first, valid until the next call.
func (b *beam) search(steps []float64, width, least, most int) []int {
	b.steps, b.width = steps, width
	b.nodes = append(b.nodes[:0], node{blank: 0, shown: never, nextBlank: never, nextShown: never})
	b.child = append(b.child[:0], 0)
	b.front = append(b.front[:0], 0)
	left := len(steps) / width
	for ; len(steps) >= width; steps = steps[width:] {
		b.advance(steps[:width], most)
		left--
		b.prune(least-left, most)
	}
	b.keepLengths(least, most)
	return b.front
}

// advance extends every kept prefix by one step.
func (b *beam) advance(p []float64, most int) {
	b.grown = b.grown[:0]
	for _, i := range b.front {
		n := b.nodes[i]
		total := nn.LogAdd(n.blank, n.shown)
		b.reach(i, total+p[0], never)
		if n.length > 0 {
			b.reach(i, never, n.shown+p[n.symbol])
		}
		if n.length >= most {
			continue
		}
		for s := 1; s < len(p); s++ {
			from := total
			if s == n.symbol {
				from = n.blank
			}
			if p[s] > unlikely && from > never {
				b.reach(b.childOf(i, s), never, from+p[s])
			}
		}
	}
}

// reach adds probability to a prefix at the next step.
func (b *beam) reach(i int, blank, shown float64) {
	n := &b.nodes[i]
	if n.nextBlank == never && n.nextShown == never {
		b.grown = append(b.grown, i)
	}
	n.nextBlank, n.nextShown = nn.LogAdd(n.nextBlank, blank), nn.LogAdd(n.nextShown, shown)
}

// childOf is the prefix with one symbol more.
func (b *beam) childOf(parent, symbol int) int {
	if b.nodes[parent].children == 0 {
		b.nodes[parent].children = len(b.child)
		b.child = slices.Grow(b.child, b.width)[:len(b.child)+b.width]
		clear(b.child[b.nodes[parent].children:])
	}
	child := &b.child[b.nodes[parent].children+symbol]
	if *child == 0 {
		*child = len(b.nodes)
		b.nodes = append(b.nodes, node{
			parent: parent, symbol: symbol, length: b.nodes[parent].length + 1,
			blank: never, shown: never, nextBlank: never, nextShown: never,
		})
	}
	return *child
}

// prune keeps the best prefixes of each length, of those not too short to grow to
// the least length in the steps that are left.
func (b *beam) prune(least, most int) {
	for _, i := range b.front {
		b.nodes[i].blank, b.nodes[i].shown = never, never
	}
	for _, i := range b.grown {
		n := &b.nodes[i]
		n.blank, n.shown, n.nextBlank, n.nextShown = n.nextBlank, n.nextShown, never, never
		n.total = nn.LogAdd(n.blank, n.shown)
	}
	b.front = b.front[:0]
	for length := max(least, 0); length <= most; length++ {
		b.best(length)
	}
	for _, i := range b.grown {
		b.nodes[i].blank, b.nodes[i].shown = b.kept(i)
	}
}

// kept returns the probabilities of a prefix that stays, and none for the others.
func (b *beam) kept(i int) (blank, shown float64) {
	for _, k := range b.front {
		if k == i {
			return b.nodes[i].blank, b.nodes[i].shown
		}
	}
	return never, never
}

// best moves the best prefixes of a length to the front.
func (b *beam) best(length int) {
	start := len(b.front)
	for _, i := range b.grown {
		if n := &b.nodes[i]; n.length == length && n.total > never {
			b.insert(start, i)
		}
	}
}

func (b *beam) insert(start, i int) {
	if len(b.front)-start < keepEach {
		b.front = append(b.front, i)
	} else if b.nodes[b.front[len(b.front)-1]].total >= b.nodes[i].total {
		return
	} else {
		b.front[len(b.front)-1] = i
	}
	for k := len(b.front) - 1; k > start && b.nodes[b.front[k]].total > b.nodes[b.front[k-1]].total; k-- {
		b.front[k], b.front[k-1] = b.front[k-1], b.front[k]
	}
}

func (b *beam) keepLengths(least, most int) {
	kept := b.front[:0]
	for _, i := range b.front {
		if n := b.nodes[i].length; n >= least && n <= most {
			kept = append(kept, i)
		}
	}
	b.front = kept
	slices.SortFunc(b.front, func(i, j int) int { return cmp.Compare(b.nodes[j].total, b.nodes[i].total) })
}

// labels spells a node's text.
func (b *beam) labels(to []int, i int) []int {
	n := b.nodes[i].length
	for range n {
		to = append(to, 0)
	}
	for at := len(to) - 1; b.nodes[i].length > 0; i = b.nodes[i].parent {
		to[at] = b.nodes[i].symbol
		at--
	}
	return to
}
