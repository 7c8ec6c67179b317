package main

import (
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strings"

	"dyncrawl/explore"
)

// pair is two states that are one, or not.
type pair struct {
	name        string
	same        bool
	acts        bool // they offer the same
	common, all int  // of their texts
	distance    int  // of their SimHashes, in bits
}

func newPair(name string, same bool, a, b explore.Print) pair {
	both := explore.Likeness(a.Texts, b.Texts) // common / (|a| + |b| - common)
	common := int(both*float64(len(a.Texts)+len(b.Texts))/(1+both) + 0.5)
	return pair{
		name: name, same: same, acts: slices.Equal(a.Acts, b.Acts),
		common: common, all: len(a.Texts) + len(b.Texts) - common, distance: bits.OnesCount64(simHash(a) ^ simHash(b)),
	}
}

// simHash is Charikar's hash of all that a state shows (Similarity Estimation
// Techniques from Rounding Algorithms, 2002), 64 bits.
func simHash(p explore.Print) (hash uint64) {
	var votes [64]int
	for _, mark := range slices.Concat(p.Acts, p.Texts) {
		h := uint64(mark) * 0x9e3779b97f4a7c15
		h = (h ^ h>>32) * 0xd6e8feb86659fd93
		for i := range votes {
			votes[i] += int(h>>i&1)*2 - 1
		}
	}
	for i, v := range votes {
		if v > 0 {
			hash |= 1 << i
		}
	}
	return hash
}

// lines writes the pairs as explore's tests read them.
func lines(pairs []pair) string {
	var b strings.Builder
	for _, p := range pairs {
		fmt.Fprintf(&b, "%s\t%t\t%t\t%d\t%d\n", p.name, p.same, p.acts, p.common, p.all)
	}
	return b.String()
}

// mistakes counts the pairs that a rule parts although they are one state, and
// merges although they are two.
func mistakes(pairs []pair, one func(pair) bool) (parted, merged int) {
	for _, p := range pairs {
		switch taken := one(p); {
		case p.same && !taken:
			parted++
		case !p.same && taken:
			merged++
		}
	}
	return parted, merged
}

// printTable writes what thresholds of both kinds make of the pairs as Markdown.
func printTable(w io.Writer, pairs []pair) {
	same := 0
	for _, p := range pairs {
		if p.same {
			same++
		}
	}
	fmt.Fprintf(w, "%d pairs that are one state, %d that are two\n\n| rule | parted of %d | merged of %d | mistakes |\n|---|---:|---:|---:|\n", same, len(pairs)-same, same, len(pairs)-same)
	row := func(rule string, one func(pair) bool) {
		parted, merged := mistakes(pairs, one)
		fmt.Fprintf(w, "| %s | %d | %d | %d |\n", rule, parted, merged, parted+merged)
	}
	for _, percent := range []int{50, 70, 80, 85, 90, 93, 95, 97, 98, 99, 100} {
		row(fmt.Sprintf("same controls, %d %% of the texts", percent), func(p pair) bool { return p.acts && 100*p.common >= percent*p.all })
	}
	for _, most := range []int{0, 1, 2, 3, 5, 8} {
		row(fmt.Sprintf("SimHash, at most %d bits of 64", most), func(p pair) bool { return p.distance <= most })
	}
}
